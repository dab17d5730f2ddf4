"""Set-ups: how they are read and laid out, what a form asks for, and a small one for the first minute."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from domain.kernel.faults import RulesetFault
from domain.kernel.roster import Roster, number, pick
from domain.kernel.rulebook import Edition, Law
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
from domain.kernel.table_part import Path, TablePart
from domain.kernel.values import changed, fields
from domain.voidsiege.commands import (
    COMMANDS,
    GAPS,
    PAGE,
    USES,
    Command,
    command_of,
    restriction_words,
    targets_of,
    with_snap_fires_shot,
)
from domain.voidsiege.table import WILL, Go, Held, Table, Unit, plain_name

LENGTHS: Mapping[Any, int] = {4: 5, 5: 3, 6: 5}
"""Scenario → its length in rounds, where its page gives one."""
MOST_PARTS = 3

Part = Literal["move", "run", "shoot", "brace", "rally"]
When = Literal["none", "declared", "after_move"]
WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""How the table spells its own commands and restrictions (E20)."""
SPELLED = "a small letter a–z, then small letters, digits and underscores, at most 40 in all"


class UnitSetup(Shape):
    """A unit, its special rules, and the restrictions it already holds."""

    owner: str
    """A player."""
    abilities: tuple[str, ...] = ()
    """Special rules, by name."""
    restrictions: tuple[str, ...] = ()
    """Held from the beginning."""


class KnownRow(Shape, kw_only=True):
    """What a command does: its parts, what they apply, when its target is named."""

    parts: tuple[Part, ...]
    """One to three, in order."""
    restrictions: Mapping[str, tuple[str, ...]] = {}
    """Part → the restrictions it applies; none if left out."""
    target: When | UnsetType = UNSET
    """After the move where there is a move and a shot, with the declaration of a shot alone, else none."""


class EditionRow(KnownRow, kw_only=True):
    """A row of the command table that an organiser's edition has changed (E21)."""

    as_command: Any = True
    as_reaction: Any = True
    as_charge: Any = True


class Row(KnownRow, kw_only=True):
    """A row for a command that the rulebook leaves out (U1, U2), or for one of the table's own (E20)."""

    as_command: bool | UnsetType = UNSET
    """Whether it may be given as a command: yes if left out. The table's own alone say this."""
    as_reaction: bool | UnsetType = UNSET
    """Whether it may be a reaction: no if left out. The table's own alone say this."""
    as_charge: bool | UnsetType = UNSET
    """Whether it may be a Charge: no if left out. The table's own alone say this."""


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
    commands: Mapping[str, Row] = {}
    """Rows for the commands that the rulebook leaves out, and for the table's own, by their words (E20)."""
    reactions: Mapping[str, bool] = {}
    """Which commands may be given as reactions, where the command table leaves it open (U3)."""
    removals: tuple[str, ...] = ()
    """Special rules that remove a restriction (U4); Will of the Masters needs no leave."""


def lay_out(law: Law, players: tuple[str, ...], said: Mapping[str, Any]) -> Table:
    """The table as the set-up describes it. Raises SetupError."""
    setup = read(Setup, said)
    commands = with_snap_fires_shot(law, law.edition.derived(_commands_of_edition))
    if setup.commands:
        commands = {**commands, **_own_commands(law.edition, setup)}
    open_ones = [name for name, row in commands.items() if row.as_reaction.question == "U3"]
    among(sorted(open_ones), setup.reactions, "setup.reactions")
    _no_removal_twice(setup.removals)
    points, units = _points(setup, players), _units(setup, players, commands.values())
    first = players[0] if points[players[0]] else players[1]
    return Table(
        law=law,
        players=players,
        full_points=points,
        rounds=LENGTHS.get(setup.scenario) if setup.rounds is UNSET else setup.rounds,
        scenario=None if setup.scenario is UNSET else setup.scenario,
        commands=commands,
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


def _no_removal_twice(removals: Sequence[str]) -> None:
    """Checks that no special rule is named twice, or needs no leave (P16, U4). Raises SetupError."""
    named: dict[str, str] = {}
    for n, name in enumerate(removals):
        plain, path = plain_name(name), f"setup.removals[{n}]"
        if plain == plain_name(WILL):
            raise SetupError(f"{path}: “{name}” needs no leave, it removes a restriction by P16")
        if plain in named:
            raise SetupError(f"{path}: “{name}” is there already, as “{named[plain]}”")
        named[plain] = name


def _units(setup: Setup, players: tuple[str, ...], commands: Iterable[Command]) -> dict[str, Unit]:
    units, from_the_first_round = {}, Held(0, through=1)
    known = restriction_words(commands)
    for name, unit in setup.units.items():
        one_of(players, unit.owner, f"setup.units.{name}.owner")
        for n, held_one in enumerate(unit.restrictions):
            one_of(known, held_one, f"setup.units.{name}.restrictions[{n}]")
        held: dict[str, Held] = dict.fromkeys(unit.restrictions, from_the_first_round)
        units[name] = Unit(name, unit.owner, frozenset(unit.abilities), held)
    for player in players:
        if not any(unit.owner == player for unit in setup.units.values()):
            raise SetupError(f"setup.units: {player} has no unit; expected at least one")
    return units


def _commands_of_edition(edition: Edition) -> Mapping[str, Command]:
    """The command table of an edition. Raises SetupError for a row that is none."""
    rows: Any = edition.tables["commands"]
    return {name: command_of(edition, name, _row_read(name, rows[name])) for name in rows}


def _check_page() -> None:
    """Checks that every row of the published page is one. Raises RulesetFault."""
    for name, row in COMMANDS.items():
        if row["parts"] is not None:
            own = {field.name: row[field.name] for field in fields(EditionRow)}
            try:
                _whole(read(EditionRow, own, f"command {name}"), f"command {name}")
            except SetupError as why:
                raise RulesetFault(f"{PAGE.place}, {why}") from None


def _row_read(name: str, written: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of an edition, checked where it is not the published one. Raises SetupError."""
    published = COMMANDS.get(name)
    if written == published:
        return written
    path = f"tables.commands.{name}"
    own = {field.name: written[field.name] for field in fields(EditionRow) if field.name in written}
    cells = {use: own.get(use) for use in USES}
    if own.get("parts") is None and published is not None and published["parts"] is None:
        if {"restrictions", "target"} & {*own}:
            raise SetupError(f"{path}: “parts” is missing")
        return {"parts": None, **cells}
    return {**_whole(read(EditionRow, own, path), path), **cells}


def _own_commands(edition: Edition, setup: Setup) -> Mapping[str, Command]:
    """What this table has filled in, and its own commands (E20). Raises SetupError."""
    rows = _own_rows(edition, setup)
    return {name: command_of(edition, name, row) for name, row in rows}


def _own_rows(edition: Edition, setup: Setup) -> Iterator[tuple[str, Mapping[str, Any]]]:
    rows: Any = edition.tables["commands"]
    for name, row in setup.commands.items():
        path = f"setup.commands.{name}"
        said = {use: getattr(row, use) for use in USES if getattr(row, use) is not UNSET}
        if name in GAPS:
            for use in said:
                raise SetupError(f"{path}.{use}: only a command of the table's own says it")
            yield name, {**_whole(row, path), **{use: rows[name][use] for use in USES}}
            continue
        if name in rows or name == "charge":
            raise SetupError(f"{path}: the rulebook has “{name}”; give yours another name")
        _is_spelled(name, path)
        if row.as_charge is True and not {"move", "run"} & {*row.parts}:
            raise wrong(f"{path}.as_charge", "false without a move or run (E3)", True)
        may = {"as_command": True, "as_reaction": False, "as_charge": False, **said}
        yield name, {**_whole(row, path), **{use: may[use] or "no (E20)" for use in USES}}


def _is_spelled(word: str, path: str) -> None:
    if not WORD.fullmatch(word):
        raise wrong(path, SPELLED, word)


def _whole(row: KnownRow, path: str) -> Mapping[str, Any]:
    """What the row says, with what it leaves out. Raises SetupError."""
    parts = row.parts
    if not 1 <= len(parts) <= MOST_PARTS or len(set(parts)) < len(parts):
        raise SetupError(f"{path}.parts: expected one to three parts, none of them twice")
    if "move" in parts and "run" in parts:
        raise SetupError(f"{path}.parts: expected move or run, not both")
    among(parts, row.restrictions, f"{path}.restrictions")
    for part, applied in row.restrictions.items():
        for n, word in enumerate(applied):
            _is_spelled(word, f"{path}.restrictions.{part}[{n}]")
    fitting = targets_of(parts)
    if row.target is not UNSET and row.target not in fitting:
        expected = f"{' or '.join(fitting)} for {', '.join(parts)}"
        raise wrong(f"{path}.target", expected, row.target)
    target = fitting[0] if row.target is UNSET else row.target
    return {"parts": parts, "restrictions": row.restrictions, "target": target}


_check_page()


def _held_anew(table: Table, path: Path, words: Sequence[str], entry: int) -> Table:
    """The table with these restrictions on a unit; those that it keeps it has since they came."""
    before = table.units[path[1]].held
    known = {one_of(table.restriction_words, word, path[-1]): before.get(word) for word in words}
    held = {word: one or Held(entry, table.round) for word, one in known.items()}
    gone = {word: entry for word in before if word not in held}
    return table.with_unit(path[1], held=held, lost={**table.units[path[1]].lost, **gone})


def _stands_again(table: Table, path: Path, destroyed: bool, _entry: int) -> Table:
    if destroyed:
        raise SetupError("that a unit is destroyed is said as a report")
    owner = table.units[path[1]].owner
    left = {**table.left, owner: table.left[owner] + 1}
    return changed(table.with_unit(path[1], destroyed=None), left=left)


CORRECTS: Mapping[str, TablePart | None] = {
    "units.*.restrictions": TablePart(_held_anew, words=lambda table, _: table.restriction_words),
    "units.*.destroyed": TablePart(_stands_again, kind=bool),
    **dict.fromkeys(("units.*.owner", "reactions.*", "commands.*.target")),
}


SCENARIOS = range(1, 7)

ROSTER = Roster(
    pieces="units",
    piece="unit",
    own=(number("points", 3),),
    table=(
        number("rounds", least=1),
        pick("scenario", {str(n): str(n) for n in SCENARIOS}, number=True),
    ),
    presets={"unit": {}},
)
"""What is filled in when a table is set up by hand."""


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """For these two players: two units a side, three command points."""
    first, second = players[:2]
    return {
        "points": {first: 3, second: 3},
        "rounds": 3,
        "units": {
            "a1": {"owner": first},
            "a2": {"owner": first},
            "b1": {"owner": second},
            "b2": {"owner": second},
        },
    }
