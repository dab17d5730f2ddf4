"""A journal of the games examined so far, so that an interrupted run can be resumed."""

import json
from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from application.desk.batch.sources import Source

FORMAT = "umpire journal 1"


class BadJournal(Exception):
    """The file is no journal; one sentence."""


class NoJournal:
    """Stands in for a journal where none is kept."""

    def notes_on(self, _source: Source) -> dict[str, Any] | None:
        return None

    def note(self, _source: Source, _outcome: dict[str, Any]) -> None:
        pass

    def close(self) -> None:
        pass


class Journal:
    """A line for each game examined: the task, the file's digest, the outcome.

    Under another task, or if its file has changed since, a game is examined again.
    """

    def __init__(self, path: Path, task: str) -> None:
        """Reads what is there, and goes on behind it. Raises BadJournal, OSError."""
        self._task = task
        self._known = dict(_read(path, task))
        begins = not path.exists() or path.stat().st_size == 0
        self._file = path.open("a", encoding="utf-8")
        if begins:
            self._write({"journal": FORMAT})

    def notes_on(self, source: Source) -> dict[str, Any] | None:
        """The noted outcome of this game; None if there is none or the file has changed since."""
        if not source.is_file or source.name not in self._known:
            return None
        mark, outcome = self._known[source.name]
        return outcome if mark == _mark(source) else None

    def note(self, source: Source, outcome: dict[str, Any]) -> None:
        """Notes the outcome of a file; stored games, which may go on, are examined every time."""
        if source.is_file:
            line = {"task": self._task, "name": source.name, "mark": _mark(source)}
            self._write({**line, "outcome": outcome})

    def close(self) -> None:
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def _read(path: Path, task: str) -> Iterator[tuple[str, tuple[str, dict[str, Any]]]]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    if lines and _parse(lines[0]).get("journal") != FORMAT:
        raise BadJournal(f"{path} is no journal of umpire; expected a new file, or one of its own")
    for line in lines[1:]:
        row = _parse(line)
        if row.get("task") == task:
            yield row["name"], (row["mark"], row["outcome"])


def _parse(line: str) -> dict[str, Any]:
    """The line; nothing where it was cut short."""
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


def _mark(source: Source) -> str:
    """A digest of the file, by which a change is recognised."""
    if source.problem:
        return "unread"
    try:
        with Path(source.name).open("rb") as file:
            return file_digest(file, sha256).hexdigest()
    except OSError:
        return "unread"
