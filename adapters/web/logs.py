"""Structured logs: a line of JSON for each ruling and each remark of the server; no secrets in any."""

import logging
import sys
import traceback
from typing import Any

import msgspec

from application.sight import when
from domain.kernel.history import Entry

rulings = logging.getLogger("umpire.rulings")
server = logging.getLogger("umpire.server")


class Lines(logging.Formatter):
    """A record of the log as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": when(int(record.created * 1_000_000)),
            "level": record.levelname.lower(),
        }
        fields = getattr(record, "fields", None)
        if fields is None:
            line["message"] = record.getMessage()
        else:
            line |= fields
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return msgspec.json.encode(line).decode()


def to_stderr(level: int = logging.INFO) -> None:
    """Lines go to standard error, the server's own among them."""
    place = logging.StreamHandler(sys.stderr)
    place.setFormatter(Lines())
    for name in ("umpire", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [place] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level)
    logging.getLogger("uvicorn.access").disabled = True


def ruled(game: str, entry: Entry, seconds: float) -> None:
    """One line per ruling: which, and how long it took until durable; not what was said or why."""
    if rulings.isEnabledFor(logging.INFO):
        fields = {
            "game": game,
            "entry": entry.n,
            "verdict": entry.ruling.verdict,
            "rules": list(entry.ruling.cites),
            "ms": round(seconds * 1000, 2),
        }
        rulings.info("ruling", extra={"fields": fields})
