"""A game written back as a record: it replays to the same rulings and the same state."""

from typing import Any

import yaml

from application.records.records import FORMAT, NOTES
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL

WIDEST = 2**30
DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def as_record(game: Game) -> dict[str, Any]:
    """The game as a record's mapping, each ruling and the final state noted."""
    opening = game.opening
    return {
        "record": FORMAT,
        "ruleset": opening.ruleset,
        "edition": opening.edition,
        "readings": dict(opening.readings),
        "mode": opening.mode,
        "players": list(opening.players),
        "setup": opening.setup,
        "steps": [_step(entry) for entry in game.log],
        "expect_state": game.view(),
    }


def _step(entry: Entry) -> dict[str, Any]:
    ruling = entry.ruling
    step = {key: value for key, value in entry.said.items() if key not in NOTES}
    if ruling.verdict != LEGAL:
        step["expect"] = ruling.verdict
    if ruling.cites:
        step["cites"] = list(ruling.cites)
    return step


def as_yaml(game: Game) -> str:
    """The record as a person reads it: a line a step."""
    record = as_record(game)
    steps = record.pop("steps")
    expected = record.pop("expect_state")
    lines = [_line(f"{key}: ", value) for key, value in record.items()]
    lines.append("steps:" if steps else "steps: []")
    lines += [_line("  - ", step) for step in steps]
    lines.append("expect_state:")
    lines += [_line(f"  {key}: ", value) for key, value in expected.items()]
    return "\n".join(lines) + "\n"


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
