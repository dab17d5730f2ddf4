"""The SQLite file of a store: created atomically, recognised by its application id."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from application.ledger.store import Damaged, StoreProblem, Uncertain
from application.new_file import draft_beside, link_free_name

if sys.platform != "win32":
    import fcntl

MARK = 0x554D5052  # “UMPR”, SQLite's application id
FORMAT = 1
HEADER = 100
"""Size of SQLite's file header in bytes; see https://www.sqlite.org/fileformat.html."""

NO_ROOM_BESIDE = (sqlite3.SQLITE_READONLY_CANTINIT, sqlite3.SQLITE_READONLY_DIRECTORY)
"""Errors when SQLite cannot create its -wal and -shm files, which it needs even for reading."""

LayOut = Callable[[Path], None]
"""Makes the tables in a new SQLite file."""


def make_ready(path: Path, lay_out: LayOut, *, make_directory: bool = False) -> None:
    """Checks the store at this path, or creates it. Raises StoreProblem, Damaged.

    Of a file that is not ours only the header is read, and nothing is written.
    """
    try:
        if make_directory:
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make(path, lay_out)
        elif path.is_file() and path.stat().st_size == 0:
            _make(path, lay_out, in_place_of_nothing=True)
        _check(path)
    except FileNotFoundError:
        raise StoreProblem(
            f"there is no directory {path.parent}: make it, or choose another file with --db"
        ) from None
    except OSError as why:
        raise StoreProblem(
            f"the store {path} cannot be opened ({why.strerror or why}): "
            "check the path and your rights, or choose another file with --db"
        ) from None


def _make(path: Path, lay_out: LayOut, *, in_place_of_nothing: bool = False) -> None:
    """Creates the store under another name first, so that nobody sees half of one.

    Of two that are made at once, the first stays.
    """
    draft = draft_beside(path)
    draft.touch(exist_ok=False)
    try:
        lay_out(draft)
        mark(draft)
        if in_place_of_nothing:
            _replace_empty(path, draft)
        else:
            with suppress(FileExistsError):
                link_free_name(draft, path)
        _keep(path.parent)
    except sqlite3.Error as why:
        raise sqlite_problem(path, why) from None
    finally:
        for left in (draft, *(draft.with_name(draft.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _replace_empty(path: Path, draft: Path) -> None:
    """The draft in the place of an empty file, unless another store was quicker."""
    with path.open("rb") as file:
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without locks
                fcntl.flock(file, fcntl.LOCK_EX)
        # By its name, not by the open file: whoever was quicker has put a store there by now.
        if path.stat().st_size == 0:
            draft.replace(path)


def _keep(directory: Path) -> None:
    """Syncs the directory, so that the new file name survives a crash."""
    if os.name == "posix":
        opened = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def mark(path: Path) -> None:
    """Writes our application id and the format's number into the file."""
    connection = sqlite3.connect(path)
    try:
        connection.execute(f"PRAGMA application_id = {MARK}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
    finally:
        connection.close()


def _check(path: Path) -> None:
    if path.is_dir():
        raise StoreProblem(f"{path} is a directory: give the path of a file with --db")
    if path.exists() and not path.is_file():
        raise StoreProblem(f"{path} is a pipe or a device: give the path of a file with --db")
    with path.open("rb") as file:
        header = file.read(HEADER)

    def number(at: int, length: int = 4) -> int:
        return int.from_bytes(header[at : at + length], "big")

    if not header.startswith(b"SQLite format 3\0") or len(header) < HEADER:
        raise StoreProblem(f"{path} is not a store of umpire's: choose another file with --db")
    if number(68) != MARK:
        raise StoreProblem(
            f"{path} belongs to another program: it was not touched; choose another with --db"
        )
    if number(60) > FORMAT:
        raise StoreProblem(
            f"{path} was written by a newer umpire (format {number(60)}, this one knows {FORMAT}): "
            "update umpire"
        )
    page = number(16, 2)
    page = 65536 if page == 1 else page
    if path.stat().st_size < page * number(28) and not _has_log(path):
        raise Damaged(f"{path} has been cut short: put a backup in its place")


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def busy(why: sqlite3.Error) -> bool:
    """Whether another connection holds a lock on the file."""
    code = getattr(why, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def broke_off(why: sqlite3.Error) -> bool:
    """Whether it was an I/O error, after which the rows may or may not have been written."""
    return getattr(why, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR


def may_stay(why: sqlite3.Error) -> bool:
    """Whether what was to be written may lie whole in the write-ahead log, for the next to open the store.

    Where a write failed, as on a full disk, it does not; where a sync did, it may.
    """
    return broke_off(why) and why.sqlite_errorcode != sqlite3.SQLITE_IOERR_WRITE


def uncertain(path: Path) -> Uncertain:
    return Uncertain(
        f"the disk that holds {path} failed in the middle: it is not known whether the ruling was kept; "
        "check the disk, then look at the game before you try again"
    )


def sqlite_problem(path: Path | str, why: sqlite3.Error) -> StoreProblem:
    """SQLite's error as one sentence: what, where, what to do."""
    extended = getattr(why, "sqlite_errorcode", 0)
    code = extended & 0xFF
    if busy(why):
        return StoreProblem(
            f"another program holds the store {path} and does not let go: end it, or try again"
        )
    if code == sqlite3.SQLITE_CANTOPEN or extended in NO_ROOM_BESIDE:
        return StoreProblem(
            f"the store {path} cannot be opened: check the path, and your right to write beside it "
            "also to read, or copy the store to a directory of yours"
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return StoreProblem(
            f"the store {path} cannot be written: give yourself the right to, or choose another with --db"
        )
    if code == sqlite3.SQLITE_FULL or extended == sqlite3.SQLITE_IOERR_SHMSIZE:
        return StoreProblem(
            f"the disk that holds {path} is full: make room and try again; what was ruled before is kept"
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "UTF-8" in str(why):
        return Damaged(f"the store {path} is damaged ({why}): put a backup in its place")
    return StoreProblem(f"the store {path} does not answer as it should ({why}): check the disk")


def backup(source: sqlite3.Connection, path: Path) -> None:
    """A copy of an open store at one instant, while others go on writing. Raises StoreProblem."""

    def copy(draft: Path) -> None:
        target = sqlite3.connect(draft)
        try:
            source.backup(target)
        finally:
            target.close()

    backed_up(path, copy)


def backed_up(path: Path, copy: LayOut) -> None:
    """Creates a backup atomically in a new file. Raises StoreProblem."""
    if path.exists():
        raise StoreProblem(f"{path} exists already: a backup does not write over anything")
    if not path.parent.is_dir():
        raise StoreProblem(f"there is no directory {path.parent}: make it, or choose another file")
    make_ready(path, copy)
