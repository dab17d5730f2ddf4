"""Chapter K, sides: where it matters from which side a unit attacks, and on which one (K10)."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.arcane_legions.table import Table
from domain.arcane_legions.units import SIDES, Unit
from domain.kernel.fields import UNSAID
from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Refusal, entries, illegal
from domain.kernel.wording import list_in_words

DECIDES = ("K10",)


GREY = 3
"""Dice lost by a unit that fights from, or is attacked on, a grey side (K2)."""


def dice_lost_to_grey(unit: Unit, side: str) -> int:
    """The dice lost by a unit that fights with this side, empty if none is said."""
    return GREY if unit.card.is_grey(side) else 0


def grey_side_matters(unit: Unit) -> bool:
    """Whether it makes a difference with which side the unit fights: some are grey, and not all four."""
    return bool(unit.card.grey) and not unit.card.all_grey


def sides_that_tell(table: Table, unit: Unit, target: Unit) -> tuple[str, ...]:
    """The sides of the target that are known to be in range of a shot; none if that is all four."""
    if table.order.type != "ranged":
        return ()
    known = table.sides_in_range(unit.id, target.id)
    return known if len(known) < len(SIDES) else ()


def side_of_target_matters(table: Table, unit: Unit, target: Unit) -> bool:
    """Whether it makes a difference on which side the target is attacked."""
    return grey_side_matters(target) or bool(sides_that_tell(table, unit, target))


def sides_to_name(attacker: Unit, *, asked: bool) -> tuple[Any, ...]:
    """The sides from which the attacker may attack; `asked`: they have to be named now."""
    if not grey_side_matters(attacker):
        return (UNSAID,)
    return SIDES if asked else (UNSAID, *SIDES)


def sides_to_hit(table: Table, attacker: Unit, target: Unit, *, asked: bool) -> tuple[Any, ...]:
    """The sides on which the target may be attacked; `asked`: they have to be named now."""
    if not side_of_target_matters(table, attacker, target):
        return (UNSAID,)
    known = sides_that_tell(table, attacker, target) or SIDES
    return known if asked else (UNSAID, *known)


def refusal_of_unnamed_side(
    table: Table, target: Unit, side: str, own_side: str, *cites: RuleId
) -> Refusal | None:
    """Refuses an attack of the acting unit if a side that makes a difference is empty (K10)."""
    attacker = table.acting_unit()
    why = [*_why_it_must_be_named(table, attacker, target, side, own_side)]
    if not why:
        return None
    facts = table.ranges_between(attacker.id, target.id).values()
    known = () if table.order.type != "ranged" else entries(*(fact.entry for fact in facts))
    since = entries(table.order.since, table.order.aimed, *known)
    return illegal("; ".join(why), *cites, "K10", since=since)


def _why_it_must_be_named(
    table: Table, attacker: Unit, target: Unit, side: str, own_side: str
) -> Iterator[str]:
    if not own_side and grey_side_matters(attacker):
        grey = _grey(attacker)
        yield f"{grey}: say with “from” from which side it attacks"
    if side:
        return
    say = "say with “side” on which side it is attacked"
    if grey_side_matters(target):
        yield f"{_grey(target)}: {say}"
    elif known := sides_that_tell(table, attacker, target):
        are = "is" if len(known) == 1 else "are"
        yield f"of {target.id} {list_in_words(known)} {are} known to be in range: {say}"


def _grey(unit: Unit) -> str:
    """“the back of a1 is grey”."""
    grey = unit.card.grey
    return f"the {list_in_words(grey)} of {unit.id} {'is' if len(grey) == 1 else 'are'} grey"


def refusal_of_another_side(table: Table, said: Mapping[str, str | None]) -> Refusal | None:
    """Refuses a side that is another one than was said before; `said`: as `side` and `from`."""
    fight = table.fight
    for name, unit, before in (
        ("from", table.order.unit, fight.own_side),
        ("side", fight.target, fight.side),
    ):
        now = said.get(name)
        if before and now and now != before:
            does = "attacks from its" if name == "from" else "is attacked on its"
            reason = f"{unit} {does} {before}, as was said with the target, not {now}"
            since = entries(table.order.aimed or table.order.since)
            return illegal(reason, "K10", since=since)
    return None
