"""What happened at an event, told with the names of its people: a sentence for each event."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from application.event.english import ENGLISH, Say, in_english, list_said, title_said
from application.event.keyring import FORGOTTEN, Keyring
from application.event.log.log_events import (
    CheckpointCosigned,
    CheckpointSigned,
    HeadsNoted,
    PhoneCosigned,
)
from domain.kernel.values import fields_of
from domain.tournament import Tournament
from domain.tournament.book import book_of
from domain.tournament.calls import (
    AppealDecided,
    AppealWithPacket,
    CallMade,
    CallOfKind,
    CallRuled,
    RulingAppealed,
)
from domain.tournament.clocks import ClockAdjusted, ClocksSet, TimeGiven
from domain.tournament.command import TournamentEvent
from domain.tournament.departures import PrecedentDeparted, PrecedentDepartureNoted
from domain.tournament.offences import OffenceAppealed, OffenceDecided, OffenceGiven
from domain.tournament.pairing import TablesPaired
from domain.tournament.people import (
    EventOpened,
    JudgeAppointed,
    NameCorrected,
    PeopleForgotten,
    PlayersEntered,
)
from domain.tournament.rounds import (
    AnyResult,
    ResultAgreed,
    ResultCorrected,
    ResultEntered,
    ResultReported,
    RoundEnded,
)
from domain.tournament.tournament import PolicySet

NUMBER = re.compile(r"\b[pj]\d+\b(?!\.\w)", re.ASCII)
"""The number of a player or judge; `p1.csv` is a file."""
PLACE = re.compile(r"(\S+) (call|entry) (\d+)", re.ASCII)
PEOPLE = ("by", "player", "judge", "winner", "person", "first", "second")
"""Fields that hold somebody's number."""
WORDS = ("because", "words", "ruling")
"""Fields that hold words under the key of whoever the event is by."""


class Account:
    """Tells what happened with the names of the people, in English or the language of `say`."""

    def __init__(self, event: Tournament, keyring: Keyring, say: Say = in_english) -> None:
        self.event = event
        self.keyring = keyring
        self.say = say

    def tell(self, happened: TournamentEvent) -> str:
        """What happened in a sentence."""
        key = f"happened.{happened.STORED_AS.split('/')[1]}"
        special = SPECIAL.get(type(happened))
        form, more = special(self, happened) if special else ("", {})
        return self.say(key + form, **{**self._values(happened), **more})

    def _values(self, happened: TournamentEvent) -> dict[str, Any]:
        """Field → what it says, of those that are said as they are."""
        said: dict[str, Any] = {}
        for name, value in fields_of(happened).items():
            if name in PEOPLE:
                said[name] = self.name(value) if value else ""
            elif name in WORDS and hasattr(happened, "by"):
                said[name] = self.words(happened.by, value) if value else ""
            elif isinstance(value, int | str | None) and name not in OWN:
                said[name] = value
        return said

    def name(self, person: str) -> str:
        """What somebody is called."""
        named = self.event.everybody.get(person)
        if named is not None:
            return self.reveal(person, named)
        role = f"happened.the.{person}"
        return self.say(role) if role in ENGLISH else person

    def name_people(self, text: str) -> str:
        """The text with names in place of people's numbers."""
        known = self.event.everybody
        return NUMBER.sub(
            lambda match: self.name(match[0]) if match[0] in known else match[0], text
        )

    def reveal(self, person: str, cipher: str) -> str:
        """Somebody's name or words in plain text; “(forgotten)” once their key is gone."""
        words = self.keyring.reveal(person, cipher)
        return self.say("happened.forgotten") if words == FORGOTTEN else words

    def words(self, person: str, cipher: str) -> str:
        """Somebody's words, as they are quoted within a sentence."""
        return self.reveal(person, cipher).rstrip(".")

    def penalty(self, id: str) -> str:
        """What a penalty of the event's book is called."""
        title = book_of(self.event.book).penalties[id]
        return title_said(self.say, f"penalty.{id}", title)

    def offence(self, kind: str) -> str:
        """What a kind of offence of the event's book is called. Raises Refused where there is none."""
        title = book_of(self.event.book).kind(kind).title
        return title_said(self.say, f"offence.{kind}", title)

    def call_title(self, kind: str) -> str:
        """What a call of this kind is for, as the event's book has it."""
        return title_said(self.say, f"call.{kind}", book_of(self.event.book).call_title(kind))

    def found(self, verdict: str) -> str:
        """What a judge found on what was disputed."""
        return self.say(f"floor.verdict.{verdict}")


def place_said(say: Say, stored: str) -> str:
    """A place as it is stored, `autumn-open call 3`; whatever a judge has named else stays as it is."""
    match = PLACE.fullmatch(stored)
    return say(f"happened.place.{match[2]}", place=match[1], number=match[3]) if match else stored


def minutes(seconds: int) -> str:
    """`2:05`, whichever way."""
    return f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"


OWN = ("penalty", "proposed", "kind", "verdict", "on", "upheld", "head")
"""Fields whose events say them in a way of their own."""
Special = Callable[[Account, Any], tuple[str, Mapping[str, Any]]]
"""(account, event) → the ending of its text's key, and further values."""


def _counted_field(field: str) -> Special:
    return lambda _account, happened: ("", {"n": len(getattr(happened, field))})


def _opening_in_words(account: Account, event_opened: EventOpened) -> tuple[str, Mapping[str, Any]]:
    played = [f"{law.ruleset} {law.edition}" for law in event_opened.played]
    return "", {"played": list_said(account.say, played)}


def _appointment_in_words(
    _account: Account, appointed: JudgeAppointed
) -> tuple[str, Mapping[str, Any]]:
    return ".head" if appointed.head else "", {"id": appointed.judge}


def _result(_account: Account, result: AnyResult) -> tuple[str, Mapping[str, Any]]:
    points = " : ".join(str(number) for number in result.points.values())
    return "" if result.winner else ".draw", {"points": points}


def _report_in_words(_account: Account, reported: ResultReported) -> tuple[str, Mapping[str, Any]]:
    points = " : ".join(str(number) for number in reported.points.values())
    return "" if reported.winner else ".draw", {"points": f", {points}" if points else ""}


def _call_in_words(account: Account, call_made: CallMade) -> tuple[str, Mapping[str, Any]]:
    kind = call_made.kind if isinstance(call_made, CallOfKind) else ""
    title = f" ({account.call_title(kind)})" if kind else ""
    return ".about" if call_made.about else "", {"kind": title}


def _ruling_in_words(account: Account, call_ruled: CallRuled) -> tuple[str, Mapping[str, Any]]:
    cites = f" ({', '.join(call_ruled.cites)})" if call_ruled.cites else ""
    return ".departs" if call_ruled.departs else "", {
        "found": account.found(call_ruled.verdict) + cites,
        "calls": list_said(account.say, [str(call) for call in call_ruled.departs] or [""]),
    }


def _departure_in_words(
    account: Account, departure: PrecedentDeparted
) -> tuple[str, Mapping[str, Any]]:
    places = [place_said(account.say, place) for place in departure.departs]
    return "" if departure.call else ".entry", {"departs": list_said(account.say, places)}


def _departure_seen(
    account: Account, noted: PrecedentDepartureNoted
) -> tuple[str, Mapping[str, Any]]:
    made = account.event.departures[noted.departure].made
    return "", {"table": made.table, "round": made.round}


def _decision_in_words(
    account: Account, appeal_decided: AppealDecided
) -> tuple[str, Mapping[str, Any]]:
    packet = _packet(account, account.event.calls[appeal_decided.call].packet)
    return ".upheld" if appeal_decided.upheld else "", {
        "found": account.found(appeal_decided.verdict),
        **packet,
    }


def _appeal_in_words(account: Account, appeal: RulingAppealed) -> tuple[str, Mapping[str, Any]]:
    packet = appeal.packet if isinstance(appeal, AppealWithPacket) else ""
    return f".{appeal.on}", _packet(account, packet)


def _packet(account: Account, digest: str) -> dict[str, str]:
    return {"packet": account.say("happened.packet", packet=digest) if digest else ""}


def _offence(account: Account, offence_given: OffenceGiven) -> tuple[str, Mapping[str, Any]]:
    penalty, proposed = (
        account.penalty(offence_given.penalty),
        account.penalty(offence_given.proposed),
    )
    if offence_given.penalty != offence_given.proposed:
        penalty = account.say("happened.offence_given.ladder", penalty=penalty, proposed=proposed)
    why = (
        f": {account.words(offence_given.by, offence_given.because)}"
        if offence_given.because
        else ""
    )
    return "", {"kind": account.offence(offence_given.kind), "penalty": penalty, "why": why}


def _contest_in_words(account: Account, appeal: OffenceAppealed) -> tuple[str, Mapping[str, Any]]:
    player = account.event.offences[appeal.offence].given.player
    return "", {"player": account.name(player), "words": account.words(player, appeal.words)}


def _settlement_in_words(
    account: Account, decided: OffenceDecided
) -> tuple[str, Mapping[str, Any]]:
    penalty = account.penalty(decided.penalty) if decided.penalty else ""
    return "" if decided.penalty else ".struck", {"penalty": penalty}


def _clocks(account: Account, clocks_set: ClocksSet) -> tuple[str, Mapping[str, Any]]:
    extras = {"increment": clocks_set.rules.increment, "delay": clocks_set.rules.delay}
    more = [account.say(f"happened.clocks_set.{key}", seconds=n) for key, n in extras.items() if n]
    return "", {"rules": list_said(account.say, [minutes(clocks_set.rules.main), *more])}


SPECIAL: Mapping[type[TournamentEvent], Special] = {
    EventOpened: _opening_in_words,
    PolicySet: lambda account, happened: (
        "",
        {"tables": list_said(account.say, happened.rulesets)},
    ),
    JudgeAppointed: _appointment_in_words,
    PlayersEntered: _counted_field("players"),
    PeopleForgotten: _counted_field("people"),
    TablesPaired: _counted_field("tables"),
    RoundEnded: _counted_field("heads"),
    ResultEntered: _result,
    ResultAgreed: _result,
    ResultCorrected: _result,
    ResultReported: _report_in_words,
    CallMade: _call_in_words,
    CallOfKind: _call_in_words,
    CallRuled: _ruling_in_words,
    PrecedentDeparted: _departure_in_words,
    PrecedentDepartureNoted: _departure_seen,
    RulingAppealed: _appeal_in_words,
    AppealWithPacket: _appeal_in_words,
    AppealDecided: _decision_in_words,
    OffenceGiven: _offence,
    OffenceAppealed: _contest_in_words,
    OffenceDecided: _settlement_in_words,
    TimeGiven: lambda _account, happened: (
        "" if happened.seconds > 0 else ".back",
        {"time": minutes(happened.seconds)},
    ),
    ClocksSet: _clocks,
    ClockAdjusted: lambda _account, happened: (
        "",
        {"change": f"{happened.seconds:+} s".replace("-", "−")},
    ),
    HeadsNoted: _counted_field("heads"),
    CheckpointSigned: lambda _account, happened: ("", {"n": happened.size}),
    NameCorrected: lambda account, happened: (
        "",
        {"id": happened.person, "name": account.reveal(happened.person, happened.name)},
    ),
    PhoneCosigned: lambda _account, happened: ("", {"n": happened.size}),
    CheckpointCosigned: lambda _account, happened: (
        "",
        {"name": happened.key.partition("+")[0], "n": happened.size},
    ),
}
