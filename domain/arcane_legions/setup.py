"""Set-ups: their shape, how they are read and laid out, and what a form asks for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from domain.arcane_legions.cards import UnitSetup, lay_out_unit
from domain.arcane_legions.facts import (
    NO_SIDE,
    Adjacencies,
    Fact,
    Ranges,
    with_adjacency,
    with_range,
)
from domain.arcane_legions.roster import ROSTER
from domain.arcane_legions.table import Table, Trigger, row_meant
from domain.arcane_legions.units import SIDES, Unit
from domain.kernel.rulebook import Law
from domain.kernel.setup import (
    UNSET,
    FromOne,
    FromZero,
    SetupError,
    Shape,
    UnsetType,
    among,
    one_of,
    read,
    wrong,
)
from domain.kernel.table_part import Path, TablePart, held_there, with_part
from domain.kernel.values import changed

ALLOWANCE = 8
"""The order points of a turn in the standard game (O1)."""


TARGET = 21
"""The victory points that win in the standard game (V3)."""


MERCENARY = "mercenary"
"""The faction that costs no order points (O3)."""


REPORTED = Fact(True, "set-up", 0)
"""What the set-up says of two units."""


PAIR = 2


Players = tuple[str, ...]


class TriggerSetup(Shape):
    """A trigger that is due, or at T2b in hand."""

    id: str
    owner: str
    """A player."""
    source: str
    """The unit it comes from."""


class Start(Shape):
    """Where the record begins."""

    turn: FromOne = 1
    active: str | UnsetType = UNSET
    """The first of the players if left out."""
    at: Literal["T1", "T2b"] = "T1"
    """The beginning of the turn, or where orders are given."""
    order_points: Mapping[str, FromZero] = {}
    victory_points: Mapping[str, FromZero] = {}
    triggers: tuple[TriggerSetup, ...] = ()


class Setup(Shape):
    """Who has which units; what is known of the table; where the record begins."""

    units: Mapping[str, UnitSetup]
    """Name → unit."""
    order_points: FromZero | Mapping[str, FromZero] = ALLOWANCE
    """Of a turn: one number for all, or each player's own."""
    factions: Mapping[str, tuple[str, ...]] = {}
    """Player → the factions of their army."""
    ambush: bool = True
    """Whether there is an ambush turn (A10)."""
    victory_target: FromOne = TARGET
    """Victory points that win."""
    adjacent: tuple[tuple[str, ...], ...] = ()
    """Pairs of units."""
    in_range: tuple[tuple[str, ...], ...] = ()
    """Shooter, target and, where it is said, the side of the target."""
    terrain: Mapping[str, str | None] = {}
    """Piece → who holds it, if anybody."""
    start: Start = Start()


def lay_out(law: Law, players: Players, said: Mapping[str, Any]) -> Table:
    """The table of a set-up, before the sequence begins. Raises SetupError."""
    setup = read(Setup, said)
    start = setup.start
    active = players[0] if start.active is UNSET else start.active
    units = _units(setup, players)
    standing = [unit.owner for unit in units.values() if unit.standing]
    forces = {player: standing.count(player) for player in players}
    table = Table(
        law=law,
        players=players,
        units=units,
        forces=forces,
        playing=tuple(player for player in players if forces[player]),
        allowance=_allowance(setup, players),
        factions=_factions(setup, players),
        ambush=setup.ambush,
        victory_target=setup.victory_target,
        adjacent=_adjacent(setup, units),
        in_range=_in_range(setup, units),
        terrain=_terrain(setup, players),
        turn=start.turn,
        active=one_of(players, active, "setup.start.active"),
        order_points=_by_player(start.order_points, players, "setup.start.order_points"),
        victory_points=_by_player(start.victory_points, players, "setup.start.victory_points"),
        row=start.at,
    )
    return _with_triggers(table, start.triggers)


def _units(setup: Setup, players: Players) -> Mapping[str, Unit]:
    earlier = setup.start.at == "T2b"
    units = {id: lay_out_unit(id, of, players, earlier=earlier) for id, of in setup.units.items()}
    if not any(unit.standing for unit in units.values()):
        raise SetupError("setup.units: expected at least one unit with a figure that stands")
    return units


def _factions(setup: Setup, players: Players) -> Mapping[str, frozenset[str]]:
    among(players, setup.factions, "setup.factions")
    return {
        player: frozenset(factions) - {MERCENARY} for player, factions in setup.factions.items()
    }


def _terrain(setup: Setup, players: Players) -> Mapping[str, str | None]:
    for name, holder in setup.terrain.items():
        if holder is not None:
            one_of(players, holder, f"setup.terrain.{name}")
    return setup.terrain


def _by_player(
    said: Mapping[str, int], players: Players, path: str, unsaid: int = 0
) -> Mapping[str, int]:
    """Each player's number, and this one for those of whom nothing is said; `path` is for errors."""
    among(players, said, path)
    return {**dict.fromkeys(players, unsaid), **said}


def _allowance(setup: Setup, players: Players) -> Mapping[str, int]:
    said = setup.order_points
    if isinstance(said, int):
        return dict.fromkeys(players, said)
    return _by_player(said, players, "setup.order_points", ALLOWANCE)


def _adjacent(setup: Setup, units: Mapping[str, Unit]) -> Adjacencies:
    facts: Adjacencies = {}
    for n, said in enumerate(setup.adjacent):
        one, other = _two_units(said, said, f"setup.adjacent[{n}]", units)
        if units[one].standing and units[other].standing:
            facts = with_adjacency(facts, one, other, REPORTED)
    return facts


def _in_range(setup: Setup, units: Mapping[str, Unit]) -> Ranges:
    facts: Ranges = {}
    for n, said in enumerate(setup.in_range):
        path = f"setup.in_range[{n}]"
        sides = said[PAIR:]
        unit, target = _two_units(said, said[:PAIR], path, units)
        if len(sides) > 1:
            raise wrong(path, "two units and at most one side", list(said))
        side = one_of(SIDES, sides[0], f"{path}[{PAIR}]") if sides else NO_SIDE
        if units[unit].standing and units[target].standing:
            facts = with_range(facts, unit, target, side, REPORTED)
    return facts


def _two_units(
    said: tuple[str, ...], pair: tuple[str, ...], path: str, units: Mapping[str, Unit]
) -> tuple[str, str]:
    """The two units of an item; `pair`: the part of it that names them, `said`: all of it, for the error."""
    for n, unit in enumerate(pair):
        one_of(units, unit, f"{path}[{n}]")
    if len(pair) != PAIR or pair[0] == pair[1]:
        raise wrong(path, "two different units", list(said))
    return pair[0], pair[1]


def _with_triggers(table: Table, triggers: Iterable[TriggerSetup]) -> Table:
    """In hand at T2b; at the beginning of a turn they arise where A5 says."""
    for n, said in enumerate(triggers):
        trigger = _trigger(table, said, f"setup.start.triggers[{n}]")
        table = changed(table, used={**table.used, trigger.id: 0})
        if table.row == "T2b":
            hand = (*table.hand(trigger.owner), trigger)
            table = changed(table, hands=table.with_hand(trigger.owner, hand))
        else:
            trigger = changed(trigger, row=row_meant(table, "T1")[0])
            table = changed(table, announced=(*table.announced, trigger))
    return table


def _trigger(table: Table, said: TriggerSetup, path: str) -> Trigger:
    one_of(table.players, said.owner, f"{path}.owner")
    expected = table.units[one_of(table.units, said.source, f"{path}.source")].owner
    if expected != said.owner:
        raise SetupError(f"{path}.owner: {said.source} is {expected}'s; expected {expected}")
    if said.id in table.used:
        raise SetupError(f"{path}.id: “{said.id}” is given twice; expected an id of its own")
    return Trigger(said.id, said.owner, said.source, 0)


def _figures_anew(table: Table, path: Path, said: Any, entry: int) -> Table:
    """The table with what is said of a unit's figures: which have fallen, or how those that stand are hurt."""
    unit: Unit = with_part(table, path, said, entry).units[path[1]]
    # Who was pushed off and is not down (H3) is in neither: nothing said here brings them back.
    fallen = table.units[path[1]].down
    known = [name for name in unit.card.figures if name in unit.standing or name in fallen]
    up = {name: unit.standing.get(name, name) for name in sorted(known) if name not in unit.down}
    if not unit.standing or not up:
        raise SetupError("that a unit has left the battlefield is said as a report, or rewound")
    for figure in said:
        one_of(known if path[2] == "down" else up, figure, path[2])
    hurt = {name: n for name, n in unit.damage.items() if name in up}
    if any(n >= unit.card.figures[name].hit_points for name, n in hurt.items()):
        raise SetupError("a figure without hit points left has fallen: say so by “down”")
    return table.with_hurt_unit(changed(unit, standing=up, damage=hurt))


def _figures_of(table: Table, path: Path) -> Iterable[str]:
    return table.units[path[1]].card.figures


CORRECTS: Mapping[str, TablePart | None] = {
    "victory_points.*": TablePart(kind=FromZero),
    "units.*.damage": TablePart(_figures_anew, None, Mapping[str, FromOne], _figures_of),
    "units.*.down": TablePart(_figures_anew, held_there, None, _figures_of),
}


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """A set-up for these players: a line against another, and a unit of scouts for each player more."""
    first, second, *others = players
    line, bows, few = (ROSTER.presets[name] for name in ("formation", "archers", "scouts"))
    return {
        "ambush": False,
        "units": {
            "legion": {"owner": first, **line},
            "archers": {"owner": first, **bows},
            "guard": {"owner": second, **line},
            "scouts": {"owner": second, **few},
            **{f"scouts{n}": {"owner": other, **few} for n, other in enumerate(others, 3)},
        },
        "adjacent": [["legion", "guard"]],
        "in_range": [["archers", "guard"]],
    }
