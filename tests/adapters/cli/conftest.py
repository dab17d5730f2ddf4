"""The command on a store of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.adapters.commands import umpire as command


@pytest.fixture
def umpire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs the command in a folder and on a store of the test's own."""
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    monkeypatch.chdir(tmp_path)

    return command


@pytest.fixture
def game(umpire: Any) -> Any:
    """A game of two units, just opened."""
    quick = "new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3"
    opened = umpire(*quick.split(" "))
    assert opened.exit_code == 0, opened.output
    return opened.stdout.splitlines()[-1]
