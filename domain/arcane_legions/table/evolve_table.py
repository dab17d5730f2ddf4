"""How triggers, reports, scores and the end of the game change the table."""

from collections.abc import Mapping

from domain.arcane_legions.table.events_table import (
    AdjacencyReported,
    ControlReported,
    GameWon,
    PlayerConceded,
    RangeReported,
    TriggerAnnounced,
    TriggerArose,
    TriggerDropped,
    TriggerResolved,
    VictoryPointsChanged,
    VictoryPointsScored,
)
from domain.arcane_legions.table.evolve_combat import Facts
from domain.arcane_legions.table.state import Fact, Table, Trigger
from domain.kernel.values import changed, with_item


def added(to: Mapping[str, int], player: str, change: int) -> Mapping[str, int]:
    return {**to, player: max(0, to[player] + change)}


def victory_points_scored(table: Table, event: VictoryPointsScored, _n: int) -> Table:
    return changed(table, victory_points=added(table.victory_points, event.player, event.points))


def victory_points_changed(table: Table, event: VictoryPointsChanged, _n: int) -> Table:
    return changed(table, victory_points=added(table.victory_points, event.player, event.change))


def trigger_announced(table: Table, event: TriggerAnnounced, n: int) -> Table:
    trigger = Trigger(event.id, event.owner, event.source, n, event.row)
    return changed(
        table,
        announced=(*table.announced, trigger),
        used=with_item(table.used, event.id, n),
    )


def trigger_arose(table: Table, event: TriggerArose, n: int) -> Table:
    since = table.used.get(event.id, n)
    trigger = Trigger(event.id, event.owner, event.source, since)
    hand = (*table.hand(event.owner), trigger)
    return changed(
        table,
        announced=tuple(one for one in table.announced if one.id != event.id),
        used=with_item(table.used, event.id, since),
        hands=table.with_hand(event.owner, hand),
    )


def _gone(table: Table, id: str, owner: str) -> Table:
    hand = tuple(one for one in table.hand(owner) if one.id != id)
    hands = table.with_hand(owner, hand)
    announced = tuple(one for one in table.announced if one.id != id)
    return changed(table, hands=hands, announced=announced)


def trigger_resolved(table: Table, event: TriggerResolved, n: int) -> Table:
    table = _gone(table, event.id, event.owner)
    return changed(table, emptier=event.emptying if table.trigger_in_hand else "", since=n)


def trigger_dropped(table: Table, event: TriggerDropped, n: int) -> Table:
    table = _gone(table, event.id, event.owner)
    return table if table.trigger_in_hand else changed(table, emptier="", since=n)


def _with_fact(facts: Facts, one: str, other: str, fact: Fact) -> Facts:
    return with_item(facts, one, with_item(facts.get(one, {}), other, fact))


def adjacency_reported(table: Table, event: AdjacencyReported, n: int) -> Table:
    one, other = event.units
    fact = Fact(event.adjacent, event.by, n)
    facts = _with_fact(_with_fact(table.adjacent, one, other, fact), other, one, fact)
    return changed(table, adjacent=facts)


def range_reported(table: Table, event: RangeReported, n: int) -> Table:
    fact = Fact(event.in_range, event.by, n)
    return changed(table, in_range=_with_fact(table.in_range, event.unit, event.target, fact))


def control_reported(table: Table, event: ControlReported, _n: int) -> Table:
    return changed(table, terrain=with_item(table.terrain, event.terrain, event.player))


def as_it_was(table: Table, _event: object, _n: int) -> Table:
    """The event tells what was said; what comes of it are the events after it."""
    return table


def player_conceded(table: Table, event: PlayerConceded, n: int) -> Table:
    """Their units leave with the events after it."""
    return changed(table, conceded=with_item(table.conceded, event.player, n))


def game_won(table: Table, event: GameWon, _n: int) -> Table:
    return changed(table, over=True, winner=event.player)


def game_drawn(table: Table, _event: object, _n: int) -> Table:
    return changed(table, over=True)
