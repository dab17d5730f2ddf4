"""Exports a game as a record that replays to the same rulings and the same state."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import yaml

from application.answer import Answer, SaidStep
from application.game.checked_step import NOTES
from application.game.moments import moments
from application.records.expectations import RulingsExpected, StepExpected
from application.records.records import FORMAT
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import AT

WIDEST = 2**30
DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class RecordAsJson(Answer):
    """A game record, format 1, with whatever else its page names."""

    record: Literal[1]
    ruleset: str
    players: tuple[str, ...]
    steps: tuple[SaidStep, ...]


def as_record(
    game: Game, written: Sequence[int] | None = None, expected: RulingsExpected | None = None
) -> dict[str, Any]:
    """The game as a record's mapping, each ruling and the final state noted.

    `written`: when each entry was written, entry 0 first; steps then get their times.
    `expected`: the notes of the record that the game was imported from; the steps of that record keep
    its notes and its times.
    """
    opening = game.opening
    when = [""] * game.length if written is None else moments(game.log, written)
    steps = [
        _step(entry, at, expected.of(entry.n) if expected else None)
        for entry, at in zip(game.log, when, strict=True)
    ]
    called = {"names": dict(opening.names)} if opening.names else {}
    about = {"about": dict(opening.about)} if opening.about else {}
    return {
        "record": FORMAT,
        "ruleset": opening.ruleset,
        "edition": dict(opening.edition_page) or opening.edition,
        "readings": dict(opening.readings),
        "mode": opening.mode,
        "players": list(opening.players),
        **called,
        **about,
        "setup": opening.setup,
        "steps": steps,
        **_state(game, expected),
    }


def _state(game: Game, expected: RulingsExpected | None) -> dict[str, Any]:
    if expected is None or expected.steps != game.length:
        return {"expect_state": game.view()}
    return {} if expected.state is None else {"expect_state": expected.state}


def _step(entry: Entry, when: str, expected: StepExpected | None) -> dict[str, Any]:
    noted = expected or StepExpected(entry.n, entry.ruling.verdict, entry.ruling.cites)
    step = {key: value for key, value in entry.said.items() if key not in NOTES}
    if when and expected is None:
        step[AT] = when
    if noted.verdict != LEGAL:
        step["expect"] = noted.verdict
    if noted.cites:
        step["cites"] = list(noted.cites)
    return step


def as_yaml(
    game: Game, written: Sequence[int] | None = None, expected: RulingsExpected | None = None
) -> str:
    """The game as a record in YAML, with one line for each step."""
    return in_yaml(as_record(game, written, expected))


def in_yaml(record: Mapping[str, Any]) -> str:
    """A record's mapping as YAML: one line for each step and for each key of the state."""
    lines: list[str] = []
    for key, value in record.items():
        if key == "steps":
            lines.append("steps:" if value else "steps: []")
            lines += [_line("  - ", step) for step in value]
        elif key == "expect_state":
            lines.append("expect_state:")
            lines += [_line(f"  {name}: ", inner) for name, inner in value.items()]
        else:
            lines.append(_line(f"{key}: ", value))
    return "\n".join(lines) + "\n"


def setup_in_yaml(setup: Mapping[str, Any]) -> str:
    """A set-up as YAML: a line for each key, and for each unit or card."""
    lines: list[str] = []
    for key, value in setup.items():
        if isinstance(value, Mapping) and any(
            isinstance(inner, Mapping) for inner in value.values()
        ):
            lines.append(f"{_line('', key)}:")
            lines += [_line(f"  {_line('', name)}: ", inner) for name, inner in value.items()]
        else:
            lines.append(_line(f"{_line('', key)}: ", value))
    return "\n".join(lines) + "\n" * bool(lines)


def _line(front: str, value: Any) -> str:
    text = yaml.dump(
        value,
        Dumper=DUMPER,
        default_flow_style=True,
        width=WIDEST,
        sort_keys=False,
        allow_unicode=True,
    )
    return front + text.removesuffix("...\n").strip()
