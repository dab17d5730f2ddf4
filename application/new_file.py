"""A new file: whole under its name, or not there at all."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

READABLE = 0o666
"""Permissions before the umask; secrets get a stricter mode."""
OPEN_ALREADY = (Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd"))
"""Where names lead to what this process has open, as /dev/stdout to a log that others write to."""


class ExistsAlready(FileExistsError):
    """There is a file of the name that a new one was to get."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists already; expected a new file")


def write_new(path: Path, content: bytes, mode: int = READABLE, *, over: bool = False) -> None:
    """Writes a file, on the disk on return. `over`: in the place of one that is there; where a link leads
    to, and into what is no file, as a pipe or a device.

    Raises ExistsAlready where one is there already, OSError with the path where it cannot be
    written; then nothing is left of it.
    """
    target = Path(os.path.realpath(path)) if over else path
    draft = draft_beside(target)
    try:
        if over and path.exists() and (not path.is_file() or path.parent in OPEN_ALREADY):
            with path.open("ab") as stream:
                stream.write(content)
            return
        draft.touch(mode, exist_ok=False)
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if over:
            draft.replace(target)
        else:
            link_free_name(draft, target)
    except FileExistsError:
        raise ExistsAlready(path) from None
    except OSError as why:
        raise OSError(why.errno, why.strerror, str(path)) from None
    finally:
        with suppress(OSError):  # where nothing can be written, nothing can be deleted either
            draft.unlink()


def check_free(path: Path) -> None:
    """Raises ExistsAlready where `write_new` would put something else in the place of a file."""
    if path.is_file() and path.parent not in OPEN_ALREADY:
        raise ExistsAlready(path)


def draft_beside(path: Path) -> Path:
    """A name beside this one for what is written before it gets its own."""
    return path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}")


def link_free_name(draft: Path, path: Path) -> None:
    """The draft under a name that is free. Raises FileExistsError where it is not."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links, such as that of a memory card.
        if path.exists():
            raise FileExistsError from None
        draft.replace(path)
