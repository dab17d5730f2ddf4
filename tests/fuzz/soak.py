"""Mixed load for a long time: memory stays flat."""

import gc
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

import psutil

from tests.fuzz.mixed import Mixed, mixed_load

GROWTH = 1.1
"""Times what it was in the second sixth of the time; live games are of different lengths."""
SAMPLES = 60


@dataclass(frozen=True)
class Sample:
    """What is held at a moment.

    Only counted: tracing allocations makes the load two to three times slower, and `gc.get_objects`
    would hold tuples that other threads are still filling, which fail then.
    """

    seconds: float
    rss: int
    """Bytes in memory."""
    blocks: int
    """Of Python's own memory, all sizes."""


def soak(minutes: float) -> None:
    """Everything at once until the time is over, and a line for each minute. Raises AssertionError."""
    every = minutes * 60 / SAMPLES
    found: list[Sample] = []
    with TemporaryDirectory() as folder, mixed_load(Path(folder) / "soak.umpire") as mixed:
        began = monotonic()
        tell("seconds", "RSS MB", "blocks", "store MB", "WAL MB", "done")
        while len(found) < SAMPLES and not mixed.ended.wait(every):
            found.append(sample(monotonic() - began))
            told(found[-1], mixed)
    if found:
        flat(found)


def sample(seconds: float) -> Sample:
    gc.collect()
    rss = psutil.Process().memory_info().rss
    return Sample(seconds, rss, sys.getallocatedblocks())


def told(one: Sample, mixed: Mixed) -> None:
    log = mixed.path.with_name(mixed.path.name + "-wal")
    sizes = (f"{at.stat().st_size / 2**20:.0f}" for at in (mixed.path, log))
    done = ", ".join(f"{what} {number}" for what, number in sorted(mixed.done.items()))
    tell(f"{one.seconds:.0f}", f"{one.rss / 2**20:.0f}", one.blocks, *sizes, done)


def tell(*columns: object) -> None:
    print("  ".join(f"{column!s:>9}" for column in columns), flush=True)  # noqa: T201


def flat(found: list[Sample]) -> None:
    """What is held at the end is what was held after a third."""
    sixth = max(1, len(found) // 6)
    for name in ("rss", "blocks"):
        held = [getattr(one, name) for one in found]
        early, late = median(held[sixth * 2 : sixth * 3]), median(held[-sixth:])
        tell(name, f"{early:,.0f}", f"{late:,.0f}")
        assert late <= early * GROWTH, f"{name} grew from {early:,.0f} to {late:,.0f}"
