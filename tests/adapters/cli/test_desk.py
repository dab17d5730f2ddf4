"""`umpire why`, `diff`, `fork`, `precedents`, `sheet`, `appeal`, as a judge types them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.commands import refused

RECORDS = Path(__file__).parents[2] / "conformance"


@pytest.fixture
def game(umpire: Any) -> Any:
    """Entry 5 is a Rally that the restriction of entry 4 forbids."""
    return imported(umpire, RECORDS / "voidsiege" / "29-run-then-rally.yaml")


def imported(umpire: Any, path: Path) -> str:
    return umpire("import", path).stdout.splitlines()[-1]


RALLY = "by=ana do=declare unit=a1 command=rally"


def test_why_an_entry(umpire: Any, game: Any) -> None:
    told = umpire("why", game, "--entry", 5).stdout
    assert told.startswith("ILLEGAL, entry 5: ana gives “a1” Rally")
    assert "entry 1: ana gives “a1” Run" in told
    found = json.loads(umpire("why", game, "--entry", 5, "--json").stdout)
    assert (found["game"], found["entry"], found["verdict"]) == (game, 5, "illegal")
    assert found["cites"] == ["S1", "S5"] and found["because"] == [4, 1]


def test_why_not_and_when(umpire: Any, game: Any) -> None:
    told = umpire("why", game, "--if", RALLY, "--at", 4).stdout
    assert "It is legal from round 2 on." in told
    found = json.loads(umpire("why", game, "--if", RALLY, "--at", 4, "--json").stdout)
    assert found["entry"] is None and found["verdict"] == "illegal"
    assert found["when"]["ways"][0]["steps"]


def test_why_given_what_it_cannot_use(umpire: Any, game: Any) -> None:
    assert "either an entry or a step" in refused(umpire("why", game, 1, "--if", "ana a1 run"))
    assert "no entry 99" in refused(umpire("why", game, "--entry", 99))
    assert "--at goes with a step" in refused(umpire("why", game, "--at", 2, 5))
    assert "“by” is one of ana, ben" in refused(umpire("why", game, "--if", "by=zoe do=move"))
    assert "“ralli” is nothing" in refused(umpire("why", game, "--if", "by=ana ralli"))
    assert "“zoe” is nobody here" in refused(umpire("why", game, "--entry", 1, "--as", "zoe"))
    assert "no game" in refused(umpire("why", "nowhere", "--entry", 1))
    umpire("new", "voidsiege")
    assert "nobody has taken a step in this game yet" in refused(umpire("why"))


def test_diff_says_what_changed_between_two_entries(umpire: Any, game: Any) -> None:
    told = umpire("diff", game, 0, 4).stdout.splitlines()
    assert "  a1 now holds run (since entry 4)" in told
    found = json.loads(umpire("diff", game, 0, 4, "--json").stdout)
    assert "units.a1.restrictions" in [one["path"] for one in found["changes"]]
    assert "no entry 99" in refused(umpire("diff", game, 0, 99))


def test_fork_and_its_id_on_the_last_line(umpire: Any, game: Any) -> None:
    told = umpire("fork", game, "--at", 4, RALLY)
    new = told.stdout.splitlines()[-1]
    assert "illegal 5." in told.stdout
    log = json.loads(umpire("log", new, "--json").stdout)
    assert [entry["n"] for entry in log["entries"]] == [1, 2, 3, 4, 5]
    assert json.loads(umpire("fork", game, "--json").stdout)["origin"].startswith(f"{game}@")


def test_fork_dry_keeps_nothing(umpire: Any, game: Any) -> None:
    games = umpire("games", "--json").stdout
    told = umpire("fork", game, "--at", 4, "--dry", RALLY)
    assert told.exit_code == 0 and "nothing of this is kept" in told.stdout
    assert umpire("games", "--json").stdout == games
    tried = json.loads(umpire("fork", game, "--at", 4, "--dry", "--json", RALLY).stdout)
    assert tried["steps"][0]["verdict"] == "illegal" and tried["state"]["over"] is False


def test_fork_for_a_player_of_a_game_with_hidden_cards(umpire: Any) -> None:
    game = imported(umpire, RECORDS / "nullshapers" / "03-two-answers-in-a-row.yaml")
    told = umpire("fork", game, "--at", 1, "--as", "ana")
    assert "what is hidden from them is drawn" in told.stdout
    state = json.loads(umpire("show", told.stdout.splitlines()[-1], "--json").stdout)["state"]
    hand = state["zones"]["ben"]["hand"]
    assert hand and all(card.startswith("unknown") for card in hand)
    assert state["queue"]
    dry = umpire("fork", game, "--at", 1, "--as", "ana", "--again", "--dry", "ben pass")
    assert "What if, after entry 1" in dry.stdout


def test_precedents_are_found_by_rule_verdict_and_likeness(umpire: Any, game: Any) -> None:
    other = imported(umpire, RECORDS / "voidsiege" / "36-reaction-restrictions-count.yaml")
    assert f"{other}, entry 8" in umpire("precedents", "--rule", "S5").stdout
    found = json.loads(
        umpire("precedents", "--rule", "S5", "--verdict", "illegal", "--json").stdout
    )
    assert {(one["game"], one["entry"]) for one in found["precedents"]} == {(game, 5), (other, 8)}
    assert f"{game}, entry 5" not in umpire("precedents", "--like", f"{game}:5").stdout
    assert "No earlier ruling" in umpire("precedents", "--rule", "N4", "--rebuild").stdout
    assert "GAME:ENTRY" in refused(umpire("precedents", "--like", "so"))
    assert "no ruling on entry 7" in refused(umpire("precedents", "--like", "nowhere:7"))


def test_sheet_and_appeal(umpire: Any, game: Any, tmp_path: Path) -> None:
    appeal = umpire("appeal", game, 5, "It moved.", "--by", "ana", "--on", "fact")
    assert appeal.stdout.endswith(": appeal 5 (fact): It moved.\n")
    ruling = umpire("appeal", game, 5, "It ran.", "--by", "judge", "--on", "fact", "--name", "Kim")
    assert "final ruling 5 (fact), Kim: It ran." in ruling.stdout
    assert umpire("sheet", game, 5, "-o", "sheet.html").exit_code == 0
    html = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert "It moved." in html and "Judge: Kim" in html
    assert umpire("sheet", game, 5, "-o", "-").stdout == html
    assert umpire("sheet", game, 5, "--text").stdout.startswith("Ruling on entry 5 of ")
    found = json.loads(umpire("sheet", game, 5, "--json").stdout)
    assert [one["kind"] for one in found["attached"]] == ["appeal", "final ruling"]


def test_sheet_and_appeal_given_what_they_cannot_use(umpire: Any, game: Any) -> None:
    assert "-o FILE" in refused(umpire("sheet", game, 5))
    assert "no entry 99" in refused(umpire("sheet", game, 99, "-o", "-"))
    assert "no/such/place.html" in refused(umpire("sheet", game, 5, "-o", "no/such/place.html"))
    assert "fact or law is in question" in refused(umpire("appeal", game, 5, "hm", "--by", "ana"))
    assert "“by” is one of" in refused(
        umpire("appeal", game, 5, "hm", "--by", "zoe", "--on", "law")
    )
