"""Choosing the target of a combat or a special order at C.a, R.a and S.a, or none."""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.arcane_legions.chapters.judging import (
    at_its_row,
    procedure_of,
    the_ordering_player_decides,
)
from domain.arcane_legions.chapters.raising import Raising, RowOf
from domain.arcane_legions.chapters.sides import (
    refusal_of_unnamed_side,
    sides_to_hit,
    sides_to_name,
)
from domain.arcane_legions.facts import Fact
from domain.arcane_legions.fields import (
    UNITS,
    a_side,
    count_of,
    hindering_terrain,
    is_in_melee,
    units_in_the_way,
)
from domain.arcane_legions.orders import Fight
from domain.arcane_legions.outline import ROWS, row_in_words
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Side, Unit
from domain.arcane_legions.wording import unknown_unit
from domain.kernel.fields import UNSAID, WORDS, StepFields, one_of
from domain.kernel.prompting.prompts import Ask
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, first_of, grounds, illegal, requires
from domain.kernel.steps import FREE, NAMED, Step, said_in
from domain.kernel.values import Event, changed, field, made_of, stored_as
from domain.kernel.wording import list_in_words


@one_of("a unit", UNITS, "At whom?")
def possible_target(table: Table) -> Iterable[str]:
    """The enemy's; of a special order anybody's."""
    order, owner = table.order, table.acting_unit().owner
    found = table.on_battlefield
    return [unit.id for unit in found if order.type == "special" or unit.owner != owner]


def _sides_hit(table: Table, said: StepFields) -> Iterable[Any]:
    """Of a shot they have to be named; a close combat has time until its roll (K10)."""
    if table.order.type == "special":
        return (UNSAID,)
    shot, target = table.order.type == "ranged", table.units[said["unit"]]
    return sides_to_hit(table, table.acting_unit(), target, asked=shot)


def _sides_used(table: Table, _said: StepFields) -> Iterable[Any]:
    if table.order.type == "special":
        return (UNSAID,)
    return sides_to_name(table.acting_unit(), asked=table.order.type == "ranged")


which_side_of_it = a_side("the side of the target", _sides_hit)
which_own_side = a_side("the side of one's own unit", _sides_used)


@one_of("what it is aimed at", asks="What is it aimed at?")
def something_else(table: Table, said: StepFields) -> Iterable[Any]:
    """Of a special order, where it is no unit."""
    if "unit" in said or table.order.type != "special":
        return (UNSAID,)
    return (Ask("text", "the target"),)


@one_of("Blocking terrain", WORDS, form=True)
def is_blocked(table: Table) -> Iterable[Any]:
    return (UNSAID, True) if table.order.type == "ranged" else (UNSAID,)


class Target(Step):
    """Choose what the order is against; each row takes its own fields."""

    unit: Annotated[str | None, possible_target] = None
    side: Annotated[Side | None, which_side_of_it] = None
    own_side: Annotated[Side | None, NAMED, which_own_side] = field(default=None, name="from")
    units_between: Annotated[int | None, count_of("units_between"), units_in_the_way] = None
    hindering: Annotated[int | None, count_of("hindering"), hindering_terrain] = None
    blocking: Annotated[bool | None, is_blocked] = None
    melee: Annotated[bool | None, is_in_melee] = None
    units: tuple[str, ...] | None = None
    what: Annotated[str | None, FREE, something_else] = None


class NoTarget(Raising):
    """Choose no target: the order ends."""


class NoPay(Raising):
    """Pay nothing: the order ends."""


@stored_as("arcane-legions/order_aborted/v1")
class OrderAborted(Event):
    """The order ends without target or payment."""

    SAYS = "The order of “{unit}” ends: it goes on at “{event.title}”."

    unit: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]

    @property
    def title(self) -> str:
        return row_in_words(self.lands)

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, done=True, jump=self.lands)


@stored_as("arcane-legions/target_chosen/v1")
class TargetChosen(Event):
    """A close or ranged order has its target."""

    unit: str
    target: str
    side: str
    own_side: str
    units_between: int
    hindering: int
    melee: bool
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        fight = made_of(Fight, self)
        return changed(table, order=changed(table.order, fight=fight, aimed=entry), done=True)


@stored_as("arcane-legions/effect_aimed/v1")
class EffectAimed(Event):
    """A special order has its target: units, or something named in words."""

    unit: str
    units: tuple[str, ...]
    what: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        order = changed(table.order, aimed=entry, named=self.units)
        return changed(table, order=order, done=True)


SIDE_FIELDS = ("side", "from")


SIGHT_FIELDS = ("units_between", "hindering", "blocking", "melee")


FIELDS = {
    "C.a": ("unit", *SIDE_FIELDS),
    "R.a": ("unit", *SIDE_FIELDS, *SIGHT_FIELDS),
    "S.a": ("unit", "units", "what"),
}
"""The fields that `target` takes at each row."""


@requires("G1")
def the_units_exist(table: Table, step: Target) -> Refusal | None:
    if step.units == ():
        return illegal("“units” names at least one unit")
    if step.unit is None and step.units is None and step.what is None:
        return illegal("“target” needs “unit”; of a special order one of “unit”, “units”, “what”")
    return unknown_unit(
        table, *((step.unit,) if step.unit is not None else ()), *(step.units or ())
    )


@requires("G1")
def the_fields_are_those_of_the_row(table: Table, step: Target) -> Refusal | None:
    row = table.row
    given = list(said_in(step))
    foreign = [name for name in given if name not in FIELDS[row]]
    if foreign:
        takes = ", ".join(FIELDS[row])
        here = row_in_words(row)
        reason = f"“target” does not know “{foreign[0]}” here ({here}): it takes {takes}"
        return illegal(reason, since=(table.order.since))
    if row == "S.a" and len(given) > 1:
        takes = "“target” of a special order takes one of unit, units, what"
        reason = f"{takes}, not {' and '.join(given)}"
        return illegal(reason, since=(table.order.since))
    return None


@requires("C.a", "R.a")
def the_target_is_an_enemy_in_reach(table: Table, step: Target) -> Refusal | None:
    """Adjacent at C.a, in range at R.a, as far as was reported; a special order at S.a takes any unit."""
    if table.row == "S.a":
        return None
    assert step.unit is not None
    unit, target = table.acting_unit(), table.units[step.unit]
    if target.owner == unit.owner:
        reason = f"{target.id} is {unit.owner}'s own; a target is an enemy unit"
        return illegal(reason, table.row, since=(table.order.since))
    return refusal_if_gone(target, table.row) or _refusal_if_out_of_reach(table, unit, target)


def refusal_if_gone(unit: Unit, *cites: RuleId) -> Refusal | None:
    """Refuses a unit that is no longer on the battlefield, by the rules of its check or by these."""
    if unit.standing:
        return None
    when = f"in entry {unit.left}" if unit.left else "before the game began"
    reason = f"{unit.id} left the battlefield {when}"
    return illegal(reason, *cites, since=(unit.left))


def _refusal_if_out_of_reach(table: Table, unit: Unit, target: Unit) -> Refusal | None:
    if table.row == "C.a":
        there, fact = table.is_adjacent(unit.id, target.id), table.adjacency(unit.id, target.id)
        reach = "adjacent to"
    else:
        there, fact = table.is_in_range(unit.id, target.id), _newest(table, unit, target)
        reach = "in range of"
    if there:
        return None
    said = f" ({fact.source})" if fact else ": nobody has reported it"
    reason = f"{target.id} is not {reach} {unit.id}{said}"
    since = entries(fact.entry if fact else None, table.order.since)
    return illegal(reason, table.row, since=since, **(fact.as_reason if fact else {}))


def _newest(table: Table, unit: Unit, target: Unit) -> Fact | None:
    """The newest report on the range between the two units."""
    sides = table.ranges_between(unit.id, target.id).values()
    return max(sides, key=lambda fact: fact.entry, default=None)


@requires("R.a", "K10")
def the_sides_of_a_shot_are_named(table: Table, step: Target) -> Refusal | None:
    if table.row != "R.a":
        return None
    assert step.unit is not None
    target = table.units[step.unit]
    return refusal_of_unnamed_side(table, target, step.side or "", step.own_side or "", "R.a")


@requires("R.a", "F1")
def its_side_is_in_range(table: Table, step: Target) -> Refusal | None:
    """Asked of a shot, if any sides of the target are known to be in range."""
    side = step.side
    if side is None or table.row != "R.a":
        return None
    assert step.unit is not None
    unit, target = table.acting_unit(), table.units[step.unit]
    known = table.sides_in_range(unit.id, target.id)
    if not known or side in known:
        return None
    facts = table.ranges_between(unit.id, target.id)
    reason = f"of {target.id} {list_in_words(known)} {'is' if len(known) == 1 else 'are'} in range, not {side}"
    since = entries(*(fact.entry for fact in facts.values()), table.order.since)
    return illegal(reason, since=since)


@requires("K3")
def nothing_blocks_the_shot(table: Table, step: Target) -> Refusal | None:
    if not step.blocking:
        return None
    since = entries(table.order.since)
    return illegal("blocking terrain lies in the way, so there is no shot", since=since)


@requires("S.a")
def each_unit_is_on_the_battlefield(table: Table, step: Target) -> Refusal | None:
    named = _units(step) if table.row == "S.a" else ()
    return first_of(refusal_if_gone(table.units[id]) for id in named)


def _units(step: Target) -> tuple[str, ...]:
    """The units named as targets of a special order; none if it is aimed at something else."""
    return step.units or ((step.unit,) if step.unit else ())


def choose_a_target(table: Table, step: Target) -> Happening:
    """What the step leaves unsaid is as if there were none: no side, and nothing in the way of a shot."""
    row, order = table.row, table.order
    if row == "S.a":
        units = _units(step)
        named = " and ".join(units) or f"“{step.what}”"
        yield grounds(f"{order.name} is aimed at {named}", row)
        return (yield EffectAimed(order.unit, units, step.what or "", (row,)))
    assert step.unit is not None
    yield grounds(f"{step.unit} is the target of {order.name}", row)
    sides = step.side or "", step.own_side or ""
    between, melee = (step.units_between or 0, step.hindering or 0), bool(step.melee)
    return (yield TargetChosen(order.unit, step.unit, *sides, *between, melee, (row,)))


TARGET = procedure_of(
    Target,
    choose_a_target,
    names=(the_units_exist,),
    when=at_its_row("target"),
    checks=(
        the_ordering_player_decides,
        the_fields_are_those_of_the_row,
        the_target_is_an_enemy_in_reach,
        the_sides_of_a_shot_are_named,
        its_side_is_in_range,
        nothing_blocks_the_shot,
        each_unit_is_on_the_battlefield,
    ),
    acts_on=(the_fields_are_those_of_the_row,),
    of_facts=True,
)


def abort_order(table: Table, step: NoTarget | NoPay) -> Happening:
    """The order ends without target or payment; it goes on at the row of the outline for that."""
    row = table.row
    do, what = ("no_target", "target") if isinstance(step, NoTarget) else ("no_pay", "payment")
    lands = ROWS[row].waits[do]
    on = row_in_words(lands)
    yield grounds(f"{table.order.name} ends without a {what}: it goes on at “{on}”", row)
    return (yield OrderAborted(table.order.unit, lands, (row,)))


def where_it_lands(do: str) -> RowOf:
    """The row at which an order goes on that is aborted with this step; they differ (C.j, S.f)."""
    return lambda table: ROWS[table.row].waits[do]


NO_TARGET = procedure_of(
    NoTarget,
    abort_order,
    when=at_its_row("no_target"),
    checks=(the_ordering_player_decides,),
    triggers_arise=where_it_lands("no_target"),
)
