"""Group commit for events: acts that wait together are stored in one commit, without a thread each."""

import asyncio

from application.event.repository import Decide, Repository
from domain.tournament.tournament import Tournament

QueuedDecision = tuple[Decide, "asyncio.Future[Tournament]"]


class GroupCommit:
    """Writes the first act at once, and together all that arrive while it is being written."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._waiting: dict[str, list[QueuedDecision]] = {}
        self._writing: dict[str, asyncio.Task[None]] = {}

    async def keep(self, event: str, decide: Decide) -> Tournament:
        """Stores an act; gives the event after it, once durable. Raises Refused, StoreProblem."""
        done: asyncio.Future[Tournament] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(event, []).append((decide, done))
        if event not in self._writing:
            self._writing[event] = asyncio.create_task(self._write(event))
        return await done

    async def _write(self, event: str) -> None:
        try:
            while waiting := self._waiting.pop(event, []):
                await self._write_together(event, waiting)
        finally:
            del self._writing[event]

    async def _write_together(self, event: str, waiting: list[QueuedDecision]) -> None:
        decisions = [decide for decide, _ in waiting]
        outcomes: list[Tournament | Exception]
        try:
            outcomes = await asyncio.to_thread(self.repository.keep_all, event, decisions)
        except Exception as why:  # nothing was stored: every waiting caller gets the error
            outcomes = [why] * len(waiting)
        for (_, done), outcome in zip(waiting, outcomes, strict=True):
            if done.done():
                continue
            if isinstance(outcome, Exception):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)
