"""What an earlier version wrote is read for ever: stores and sealed games kept as they were written."""

import gzip
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest

from adapters.stores.ledgers import postgres_ledger, sqlite_ledger
from application.game.live_game import live_game
from application.ledger.ledger import Ledger
from event_schemas.generate import SCHEMAS
from tests import golden

OLD = Path(__file__).parent / "old"
STORES = sorted(OLD.glob("*.umpire"))
TOLD = [path for path in STORES if path.with_suffix(".json").exists()]
RELEASED = sorted(
    line.split()[1].replace(".v", "/v").removesuffix(".json")
    for line in (SCHEMAS / "FROZEN").read_text("utf-8").splitlines()
)


@pytest.mark.parametrize("written", TOLD, ids=lambda path: path.stem)
def test_a_store_of_an_earlier_version_is_read(written: Path, tmp_path: Path) -> None:
    """Every game of it is there, and stands as it stood; states may tell more than they did."""
    copy = shutil.copy(written, tmp_path / "games.umpire")
    expected = json.loads(written.with_suffix(".json").read_text("utf-8"))

    store = sqlite_ledger(Path(copy))
    try:
        found = {one.id: live_game(one.id, store.load(one.id)).game.view() for one in store.games()}
    finally:
        store.close()

    assert set(found) == set(expected)
    for game, state in expected.items():
        assert as_far_as(state, found[game]) == state, game


def as_far_as(told: Any, now: Any) -> Any:
    """What was told then, as it is now."""
    if isinstance(told, dict) and isinstance(now, dict):
        return {key: as_far_as(told[key], now[key]) for key in told if key in now}
    if isinstance(told, list) and isinstance(now, list) and len(told) == len(now):
        return [as_far_as(*pair) for pair in zip(told, now, strict=True)]
    return now


def test_a_file_written_before_the_rooms_verifies(tmp_path: Path) -> None:
    """Seats, snapshots and four records and a long game of each ruleset are in it."""
    store = sqlite_ledger(Path(shutil.copy(OLD / "games_2.umpire", tmp_path / "games.umpire")))
    verified_again(store)


def test_a_postgresql_database_written_before_the_rooms_verifies(postgres: str) -> None:
    import psycopg

    dump = gzip.decompress((OLD / "games_2.sql.gz").read_bytes()).decode()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS old")
        connection.execute("CREATE DATABASE old")
    address = other_database(postgres, "old")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(dump.encode())
    verified_again(postgres_ledger(address))


def verified_again(store: Ledger) -> None:
    try:
        found = {game.id: store.verify(game.id) for game in store.games()}
    finally:
        store.close()
    assert len(found) == 15
    # Their bytes and their chain hold; the rulebooks have been corrected since they were ruled.
    because = [one.because for one in found.values() if not one.holds]
    assert [why for why in because if "ruled otherwise today" not in why] == []


def other_database(address: str, database: str) -> str:
    """The same server, another database."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=f"/{database}"))


def test_every_released_event_is_in_a_store_or_sealed_game_that_is_kept(tmp_path: Path) -> None:
    names = set(golden.event_names())
    for store in STORES:
        rows = sqlite3.connect(shutil.copy(store, tmp_path / store.name))
        names |= {name for (name,) in rows.execute("SELECT DISTINCT topic FROM stored_events")}
        rows.close()
    # The log of an event was frozen after these were written; specs of its own read every fact of it.
    released = {name for name in RELEASED if not name.startswith("event/")}
    assert released - names == set()
