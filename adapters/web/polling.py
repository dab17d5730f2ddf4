"""Does something again and again, whatever goes wrong: mostly, asks the store for what other servers wrote."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from adapters.web.logs import server
from application.ledger.store import StoreProblem

OFTEN = 0.1
"""Seconds between two checks."""
AFTER_A_PROBLEM = 1.0


async def _often() -> None:
    await asyncio.sleep(OFTEN)


async def poll(
    check: Callable[[], Awaitable[None]],
    problem: str,
    goes_on: Callable[[], object] = lambda: True,
    pause: Callable[[], Awaitable[None]] = _often,
) -> None:
    """Checks after each pause as long as `goes_on`; what goes wrong is logged as this `problem`."""
    while goes_on():
        await pause()
        try:
            await check()
        except StoreProblem as why:
            server.warning("%s: %s", problem, why)
            await asyncio.sleep(AFTER_A_PROBLEM)
        except Exception:
            server.exception(problem)
            await asyncio.sleep(AFTER_A_PROBLEM)


async def end(task: "asyncio.Task[None]") -> None:
    """Cancels a task and waits until it has ended."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
