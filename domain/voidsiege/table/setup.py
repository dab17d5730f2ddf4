"""Reading a set-up: who has which units, how many points, which scenario, which rows of one's own."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from domain.kernel.rulebook import Law
from domain.kernel.setup import (
    UNSET,
    FromOne,
    FromZero,
    Meta,
    SetupError,
    Shape,
    UnsetType,
    among,
    one_of,
    read,
    wrong,
)
from domain.kernel.values import fields, fields_of
from domain.voidsiege.law.commands import COMMANDS, NO_REACTION_DOCUMENTED, command_table
from domain.voidsiege.table.state import Go, Held, Table, Unit

LENGTHS: Mapping[Any, int] = {4: 5, 5: 3, 6: 5}
"""Scenario → its length in rounds, where its page gives one."""
MOST_PARTS = 3

Restriction = Literal["run", "shoot", "defend"]
Part = Literal["move", "run", "shoot", "brace"]
Undocumented = Literal["overrun", "covering_fire"]


class UnitSetup(Shape):
    """A unit, its special rules, and the restrictions it already holds."""

    owner: str
    """A player."""
    abilities: tuple[str, ...] = ()
    """Special rules, by name."""
    restrictions: tuple[Restriction, ...] = ()
    """Held from the beginning."""


class EditionRow(Shape, kw_only=True):
    """A row of the command table that an organiser's edition has filled in."""

    parts: tuple[Part | Literal["rally"], ...]
    restrictions: Mapping[str, tuple[Restriction, ...]] = {}
    target: str


class Row(EditionRow, kw_only=True):
    """A row of the command table that this table has filled in itself (U1, U2)."""

    parts: tuple[Part, ...]


class Setup(Shape):
    """Who has which units and command points; the rest where it differs from the rulebook."""

    points: Mapping[str, FromZero]
    """Player → command points of a round."""
    units: Mapping[str, UnitSetup]
    """Name → unit."""
    rounds: FromOne | UnsetType = UNSET
    """The last round; as the scenario has it if left out, else open."""
    scenario: Annotated[int, Meta(ge=1, le=6)] | UnsetType = UNSET
    """Its number in the rulebook."""
    commands: Mapping[Undocumented, Row] = {}
    """Rows for the commands that the rulebook leaves out."""
    reactions: Mapping[str, bool] = {}
    """Which commands of U3's list may be given as reactions."""
    removals: tuple[str, ...] = ()
    """Special rules that remove a restriction (U4)."""


def lay_out(law: Law, players: tuple[str, ...], said: Mapping[str, Any]) -> Table:
    """The table as the set-up describes it. Raises SetupError."""
    if len(players) != 2:  # noqa: PLR2004
        raise SetupError(f"players: VoidSiege is for two players here, not {len(players)}")
    setup = read(Setup, said)
    among(sorted(NO_REACTION_DOCUMENTED), setup.reactions, "setup.reactions")
    points, units = _points(setup, players), _units(setup, players)
    first = players[0] if points[players[0]] else players[1]
    return Table(
        law=law,
        players=players,
        full_points=points,
        rounds=LENGTHS.get(setup.scenario) if setup.rounds is UNSET else setup.rounds,
        scenario=None if setup.scenario is UNSET else setup.scenario,
        commands=command_table(law, _rows(law, setup)),
        units=units,
        points=points,
        left={player: sum(unit.owner == player for unit in units.values()) for player in players},
        go=Go(first, skipped=first != players[0]),
        reactions=setup.reactions,
        removals=frozenset(setup.removals),
    )


def _points(setup: Setup, players: tuple[str, ...]) -> Mapping[str, int]:
    among(players, setup.points, "setup.points", all=True)
    if not any(setup.points.values()):
        raise SetupError("setup.points: at least one player needs a command point")
    return setup.points


def _units(setup: Setup, players: tuple[str, ...]) -> dict[str, Unit]:
    units, from_the_first_round = {}, Held(0, through=1)
    for name, unit in setup.units.items():
        one_of(players, unit.owner, f"setup.units.{name}.owner")
        held: dict[str, Held] = dict.fromkeys(unit.restrictions, from_the_first_round)
        units[name] = Unit(name, unit.owner, frozenset(unit.abilities), held)
    for player in players:
        if not any(unit.owner == player for unit in setup.units.values()):
            raise SetupError(f"setup.units: {player} has no unit; expected at least one")
    return units


def _rows(law: Law, setup: Setup) -> dict[str, Mapping[str, Any]]:
    """The rows of this table's own; those of the edition are checked where they are not the published ones."""
    rows: Any = law.edition.tables["commands"]
    for name, written in rows.items():
        if written != COMMANDS.get(name):
            path = f"tables.commands.{name}"
            own = {one.name: written[one.name] for one in fields(EditionRow) if one.name in written}
            _check(read(EditionRow, own, path), path)
    for name, row in setup.commands.items():
        _check(row, f"setup.commands.{name}")
    return {name: fields_of(row) for name, row in setup.commands.items()}


def _check(row: EditionRow, path: str) -> None:
    parts = row.parts
    if not 1 <= len(parts) <= MOST_PARTS or len(set(parts)) < len(parts):
        raise SetupError(f"{path}.parts: expected one to three parts, none of them twice")
    if "move" in parts and "run" in parts:
        raise SetupError(f"{path}.parts: expected move or run, not both")
    among(parts, row.restrictions, f"{path}.restrictions")
    expected = _target(parts)
    if row.target != expected:
        raise wrong(f"{path}.target", f"{expected} for {', '.join(parts)}", row.target)


def _target(parts: tuple[str, ...]) -> str:
    if "shoot" not in parts:
        return "none"
    return "after_move" if "move" in parts or "run" in parts else "declared"
