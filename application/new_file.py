"""A new file: whole under its name, or not there at all."""

import errno
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


def write_new(
    path: Path,
    content: bytes,
    mode: int = READABLE,
    *,
    over: bool = False,
    into_streams: bool = False,
) -> None:
    """Writes a file, on the disk on return. `over`: in the place of one that is there; where a link leads
    to, and into what is no file, as a pipe or a device. `into_streams`: of these only the last.

    Raises ExistsAlready where one is there already, OSError with the path where it cannot be
    written; then nothing is left of it.
    """
    target = Path(os.path.realpath(path)) if over else path
    if target.is_dir():  # beside / and “” there is no draft
        if over:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise ExistsAlready(path)
    draft = draft_beside(target)
    try:
        if (over or into_streams) and _is_stream(path):
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
    """Raises what `write_new` would raise with `into_streams`: ExistsAlready, or OSError for its folder."""
    if _is_stream(path):
        return
    if os.path.lexists(path):
        raise ExistsAlready(path)
    path.parent.stat()
    if not os.access(path.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _is_stream(path: Path) -> bool:
    """Whether it is something to write into, as a pipe, a device, or what is open already."""
    is_open_already = path.parent in OPEN_ALREADY
    return path.exists() and not path.is_dir() and (is_open_already or not path.is_file())


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
