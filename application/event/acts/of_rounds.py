"""Acts of rounds: time given, clocks, a round's beginning, pauses and end, results."""

from application.event.acts.act import Act, ActContext, Happens, OfTable
from application.event.clocks import adjusting
from application.event.floor import offences
from application.event.tables import rounds


class Time(OfTable, tag="time"):
    seconds: int
    because: str

    def happens(self, acting: ActContext) -> Happens:
        return offences.give_time(
            acting.event,
            acting.keyring,
            acting.by,
            self.round,
            self.table,
            self.seconds,
            self.because,
            key=acting.key,
        )


class Adjust(OfTable, tag="adjust"):
    player: str
    seconds: int
    because: str

    def happens(self, acting: ActContext) -> Happens:
        table = self.at(acting)
        return adjusting.adjust(
            acting.event,
            acting.keyring,
            acting.by,
            table,
            self.player,
            self.seconds,
            self.because,
            key=acting.key,
        )


class Flag(OfTable, tag="flag"):
    player: str
    because: str

    def happens(self, acting: ActContext) -> Happens:
        table = self.at(acting)
        return adjusting.rule_on_flag(
            acting.event,
            acting.keyring,
            acting.by,
            table,
            self.player,
            acting.clocks(table),
            self.because,
        )


class Start(Act, tag="start"):
    round: int
    minutes: int

    def happens(self, acting: ActContext) -> Happens:
        return rounds.start(acting.event, self.round, self.minutes)


class Pause(Act, tag="pause"):
    round: int
    because: str

    def happens(self, acting: ActContext) -> Happens:
        return rounds.pause(acting.event, acting.keyring, self.round, acting.by, self.because)


class Resume(Act, tag="resume"):
    round: int

    def happens(self, acting: ActContext) -> Happens:
        return rounds.resume(acting.event, self.round, acting.by)


class End(Act, tag="end"):
    round: int

    def happens(self, acting: ActContext) -> Happens:
        return rounds.end(acting.event, self.round, acting.head_of)


class Result(OfTable, tag="result"):
    points: dict[str, int] = {}  # noqa: RUF012 - msgspec makes a new one each time
    winner: str | None = None

    def happens(self, acting: ActContext) -> Happens:
        return rounds.result(
            acting.event,
            self.round,
            self.table,
            acting.by,
            self.points,
            self.winner,
            acting.head_of,
        )
