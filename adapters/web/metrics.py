"""Metrics for Prometheus."""

import asyncio
import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import ClassVar, Protocol

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

from adapters.web.polling import poll
from application.ledger.store import StoreProblem

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
OFTEN = 1.0
"""Seconds between writes of a worker's counts to the shared folder."""
GONE = 10.0
"""Seconds without a write after which a worker counts as ended."""


class StoredAs(Protocol):
    """What happened, with its stored name, as `event/call_made/v1`."""

    STORED_AS: ClassVar[str]


class EventCalls(msgspec.Struct):
    """The calls at an event that wait for a ruling, as a worker last saw it."""

    row: int
    """The newest row of the event's log that it had read: of two workers the one ahead is right."""
    open: int
    oldest: int
    """When the oldest of them was made: microseconds since 1970, UTC; 0 without any."""


class Numbers(msgspec.Struct):
    """What one worker has counted."""

    rulings: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """Ruleset → verdict → how many."""
    opened: dict[str, int] = msgspec.field(default_factory=dict)
    problems: dict[str, int] = msgspec.field(default_factory=dict)
    waits: list[int] = msgspec.field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    seconds: float = 0.0
    streams: int = 0
    acts: dict[str, int] = msgspec.field(default_factory=dict)
    """What happened at events → how often."""
    calls: dict[str, EventCalls] = msgspec.field(default_factory=dict)
    lags: list[int] = msgspec.field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    lag_seconds: float = 0.0

    def add(self, other: "Numbers") -> None:
        for ruleset, verdicts in other.rulings.items():
            _add(self.rulings.setdefault(ruleset, {}), verdicts)
        _add(self.opened, other.opened)
        _add(self.problems, other.problems)
        self.waits = [count + more for count, more in zip(self.waits, other.waits, strict=True)]
        self.seconds += other.seconds
        self.streams += other.streams
        _add(self.acts, other.acts)
        self.lags = [count + more for count, more in zip(self.lags, other.lags, strict=True)]
        self.lag_seconds += other.lag_seconds
        for event, calls in other.calls.items():
            if event not in self.calls or self.calls[event].row < calls.row:
                self.calls[event] = calls


def _add(numbers: dict[str, int], more: dict[str, int]) -> None:
    for word, number in more.items():
        numbers[word] = numbers.get(word, 0) + number


class Metrics:
    """The metrics of a server: counted by each worker, summed over all when any of them is asked.

    Workers write their counts to a folder that they share. The counts of a worker that has ended
    stay there, so that no counter ever decreases.
    """

    def __init__(self, streams: Callable[[], int] = lambda: 0, folder: Path | None = None) -> None:
        self.streams = streams
        self.folder = folder
        self.calls: Callable[[], dict[str, EventCalls]] = dict
        """The calls at the events in this worker's memory."""
        self.own = Numbers()
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def count_ruling(self, ruleset: str, verdict: str, seconds: float) -> None:
        verdicts = self.own.rulings.setdefault(ruleset, {})
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        self.own.waits[bisect_left(BUCKETS, seconds)] += 1
        self.own.seconds += seconds

    def count_opening(self, ruleset: str) -> None:
        _add(self.own.opened, {ruleset: 1})

    def problem(self, kind: str) -> None:
        _add(self.own.problems, {kind: 1})

    def count_acts(self, kept: Iterable[StoredAs]) -> None:
        """Counts what happened at an event."""
        for stored_as in kept:
            _add(self.own.acts, {stored_as.STORED_AS.split("/")[1]: 1})

    def count_told(self, seconds: float) -> None:
        """Counts an entry told to a listener, so long after it was ruled on."""
        self.own.lags[bisect_left(BUCKETS, seconds)] += 1
        self.own.lag_seconds += seconds

    def leave(self, *, ended: bool = False) -> None:
        """Writes this worker's counts to the shared folder, if there is one."""
        self.own.streams = 0 if ended else self.streams()
        with suppress(StoreProblem):
            self.own.calls = self.calls()
        if self.folder is not None:
            draft = self.folder / f"{os.getpid()}.draft"
            draft.write_bytes(msgspec.json.encode(self.own))
            draft.replace(self.folder / f"{os.getpid()}.json")

    async def leave_often(self) -> None:
        """As long as there is a folder to which other workers write theirs."""
        await poll(
            lambda: asyncio.to_thread(self.leave),
            "the metrics could not be written",
            lambda: self.folder is not None,
            lambda: asyncio.sleep(OFTEN),
        )

    def exposition(self) -> bytes:
        """The metrics of all workers in Prometheus' text format."""
        return generate_latest(self._registry)

    def of_all(self) -> Numbers:
        total = Numbers()
        self.leave()
        if self.folder is None:
            total.add(self.own)
            return total
        for path in self.folder.glob("*.json"):
            numbers = msgspec.json.decode(path.read_bytes(), type=Numbers)
            if time() - path.stat().st_mtime > GONE:
                numbers.streams = 0
            total.add(numbers)
        return total

    def collect(self) -> Iterator[Metric]:
        """The metrics of all workers; called by prometheus_client."""
        all = self.of_all()
        rulings = CounterMetricFamily(
            "umpire_rulings", "Rulings given.", labels=("ruleset", "verdict")
        )
        for ruleset, verdicts in all.rulings.items():
            for verdict, number in verdicts.items():
                rulings.add_metric((ruleset, verdict), number)
        yield rulings
        says = "From a step read to its ruling durable."
        yield _histogram("umpire_ruling_seconds", says, all.waits, all.seconds)
        yield _counter("umpire_games_opened", "Games opened.", "ruleset", all.opened)
        yield _counter("umpire_problems", "Requests refused or failed.", "kind", all.problems)
        yield GaugeMetricFamily("umpire_streams", "Open live feeds.", all.streams)
        says = "From a ruling to a listener being sent it."
        yield _histogram("umpire_feed_seconds", says, all.lags, all.lag_seconds)
        yield _counter("umpire_event_acts", "What happened at events.", "act", all.acts)
        yield from _calls(all.calls)


def _histogram(name: str, says: str, numbers: list[int], seconds: float) -> Metric:
    below, buckets = 0, []
    for limit, number in zip((*map(str, BUCKETS), "+Inf"), numbers, strict=True):
        below += number
        buckets.append((limit, float(below)))
    return HistogramMetricFamily(name, says, buckets, seconds)


def _calls(calls: dict[str, EventCalls]) -> Iterator[Metric]:
    waiting = GaugeMetricFamily(
        "umpire_open_calls", "Calls that wait for a ruling.", labels=("event",)
    )
    oldest = GaugeMetricFamily(
        "umpire_oldest_call_seconds", "How long the oldest of them waits.", labels=("event",)
    )
    for event, event_calls in calls.items():
        waiting.add_metric((event,), event_calls.open)
        oldest.add_metric((event,), time() - event_calls.oldest / 1e6 if event_calls.open else 0)
    yield from (waiting, oldest)


def _counter(name: str, says: str, label: str, numbers: dict[str, int]) -> Metric:
    family = CounterMetricFamily(name, says, labels=(label,))
    for word, number in numbers.items():
        family.add_metric((word,), number)
    return family
