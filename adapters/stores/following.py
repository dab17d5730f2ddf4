"""A store as an application of `eventsourcing`: its subscriptions and projections run over it.

They see every row in the order in which rows were committed, and write none.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    Mapper,
    Notification,
)
from eventsourcing.popo import POPOFactory
from eventsourcing.utils import Environment

from adapters.stores.library import Application, Subscription
from application.ledger.ledger import Ledger
from application.ledger.rows import AT, DIGEST, PAYLOAD, Fetched
from application.ledger.store import END, NumberedRow, not_as_written
from application.ledger.stored_events import from_json

AT_ONCE = 500
"""Rows read at a time."""
EVERY = 0.2
"""Seconds between looks at a store in which nothing was new."""
NAME = "umpire"
"""What the store is called where a projection notes how far it has come."""


class NumberedRows(Protocol):
    """The rows of a store. Every method may raise StoreProblem."""

    def numbered(
        self, after: int, until: int, most: int, names: Sequence[str] = ()
    ) -> list[NumberedRow]: ...
    def newest(self) -> int: ...
    def rows(self, game: str, first: int = ..., last: int = ...) -> Fetched: ...


@dataclass(frozen=True, slots=True)
class FollowedRow:
    """A row of a game, or of what else has a log in the store, as a projection gets it."""

    originator_id: str
    """The game, or `event:…` and the like."""
    originator_version: int
    """The number of the row in its game, from 1 on."""
    name: str
    """The stored name, such as `game/step_ruled/v1`."""
    at: int
    """When it was written: microseconds since 1970, UTC."""
    digest: str
    """That of the row, and through the chain of all before it."""
    fields: Mapping[str, Any]
    """What its JSON Schema describes; a field that has its default is left out."""


class WritesNothing(Exception):
    """Somebody wanted to write to a store that is only followed."""

    def __init__(self) -> None:
        super().__init__(
            "a store is written by umpire alone: take steps there, and follow them here"
        )


class RowMapper(Mapper):  # type: ignore[type-arg] # its parameters differ between versions
    """Reads rows of umpire's."""

    def __init__(self) -> None:
        """Needs no transcoder: every row is JSON at fixed places."""

    def to_stored_event(self, domain_event: Any) -> Any:  # noqa: ARG002
        """Raises WritesNothing."""
        raise WritesNothing

    def to_domain_event(self, stored_event: Any) -> Any:
        """The row as a FollowedRow. Raises Damaged where it is not as it was written."""
        game, version = str(stored_event.originator_id), stored_event.originator_version
        state = bytes(stored_event.state)
        try:
            at, fields = int(state[AT]), from_json(state[PAYLOAD])
        except ValueError:
            raise not_as_written(version, game) from None
        digest = state[DIGEST].decode(errors="replace")
        return FollowedRow(game, version, stored_event.topic, at, digest, fields)


class StoreRecorder(ApplicationRecorder):
    """The rows of a store as the library's recorder, to be read alone."""

    def __init__(self, rows: NumberedRows) -> None:
        self.numbered_rows = rows

    def insert_events(self, stored_events: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        """Raises WritesNothing."""
        raise WritesNothing

    def select_events(
        self,
        originator_id: Any,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[Any]:
        """The rows of a game as events, without their place among those of all."""
        stored = self.numbered_rows.rows(
            str(originator_id), (gt or 0) + 1, END if lte is None else lte
        )
        rows = [_notification(NumberedRow(0, str(originator_id), *row)) for row in stored]
        ordered = rows[::-1] if desc else rows
        return ordered if limit is None else ordered[:limit]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        after = 0 if start is None else start - inclusive_of_start
        until = END if stop is None else stop
        numbered = self.numbered_rows.numbered(after, until, limit, topics)
        return [_notification(row) for row in numbered]

    def max_notification_id(self) -> int | None:
        return self.numbered_rows.newest() or None

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> "Subscription[ApplicationRecorder]":
        return StoreSubscription(self, gt, topics)


def _notification(row: NumberedRow) -> Notification:
    return Notification(
        id=row.id,
        originator_id=row.game,
        originator_version=row.version,
        topic=row.name,
        state=bytes(row.state),
    )


class StoreSubscription(Subscription[ApplicationRecorder]):
    """The rows after one of them, and then each as it comes; it looks for them again and again."""

    def __init__(
        self, recorder: StoreRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        super().__init__(recorder, gt, topics)
        self._reads, self._after, self._names = recorder, gt or 0, tuple(topics)
        self._waiting: deque[Notification] = deque()
        self._ended = Event()

    def stop(self) -> None:
        super().stop()
        self._ended.set()

    def __next__(self) -> Notification:
        """The next row; waits for it. Raises StopIteration once it was stopped, StoreProblem."""
        while not self._ended.is_set():
            if self._waiting:
                notification = self._waiting.popleft()
                self._after = notification.id
                return notification
            self._waiting.extend(
                self._reads.select_notifications(
                    self._after, AT_ONCE, topics=self._names, inclusive_of_start=False
                )
            )
            if not self._waiting:
                self._ended.wait(EVERY)
        raise StopIteration


class StoreApplication(Application):  # type: ignore[type-arg]
    """A store that is followed; `opens` is given by a subclass, see `application_following`."""

    name = context_name = NAME
    ledger: Ledger

    @staticmethod
    def opens() -> Ledger:
        """The ledger to follow. Raises StoreProblem."""
        raise NotImplementedError

    def construct_factory(self, env: Any = None) -> "InfrastructureFactory[Any]":
        # Only for what the library makes besides; no row is read or kept by it.
        return POPOFactory(Environment(NAME, {}) if env is None else env)

    def construct_mapper(self) -> Any:
        return RowMapper()

    def construct_recorder(self) -> ApplicationRecorder:
        self.ledger = type(self).opens()
        rows: Any = self.ledger.rows
        return StoreRecorder(rows)

    def close(self) -> None:
        super().close()
        if hasattr(self, "ledger"):
            self.ledger.close()
            del self.ledger


def application_following(opens: Callable[[], Ledger]) -> type[StoreApplication]:
    """The application class that a ProjectionRunner or an ApplicationSubscription takes."""
    named = {"name": NAME, "context_name": NAME}
    return type("FollowedStore", (StoreApplication,), {"opens": staticmethod(opens), **named})
