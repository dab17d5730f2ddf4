"""A store that is gone comes back from yesterday's copy and nothing else, as adapters/RUNNING.md tells it."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.adapters.commands import umpire
from tests.adapters.events import AtEvent, event_in
from tests.adapters.servers import Game, inside, opened

NOTE = {"do": "note", "text": "it was my go"}


@pytest.fixture(params=["sqlite", "postgres"])
def two_places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where a store is, and where it is to come back: files, or databases of their own."""
    if request.param == "sqlite":
        return str(tmp_path / "games.umpire"), str(tmp_path / "restored.umpire")
    server = request.getfixturevalue("postgres_server")
    found = []
    with psycopg.connect(server, autocommit=True) as connection:
        for name in ("lost", "restored"):
            connection.execute(f"DROP DATABASE IF EXISTS {name}")
            connection.execute(f"CREATE DATABASE {name}")
            found.append(address_of(server, name))
    for one in found:
        assert umpire("db", "init", "--db", one).exit_code == 0
    return found[0], found[1]


def address_of(server: str, name: str) -> str:
    """The address of another database of this server."""
    parts = psycopg.conninfo.conninfo_to_dict(make_conninfo(server))
    return f"postgresql:///{name}?host={parts['host']}&user={parts['user']}" + (
        f"&port={parts['port']}" if "port" in parts else ""
    )


def test_a_store_comes_back_with_its_seats_events_and_names(
    two_places: tuple[str, str], tmp_path: Path
) -> None:
    store, restored = two_places
    at: AtEvent = event_in(store)
    with inside(store) as client:
        game = opened(client)
        game.step("ana", NOTE)
        table = Game(at.game(1), at.seats[at.game(1)], client)
        table.step("ana", NOTE)
        copy = tmp_path / "yesterday.umpire"
        assert umpire("backup-db", copy, "--db", store).exit_code == 0
        game.step("ana", {"do": "note", "text": "after the copy"})
    lose(store)
    assert umpire("db", "copy", copy, restored).exit_code == 0
    examined = umpire("verify", "--all", "--db", restored)
    assert examined.exit_code == 0, examined.output
    with inside(restored) as client:
        again = Game(game.id, game.tokens, client)
        assert [entry["said"]["text"] for entry in again.log()] == [NOTE["text"]]
        assert again.step("ben", NOTE).json()["n"] == 2
        said = Game(table.id, table.tokens, client).log("ana")
        assert [entry["said"]["text"] for entry in said] == [NOTE["text"]]
        hall: Any = at.look(client, "hall")
        assert hall.status_code == 200 and "Ana 1" in hall.text


def lose(store: str) -> None:
    if "://" in store:
        with psycopg.connect(store, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
    else:
        for path in Path(store).parent.glob("games.umpire*"):
            path.unlink()
