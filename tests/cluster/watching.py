"""What somebody outside sees of a database and its servers: whether they answer, and whether they are ready."""

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic, sleep

import httpx
import psycopg

OFTEN = 0.1
SOON = 1.0


def longest_gap(moments: Sequence[float]) -> float:
    """The longest time between one and the next, in seconds."""
    return max((b - a for a, b in itertools.pairwise(moments)), default=0.0)


@dataclass
class Watch:
    """When the database itself let somebody write, and what each `/ready` said."""

    wrote: list[float] = field(default_factory=list)
    said: list[tuple[float, bool]] = field(default_factory=list)
    slowest: float = 0.0
    """Seconds that `/ready` took at most."""

    def wrong_yes(self, acknowledged: Sequence[float]) -> float:
        """Longest time in seconds for which `/ready` still said yes while nothing could be entered."""
        found = 0.0
        for a, b in itertools.pairwise(acknowledged):
            if b - a > SOON:
                found = max(
                    [found, *(min(at - a, b - at) for at, yes in self.said if yes and a < at < b)]
                )
        return found

    def wrong_no(self, acknowledged: Sequence[float]) -> float:
        """Longest time for which it still said no though steps were entered without a break."""
        begins, found = acknowledged[0], 0.0
        for a, b in zip(acknowledged, [*acknowledged[1:], acknowledged[-1]], strict=True):
            noes = (at for at, yes in self.said if not yes and a <= at < b)
            if b - a <= SOON:
                found = max([found, *(at - begins for at in noes)])
            else:
                begins = b
        return found


@contextmanager
def watching(address: str, urls: Sequence[str]) -> Iterator[Watch]:
    """Watches until it is left."""
    watch, over = Watch(), threading.Event()

    def often(look: Callable[[], None]) -> None:
        while not over.is_set():
            look()
            sleep(OFTEN)

    def writes() -> None:
        with suppress(psycopg.Error):
            with psycopg.connect(address, connect_timeout=2, autocommit=True) as connection:
                connection.execute("SET statement_timeout = '1s'")
                connection.execute("SELECT pg_current_xact_id()")
                watch.wrote.append(monotonic())

    def ready(url: str) -> None:
        began = monotonic()
        with suppress(httpx.HTTPError):
            yes = httpx.get(f"{url}/ready", timeout=10).status_code == 200
            watch.said.append((monotonic(), yes))
            watch.slowest = max(watch.slowest, monotonic() - began)

    looks = [writes, *(lambda url=url: ready(url) for url in urls)]  # type: ignore[misc]
    threads = [threading.Thread(target=often, args=(look,)) for look in looks]
    for one in threads:
        one.start()
    try:
        yield watch
    finally:
        over.set()
        for one in threads:
            one.join()
