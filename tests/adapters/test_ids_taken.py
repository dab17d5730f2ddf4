"""Ids that a file may not bring along: those of an event's tables, and those that mean something else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from adapters.wiring import ledger_on
from application.desk.batch.sources import sealed_in
from application.game.umpire import ruled_ahead
from application.ledger.group_commit import Append
from application.ledger.rows import START, Row, opening_rows, rows_of_all
from application.records.records import open_record, record_of
from application.seal.seal import OneGame, seal_game
from tests.adapters.commands import refused, umpire

SETUP = """
players: [ana, ben]
setup:
  points: {ana: 9, ben: 9}
  units: {a1: {owner: ana}, b1: {owner: ben}}
"""
RECORD = f"record: 1\nruleset: voidsiege\n{SETUP}"
TABLE = "autumn-open.r1.t1"
CONCEDED = {"by": "ana", "do": "concede"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    (tmp_path / "setup.yaml").write_text(SETUP, encoding="utf-8")
    (tmp_path / "pairings.csv").write_text("table,player 1,player 2\n1,Ana,Ben\n", encoding="utf-8")
    yield tmp_path


def sealed_as(id: str, mode: str = "casual") -> Path:
    """A sealed file of a game of this id in which Ana concedes; every byte of it holds."""
    game = open_record(record_of(f"{RECORD}mode: {mode}\n"))
    first, head = opening_rows(id, game.opening, game.opened, 1_700_000_000_000_000)
    log = [one.entry for one in ruled_ahead(game.at(0), [CONCEDED])]
    rows, _ = rows_of_all(id, head, log, 1_700_000_000_000_000)
    path = Path("brought.sealed")
    path.write_bytes(seal_game(OneGame(id, [Row(*row) for row in (*first, *rows)]), id))
    return path


def pairs() -> Result:
    opened = umpire("event", "new", "Autumn Open", "--ruleset", "voidsiege")
    assert opened.exit_code == 0, opened.output
    return umpire(
        "event", "pair", "autumn-open", "pairings.csv", "--round", 1, "--setup", "setup.yaml"
    )


@pytest.mark.parametrize("words", [("brought.sealed",), ("brought.sealed", ".")])
def test_nobody_brings_the_game_of_a_table_to_come(words: tuple[str, ...]) -> None:
    """One by one or with a folder: it would be sat down to when the table is paired."""
    sealed_as(TABLE, "tournament")
    told = umpire("import", *words)
    assert told.exit_code != 0 and "is the id of a table of an event" in told.output
    paired = pairs()
    assert paired.exit_code == 0, paired.output
    assert "concede" not in umpire("log", TABLE).output


def test_a_game_that_has_begun_is_not_sat_down_to() -> None:
    """As an older version took it in: its opening is as the set-up has it, and somebody has conceded."""
    id, stored, rows = sealed_in(str(sealed_as(TABLE, "tournament")))
    ledger = ledger_on()
    assert ledger.put([Append(id, START, rows, stored.head)]) == [None]
    ledger.close()
    told = refused(pairs())
    assert "there is a game “autumn-open.r1.t1” in the store with 1 entry" in told
    assert umpire("event", "tables", "autumn-open", "--json").output.count("Ana") == 0


def test_the_sealed_file_of_a_table_that_is_there_is_found_there() -> None:
    pairs()
    assert umpire("seal", TABLE, "-o", "t1.sealed").exit_code == 0
    told = umpire("import", "t1.sealed")
    assert told.stdout == f"It is there already.\n{TABLE}\n"


@pytest.mark.parametrize(
    "id", ["..", ".", "...", "--help", "-rf", "-", ".hidden", "game.yaml", "game.sealed", "seats:x"]
)
def test_an_id_that_means_something_else_is_not_taken_in(id: str) -> None:
    sealed_as(id)
    told = refused(umpire("import", "brought.sealed"))
    assert "no game that a store can take in" in told or f"“{id}” is no id of a game" in told
    assert umpire("games").stdout == ""


@pytest.mark.parametrize("name", ["--help.yaml", "-rf.yaml", "...yaml", "autumn-open.r1.t1.yaml"])
def test_a_record_is_sealed_under_an_id_that_can_be_taken_in(name: str) -> None:
    Path(name).write_text(RECORD, encoding="utf-8")
    sealed = umpire("seal", f"./{name}", "-o", "one.sealed")
    assert sealed.exit_code == 0, sealed.output
    taken = umpire("import", "one.sealed")
    assert taken.exit_code == 0, taken.output
    assert umpire("show", taken.stdout.splitlines()[-1]).exit_code == 0
