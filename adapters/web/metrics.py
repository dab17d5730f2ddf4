"""What Prometheus is told."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.rulings = Counter(
            "umpire_rulings", "Rulings given.", ("ruleset", "verdict"), registry=self.registry
        )
        self.seconds = Histogram(
            "umpire_ruling_seconds",
            "From a step read to its ruling durable.",
            registry=self.registry,
            buckets=BUCKETS,
        )
        self.opened = Counter(
            "umpire_games_opened", "Games opened.", ("ruleset",), registry=self.registry
        )
        self.problems = Counter(
            "umpire_problems", "Requests refused or failed.", ("kind",), registry=self.registry
        )
        self._streams = Gauge("umpire_streams", "Open live feeds.", registry=self.registry)

    def watch(self, streams: Callable[[], float]) -> None:
        self._streams.set_function(streams)

    def ruled(self, ruleset: str, verdict: str, seconds: float) -> None:
        self.rulings.labels(ruleset, verdict).inc()
        self.seconds.observe(seconds)

    def told(self) -> bytes:
        return generate_latest(self.registry)
