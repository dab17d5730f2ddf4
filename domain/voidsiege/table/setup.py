"""Reading a set-up: who has which units, how many points, which scenario, which rows of one's own."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Law
from domain.kernel.setup import Given, SetupError
from domain.voidsiege.law.commands import COMMANDS, GAPS, NO_REACTION_DOCUMENTED, Command, row
from domain.voidsiege.table.state import Go, Held, Table, Unit

KEYS = ("points", "units", "rounds", "scenario", "commands", "reactions", "removals")
LENGTHS: Mapping[int | None, int] = {4: 5, 5: 3, 6: 5}
"""Scenario → its length in rounds, where its page gives one."""
RESTRICTIONS = ("run", "shoot", "defend")
PARTS = ("move", "run", "shoot", "brace")
COLUMNS = ("parts", "restrictions", "target")
MOST_PARTS = 3
SCENARIOS = 6


def lay_out(law: Law, players: tuple[str, ...], setup: Mapping[str, Any]) -> Table:
    """The table as the set-up describes it. Raises SetupError."""
    if len(players) != 2:  # noqa: PLR2004
        raise SetupError(f"players: VoidSiege is for two players here, not {len(players)}")
    given = Given(setup)
    given.mapping(*KEYS, needs=("points", "units"))
    points = _points(given["points"], players)
    units = _units(given["units"], players)
    scenario = given["scenario"].number(1, SCENARIOS) if "scenario" in given else None
    first = players[0] if points[players[0]] else players[1]
    return Table(
        law=law,
        players=players,
        full_points=points,
        rounds=given["rounds"].number(1) if "rounds" in given else LENGTHS.get(scenario),
        scenario=scenario,
        commands=_commands(law, given.get("commands", {})),
        units=units,
        points=points,
        left={player: sum(unit.owner == player for unit in units.values()) for player in players},
        go=Go(first, skipped=first != players[0]),
        reactions=_reactions(given.get("reactions", {})),
        removals=frozenset(given.get("removals", []).words()),
    )


def _reactions(given: Given) -> dict[str, bool]:
    given.mapping(*sorted(NO_REACTION_DOCUMENTED))
    return {command: may.truth() for command, may in given.items()}


def _points(given: Given, players: tuple[str, ...]) -> dict[str, int]:
    given.mapping(*players, needs=players)
    points = {player: given[player].number() for player in players}
    if not any(points.values()):
        raise given.refused("at least one player needs a command point")
    return points


def _units(given: Given, players: tuple[str, ...]) -> dict[str, Unit]:
    units = {name: _unit(name, unit, players) for name, unit in given.items()}
    for player in players:
        if not any(unit.owner == player for unit in units.values()):
            raise given.refused(f"{player} has no unit; expected at least one")
    return units


def _unit(name: str, given: Given, players: tuple[str, ...]) -> Unit:
    given.mapping("owner", "abilities", "restrictions", needs=("owner",))
    owner = given["owner"].one_of(*players)
    abilities = given.get("abilities", []).words()
    held = given.get("restrictions", []).words(*RESTRICTIONS)
    return Unit(name, owner, frozenset(abilities), {one: Held(0) for one in held})


def _commands(law: Law, given: Given) -> dict[str, Command]:
    given.mapping(*GAPS)
    rows: Any = law.edition.tables["commands"]
    for name, one in rows.items():
        if one != COMMANDS.get(name):
            own = {key: one[key] for key in COLUMNS if key in one}
            _row(Given(own, f"tables.commands.{name}"), (*PARTS, "rally"))
    checked = {name: _row(one) for name, one in given.items()}
    return {name: row(name, checked.get(name, one), law["C18"]) for name, one in rows.items()}


def _row(given: Given, known: tuple[str, ...] = PARTS) -> Mapping[str, Any]:
    """A row of the command table that this table has filled in itself."""
    whole = given.mapping(*COLUMNS, needs=("parts", "target"))
    parts = given["parts"].words(*known)
    if not 1 <= len(parts) <= MOST_PARTS or len(set(parts)) < len(parts):
        raise given["parts"].refused("expected one to three parts, none of them twice")
    if "move" in parts and "run" in parts:
        raise given["parts"].refused("expected move or run, not both")
    applied = given.get("restrictions", {})
    applied.mapping(*parts)
    for _, restrictions in applied.items():  # noqa: PERF102 - not a dict
        restrictions.words(*RESTRICTIONS)
    expected = _target(parts)
    if given["target"].value != expected:
        raise given["target"].wrong(f"{expected} for {', '.join(parts)}")
    return whole


def _target(parts: tuple[str, ...]) -> str:
    if "shoot" not in parts:
        return "none"
    return "after_move" if "move" in parts or "run" in parts else "declared"
