"""Takes in what judges say umpire rules wrongly as soon as they say so, while the rules are the same."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from adapters.web.fair_pool import FairPool
from adapters.web.logs import server
from application.ledger.store import StoreProblem

WHOSE = "defects"
"""The turn that they take among what takes long."""
PAUSE = 0.05
"""Seconds to wait after a judge's step, so that its own response is sent first."""


class DefectKeeper:
    """Runs in one event loop; the work is done in a pool."""

    def __init__(self, pool: FairPool, catch_up: Callable[[], list[str]]) -> None:
        self.pool = pool
        self.catch_up = catch_up
        self._due = False
        self._running: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Called after a judge has spoken of a defect."""
        self._due = True
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _run(self) -> None:
        while self._due:
            await asyncio.sleep(PAUSE)
            self._due = False
            try:
                for sentence in await self.pool.run(WHOSE, self.catch_up):
                    server.warning("left out of the defects: %s", sentence)
            except StoreProblem as why:
                # The log has it: it is taken in when the list is asked for.
                server.warning("defects could not be taken in: %s", why)
            except Exception:
                server.exception("defects could not be taken in")
