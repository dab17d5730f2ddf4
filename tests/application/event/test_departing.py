"""What is ruled otherwise than at another event or in another game says why; the head judge hears."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from adapters.stores.seat_tables import SqliteTables
from application.desk.precedents import Docket
from application.event.facts import Played
from application.event.facts_floor import PrecedentDeparted
from application.event.floor import calls, departures
from application.event.floor.book import read_book
from application.event.game_words import TableWords
from application.event.kinds.account import Account
from application.event.opening import appoint, open_event
from application.event.state import Event, Refused
from application.event.state_floor import Departure
from application.event.tables.pairing import pair
from application.event.tables.pairing_list import read_pairings
from tests.application.event.halls import EVENT, FOUR, Hall, reader

AUTUMN = "autumn-open"


@pytest.fixture
def docket(round_one: Hall, tmp_path: Path) -> Docket:
    return Docket(round_one.umpire, SqliteTables(tmp_path / "games.umpire"))


def ruled(
    hall: Hall, docket: Docket, verdict: str, because: str = "", about: int | None = None
) -> None:
    """A call at table 1, heard and ruled on by Noa, under T1."""
    ring, n = hall.keyring, len(hall.event.calls) + 1
    hall.keep(lambda event, _at: calls.make(event, ring, 1, 1, "p1", about or 0, "look", about))
    hall.keep(lambda event, _at: calls.state(event, ring, n, "p2", "no"))
    hall.keep(lambda event, _at: calls.take(event, n, "j2"))
    elsewhere = departures.ruled_otherwise_elsewhere(
        hall.office,
        docket,
        EVENT,
        n,
        ("T1",),
        verdict,  # type: ignore[arg-type]
    )
    hall.keep(
        lambda event, _at: calls.rule(
            event,
            ring,
            n,
            "j2",
            "so",
            verdict,
            0,
            ("T1",),
            because,
            elsewhere,  # type: ignore[arg-type]
        )
    )


def ruled_in_autumn(hall: Hall) -> None:
    """At another event of the store a call under T1 was found legal."""
    office = hall.office
    open_event(office, "Autumn Open", [Played("voidsiege", "")], read_book(), AUTUMN)
    ring = office.keyring(AUTUMN)
    office.keep(AUTUMN, lambda event, _at: appoint(ring, event, "Zoe Quill", head=True))
    rows = read_pairings(FOUR.encode(), "pairings.csv", 1)
    pair(office, hall.umpire, AUTUMN, rows, reader({}), "setup")
    office.keep(AUTUMN, lambda event, _at: calls.make(event, ring, 1, 1, "p1", 0, "look"))
    office.keep(AUTUMN, lambda event, _at: calls.state(event, ring, 1, "p2", "no"))
    office.keep(
        AUTUMN, lambda event, _at: calls.rule(event, ring, 1, "j1", "so", "legal", 0, ("T1",))
    )


def told(hall: Hall) -> list[str]:
    account = Account(hall.event, hall.keyring)
    return [account.tell(one) for one in departures.unseen_facts(hall.event)]


def test_a_ruling_against_one_of_another_event_says_why(round_one: Hall, docket: Docket) -> None:
    ruled_in_autumn(round_one)
    with pytest.raises(
        Refused,
        match=r"call 1: Zoe Quill rules: so; it was legal \(T1\)\): say why",
    ):
        ruled(round_one, docket, "illegal")
    assert round_one.event.calls[1].ruled is None, "nothing was kept"


def test_the_head_judge_is_told_until_they_have_seen_it(round_one: Hall, docket: Docket) -> None:
    hall = round_one
    ruled_in_autumn(hall)
    ruled(hall, docket, "illegal", "the dice lay otherwise")
    assert told(hall) == [
        "Call 1, table 1 of round 1: the ruling departs from autumn-open call 1: "
        "the dice lay otherwise."
    ]
    with pytest.raises(Refused, match="that is the head judge's to decide"):
        hall.keep(lambda event, _at: departures.note_elsewhere(event, 1, "j2"))
    hall.keep(lambda event, _at: departures.note_elsewhere(event, 1, "j1"))
    assert told(hall) == []


def test_the_same_ruling_as_elsewhere_needs_no_reason(round_one: Hall, docket: Docket) -> None:
    ruled_in_autumn(round_one)
    ruled(round_one, docket, "legal")
    assert not round_one.event.departures


def test_a_ruling_against_a_judge_s_in_any_game_says_why(round_one: Hall, docket: Docket) -> None:
    """Rulings of the store that were replaced by judges are like it: the same step, the same rules."""
    hall = round_one
    assault = {"by": "ben", "do": "declare", "unit": "b1", "command": "assault"}
    hall.step(2, **assault)
    hall.step(2, by="judge", do="overrule", entry=1, verdict="legal", because="as agreed")
    hall.step(1, **assault)
    with pytest.raises(
        Refused,
        match=r"r1.t2 entry 1: The judge ruled it legal in entry 2 on .*“as agreed”",
    ):
        ruled(hall, docket, "illegal", about=1)


def overruled(hall: Hall, because: str, table: int = 1) -> None:
    hall.umpire.words = TableWords(lambda: nullcontext(hall.office))
    hall.step(table, by="ana", do="declare", unit="a1", command="overrun")
    hall.step(table, by="judge", do="overrule", entry=1, verdict="legal", because=because)


def test_what_was_overruled_against_others_is_told_to_the_head_judge_once(round_one: Hall) -> None:
    """Out of the game's own entries: it comes in also where a server ended before it was told."""
    overruled(round_one, "seen (departs from tare-mivu-40 entry 2: new (two) dice)")
    for _ in range(2):
        departures.note_overrulings(round_one.office, round_one.umpire, f"{EVENT}.r1.t1")
        departures.note_overrulings_of(round_one.office, round_one.umpire, EVENT)
    assert told(round_one) == [
        "Entry 2 of the game, table 1 of round 1: the ruling departs from tare-mivu-40 entry 2: "
        "new (two) dice."
    ]
    departures.note_overrulings(round_one.office, round_one.umpire, "tare-mivu-40")
    assert len(round_one.event.departures) == 1


def test_an_overruling_that_departs_from_nothing_is_told_to_nobody(round_one: Hall) -> None:
    overruled(round_one, "as it departs from nothing (they agree)")
    departures.note_overrulings_of(round_one.office, round_one.umpire, EVENT)
    assert told(round_one) == []


def test_a_table_of_the_same_number_in_another_round_hides_no_departure() -> None:
    departed = {
        n: Departure(PrecedentDeparted(n, n, 3, "desk", ("tare-mivu-40 entry 5",), "", entry=2))
        for n in (1, 2)
    }
    event = Event(EVENT, departures=departed)
    assert [departures.departures_at(event, n) for n in (1, 2, 3)] == [((0, 3),), ((0, 3),), ()]
