"""A round as it was last rendered: a row for each table, with the serial number of its last change."""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from adapters.web.texts.catalogue import ENGLISH
from application.event.hall import RoundNow
from domain.tournament.calls import Call
from domain.tournament.context import Moment
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

MOST_BYTES = 4_200
"""Most bytes of rows in one message; the others follow in the next."""
MOST_MISSED = 63
"""Missed calls that are kept besides the newest: those closed before a look saw them open."""


@dataclass
class Hall:
    """A round of an event as it was last rendered, in one language."""

    event: str
    round: int
    language: str = ENGLISH
    mark: str = field(default_factory=lambda: secrets.token_hex(4))
    """Random id of this object; serial numbers of another one mean nothing here."""
    serial: int = 0
    rows: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Table → the serial number of its last change, and its HTML."""
    now: RoundNow = field(default_factory=lambda: RoundNow(0, 0, False, False, False))
    at: int = 0
    """When the hall was last brought up to date: microseconds since 1970, UTC."""
    departures: tuple[tuple[int, int], ...] = ()
    """(call, table) of each ruling departing from earlier ones that the head judge has not seen yet."""
    elsewhere: tuple[tuple[int, int, bool], ...] = ()
    """(round, table, whether a judge has taken it) of each call that is open in another round."""
    over: bool = False
    """Whether another round is played now."""
    listeners: set[int] = field(default_factory=set)
    moments: dict[str, list[Moment]] = field(default_factory=dict)
    known: Tournament | None = None
    """The event that `facts` was made from."""
    facts: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    behind: dict[str, int] = field(default_factory=dict)
    """Game → its newest row in the store, for tables still to be rendered; longest waiting first."""
    heard: set[int] | None = None
    """Calls already shown, or made long before anybody looked; None before the first look."""
    missed: list[tuple[int, str]] = field(default_factory=list)
    """(serial number, HTML) of calls closed before a look saw them open; listeners are sent them too."""
    about: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """Table → the event's facts about it at the last look."""

    def differs(self, event: Tournament, table: Table) -> bool:
        """Whether the event's facts about this table have changed since the last look."""
        before = self.about.get(table.number)
        if event is not self.known:
            self.known, self.facts = event, facts_of(event, self.round)
        self.about[table.number] = now = self.facts[table.number]
        return before is None or before != now

    def keep(self, table: int, text: str, missed: Sequence[str] = ()) -> None:
        """Stores a table's HTML. `missed`: its HTML while calls were open that no look saw open."""
        for sentence in missed:
            self.serial += 1
            self.missed = [*self.missed[-MOST_MISSED:], (self.serial, sentence)]
        if missed or self.rows.get(table, (0, ""))[1] != text:
            self.serial += 1
            self.rows[table] = (self.serial, text)

    def unheard(self, event: Tournament, table: Table) -> list[Call]:
        """The calls of a table that were made and closed again since the last look."""
        if self.heard is None:
            self.heard = set(event.calls)
        unheard = [call for call in event.calls_at(table.key) if call.made.call not in self.heard]
        self.heard.update(call.made.call for call in unheard)
        return [call for call in unheard if not call.open]

    def after(self, serial: int) -> list[tuple[int, str]]:
        """Rows changed after this serial number, oldest change first, as many as fit into a message."""
        changes: list[tuple[int, str]] = []
        size = 0
        rows = [*self.rows.values(), *self.missed]
        for changed, text in sorted(row for row in rows if row[0] > serial):
            size += len(text.encode())
            if changes and size > MOST_BYTES:
                break
            changes.append((changed, text))
        return changes


def facts_of(event: Tournament, round: int) -> dict[int, tuple[Any, ...]]:
    """Table → all that the event says of it; cheap to compare, as unchanged values are the same objects."""
    calls: defaultdict[int, list[Any]] = defaultdict(list)
    for call in event.calls.values():
        if call.made.round == round:
            calls[call.made.table].append(call)
    offences: defaultdict[str, list[Any]] = defaultdict(list)
    for offence in event.offences.values():
        offences[offence.given.player].append(offence)
    of_all = event.rounds[round], event.judges, event.forgotten, event.clocks.get(round)
    return {
        table.number: (
            table,
            [event.people[player] for player in table.players],
            calls[table.number],
            [offences[player] for player in table.players],
            [player in event.dropped for player in table.players],
            event.given.get(table.key),
            event.adjusted.get(table.key),
            of_all,
        )
        for table in event.of_round(round)
    }
