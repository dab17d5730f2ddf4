"""`umpire db`, `backup-db` and `serve`, as an operator types them."""

import os
import signal
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest

from adapters.web.settings import WebSettings
from adapters.wiring import ledger_on
from tests.adapters.commands import umpire
from tests.adapters.servers import Game, inside, opened, serving

NOTE = {"do": "note", "text": "hm"}


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Game]:
    """A store with a game in it, whose server has ended."""
    db = tmp_path / "games.umpire"
    with inside(db) as client:
        game = opened(client)
        game.step("ana", NOTE)
        game.step("judge", {"do": "rewind", "to": 0, "because": "to see"})
    return db, game


def goes_on(db: str | Path, game: Game) -> None:
    """The same tokens open the same game there."""
    with inside(db) as client:
        moved = Game(game.id, game.tokens, client)
        assert [entry["n"] for entry in moved.log()] == [1, 2]
        assert moved.step("ben", NOTE).json()["n"] == 3
    ledger = ledger_on(str(db))
    assert ledger.verify(game.id).holds
    ledger.close()


def test_a_store_is_moved_to_postgres_and_back(
    played: Any, postgres_server: Any, tmp_path: Path
) -> None:
    db, game = played
    there = umpire("db", "copy", db, postgres_server)
    assert there.exit_code == 0, there.output
    assert "1 game with" in there.stdout
    goes_on(postgres_server, game)
    back = tmp_path / "back.umpire"
    assert umpire("db", "copy", postgres_server, back).exit_code == 0
    with inside(back) as client:
        assert len(Game(game.id, game.tokens, client).log()) == 3


def test_a_copy_of_nothing_is_refused(tmp_path: Path) -> None:
    refused = umpire("db", "copy", tmp_path / "nothing.umpire", tmp_path / "new.umpire")
    assert refused.exit_code == 2
    assert not (tmp_path / "nothing.umpire").exists()


def test_tables_are_made_once_and_again_without_harm(played: Any, postgres_server: Any) -> None:
    db, game = played
    for place in (db, postgres_server):
        assert umpire("db", "init", "--db", place).exit_code == 0
    goes_on(db, game)


def test_a_backup_is_a_store_of_its_own(played: Any, tmp_path: Path) -> None:
    db, game = played
    copy = tmp_path / "backup.umpire"
    assert umpire("backup-db", copy, "--db", db).exit_code == 0
    goes_on(copy, game)
    far = umpire("backup-db", tmp_path / "nowhere" / "copy.umpire", "--db", db)
    assert far.stderr.endswith("nowhere: make it, or choose another file.\n")
    again = umpire("backup-db", copy, "--db", db)
    assert again.exit_code == 2
    assert "exists already" in again.stderr


def test_a_backup_of_postgres_is_a_file(played: Any, postgres_server: Any, tmp_path: Path) -> None:
    db, game = played
    assert umpire("db", "copy", db, postgres_server).exit_code == 0
    copy = tmp_path / "backup.umpire"
    backed = umpire("backup-db", copy, "--db", postgres_server)
    assert backed.exit_code == 0, backed.output
    with inside(copy) as client:
        assert len(Game(game.id, game.tokens, client).log()) >= 2


def test_settings_that_cannot_be_used_are_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_WORKERS", "many")
    refused = umpire("serve", "--db", tmp_path / "g.umpire")
    assert refused.exit_code == 2
    assert "UMPIRE_WORKERS" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        client.get("/")  # what it logs as it starts is told before
        port = httpx.URL(client.base_url).port
        refused = umpire("serve", "--port", port, "--db", tmp_path / "other.umpire")
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert str(port) in refused.stderr


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False)],
)
def test_what_is_this_machine_alone(host: Any, alone: Any) -> None:
    assert WebSettings(host=host).on_loopback is alone
    assert (WebSettings(host=host).refusal() is None) is alone
    assert WebSettings(host=host, key="k" * 40).refusal() is None


@pytest.mark.parametrize(
    ("address", "alone"),
    [
        ("https://umpire.example", False),
        ("http://10.0.0.5:8000", False),
        ("http://[::1]:8000", True),
    ],
)
def test_behind_a_proxy_a_server_wants_a_key_as_well(address: str, alone: bool) -> None:
    said = WebSettings(public_url=address).refusal()
    assert (said is None) is alone
    assert said is None or said.startswith(f"reached at {address}, beyond this machine, anybody")
    assert alone or "24 characters" in str(WebSettings(public_url=address, key="k" * 9).refusal())
    assert WebSettings(public_url=address, key="k" * 40).refusal() is None


@pytest.mark.parametrize("address", ["http://[::1", "http://[x]:80", "https://umpire.example]"])
def test_a_public_address_that_is_none_is_told(address: str) -> None:
    said = WebSettings(public_url=address).refusal()
    assert said == (
        f"UMPIRE_PUBLIC_URL: expected an address as https://umpire.example, not “{address}”"
    )


def test_ctrl_c_twice_ends_a_server_without_telling_where_in_its_code(tmp_path: Path) -> None:
    with serving(tmp_path / "games.umpire") as server:
        for _ in range(2):
            os.kill(server.running.pid, signal.SIGINT)
            sleep(0.03)
        assert server.running.wait(15) in (0, 130)  # before the second, or by it
        assert not server.fault()
