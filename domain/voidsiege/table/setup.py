"""Reading a set-up: who has which units, how many points, which scenario, which rows of one's own."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Law
from domain.kernel.ruleset import SetupError
from domain.kernel.steps import shown
from domain.voidsiege.law.commands import GAPS, NO_REACTION_DOCUMENTED, Command, row
from domain.voidsiege.table.state import Go, Held, Table, Unit

KEYS = ("points", "units", "rounds", "scenario", "commands", "reactions", "removals")
LENGTHS: Mapping[int | None, int] = {4: 5, 5: 3, 6: 5}
"""Scenario → its length in rounds, where its page gives one."""
RESTRICTIONS = ("run", "shoot", "defend")
PARTS = ("move", "run", "shoot", "brace")
MOST_PARTS = 3
SCENARIOS = range(1, 7)


def lay_out(law: Law, players: tuple[str, ...], setup: Mapping[str, Any]) -> Table:
    """The table as the set-up describes it. Raises SetupError."""
    if len(players) != 2:  # noqa: PLR2004
        raise SetupError(f"players: VoidSiege is for two players here, not {len(players)}")
    _only(setup, KEYS, "setup")
    points = _points(_needed(setup, "points", "setup"), players)
    units = _units(_needed(setup, "units", "setup"), players)
    scenario = _scenario(setup)
    first = players[0] if points[players[0]] else players[1]
    return Table(
        law=law,
        players=players,
        full_points=points,
        rounds=_rounds(setup, scenario),
        scenario=scenario,
        commands=_commands(law, setup.get("commands", {})),
        units=units,
        points=points,
        left={player: sum(unit.owner == player for unit in units.values()) for player in players},
        go=Go(first, skipped=first != players[0]),
        reactions=_reactions(setup.get("reactions", {})),
        removals=frozenset(_names(setup.get("removals", []), "setup.removals")),
    )


def _needed(mapping: Mapping[str, Any], key: str, path: str) -> Any:
    if key not in mapping:
        raise SetupError(f"{path}: “{key}” is missing")
    return mapping[key]


def _mapping(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SetupError(f"{path}: expected a mapping, got {shown(value)}")
    for key in value:
        if not isinstance(key, str):
            raise SetupError(f"{path}: expected words as keys, got {shown(key)}")
    return value


def _only(value: Any, known: tuple[str, ...], path: str) -> Mapping[str, Any]:
    for key in _mapping(value, path):
        if key not in known:
            raise SetupError(f"{path}: unknown key {shown(key)}; expected {', '.join(known)}")
    return value  # type: ignore[no-any-return]


def _words(value: Any, known: tuple[str, ...], path: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise SetupError(f"{path}: expected a list of {', '.join(known)}, got {shown(value)}")
    for word in value:
        if not isinstance(word, str) or word not in known:
            raise SetupError(f"{path}: expected {', '.join(known)}, got {shown(word)}")
    return tuple(value)


def _names(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise SetupError(f"{path}: expected a list of names of special rules, got {shown(value)}")
    for name in value:
        if not isinstance(name, str):
            raise SetupError(f"{path}: expected the name of a special rule, got {shown(name)}")
    return tuple(value)


def _reactions(value: Any) -> dict[str, bool]:
    known = tuple(sorted(NO_REACTION_DOCUMENTED))
    for command, word in _only(value, known, "setup.reactions").items():
        if type(word) is not bool:
            path = f"setup.reactions.{command}"
            raise SetupError(f"{path}: expected true or false, got {shown(word)}")
    return dict(value)


def _is_whole(value: Any, least: int) -> bool:
    return type(value) is int and value >= least


def _points(value: Any, players: tuple[str, ...]) -> dict[str, int]:
    given = _only(value, players, "setup.points")
    for player in players:
        number = _needed(given, player, "setup.points")
        if not _is_whole(number, 0):
            path = f"setup.points.{player}"
            raise SetupError(f"{path}: expected a whole number, 0 or more, got {shown(number)}")
    if not any(given.values()):
        raise SetupError("setup.points: at least one player needs a command point")
    return {player: given[player] for player in players}


def _units(value: Any, players: tuple[str, ...]) -> dict[str, Unit]:
    units = {
        name: _unit(name, unit, players) for name, unit in _mapping(value, "setup.units").items()
    }
    for player in players:
        if not any(unit.owner == player for unit in units.values()):
            raise SetupError(f"setup.units: {player} has no unit; expected at least one")
    return units


def _unit(name: str, value: Any, players: tuple[str, ...]) -> Unit:
    path = f"setup.units.{name}"
    given = _only(value, ("owner", "abilities", "restrictions"), path)
    owner = _needed(given, "owner", path)
    if not isinstance(owner, str) or owner not in players:
        raise SetupError(f"{path}.owner: expected {' or '.join(players)}, got {shown(owner)}")
    abilities = _names(given.get("abilities", []), f"{path}.abilities")
    held = _words(given.get("restrictions", []), RESTRICTIONS, f"{path}.restrictions")
    return Unit(name, owner, frozenset(abilities), {one: Held(0) for one in held})


def _scenario(setup: Mapping[str, Any]) -> int | None:
    if "scenario" not in setup:
        return None
    value = setup["scenario"]
    if type(value) is not int or value not in SCENARIOS:
        raise SetupError(f"setup.scenario: expected a number from 1 to 6, got {shown(value)}")
    return value


def _rounds(setup: Mapping[str, Any], scenario: int | None) -> int | None:
    if "rounds" not in setup:
        return LENGTHS.get(scenario)
    value = setup["rounds"]
    if not _is_whole(value, 1):
        raise SetupError(f"setup.rounds: expected a whole number, 1 or more, got {shown(value)}")
    return int(value)


def _commands(law: Law, value: Any) -> dict[str, Command]:
    supplied = _only(value, tuple(GAPS), "setup.commands")
    rows: Any = law.edition.tables["commands"]
    checked = {name: _row(one, f"setup.commands.{name}") for name, one in supplied.items()}
    return {name: row(name, checked.get(name, one), law["C18"]) for name, one in rows.items()}


def _row(value: Any, path: str) -> Mapping[str, Any]:
    given = _only(value, ("parts", "restrictions", "target"), path)
    parts = _words(_needed(given, "parts", path), PARTS, f"{path}.parts")
    if not 1 <= len(parts) <= MOST_PARTS or len(set(parts)) < len(parts):
        raise SetupError(f"{path}.parts: expected one to three parts, none of them twice")
    if "move" in parts and "run" in parts:
        raise SetupError(f"{path}.parts: expected move or run, not both")
    applied = _only(given.get("restrictions", {}), parts, f"{path}.restrictions")
    for part, restrictions in applied.items():
        _words(restrictions, RESTRICTIONS, f"{path}.restrictions.{part}")
    target, expected = _needed(given, "target", path), _target(parts)
    if target != expected:
        raise SetupError(
            f"{path}.target: expected {expected} for {', '.join(parts)}, got {shown(target)}"
        )
    return given


def _target(parts: tuple[str, ...]) -> str:
    if "shoot" not in parts:
        return "none"
    return "after_move" if "move" in parts or "run" in parts else "declared"
