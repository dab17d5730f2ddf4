"""Game records, format 1: read into values, and written back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from application.editions import rules_of
from application.game.checked_step import NOTES
from application.game.moments import NoMoment, said_at
from application.named_file import CannotRead, spoken_path, text_of
from application.records.headings import (
    BadHeading,
    about_in,
    check_setup_names,
    names_in,
    own_edition_in,
)
from application.records.notation import Unclear, values
from application.records.odd_keys import odd_key, with_plain_keys
from application.rulesets import FOLDERS, ruleset
from domain.kernel.history import Game, Mode, Opening, open_game
from domain.kernel.look_alikes import looks_like
from domain.kernel.ruleset import SPECTATOR, SetupError
from domain.kernel.ruling import LEGAL, VERDICTS
from domain.kernel.steps import AT, JUDGE, Said, quoted_value
from domain.kernel.values import changed

FORMAT = 1
SUFFIXES = (".yaml", ".yml", ".json")
"""How the name of a file with a record ends."""
MODES: tuple[str, ...] = get_args(Mode)
KEYS = (
    "record",
    "ruleset",
    "edition",
    "readings",
    "mode",
    "players",
    "names",
    "about",
    "setup",
    "steps",
    "expect_state",
)
NEEDED = ("record", "ruleset", "players")
NAME = re.compile(r"[^\W_][\w.'’-]{0,39}")


class BadRecord(Exception):
    """The input is no record; the message is one sentence: where, what, what was expected."""


@dataclass(frozen=True, slots=True)
class NotedStep:
    """A step of a record with the reader's notes on it."""

    said: Said
    expect: str = LEGAL
    cites: tuple[str, ...] = ()
    """Rule ids of which the ruling should cite at least one; empty if any will do."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game record: the opening, the steps, and the state expected at the end."""

    opening: Opening
    steps: tuple[NotedStep, ...] = ()
    expect_state: Mapping[str, Any] | None = None
    source: str = "the record"
    """What to call it in a sentence: its file name."""


def read_record(path: str | Path) -> Record:
    """The record in this file; `-` is standard input. Raises BadRecord."""
    return record_of(_text(path), spoken_path(path))


def record_of(text: str, source: str = "the record") -> Record:
    """The record that this text holds. Raises BadRecord."""
    try:
        content = values(text)
    except Unclear as why:
        raise BadRecord(f"{source}: {why}.") from None
    return record_from(content, source)


def record_from(content: Any, source: str = "the record") -> Record:
    """The record in these parsed values. Raises BadRecord."""
    try:
        return _record(content, source)
    except (_Wrong, BadHeading) as why:
        raise BadRecord(f"{source}: {why}.") from None


def open_record(record: Record) -> Game:
    """The record's game at entry 0. Raises BadRecord if the ruleset refuses its set-up."""
    try:
        return open_game(rules_of(record.opening), record.opening)
    except SetupError as why:
        raise BadRecord(f"{record.source}: {str(why).rstrip('.')}.") from None


def with_readings(record: Record, readings: Mapping[str, str]) -> Record:
    """The record with these readings changed and the others as before."""
    chosen = {**record.opening.readings, **readings}
    return replace(record, opening=changed(record.opening, readings=chosen))


class _Wrong(Exception):
    """What is wrong, without the name of the file."""


def _text(path: str | Path) -> str:
    try:
        return text_of(path, "a record is YAML or JSON in UTF-8")
    except CannotRead as why:
        raise BadRecord(f"{why}.") from None


def _record(content: Any, source: str) -> Record:
    if content is None:
        raise _Wrong("it is empty; a record begins with “record: 1”")
    if not isinstance(content, dict):
        raise _Wrong(
            f"a record is one mapping that begins with “record: 1”, not {kind_of(content)}"
        )
    _keys(content)
    _format(content["record"])
    players = _players(content["players"])
    setup = _mapping("setup", content.get("setup", {}))
    check_setup_names(setup)
    opening = Opening(
        ruleset=_ruleset(content["ruleset"]),
        **_edition(content),
        readings=_readings(content.get("readings", {})),
        mode=_mode(content.get("mode", "casual")),
        players=players,
        setup=setup,
        **_headings(content, players),
    )
    expect_state = content.get("expect_state")
    if "expect_state" in content:
        expect_state = with_plain_keys(_mapping("expect_state", expect_state, odd=True))
    steps = _list("steps", content.get("steps", []))
    noted = tuple(_noted_step(n, step, players) for n, step in enumerate(steps, 1))
    _in_time(noted)
    return Record(opening, noted, expect_state, source)


def _headings(content: dict[str, Any], players: tuple[str, ...]) -> dict[str, Any]:
    return {
        "names": names_in(_mapping("names", content.get("names", {})), players),
        "about": about_in(_mapping("about", content.get("about", {}))),
    }


def _in_time(steps: tuple[NotedStep, ...]) -> None:
    """When the steps were taken, as far as it is said, never goes back."""
    last, before = 0, None
    for n, step in enumerate(steps, 1):
        try:
            now = said_at(step.said)
        except NoMoment as why:
            raise _Wrong(f"step {n}: at: {why}") from None
        if now is None:
            continue
        if before is not None and now < before:
            earlier = f"{steps[last - 1].said[AT]}, when step {last} was taken"
            raise _Wrong(f"step {n}: at: {step.said[AT]} lies before {earlier}; expected it later")
        last, before = n, now


def _keys(content: dict[str, Any]) -> None:
    for key in content:
        if key not in KEYS:
            raise _Wrong(f"{quoted_value(key)} is no key of a record; expected {', '.join(KEYS)}")
    for key in NEEDED:
        if key not in content:
            raise _Wrong(f"“{key}” is missing; a record needs {', '.join(NEEDED)}")


def _format(version: Any) -> None:
    if type(version) is not int or version != FORMAT:
        raise _Wrong(f"record: format {quoted_value(version)} is not known; expected {FORMAT}")


def _ruleset(name: Any) -> str:
    if not isinstance(name, str) or name not in FOLDERS:
        raise _Wrong(
            f"ruleset: no ruleset {quoted_value(name)}; expected one of {', '.join(FOLDERS)}"
        )
    return name


def _edition(content: dict[str, Any]) -> dict[str, Any]:
    """Its id, and its page where it is an organiser's own."""
    name = _ruleset(content["ruleset"])
    if "edition" not in content:
        return {"edition": ruleset(name).edition().id}
    edition = content["edition"]
    if isinstance(edition, dict):
        return own_edition_in(with_plain_keys(_mapping("edition", edition)), name)
    if isinstance(edition, float | int) and not isinstance(edition, bool):
        raise _Wrong(f'edition: {edition} is a number here; put it in quotes: "{edition}"')
    if not isinstance(edition, str):
        raise _Wrong(f'edition: expected a word such as "2025.1", not {kind_of(edition)}')
    return {"edition": edition}


def _readings(readings: Any) -> dict[str, str]:
    for question, value in _mapping("readings", readings).items():
        if not isinstance(value, str):
            raise _Wrong(f"readings.{question}: expected a word, not {quoted_value(value)}")
    return {**readings}


def _mode(mode: Any) -> Any:
    if mode not in MODES:
        raise _Wrong(f"mode: {quoted_value(mode)} is not one of {', '.join(MODES)}")
    return mode


def _players(players: Any) -> tuple[str, ...]:
    names = _list("players", players)
    if not names:
        raise _Wrong("players: nobody plays; expected a list of names such as [ana, ben]")
    for n, name in enumerate(names):
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise _Wrong(
                f"players[{n}]: {quoted_value(name)} is no name; expected one word such as ana"
            )
        if name in (JUDGE, SPECTATOR):
            raise _Wrong(f"players[{n}]: “{name}” is never a player's name")
        if name in names[:n]:
            raise _Wrong(f"players[{n}]: “{name}” has a seat already")
        alike = looks_like(name, names[:n])
        if alike:
            raise _Wrong(
                f"players[{n}]: “{name}” looks like “{alike}”; expected a name that nobody takes for it"
            )
    return tuple(names)


def _mapping(path: str, value: Any, *, odd: bool = False) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(f"{path}: expected a mapping, not {kind_of(value)}")
    wrong = "" if odd else odd_key(value, path)
    if wrong:
        raise _Wrong(wrong)
    return value


def _list(path: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _Wrong(f"{path}: expected a list, not {kind_of(value)}")
    return value


def _noted_step(n: int, step: Any, players: tuple[str, ...]) -> NotedStep:
    if not isinstance(step, dict):
        raise _Wrong(
            f"step {n}: expected one mapping such as {{by: ana, do: pass}}, not {kind_of(step)}"
        )
    for needed in ("by", "do"):
        if needed not in step:
            raise _Wrong(f"step {n}: “{needed}” is missing; a step says who does what")
    by = step["by"]
    if by not in players and by != JUDGE:
        seats = ", ".join((*players, JUDGE))
        raise _Wrong(f"step {n}: by: {quoted_value(by)} has no seat; expected one of {seats}")
    expect = step.get("expect", LEGAL)
    if expect not in VERDICTS:
        raise _Wrong(
            f"step {n}: expect: {quoted_value(expect)} is not one of {', '.join(VERDICTS)}"
        )
    cites = _list(f"step {n}: cites", step.get("cites", []))
    if not all(isinstance(rule, str) for rule in cites):
        raise _Wrong(f"step {n}: cites: expected rule ids such as [T4], not {quoted_value(cites)}")
    said = with_plain_keys({key: value for key, value in step.items() if key not in NOTES})
    return NotedStep(said, expect, tuple(cites))


def kind_of(value: Any) -> str:
    """The words by which an error message names a value."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "nothing" if value is None else quoted_value(value)
