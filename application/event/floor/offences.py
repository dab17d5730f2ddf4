"""Offences: the ladder proposes, a judge gives, the head judge may depart with a reason."""

from collections.abc import Iterator
from datetime import UTC, datetime

from application.event.facts import Fact
from application.event.facts_floor import OffenceAppealed, OffenceDecided, OffenceGiven, TimeGiven
from application.event.floor.book import Book, CountedOver, book_of
from application.event.floor.calls import head_judge
from application.event.names import hide_checked_words, said_before
from application.event.people import Keyring
from application.event.state import Event, Judge, Refused
from application.event.state_floor import Offence

MOST_SECONDS = 24 * 60 * 60


def earlier(event: Event, book: Book, player: str, kind: str, round: int, at: int) -> list[Offence]:
    """The standing offences of a player that count for one of this kind now, oldest first."""
    kinds, span = book.counted_with(kind), book.span(kind)
    return [
        one
        for one in event.offences.values()
        if one.given.player == player
        and one.given.kind in kinds
        and one.penalty
        and _within(one, span, round, at)
    ]


def _within(one: Offence, span: CountedOver, round: int, at: int) -> bool:
    if span == "round":
        return one.given.round == round
    return span == "event" or day(one.at) == day(at)


def day(at: int) -> str:
    """The day of a moment, in UTC: where days are counted, they end at midnight there."""
    return datetime.fromtimestamp(at // 1_000_000, UTC).date().isoformat()


def ladder_penalty(event: Event, player: str, kind: str, round: int, at: int) -> tuple[str, int]:
    """The penalty that the ladder has for one more offence, and which it would be. Raises Refused."""
    book = book_of(event.book)
    found = book.kind(kind)
    count = len(earlier(event, book, player, kind, round, at)) + 1
    return found.penalty(count), count


def give(
    event: Event,
    at: int,
    keyring: Keyring,
    by: str,
    round: int,
    number: int,
    player: str,
    kind: str,
    *,
    penalty: str = "",
    because: str = "",
    call: int | None = None,
    entry: int | None = None,
    key: str = "",
) -> Iterator[Fact]:
    """A judge gives a penalty: the ladder's, or with a reason the head judge another. Raises Refused.

    Said again with the same key it counts once.
    """
    if key and any((one.given.by, one.given.key) == (by, key) for one in event.offences.values()):
        return
    table = event.table(round, number)
    if player not in table.players:
        raise Refused(f"“{player}” does not sit at table {number}")
    judge = event.judge(by)
    if call is not None and event.call(call).key != table.key:
        raise Refused(f"call {call} is another table's")
    ladder, count = ladder_penalty(event, player, kind, round, at)
    penalty = penalty or ladder
    _check_may_give(judge, book_of(event.book), penalty, ladder, because)
    yield OffenceGiven(
        offence=len(event.offences) + 1,
        player=player,
        kind=kind,
        penalty=penalty,
        proposed=ladder,
        count=count,
        by=by,
        round=round,
        table=number,
        call=call,
        entry=entry,
        because=hide_checked_words(event, keyring, by, because, "the reason")
        if because.strip()
        else "",
        key=key,
    )


def _check_may_give(judge: Judge, book: Book, penalty: str, ladder: str, because: str) -> None:
    """Raises Refused where this judge may not give the penalty, or not without a reason."""
    book.gravity(penalty)
    title = book.penalties[ladder]
    if penalty != ladder and not judge.head:
        raise Refused(f"the ladder has {title} here: only the head judge departs from it")
    if penalty != ladder and not because.strip():
        raise Refused(f"the ladder has {title} here: say why you depart from it")
    if book.head_judge_only(penalty) and not judge.head:
        raise Refused(f"{book.penalties[penalty]} is the head judge's to give")


def appeal(event: Event, keyring: Keyring, number: int, by: str, words: str) -> Iterator[Fact]:
    """The player takes the penalty to the head judge. Raises Refused."""
    offence = event.offence(number)
    if by != offence.given.player:
        raise Refused(f"offence {number} is not {by}'s")
    if offence.appeal and said_before(keyring, by, words, by, offence.appeal.words):
        return
    if offence.decided is not None or event.judges[offence.given.by].head:
        raise Refused(f"the head judge has decided on offence {number}: that is final")
    if offence.appeal is not None:
        raise Refused(f"offence {number} was appealed already")
    yield OffenceAppealed(number, hide_checked_words(event, keyring, by, words, "the appeal"))


def decide(
    event: Event, keyring: Keyring, number: int, by: str, penalty: str, because: str
) -> Iterator[Fact]:
    """The head judge's final word; without a penalty the offence is struck out. Raises Refused."""
    offence = event.offence(number)
    head_judge(event, by)
    before = offence.decided
    if before is not None:
        same = said_before(keyring, by, because, before.by, before.because)
        if same and before.penalty == penalty:
            return
        raise Refused(f"offence {number} was decided already")
    if penalty:
        book_of(event.book).gravity(penalty)
    hidden = hide_checked_words(event, keyring, by, because, "the reason")
    yield OffenceDecided(number, by, penalty, hidden)


def history(event: Event, player: str) -> list[Offence]:
    """All offences of a player, struck ones too, oldest first."""
    return [one for one in event.offences.values() if one.given.player == player]


def give_time(
    event: Event,
    keyring: Keyring,
    by: str,
    round: int,
    number: int,
    seconds: int,
    because: str,
    key: str = "",
) -> Iterator[Fact]:
    """A judge gives a table time, or takes it back. Said again with the same key it counts once.

    Raises Refused.
    """
    table = event.table(round, number)
    if key and any((one.by, one.key) == (by, key) for one in event.given.get(table.key, ())):
        return
    event.judge(by)
    if not 0 < abs(seconds) <= MOST_SECONDS:
        raise Refused(f"{seconds} seconds: expected up to {MOST_SECONDS}, not 0")
    before = sum(one.seconds for one in event.given.get(table.key, ()))
    if before + seconds < 0:
        raise Refused(f"table {number} was given {before} seconds: no more can be taken back")
    hidden = hide_checked_words(event, keyring, by, because, "the reason")
    yield TimeGiven(round, number, seconds, by, hidden, key)
