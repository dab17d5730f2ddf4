"""A call: made from a seat with one tap, heard from both sides, taken, ruled on, perhaps appealed."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from application.event.facts import Fact
from application.event.facts_floor import (
    AppealDecided,
    CallMade,
    CallRuled,
    CallTaken,
    CallWithdrawn,
    DepartureNoted,
    Finding,
    On,
    PrecedentDeparted,
    RulingAppealed,
    StatementGiven,
    StatementWaived,
)
from application.event.names import hide_checked_words, said_before
from application.event.opening import edition_played
from application.event.people import Keyring
from application.event.state import Event, Refused, Table
from application.event.state_floor import Call
from application.game.words.near_words import did_you_mean
from domain.kernel.wording import list_in_words


class EarlierRuling(NamedTuple):
    """A ruling at another event, or in any game of the store."""

    place: str
    """`autumn-open call 3`, `tare-mivu-40 entry 5`."""
    told: str
    """The ruling with its judge and reason, in a sentence."""


def open_call(event: Event, table: Table) -> Call | None:
    """The call on which this table waits for a ruling; None where there is none."""
    return next((call for call in event.calls_at(table.key) if call.open), None)


def make(
    event: Event,
    keyring: Keyring,
    round: int,
    number: int,
    by: str,
    entry: int,
    words: str = "",
    about: int | None = None,
) -> Iterator[Fact]:
    """A player of the table, or a judge, calls. Tapped again it is the same call. Raises Refused."""
    table = event.table(round, number)
    if by not in table.players:
        if by in event.people:
            raise Refused(f"{by} does not sit at table {number} in round {round}")
        event.judge(by)
    if event.round(round).ended is not None:
        raise Refused(f"round {round} is over")
    if about is not None and not 1 <= about <= entry:
        raise Refused(f"there is no entry {about}; the newest is {entry}")
    call = open_call(event, table)
    n = call.made.call if call else len(event.calls) + 1
    if call is None:
        yield CallMade(n, round, number, by, entry, about)
    if words.strip() and by in table.players and (call is None or by not in call.statements):
        yield StatementGiven(n, by, hide_checked_words(event, keyring, by, words, "the statement"))


def state(event: Event, keyring: Keyring, number: int, by: str, words: str) -> Iterator[Fact]:
    """One side says what happened; the same said again is no news. Raises Refused."""
    before = event.call(number).statements.get(by)
    if isinstance(before, StatementGiven) and keyring.reveal(by, before.words) == words.strip():
        return
    call = _open_call(event, number)
    _sits(event, call, by)
    if by in call.statements:
        raise Refused(f"{by} has said what happened already, and it stands as it was said")
    yield StatementGiven(number, by, hide_checked_words(event, keyring, by, words, "the statement"))


def waive(
    event: Event, keyring: Keyring, number: int, player: str, by: str, because: str
) -> Iterator[Fact]:
    """A judge notes that one side says nothing. Raises Refused."""
    before = event.call(number).statements.get(player)
    if isinstance(before, StatementWaived) and said_before(
        keyring, by, because, before.by, before.because
    ):
        return
    call = _open_call(event, number)
    _sits(event, call, player)
    event.judge(by)
    if player in call.statements:
        raise Refused(f"{player} has said what happened already")
    hidden = hide_checked_words(event, keyring, by, because, "the reason")
    yield StatementWaived(number, player, by, hidden)


def take(event: Event, number: int, by: str) -> Iterator[Fact]:
    """A judge goes there; the head judge may take over. Raises Refused."""
    if event.call(number).taken_by == by:
        return
    call = _open_call(event, number)
    judge = event.judge(by)
    if call.taken_by and not judge.head and not event.judges[call.taken_by].relieved:
        raise Refused(f"{call.taken_by} has taken call {number} already")
    yield CallTaken(number, by)


def withdraw(event: Event, number: int, by: str) -> Iterator[Fact]:
    """Who called needs nobody any more; a judge may end a call too. Raises Refused."""
    if event.call(number).withdrawn:
        return
    call = _open_call(event, number)
    if by != call.made.by:
        event.judge(by)
    yield CallWithdrawn(number, by)


def rule(
    event: Event,
    keyring: Keyring,
    number: int,
    by: str,
    words: str,
    verdict: Finding,
    entry: int,
    cites: Collection[str] = (),
    because: str = "",
    elsewhere: Sequence[EarlierRuling] = (),
) -> Iterator[Fact]:
    """The judge who took the call rules on it, once both sides were heard. Raises Refused.

    `because`: why the ruling departs from earlier ones. It is needed where a call under the same rules
    was ruled otherwise, or a like situation was, `elsewhere`.
    """
    before = event.call(number).ruled
    if before is not None and said_before(keyring, by, words, before.by, before.ruling):
        return
    call = _open_call(event, number)
    judge = event.judge(by)
    if call.taken_by != by and not judge.head:
        raise Refused(f"call {number} is not yours to rule on: take it first")
    _check_everybody_was_heard(event, call)
    _check_rules(event, event.table(*call.key), cites)
    apart = calls_departed_from(event, number, cites, verdict)
    if not because.strip():
        _check_departs_from_nothing(apart, elsewhere)
    hidden = hide_checked_words(event, keyring, by, words, "the ruling")
    why = hide_checked_words(event, keyring, by, because, "the reason") if apart else ""
    yield CallRuled(number, by, hidden, verdict, entry, tuple(cites), apart, why)
    if elsewhere:
        again = hide_checked_words(event, keyring, by, because, "the reason")
        n, places = len(event.departures) + 1, tuple(one.place for one in elsewhere)
        yield PrecedentDeparted(n, *call.key, by, places, again, call=number)


def _check_everybody_was_heard(event: Event, call: Call) -> None:
    players = event.table(*call.key).players
    silent = [player for player in players if player not in call.statements]
    if silent:
        raise Refused(
            f"{list_in_words(silent)} must be heard first, or a judge notes that they say nothing"
        )


def _check_departs_from_nothing(apart: Collection[int], elsewhere: Sequence[EarlierRuling]) -> None:
    if apart:
        calls = list_in_words([str(one) for one in apart])
        raise Refused(f"the same rules were ruled otherwise in call {calls}: say why this departs")
    if elsewhere:
        told = "; ".join(f"{one.place}: {one.told.rstrip('.')}" for one in elsewhere)
        raise Refused(f"it was ruled otherwise elsewhere ({told}): say why this departs")


def _check_rules(event: Event, table: Table, cites: Collection[str]) -> None:
    """Every rule stands in the edition that the table plays. Raises Refused."""
    if not (cites and table.ruleset):
        return
    edition = edition_played(event.plays(table.ruleset))
    known = (*edition.rules, *edition.questions)
    for one in cites:
        if one not in known:
            near = did_you_mean(one, known)
            raise Refused(f"{edition.ruleset} {edition.id} has no rule “{one}”{near}")


def alike(event: Event, cites: Collection[str], ruleset: str) -> Iterator[Call]:
    """The calls ruled under exactly these rules of the ruleset, oldest first; none without rules."""
    wanted = frozenset(cites)
    for call in event.calls.values():
        same = call.ruled is not None and wanted and frozenset(call.ruled.cites) == wanted
        if same and event.tables[call.key].ruleset == ruleset:
            yield call


def calls_departed_from(
    event: Event, number: int, cites: Collection[str], verdict: Finding
) -> tuple[int, ...]:
    """The numbers of other calls under the same rules that this verdict contradicts; none for `neither`."""
    if verdict == "neither":
        return ()
    ruleset = event.table(*event.call(number).key).ruleset
    others = alike(event, cites, ruleset)
    return tuple(
        one.made.call
        for one in others
        if one.made.call != number and one.verdict not in (verdict, "neither")
    )


def unseen_departures(event: Event) -> Iterator[Call]:
    """Rulings that depart from others, and that the head judge has neither given nor seen; oldest first."""
    for call in event.calls.values():
        ruled = call.ruled
        if ruled is not None and ruled.departs and not call.noted and ruled.by != event.head_judge:
            yield call


def note_departure(event: Event, number: int, by: str) -> Iterator[Fact]:
    """The head judge has seen that a ruling departs from others. Raises Refused."""
    call = event.call(number)
    head_judge(event, by)
    if call.ruled is None or not call.ruled.departs:
        raise Refused(f"call {number} has no ruling that departs from another")
    if not call.noted:
        yield DepartureNoted(number, by)


def appeal(
    event: Event, keyring: Keyring, number: int, by: str, on: On, words: str
) -> Iterator[Fact]:
    """A player of the table takes the ruling to the head judge. Raises Refused."""
    call = event.call(number)
    _sits(event, call, by)
    if call.appeal is not None and said_before(
        keyring, by, words, call.appeal.by, call.appeal.words
    ):
        return
    if call.ruled is None:
        raise Refused(f"call {number} has no ruling to appeal against")
    if call.decided is not None or event.judges[call.ruled.by].head:
        raise Refused(f"the head judge has ruled on call {number}: that is final")
    if call.appeal is not None:
        raise Refused(f"the ruling on call {number} was appealed already")
    if event.round(call.made.round).ended is not None:
        raise Refused(f"round {call.made.round} is over")
    yield RulingAppealed(
        number, by, on, hide_checked_words(event, keyring, by, words, "the appeal")
    )


def decide(
    event: Event,
    keyring: Keyring,
    number: int,
    by: str,
    words: str,
    verdict: Finding,
    entry: int,
) -> Iterator[Fact]:
    """The head judge's final ruling. Raises Refused."""
    call = event.call(number)
    head_judge(event, by)
    if call.appeal is None or call.ruled is None:
        raise Refused(f"the ruling on call {number} was not appealed")
    if call.decided is not None and said_before(
        keyring, by, words, call.decided.by, call.decided.ruling
    ):
        return
    if call.decided is not None:
        raise Refused(f"the appeal of call {number} was decided already")
    hidden = hide_checked_words(event, keyring, by, words, "the ruling")
    yield AppealDecided(number, by, verdict == call.ruled.verdict, hidden, verdict, entry)


def head_judge(event: Event, by: str) -> None:
    """Raises Refused for anybody else."""
    if not event.judge(by).head:
        raise Refused(f"that is the head judge's to decide: {event.head_judge or 'there is none'}")


def _open_call(event: Event, number: int) -> Call:
    call = event.call(number)
    if call.ended is not None:
        how = "ruled on" if call.ruled else "withdrawn"
        raise Refused(f"call {number} was {how} already")
    return call


def _sits(event: Event, call: Call, player: str) -> None:
    table = event.table(*call.key)
    if player not in table.players:
        raise Refused(f"“{player}” does not sit at table {table.number}")
