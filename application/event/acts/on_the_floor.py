"""Acts on the floor: calls, statements, rulings, appeals and offences."""

from application.event.acts.act import Act, ActContext, Happens, OfTable
from application.event.facts_floor import Finding, On
from application.event.floor import calls, departures, offences


class Call(OfTable, tag="call"):
    words: str = ""
    about: int | None = None

    def happens(self, acting: ActContext) -> Happens:
        entry = acting.newest_entry(self.at(acting))
        return calls.make(
            acting.event,
            acting.keyring,
            self.round,
            self.table,
            acting.by,
            entry,
            self.words,
            self.about,
        )


class Say(Act, tag="say"):
    call: int
    words: str

    def happens(self, acting: ActContext) -> Happens:
        return calls.state(acting.event, acting.keyring, self.call, acting.by, self.words)


class Waive(Act, tag="waive"):
    call: int
    player: str
    because: str

    def happens(self, acting: ActContext) -> Happens:
        return calls.waive(
            acting.event, acting.keyring, self.call, self.player, acting.by, self.because
        )


class Take(Act, tag="take"):
    call: int

    def happens(self, acting: ActContext) -> Happens:
        return calls.take(acting.event, self.call, acting.by)


class Withdraw(Act, tag="withdraw"):
    call: int

    def happens(self, acting: ActContext) -> Happens:
        return calls.withdraw(acting.event, self.call, acting.by)


class Rule(Act, tag="rule"):
    call: int
    words: str
    verdict: Finding = "neither"
    cites: tuple[str, ...] = ()
    because: str = ""

    def happens(self, acting: ActContext) -> Happens:
        entry = acting.newest_entry(acting.event.table(*acting.event.call(self.call).key))
        return calls.rule(
            acting.event,
            acting.keyring,
            self.call,
            acting.by,
            self.words,
            self.verdict,
            entry,
            cites=self.cites,
            because=self.because,
            elsewhere=acting.elsewhere,
        )


class NoteDeparture(Act, tag="note_departure"):
    call: int

    def happens(self, acting: ActContext) -> Happens:
        return calls.note_departure(acting.event, self.call, acting.by)


class NoteElsewhere(Act, tag="note_elsewhere"):
    departure: int

    def happens(self, acting: ActContext) -> Happens:
        return departures.note_elsewhere(acting.event, self.departure, acting.by)


class Appeal(Act, tag="appeal"):
    call: int
    on: On
    words: str

    def happens(self, acting: ActContext) -> Happens:
        return calls.appeal(acting.event, acting.keyring, self.call, acting.by, self.on, self.words)


class Decide(Act, tag="decide"):
    call: int
    words: str
    verdict: Finding = "neither"

    def happens(self, acting: ActContext) -> Happens:
        entry = acting.newest_entry(acting.event.table(*acting.event.call(self.call).key))
        return calls.decide(
            acting.event, acting.keyring, self.call, acting.by, self.words, self.verdict, entry
        )


class Offend(OfTable, tag="offence"):
    player: str
    kind: str
    penalty: str = ""
    because: str = ""
    call: int | None = None
    entry: int | None = None

    def happens(self, acting: ActContext) -> Happens:
        return offences.give(
            acting.event,
            acting.now,
            acting.keyring,
            acting.by,
            self.round,
            self.table,
            self.player,
            self.kind,
            penalty=self.penalty,
            because=self.because,
            call=self.call,
            entry=self.entry,
            key=acting.key,
        )


class Contest(Act, tag="contest"):
    offence: int
    words: str

    def happens(self, acting: ActContext) -> Happens:
        return offences.appeal(acting.event, acting.keyring, self.offence, acting.by, self.words)


class Settle(Act, tag="settle"):
    offence: int
    because: str
    penalty: str = ""

    def happens(self, acting: ActContext) -> Happens:
        return offences.decide(
            acting.event, acting.keyring, self.offence, acting.by, self.penalty, self.because
        )
