"""What happened on the floor and to the clocks, in words: a sentence a fact."""

import re
from typing import Protocol

from application.event import facts_floor as facts
from application.event import facts_time as time
from application.event.kinds.english import Say, list_said
from application.event.state import Event

PLACE = re.compile(r"(\S+) (call|entry) (\d+)", re.ASCII)


class Tells(Protocol):
    """What a sentence needs from its account: a language, and names and words of people."""

    event: Event
    say: Say

    def name(self, person: str) -> str: ...
    def reveal(self, person: str, cipher: str) -> str: ...
    def words(self, person: str, cipher: str) -> str: ...
    def penalty(self, id: str) -> str: ...
    def offence(self, kind: str) -> str: ...


def call(account: Tells, fact: facts.CallMade) -> str:
    return account.say(
        "fact.call_made.about" if fact.about else "fact.call_made",
        call=fact.call,
        about=fact.about,
        by=account.name(fact.by),
        table=fact.table,
        round=fact.round,
    )


def statement(account: Tells, fact: facts.StatementGiven) -> str:
    words = account.words(fact.by, fact.words)
    return account.say(
        "fact.statement_given", call=fact.call, by=account.name(fact.by), words=words
    )


def waiver(account: Tells, fact: facts.StatementWaived) -> str:
    player, because = account.name(fact.player), account.words(fact.by, fact.because)
    return account.say("fact.statement_waived", call=fact.call, player=player, because=because)


def taking(account: Tells, fact: facts.CallTaken) -> str:
    return account.say("fact.call_taken", call=fact.call, by=account.name(fact.by))


def withdrawal(account: Tells, fact: facts.CallWithdrawn) -> str:
    return account.say("fact.call_withdrawn", call=fact.call, by=account.name(fact.by))


def ruling(account: Tells, fact: facts.CallRuled) -> str:
    cites = f" ({', '.join(fact.cites)})" if fact.cites else ""
    return account.say(
        "fact.call_ruled.departs" if fact.departs else "fact.call_ruled",
        call=fact.call,
        by=account.name(fact.by),
        ruling=account.words(fact.by, fact.ruling),
        found=account.say(f"floor.verdict.{fact.verdict}") + cites,
        calls=list_said(account.say, [str(one) for one in fact.departs] or [""]),
        because=account.words(fact.by, fact.because) if fact.departs else "",
    )


def departure(account: Tells, fact: facts.DepartureNoted) -> str:
    return account.say("fact.departure_noted", call=fact.call, by=account.name(fact.by))


def departing(account: Tells, fact: facts.PrecedentDeparted) -> str:
    return account.say(
        "fact.precedent_departed" if fact.call else "fact.precedent_departed.entry",
        call=fact.call,
        entry=fact.entry,
        table=fact.table,
        round=fact.round,
        departs=list_said(account.say, [place_said(account.say, one) for one in fact.departs]),
        because=account.words(fact.by, fact.because),
    )


def place_said(say: Say, stored: str) -> str:
    """A place as it is stored, `autumn-open call 3`; whatever a judge has named else stays as it is."""
    found = PLACE.fullmatch(stored)
    return say(f"fact.place.{found[2]}", place=found[1], number=found[3]) if found else stored


def departing_seen(account: Tells, fact: facts.PrecedentDepartureNoted) -> str:
    found = account.event.departures[fact.departure].fact
    by, where = account.name(fact.by), {"table": found.table, "round": found.round}
    return account.say("fact.precedent_departure_noted", by=by, **where)


def appeal(account: Tells, fact: facts.RulingAppealed) -> str:
    by, words = account.name(fact.by), account.words(fact.by, fact.words)
    return account.say(f"fact.ruling_appealed.{fact.on}", call=fact.call, by=by, words=words)


def final_ruling(account: Tells, fact: facts.AppealDecided) -> str:
    return account.say(
        "fact.appeal_decided.upheld" if fact.upheld else "fact.appeal_decided",
        call=fact.call,
        by=account.name(fact.by),
        ruling=account.words(fact.by, fact.ruling),
        found=account.say(f"floor.verdict.{fact.verdict}"),
    )


def offence(account: Tells, fact: facts.OffenceGiven) -> str:
    penalty, proposed = account.penalty(fact.penalty), account.penalty(fact.proposed)
    if fact.penalty != fact.proposed:
        penalty = account.say("fact.offence_given.ladder", penalty=penalty, proposed=proposed)
    return account.say(
        "fact.offence_given",
        offence=fact.offence,
        player=account.name(fact.player),
        kind=account.offence(fact.kind),
        count=fact.count,
        penalty=penalty,
        by=account.name(fact.by),
        why=f": {account.words(fact.by, fact.because)}" if fact.because else "",
    )


def offence_appeal(account: Tells, fact: facts.OffenceAppealed) -> str:
    player = account.event.offences[fact.offence].given.player
    name, words = account.name(player), account.words(player, fact.words)
    return account.say("fact.offence_appealed", offence=fact.offence, player=name, words=words)


def offence_decision(account: Tells, fact: facts.OffenceDecided) -> str:
    return account.say(
        "fact.offence_decided" if fact.penalty else "fact.offence_decided.struck",
        offence=fact.offence,
        by=account.name(fact.by),
        penalty=account.penalty(fact.penalty) if fact.penalty else "",
        because=account.words(fact.by, fact.because),
    )


def time_more(account: Tells, fact: facts.TimeGiven) -> str:
    minutes, seconds = divmod(abs(fact.seconds), 60)
    return account.say(
        "fact.time_given" if fact.seconds > 0 else "fact.time_given.back",
        by=account.name(fact.by),
        time=f"{minutes}:{seconds:02}",
        table=fact.table,
        round=fact.round,
        because=account.words(fact.by, fact.because),
    )


def clocks(account: Tells, fact: time.ClocksSet) -> str:
    minutes, seconds = divmod(fact.rules.main, 60)
    extras = {"increment": fact.rules.increment, "delay": fact.rules.delay}
    more = [account.say(f"fact.clocks_set.{key}", seconds=n) for key, n in extras.items() if n]
    rules = list_said(account.say, [f"{minutes}:{seconds:02}", *more])
    return account.say("fact.clocks_set", round=fact.round, rules=rules)


def adjustment(account: Tells, fact: time.ClockAdjusted) -> str:
    return account.say(
        "fact.clock_adjusted",
        by=account.name(fact.by),
        player=account.name(fact.player),
        change=f"{fact.seconds:+} s".replace("-", "−"),
        because=account.words(fact.by, fact.because),
    )


def flag(account: Tells, fact: time.FlagRuled) -> str:
    by, player = account.name(fact.by), account.name(fact.player)
    because = account.words(fact.by, fact.because)
    return account.say("fact.flag_ruled", by=by, player=player, because=because)
