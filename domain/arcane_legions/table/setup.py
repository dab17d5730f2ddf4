"""Reading the set-up: what it may hold, and the table it lays out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from domain.arcane_legions.table.cards import SIDES, lay_out_unit
from domain.arcane_legions.table.facts import (
    NO_SIDE,
    Adjacencies,
    Fact,
    Ranges,
    with_adjacency,
    with_range,
)
from domain.arcane_legions.table.reading import (
    SetupError,
    a_list,
    a_mapping,
    a_number,
    a_truth,
    a_word,
    known_keys,
    one_of,
)
from domain.arcane_legions.table.state import Table, Trigger, meant_by
from domain.arcane_legions.table.units import Unit
from domain.kernel.rulebook import Law
from domain.kernel.values import changed, with_item

T = TypeVar("T")

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
Setup = Mapping[str, Any]


def lay_out(law: Law, players: Players, setup: Setup) -> Table:
    """The table of a set-up, before anything goes on. Raises SetupError."""
    known_keys("setup", setup, KEYS)
    start = known_keys("setup.start", a_mapping("setup.start", setup.get("start", {})), START)
    units = _units(setup, players, earlier=start.get("at") == "T2b")
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
        allowance=_allowance(setup, players),
        factions=_factions(setup, players),
        ambush=a_truth("setup.ambush", setup.get("ambush", True)),
        victory_target=a_number("setup.victory_target", setup.get("victory_target", TARGET), 1),
        adjacent=_adjacent(setup, units),
        in_range=_in_range(setup, units),
        terrain=_terrain(setup, players),
        turn=a_number("setup.start.turn", start.get("turn", 1), 1),
        active=one_of("setup.start.active", start.get("active", players[0]), players),
        order_points=_by_player("setup.start.order_points", start.get("order_points", {}), players),
        victory_points=_by_player(
            "setup.start.victory_points", start.get("victory_points", {}), players
        ),
        hands={},
        used={},
        row=one_of("setup.start.at", start.get("at", "T1"), ("T1", "T2b")),
    )
    return _with_triggers(table, start)


def _units(setup: Setup, players: Players, *, earlier: bool) -> Mapping[str, Unit]:
    if "units" not in setup:
        raise SetupError("setup.units: missing; expected a mapping of units")
    said = a_mapping("setup.units", setup["units"])
    units = {id: lay_out_unit(id, of, players, earlier=earlier) for id, of in said.items()}
    if not any(unit.standing for unit in units.values()):
        raise SetupError("setup.units: expected at least one unit with a figure that stands")
    return units


def _mapped(
    path: str, said: object, names: Mapping[str, Any] | Players, read: Callable[[str, Any], T]
) -> dict[str, T]:
    """A mapping by names that exist."""
    found = a_mapping(path, said)
    return {
        one_of(path, name, tuple(names)): read(f"{path}.{name}", value)
        for name, value in found.items()
    }


def _by_player(path: str, said: object, players: Players) -> Mapping[str, int]:
    return {**dict.fromkeys(players, 0), **_mapped(path, said, players, a_number)}


def _allowance(setup: Setup, players: Players) -> Mapping[str, int]:
    said = setup.get("order_points", ALLOWANCE)
    if isinstance(said, Mapping):
        of_some = _mapped("setup.order_points", said, players, a_number)
        return {**dict.fromkeys(players, ALLOWANCE), **of_some}
    return dict.fromkeys(players, a_number("setup.order_points", said))


def _factions(setup: Setup, players: Players) -> Mapping[str, frozenset[str]]:
    def read(path: str, said: object) -> frozenset[str]:
        return frozenset(a_word(path, one) for one in a_list(path, said)) - {MERCENARY}

    return _mapped("setup.factions", setup.get("factions", {}), players, read)


REPORTED = Fact(True, BY_SETUP, 0)


def _adjacent(setup: Setup, units: Mapping[str, Unit]) -> Adjacencies:
    facts: Adjacencies = {}
    for path, said in _listed(setup, "adjacent"):
        one, other = _two_units(path, said, units)
        if units[one].standing and units[other].standing:
            facts = with_adjacency(facts, one, other, REPORTED)
    return facts


def _in_range(setup: Setup, units: Mapping[str, Unit]) -> Ranges:
    """Shooter, target and, where it is said, the side of the target."""
    facts: Ranges = {}
    for path, said in _listed(setup, "in_range"):
        pair, sides = said[:PAIR], said[PAIR:]
        unit, target = _two_units(path, pair, units)
        if len(sides) > 1:
            raise SetupError(f"{path}: expected two units and at most one side, found {said!r}")
        side = one_of(path, sides[0], SIDES) if sides else NO_SIDE
        if units[unit].standing and units[target].standing:
            facts = with_range(facts, unit, target, side, REPORTED)
    return facts


PAIR = 2


def _listed(setup: Setup, key: str) -> Iterator[tuple[str, Sequence[Any]]]:
    for n, said in enumerate(a_list(f"setup.{key}", setup.get(key, []))):
        path = f"setup.{key}[{n}]"
        yield path, a_list(path, said)


def _two_units(path: str, said: Sequence[Any], units: Mapping[str, Unit]) -> tuple[str, str]:
    pair = [one_of(path, unit, tuple(units)) for unit in said]
    if len(pair) != PAIR or pair[0] == pair[1]:
        raise SetupError(f"{path}: expected two different units, found {pair!r}")
    return pair[0], pair[1]


def _terrain(setup: Setup, players: Players) -> Mapping[str, str | None]:
    said = a_mapping("setup.terrain", setup.get("terrain", {}))
    return {
        name: None if holder is None else one_of(f"setup.terrain.{name}", holder, players)
        for name, holder in said.items()
    }


def _with_triggers(table: Table, start: Setup) -> Table:
    """In hand at T2b; at the beginning of a turn they arise where A5 says."""
    for n, said in enumerate(a_list("setup.start.triggers", start.get("triggers", []))):
        trigger = _trigger(table, f"setup.start.triggers[{n}]", said)
        table = changed(table, used=with_item(table.used, trigger.id, 0))
        if table.row == "T2b":
            hand = (*table.hand(trigger.owner), trigger)
            table = changed(table, hands=table.with_hand(trigger.owner, hand))
        else:
            trigger = changed(trigger, row=meant_by(table, "T1")[0])
            table = changed(table, announced=(*table.announced, trigger))
    return table


def _trigger(table: Table, path: str, said: object) -> Trigger:
    fields = known_keys(path, a_mapping(path, said), ("id", "owner", "source"), all_of_them=True)
    id = a_word(f"{path}.id", fields["id"])
    owner = one_of(f"{path}.owner", fields["owner"], table.players)
    source = one_of(f"{path}.source", fields["source"], tuple(table.units))
    if table.units[source].owner != owner:
        expected = table.units[source].owner
        raise SetupError(f"{path}.owner: {source} is {expected}'s; expected {expected}")
    if id in table.used:
        raise SetupError(f"{path}.id: “{id}” is given twice; expected an id of its own")
    return Trigger(id, owner, source, 0)
