"""Rate limits: steps per second and open streams of a token, wrong keys of an address."""

from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

from starlette.requests import Request

from adapters.web.logs import server
from adapters.web.responses import Problem
from adapters.web.settings import BURST

MOST_KEPT = 10_000
GUESSES, GUESSES_PER_SECOND = 20, 0.5
"""Wrong keys allowed to an address: at once, and then per second."""
REPLAYS, REPLAYS_PER_SECOND = 60, 1.0
"""Files that an address may replay without a key: at once, and then per second."""


class Buckets:
    """A token bucket for each client: full at first, refilled at a constant rate."""

    def __init__(
        self, per_second: float, most: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self.per_second = per_second
        self.most = most
        self.clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, whose: str) -> float:
        """Seconds until one more may be taken; 0 if it may be taken now."""
        return max(0.0, (1 - self._now(whose, self.clock())) / self.per_second)

    def take(self, whose: str) -> float:
        """Takes one and gives 0; if there is none, gives the seconds to wait."""
        now = self.clock()
        left = self._now(whose, now)
        if left < 1:
            return (1 - left) / self.per_second
        if len(self._left) >= MOST_KEPT:
            self._forget(now)
        self._left[whose] = (left - 1, now)
        return 0.0

    def _now(self, whose: str, now: float) -> float:
        left, at = self._left.get(whose, (self.most, now))
        return min(self.most, left + (now - at) * self.per_second)

    def _forget(self, now: float) -> None:
        """Drops the buckets that are full again."""
        self._left = {
            whose: kept for whose, kept in self._left.items() if self._now(whose, now) < self.most
        }


class Pace:
    """Limits the steps per second of each token."""

    def __init__(self, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.per_second = per_second
        self._buckets = Buckets(per_second, max(1.0, per_second * BURST), clock)

    def take(self, token: str) -> None:
        """Counts one more step. Raises Problem if that is too fast."""
        wait = self._buckets.take(token)
        if wait:
            raise too_many(f"more than {self.per_second:g} steps a second with one token", wait)


class Guesses:
    """Wrong keys of each address: slowed and logged, so that a key cannot be found by trying."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._buckets = Buckets(GUESSES_PER_SECOND, GUESSES, clock)

    def wait(self, address: str) -> float:
        """Seconds for which no key from this address is checked; 0 if one is checked now."""
        return self._buckets.wait(network_of(address))

    def wrong(self, address: str) -> None:
        """Counts and logs a wrong key. Raises Problem if there were too many from this address."""
        wait = self._buckets.take(network_of(address))
        if wait:
            raise too_many("there were too many wrong keys from your address", wait)
        server.warning("a wrong key from %s", address or "an address that is not known")


class Streams:
    """How many streams each token has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open.total()

    def begin(self, token: str) -> None:
        """Counts one more stream. Raises Problem if that is too many."""
        if self._open[token] >= self.most:
            raise too_many(f"{self.most} streams are open with this token", 5)
        self._open[token] += 1

    def end(self, token: str) -> None:
        self._open[token] -= 1
        if self._open[token] <= 0:
            del self._open[token]


def too_many(what: str, wait: float) -> Problem:
    return Problem(429, "too-many", what, headers={"retry-after": str(max(1, ceil(wait)))})


def address_behind_proxy(request: Request) -> str:
    """The client's address, as the proxy before the server reports it; empty if it is not known."""
    return request.client.host if request.client else ""


def network_of(address: str) -> str:
    """The address by which clients are counted: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        # Whoever has one IPv6 address has its whole network, and another one for each try.
        if not ip.is_loopback:
            return str(IPv6Address(int(ip) >> 64 << 64))
    return str(ip)
