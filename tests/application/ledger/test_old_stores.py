"""What an earlier version wrote is read for ever: stores and sealed games kept as they were written."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.stores.ledgers import sqlite_ledger
from application.game.umpire import live_game
from event_schemas.generate import SCHEMAS
from tests import kept

OLD = Path(__file__).parent / "old"
STORES = sorted(OLD.glob("*.umpire"))
RELEASED = sorted(
    line.split()[1].replace(".v", "/v").removesuffix(".json")
    for line in (SCHEMAS / "FROZEN").read_text("utf-8").splitlines()
)


@pytest.mark.parametrize("written", STORES, ids=lambda path: path.stem)
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


@pytest.fixture(scope="module")
def names_kept(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The name and version of every row in the stores and sealed games that are kept."""
    sealed = (kept.event_names(path) for path in kept.paths())
    stores = (names_in(Path(shutil.copy(one, tmp_path_factory.mktemp("old")))) for one in STORES)
    return frozenset().union(*sealed, *stores)


def names_in(store: Path) -> Iterator[str]:
    rows = sqlite3.connect(store)
    try:
        yield from (name for (name,) in rows.execute("SELECT DISTINCT topic FROM stored_events"))
    finally:
        rows.close()


@pytest.mark.parametrize("name", RELEASED)
def test_every_released_event_is_in_a_store_or_sealed_game_that_is_kept(
    name: str, names_kept: frozenset[str]
) -> None:
    assert name in names_kept
