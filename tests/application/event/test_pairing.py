"""A pairing list becomes tables with open games, or one sentence says what is wrong with it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from application.event.book_page import read_book
from application.event.opening import open_event
from application.event.pairing import pair
from application.event.pairing_list import read_pairings
from application.ledger.store import StoreProblem
from domain.kernel.values import changed
from domain.tournament import rounds
from domain.tournament.command import Refused
from domain.tournament.people import Played
from domain.tournament.tournament import Close
from tests.application.event.halls import EVENT, FOUR, SETUP, Hall


def names(hall: Hall, round: int = 1) -> list[list[str]]:
    people, ring = hall.event.people, hall.keyring
    return [
        [ring.reveal(player, people[player]) for player in table.players]
        for table in hall.event.of_round(round)
    ]


def test_a_list_opens_a_game_for_every_table(hall: Hall) -> None:
    hall.pair(FOUR)
    assert names(hall) == [["Ana Silva", "Ben Okoro"], ["Cleo Diaz", "Dov Amir"], ["Eve Lund"]]
    games = [table.game for table in hall.event.of_round(1)]
    assert games == [f"{EVENT}.r1.t1", f"{EVENT}.r1.t2", ""], "who is alone has a bye"
    game = hall.umpire.game(games[0]).game
    assert game.opening.mode == "tournament" and game.opening.players == ("ana", "ben")
    assert hall.event.table(1, 1).player_at("ben") == "p2"


def test_a_list_is_refused_by_the_rules_as_the_event_s_book_words_them(hall: Hall) -> None:
    book = {**read_book(), "rules": {"R4": "One seat each"}}
    open_event(hall.repository, "Autumn Open", [Played("voidsiege", "")], book)
    rows = read_pairings(FOUR.encode(), "list.csv", 1)
    pair(hall.repository, hall.umpire, "autumn-open", rows, lambda _name: SETUP, "setup")
    with pytest.raises(Refused, match="table 1 of round 1 was paired already") as why:
        pair(hall.repository, hall.umpire, "autumn-open", rows, lambda _name: SETUP, "setup")
    assert why.value.cites == ("R4 One seat each",)


def test_all_who_are_new_get_their_keys_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, kept = hall.repository.keys, []

    def add_keys(event: str, new: Mapping[str, bytes], add: Any = keys.add_keys) -> None:
        kept.append({*new})
        add(event, new)

    monkeypatch.setattr(keys, "add_keys", add_keys)
    hall.pair(FOUR)
    assert kept == [{"p1", "p2", "p3", "p4", "p5"}], "each time costs a write that has to last"


def test_players_keep_their_numbers_from_round_to_round(hall: Hall) -> None:
    hall.pair(FOUR)
    hall.pair("table;player 1;player 2\n1;Eve Lund;Ben  Okoro\n2;Fay Gold;Ana Silva\n", 2)
    assert [table.players for table in hall.event.of_round(2)] == [("p5", "p2"), ("p6", "p1")]
    hall.pair("table;player 1\n1;Ana Silva\n", 3)
    newest = [hall.event.newest_table(player) for player in ("p1", "p3", "p7")]
    found = [table and table.key for table in newest]
    assert found == [(2, 2), (1, 2), None], "a bye is none"


def test_lists_of_other_tools_are_read(hall: Hall) -> None:
    """A byte-order mark, tabs, quotes, other spellings of headings, more columns than needed."""
    text = (
        '\ufeffRound\tTable\tPlayer_1\tPLAYER-2\tSetup\n1\t4\t"Ana ""Ace"" Silva"\tBen\tsetup\n\n'
    )
    hall.pair(text.encode(), None)
    assert names(hall) == [["Ana “Ace” Silva".replace("“", '"').replace("”", '"'), "Ben"]]


@pytest.mark.parametrize("dash", ["-", "\u2013", "\u2014", "\u2212", "(\u2013)"])
def test_whatever_becomes_of_a_dash_it_is_a_bye(hall: Hall, dash: str) -> None:
    hall.pair(f"table,player 1,player 2\n1,Ana Silva,Ben\u2013Jay Okoro\n2,Eve Lund,{dash}\n")
    assert names(hall) == [["Ana Silva", "Ben\u2013Jay Okoro"], ["Eve Lund"]]


def test_armies_are_laid_into_a_set_up(hall: Hall) -> None:
    """`{seat}` in an army's file is the seat that it is laid out for."""
    army = "setup: {units: {'{seat}-1': {owner: '{seat}'}}, points: {'{seat}': 3}}"
    units = army.removeprefix("setup: ")
    hall.pair(
        "table,player 1,player 2,setup,army 1,army 2\n1,Ana,Ben,plain,one,two\n",
        plain="setup: {rounds: 3}",
        one=units,
        two=units,
    )
    setup = hall.umpire.game(f"{EVENT}.r1.t1").game.opening.setup
    assert setup["units"] == {"north-1": {"owner": "north"}, "south-1": {"owner": "south"}}
    assert setup["rounds"] == 3


def test_a_set_up_that_counts_its_seats_is_played_by_first_and_second(hall: Hall) -> None:
    """So they were called, and set-ups of then are still read."""
    counted = (
        "setup: {units: {a1: {owner: first}, b1: {owner: second}}, points: {first: 3, second: 3}}"
    )
    hall.pair("table,player 1,player 2,setup\n1,Ana,Ben,counted\n", counted=counted)
    assert hall.umpire.game(f"{EVENT}.r1.t1").game.players == ("first", "second")
    army = "units: {%s1: {owner: %s}}\npoints: {%s: 3}"
    one, two = (army % (letter, seat, seat) for letter, seat in (("a", "first"), ("b", "second")))
    text = "table,player 1,player 2,setup,army 1,army 2\n1,Ana,Ben,plain,one,two\n"
    hall.pair(text, 2, plain="setup: {rounds: 3}", one=one, two=two)
    assert hall.umpire.game(f"{EVENT}.r2.t1").game.players == ("first", "second")


def test_a_list_in_an_older_alphabet_is_read_where_every_letter_is_certain(hall: Hall) -> None:
    hall.pair("table,player 1,player 2\n1,Jörg Weiß,René Müller\n".encode("latin-1"))
    names = [hall.keyring.reveal(id, name) for id, name in hall.event.people.items()]
    assert names == ["Jörg Weiß", "René Müller"]


TABLE = "table,player 1,player 2\n"
REFUSALS = [
    ("", "pairings.csv, line 1, column 1: nothing stands there; expected a heading"),
    (TABLE, "line 2, column 1: no table stands below the heading; expected at least one"),
    ("table,who\n1,Ana\n", "pairings.csv, line 1, column 2: “who” is no heading; expected round"),
    ("table,table,player 1\n", "pairings.csv, line 1, column 2: “table” stands there twice"),
    ("table,player 2\n1,Ana\n", "line 1, column 3: the heading “player1” is missing"),
    ("\ntable,who\n1,Ana\n", "pairings.csv, line 2, column 2: “who” is no heading"),
    (TABLE + "0,Ana,Ben\n", "pairings.csv, line 2, column 1 (“table”): “0” is no number from 1"),
    (TABLE + f"{12345:013},Ana,Ben\n", "“0000000012345” is no number from 1 to 9999"),
    (TABLE + "1,Ana,Ben\n1,Cleo,Dov\n", "line 3, column 1 (“table”): table 1 stands in line 2"),
    (TABLE + "1,Ana,Ben\n2,Cleo,Ana\n", "line 3, column 3 (“player2”): “Ana” sits in line 2"),
    (TABLE + "1,Ana,Ana\n", "line 2, column 3 (“player2”): “Ana” sits in line 2 already"),
    (TABLE + "1,Ana,Ben\n2,Cleo,ANA\n", "“ANA” is written “Ana” in line 2: write everybody one"),
    (TABLE + "1,,Ben\n", "line 2, column 2 (“player1”): it is empty, and “player2” is not"),
    (TABLE + "1,,\n", "line 2, column 2 (“player1”): nobody sits there; expected a name"),
    (TABLE + "1,Ana,Ben,late\n", "line 2, column 4: there are 4 columns, and 3 headings"),
    (TABLE + '1,"Ana,Ben\n2,Cleo,Dov\n', "line 2, column 2: the cell is too long, or its quotes"),
    (TABLE + '1,Ana,"Ben"x\n', "line 2, column 3: the cell is too long, or its quotes are not"),
    (TABLE + '1,"A\nB",C\n2,D,"E\n', "line 4, column 3: the cell is too long, or its quotes are"),
    (TABLE + f"1,Ana,{'n' * 200_000}\n", "line 2, column 3: the cell is too long, or its quotes"),
    (TABLE + '1,"A\nB",C\n2,"D\n",C\n', "line 4, column 3 (“player2”): “C” sits in line 2 already"),
    (TABLE + "1,An\x07a,Ben\n", "line 2, column 2 (“player1”): expected at most 200 letters"),
    (
        TABLE + f"1,Ana,{'n' * 81}\n",
        "line 2, column 3 (“player2”): the name: expected 1 to 80 letters",
    ),
    (TABLE + "1,Ana,\u034f\n", "line 2, column 3 (“player2”): the name: expected 1 to 80 letters"),
    *(
        (TABLE + f"1,Ana,{name}\n", f"“{name}” means something else in lists and commands")
        for name in ("7", "\uff17", "draw", "Remis", "Organiser", "(forgotten)")
    ),
    *((TABLE + f"1,Ana,{name}\n", "is how people are numbered here") for name in ("p12", "J3")),
    (TABLE + "1,Ana \u3164,Ben\n", "line 2, column 2 (“player1”): expected at most 200 letters"),
    (TABLE + "1,Ana \u202eneB,Ben\n", "line 2, column 2 (“player1”): expected at most 200 letters"),
    (
        TABLE.encode() + b"1,Ana,Mu\xf1oz\n",
        "line 2, column 3: a byte that is not UTF-8, and may be “ñ” or “ń”; save the list as UTF-8",
    ),
    (TABLE.encode() + b"1,Ana,\xc8\xe2\xe0\xed\n", "line 2, column 3: a byte that is not UTF-8"),
    (TABLE.encode() + "1,Zoë,".encode() + b"Bj\xf6rn\n", "a byte that is not UTF-8; save"),
    (
        "pod,table,player 1,player 2\n1,1,Ana,Ben\n",
        "line 1, column 1 (“pod”): a pod is no table: leave it out, and number the tables through",
    ),
    (
        "table,Team 1,Team 2\n1,Ana,Ben\n",
        "line 1, column 2 (“Team 1”): a team is no player: leave it out, and give each two who play",
    ),
    (
        "table,player 1,player 2,player 3,player 4\n1,Ana,Ben,Cleo,Dov\n",
        "it has 2 seats, and 4 players sit there; where they play two by two, give each game a row",
    ),
    (
        "table,player 1\n1,Ana\n".encode("utf-16"),
        "line 1, column 1: a byte that is not UTF-8; save",
    ),
    (
        "table,player 1,player 2,setup\n1,Ana,Ben,far.yaml\n",
        "line 2, column 4 (“setup”): far.yaml: there is no such file",
    ),
    (
        "table,player 1,player 2,setup\n1,Ana,Ben,empty\n",
        "line 2, column 4 (“setup”): empty: ",
    ),
    (
        "table,player 1,player 2,setup\n1,Ana,Ben,odd\n",
        "line 2, column 4 (“setup”): odd: line 2: a bracket is not closed",
    ),
    (
        "table,player 1,player 2,setup\n1,Ana,Ben,played\n",
        "line 2, column 4 (“setup”): played: it holds steps; expected a set-up alone",
    ),
    (
        "table,player 1,player 2,setup\n1,Ana,Ben,other\n",
        "line 2, column 4 (“setup”): “nullshapers” is not played at this event; expected voidsiege",
    ),
    (
        "table,player 1,player 2,setup\n1,Ana,Ben,read\n",
        "line 2, column 4 (“setup”): “readings” is not the event's; leave it out",
    ),
    (
        "table,player 1,player 2,player 3\n1,Ana,Ben,Cleo\n",
        "it has 2 seats, and 3 players sit there",
    ),
    (
        "table,player 1,player 2,army 1\n1,Ana,Ben,twice\n",
        "line 2, column 4 (“army1”): twice: units.a1.owner stands in the set-up already",
    ),
    (
        "table,player 1,player 2,setup,army 1,army 2\n1,Ana,Ben,plain,good,wrong\n",
        "line 2, column 6 (“army2”): plain with good with wrong: setup.units.south-2: unknown key",
    ),
    (
        "table,player 1,player 2,setup,army 1,army 2\n1,Ana,Ben,plain,good,late\n",
        "line 2, column 4 (“setup”): plain with good with late: setup.points: “south” is missing",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSALS)
def test_a_list_is_refused_with_line_and_column_and_nothing_is_done(
    hall: Hall, text: str | bytes, sentence: str
) -> None:
    before = hall.happened
    with pytest.raises(Refused) as why:
        hall.pair(
            text,
            empty="players: [ana, ben]\nsetup: {points: 3}",
            odd="setup: {a: [1",
            played=SETUP + "steps: [{by: ana, do: pass}]",
            other="ruleset: nullshapers\n" + SETUP,
            read=SETUP + "readings: {C1: snap_fire}",
            twice="units: {a1: {owner: ben}}",
            plain="setup: {rounds: 3}",
            good="{units: {'{seat}-1': {owner: '{seat}'}}, points: {'{seat}': 3}}",
            wrong="{units: {'{seat}-2': {colour: red}}, points: {'{seat}': 3}}",
            late="units: {'{seat}-1': {owner: '{seat}'}}",
        )
    assert sentence in str(why.value), str(why.value)
    assert "\n" not in str(why.value)
    assert hall.happened == before
    assert hall.umpire.games() == []


def test_a_list_of_more_tables_than_an_event_holds_is_refused_at_the_first_too_many() -> None:
    rows = "".join(f"{n},Ana {n},Ben {n}\n" for n in range(1, 2002))
    with pytest.raises(Refused, match=r"line 2002, column 1 \(“table”\): there are 2001 tables"):
        read_pairings((TABLE + rows).encode(), "pairings.csv", 1)


def test_nobody_sits_twice_in_a_round_and_no_table_is_paired_twice(hall: Hall) -> None:
    hall.pair(FOUR)
    with pytest.raises(Refused, match=r"“Ben Okoro” sits at table 1 of round 1"):
        hall.pair("table,player 1,player 2\n9,Ben Okoro,Zoe\n")
    with pytest.raises(Refused, match=r"table 2 of round 1 was paired already"):
        hall.pair("table,player 1,player 2\n2,Yan,Zoe\n")
    with pytest.raises(Refused, match=r"“ben okoro” is known as “Ben Okoro”"):
        hall.pair("table,player 1,player 2\n9,ben okoro,Zoe\n", 2)


def test_no_game_is_opened_for_an_event_that_is_closed(hall: Hall) -> None:
    hall.give(Close())
    with pytest.raises(Refused, match="“Spring Open” is closed: nothing more is entered"):
        hall.pair(FOUR)
    assert hall.umpire.games() == []


def test_a_list_that_was_cut_short_goes_on_where_it_was(hall: Hall) -> None:
    """Games come before the fact that pairs them: repeated, those that are open are taken as they are."""
    keep = hall.repository.keep
    hall.repository.keep = None  # type: ignore[method-assign, assignment]
    with pytest.raises(TypeError):
        hall.pair(FOUR)
    hall.repository.keep = keep  # type: ignore[method-assign]
    assert hall.event.tables == {} and len(hall.umpire.games()) == 2
    hall.pair(FOUR)
    assert len(hall.event.tables) == 3 and len(hall.umpire.games()) == 2


def test_a_game_of_that_name_which_began_otherwise_is_not_taken(hall: Hall) -> None:
    hall.pair(FOUR, 2)
    opening = hall.umpire.game(f"{EVENT}.r2.t1").game.opening

    hall.umpire.open(changed(opening, mode="casual"), f"{EVENT}.r1.t1")
    with pytest.raises(Refused, match="and it began otherwise"):
        hall.pair(FOUR)


def test_a_round_begins_stands_and_ends(round_one: Hall) -> None:
    hall = round_one
    with pytest.raises(Refused, match="round 1 has begun already"):
        hall.start()
    hall.clock.on(60)
    for reason in (" ", "\u200b", "x" * 2001):
        with pytest.raises(Refused, match="the reason: expected 1 to 2000 letters"):
            hall.give(rounds.Pause(1, reason, by="j1"))
    hall.give(rounds.Pause(1, "fire alarm", by="j1"))
    with pytest.raises(Refused, match="the clock of round 1 stands already"):
        hall.give(rounds.Pause(1, "again", by="j2"))
    hall.clock.on(30)
    hall.give(rounds.Resume(1, by="j2"))
    begun = hall.event.rounds[1].started or 0
    assert hall.event.rounds[1].pauses == ((begun + 60_000_000, begun + 90_000_000),)


def result(hall: Hall, table: int, winner: str | None, by: str = "j1", **points: int) -> None:
    hall.give(rounds.Result(1, table, points, winner, by=by))


def test_a_round_ends_when_every_table_has_a_result(round_one: Hall) -> None:
    hall = round_one
    with pytest.raises(Refused, match="2 tables of round 1 have no result yet, 1 and 2"):
        hall.give(rounds.End(1))
    result(hall, 1, "p1", p1=2, p2=1)
    result(hall, 2, None)
    hall.give(rounds.End(1))
    (ended,) = hall.happened[-1:]
    assert [one.game for one in ended.heads] == [f"{EVENT}.r1.t1", f"{EVENT}.r1.t2"]  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="round 1 is over; its results stand"):
        result(hall, 1, "p2")


def test_results_come_out_in_the_columns_that_went_in(round_one: Hall) -> None:
    from application.event.result_list import results

    result(round_one, 1, "p1", p1=2, p2=1)
    text = results(round_one.event, round_one.keyring)
    assert text.splitlines() == [
        "round,table,player 1,points 1,player 2,points 2,winner",
        "1,1,Ana Silva,2,Ben Okoro,1,Ana Silva",
        "1,2,Cleo Diaz,,Dov Amir,,",
        "1,3,Eve Lund,,,,bye",
    ]
    again = read_pairings(
        "\n".join(
            ",".join(row.split(",")[:3] + row.split(",")[4:5]) for row in text.splitlines()
        ).encode(),
        "results.csv",
    )
    assert [row.table for row in again] == [1, 2, 3]


def test_a_result_is_told_by_the_game_itself(round_one: Hall) -> None:
    round_one.step(by="ana", do="concede")
    table, head = round_one.event.table(1, 1), round_one.repository.ledger.head
    round_one.give(rounds.ResultOfGame(*table.key))
    found = round_one.event.table(1, 1).result
    assert found is not None and (found.winner, found.by) == ("p2", "game")
    assert found.head is not None and found.head.digest == head(f"{EVENT}.r1.t1").digest


def test_a_changed_row_of_an_event_is_found(round_one: Hall, tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "games.umpire") as write:
        write.execute(
            "UPDATE stored_events SET state = CAST(replace(state, '\"minutes\":50', '\"minutes\":55') "
            "AS BLOB) WHERE topic = 'event/round_started/v1'"
        )
    (broken,) = [one for one in round_one.repository.ledger.verify_all() if not one.holds]
    assert broken.game == f"event:{EVENT}" and "is not as it was written" in broken.because
    with pytest.raises(StoreProblem, match="is not as it was written"):
        round_one.repository.log(EVENT)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("=1+1", "'=1+1"),
        ("Ana;=1+1", "Ana;'=1+1"),
        ("Ana\t @x", "Ana\t' @x"),
        ("Ana-Maria + Ben", "Ana-Maria + Ben"),
        ("'=Ana", "''=Ana"),
    ],
)
def test_no_spreadsheet_takes_a_name_for_a_formula(name: str, told: str) -> None:
    """Not one that parts its cells by semicolons either, as a German one does."""
    from application.event.result_list import as_entered, safe

    assert safe(name) == told
    assert as_entered(told) == name, "a list of ours is read back"


def test_lists_are_read_as_tools_head_them_and_mark_byes(hall: Hall) -> None:
    hall.pair(
        "Tbl,Player,Opponent\n1,Ana Silva,Ben Okoro\n2,Cleo Diaz,*** Bye ***\n3,Dov Amir,BYE\n4,Eve Lund,-\n"
    )
    assert [len(one.players) for one in hall.event.of_round(1)] == [2, 1, 1, 1]
    assert len(hall.event.people) == 5, "nobody is called Bye"


def test_the_end_of_a_round_lists_every_table_without_a_result(hall: Hall) -> None:
    rows = "".join(f"{n},Ana {n},Ben {n}\n" for n in range(1, 10))
    hall.pair("table,player 1,player 2\n" + rows)
    hall.start()
    for table in (4, 8):
        result(hall, table, None)
    with pytest.raises(
        Refused, match="7 tables of round 1 have no result yet, 1 to 3, 5 to 7 and 9"
    ):
        hall.give(rounds.End(1))
    result(hall, 6, None)
    with pytest.raises(Refused, match="6 tables of round 1 have no result yet, 1 to 3, 5, 7 and 9"):
        hall.give(rounds.End(1))
