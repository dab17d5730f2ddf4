"""How much one token may ask for: steps per second, open streams."""

from collections import Counter
from collections.abc import Callable
from time import monotonic

from adapters.web.answers import Problem
from adapters.web.settings import BURST

MOST_KEPT = 10_000


class Pace:
    """A bucket for each token that fills again while it waits."""

    def __init__(self, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.per_second = per_second
        self.most = max(1.0, per_second * BURST)
        self.clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, token: str) -> None:
        """One more. Raises Problem when that is too fast."""
        now = self.clock()
        left, at = self._left.get(token, (self.most, now))
        left = min(self.most, left + (now - at) * self.per_second)
        if left < 1:
            wait = (1 - left) / self.per_second
            raise Problem(
                429,
                "too-many",
                f"more than {self.per_second:g} steps a second with one token",
                headers={"retry-after": str(max(1, round(wait)))},
            )
        if len(self._left) >= MOST_KEPT:
            self._forget(now)
        self._left[token] = (left - 1, now)

    def _forget(self, now: float) -> None:
        """Those whose bucket is full again."""
        self._left = {
            token: (left, at)
            for token, (left, at) in self._left.items()
            if left + (now - at) * self.per_second < self.most
        }


class Streams:
    """How many streams each token has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    def begin(self, token: str) -> None:
        """One more. Raises Problem when that is too many."""
        if self._open[token] >= self.most:
            raise Problem(
                429,
                "too-many",
                f"{self.most} streams are open with this token",
                headers={"retry-after": "5"},
            )
        self._open[token] += 1

    def end(self, token: str) -> None:
        self._open[token] -= 1
        if self._open[token] <= 0:
            del self._open[token]
