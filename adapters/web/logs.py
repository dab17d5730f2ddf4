"""Structured logs: a line of JSON for each ruling and each message of the server, without secrets."""

import asyncio
import logging
import sys
import traceback
from collections.abc import Callable
from typing import Any

import msgspec

from application.game.moments import iso_time
from domain.kernel.history import Entry

server = logging.getLogger("umpire.server")
encode = msgspec.json.Encoder().encode
LINE = b'{"at":"%b","level":"info","game":%b,"entry":%d,"verdict":"%b","rules":%b,"ms":%.2f}'
SOON = 0.05
"""Seconds for which lines are collected before they are written together."""


class Lines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": iso_time(int(record.created * 1_000_000)),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return encode(line).decode()


def to_stderr() -> None:
    """Sends the logs to standard error, uvicorn's own among them."""
    place = logging.StreamHandler(sys.stderr)
    place.setFormatter(Lines())
    for name in ("umpire", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [place] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(logging.INFO)
    logging.getLogger("uvicorn.access").disabled = True


def standard_error(lines: bytes) -> None:
    sys.stderr.write(lines.decode())
    sys.stderr.flush()


class Rulings:
    """Logs a line per ruling: which one, and the time until it was durable; not what was said or why."""

    def __init__(self, write: Callable[[bytes], None] = standard_error) -> None:
        self.write = write
        self._waiting: list[bytes] = []

    def note(self, game: str, entry: Entry, at: int, seconds: float) -> None:
        """Queues a line, to be written soon from the event loop. `seconds`: until the entry was durable."""
        ruling = entry.ruling
        line = LINE % (
            iso_time(at).encode(),
            encode(game),
            entry.n,
            ruling.verdict.encode(),
            encode(ruling.cites),
            seconds * 1000,
        )
        if not self._waiting:
            asyncio.get_running_loop().call_later(SOON, self.flush)
        self._waiting.append(line)

    def flush(self) -> None:
        if self._waiting:
            self._waiting.append(b"")
            self.write(b"\n".join(self._waiting))
            self._waiting = []
