"""Measured promises: ratios of medians, taken in interleaved rounds of one run.

Each module yields lines; `python -m tests.benchmarks [NAME…]` prints them as a table and writes
`bench.json`. No test's pass depends on them.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One promise: ours beside its reference, in the same unit."""

    name: str
    ours: float
    reference: float
    """0 where the aim is a plain number."""
    aim: str
    """As `≥ 0.4` or `≤ 1.5`; of the ratio where there is a reference, else of ours. Empty where another
    line has the aim."""
    unit: str = ""

    @property
    def ratio(self) -> float | None:
        return self.ours / self.reference if self.reference else None

    @property
    def met(self) -> bool | None:
        if not self.aim:
            return None
        relation, number = self.aim.split()
        found = self.ours if self.ratio is None else self.ratio
        return found >= float(number) if relation == "≥" else found <= float(number)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio, "met": self.met}


Work = Callable[[], Any]


def seconds(work: Work) -> float:
    """How long it takes once, with the collector out of the way."""
    gc.collect()
    gc.disable()
    try:
        began = perf_counter()
        work()
        return perf_counter() - began
    finally:
        gc.enable()


def interleaved(works: Mapping[str, Work], rounds: int = 7) -> dict[str, float]:
    """The median seconds of each, measured in turn, so that the machine's moods hit all alike."""
    for work in works.values():
        work()
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            taken[name].append(seconds(work))
    return {name: median(times) for name, times in taken.items()}


Lines = Iterator[Line | str]
"""Where something cannot be measured on this machine, a sentence says why."""
