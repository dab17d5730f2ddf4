"""The files that people name: read whole, up to a size, or a sentence that says why not."""

import sys
from pathlib import Path

from application.records.notation import MOST_BYTES


class CannotRead(Exception):
    """A named file cannot be read; the message begins with its name."""


def spoken_path(path: str | Path) -> str:
    """What this file is called before people: “-” is standard input, and no name stands in quotes."""
    return "standard input" if str(path) == "-" else str(path) or "“”"


def why_no_file(path: Path) -> str:
    """Why this cannot be read as a file; empty where it can. A pipe would be waited for."""
    if path.is_file():
        return ""
    if not path.exists():
        if path.is_symlink():
            return f"a link that leads nowhere; expected a file at {path.readlink()}"
        return "there is no such file"
    if path.is_dir():
        return "a folder; expected a file"
    return "no file but a pipe, a socket or a device; expected a file"


def beginning_of(path: str | Path, size: int) -> bytes:
    """The first bytes of this file, or of standard input for “-”. Raises CannotRead."""
    try:
        if str(path) == "-":
            return sys.stdin.buffer.read(size)
        if not str(path):
            raise CannotRead("“” is the name of nothing; expected a file")
        if why_not := why_no_file(Path(path)):
            raise CannotRead(f"{spoken_path(path)}: {why_not}")
        with Path(path).open("rb") as file:
            return file.read(size)
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
        raise CannotRead(f"{spoken_path(path)}: cannot be opened: {reason}") from None


def bytes_of(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """What stands in this file or on standard input, no more than `most` bytes. Raises CannotRead."""
    raw = beginning_of(path, most + 1)
    if len(raw) > most:
        size = f"{most // 1024} KiB" if most < 1024**2 else f"{most // 1024**2} MiB"
        raise CannotRead(f"{spoken_path(path)}: it is longer than {size}")
    return raw


def text_of(path: str | Path, kind: str) -> str:
    """The text in this file. Raises CannotRead.

    `kind`: what such a file is, as “a record is YAML or JSON in UTF-8”.
    """
    raw = bytes_of(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        line = raw[: why.start].count(b"\n") + 1
        raise CannotRead(f"{spoken_path(path)}: line {line}: not UTF-8 text; {kind}") from None
    if "\0" in text:
        raise CannotRead(f"{spoken_path(path)}: a binary file; {kind}")
    return text
