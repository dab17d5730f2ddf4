"""A packet at a table of an event: what was said there is frozen with it, as of a row of the event's log."""

from contextlib import nullcontext

import pytest

from adapters.sheet_page import packet_page
from application.desk.explain import CannotExplain
from application.desk.packet import Packet, packet
from application.event.forgetting import forget
from application.event.game_words import TableWords
from application.event.on_sheet import as_of
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE
from domain.tournament import calls, rounds
from domain.tournament.clocks import Adjust, GiveTime, SetClocks
from domain.tournament.people import Rename
from domain.tournament.tournament import Close
from tests.application.event.halls import EVENT, FOUR, Hall

GAME = f"{EVENT}.r1.t1"


@pytest.fixture
def disputed(hall: Hall) -> Hall:
    """Clocks of ten minutes; a refused step, a call about it, both sides heard, a ruling."""
    hall.pair(FOUR)
    hall.give(SetClocks(1, 600))
    hall.start()
    hall.clock.on(20)
    hall.step(by="ana", do="declare", unit="a1", command="run")
    hall.clock.on(10)
    hall.step(by="ben", do="decline")
    hall.clock.on(5)
    hall.step(by="ben", do="declare", unit="b1", command="move")
    for command in (
        calls.MakeCall(1, 1, "Ben was too early.", about=3, by="p1"),
        calls.Say(1, "She had passed.", by="p2"),
        calls.Take(1, by="j2"),
        calls.Rule(1, "Ana is in her go.", "illegal", ("T1",), by="j2"),
    ):
        hall.clock.on(1)
        hall.give(command)
    return hall


def taken(
    hall: Hall, at: int | None = None, row: int | None = None, viewer: Viewer = JUDGE
) -> Packet:
    words = TableWords(lambda: nullcontext(hall.repository))
    live = words.readable(hall.umpire.game(GAME))
    return packet(live, 3, viewer, then=as_of(hall.repository, live, at, row))


def test_statements_rulings_and_clocks_of_the_table_are_in_it(disputed: Hall) -> None:
    disputed.give(calls.MakeCall(1, 2, "elsewhere", by="p3"))
    sheet = taken(disputed).frozen.sheet
    assert [one[14:] for one in sheet.statements_at_event] == [
        "Call 1, Ana Silva: Ben was too early.",
        "Call 1, Ben Okoro: She had passed.",
    ]
    assert any("Ana is in her go" in one for one in sheet.rest_at_event)
    assert sheet.at_event[-1].startswith("Left on the clocks at entry 3: Ana Silva (ana) 9:3")
    assert not any("elsewhere" in one for one in sheet.at_event)


def test_taken_again_it_is_the_same_and_the_appeal_is_beside_it(disputed: Hall) -> None:
    """Though the game goes on, a clock is set, somebody is called otherwise, and the ruling is appealed."""
    before = taken(disputed)
    row = before.frozen.event_row
    assert row == disputed.repository.log(EVENT)[-1].row
    disputed.clock.on(60)
    for command in (
        Rename(person="p2", name="Benjamin Okoro", because="so", by="j1"),
        Adjust(1, 1, "p1", 30, "the table was cleared", by="j1"),
        GiveTime(1, 1, 60, "a fall", by="j1"),
        calls.Appeal(1, "law", "It was not her go.", by="p2"),
        calls.Decide(1, "It was.", "illegal", by="j1"),
    ):
        disputed.give(command)
    disputed.step(by="ana", do="note", text="statement 3: Ben Okoro laughed")
    again = taken(disputed, 3, row)
    assert again.frozen.text == before.frozen.text
    assert again.digest == before.digest
    assert [one.text for one in again.since.attached] == ["Ben Okoro laughed"]
    assert len(again.since.at_event) == 4, "a name is no matter of the table"
    assert "Benjamin Okoro" in again.since.at_event[2]
    frozen, since = packet_page(again).split("What has come since, not in the digest")
    assert "It was not her go" not in frozen and "It was not her go" in since


def test_with_an_entry_alone_it_is_what_had_been_said_when_that_was_written(disputed: Hall) -> None:
    """So that any link with an entry gives the same."""
    alone = taken(disputed, 3)
    assert alone.frozen.sheet.statements_at_event == ()
    assert len(alone.since.at_event) == 4
    disputed.clock.on(1)
    disputed.give(GiveTime(1, 1, 60, "a fall", by="j1"))
    assert taken(disputed, 3).digest == alone.digest
    assert taken(disputed, 3, alone.frozen.event_row).digest == alone.digest


def test_words_that_were_forgotten_are_nowhere_frozen(disputed: Hall) -> None:
    before = taken(disputed)
    for table, winner in ((1, "p1"), (2, "p3")):
        disputed.give(rounds.Result(1, table, {}, winner, by="j1"))
    disputed.give(rounds.End(1))
    disputed.give(Close())
    forget(disputed.repository, EVENT, ["p2"], before_the_term=True, even_so=True)
    again = taken(disputed, 3, before.frozen.event_row)
    assert "She had passed" not in again.frozen.text
    assert again.digest != before.digest


def test_a_player_gets_none_of_what_the_others_said_at_the_table(disputed: Hall) -> None:
    own = taken(disputed, viewer="ana")
    assert own.frozen.sheet.at_event == own.since.at_event == ()
    assert "She had passed" not in own.frozen.text


def test_a_row_that_is_not_there_is_named(disputed: Hall) -> None:
    newest = disputed.repository.log(EVENT)[-1].row
    with pytest.raises(CannotExplain, match=f"no row 99; its newest is {newest}"):
        taken(disputed, 3, 99)


def test_a_game_at_no_table_has_no_row(disputed: Hall) -> None:
    id = disputed.umpire.open(disputed.umpire.game(GAME).game.opening, "alone")
    with pytest.raises(CannotExplain, match="at no table of an event"):
        as_of(disputed.repository, disputed.umpire.game(id), None, 4)
