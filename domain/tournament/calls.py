"""A call: made from a seat with one tap, heard from both sides, taken, ruled on, perhaps appealed."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.values import Value, changed, stored_as
from domain.kernel.wording import list_in_words, no_entry
from domain.tournament.book import book_of
from domain.tournament.command import Command, Fits, Refused, TournamentEvent
from domain.tournament.context import Cipher, Context, EarlierRuling
from domain.tournament.departures import Departures, PrecedentDeparted, unseen_elsewhere
from domain.tournament.people import a_judge, a_player, the_head_judge_decides
from domain.tournament.rounds import OfTable, Table, TableKey

Finding = Literal["legal", "illegal", "neither"]
"""What a judge ruled on what was disputed; `neither` where it was no question of legality."""
On = Literal["fact", "law"]
SHORT_DIGEST = re.compile(r"p[1-9][0-9]{0,8}:(?:[a-z2-7]{4}-){6}[a-z2-7]{2}")
"""The short digest of a packet, such as p5:fyae-…."""
Span = tuple[int, int | None]
"""(start, end) in microseconds since 1970, UTC; the end is None while the span lasts."""


class Calls(Departures):
    """An event, as far as its people, tables, departures and calls."""

    calls: Mapping[int, "Call"] = {}

    def call(self, number: int) -> "Call":
        """The call of this number. Raises Refused where there is none."""
        if number not in self.calls:
            raise Refused(f"there is no call {number}")
        return self.calls[number]

    def calls_at(self, key: TableKey) -> Iterator["Call"]:
        """The calls at a table, oldest first."""
        return (call for call in self.calls.values() if call.key == key)

    def open_call(self, table: Table) -> "Call | None":
        """The call on which this table waits for a ruling; None where there is none."""
        return next((call for call in self.calls_at(table.key) if call.open), None)

    def with_call(self, number: int, **fields: Any) -> "Calls":
        return changed(self, calls={**self.calls, number: changed(self.calls[number], **fields)})


@stored_as("event/call_made/v1")
class CallMade(TournamentEvent):
    """Somebody calls a judge to a table."""

    call: int
    """The number of the call, from 1."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The player or judge who calls."""
    entry: int
    """The newest entry of the table's game."""
    about: int | None = None
    """The entry it is about; null where none was named."""

    def after(self, event: Calls, at: int) -> Calls:
        return changed(event, calls={**event.calls, self.call: Call(self, at)})


@stored_as("event/call_made/v2")
class CallOfKind(CallMade):
    """Somebody calls a judge to a table, and says for what."""

    kind: str = ""
    """What for, as the event's book names it."""


@stored_as("event/statement_given/v1")
class StatementGiven(TournamentEvent):
    """One side says what happened, before the ruling."""

    call: int
    """The number of the call."""
    by: str
    """The player whose words they are."""
    words: Cipher
    """What they say, under their key."""

    def after(self, event: Calls, _at: int) -> Calls:
        statements = {**event.calls[self.call].statements, self.by: self}
        return event.with_call(self.call, statements=statements)


@stored_as("event/statement_waived/v1")
class StatementWaived(TournamentEvent):
    """A judge notes that one side says nothing."""

    call: int
    """The number of the call."""
    player: str
    """The player who says nothing."""
    by: str
    """The judge who notes it."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: Calls, _at: int) -> Calls:
        statements = {**event.calls[self.call].statements, self.player: self}
        return event.with_call(self.call, statements=statements)


@stored_as("event/call_taken/v1")
class CallTaken(TournamentEvent):
    """A judge is on the way."""

    call: int
    """The number of the call."""
    by: str
    """The judge."""

    def after(self, event: Calls, _at: int) -> Calls:
        return event.with_call(self.call, taken_by=self.by)


@stored_as("event/call_withdrawn/v1")
class CallWithdrawn(TournamentEvent):
    """The call is over without a ruling."""

    call: int
    """The number of the call."""
    by: str
    """Who took it back."""

    def after(self, event: Calls, at: int) -> Calls:
        return event.with_call(self.call, ended=at)


@stored_as("event/call_ruled/v1")
class CallRuled(TournamentEvent):
    """A judge rules on a call."""

    call: int
    """The number of the call."""
    by: str
    """The judge."""
    ruling: Cipher
    """The ruling in the judge's words, under their key."""
    verdict: Finding
    """What they ruled on what was disputed."""
    entry: int
    """The newest entry of the table's game then."""
    cites: tuple[str, ...] = ()
    """The rules it rests on."""
    departs: tuple[int, ...] = ()
    """Earlier calls under the same rules that were ruled otherwise."""
    because: Cipher = ""
    """Why it departs from them, under the judge's key."""

    def after(self, event: Calls, at: int) -> Calls:
        by_head = self.by == event.head_judge
        return event.with_call(self.call, ruled=self, ended=at, ruled_by_head=by_head)


@stored_as("event/departure_noted/v1")
class DepartureNoted(TournamentEvent):
    """The head judge has seen that a ruling departs from others under the same rules."""

    call: int
    """The number of the call."""
    by: str
    """The head judge."""

    def after(self, event: Calls, _at: int) -> Calls:
        return event.with_call(self.call, noted=True)


@stored_as("event/ruling_appealed/v1")
class RulingAppealed(TournamentEvent):
    """A player takes a ruling to the head judge."""

    call: int
    """The number of the call."""
    by: str
    """The player."""
    on: On
    """Whether what happened is disputed, or how the rule reads."""
    words: Cipher
    """What they say, under their key."""

    def after(self, event: Calls, at: int) -> Calls:
        return event.with_call(self.call, appeal=self, appealed_at=at)


@stored_as("event/ruling_appealed/v2")
class AppealWithPacket(RulingAppealed):
    """A player takes a ruling to the head judge, and names the packet that shows how all stood."""

    packet: str = ""
    """Its short digest."""


@stored_as("event/appeal_decided/v1")
class AppealDecided(TournamentEvent):
    """The head judge's final ruling."""

    call: int
    """The number of the call."""
    by: str
    """The head judge."""
    upheld: bool
    """Whether the first ruling stands."""
    ruling: Cipher
    """The ruling in their words, under their key."""
    verdict: Finding
    """What they ruled on what was disputed."""
    entry: int
    """The newest entry of the table's game then."""

    def after(self, event: Calls, at: int) -> Calls:
        return event.with_call(self.call, decided=self, decided_at=at)


class Call(Value):
    """A call with all that became of it. Times are microseconds since 1970, UTC."""

    made: CallMade
    at: int
    statements: Mapping[str, StatementGiven | StatementWaived] = {}
    """Player → what they said, or that they say nothing."""
    taken_by: str = ""
    ruled: CallRuled | None = None
    ruled_by_head: bool = False
    """Whether whoever ruled was the head judge then."""
    ended: int | None = None
    """The time at which the call was ruled on or withdrawn."""
    noted: bool = False
    """Whether the head judge has seen that the ruling departs from others."""
    appeal: RulingAppealed | None = None
    appealed_at: int | None = None
    decided: AppealDecided | None = None
    decided_at: int | None = None

    @property
    def key(self) -> tuple[int, int]:
        """The key of the call's table: (round, number)."""
        return self.made.round, self.made.table

    @property
    def packet(self) -> str:
        """The short digest of the packet that the appeal names; empty where it names none."""
        return self.appeal.packet if isinstance(self.appeal, AppealWithPacket) else ""

    @property
    def open(self) -> bool:
        """Whether somebody waits for a ruling, the first or the final one."""
        return self.ended is None or (self.appealed_at is not None and self.decided_at is None)

    @property
    def withdrawn(self) -> bool:
        """Whether the call ended without a ruling."""
        return self.ended is not None and self.ruled is None

    @property
    def final(self) -> bool:
        """Whether the head judge has ruled, at once or on an appeal."""
        return self.ruled_by_head or self.decided is not None

    @property
    def verdict(self) -> Finding | None:
        """The finding that stands: the final one, else the first; None before a ruling."""
        if self.decided is not None:
            return self.decided.verdict
        return self.ruled.verdict if self.ruled else None

    @property
    def spans(self) -> Iterator[Span]:
        """The time that the table waited: from call to ruling, from appeal to final ruling."""
        yield self.at, self.ended
        if self.appealed_at is not None:
            yield self.appealed_at, self.decided_at


def calls_elsewhere(event: Calls, round: int) -> tuple[tuple[int, int, bool], ...]:
    """(round, table, whether a judge has taken it) of each call that is open in another round than this."""
    calls = (call for call in event.calls.values() if call.open and call.made.round != round)
    return tuple((*call.key, bool(call.taken_by) and call.appeal is None) for call in calls)


a_call = Fits("the number of a call", Calls.call)


OF_A_STEP = ("rules", "dispute")
"""Kinds of calls that are about a step, the newest refused one unless another is named."""


class Escalation(Value):
    """Whose an untaken call becomes, and when: microseconds since 1970, UTC."""

    next_at: int
    next: str
    """The judge whose turn it is; the head judge where nobody else is on duty."""
    head_at: int
    head: str

    def step(self, now: int) -> int:
        """0 while it is for all judges, 1 once it is the next judge's, 2 once it is the head judge's."""
        return sum(now >= at for at in (self.next_at, self.head_at))


def escalation(event: Calls, call: Call) -> Escalation | None:
    """How a call escalates that nobody has taken; None once somebody has, and for an appeal.

    Judges take turns by the numbers of the calls, so that every screen names the same one.
    """
    if not call.open or call.taken_by or call.appeal is not None:
        return None
    turns = [judge.id for judge in event.on_duty if not judge.head] or [event.head_judge]
    first, second = (call.at + wait * 1_000_000 for wait in book_of(event.book).call_waits)
    return Escalation(first, turns[call.made.call % len(turns)], second, event.head_judge)


class OfCall(Command):
    """A command that is about a call."""

    call: Annotated[int, a_call]


@requires("C1")
def the_call_is_open(event: Calls, command: OfCall) -> Refusal | None:
    call = event.call(command.call)
    if call.ended is None:
        return None
    return illegal(f"call {command.call} was {'ruled on' if call.ruled else 'withdrawn'} already")


@requires("R4")
def who_speaks_sits_there(event: Calls, command: Any) -> Refusal | None:
    table = event.table(*event.call(command.call).key)
    who = getattr(command, "player", command.by)
    if who in table.players:
        return None
    return illegal(f"“{who}” does not sit at table {table.number}")


@requires("R4")
def who_calls_sits_there_or_judges(event: Calls, command: OfTable) -> Refusal | None:
    if command.by in command.at(event).players:
        return None
    if command.by not in event.people:
        event.judge(command.by)
        return None
    return illegal(f"{command.by} does not sit at table {command.table} in round {command.round}")


@requires("R1")
def the_table_plays(event: Calls, command: OfTable) -> Refusal | None:
    if command.at(event).reopened or event.round(command.round).ended is None:
        return None
    return illegal(f"round {command.round} is over")


class MakeCall(OfTable, tag="call"):
    """A player of the table, or a judge, calls. Tapped again it is the same call."""

    CHECKS = (who_calls_sits_there_or_judges, the_table_plays)

    words: str = ""
    """What happened, as the player who calls has it."""
    about: int | None = None
    """The entry of the game that it is about; the newest that was refused where it is left out."""
    kind: str = ""
    """What for, as the event's book names it."""

    def happens(self, event: Calls, context: Context) -> Iterator[TournamentEvent]:
        table = self.at(event)
        entry = context.games.newest_entry(table.game)
        if self.about is not None and (why := no_entry(self.about, entry, 1)):
            raise Refused(why, "C1")
        call = event.open_call(table)
        n = call.made.call if call else len(event.calls) + 1
        if self.kind:
            book_of(event.book).call_title(self.kind)
        if call is None:
            made = n, self.round, self.table, self.by, entry, self.entry_in_dispute(event, context)
            yield CallOfKind(*made, self.kind) if self.kind else CallMade(*made)
        heard = self.by not in table.players or (call is not None and self.by in call.statements)
        if self.words.strip() and not heard:
            yield StatementGiven(
                n, self.by, context.words.hide(self.by, self.words, "the statement")
            )

    def entry_in_dispute(self, event: Calls, context: Context) -> int | None:
        """The entry that it is about: as said, else the newest refused one that no call was about yet."""
        if self.about is not None or self.kind not in ("", *OF_A_STEP):
            return self.about
        table = self.at(event)
        return newest_disputed(event, table, context.games.newest_refused(table.game))


def newest_disputed(event: Calls, table: Table, refused: int) -> int | None:
    """The newest refused entry of a table's game, where no call has come after it yet."""
    before = [call.made.entry for call in event.calls_at(table.key)]
    return refused if refused > max(before, default=0) else None


@requires("C2")
def they_have_said_nothing_yet(event: Calls, command: Any) -> Refusal | None:
    who = getattr(command, "player", command.by)
    if who not in event.call(command.call).statements:
        return None
    stands = ", and it stands as it was said" if who == command.by else ""
    return illegal(f"{who} has said what happened already{stands}")


class Say(OfCall, tag="say"):
    """One side says what happened; the same said again is no news."""

    CHECKS = (the_call_is_open, who_speaks_sits_there, they_have_said_nothing_yet)

    words: str

    def is_repeated(self, event: Calls, context: Context) -> bool:
        before = event.call(self.call).statements.get(self.by)
        return isinstance(before, StatementGiven) and context.said_before(
            self.by, self.words, before.by, before.words
        )

    def happens(self, _event: Calls, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(self.by, self.words, "the statement")
        yield StatementGiven(self.call, self.by, hidden)


class Waive(OfCall, tag="waive"):
    """A judge notes that one side says nothing."""

    WHO = a_judge
    CHECKS = (the_call_is_open, who_speaks_sits_there, they_have_said_nothing_yet)

    player: Annotated[str, a_player]
    because: str

    def is_repeated(self, event: Calls, context: Context) -> bool:
        before = event.call(self.call).statements.get(self.player)
        return isinstance(before, StatementWaived) and context.said_before(
            self.by, self.because, before.by, before.because
        )

    def happens(self, _event: Calls, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield StatementWaived(self.call, self.player, self.by, hidden)


@requires("C3")
def no_other_judge_has_taken_it(event: Calls, command: "Take") -> Refusal | None:
    taken_by = event.call(command.call).taken_by
    if not taken_by or event.judge(command.by).head or event.judges[taken_by].relieved:
        return None
    if command.instead_of == taken_by:
        return None
    return illegal(
        f"{taken_by} has taken call {command.call} already: say that you go instead of them"
    )


class Take(OfCall, tag="take"):
    """A judge goes there, or goes instead of the one who has taken it."""

    WHO = a_judge
    CHECKS = (the_call_is_open, no_other_judge_has_taken_it)

    instead_of: Annotated[str | None, a_judge] = None
    """The judge who has taken it; the head judge need not say so."""

    def is_repeated(self, event: Calls, _context: Context) -> bool:
        return event.call(self.call).taken_by == self.by

    def happens(self, _event: Calls, _context: Context) -> Iterator[TournamentEvent]:
        yield CallTaken(self.call, self.by)


@requires("C1")
def who_called_or_a_judge_ends_it(event: Calls, command: OfCall) -> Refusal | None:
    made = event.call(command.call).made
    if command.by != made.by and command.by in event.people:
        return illegal(f"call {command.call} is {made.by}'s: they take it back, or a judge does")
    if command.by != made.by:
        event.judge(command.by)
    return None


MOST_WITHDRAWN = 3
"""How many calls at one table a player takes back: the next one waits for a judge, who comes or ends it."""


@requires("C1")
def they_have_not_withdrawn_too_many(event: Calls, command: OfCall) -> Refusal | None:
    if command.by not in event.people:
        return None
    key = event.call(command.call).key
    theirs = sum(call.withdrawn and call.made.by == command.by for call in event.calls_at(key))
    if theirs < MOST_WITHDRAWN:
        return None
    return illegal(
        f"{command.by} has withdrawn {MOST_WITHDRAWN} calls at this table: a judge ends this one"
    )


class Withdraw(OfCall, tag="withdraw"):
    """Who called needs nobody any more; a judge may end a call too."""

    CHECKS = (
        the_call_is_open,
        who_called_or_a_judge_ends_it,
        they_have_not_withdrawn_too_many,
    )

    def is_repeated(self, event: Calls, _context: Context) -> bool:
        return event.call(self.call).withdrawn

    def happens(self, _event: Calls, _context: Context) -> Iterator[TournamentEvent]:
        yield CallWithdrawn(self.call, self.by)


@requires("C3")
def they_have_taken_it(event: Calls, command: OfCall) -> Refusal | None:
    if event.call(command.call).taken_by == command.by or event.judge(command.by).head:
        return None
    return illegal(f"call {command.call} is not yours to rule on: take it first")


@requires("C2")
def both_sides_were_heard(event: Calls, command: OfCall) -> Refusal | None:
    call = event.call(command.call)
    silent = [player for player in event.table(*call.key).players if player not in call.statements]
    if not silent:
        return None
    names = list_in_words(silent)
    return illegal(f"{names} must be heard first, or a judge notes that they say nothing")


class Rule(OfCall, tag="rule"):
    """The judge who took the call rules on it, once both sides were heard."""

    WHO = a_judge
    CHECKS = (the_call_is_open, they_have_taken_it, both_sides_were_heard)

    words: str
    verdict: Finding = "neither"
    cites: tuple[str, ...] = ()
    """The rules it rests on."""
    because: str = ""
    """Why it departs from earlier rulings; needed where a call under the same rules, or a like
    situation elsewhere, was ruled otherwise."""

    def is_repeated(self, event: Calls, context: Context) -> bool:
        before = event.call(self.call).ruled
        return (
            before is not None
            and (before.verdict, before.cites) == (self.verdict, self.cites)
            and context.said_before(self.by, self.words, before.by, before.ruling)
        )

    def happens(self, event: Calls, context: Context) -> Iterator[TournamentEvent]:
        table = event.table(*event.call(self.call).key)
        if self.cites and table.ruleset:
            context.check_rules(event.plays(table.ruleset), self.cites)
        apart = calls_departed_from(event, self.call, self.cites, self.verdict)
        if not self.because.strip():
            check_departs_from_nothing(apart, context.elsewhere)
        hide = context.words.hide
        hidden = hide(self.by, self.words, "the ruling")
        why = hide(self.by, self.because, "the reason") if apart else ""
        entry = context.games.newest_entry(table.game)
        yield CallRuled(
            self.call, self.by, hidden, self.verdict, entry, tuple(self.cites), apart, why
        )
        if context.elsewhere:
            again = hide(self.by, self.because, "the reason")
            places = tuple(earlier_ruling.place for earlier_ruling in context.elsewhere)
            n = len(event.departures) + 1
            yield PrecedentDeparted(n, *table.key, self.by, places, again, call=self.call)


def check_departs_from_nothing(
    apart: Collection[int], elsewhere: Collection[EarlierRuling]
) -> None:
    """Checks that it was never ruled otherwise, in these calls or elsewhere. Raises Refused."""
    if apart:
        calls = list_in_words([str(number) for number in apart])
        sentence = f"the same rules were ruled otherwise in call {calls}: say why this departs"
        raise Refused(sentence, "C4")
    if elsewhere:
        told = "; ".join(
            f"{earlier_ruling.place}: {earlier_ruling.told.rstrip('.')}"
            for earlier_ruling in elsewhere
        )
        raise Refused(f"it was ruled otherwise elsewhere ({told}): say why this departs", "C4")


def alike(event: Calls, cites: Collection[str], ruleset: str) -> Iterator[Call]:
    """The calls ruled under exactly these rules of the ruleset, oldest first; none without rules."""
    wanted = frozenset(cites)
    for call in event.calls.values():
        same = call.ruled is not None and wanted and frozenset(call.ruled.cites) == wanted
        if same and event.tables[call.key].ruleset == ruleset:
            yield call


def calls_departed_from(
    event: Calls, number: int, cites: Collection[str], verdict: Finding
) -> tuple[int, ...]:
    """The number of the newest other call under the same rules that this verdict contradicts, if any.

    None is for `neither`.
    """
    if verdict == "neither":
        return ()
    ruleset = event.table(*event.call(number).key).ruleset
    others = alike(event, cites, ruleset)
    against = [
        call.made.call
        for call in others
        if call.made.call != number and call.verdict not in (verdict, "neither")
    ]
    return tuple(against[-1:])


def unseen_departures(event: Calls) -> Iterator[Call]:
    """Rulings that depart from others, and that the head judge has neither given nor seen; oldest first."""
    for call in event.calls.values():
        ruled = call.ruled
        if ruled is not None and ruled.departs and not call.noted and ruled.by != event.head_judge:
            yield call


def departures_at(event: Calls, round: int) -> tuple[tuple[int, int], ...]:
    """(call, table) of a round's departures that the head judge has neither made nor seen, each once.

    Call 0 stands for a ruling in the table's game.
    """
    calls = [call.made for call in unseen_departures(event)]
    departed = [(call_made.round, call_made.call, call_made.table) for call_made in calls]
    departed += [
        (departure.round, departure.call or 0, departure.table)
        for departure in unseen_elsewhere(event)
    ]
    return tuple(dict.fromkeys((call, table) for at, call, table in departed if at == round))


@requires("C4")
def its_ruling_departs_from_another(event: Calls, command: OfCall) -> Refusal | None:
    ruled = event.call(command.call).ruled
    if ruled is not None and ruled.departs:
        return None
    return illegal(f"call {command.call} has no ruling that departs from another")


class NoteDeparture(OfCall, tag="note_departure"):
    """The head judge has seen that a ruling departs from others."""

    WHO = a_judge
    CHECKS = (the_head_judge_decides, its_ruling_departs_from_another)

    def happens(self, event: Calls, _context: Context) -> Iterator[TournamentEvent]:
        if not event.call(self.call).noted:
            yield DepartureNoted(self.call, self.by)


@requires("C5")
def the_ruling_can_be_appealed(event: Calls, command: OfCall) -> Refusal | None:
    call, n = event.call(command.call), command.call
    if call.ruled is None:
        return illegal(f"call {n} has no ruling to appeal against")
    if call.final:
        return illegal(f"the head judge has ruled on call {n}: that is final")
    if call.appeal is not None:
        return illegal(f"the ruling on call {n} was appealed already")
    if event.round(call.made.round).ended is not None:
        return illegal(f"round {call.made.round} is over")
    return None


class Appeal(OfCall, tag="appeal"):
    """A player of the table takes the ruling to the head judge."""

    CHECKS = (who_speaks_sits_there, the_ruling_can_be_appealed)

    on: On
    """Whether what happened is disputed, or how the rule reads."""
    words: str
    packet: str = ""
    """The short digest of the packet that shows how all stood, where there is one."""

    @property
    def packet_named(self) -> str:
        """The digest as packets print it. Raises Refused where it is none."""
        named = self.packet.strip().lower()
        if named and not SHORT_DIGEST.fullmatch(named):
            raise Refused(
                "packet: that is no short digest of one; expected p, the entry, a colon and 26 letters "
                "and digits, as the packet has it on top"
            )
        return named

    def is_repeated(self, event: Calls, context: Context) -> bool:
        call = event.call(self.call)
        before = call.appeal
        return (
            before is not None
            and (before.on, call.packet) == (self.on, self.packet_named)
            and context.said_before(self.by, self.words, before.by, before.words)
        )

    def happens(self, _event: Calls, context: Context) -> Iterator[TournamentEvent]:
        packet = self.packet_named
        hidden = context.words.hide(self.by, self.words, "the appeal")
        made = self.call, self.by, self.on, hidden
        yield AppealWithPacket(*made, packet) if packet else RulingAppealed(*made)


@requires("C5")
def an_appeal_waits(event: Calls, command: OfCall) -> Refusal | None:
    call = event.call(command.call)
    if call.appeal is None:
        return illegal(f"the ruling on call {command.call} was not appealed")
    if call.decided is not None:
        return illegal(f"the appeal of call {command.call} was decided already")
    return None


class Decide(OfCall, tag="decide"):
    """The head judge's final ruling."""

    WHO = a_judge
    CHECKS = (the_head_judge_decides, an_appeal_waits)

    words: str
    verdict: Finding = "neither"

    def is_repeated(self, event: Calls, context: Context) -> bool:
        before = event.call(self.call).decided
        return (
            before is not None
            and before.verdict == self.verdict
            and context.said_before(self.by, self.words, before.by, before.ruling)
        )

    def happens(self, event: Calls, context: Context) -> Iterator[TournamentEvent]:
        call = event.call(self.call)
        assert call.ruled is not None
        hidden = context.words.hide(self.by, self.words, "the ruling")
        upheld = self.verdict == call.ruled.verdict
        entry = context.games.newest_entry(event.table(*call.key).game)
        yield AppealDecided(self.call, self.by, upheld, hidden, self.verdict, entry)
