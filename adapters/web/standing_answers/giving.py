"""Takes the steps of standing answers for their seats as soon as they come due.

A step is answered before anybody's standing answers are looked up, so that its response time does not
reveal whether another seat has one.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from time import monotonic

from adapters.stores.answer_table import AnswerTable
from adapters.stores.seat_tables import Tables
from adapters.web.polling import end, poll
from application.game.live_game import LiveGame
from application.game.seats import Seats
from application.game.standing_answers.answer import Ending, StandingAnswer, step_of
from application.game.standing_answers.standing_answers import StandingAnswers
from application.game.umpire import MovedOn, TakesNoMore, Umpire
from domain.kernel.history import Entry, Game

PAUSE = 0.05
"""Seconds to wait after a step, so that its own response is sent first."""
OFTEN = 0.5
"""Seconds between checks for standing answers set at other servers."""
SELDOM = 5.0
"""Seconds between checks of every game with a standing answer, as other programs may write to it."""
MOST = 200
"""Most answers given in one game before other games have their turn."""


class AnswerGiver:
    """Knows the games with standing answers, and gives those that are due. Runs in one event loop."""

    def __init__(
        self, umpire: Umpire, seats: Seats, announce: Callable[[LiveGame, Entry], None]
    ) -> None:
        self.umpire = umpire
        self.seats = seats
        self.announce = announce
        """Called with the game and each entry made here."""
        self.lock = asyncio.Lock()
        """While held, no answer is given; one that is ended under the lock never answers again."""
        self._given: dict[str, set[str]] = {}
        """Game → the ids of its standing answers."""
        self._due: set[str] = set()
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._all_looked_at = 0.0

    @cached_property
    def standing_answers(self) -> StandingAnswers:
        """The standing answers in the store."""
        tables = self.seats.tables
        assert isinstance(tables, Tables)
        return StandingAnswers(AnswerTable(tables))

    def start(self) -> None:
        """Starts the task that gives answers, in the running event loop."""
        problem = "standing answers could not be said"
        self._running = asyncio.create_task(poll(self._look_around, problem, pause=self._pause))

    async def stop(self) -> None:
        if self._running is not None:
            await end(self._running)

    def look(self, game: str) -> None:
        """Called after each entry: checks the game soon if it has a standing answer."""
        if game in self._given:
            self._due.add(game)
            self._wake.set()

    def heed(self, answer: StandingAnswer) -> None:
        """Called when a standing answer was set: checks its game soon."""
        self._given.setdefault(answer.game, set()).add(answer.id)
        self.look(answer.game)

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(OFTEN):
                await self._wake.wait()
        await asyncio.sleep(PAUSE)
        self._wake.clear()

    async def _look_around(self) -> None:
        await self._hear()
        due, self._due = self._due, set()
        for game in due:
            await self._answer(game)

    async def _hear(self) -> None:
        """Marks games with newly set answers to be checked; every SELDOM seconds, all with one."""
        given: dict[str, set[str]] = {}
        for answer in await asyncio.to_thread(self.standing_answers.not_ended):
            given.setdefault(answer.game, set()).add(answer.id)
        all_of_them = monotonic() - self._all_looked_at > SELDOM
        if all_of_them:
            self._all_looked_at = monotonic()
        for game, ids in given.items():
            if all_of_them or not ids <= self._given.get(game, set()):
                self._due.add(game)
        self._given = given

    async def _answer(self, game: str) -> None:
        """Gives the answers due in this game, one after the other. Raises StoreProblem."""
        for _ in range(MOST):
            async with self.lock:
                if not await self._give_one(game):
                    return

    async def _give_one(self, game: str) -> bool:
        """Gives one answer if one is due. True if the game is to be checked again."""
        given = await asyncio.to_thread(self.standing_answers.given_in, game)
        if not given:
            return False
        live = await self.umpire.game_soon(game)
        with live.lock:
            still = live.game.at(live.game.length)
        try:
            due_in = self.standing_answers.due_in
            answer = await asyncio.to_thread(due_in, still, given, self._seat_is_gone)
            if answer is None:
                return False
            return await self._take_step(live, still, answer)
        except MovedOn:
            return True

    def _seat_is_gone(self, answer: StandingAnswer) -> Ending | None:
        """The ending of an answer whose token is no longer valid; None if it is, or if none was used (CLI)."""
        if answer.at_command_line:
            return None
        seat = self.seats.find_seat(answer.token)
        gone = seat is None or not seat.holds(self.seats.clock())
        return Ending("seat") if gone else None

    async def _take_step(self, live: LiveGame, still: Game, answer: StandingAnswer) -> bool:
        """Takes the seat's step; ends the answer if the game is full. Raises MovedOn, StoreProblem."""
        said = step_of(still, answer)
        n = still.length
        try:
            # Two servers may find it due at once: under one key it is said only once.
            recorded = await self.umpire.step_soon(
                live.id, said, key=answer.key(n), expected_entry=n
            )
        except TakesNoMore:
            await asyncio.to_thread(self.standing_answers.end, answer, Ending("full"))
            return True
        self.announce(live, recorded.entry)
        return True
