"""What Prometheus is told."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The numbers of one server: counted in a moment, put into words when somebody asks."""

    def __init__(self, streams: Callable[[], float] = lambda: 0) -> None:
        self.streams = streams
        self.rulings: Counter[tuple[str, str]] = Counter()
        self.opened: Counter[str] = Counter()
        self.problems: Counter[str] = Counter()
        self._waits = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def ruled(self, ruleset: str, verdict: str, seconds: float) -> None:
        self.rulings[ruleset, verdict] += 1
        self._waits[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def told(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """What prometheus_client asks of a collector."""
        rulings = CounterMetricFamily(
            "umpire_rulings", "Rulings given.", labels=("ruleset", "verdict")
        )
        for (ruleset, verdict), number in self.rulings.items():
            rulings.add_metric((ruleset, verdict), number)
        yield rulings
        yield self._histogram()
        yield _counted("umpire_games_opened", "Games opened.", "ruleset", self.opened)
        yield _counted("umpire_problems", "Requests refused or failed.", "kind", self.problems)
        yield GaugeMetricFamily("umpire_streams", "Open live feeds.", self.streams())

    def _histogram(self) -> Metric:
        below, buckets = 0, []
        for limit, number in zip((*map(str, BUCKETS), "+Inf"), self._waits, strict=True):
            below += number
            buckets.append((limit, float(below)))
        says = "From a step read to its ruling durable."
        return HistogramMetricFamily("umpire_ruling_seconds", says, buckets, self._seconds)


def _counted(name: str, says: str, label: str, numbers: Counter[str]) -> Metric:
    found = CounterMetricFamily(name, says, labels=(label,))
    for word, number in numbers.items():
        found.add_metric((word,), number)
    return found
