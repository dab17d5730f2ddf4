"""Which store is meant: the one chosen, that of the environment, or this user's own."""

from pathlib import Path

import pytest

from adapters.wiring import Database, database, ledger_on


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A user who has nothing yet."""
    monkeypatch.delenv("UMPIRE_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr("sys.platform", "linux")


def test_what_is_chosen_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMPIRE_DB", "/var/games.umpire")

    assert database("here.umpire") == Database("here.umpire")
    assert database() == Database("/var/games.umpire")
    assert database("postgresql://localhost/games").in_postgres


def test_without_a_choice_it_is_made_where_such_files_belong(tmp_path: Path) -> None:
    ledger_on().close()
    assert (tmp_path / "share" / "umpire" / "games.umpire").exists()


def test_a_place_that_is_no_full_path_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "share")
    assert database().place == str(Path.home() / ".local" / "share" / "umpire" / "games.umpire")
