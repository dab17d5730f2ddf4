"""What an imported record expects is marked in the log, and given back."""

from pathlib import Path
from typing import Any

import pytest

from tests.application.records.test_expectations import NOTED


@pytest.fixture
def umpire(umpire: Any, tmp_path: Path) -> Any:
    """The command where the record lies, alone and in a folder."""
    (tmp_path / "games").mkdir()
    for file in ("one.yaml", "games/two.yaml"):
        (tmp_path / file).write_text(NOTED, encoding="utf-8")
    return umpire


def test_an_imported_record_keeps_what_it_expects(umpire: Any) -> None:
    told = umpire("import", "one.yaml").stdout.splitlines()
    game = told[-1]
    assert told[1].startswith("2 places differ from the record.")
    assert umpire("export", game).stdout == NOTED
    for name in (game, "one.yaml"):
        assert "differs: the record expects illegal, citing T11" in umpire("log", name).stdout


def test_its_rulings_are_noted_where_that_is_asked_for(umpire: Any) -> None:
    umpire("import", "one.yaml")
    Path("ruled.yaml").write_text(umpire("export", "--ruled").stdout, encoding="utf-8")
    assert umpire("replay", "ruled.yaml").exit_code == 0


def test_a_folder_of_records(umpire: Any) -> None:
    umpire("import", "games")
    assert umpire("export").stdout == NOTED


def test_what_goes_over_every_game_leaves_out_what_is_kept_beside_them(umpire: Any) -> None:
    umpire("import", "games")
    assert umpire("verify", "--all").exit_code == 0
    assert umpire("compare", "--all", "--reading", "C1=wait").exit_code == 0
    assert "1 entry" not in umpire("audit", "--all").stdout
