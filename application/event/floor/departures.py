"""Rulings held against those of other events and of the whole store, and what departs from them."""

from collections.abc import Collection, Iterator

from application.desk.consistency.departing import NAMED, departs_in, departures, place_of
from application.desk.precedents import Docket
from application.event.facts import Fact
from application.event.facts_floor import Finding, PrecedentDeparted, PrecedentDepartureNoted
from application.event.floor.calls import (
    EarlierRuling,
    alike,
    head_judge,
    unseen_departures,
)
from application.event.game_words import WordReader, found_table
from application.event.kinds.account import Account
from application.event.kinds.english import Say, in_english
from application.event.names import LONGEST, hide_checked_words
from application.event.office import Decide, Office
from application.event.people import DESK
from application.event.state import Event, Refused, TableKey
from application.event.tables.pairing import table_of
from application.game.redaction import hides
from application.game.umpire import Umpire
from application.ledger.store import StoreProblem
from domain.kernel.ruling import LEGAL


def ruled_otherwise_elsewhere(
    office: Office, docket: Docket, id: str, number: int, cites: Collection[str], verdict: Finding
) -> tuple[EarlierRuling, ...]:
    """What a ruling on this call would depart from, outside the event's calls.

    Calls of other events under exactly these rules; and, where the call is about an entry, what judges
    ruled in games on entries like it. Raises Refused where there is no such call.
    """
    event = office.event(id)
    call = event.call(number)
    if verdict == "neither":
        return ()
    table = event.table(*call.key)
    calls = calls_elsewhere(office, event, table.ruleset, cites)
    found = [one for standing, one in calls if standing not in (verdict, "neither")]
    if call.made.about is not None and table.game:
        shown = MentionableGames(docket.umpire, table.game)
        like = departures(docket, table.game, call.made.about, verdict, shown)
        found += [
            EarlierRuling(place_of(one), one.judged.in_words() if one.judged else "")
            for one in like
        ]
    return tuple(found[:NAMED])


def calls_elsewhere(
    office: Office, event: Event, ruleset: str, cites: Collection[str], say: Say = in_english
) -> Iterator[tuple[Finding | None, EarlierRuling]]:
    """Ruled calls of other events under exactly these rules, each with the verdict that stands."""
    for id in office.events():
        if id == event.id:
            continue
        other = office.event(id)
        account = Account(other, office.keyring_at(other), say)
        for one in alike(other, cites, ruleset):
            parts = (one.ruled, one.decided)
            told = " ".join(account.tell(part) for part in parts if part is not None)
            n = one.made.call
            yield (
                one.verdict,
                EarlierRuling(f"{id} call {n}", told.removeprefix(say("fact.of_call", call=n))),
            )


class MentionableGames:
    """Which games may be named to a judge of this one: any of its own event, others if they hide nothing."""

    def __init__(self, umpire: Umpire, game: str) -> None:
        self.umpire = umpire
        self.place = table_of(game)

    def __call__(self, game: str) -> bool:
        place = table_of(game)
        if place is not None and self.place is not None and place[0] == self.place[0]:
            return True
        try:
            return not hides(self.umpire.game(game).game)
        except StoreProblem:
            return False


def note_overrulings(office: Office, umpire: Umpire, game: str, since: int = 0) -> None:
    """Tells the head judge of what was overruled in a table's game against rulings elsewhere.

    It is read out of the game's entries after `since`, and stands in the event's log once: so
    whatever is missing there, as where a server ended between the two, comes in the next time.
    """
    found = found_table(office, game)
    if found is None or found[0].closed is not None:
        return
    event, table = found
    reader = WordReader(office, event)
    for entry in umpire.game(game).game.log[since:]:
        if entry.said["do"] != "overrule" or entry.ruling.verdict != LEGAL:
            continue
        departs, because = departs_in(reader.text(entry.said["because"]))
        if departs and not _is_known(event, table.key, entry.n):
            office.keep(event.id, _noting_departure(office, table.key, entry.n, departs, because))


def _is_known(event: Event, table: TableKey, entry: int) -> bool:
    facts = (one.fact for one in event.departures.values())
    return (*table, entry) in {(one.round, one.table, one.entry) for one in facts}


def _noting_departure(
    office: Office, table: TableKey, entry: int, departs: tuple[str, ...], because: str
) -> Decide:
    def happens(event: Event, _at: int) -> Iterator[Fact]:
        if event.closed is None and not _is_known(event, table, entry):
            keyring = office.keyring(event.id)
            keyring.enter([DESK])
            hidden = hide_checked_words(event, keyring, DESK, because[:LONGEST], "the reason")
            n = len(event.departures) + 1
            yield PrecedentDeparted(n, *table, DESK, departs, hidden, entry=entry)

    return happens


def note_overrulings_of(office: Office, umpire: Umpire, id: str) -> None:
    """As `note_overrulings`, for every game of the event in which anything was overruled."""
    for table in office.event(id).tables.values():
        rows = office.ledger.rows.rows(table.game) if table.game else []
        if any(b'"overrule"' in row[2] for row in rows):
            note_overrulings(office, umpire, table.game)


def unseen_facts(event: Event) -> Iterator[PrecedentDeparted]:
    """The departures that the head judge has neither made nor seen, oldest first."""
    for one in event.departures.values():
        if not one.noted and one.fact.by != event.head_judge:
            yield one.fact


def departures_at(event: Event, round: int) -> tuple[tuple[int, int], ...]:
    """(call, table) of a round's departures that the head judge has neither made nor seen, each once.

    Call 0 stands for a ruling in the table's game.
    """
    calls = [call.made for call in unseen_departures(event)]
    found = [(one.round, one.call, one.table) for one in calls]
    found += [(one.round, one.call or 0, one.table) for one in unseen_facts(event)]
    return tuple(dict.fromkeys((call, table) for at, call, table in found if at == round))


def note_elsewhere(event: Event, number: int, by: str) -> Iterator[Fact]:
    """The head judge has seen the departure with this number. Raises Refused."""
    head_judge(event, by)
    if number not in event.departures:
        raise Refused(f"there is no departure {number}")
    if not event.departures[number].noted:
        yield PrecedentDepartureNoted(number, by)
