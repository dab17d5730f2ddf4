"""Processes held to a share of a core by the system's control groups, so that cores are not what is short."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PERIOD = 20_000
"""Microseconds in which a process gets its share once."""
BEFORE = 20
"""Times as much as others who want a core get a group of ours, as long as it has some of its share left."""
MEMBERS = "cgroup.procs"


class NoGroups(Exception):
    """No process can be held here; the message is a sentence."""


@dataclass(frozen=True)
class Controller:
    """Where this system's groups for the CPU are, and what is written where in one of them."""

    root: Path
    own: Path
    """The group that this process is in."""
    first: bool
    """Of the two versions of control groups."""

    def says(self, share: float | None) -> Iterator[tuple[str, str]]:
        """That a group gets no more than this share of a core, and so much also beside others who work."""
        quota = -1 if share is None else round(share * PERIOD)
        if self.first:
            yield "cpu.shares", f"{1024 * BEFORE}"
            yield "cpu.cfs_period_us", f"{PERIOD}"
            yield "cpu.cfs_quota_us", f"{quota}"
        else:
            yield "cpu.weight", f"{100 * BEFORE}"
            yield "cpu.max", f"{'max' if quota < 0 else quota} {PERIOD}"


def controller() -> Controller:
    """Raises NoGroups."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
        own = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    except OSError:
        raise NoGroups("this system has no control groups") from None
    for _, place, kind, options, *_ in mounts:
        root = Path(place)
        if kind == "cgroup" and "cpu" in options.split(","):
            path = next(path for _, names, path in own if "cpu" in names.split(","))
            return Controller(root, _seen_here(root, path), first=True)
        if kind == "cgroup2" and "cpu" in _given_on(root):
            path = next(path for number, _, path in own if number == "0")
            return Controller(root, _seen_here(root, path), first=False)
    raise NoGroups("this system has no control groups for the CPU")


def _seen_here(root: Path, path: str) -> Path:
    """A group by its path; in a container, where paths begin further up, the root of what is seen."""
    found = root / path.lstrip("/")
    return found if (found / MEMBERS).exists() else root


def _given_on(root: Path) -> list[str]:
    """The controllers of the groups below this one."""
    with suppress(OSError):
        return (root / "cgroup.subtree_control").read_text().split()
    return []


@contextmanager
def groups(*shares: float | None) -> Iterator[list[Path]]:
    """Groups that get such a share of one core, or as much as there is. Raises NoGroups."""
    found = controller()
    made = [found.root / f"umpire-bench-{os.getpid()}-{n}" for n in range(len(shares))]
    try:
        for group, share in zip(made, shares, strict=True):
            _make(group, found.says(share))
        yield made
    finally:
        for group in made:
            with suppress(OSError):
                group.rmdir()


def _make(group: Path, says: Iterable[tuple[str, str]]) -> None:
    try:
        group.mkdir()
        for name, said in says:
            (group / name).write_text(said)
        with held_in(group):
            pass
    except OSError as why:
        raise NoGroups(f"no control group can be made here ({why.strerror})") from None


@contextmanager
def held_in(group: Path | None, *processes: int) -> Iterator[None]:
    """These processes, or this one, in a group, in which they get their share; in none, as they were."""
    if group is None:
        yield
        return
    before = controller().own
    _move(group, processes or (os.getpid(),))
    try:
        yield
    finally:
        _move(before, map(int, (group / MEMBERS).read_text().split()))


def _move(group: Path, processes: Iterable[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            (group / MEMBERS).write_text(f"{process}")
