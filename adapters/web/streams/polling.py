"""Asks the store again and again for what other servers have written."""

import asyncio
from collections.abc import Awaitable, Callable

from adapters.web.logs import server
from application.ledger.store import StoreProblem

OFTEN = 0.1
"""Seconds between two checks."""
AFTER_A_PROBLEM = 1.0


async def poll(
    check: Callable[[], Awaitable[None]],
    problem: str,
    goes_on: Callable[[], object] = lambda: True,
) -> None:
    """Checks as long as `goes_on`; where the store fails, the `problem` is logged."""
    while goes_on():
        await asyncio.sleep(OFTEN)
        try:
            await check()
        except StoreProblem as why:
            server.warning("%s: %s", problem, why)
            await asyncio.sleep(AFTER_A_PROBLEM)
