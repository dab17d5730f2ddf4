"""Chapter E: the top of the queue leaves it and executes, or is cancelled (E1, E2, E7, E8, E11)."""

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, Value, changed, cites, stored_as, without_item
from domain.nullshapers.cards import BIOMES, Effect, Part
from domain.nullshapers.chapters.battle import ActionExecuted, TargetDropped, battle_action_executes
from domain.nullshapers.chapters.effects import effects_happen
from domain.nullshapers.chapters.moves import CardMoved, cancel, its_card_never_left
from domain.nullshapers.chapters.targets import why_invalid
from domain.nullshapers.queue import Item, name_of, with_capital
from domain.nullshapers.table import Table

DECIDES = ("E1", "E2", "E7", "E8", "E11")


@stored_as("nullshapers/card_attached/v1")
class CardAttached(Event):
    """A card is attached to another one, or to none."""

    SAYS = "“{card}” is attached to {to}."

    card: str
    to: str | None
    rules: tuple[RuleId, ...] = cites("E11")

    def after(self, table: Table, _entry: int) -> Table:
        if self.to is None:
            return changed(table, attached=without_item(table.attached, self.card))
        return changed(table, attached={**table.attached, self.card: self.to})


LAST_IN = ("E1", "E2")


class FoundTargets(Value):
    """The targets of an action as they are found when it executes (E6)."""

    valid: tuple[int, ...]
    """The places of those still valid among the targets that were named."""
    dropped: tuple[tuple[str, str], ...]
    """Of each target no longer valid its name, and why."""
    readings: tuple[str, ...]
    """The readings by which they are valid or not."""


def top_executes(table: Table) -> Happening:
    """Both players have passed: the newest action in the queue executes."""
    item = table.queue[-1]
    if item.marked is not None:
        because = f"an effect did so in entry {item.marked}"
        return _last_in_first_out(cancel(item, because, "E17", "M15", since=item.marked))
    if _its_card_is_gone(table, item):
        return _last_in_first_out(cancel(item, f"“{item.card}” has left the planet", "M14"))
    if item.action is not None:
        return _last_in_first_out(battle_action_executes(table, item))
    return _text_executes(table, item)


def _last_in_first_out(happening: Happening) -> Happening:
    """What happens, citing first that the newest action executes once both have passed."""
    yield grounds("", *LAST_IN)
    return (yield from happening)


def _its_card_is_gone(table: Table, item: Item) -> bool:
    """Whether the card of a skill has left the planet since, where M14 cancels the skill for that."""
    if item.skill is None or table.law["M14"] == "executes":
        return False
    return not its_card_never_left(table, item)


def _found_targets(table: Table, item: Item, part: Part) -> FoundTargets:
    """Looks at each target again (E6): which are still valid, and why the others are not."""
    valid: list[int] = []
    dropped: list[tuple[str, str]] = []
    readings: list[str] = []
    for at, name in enumerate(item.targets):
        why, by_readings = why_invalid(table, item, at, part.target_at(at))
        readings += by_readings
        if why is None:
            valid.append(at)
        else:
            dropped.append((name, why))
    return FoundTargets(tuple(valid), tuple(dropped), tuple(readings))


def _text_executes(table: Table, item: Item) -> Happening:
    """A card or a skill executes on the targets that are still valid (E7)."""
    part = table.part(item)
    found_targets = _found_targets(table, item, part)
    entered_without = ("M19",) if item.reactive and not item.targets and part.least else ()
    if (item.targets or entered_without) and not found_targets.valid:
        yield grounds("", *LAST_IN, *found_targets.readings, *entered_without)
        return (yield from _without_any_target(table, item, found_targets))
    came = "entered" if item.reactive else "declared"
    why = f"{with_capital(item)}, {came} in entry {item.since}, executes"
    rule = "E11" if item.is_card else "E6"
    yield grounds(why, *LAST_IN, *found_targets.readings, rule, since=item.since)
    for name, because in found_targets.dropped:
        yield grounds(f"{because}, and is not affected", "E7")
        table = yield TargetDropped(item.name, name, because)
    table = yield ActionExecuted(item.name, item.by)
    return (yield from _takes_effect(table, item, found_targets.valid, part.effects))


def _without_any_target(table: Table, item: Item, found_targets: FoundTargets) -> Happening:
    """E8: the action is cancelled; where M17 says so, what it says without a target still happens."""
    because = "; ".join(reason for _, reason in found_targets.dropped) or "it has no target"
    rest = tuple(effect for effect in table.part(item).effects if not effect.needs_target)
    if not rest:
        return (yield from cancel(item, because, "E8", since=item))
    if table.law["M17"] == "all_cancelled":
        return (yield from cancel(item, because, "E8", "M17", since=item))
    rule = "E11" if item.is_card else "E6"
    if found_targets.dropped:
        reason = f"{because}; what {name_of(item)} says without a target happens all the same"
    else:
        reason = (
            f"{with_capital(item)} has no target; what it says without one happens all the same"
        )
    yield grounds(reason, "M17", rule, since=item)
    for name, why in found_targets.dropped:
        table = yield TargetDropped(item.name, name, why)
    table = yield ActionExecuted(item.name, item.by)
    return (yield from _takes_effect(table, item, (), rest))


def _takes_effect(
    table: Table, item: Item, valid: tuple[int, ...], effects: tuple[Effect, ...]
) -> Happening:
    happening = effects_happen(table, item, valid, effects)
    return _card_moves(happening, item, valid) if item.is_card else happening


def _card_moves(happening: Happening, item: Item, valid: tuple[int, ...]) -> Happening:
    """Then the card moves (E11): an event to the cache, a constant to staging or the sector named for it."""
    table = yield from happening
    assert item.card is not None
    printed = table.printed[item.card]
    if printed.type == "event":
        return (yield CardMoved(item.card, "cache", printed.owner))
    zone = "staging"
    # The sector that was named may have been lost since: then it is staging after all.
    if item.biome in BIOMES and table.stands(item.biome, item.by):
        zone = item.biome
    table = yield CardMoved(item.card, zone, item.by, fresh=True, executed=True)
    if printed.is_modification and valid:
        host = item.targets[valid[0]]
        # Let happen, it may name no card; and its own effects may have taken the host away.
        if host in table.cards and table.cards[host].on_the_planet:
            table = yield CardAttached(item.card, host)
    return table
