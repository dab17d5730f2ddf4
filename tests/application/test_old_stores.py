"""What an earlier version wrote is read for ever: stores kept as they were written then."""

import json
import shutil
from pathlib import Path

import pytest

from application.ledger import sqlite_ledger
from application.umpire import live_game

OLD = Path(__file__).parent / "old"


@pytest.mark.parametrize("written", sorted(OLD.glob("*.umpire")), ids=lambda path: path.stem)
def test_a_store_of_an_earlier_version_is_read(written: Path, tmp_path: Path) -> None:
    """Every game of it is there, and stands as it stood."""
    copy = shutil.copy(written, tmp_path / "games.umpire")
    expected = json.loads(written.with_suffix(".json").read_text("utf-8"))

    store = sqlite_ledger(Path(copy))
    try:
        found = {one.id: live_game(one.id, store.load(one.id)).game.view() for one in store.games()}
    finally:
        store.close()

    assert found == expected
