"""Every command with its shape and the version of that: what `umpire schema` publishes."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from adapters.cli.shapes import desk, games, parts, results

FOLDER = Path(__file__).parents[1] / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Published(NamedTuple):
    """A shape under its version."""

    version: int
    shape: type[BaseModel]


RULED = Published(1, games.Ruled)
SHAPES: dict[str, Published] = {
    "replay": Published(1, games.Replay),
    "import": Published(1, games.Import),
    "games": Published(1, games.Games),
    "step": RULED,
    "undo": RULED,
    "redo": Published(1, games.Redone),
    "consent": RULED,
    "object": RULED,
    "withdraw": RULED,
    "standing-answer": Published(1, games.StandingAnswer),
    "rewind": RULED,
    "overrule": RULED,
    "played": RULED,
    "options": Published(1, games.Options),
    "show": Published(1, games.Show),
    "log": Published(1, games.Log),
    "verify": Published(1, games.Verify),
    "export": Published(1, games.Record),
    "seal": Published(1, games.Seal),
    "rules": Published(1, games.Rules),
    "why": Published(1, desk.Why),
    "diff": Published(1, desk.Diff),
    "fork": Published(1, desk.Fork),
    "precedents": Published(1, desk.Precedents),
    "sheet": Published(1, desk.Sheet),
    "audit": Published(1, desk.Audit),
    "backup": Published(1, desk.Backup),
    "compare": Published(1, desk.Compare),
    "coverage": Published(1, desk.Coverage),
    "explore": Published(1, desk.Explore),
    "demo": Published(1, results.Demo),
    "new": Published(1, results.New),
    "new-ruleset": Published(1, results.NewRuleset),
    "appeal": Published(1, results.Appeal),
    "shrink": Published(1, results.Shrink),
    "differ": Published(1, results.Differ),
    "prove": Published(1, results.Prove),
    "checkpoint": Published(1, results.StoreCheckpoint),
    "db copy": Published(1, results.Copied),
    "db init": Published(1, results.LaidOut),
    "backup-db": Published(1, results.BackedUp),
    **{name: Published(1, shape) for name, shape in results.ACTS.items()},
    "event list": Published(1, desk.Events),
    "event tables": Published(1, desk.Tables),
    "event log": Published(1, desk.EventLog),
}
TOLD = "told"
"""What the shapes of commands that speak to people have in common."""
ERROR = "error"
EVERY = {**SHAPES, TOLD: Published(1, parts.Told), ERROR: Published(1, parts.Error)}


def file_name(command: str) -> str:
    """`event-list.v1.json`."""
    return f"{command.replace(' ', '-')}.v{EVERY[command].version}.json"


def schema(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints with --json."""
    version, shape = EVERY[command]
    return {
        "$schema": DIALECT,
        "$id": f"urn:umpire:cli:{command.replace(' ', '-')}:{version}",
        "version": version,
        **shape.model_json_schema(),
        "title": f"umpire {command} --json" if command in SHAPES else command,
    }


def schema_file(command: str) -> str:
    """The file of a schema."""
    return json.dumps(schema(command), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Writes every schema; those of older versions stay."""
    for command in EVERY:
        (FOLDER / file_name(command)).write_text(schema_file(command), encoding="utf-8")


if __name__ == "__main__":
    main()
