"""What happened on the floor and to the clocks, in words: a sentence a fact."""

from collections.abc import Mapping
from typing import Protocol

from application.event import facts_floor as facts
from application.event import facts_time as time
from application.event.facts_floor import Finding
from application.event.floor.book import book_of
from application.event.people import Keyring
from application.event.state import Event
from domain.kernel.wording import list_in_words


class Tells(Protocol):
    """What a sentence needs from its account: names and words of people."""

    event: Event
    keyring: Keyring

    def name(self, person: str) -> str: ...
    def words(self, person: str, cipher: str) -> str: ...


FOUND: Mapping[Finding, str] = {
    "legal": "it was legal",
    "illegal": "it was illegal",
    "neither": "no question of legality",
}


def call(account: Tells, fact: facts.CallMade) -> str:
    about = f" about entry {fact.about}" if fact.about else ""
    where = f"table {fact.table} of round {fact.round}"
    return f"Call {fact.call}{about}: {account.name(fact.by)} calls a judge to {where}."


def statement(account: Tells, fact: facts.StatementGiven) -> str:
    return f"Call {fact.call}, {account.name(fact.by)}: {account.words(fact.by, fact.words)}."


def waiver(account: Tells, fact: facts.StatementWaived) -> str:
    because = account.words(fact.by, fact.because)
    return f"Call {fact.call}: {account.name(fact.player)} says nothing: {because}."


def taking(account: Tells, fact: facts.CallTaken) -> str:
    return f"Call {fact.call}: {account.name(fact.by)} is on the way."


def withdrawal(account: Tells, fact: facts.CallWithdrawn) -> str:
    return f"Call {fact.call}: {account.name(fact.by)} takes it back."


def ruling(account: Tells, fact: facts.CallRuled) -> str:
    cites = f" ({', '.join(fact.cites)})" if fact.cites else ""
    told = f"{account.words(fact.by, fact.ruling)}; {FOUND[fact.verdict]}{cites}"
    apart = ""
    if fact.departs:
        calls = list_in_words([str(one) for one in fact.departs])
        apart = f" It departs from call {calls}: {account.words(fact.by, fact.because)}."
    return f"Call {fact.call}, {account.name(fact.by)} rules: {told}.{apart}"


def departure(account: Tells, fact: facts.DepartureNoted) -> str:
    return (
        f"Call {fact.call}: {account.name(fact.by)} has seen that the ruling departs from others."
    )


def departing(account: Tells, fact: facts.PrecedentDeparted) -> str:
    where = f"table {fact.table} of round {fact.round}"
    what = f"Call {fact.call}" if fact.call else f"Entry {fact.entry} of the game"
    because = account.words(fact.by, fact.because)
    return f"{what}, {where}: the ruling departs from {list_in_words(fact.departs)}: {because}."


def departing_seen(account: Tells, fact: facts.PrecedentDepartureNoted) -> str:
    found = account.event.departures[fact.departure].fact
    where = f"table {found.table} of round {found.round}"
    return f"{account.name(fact.by)} has seen that a ruling at {where} departs from one elsewhere."


def appeal(account: Tells, fact: facts.RulingAppealed) -> str:
    who = account.name(fact.by)
    return f"Call {fact.call}: {who} appeals on {fact.on}: {account.words(fact.by, fact.words)}."


def final_ruling(account: Tells, fact: facts.AppealDecided) -> str:
    stands = "the ruling stands" if fact.upheld else FOUND[fact.verdict]
    told = account.words(fact.by, fact.ruling)
    return f"Call {fact.call}, final ruling of {account.name(fact.by)}: {told}; {stands}."


def offence(account: Tells, fact: facts.OffenceGiven) -> str:
    book = book_of(account.event.book)
    why = f": {account.words(fact.by, fact.because)}" if fact.because else ""
    ladder = f" (the ladder has {book.penalties[fact.proposed]})"
    apart = "" if fact.penalty == fact.proposed else ladder
    return (
        f"Offence {fact.offence}, {account.name(fact.player)}, {book.kind(fact.kind).title}, "
        f"number {fact.count}: {book.penalties[fact.penalty]}{apart}, "
        f"by {account.name(fact.by)}{why}."
    )


def offence_appeal(account: Tells, fact: facts.OffenceAppealed) -> str:
    player = account.event.offences[fact.offence].given.player
    words = account.words(player, fact.words)
    return f"Offence {fact.offence}: {account.name(player)} appeals: {words}."


def offence_decision(account: Tells, fact: facts.OffenceDecided) -> str:
    penalties = book_of(account.event.book).penalties
    stands = f"{penalties[fact.penalty]} stands" if fact.penalty else "it is struck out"
    because = account.words(fact.by, fact.because)
    return f"Offence {fact.offence}, {account.name(fact.by)} decides: {stands}: {because}."


def time_more(account: Tells, fact: facts.TimeGiven) -> str:
    minutes, seconds = divmod(abs(fact.seconds), 60)
    does = "gives" if fact.seconds > 0 else "takes back"
    because = account.words(fact.by, fact.because)
    where = f"table {fact.table} of round {fact.round}"
    return f"{account.name(fact.by)} {does} {minutes}:{seconds:02} at {where}: {because}."


def clocks(_account: Tells, fact: time.ClocksSet) -> str:
    rules = fact.rules
    more = [f"{rules.increment} s more for each time they acted"] if rules.increment else []
    more += [f"{rules.delay} s of delay"] if rules.delay else []
    minutes, seconds = divmod(rules.main, 60)
    told = list_in_words([f"{minutes}:{seconds:02}", *more])
    return f"In round {fact.round} every player has a clock: {told}."


def adjustment(account: Tells, fact: time.ClockAdjusted) -> str:
    change = f"{fact.seconds:+} s".replace("-", "−")
    because = account.words(fact.by, fact.because)
    return f"{account.name(fact.by)} sets the clock of {account.name(fact.player)}: {change}: {because}."


def flag(account: Tells, fact: time.FlagRuled) -> str:
    because = account.words(fact.by, fact.because)
    return f"{account.name(fact.by)} finds that {account.name(fact.player)} ran out of time: {because}."
