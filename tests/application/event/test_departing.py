"""What is ruled otherwise than at another event or in another game says why; the head judge hears."""

from pathlib import Path

import pytest

from adapters.stores.ruling_table import RulingTable
from adapters.stores.seat_tables import SqliteTables
from adapters.wiring import TablesOf
from application.desk.precedents import PrecedentIndex
from application.event import rulings_elsewhere as departures
from application.event.account import Account
from application.event.book_page import read_book
from application.event.opening import appointing, open_event
from application.event.pairing import pair
from application.event.pairing_list import read_pairings
from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from domain.tournament import calls
from domain.tournament.calls import departures_at
from domain.tournament.command import Refused
from domain.tournament.context import EarlierRuling
from domain.tournament.departures import (
    Departure,
    NoteElsewhere,
    PrecedentDeparted,
    unseen_elsewhere,
)
from domain.tournament.people import Played
from domain.tournament.tournament import Tournament
from tests.application.event.halls import EVENT, FOUR, Hall, give, reader

AUTUMN = "autumn-open"


@pytest.fixture
def docket(round_one: Hall, tmp_path: Path) -> PrecedentIndex:
    return PrecedentIndex(round_one.umpire, RulingTable(SqliteTables(tmp_path / "games.umpire")))


def ruled(
    hall: Hall, docket: PrecedentIndex, verdict: str, because: str = "", about: int | None = None
) -> None:
    """A call at table 1, heard and ruled on by Noa, under T1."""
    n = len(hall.event.calls) + 1
    hall.give(calls.MakeCall(1, 1, "look", about, by="p1"))
    hall.give(calls.Say(n, "no", by="p2"))
    hall.give(calls.Take(n, by="j2"))
    elsewhere = departures.ruled_otherwise_elsewhere(
        hall.repository,
        docket,
        EVENT,
        n,
        ("T1",),
        verdict,  # type: ignore[arg-type]
    )
    hall.give(calls.Rule(n, "so", verdict, ("T1",), because, by="j2"), elsewhere=elsewhere)


def ruled_in_autumn(hall: Hall) -> None:
    """At another event of the store a call under T1 was found legal."""
    repository = hall.repository
    open_event(repository, "Autumn Open", [Played("voidsiege", "")], read_book(), AUTUMN)
    give(repository, AUTUMN, appointing("Zoe Quill", head=True))
    rows = read_pairings(FOUR.encode(), "pairings.csv", 1)
    pair(repository, hall.umpire, AUTUMN, rows, reader({}), "setup")
    give(repository, AUTUMN, calls.MakeCall(1, 1, "look", by="p1"))
    give(repository, AUTUMN, calls.Say(1, "no", by="p2"))
    give(repository, AUTUMN, calls.Rule(1, "so", "legal", ("T1",), by="j1"))


def told(hall: Hall) -> list[str]:
    account = Account(hall.event, hall.keyring)
    return [account.tell(one) for one in unseen_elsewhere(hall.event)]


def test_a_ruling_against_one_of_another_event_says_why(
    round_one: Hall, docket: PrecedentIndex
) -> None:
    ruled_in_autumn(round_one)
    with pytest.raises(
        Refused,
        match=r"call 1: Zoe Quill rules: so; the step was legal \(T1\)\): say why",
    ):
        ruled(round_one, docket, "illegal")
    too_long = calls.Rule(1, "so", "illegal", ("T1",), "x" * 2001, by="j2")
    with pytest.raises(Refused, match=r"^the reason: expected 1 to 2000 letters$"):
        round_one.give(too_long, elsewhere=(EarlierRuling("autumn-open call 1", "So."),))
    assert round_one.event.calls[1].ruled is None, "nothing was kept"


def test_the_head_judge_is_told_until_they_have_seen_it(
    round_one: Hall, docket: PrecedentIndex
) -> None:
    hall = round_one
    ruled_in_autumn(hall)
    ruled(hall, docket, "illegal", "the dice lay otherwise")
    assert told(hall) == [
        "Call 1, table 1 of round 1: the ruling departs from autumn-open call 1: "
        "the dice lay otherwise."
    ]
    with pytest.raises(Refused, match="that is the head judge's to decide"):
        hall.give(NoteElsewhere(1, by="j2"))
    with pytest.raises(Refused, match=r"^there is no departure 2$"):
        hall.give(NoteElsewhere(2, by="j1"))
    hall.give(NoteElsewhere(1, by="j1"))
    assert told(hall) == []
    before = hall.happened
    hall.give(NoteElsewhere(1, by="j1"))
    assert hall.happened == before, "seen again it is no news"


def test_the_same_ruling_as_elsewhere_needs_no_reason(
    round_one: Hall, docket: PrecedentIndex
) -> None:
    ruled_in_autumn(round_one)
    ruled(round_one, docket, "legal")
    assert not round_one.event.departures


def test_a_ruling_against_a_judge_s_in_any_game_says_why(
    round_one: Hall, docket: PrecedentIndex
) -> None:
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


def overruled(hall: Hall, because: str, table: int = 1, tables: type[TablesOf] = TablesOf) -> None:
    hall.heeds_events(tables)
    hall.step(table, by="ana", do="declare", unit="a1", command="overrun")
    hall.step(table, by="judge", do="overrule", entry=1, verdict="legal", because=because)


def test_what_was_overruled_against_others_is_told_to_the_head_judge_once(round_one: Hall) -> None:
    """Out of the game's own entries: it comes in also where a server ended before it was told."""
    overruled(round_one, "seen (departs from tare-mivu-40 entry 2: new (two) dice)")
    for _ in range(2):
        departures.note_overrulings(round_one.repository, round_one.umpire, f"{EVENT}.r1.t1")
    assert told(round_one) == [
        "Entry 2 of the game, table 1 of round 1: the ruling departs from tare-mivu-40 entry 2: "
        "new (two) dice."
    ]
    departures.note_overrulings(round_one.repository, round_one.umpire, "tare-mivu-40")
    assert len(round_one.event.departures) == 1
    round_one.give(NoteElsewhere(1, by="j1"))
    assert told(round_one) == []


def test_the_umpire_tells_of_every_overruling_and_of_nothing_else(round_one: Hall) -> None:
    heard: list[str] = []

    class Heard(TablesOf):
        def overruled(self, umpire: Umpire, live: LiveGame) -> None:
            heard.append(live.id)

    overruled(round_one, "seen", tables=Heard)
    assert heard == [f"{EVENT}.r1.t1"]
    refused = {"by": "judge", "do": "overrule", "entry": 9, "verdict": "legal", "because": "no"}
    round_one.step(**refused)
    assert heard == [f"{EVENT}.r1.t1"]


def test_an_overruling_that_departs_from_nothing_is_told_to_nobody(round_one: Hall) -> None:
    overruled(round_one, "as it departs from nothing (they agree)")
    departures.note_overrulings(round_one.repository, round_one.umpire, f"{EVENT}.r1.t1")
    assert told(round_one) == []


def test_a_table_of_the_same_number_in_another_round_hides_no_departure() -> None:
    departed = {
        n: Departure(PrecedentDeparted(n, n, 3, "desk", ("tare-mivu-40 entry 5",), "", entry=2))
        for n in (1, 2)
    }
    event = Tournament(EVENT, departures=departed)
    assert [departures_at(event, n) for n in (1, 2, 3)] == [((0, 3),), ((0, 3),), ()]
