"""The tournament office: opens events, keeps what happens at them, says how they stand."""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from application.event.facts import EventOpened, Fact, PeopleForgotten
from application.event.facts_log import CheckpointCosigned, CheckpointSigned, LogKeySet
from application.event.kinds.stored import Happened, read, stored_form
from application.event.kinds.table import after
from application.event.log.tree_log import Log
from application.event.people import Keyring, PersonKeys
from application.event.state import Event, Refused
from application.game.live_game import Clock, utc
from application.ledger.ledger import Ledger
from application.ledger.rows import START
from application.ledger.store import Conflict, Head, NoSuchGame
from application.ledger.streams import EVENT, extend, rows_after

Decide = Callable[[Event, int], Iterable[Fact]]
"""(the event as it stands, now) → what happens. Raises Refused; asked again when others were first."""


class NoSuchEvent(NoSuchGame):
    """No event of this name is in the store."""


STORE = ""
"""The name of the log that a store has without any event."""


@dataclass
class Live:
    """An event held in memory, folded up to its head."""

    event: Event
    head: Head = START
    at: int = 0
    log: Log = field(default_factory=Log)

    def take(self, happened: Happened) -> None:
        """The next fact."""
        self.event = after(self.event, happened.fact, happened.at)
        self.head, self.at = Head(happened.row, happened.digest), happened.at
        self.log.take(happened)


class Office:
    """The events of a store. Safe to call from several threads."""

    def __init__(self, ledger: Ledger, keys: PersonKeys, clock: Clock = utc) -> None:
        self.ledger = ledger
        self.keys = keys
        self.clock = clock
        self._live: dict[str, Live] = {}
        self._lock = threading.RLock()

    def events(self) -> list[str]:
        """Their names, newest first."""
        return [
            id.removeprefix(EVENT)
            for id in self.ledger.streams()
            if id.startswith(EVENT) and id != EVENT + STORE
        ]

    def open(self, id: str, fact: EventOpened) -> Event:
        """A new event, durable on return. Raises Refused where there is one of this name."""
        try:
            extend(self.ledger, EVENT + id, START, self.clock(), [stored_form(fact)])
        except Conflict:
            raise Refused(f"there is an event “{id}” already: choose another name") from None
        return self.event(id)

    def event(self, id: str) -> Event:
        """The event as it stands now. Raises NoSuchEvent, Damaged."""
        return self._caught_up(id).event

    def keep(self, id: str, decide: Decide) -> Event:
        """Keeps what is decided to happen, all or nothing, durable on return. Raises Refused."""
        with self._lock:
            while True:
                live = self._caught_up(id)
                at = max(self.clock(), live.at)
                happens = list(decide(live.event, at))
                if not happens:
                    return live.event
                _check_open(live.event, happens)
                rows = [stored_form(one) for one in happens]
                with suppress(Conflict):
                    extend(self.ledger, EVENT + id, live.head, at, rows)
                    return self._caught_up(id).event

    def proofs(self, id: str) -> Log:
        """Its log as a tree, as it stands now. Raises NoSuchEvent, Damaged."""
        with self._lock:
            return self._caught_up(id).log

    def log(self, id: str) -> list[Happened]:
        """Everything that happened, oldest first. Raises NoSuchEvent, Damaged."""
        rows = rows_after(self.ledger.rows, EVENT + id)
        if not rows and id != STORE:
            raise no_such_event(id)
        return [read(id, row) for row in rows]

    def keyring(self, id: str) -> Keyring:
        """The keys of the people of an event."""
        live = self._live.get(id)
        return Keyring(id, self.keys, live.event.forgotten if live else frozenset())

    def close(self) -> None:
        self.keys.close()
        self.ledger.close()

    def _caught_up(self, id: str) -> Live:
        with self._lock:
            live = self._live.get(id) or Live(Event(id))
            for row in rows_after(self.ledger.rows, EVENT + id, live.head):
                live.take(read(id, row))
            if live.head == START and id != STORE:
                raise no_such_event(id)
            self._live[id] = live
            return live


AFTER_THE_END = (PeopleForgotten, LogKeySet, CheckpointSigned, CheckpointCosigned)


def _check_open(event: Event, happens: Iterable[Fact]) -> None:
    """Raises Refused where something is to happen at an event that is closed."""
    if event.closed is not None and not all(isinstance(one, AFTER_THE_END) for one in happens):
        raise Refused(f"“{event.name}” is closed: nothing more is entered")


def no_such_event(id: str) -> NoSuchEvent:
    return NoSuchEvent(f"there is no event “{id}” in this store")
