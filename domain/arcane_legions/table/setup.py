"""Reading the set-up: what it may hold, and the table it lays out."""

from collections.abc import Mapping
from typing import Any

from domain.arcane_legions.table.cards import SIDES, lay_out_unit
from domain.arcane_legions.table.facts import (
    NO_SIDE,
    Adjacencies,
    Fact,
    Ranges,
    with_adjacency,
    with_range,
)
from domain.arcane_legions.table.state import Table, Trigger, meant_by
from domain.arcane_legions.table.units import Unit
from domain.kernel.rulebook import Law
from domain.kernel.setup import Given
from domain.kernel.values import changed, with_item

KEYS = (
    "order_points",
    "factions",
    "ambush",
    "victory_target",
    "units",
    "adjacent",
    "in_range",
    "terrain",
    "start",
)
START = ("turn", "active", "at", "order_points", "victory_points", "triggers")
ALLOWANCE = 8
TARGET = 21
MERCENARY = "mercenary"
BY_SETUP = "set-up"

Players = tuple[str, ...]


def lay_out(law: Law, players: Players, setup: Mapping[str, Any]) -> Table:
    """The table of a set-up, before anything goes on. Raises SetupError."""
    given = Given(setup)
    given.mapping(*KEYS)
    start = given.get("start", {})
    start.mapping(*START)
    at = start.get("at", "T1").one_of("T1", "T2b")
    units = _units(given, players, earlier=at == "T2b")
    forces = {
        player: sum(bool(unit.standing) for unit in units.values() if unit.owner == player)
        for player in players
    }
    table = Table(
        law=law,
        players=players,
        units=units,
        forces=forces,
        playing=tuple(player for player in players if forces[player]),
        allowance=_allowance(given.get("order_points", ALLOWANCE), players),
        factions={
            player: frozenset(factions.words()) - {MERCENARY}
            for player, factions in given.get("factions", {}).items(*players)
        },
        ambush=given.get("ambush", True).truth(),
        victory_target=given.get("victory_target", TARGET).number(1),
        adjacent=_adjacent(given.get("adjacent", []), units),
        in_range=_in_range(given.get("in_range", []), units),
        terrain={
            name: None if holder.value is None else holder.one_of(*players)
            for name, holder in given.get("terrain", {}).items()
        },
        turn=start.get("turn", 1).number(1),
        active=start.get("active", players[0]).one_of(*players),
        order_points=_by_player(start.get("order_points", {}), players),
        victory_points=_by_player(start.get("victory_points", {}), players),
        hands={},
        used={},
        row=at,
    )
    return _with_triggers(table, start.get("triggers", []))


def _units(given: Given, players: Players, *, earlier: bool) -> Mapping[str, Unit]:
    said = given["units"]
    units = {id: lay_out_unit(id, of, players, earlier=earlier) for id, of in said.items()}
    if not any(unit.standing for unit in units.values()):
        raise said.refused("expected at least one unit with a figure that stands")
    return units


def _by_player(given: Given, players: Players, other: int = 0) -> Mapping[str, int]:
    said = {player: number.number() for player, number in given.items(*players)}
    return {**dict.fromkeys(players, other), **said}


def _allowance(given: Given, players: Players) -> Mapping[str, int]:
    """Order points of a turn: one number for all, or each player's own."""
    if isinstance(given.value, Mapping):
        return _by_player(given, players, ALLOWANCE)
    return dict.fromkeys(players, given.number())


REPORTED = Fact(True, BY_SETUP, 0)


def _adjacent(given: Given, units: Mapping[str, Unit]) -> Adjacencies:
    facts: Adjacencies = {}
    for said in given.list():
        one, other = _two_units(said, said.list(), units)
        if units[one].standing and units[other].standing:
            facts = with_adjacency(facts, one, other, REPORTED)
    return facts


def _in_range(given: Given, units: Mapping[str, Unit]) -> Ranges:
    """Shooter, target and, where it is said, the side of the target."""
    facts: Ranges = {}
    for said in given.list():
        pair, sides = said.list()[:PAIR], said.list()[PAIR:]
        unit, target = _two_units(said, pair, units)
        if len(sides) > 1:
            raise said.wrong("two units and at most one side")
        side = sides[0].one_of(*SIDES) if sides else NO_SIDE
        if units[unit].standing and units[target].standing:
            facts = with_range(facts, unit, target, side, REPORTED)
    return facts


PAIR = 2


def _two_units(given: Given, said: tuple[Given, ...], units: Mapping[str, Unit]) -> tuple[str, str]:
    pair = [unit.one_of(*units) for unit in said]
    if len(pair) != PAIR or pair[0] == pair[1]:
        raise given.wrong("two different units")
    return pair[0], pair[1]


def _with_triggers(table: Table, given: Given) -> Table:
    """In hand at T2b; at the beginning of a turn they arise where A5 says."""
    for said in given.list():
        trigger = _trigger(table, said)
        table = changed(table, used=with_item(table.used, trigger.id, 0))
        if table.row == "T2b":
            hand = (*table.hand(trigger.owner), trigger)
            table = changed(table, hands=table.with_hand(trigger.owner, hand))
        else:
            trigger = changed(trigger, row=meant_by(table, "T1")[0])
            table = changed(table, announced=(*table.announced, trigger))
    return table


def _trigger(table: Table, given: Given) -> Trigger:
    given.mapping("id", "owner", "source", needs=("id", "owner", "source"))
    id = given["id"].word()
    owner = given["owner"].one_of(*table.players)
    source = given["source"].one_of(*table.units)
    if table.units[source].owner != owner:
        expected = table.units[source].owner
        raise given["owner"].refused(f"{source} is {expected}'s; expected {expected}")
    if id in table.used:
        raise given["id"].refused(f"“{id}” is given twice; expected an id of its own")
    return Trigger(id, owner, source, 0)
