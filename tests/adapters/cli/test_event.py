"""`umpire event`, as an organiser and a judge type it."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import jsonschema_rs
import pytest

from adapters.cli.event.commands import COMMANDS, event
from adapters.cli.event.options import Desk
from adapters.cli.examples import EXAMPLES
from adapters.cli.published import schema
from adapters.wiring import seats_on
from domain.tournament.command import Command
from tests.adapters.commands import refused

LIST = "round,table,player 1,player 2\n1,1,Ana Silva,Ben Okoro\n1,2,Cleo Diaz,Dov Amir\n1,3,Eve\n"
SETUP = "players: [ana, ben]\nsetup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}"


@pytest.fixture
def umpire(umpire: Any, tmp_path: Path) -> Any:
    (tmp_path / "pairings.csv").write_text(LIST, encoding="utf-8")
    (tmp_path / "small.yaml").write_text(SETUP, encoding="utf-8")
    return umpire


@pytest.fixture
def opened(umpire: Any) -> Any:
    """Spring Open with a head judge, three tables and a running round."""
    for words in (
        ("new", "Spring Open", "--ruleset", "voidsiege"),
        ("judge", "spring-open", "Kim Lee", "--head"),
        ("pair", "spring-open", "pairings.csv", "--setup", "small.yaml"),
        ("start", "spring-open", 1, "--minutes", 50),
    ):
        assert umpire("event", *words).exit_code == 0
    return umpire


def test_an_event_is_opened_and_listed(umpire: Any) -> None:
    made = umpire(
        "event", "new", "Spring Open", "--ruleset", "voidsiege", "--reading", "C1=snap_fire"
    )
    assert made.stdout.splitlines()[-1] == "spring-open"
    assert "Spring Open, 0 rounds" in umpire("event", "list").stdout
    (found,) = json.loads(umpire("event", "list", "--json").stdout)["events"]
    assert found == {"event": "spring-open", "name": "Spring Open", "rounds": 0, "tables": 0}


def test_several_rulesets_are_played_at_an_event(umpire: Any, tmp_path: Path) -> None:
    both = ("event", "new", "Open", "--ruleset", "voidsiege", "--ruleset", "nullshapers")
    told = umpire(*both, "--reading", "C1=snap_fire")
    assert refused(told).endswith("of which ruleset? Say it as voidsiege:C1=snap_fire.")
    made = umpire(*both, "--edition", "voidsiege:2025.1", "--reading", "voidsiege:C1=snap_fire")
    assert made.stdout == "open\n"
    (tmp_path / "small.yaml").write_text(SETUP, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(
        "ruleset: nullshapers\nplayers: [kim, lee]", encoding="utf-8"
    )
    (tmp_path / "list.csv").write_text(
        "table,player 1,player 2,setup\n1,Ana,Ben,small.yaml\n2,Eve,Dov,cards.yaml\n",
        encoding="utf-8",
    )
    unnamed = umpire("event", "pair", "open", "list.csv", "--round", 1)
    assert refused(unnamed).endswith(
        "list.csv, line 2, column 4 (“setup”): no ruleset is named; expected “ruleset:” with one "
        "of voidsiege, nullshapers."
    )
    (tmp_path / "small.yaml").write_text(f"ruleset: voidsiege\n{SETUP}", encoding="utf-8")
    assert umpire("event", "pair", "open", "list.csv", "--round", 1).exit_code == 0
    first, *_ = json.loads(umpire("event", "log", "open", "--json").stdout)["log"]
    assert [one["ruleset"] for one in first["played"]] == ["voidsiege", "nullshapers"]
    assert [one.get("readings") for one in first["played"]] == [{"C1": "snap_fire"}, None]


HOUSE = """policy: 1
limits:
  - {count: entries, over: 0, grade: irreversible, because: "at this event nothing is taken back"}
"""


def test_the_event_s_policy_weighs_at_its_tables(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "other.yaml").write_text("limits: 5", encoding="utf-8")
    (tmp_path / "plain.yaml").write_text("policy: 1", encoding="utf-8")
    umpire("event", "new", "Open", "--ruleset", "voidsiege")
    assert refused(umpire("event", "policy", "open", "no.yaml")).startswith(
        "umpire: no.yaml: there is no such file"
    )
    assert "other.yaml: " in refused(umpire("event", "policy", "open", "other.yaml"))
    set_by = umpire("event", "policy", "open", "house.yaml")
    assert set_by.stdout == "Going back is weighed by house.yaml at the tables of open.\n"
    umpire("event", "pair", "open", "pairings.csv", "--setup", "small.yaml")
    umpire("event", "start", "open", 1)
    umpire("step", "open.r1.t1", "ana", "a1", "run")
    told = umpire("backup", "open.r1.t1", "--to", 0).stdout
    assert "irreversible" in told and "at this event nothing is taken back" in told
    assert (
        "nothing is taken back"
        not in umpire(
            "backup", "open.r1.t1", "--to", 0, "--policy", str(tmp_path / "plain.yaml")
        ).stdout
    )
    late = refused(umpire("event", "policy", "open", "house.yaml"))
    assert late == (
        "umpire: the policy is set before the first round begins "
        "(R1 A round begins, pauses and ends, in this order)."
    )


def test_a_round_from_the_pairing_list_to_the_results(opened: Any) -> None:
    assert (
        "round 1, table 1: Ana Silva (ana), Ben Okoro (ben)  spring-open.r1.t1"
        in opened("event", "tables", "spring-open").stdout
    )
    opened("step", "spring-open.r1.t2", "by=ana", "do=concede")
    assert opened("event", "result", "spring-open", 1, 2).exit_code == 0
    opened(
        "event", "result", "spring-open", 1, 1, "--winner", "Ana Silva", "--points", "Ana Silva=2"
    )
    assert opened("event", "end", "spring-open", 1).stdout == "Round 1 is over.\n"
    rows = opened("event", "results", "spring-open").stdout.splitlines()
    assert rows[1:3] == [
        "1,1,Ana Silva,2,Ben Okoro,0,Ana Silva",
        "1,2,Cleo Diaz,0,Dov Amir,0,Dov Amir",
    ]
    told = opened("event", "log", "spring-open").stdout
    assert "Table 2 of round 1: Dov Amir won, 0 : 0, as the game says." in told
    log = json.loads(opened("event", "log", "spring-open", "--json").stdout)["log"]
    assert log[0]["fact"] == "event/opened/v1" and "Ana" not in json.dumps(log)
    assert opened("verify", "--all").exit_code == 0


def test_the_links_of_a_round_are_a_page_to_print(opened: Any, tmp_path: Path) -> None:
    opened("event", "links", "spring-open", 1, "--url", "http://10.0.0.5:8000", "-o", "links.html")
    page = (tmp_path / "links.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4 and "Ana Silva" in page
    assert (tmp_path / "links.html").stat().st_mode & 0o077 == 0, "whoever reads it has the seats"


def test_refusals_are_one_sentence(opened: Any) -> None:
    """What is wrong, where, what was expected."""
    assert refused(opened("event", "log", "autumn")) == (
        "umpire: there is no event “autumn” in this store."
    )
    assert refused(opened("event", "result", "spring-open", 1, 1)) == (
        "umpire: table 1 is not finished: say who won, or that nobody has "
        "(R3 Who enters a result, and until when)."
    )
    assert "have no result yet, 1 and 2" in refused(opened("event", "end", "spring-open", 1))
    assert refused(opened("event", "pair", "spring-open", "far.csv")).startswith(
        "umpire: far.csv: there is no such file"
    )
    assert "line 2, column 2 (“table”): table 1 of round 1 was paired already" in refused(
        opened("event", "pair", "spring-open", "pairings.csv", "--setup", "small.yaml")
    )
    assert "nobody at this event is called “Zoe”" in refused(
        opened("event", "pause", "spring-open", 1, "--by", "Zoe", "--because", "x")
    )


def test_points_are_the_event_s_to_judge_and_nobody_s_are_said_twice(opened: Any) -> None:
    enter = ("event", "result", "spring-open", 1, 1, "--winner", "p1", "--points")
    assert "points: expected whole numbers up to 1000000 (R3" in refused(
        opened(*enter, "p1=2000000")
    )
    assert "--points: “p1” stands there twice; give it once" in refused(
        opened(*enter, "p1=1", "--points", "p1=2")
    )
    assert opened(*enter, "p1=1000000").exit_code == 0


def test_a_winner_who_was_left_out_is_no_draw(opened: Any) -> None:
    opened("event", "result", "spring-open", 1, 1, "--winner", "Ana Silva")
    correct = ("event", "correct", "spring-open", 1, 1, "--by", "Kim Lee", "--because", "misread")
    report = ("event", "report", "spring-open", 1, 2, "--by", "Cleo Diaz")
    for words in (correct, report):
        assert "say who won (--winner), or --draw" in refused(opened(*words))
        assert "not both" in refused(opened(*words, "--draw", "--winner", "Ana Silva"))
    assert "nobody won" in opened(*correct, "--draw").stdout
    assert opened(*report, "--draw").exit_code == 0


def test_results_come_in_as_a_list_and_are_refused_with_line_and_column(
    opened: Any, tmp_path: Path
) -> None:
    rows = "Tisch;Sieger\n1;Ana Silva\n2;{}\n"
    for name, winner in (("p1.csv", "Ana Silva"), ("right.csv", "draw")):
        (tmp_path / name).write_text(rows.format(winner), encoding="utf-8")
    enter = ("event", "results", "spring-open", "--round", 1)
    assert "p1.csv, line 3, column 2 (“winner”): “Ana Silva” does not sit at table 2" in refused(
        opened(*enter, "p1.csv")
    )
    assert opened(*enter, "right.csv").stdout == "2 results stand.\n"
    assert ",Ana Silva\n" in opened(*enter).stdout
    assert opened("event", "end", "spring-open", 1).exit_code == 0
    assert opened("event", "standings", "spring-open").stdout.startswith("rank,player,match points")


def test_a_list_of_another_round_than_is_said_is_refused(opened: Any, tmp_path: Path) -> None:
    """Neither its column nor the option wins in silence, for results as for pairings."""
    (tmp_path / "next.csv").write_text("round,table,player 1,player 2\n2,1,Ana Silva,Ben Okoro\n")
    (tmp_path / "results.csv").write_text("round,table,winner\n1,1,1\n2,1,1\n")
    says = "it is of round 2, and the list is given for round 1; expected the same, or one of them."
    for command, file, line in (("pair", "next.csv", 2), ("results", "results.csv", 3)):
        told = refused(opened("event", command, "spring-open", file, "--round", 1))
        assert (
            told == f"umpire: {file}, line {line}, column 2 (“table”): by its column “round” {says}"
        )
    assert ",1,Ana Silva,,Ben Okoro,,\n" in opened("event", "results", "spring-open").stdout


def test_a_judge_gets_a_token_and_loses_it(umpire: Any) -> None:
    umpire("event", "new", "Spring Open", "--ruleset", "voidsiege")
    token, number = umpire("event", "judge", "spring-open", "Kim", "--token").stdout.splitlines()
    assert number == "j1" and len(token) == 43
    assert umpire("event", "relieve", "spring-open", "Kim").stdout == "j1 no longer judges.\n"
    assert "does not judge" in refused(umpire("event", "relieve", "spring-open", "Kim"))


def test_a_judge_who_is_not_let_go_keeps_their_token(umpire: Any, tmp_path: Path) -> None:
    umpire("event", "new", "Spring Open", "--ruleset", "voidsiege")
    token, _ = umpire(
        "event", "judge", "spring-open", "Kim", "--head", "--token"
    ).stdout.splitlines()
    told = refused(umpire("event", "relieve", "spring-open", "Kim"))
    assert "Kim is the head judge: appoint another one first (--head)" in told
    seats = seats_on(str(tmp_path / "games.umpire"))
    try:
        assert seats.holder(token) is not None
    finally:
        seats.close()


def test_a_call_from_the_tap_to_the_final_ruling(opened: Any) -> None:
    opened("step", "spring-open.r1.t1", "by=ben", "do=declare", "unit=b1", "command=move")
    told = [
        opened("event", *words).stdout
        for words in (
            (
                "call",
                "spring-open",
                1,
                1,
                "--by",
                "Ana Silva",
                "--words",
                "He moved first",
                "--about",
                1,
            ),
            ("take", "spring-open", 1, "--by", "Kim Lee"),
            ("say", "spring-open", 1, "I had the go", "--by", "Ben Okoro"),
            (
                "rule",
                "spring-open",
                1,
                "It is Ana's go.",
                "--by",
                "j1",
                "--verdict",
                "illegal",
                "--cites",
                "T1",
            ),
        )
    ]
    assert told == [
        "Call 1 about entry 1: Ana Silva calls a judge to table 1 of round 1.\n"
        "Call 1, Ana Silva: He moved first.\n",
        "Call 1: Kim Lee is on the way.\n",
        "Call 1, Ben Okoro: I had the go.\n",
        "Call 1, Kim Lee rules: It is Ana's go; the step was illegal (T1).\n",
    ]
    assert opened("event", "take", "spring-open", 1, "--by", "j1").stdout == "It is so already.\n"
    assert len(opened("event", "calls", "spring-open", 1).stdout.splitlines()) == 5
    none = opened("event", "calls", "spring-open")
    assert (none.stdout, none.stderr) == ("", "No call is open.\n")
    assert opened("event", "calls", "spring-open", "--json").stderr == ""


def test_an_appeal_names_the_packet_that_was_made_of_the_dispute(opened: Any) -> None:
    """Taken again afterwards it has the digest that the log names, and the appeal is beside it."""
    game, event = "spring-open.r1.t1", "spring-open"
    opened("event", "judge", event, "Noa Berg")
    opened("step", game, "by=ben", "do=declare", "unit=b1", "command=move")
    opened("event", "call", event, 1, 1, "--by", "p1", "--words", "He moved first")
    opened("event", "say", event, 1, "I had the go", "--by", "p2")
    opened("event", "take", event, 1, "--by", "j2")
    opened("event", "rule", event, 1, "It is Ana's go.", "--by", "j2", "--verdict", "illegal")
    told = opened("packet", game, 1, "-o", "packet.html").stdout
    named = re.search(r"(p1:\S+); (--at 1 --event-row \d+) gives it again", told)
    assert named, told
    appeal = ("event", "appeal", event, 1, "no", "--by", "p2", "--on", "law")
    refused = opened(*appeal, "--packet", "p1:abc")
    assert refused.exit_code == 2
    assert "packet: that is no short digest of one; expected p, the entry" in refused.stderr
    appealed = opened(*appeal, "--packet", named[1], "--json")
    jsonschema_rs.validate(schema("event appeal"), json.loads(appealed.stdout))
    assert json.loads(appealed.stdout)["facts"][0]["packet"] == named[1]
    final = opened("event", "decide", event, 1, "So be it.", "--by", "Kim Lee").stdout
    assert f"final ruling of Kim Lee (packet {named[1]}): So be it" in final
    again = opened("packet", game, 1, *named[2].split(), "--judge", "Kim Lee", "-o", "again.html")
    assert f"with the digest {named[1]}; {named[2]} gives it again" in again.stdout
    frozen = [
        Path(one).read_text("utf-8").split('id="frozen">')[1]
        for one in ("packet.html", "again.html")
    ]
    assert frozen[0] == frozen[1]
    assert f"appeals on law (packet {named[1]}): no" in Path("again.html").read_text("utf-8")
    assert opened("packet", game, 1, "--event-row", 999, "-o", "-").exit_code == 2


def test_an_open_call_says_who_took_it(opened: Any) -> None:
    opened("event", "call", "spring-open", 1, 1, "--by", "Ana Silva")
    assert "Kim Lee" not in opened("event", "calls", "spring-open").stdout
    opened("event", "take", "spring-open", 1, "--by", "Kim Lee")
    assert opened("event", "calls", "spring-open").stdout.endswith(" Kim Lee took it.\n")


def test_an_offence_is_proposed_from_the_audit_and_given(opened: Any) -> None:
    game = "spring-open.r1.t1"
    opened("step", game, "by=ana", "do=declare", "unit=a1", "command=run")
    opened("step", game, "by=ana", "do=move", "unit=a1")
    assert "finds no offence at table 1" in refused(
        opened("event", "offence", "spring-open", 1, 1)
    ), "it was refused, and nobody played it"
    opened("played", game, 2, "--because", "it stood there already")
    told = opened("event", "offence", "spring-open", 1, 1).stdout.splitlines()
    assert told[0].startswith("Audit: entry 2, ana moves “a1”: The table played it all the same")
    assert told[1].endswith("number 1: the ladder has a warning (warning).")
    given = opened("event", "offence", "spring-open", 1, 1, "--by", "Kim Lee").stdout.splitlines()[
        1
    ]
    assert (
        given
        == "Offence 1, Ana Silva, An illegal action was played on, number 1: a warning, by Kim Lee."
    )
    assert opened("event", "offences", "spring-open", "p1").stdout.splitlines() == [given]
    assert opened("event", "offences", "spring-open", "p2").stderr == "No offence yet.\n"
    assert "that is final" in refused(
        opened("event", "contest", "spring-open", 1, "no", "--by", "p1")
    )


def test_clocks_are_set_shown_and_adjusted(opened: Any, tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_text("table,player 1,player 2\n1,Ana Silva,Dov Amir\n")
    opened("event", "pair", "spring-open", "two.csv", "--round", 2, "--setup", "small.yaml")
    told = opened("event", "clocks", "spring-open", 2, "--main", 900, "--increment", 5).stdout
    assert (
        told
        == "In round 2 every player has a clock: 15:00 and 5 s more for each time they acted.\n"
    )
    words = ("--by", "j1", "--because", "late set-up")
    told = opened("event", "adjust", "spring-open", 2, 1, "p1", -60, *words).stdout
    assert told == "Kim Lee sets the clock of Ana Silva: −60 s: late set-up.\n"
    told = opened("event", "clock", "spring-open", 2, 1, "--since", 0).stdout
    assert told.splitlines() == [
        "Round 2 has not begun.",
        "ana: 14:00",
        "ben: 15:00",
        "ana used 0:00 since entry 0.",
        "ben used 0:00 since entry 0.",
    ]
    assert "the clock of Ana Silva has not run out" in refused(
        opened("event", "flag", "spring-open", 2, 1, "p1", *words)
    )


def test_time_is_given_and_taken_back(opened: Any) -> None:
    words = ("--by", "j1", "--because", "deck check")
    assert opened("event", "time", "spring-open", 1, 1, 300, *words).stdout == (
        "Kim Lee gives 5:00 at table 1 of round 1: deck check.\n"
    )
    taken = opened("event", "time", "spring-open", 1, 1, -60, *words)
    assert taken.stdout == "Kim Lee takes back 1:00 at table 1 of round 1: deck check.\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_is_for(name: str) -> None:
    command = event.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None and command.help
    assert all(one.help for one in command.params if isinstance(one, click.Option))


def test_what_a_command_asks_for_is_what_it_gives(
    opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its arguments and options are called as the fields of what is given: nothing else checks that."""
    given: list[Command] = []
    monkeypatch.setattr(Desk, "give", lambda _desk, command, _told: given.append(command))
    acts = [name for name in COMMANDS if event.get_command(None, name).callback.__name__ == "give"]
    for name in acts:
        assert opened(*shlex.split(EXAMPLES[f"event {name}"])).exit_code == 0, name
    assert len({type(command) for command in given}) == len(acts) > 20


def test_an_event_is_closed_its_cases_published_and_its_people_forgotten(
    opened: Any, tmp_path: Path
) -> None:
    opened("step", "spring-open.r1.t1", "by=ben", "do=declare", "unit=b1", "command=move")
    for words in (
        ("call", "spring-open", 1, 1, "--by", "p1", "--words", "He was early", "--about", 1),
        ("take", "spring-open", 1, "--by", "j1"),
        ("say", "spring-open", 1, "No", "--by", "p2"),
        ("rule", "spring-open", 1, "Ben was early.", "--by", "j1", "--verdict", "illegal"),
        ("result", "spring-open", 1, 1, "--winner", "p1"),
        ("result", "spring-open", 1, 2, "--draw"),
        ("end", "spring-open", 1),
    ):
        assert opened("event", *words).exit_code == 0, words
    assert opened("event", "cases", "spring-open", "-o", "cases").stdout == "1 case is in cases.\n"
    assert sorted(path.name for path in (tmp_path / "cases").iterdir()) == [
        "call-1.yaml",
        "index.html",
    ]
    assert "[name] was early." in (tmp_path / "cases" / "index.html").read_text(encoding="utf-8")
    assert opened("replay", "cases/call-1.yaml").exit_code == 0
    assert "exists already" in refused(opened("event", "cases", "spring-open", "-o", "cases"))
    assert "is not closed yet" in refused(opened("event", "forget", "spring-open", "--yes"))
    assert opened("event", "close", "spring-open").stdout == "spring-open is closed.\n"
    assert "wait, or say --before-the-term" in refused(
        opened("event", "forget", "spring-open", "--yes")
    )
    assert "nobody is at a terminal to be asked" in opened("event", "forget", "spring-open").stderr
    assert opened("event", "forget", "spring-open", input="n\n").exit_code == 130
    gone = opened("event", "forget", "spring-open", "--yes", "--before-the-term")
    assert gone.stdout == "The names and words of 6 people are forgotten.\n"
    again = opened("event", "forget", "spring-open", "--yes", "--before-the-term")
    assert again.stdout == "No key of theirs is left: their names and words are forgotten.\n"
    assert "Ana" not in opened("event", "log", "spring-open").stdout
