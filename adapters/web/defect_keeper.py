"""Takes in what judges say umpire rules wrongly as soon as they say so, while the rules are the same."""

import asyncio
from collections.abc import Callable

from adapters.web.fair_pool import FairPool
from adapters.web.logs import server
from adapters.web.polling import end
from application.ledger.store import StoreProblem

WHOSE = "defects"
"""The turn that they take among what takes long."""
PAUSE = 0.05
"""Seconds to wait after a judge's step, so that its own response is sent first."""


class DefectKeeper:
    """Runs in one event loop; the work is done in a pool."""

    def __init__(self, pool: FairPool, take_in: Callable[[str], None]) -> None:
        self.pool = pool
        self._take_in = take_in
        self._due: dict[str, None] = {}
        """The games in which a judge has spoken of a defect, in their order."""
        self._running: asyncio.Task[None] | None = None

    def take_in(self, game: str) -> None:
        """Called after a judge has spoken of a defect in this game."""
        self._due[game] = None
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._running is not None:
            await end(self._running)

    async def _run(self) -> None:
        while self._due:
            await asyncio.sleep(PAUSE)
            game = next(iter(self._due))
            del self._due[game]
            try:
                await self.pool.run(WHOSE, self._take_in, game)
            except StoreProblem as why:
                # The log has it: it is taken in when the list is asked for.
                server.warning("defects of %s could not be taken in: %s", game, why)
            except Exception:
                server.exception("defects of %s could not be taken in", game)
