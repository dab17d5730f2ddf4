"""Offences: the ladder proposes, a judge gives, the head judge may depart with a reason."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.values import Value, changed, stored_as
from domain.kernel.wording import no_entry
from domain.tournament.book import CountedOver, book_of
from domain.tournament.calls import a_call
from domain.tournament.clocks import Clocks
from domain.tournament.command import (
    Command,
    Fits,
    Refused,
    TournamentEvent,
    is_sent_again,
    sent_before,
)
from domain.tournament.context import Cipher, Context
from domain.tournament.people import a_judge, a_player, the_head_judge_decides
from domain.tournament.rounds import OfTable, the_player_sits_there


class Offences(Clocks):
    """An event, as far as its people, tables, departures, calls, clocks and offences."""

    offences: Mapping[int, "Offence"] = {}

    def offence(self, number: int) -> "Offence":
        """The offence of this number. Raises Refused where there is none."""
        if number not in self.offences:
            raise Refused(f"there is no offence {number}")
        return self.offences[number]

    def with_offence(self, number: int, **fields: Any) -> "Offences":
        offence = changed(self.offences[number], **fields)
        return changed(self, offences={**self.offences, number: offence})

    def history(self, player: str) -> "list[Offence]":
        """All offences of a player, struck ones too, oldest first."""
        return [offence for offence in self.offences.values() if offence.given.player == player]


@stored_as("event/offence_given/v1")
class OffenceGiven(TournamentEvent):
    """A player gets a penalty for an offence."""

    offence: int
    """The number of the offence, from 1."""
    player: str
    """The player."""
    kind: str
    """The infraction, as the book names it."""
    penalty: str
    """The penalty given."""
    proposed: str
    """The penalty the ladder proposed."""
    count: int
    """Which offence of this kind it is for the player, as they are counted."""
    by: str
    """The judge."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    call: int | None = None
    """The call it belongs to; null without one."""
    entry: int | None = None
    """The entry of the table's game it is about; null without one."""
    because: Cipher = ""
    """What happened, and why the ladder was departed from, under the judge's key."""
    key: str = ""
    """The sender's own key: sent again with it, it counts once."""

    def after(self, event: Offences, at: int) -> Offences:
        offence = Offence(self, at, by_head=self.by == event.head_judge)
        return changed(event, offences={**event.offences, self.offence: offence})


@stored_as("event/offence_appealed/v1")
class OffenceAppealed(TournamentEvent):
    """A player takes a penalty to the head judge."""

    offence: int
    """The number of the offence."""
    words: Cipher
    """What the player says, under their key."""

    def after(self, event: Offences, _at: int) -> Offences:
        return event.with_offence(self.offence, appeal=self)


@stored_as("event/offence_decided/v1")
class OffenceDecided(TournamentEvent):
    """The head judge's final word on an offence."""

    offence: int
    """The number of the offence."""
    by: str
    """The head judge."""
    penalty: str
    """The penalty that stands; empty where the offence is struck out and counts for nothing."""
    because: Cipher
    """Why, under the head judge's key."""

    def after(self, event: Offences, _at: int) -> Offences:
        return event.with_offence(self.offence, decided=self, cleared=False)


class Offence(Value):
    """An offence with all that became of it."""

    given: OffenceGiven
    at: int
    by_head: bool = False
    """Whether whoever gave it was the head judge then."""
    appeal: OffenceAppealed | None = None
    decided: OffenceDecided | None = None
    cleared: bool = False
    """Whether its player was taken back since it got its penalty, which so puts nobody out."""

    @property
    def penalty(self) -> str:
        """The penalty that stands; empty where the offence was struck out."""
        return self.decided.penalty if self.decided else self.given.penalty

    @property
    def final(self) -> bool:
        """Whether the head judge has decided, at once or on an appeal."""
        return self.by_head or self.decided is not None


an_offence = Fits("the number of an offence", Offences.offence)


def earlier(event: Offences, player: str, kind: str, round: int, at: int) -> list[Offence]:
    """The standing offences of a player that count for one of this kind now, oldest first."""
    book = book_of(event.book)
    kinds, span = book.counted_with(kind), book.span(kind)
    return [
        offence
        for offence in event.history(player)
        if offence.given.kind in kinds and offence.penalty and _within(offence, span, round, at)
    ]


def _within(offence: Offence, span: CountedOver, round: int, at: int) -> bool:
    if span == "round":
        return offence.given.round == round
    return span == "event" or day(offence.at) == day(at)


def day(at: int) -> str:
    """The day of a moment, in UTC: where days are counted, they end at midnight there."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).date().isoformat()


def ladder_penalty(event: Offences, player: str, kind: str, round: int, at: int) -> tuple[str, int]:
    """The penalty that the ladder has for one more offence, and which it would be. Raises Refused."""
    infraction = book_of(event.book).kind(kind)
    count = len(earlier(event, player, kind, round, at)) + 1
    return infraction.penalty(count), count


@requires("O1")
def the_call_is_the_table_s(event: Offences, command: "GiveOffence") -> Refusal | None:
    if command.call is None or event.call(command.call).key == command.at(event).key:
        return None
    return illegal(f"call {command.call} is another table's")


class GiveOffence(OfTable, tag="offence"):
    """A judge gives a penalty: the ladder's, or with a reason the head judge another.

    Sent again with the same key it counts once.
    """

    WHO = a_judge
    CHECKS = (the_player_sits_there, the_call_is_the_table_s)

    player: Annotated[str, a_player]
    kind: str
    """The infraction, as the book names it."""
    penalty: str = ""
    """The ladder's where it is left out."""
    because: str = ""
    call: Annotated[int | None, a_call] = None
    entry: int | None = None
    """The entry of the table's game that it is about."""

    def is_repeated(self, event: Offences, context: Context) -> bool:
        given = (offence.given for offence in event.offences.values())
        before = sent_before(self, given, context)
        if before is None:
            return False
        asked = changed(self, penalty=self.penalty or before.proposed)
        fields = "round", "table", "player", "kind", "penalty", "call", "entry"
        return is_sent_again(f"offence {before.offence}", before, asked, context, *fields)

    def happens(self, event: Offences, context: Context) -> Iterator[TournamentEvent]:
        newest = context.games.newest_entry(self.at(event).game)
        if self.entry is not None and (why := no_entry(self.entry, newest, 1)):
            raise Refused(why, "O1")
        ladder, count = ladder_penalty(event, self.player, self.kind, self.round, context.now)
        penalty = self.penalty or ladder
        self.check_may_give(event, penalty, ladder)
        reason = self.because.strip()
        yield OffenceGiven(
            offence=len(event.offences) + 1,
            player=self.player,
            kind=self.kind,
            penalty=penalty,
            proposed=ladder,
            count=count,
            by=self.by,
            round=self.round,
            table=self.table,
            call=self.call,
            entry=self.entry,
            because=context.words.hide(self.by, reason, "the reason") if reason else "",
            key=context.key,
        )

    def check_may_give(self, event: Offences, penalty: str, ladder: str) -> None:
        """Checks that this judge may give the penalty, and says why where that is needed. Raises Refused."""
        judge, book = event.judge(self.by), book_of(event.book)
        book.gravity(penalty)
        title = book.penalties[ladder]
        if penalty != ladder and not judge.head:
            sentence = f"the ladder has {title} here: only the head judge departs from it"
            raise Refused(sentence, "O1", "P3")
        if penalty != ladder and not self.because.strip():
            raise Refused(f"the ladder has {title} here: say why you depart from it", "O1")
        if book.head_judge_only(penalty) and not judge.head:
            raise Refused(f"{book.penalties[penalty]} is the head judge's to give", "P3")


@requires("O2")
def the_offence_can_be_contested(event: Offences, command: "Contest") -> Refusal | None:
    offence, n = event.offence(command.offence), command.offence
    if command.by != offence.given.player:
        return illegal(f"offence {n} is not {command.by}'s")
    if offence.final:
        return illegal(f"the head judge has decided on offence {n}: that is final")
    if offence.appeal is not None:
        return illegal(f"offence {n} was appealed already")
    return None


class Contest(Command, tag="contest"):
    """A player takes their penalty to the head judge."""

    CHECKS = (the_offence_can_be_contested,)

    offence: Annotated[int, an_offence]
    words: str

    def is_repeated(self, event: Offences, context: Context) -> bool:
        offence = event.offence(self.offence)
        before, player = offence.appeal, offence.given.player
        return before is not None and context.said_before(self.by, self.words, player, before.words)

    def happens(self, _event: Offences, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(self.by, self.words, "the appeal")
        yield OffenceAppealed(self.offence, hidden)


@requires("O2")
def the_offence_is_not_decided(event: Offences, command: "Settle") -> Refusal | None:
    if event.offence(command.offence).decided is None:
        return None
    return illegal(f"offence {command.offence} was decided already")


class Settle(Command, tag="settle"):
    """The head judge's final word on an offence; without a penalty it is struck out."""

    WHO = a_judge
    CHECKS = (the_head_judge_decides, the_offence_is_not_decided)

    offence: Annotated[int, an_offence]
    because: str
    penalty: str = ""
    """What stands, as the book names it; empty where it is struck out."""

    def is_repeated(self, event: Offences, context: Context) -> bool:
        before = event.offence(self.offence).decided
        return (
            before is not None
            and before.penalty == self.penalty
            and context.said_before(self.by, self.because, before.by, before.because)
        )

    def happens(self, event: Offences, context: Context) -> Iterator[TournamentEvent]:
        if self.penalty:
            book_of(event.book).gravity(self.penalty)
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield OffenceDecided(self.offence, self.by, self.penalty, hidden)
