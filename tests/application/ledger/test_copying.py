"""Games from one store into another: all of them, unchanged, and never on top of something else."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from adapters.stores.ledgers import back_up, sqlite_ledger
from application import rulesets
from application.game.umpire import Umpire
from application.ledger.copying import CopyCount, copy_games
from application.ledger.store import Damaged, StoreProblem
from tests.stores import STEPS, TOY, ledger_of, played, umpire_in


@pytest.fixture
def umpires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Umpire, Umpire]]:
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")
    with umpire_in(tmp_path / "a.umpire") as one, umpire_in(tmp_path / "b.umpire") as two:
        yield one, two


def test_what_is_copied_is_what_was_there(umpires: tuple[Umpire, Umpire]) -> None:
    one, two = umpires
    played(one)
    told: list[str] = []
    copied = copy_games(ledger_of(one), ledger_of(two), told.append)

    assert copied == CopyCount(1, one.game("toy-game").head.version, 0)
    assert told == ["toy-game"]
    assert two.game("toy-game").game.log == one.game("toy-game").game.log
    assert ledger_of(two).verify("toy-game").holds


def test_a_copy_is_repeated_for_what_came_since(umpires: tuple[Umpire, Umpire]) -> None:
    one, two = umpires
    one.open(TOY, "x")
    copy_games(ledger_of(one), ledger_of(two))
    one.step("x", STEPS[0])

    assert copy_games(ledger_of(one), ledger_of(two)) == CopyCount(1, 3, 0)
    assert copy_games(ledger_of(one), ledger_of(two)) == CopyCount(0, 0, 1)


def test_two_games_of_one_name_are_not_mixed(umpires: tuple[Umpire, Umpire]) -> None:
    one, two = umpires
    for umpire, step in ((one, STEPS[0]), (two, STEPS[2])):
        umpire.open(TOY, "x")
        umpire.step("x", step)
    with pytest.raises(StoreProblem, match="went on differently"):
        copy_games(ledger_of(one), ledger_of(two))


def test_what_went_on_at_the_target_alone_is_said_to_have_gone_on(
    umpires: tuple[Umpire, Umpire],
) -> None:
    """As when yesterday's copy is copied back to where games went on since."""
    one, two = umpires
    one.open(TOY, "x")
    copy_games(ledger_of(one), ledger_of(two))
    two.step("x", STEPS[0])
    with pytest.raises(StoreProblem, match="“x” has gone on where it is to be copied to"):
        copy_games(ledger_of(one), ledger_of(two))


def test_what_could_not_be_written_is_told_as_it_is(
    umpires: tuple[Umpire, Umpire], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = umpires
    played(one)
    full = StoreProblem("the disk is full")
    monkeypatch.setattr(ledger_of(two), "put", lambda appends: [full] * len(appends))
    with pytest.raises(StoreProblem, match="the disk is full"):
        copy_games(ledger_of(one), ledger_of(two))


@pytest.mark.parametrize("damage", ["state = state || ' '", "state = NULL", "topic = NULL"])
def test_damage_is_not_copied(umpires: tuple[Umpire, Umpire], tmp_path: Path, damage: str) -> None:
    one, two = umpires
    played(one)
    with closing(sqlite3.connect(tmp_path / "a.umpire")) as altered:
        altered.execute(f"UPDATE stored_events SET {damage} WHERE rowid = 4")
        altered.commit()
    with pytest.raises(Damaged, match="row 4 of “toy-game”"):
        copy_games(ledger_of(one), ledger_of(two))
    assert two.games() == []


def test_a_game_without_its_first_row_is_not_left_out_in_silence(
    umpires: tuple[Umpire, Umpire], tmp_path: Path
) -> None:
    one, two = umpires
    played(one)
    with closing(sqlite3.connect(tmp_path / "a.umpire")) as altered:
        altered.execute("DELETE FROM stored_events WHERE rowid = 1")
        altered.commit()
    with pytest.raises(Damaged, match="row 1 of “toy-game” is missing"):
        copy_games(ledger_of(one), ledger_of(two))


def test_a_backup_is_a_store_of_its_own(umpires: tuple[Umpire, Umpire], tmp_path: Path) -> None:
    one, _ = umpires
    played(one)
    back_up(ledger_of(one), tmp_path / "kept.umpire")
    one.step("toy-game", {"by": "judge", "do": "note", "text": "later"})
    kept = sqlite_ledger(tmp_path / "kept.umpire")

    assert kept.verify("toy-game").entries == len(STEPS)
    kept.close()
    with pytest.raises(StoreProblem, match="exists already"):
        back_up(ledger_of(one), tmp_path / "kept.umpire")
