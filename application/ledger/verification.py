"""Verifies a stored game: checks every byte and link, and rules every step again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from application.editions import rules_of
from application.ledger.delta import MISREAD
from application.ledger.law_digest import law_of
from application.ledger.rows import (
    DIGEST,
    OPENED,
    PAYLOAD,
    RULED,
    START,
    link_row_anew,
    step_ruled,
)
from application.ledger.rows_read import (
    READERS,
    UNREADABLE,
    decode,
    is_opening,
    read_opening,
    read_ruled,
)
from application.ledger.ruled_otherwise import other_event, otherwise, spoken_name
from application.ledger.snapshots import read_snapshot, snapshot_name, state_of
from application.ledger.store import Damaged, Head, NoSuchGame, StoredSnapshot, no_such_game
from application.ledger.stored_events import as_json, encode
from application.ledger.streams import is_stream
from application.ledger.verified import (
    CHANGED,
    OTHERWISE,
    DoesNotHold,
    RowsMissing,
    RuledOtherwise,
    SurplusEvent,
    VerifiedGame,
)
from domain.kernel.events import ChanceMade
from domain.kernel.history import Entry, Game, Position, open_game
from domain.kernel.shared import adjudicate


class VerifiableRows(Protocol):
    def raw(self, game: str) -> Iterator[tuple[int, str, bytes]]: ...
    def names(self) -> list[str]: ...


SnapshotsOf = Callable[[str], Sequence[StoredSnapshot]]
"""Game → its snapshots, in order of entries."""


def no_snapshots(_game: str) -> Sequence[StoredSnapshot]:
    return ()


def verify_all(
    rows: VerifiableRows, snapshots: SnapshotsOf = no_snapshots
) -> Iterator[VerifiedGame]:
    """Verifies every game and stream that has a row, even one that cannot be opened."""
    for game in rows.names():
        try:
            yield verify(rows, game, snapshots)
        except NoSuchGame:
            yield VerifiedGame(game, False, START, 0, 0, "its name cannot be read", fault=CHANGED)


def verify(rows: VerifiableRows, game: str, snapshots: SnapshotsOf = no_snapshots) -> VerifiedGame:
    """Verifies a game up to the first thing wrong in it, then its snapshots. Raises NoSuchGame.

    A stream that is not a game has only its rows and links checked.
    """
    if is_stream(game):
        return _linked_rows(rows, game)
    examined = _Examined(game, _Snapshots([*snapshots(game)]))
    n: int | None = None
    wrong: Exception | None = None
    try:
        for row in rows.raw(game):
            examined.take(*row)
        if not examined.head.version:
            raise no_such_game(game)
        examined.end()
    except SurplusEvent as why:
        n, wrong = examined.entries, why
    except (DoesNotHold, Damaged) as why:
        n, wrong = examined.entry, why
    if wrong is None and examined.snapshots.astray is not None:
        n, wrong = examined.snapshots.astray
    return examined.outcome(n, wrong)


def _linked_rows(rows: VerifiableRows, stream: str) -> VerifiedGame:
    """Checks every byte and link of a stream that is not a game. Raises NoSuchGame."""
    head = START
    try:
        for version, name, state in rows.raw(stream):
            head = _link(stream, head, version, name, state)
    except (Damaged, DoesNotHold) as why:
        n, fault = head.version + 1, getattr(why, "fault", CHANGED)
        return VerifiedGame(stream, False, head, head.version, n, str(why), fault=fault)
    if head == START:
        raise NoSuchGame(f"there is no “{stream}” in this store")
    return VerifiedGame(stream, True, head, head.version)


def _link(stream: str, head: Head, version: int, name: str, state: bytes) -> Head:
    """The head after this row. Raises DoesNotHold if the row does not fit the chain."""
    if version != head.version + 1:
        raise RowsMissing(f"row {head.version + 1} is missing, row {version} follows")
    expected, leads_to = link_row_anew(stream, head, name, state)
    if expected != state:
        raise DoesNotHold(f"row {head.version + 1} is not as it was written")
    return leads_to


@dataclass
class _Snapshots:
    """The snapshots of a game, as far as they have been examined."""

    rows: list[StoredSnapshot]
    """Snapshots not examined yet, in order of entries."""
    astray: tuple[int, DoesNotHold] | None = None
    """The entry of the first snapshot that does not hold, and why."""

    def examine(self, game: Game, head: Head) -> None:
        """Checks the snapshot of the entry just completed, whose last row is `head`.

        Snapshots made by other rules are passed over.
        """
        while self.rows and self.rows[0].entry <= game.length:
            row = self.rows.pop(0)
            if row.name == snapshot_name(game.ruleset.name) and not _holds(row, game, head):
                self._tell(row.entry, DoesNotHold(WRONG.format(row.entry)))

    def end(self) -> None:
        """A snapshot left over when the entries have ended shows that the log was cut short."""
        for row in self.rows:
            self._tell(row.entry, RowsMissing(CUT.format(row.entry)))

    def _tell(self, entry: int, why: DoesNotHold) -> None:
        self.astray = self.astray or (entry, why)


WRONG = (
    "every entry holds, but the snapshot after entry {} is not what they come to: "
    "“umpire db copy” leaves snapshots behind"
)
SAME_LAW = "though the law is the one under which it was opened"
CUT = (
    "every entry that is there holds, but there is a snapshot after entry {}: the log was cut short"
)


def _holds(row: StoredSnapshot, game: Game, head: Head) -> bool:
    try:
        snapshot = read_snapshot(row.state)
        same: bool = state_of(game, snapshot) == game.now.state
    except MISREAD:
        return False
    return same and row.entry == game.length and snapshot.head == head


@dataclass
class _Examined:
    """A game as far as it has been examined."""

    id: str
    snapshots: _Snapshots
    head: Head = START
    game: Game | None = None
    due: list[Any] = field(default_factory=list)
    """Events of the newest entry whose rows have not come yet, in reverse order."""
    reworded: list[int] = field(default_factory=list)
    ruled: tuple[Entry, Position] | None = None
    """The newest entry as ruled again, while its events are still coming."""

    def outcome(self, n: int | None, wrong: Exception | None) -> VerifiedGame:
        """The result; `n` is the entry that does not hold, and `wrong` why."""
        last = self.entries - 1 if isinstance(wrong, SurplusEvent) else self.entries
        verified_game = VerifiedGame(
            self.id, wrong is None, self.head, max(0, last), n, str(wrong or "")
        )
        if self.game is not None:
            opening = self.game.opening
            verified_game = replace(verified_game, law=opening.law, law_now=law_of(opening))
        if wrong is None:
            return replace(verified_game, reworded=tuple(self.reworded), chance=self.chance)
        fault = getattr(wrong, "fault", CHANGED)
        # The same law cannot rule otherwise than it did: the stored ruling was changed.
        if fault == OTHERWISE and verified_game.law and not verified_game.under_another_law:
            return replace(verified_game, fault=CHANGED, because=f"{wrong}, {SAME_LAW}")
        return replace(verified_game, fault=fault)

    @property
    def entries(self) -> int:
        return self.game.length if self.game else 0

    @property
    def entry(self) -> int:
        """The entry to which the next row belongs."""
        if self.game is None or (self.due and self.ruled is None):
            return 0
        return self.game.length + 1

    @property
    def chance(self) -> int:
        """How often chance was made together."""
        log = self.game.log if self.game else ()
        return sum(isinstance(event, ChanceMade) for entry in log for event in entry.events)

    def take(self, version: int, name: str, state: bytes) -> None:
        """Examines the next row. Raises DoesNotHold."""
        head = self._check_link(version, name, state)
        payload = state[PAYLOAD]
        try:
            if self.game is None:
                self._open(name, payload)
            elif self.due:
                self._event(name, payload)
            else:
                self._rule(self.game, name, payload)
        except UNREADABLE as why:
            raise DoesNotHold(f"row {version} cannot be read: {why}") from None
        self.head = head
        self._complete()

    def end(self) -> None:
        """Ends the examination after the last row. Raises DoesNotHold if rows are missing."""
        if self.due:
            raise RowsMissing(f"{len(self.due)} of its rows are missing at the end")
        self.snapshots.end()

    def _check_link(self, version: int, name: str, state: bytes) -> Head:
        if version != self.head.version + 1:
            raise RowsMissing(f"row {self.head.version + 1} is missing, row {version} follows")
        expected, head = link_row_anew(self.id, self.head, name, state)
        if state != expected:
            whose = "" if state[DIGEST] != expected[DIGEST] else " around its payload"
            raise DoesNotHold(f"row {version} is not as it was written{whose}")
        return head

    def _open(self, name: str, payload: bytes) -> None:
        if not is_opening(name):
            _check_known(name)
            raise DoesNotHold(f"it begins with {name} instead of {OPENED}")
        opening = read_opening(payload)
        try:
            self.game = open_game(rules_of(opening), opening)
        except Exception as why:  # what was tampered with may fail anywhere in the ruleset
            raise DoesNotHold(f"the game cannot be opened again: {why}") from why
        self.due = list(reversed(self.game.opened))

    def _event(self, name: str, payload: bytes) -> None:
        if name == RULED:
            missing = spoken_name(self.due[-1].STORED_AS)
            raise RuledOtherwise(f"it is ruled otherwise today: “{missing}” happens too")
        event, expected = decode(name, payload), self.due[-1]
        if event != expected and (
            type(event) is not type(expected) or encode(event) != encode(expected)
        ):
            raise RuledOtherwise(f"it is ruled otherwise today: {other_event(expected, event)}")
        self.due.pop()

    def _rule(self, game: Game, name: str, payload: bytes) -> None:
        if name != RULED:
            _check_known(name)
            raise SurplusEvent(f"it is ruled otherwise today: no “{spoken_name(name)}” happens")
        stored = read_ruled(payload)
        if stored.n != game.length + 1:
            raise DoesNotHold(f"entry {stored.n} stands there")
        try:
            entry, position = adjudicate(game, stored.said)
        except Exception as why:  # as above
            raise DoesNotHold(f"it cannot be ruled again: {why!r}") from why
        # Through JSON like the stored one: else a tuple in its facts would differ from a list.
        again = read_ruled(as_json(step_ruled(entry, stored.key)))
        if again != stored:
            told = otherwise(stored, again)
            if told:
                raise RuledOtherwise(told)
            self.reworded.append(stored.n)
        self.due = list(reversed(entry.events))
        self.ruled = (entry, position)

    def _complete(self) -> None:
        if self.due:
            return
        if self.ruled is not None and self.game is not None:
            self.game.take(*self.ruled)
            self.ruled = None
            self.snapshots.examine(self.game, self.head)


def _check_known(name: str) -> None:
    """Checks that this is the name of a known row. Raises UnknownEvent."""
    if name != RULED and not is_opening(name):
        READERS[name]
