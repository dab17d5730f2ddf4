"""The repository of events: opens them, keeps what happens at them, says how they stand."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from application.event.keyring import Keyring, PersonKeys
from application.event.log.tree_log import Log
from application.event.registry import StoredEvent, read
from application.game.live_game import Clock, utc
from application.game.wake_ups import new_wait
from application.ledger.group_commit import GroupCommit
from application.ledger.ledger import Ledger
from application.ledger.rows import START
from application.ledger.store import Conflict, Damaged, Head, NoSuchGame
from application.ledger.stored_events import stored_form
from application.ledger.streams import EVENT, extend, rows_after
from domain.tournament.command import Refused, TournamentEvent
from domain.tournament.people import EventOpened
from domain.tournament.tournament import Tournament

Decide = Callable[[Tournament, int], Iterable[TournamentEvent]]
"""(event, now) → the new events. Raises Refused; called again if others wrote first."""


class NoSuchEvent(NoSuchGame):
    """No event of this name is in the store."""


STORE = ""
"""The name of the log that a store has without any event."""


MISFITS = (LookupError, TypeError, ValueError, AttributeError, Refused)
"""The errors that folding raises for an event about something that does not exist."""


@dataclass
class LiveEvent:
    """An event held in memory, folded up to its head."""

    event: Tournament
    head: Head = START
    at: int = 0
    log: Log = field(default_factory=Log)

    def take(self, happened: StoredEvent) -> None:
        """The next event. Raises Damaged where it cannot have happened to this event."""
        try:
            self.event = happened.event.after(self.event, happened.at)
            self.log.take(happened)
        except MISFITS:
            raise Damaged(
                f"row {happened.row} of “{EVENT}{self.event.id}” speaks of what the event does not have"
            ) from None
        self.head, self.at = Head(happened.row, happened.digest), happened.at


Kept = Callable[[Sequence[TournamentEvent]], None]
"""Hears what a repository has kept."""


class Repository:
    """The events of a store. Safe to call from several threads."""

    def __init__(
        self,
        ledger: Ledger,
        keys: PersonKeys,
        clock: Clock = utc,
        on_kept: Kept | None = None,
    ) -> None:
        """`on_kept`: hears of everything that is kept through it, once it is durable."""
        self.ledger = ledger
        self.keys = keys
        self.clock = clock
        self._live: dict[str, LiveEvent] = {}
        self._lock = threading.RLock()
        """Guards the events in memory; never held during a write."""
        self._group: GroupCommit[tuple[str, Decide], Tournament] = GroupCommit(self._keep_each)
        self._on_kept = on_kept
        self._keyrings: dict[str, tuple[Keyring, tuple[Any, ...]]] = {}

    def events(self) -> list[str]:
        """The names of the events, newest first."""
        return [
            id.removeprefix(EVENT)
            for id in self.ledger.streams()
            if id.startswith(EVENT) and id != EVENT + STORE
        ]

    def open(self, id: str, opened: EventOpened) -> Tournament:
        """A new event, durable on return. Raises Refused where there is one of this name."""
        try:
            extend(self.ledger, EVENT + id, START, self.clock(), [stored_form(opened)])
        except Conflict:
            raise Refused(f"there is an event “{id}” already: choose another name") from None
        return self.event(id)

    def event(self, id: str) -> Tournament:
        """The event as it stands now. Raises NoSuchEvent, Damaged."""
        return self._caught_up(id).event

    def keep(self, id: str, decide: Decide) -> Tournament:
        """Stores what is decided, all or none, durable on return. Raises Refused."""
        return self._group.write((id, decide))

    async def keep_soon(self, id: str, decide: Decide) -> Tournament:
        """As `keep`, for an event loop: what waits at the same time shares a commit."""
        done, tell = new_wait()
        self._group.submit((id, decide), tell)
        event: Tournament = await done
        return event

    def _keep_each(self, batch: Sequence[tuple[str, Decide]]) -> list[Tournament | Exception]:
        outcomes: dict[str, Iterator[Tournament | Exception]] = {}
        for id in dict.fromkeys(id for id, _ in batch):
            decisions = [decide for of, decide in batch if of == id]
            try:
                outcomes[id] = iter(self.keep_all(id, decisions))
            except Exception as why:  # nothing was stored there: all who decided hear of it
                outcomes[id] = repeat(why)
        return [next(outcomes[id]) for id, _ in batch]

    def keep_all(self, id: str, decisions: Sequence[Decide]) -> list[Tournament | Exception]:
        """As `keep` for each decision in order, in one commit.

        Returns for each the event after it, or the error for which it was not stored. Raises StoreProblem.
        """
        while True:
            with self._lock:
                live = self._caught_up(id)
                # A clock that was set back puts nothing before what has happened already.
                event, head, at = live.event, live.head, max(self.clock(), live.at)
            outcomes: list[Tournament | Exception] = []
            kept: list[TournamentEvent] = []
            for decide in decisions:
                try:
                    happens, event = outcome_of(event, at, decide)
                except Exception as why:  # its sender hears of it; the others are kept
                    outcomes.append(why)
                else:
                    kept += happens
                    outcomes.append(event)
            if not kept:
                return outcomes
            with suppress(Conflict):
                extend(self.ledger, EVENT + id, head, at, [*map(stored_form, kept)])
                if self._on_kept is not None:
                    self._on_kept(kept)
                return outcomes

    def held(self) -> list[tuple[int, Tournament]]:
        """The events in memory as they stand now, each with the newest row of its log. Raises StoreProblem."""
        with self._lock:
            caught_up = [self._caught_up(id) for id in [*self._live]]
            return [(live_event.head.version, live_event.event) for live_event in caught_up]

    def proofs(self, id: str) -> Log:
        """The event's log as a Merkle tree, as it stands now. Raises NoSuchEvent, Damaged."""
        with self._lock:
            return self._caught_up(id).log

    def log(self, id: str) -> list[StoredEvent]:
        """Everything that happened, oldest first. Raises NoSuchEvent, Damaged."""
        rows = rows_after(self.ledger.rows, EVENT + id)
        if not rows and id != STORE:
            raise no_such_event(id)
        return [read(id, row) for row in rows]

    def keyring(self, id: str) -> Keyring:
        """The keys of the people of an event."""
        live = self._live.get(id)
        return Keyring(id, self.keys, live.event.forgotten if live else frozenset())

    def keyring_at(self, event: Tournament) -> Keyring:
        """The keyring of this event, read again only when its people have changed."""
        people = event.people, event.judges, event.forgotten
        known = self._keyrings.get(event.id)
        if known is None or any(a is not b for a, b in zip(people, known[1], strict=True)):
            known = self._keyrings[event.id] = self.keyring(event.id), people
        return known[0]

    def stop(self) -> None:
        """Writes what is still waiting; nothing is kept after that."""
        self._group.close()

    def close(self) -> None:
        self.stop()
        self.keys.close()
        self.ledger.close()

    def _caught_up(self, id: str) -> LiveEvent:
        with self._lock:
            live = self._live.get(id) or LiveEvent(Tournament(id))
            for row in rows_after(self.ledger.rows, EVENT + id, live.head):
                live.take(read(id, row))
            if live.head == START and id != STORE:
                raise no_such_event(id)
            self._live[id] = live
            return live


def outcome_of(
    event: Tournament, at: int, decide: Decide
) -> tuple[list[TournamentEvent], Tournament]:
    """What is decided, and the event after it. Raises Refused."""
    happens = list(decide(event, at))
    if not all(happened.AFTER_CLOSING for happened in happens):
        check_open(event)
    for happened in happens:
        event = happened.after(event, at)
    return happens, event


def check_open(event: Tournament) -> None:
    """Checks that something may still be entered. Raises Refused."""
    if event.closed is not None:
        raise Refused(f"“{event.name}” is closed: nothing more is entered", "P4")


def no_such_event(id: str) -> NoSuchEvent:
    return NoSuchEvent(f"there is no event “{id}” in this store")
