"""A club plays by a page of its own: opened at the command line, over HTTP, with the form, at an event."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from adapters.cli import cli
from tests.adapters.servers import Game, opened

CLUB: dict[str, Any] = {
    "edition": 1,
    "ruleset": "voidsiege",
    "base": "2025.1",
    "id": "club-2026",
    "title": "The club's house rules",
    "errata": {"S1": {"title": "Never the same twice"}},
    "readings": {"C1": "snap_fire"},
    "tables": {
        "commands": {
            "overrun": {"parts": ["run"], "restrictions": {"run": ["run"]}, "target": "none"}
        }
    },
}
SETUP = {
    "points": {"ana": 3, "ben": 3},
    "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
}
RECORD = {
    "record": 1,
    "ruleset": "voidsiege",
    "edition": CLUB,
    "players": ["ana", "ben"],
    "setup": SETUP,
}
SEATS = yaml.safe_dump({"players": ["ana", "ben"], "setup": SETUP})
OVERRUN = {"do": "declare", "unit": "a1", "command": "overrun"}
QUICK = "new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3 --edition"

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, beside a page of the club's."""
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.chdir(tmp_path)
    Path("club.yaml").write_text(yaml.safe_dump(CLUB), encoding="utf-8")
    return lambda *words: CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def game(run: Run) -> str:
    made = run(*QUICK.split(" "), "club.yaml")
    assert made.exit_code == 0, made.output
    return made.stdout.splitlines()[-1]


def step(run: Run, game: str, command: str) -> Result:
    return run("step", game, "by=ana", "do=declare", "unit=a1", f"command={command}")


def test_a_game_is_opened_and_ruled_by_the_page(run: Run, game: str) -> None:
    assert step(run, game, "overrun").stdout.startswith("legal 1.")


def test_rules_are_told_as_the_page_words_them(run: Run, game: str) -> None:
    for command in ("run", "run"):
        step(run, game, command)
    assert "gives “a1” Run" in run("log", game).stdout
    run("step", game, "by=ben", "do=decline")
    run("step", game, "by=ana", "do=move", "unit=a1")
    run("step", game, "by=ben", "do=declare", "unit=b1", "command=run")
    run("step", game, "by=ana", "do=decline")
    run("step", game, "by=ben", "do=move", "unit=b1")
    assert "S1 Never the same twice" in step(run, game, "run").stdout


def test_the_game_keeps_the_page_and_needs_no_file(run: Run, game: str) -> None:
    """It goes on, is verified, written out and replayed, forked and sealed without it."""
    Path("club.yaml").unlink()
    step(run, game, "overrun")
    assert run("verify", game).exit_code == 0
    Path("out.yaml").write_text(run("export", game).stdout, encoding="utf-8")
    assert yaml.safe_load(Path("out.yaml").read_text("utf-8"))["edition"] == CLUB
    assert run("replay", "out.yaml").exit_code == 0
    fork = run("fork", game, "--at", "0").stdout.splitlines()[-1]
    assert step(run, fork, "overrun").stdout.startswith("legal 1.")
    assert run("seal", game, "-o", "game.sealed").exit_code == 0
    assert run("verify", "game.sealed").exit_code == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"tables": {"settled": {}}},
            "edition.tables.settled: no such table to fill in; expected commands",
        ),
        (
            {"tables": {"commands": {"overrun": {"basis": "ours"}}}},
            "edition.tables.commands.overrun.basis: nothing is ruled from it; "
            "expected parts, restrictions, target, as_command, as_reaction or as_charge",
        ),
        (
            {"tables": {"commands": {"overrun": {"parts": ["fly"], "target": "none"}}}},
            "edition.tables.commands.overrun.parts[0]: expected one of",
        ),
        (
            {"ruleset": "nullshapers", "tables": {}, "readings": {}, "errata": {}},
            "edition: it is one",
        ),
        ({"id": "two words"}, "edition.id: expected one word"),
        ({"foo": 1}, "edition: unknown key “foo”; expected edition, ruleset, id, base"),
        ({"edition": "house"}, "edition.edition: expected a whole number, found “house”"),
    ],
)
def test_a_page_that_cannot_be_played_opens_nothing(
    run: Run, change: dict[str, Any], why: str
) -> None:
    page = {**CLUB, **change}
    if page["ruleset"] == "nullshapers":
        del page["base"]
    Path("club.yaml").write_text(yaml.safe_dump(page), encoding="utf-8")
    refused = run(*QUICK.split(" "), "club.yaml")
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert run("games").stdout == ""


def test_a_page_that_is_not_there_is_told(run: Run) -> None:
    refused = run(*QUICK.split(" "), "none.yaml")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "umpire: none.yaml: there is no such file.\n",
    )


def test_over_http_a_record_carries_the_page(client: Any) -> None:
    game: Game = opened(client, RECORD)
    assert game.step("ana", OVERRUN).json()["verdict"] == "legal"
    told = game.get("judge", "log").json()
    assert told["edition"] == "club-2026"
    assert told["readings"]["C1"] == "snap_fire"
    assert len(told["law"]) == 19
    bad = client.post("/api/games", json={**RECORD, "edition": {**CLUB, "id": "2025.1"}})
    assert bad.status_code == 422
    assert bad.json()["where"] == "edition.id"


def test_the_form_of_the_first_page_takes_its_text(client: Any) -> None:
    form = {"ruleset": "voidsiege", "first": "ana", "second": "ben", "once": "own-edition"}
    page = client.post("/start", data={**form, "edition": yaml.safe_dump(CLUB)})
    assert page.status_code == 303, page.text
    wrong = {**form, "once": "own-edition-2", "edition": "edition: 1"}
    refused = client.post("/start", data=wrong)
    assert refused.status_code == 422
    assert "is missing" in refused.text


def test_an_event_is_played_by_it_at_every_table(run: Run) -> None:
    opened = run("event", "new", "Club night", "--ruleset", "voidsiege", "--edition", "club.yaml")
    assert opened.exit_code == 0, opened.output
    Path("setup.yaml").write_text(SEATS, encoding="utf-8")
    Path("pairings.csv").write_text("table,player 1,player 2,setup\n1,Ana,Ben,setup.yaml\n")
    event = opened.stdout.splitlines()[-1]
    paired = run("event", "pair", event, "pairings.csv", "--round", "1")
    assert paired.exit_code == 0, paired.output
    table = f"{event}.r1.t1"
    told = run("step", table, "by=ana", "do=declare", "unit=a1", "command=overrun")
    assert "undetermined" not in told.stdout
    assert run("verify", table).exit_code == 0
