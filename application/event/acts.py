"""What judges and players do at an event, as their phones say it: `{do: take, call: 5}`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from application.event.clocks import adjusting
from application.event.clocks.player_clocks import ClockReading
from application.event.facts import Fact
from application.event.facts_floor import Finding, On
from application.event.floor import calls, departures, offences
from application.event.people import Keyring
from application.event.state import Event, Refused, Table
from application.event.tables import rounds
from domain.kernel.values import Value


class Acting(Value):
    """Who acts, when, and what is looked up for it."""

    event: Event
    now: int
    """Microseconds since 1970, UTC."""
    keyring: Keyring
    by: str
    """The player or judge."""
    newest_entry: Callable[[Table], int]
    """Of a table's game."""
    clocks: Callable[[Table], Mapping[str, ClockReading]]
    head_of: rounds.HeadOf
    key: str = ""
    """The sender's own key; empty without one."""
    elsewhere: tuple[calls.Earlier, ...] = ()
    """Rulings outside the event's calls from which the ruling that is given departs."""


Happens = Iterable[Fact]


class Act(Value, forbid_unknown_fields=True, tag_field="do"):
    """What somebody does. `happens` raises Refused."""

    def happens(self, on: Acting) -> Happens:
        raise NotImplementedError


class OfTable(Act):
    """It is about a table."""

    round: int
    table: int

    def at(self, on: Acting) -> Table:
        return on.event.table(self.round, self.table)


class Call(OfTable, tag="call"):
    words: str = ""
    about: int | None = None

    def happens(self, on: Acting) -> Happens:
        entry = on.newest_entry(self.at(on))
        where = self.round, self.table
        return calls.make(on.event, on.keyring, *where, on.by, entry, self.words, self.about)


class Say(Act, tag="say"):
    call: int
    words: str

    def happens(self, on: Acting) -> Happens:
        return calls.state(on.event, on.keyring, self.call, on.by, self.words)


class Waive(Act, tag="waive"):
    call: int
    player: str
    because: str

    def happens(self, on: Acting) -> Happens:
        return calls.waive(on.event, on.keyring, self.call, self.player, on.by, self.because)


class Take(Act, tag="take"):
    call: int

    def happens(self, on: Acting) -> Happens:
        return calls.take(on.event, self.call, on.by)


class Withdraw(Act, tag="withdraw"):
    call: int

    def happens(self, on: Acting) -> Happens:
        return calls.withdraw(on.event, self.call, on.by)


class Rule(Act, tag="rule"):
    call: int
    words: str
    verdict: Finding = "neither"
    cites: tuple[str, ...] = ()
    because: str = ""

    def happens(self, on: Acting) -> Happens:
        entry = on.newest_entry(on.event.table(*on.event.call(self.call).key))
        said = self.words, self.verdict, entry, self.cites, self.because, on.elsewhere
        return calls.rule(on.event, on.keyring, self.call, on.by, *said)


class NoteDeparture(Act, tag="note_departure"):
    call: int

    def happens(self, on: Acting) -> Happens:
        return calls.note_departure(on.event, self.call, on.by)


class NoteElsewhere(Act, tag="note_elsewhere"):
    departure: int

    def happens(self, on: Acting) -> Happens:
        return departures.note_elsewhere(on.event, self.departure, on.by)


class Appeal(Act, tag="appeal"):
    call: int
    on: On
    words: str

    def happens(self, on: Acting) -> Happens:
        return calls.appeal(on.event, on.keyring, self.call, on.by, self.on, self.words)


class Decide(Act, tag="decide"):
    call: int
    words: str
    verdict: Finding = "neither"

    def happens(self, on: Acting) -> Happens:
        entry = on.newest_entry(on.event.table(*on.event.call(self.call).key))
        return calls.decide(on.event, on.keyring, self.call, on.by, self.words, self.verdict, entry)


class Offend(OfTable, tag="offence"):
    player: str
    kind: str
    penalty: str = ""
    because: str = ""
    call: int | None = None
    entry: int | None = None

    def happens(self, on: Acting) -> Happens:
        what = self.player, self.kind, self.penalty, self.because, self.call, self.entry, on.key
        return offences.give(on.event, on.now, on.keyring, on.by, self.round, self.table, *what)


class Contest(Act, tag="contest"):
    offence: int
    words: str

    def happens(self, on: Acting) -> Happens:
        return offences.appeal(on.event, on.keyring, self.offence, on.by, self.words)


class Settle(Act, tag="settle"):
    offence: int
    because: str
    penalty: str = ""

    def happens(self, on: Acting) -> Happens:
        return offences.decide(
            on.event, on.keyring, self.offence, on.by, self.penalty, self.because
        )


class Time(OfTable, tag="time"):
    seconds: int
    because: str

    def happens(self, on: Acting) -> Happens:
        where = self.round, self.table
        return offences.give_time(
            on.event, on.keyring, on.by, *where, self.seconds, self.because, on.key
        )


class Adjust(OfTable, tag="adjust"):
    player: str
    seconds: int
    because: str

    def happens(self, on: Acting) -> Happens:
        what = self.at(on), self.player, self.seconds, self.because, on.key
        return adjusting.adjust(on.event, on.keyring, on.by, *what)


class Flag(OfTable, tag="flag"):
    player: str
    because: str

    def happens(self, on: Acting) -> Happens:
        table = self.at(on)
        what = table, self.player, on.clocks(table), self.because
        return adjusting.rule_on_flag(on.event, on.keyring, on.by, *what)


class Start(Act, tag="start"):
    round: int
    minutes: int

    def happens(self, on: Acting) -> Happens:
        return rounds.start(on.event, self.round, self.minutes)


class Pause(Act, tag="pause"):
    round: int
    because: str

    def happens(self, on: Acting) -> Happens:
        return rounds.pause(on.event, on.keyring, self.round, on.by, self.because)


class Resume(Act, tag="resume"):
    round: int

    def happens(self, on: Acting) -> Happens:
        return rounds.resume(on.event, self.round, on.by)


class End(Act, tag="end"):
    round: int

    def happens(self, on: Acting) -> Happens:
        return rounds.end(on.event, self.round, on.head_of)


class Result(OfTable, tag="result"):
    points: dict[str, int] = {}  # noqa: RUF012 - msgspec makes a new one each time
    winner: str | None = None

    def happens(self, on: Acting) -> Happens:
        what = self.points, self.winner, on.head_of
        return rounds.result(on.event, self.round, self.table, on.by, *what)


JudgeAct = (
    Call | Waive | Take | Withdraw | Rule | NoteDeparture | NoteElsewhere | Decide | Offend | Settle
    | Time | Adjust | Flag | Start | Pause | Resume | End | Result
)  # fmt: skip
PlayerAct = Call | Say | Withdraw | Appeal | Contest


def act_of(content: Any, kinds: Any) -> Act:
    """What was said, as one of these kinds. Raises Refused."""
    try:
        found: Act = msgspec.convert(content, kinds)
    except msgspec.ValidationError as why:
        raise Refused(_complaint(str(why))) from None
    return found


def _complaint(why: str) -> str:
    """What the library complains of, in our words."""
    what, _, where = why.partition(" - at ")
    field = where.strip("`").removeprefix("$").lstrip(".")
    what = what.replace("`", "“", 1).replace("`", "”", 1)
    what = what.replace("Object missing required field ", "it is missing: ")
    return f"{field}: {what}" if field else what
