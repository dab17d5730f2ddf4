"""Disks that are full, and the command in a process of its own that has to do with them."""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).parents[2]
RUN = "from adapters.cli import main; main()"
NEW = [
    "new",
    "--ruleset",
    "voidsiege",
    "--players",
    "ana,ben",
    "--unit",
    "a1=ana",
    "--unit",
    "b1=ben",
    "--points",
    "3",
]
NOTE = ("by=ana", "do=note", "text=hello")


def command(
    db: Path | str, *words: object, before: Callable[[], None] | None = None, **more: int
) -> "subprocess.CompletedProcess[str]":
    """What `umpire` answers; `before` happens in its process."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)],
        cwd=ROOT,
        env={**os.environ, "UMPIRE_DB": str(db), "PYTHONUNBUFFERED": ""},
        preexec_fn=before,
        check=False,
        text=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},  # type: ignore[call-overload]
    )


def sentence(told: "subprocess.CompletedProcess[str]") -> str:
    """The one sentence of a command that could not do what it was asked for."""
    assert told.returncode == 2, (told.returncode, told.stdout, told.stderr)
    assert not told.stdout
    (found,) = told.stderr.splitlines()
    assert found.startswith("umpire: ") and "fault of umpire" not in found
    return str(found)


class Disk(Protocol):
    """A disk of which a test decides when it is full."""

    folder: Path

    def full(self, running: int = 0) -> None:
        """From now on, also for a process that runs already."""

    def room(self, running: int = 0) -> None: ...
    def before(self) -> None:
        """In the process that is to meet it."""


@dataclass
class Limited:
    """Whatever is written to any file fails, as the system has it for those who wrote too much."""

    folder: Path
    limit: int = resource.RLIM_INFINITY

    def full(self, running: int = 0) -> None:
        self._set(0, running)

    def room(self, running: int = 0) -> None:
        self._set(resource.RLIM_INFINITY, running)

    def _set(self, limit: int, running: int) -> None:
        self.limit = limit
        if running:
            resource.prlimit(running, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def before(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, resource.RLIM_INFINITY))


@dataclass
class Small:
    """A real one of two megabytes, in memory."""

    folder: Path

    @property
    def ballast(self) -> Path:
        return self.folder / "ballast"

    def full(self, running: int = 0) -> None:
        with self.ballast.open("wb", 0) as file, suppress(OSError):
            while True:
                file.write(bytes(1024))

    def room(self, running: int = 0) -> None:
        self.ballast.unlink()

    def before(self) -> None:
        """Nothing has to happen there."""


@contextmanager
def small_disk(folder: Path) -> Iterator[Small]:
    mount = ["mount", "-t", "tmpfs", "-o", "size=2M", "none", str(folder)]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield Small(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def may_mount(folder: Path) -> bool:
    """Whether this user may: in most containers, not on most desks."""
    try:
        with small_disk(folder):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


SYNCS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int fd) {
    const char *broken = getenv("SYNC_FAILS");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path);
    if (!broken || length < 4 || strncmp(path + length - 4, "-wal", 4)) return 0;
    FILE *file = fopen(broken, "r");
    if (!file) return 0;
    if (fgetc(file) == '1') unlink(broken);
    fclose(file);
    errno = EIO;
    return 1;
}

int fsync(int fd) { return fails(fd) ? -1 : ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(fd); }
int fdatasync(int fd) { return fails(fd) ? -1 : ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(fd); }
"""


@dataclass
class UnsyncedDisk:
    """One that takes what is written to a write-ahead log and, when told so, fails to sync it: EIO."""

    folder: Path

    @classmethod
    def made(cls, folder: Path) -> "UnsyncedDisk":
        """What stands between a program and its system calls is compiled here, by gcc."""
        source = folder / "syncs.c"
        source.write_text(SYNCS)
        command = ["gcc", "-shared", "-fPIC", "-o", folder / "syncs.so", source, "-ldl"]
        subprocess.run(command, check=True)
        return cls(folder)

    @property
    def store(self) -> Path:
        return self.folder / "games.umpire"

    @property
    def broken(self) -> Path:
        return self.folder / "broken"

    @property
    def environment(self) -> dict[str, str]:
        """Of the process that is to meet it."""
        return {"LD_PRELOAD": str(self.folder / "syncs.so"), "SYNC_FAILS": str(self.broken)}

    def fails(self, *, once: bool) -> None:
        self.broken.write_text("1" if once else "always")

    def works(self) -> None:
        self.broken.unlink(missing_ok=True)


DROP, DAC_OVERRIDE, DAC_READ_SEARCH = 24, 1, 2


def as_anybody() -> None:
    """Even root reads and writes from here on only what the rights of a file allow (prctl(2))."""
    if os.geteuid() == 0:
        for power in (DAC_OVERRIDE, DAC_READ_SEARCH):
            ctypes.CDLL(None).prctl(DROP, power, 0, 0, 0)
