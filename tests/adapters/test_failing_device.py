"""A device that does not sync what was written: what is told then is so, also after a kill."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from adapters.wiring import ledger_on
from tests.adapters.disks import UnsyncedDisk
from tests.adapters.servers import Server, opened

NOTHING = "nothing was entered; try again, with the same key"


@pytest.fixture
def disk(tmp_path: Path) -> UnsyncedDisk:
    return UnsyncedDisk.made(tmp_path)


@pytest.fixture
def server(disk: UnsyncedDisk) -> Iterator[Server]:
    server = Server(str(disk.store), disk.environment)
    try:
        yield server
    finally:
        if server.running.poll() is None:
            server.kill()


def kept(disk: UnsyncedDisk, game: str) -> int:
    ledger = ledger_on(str(disk.store))
    try:
        assert ledger.verify(game).holds
        return len(ledger.load(game).written.log)
    finally:
        ledger.close()


@pytest.mark.parametrize("notes", [1, 5, 40])
def test_nothing_was_entered_is_so_after_a_kill(
    disk: UnsyncedDisk, server: Server, notes: int
) -> None:
    """The rows lie in the write-ahead log all the same, and who opens the store next would find them."""
    with httpx.Client(base_url=server.url) as client:
        game = opened(client)
        for n in range(notes):
            assert game.step("ana", {"do": "note", "text": f"{n}"}).status_code == 200
        disk.fails(once=True)
        refused = game.step("ana", {"do": "note", "text": "x" * 9_000}, idempotency_key="k")
        assert (refused.status_code, refused.json()["what"]) == (503, NOTHING)
        server.kill()
    assert kept(disk, game.id) == notes


def test_it_is_taken_when_it_is_sent_again(disk: UnsyncedDisk, server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        game = opened(client)
        disk.fails(once=True)
        assert game.step("ana", {"do": "note", "text": "a"}, idempotency_key="k").status_code == 503
        assert game.step("ana", {"do": "note", "text": "a"}, idempotency_key="k").json()["n"] == 1
        server.kill()
    assert kept(disk, game.id) == 1


def test_where_the_device_stays_broken_it_is_not_known(disk: UnsyncedDisk, server: Server) -> None:
    with httpx.Client(base_url=server.url) as client:
        game = opened(client)
        disk.fails(once=False)
        unknown = game.step("ana", {"do": "note", "text": "a"}, idempotency_key="k")
        assert unknown.status_code == 503
        assert "it is not known whether" in unknown.text
        assert "nothing was entered" not in unknown.text
        disk.works()
        again = game.step("ana", {"do": "note", "text": "a"}, idempotency_key="k")
        assert again.json()["n"] == 1
        server.kill()
    assert kept(disk, game.id) == 1
