"""The disk is full: a sentence, no half file, and everything goes on when there is room again."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from adapters.wiring import ledger_on, umpire_on
from tests.adapters.commands import umpire
from tests.adapters.disks import (
    NEW,
    NOTE,
    Disk,
    Limited,
    command,
    may_mount,
    sentence,
    small_disk,
)
from tests.adapters.servers import VOIDSIEGE, opened, serving
from tests.benchmarks.games import opening

KINDS = ("limited", "small") if may_mount(Path(tempfile.mkdtemp())) else ("limited",)


@pytest.fixture(params=KINDS)
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    if request.param == "limited":
        yield Limited(tmp_path)
    else:
        with small_disk(tmp_path) as small:
            yield small


def names(disk: Disk) -> set[str]:
    """What lies on the disk, but for what SQLite keeps beside an open store."""
    beside = ("-wal", "-shm", "ballast")
    return {path.name for path in disk.folder.iterdir() if not path.name.endswith(beside)}


def with_room(store: Path | str, *words: object) -> str:
    """What the command prints that does its work; only one that meets a full disk is a process of its own."""
    told = umpire("--db", store, *words)
    assert told.exit_code == 0, (words, told.output)
    return told.stdout


def test_at_the_table(disk: Disk) -> None:
    store = disk.folder / "games.umpire"
    game = with_room(store, *NEW).strip()
    with_room(store, "step", game, *NOTE)
    before = names(disk)
    disk.full()
    asked: tuple[tuple[object, ...], ...] = (
        ("step", game, *NOTE),
        ("fork", game),
        ("--db", disk.folder / "other.umpire", *NEW),
        ("export", game, "-o", disk.folder / "game.yaml"),
        ("seal", game, "-o", disk.folder / "game.sealed"),
        ("seal", "--new-key", disk.folder / "key"),
        ("sheet", game, 1, "-o", disk.folder / "sheet.html"),
        ("backup-db", disk.folder / "backup.umpire"),
        ("db", "copy", store, disk.folder / "copy.umpire"),
        ("precedents",),
    )
    for words in asked:
        said = sentence(command(store, *words, before=disk.before))
        assert str(disk.folder) in said, said
        if not isinstance(disk, Limited):
            assert "full" in said or "No space left" in said
    assert names(disk) == before

    disk.room()
    assert "note 2" in with_room(store, "step", game, *NOTE)
    with_room(store, "verify", game)
    for words in asked[1:]:
        with_room(store, *words)


def test_a_backup_of_postgres(disk: Disk, postgres_server: str) -> None:
    # Of what other tests have played there a backup is larger than the small disk.
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("TRUNCATE umpire_events, umpire_snapshots")
    games = umpire_on(postgres_server)
    for _ in range(20):
        games.open(opening("voidsiege"))
    games.store.close()
    backup = disk.folder / "backup.umpire"
    disk.full()
    said = sentence(command(postgres_server, "backup-db", backup, before=disk.before))
    assert str(backup.parent) in said
    assert not names(disk)
    disk.room()
    with_room(postgres_server, "backup-db", backup)
    with_room(backup, "verify", "--all")


def test_what_is_told_has_no_room(tmp_path: Path) -> None:
    store = tmp_path / "games.umpire"
    game = with_room(store, *NEW).strip()
    with Path("/dev/full").open("w") as full:
        for words in (("log", game), ("games",), ("export", game), ("step", game, *NOTE)):
            told = command(store, *words, stdout=full.fileno())
            assert (told.returncode, told.stderr.count("\n")) in ((2, 1), (0, 0)), told.stderr
            kept = "entry 1 is kept, but " if words[0] == "step" else ""
            assert told.stderr in (
                "",
                f"umpire: {kept}the output could not be written: No space left on device.\n",
            )
    assert "note 1" in with_room(store, "log", game)


def test_why_it_could_not_be_done_has_no_room_or_no_reader(tmp_path: Path) -> None:
    reader, pipe = os.pipe()
    os.close(reader)
    with Path("/dev/full").open("w") as full, os.fdopen(pipe, "w") as closed:
        for stream in (full.fileno(), closed.fileno()):
            for words in ((), ("event",), ("nonsense",), ("show", "--json"), ("show", "--nope")):
                told = command(tmp_path / "games.umpire", *words, stderr=stream)
                assert (told.returncode, told.stdout) == (2, "")


def test_a_reader_who_has_enough_is_not_taken_for_a_replay_that_differs(tmp_path: Path) -> None:
    reader, pipe = os.pipe()
    os.close(reader)
    with os.fdopen(pipe, "w") as closed:
        for words in (("--help",), ("demo",), ("rules",)):
            told = command(tmp_path / "games.umpire", *words, stdout=closed.fileno())
            assert (told.returncode, told.stderr) == (141, "")


def test_a_server_goes_on_when_there_is_room_again(disk: Disk) -> None:
    store = disk.folder / "games.umpire"
    with serving(store) as server, httpx.Client(base_url=server.url) as client:
        game = opened(client)
        kept = {}
        for n in range(3):
            ruled = game.step("ana", {"do": "note", "text": f"{n}"}, idempotency_key=f"k{n}")
            kept[f"k{n}"] = ruled.json()
        disk.full(server.running.pid)
        for refused in (
            game.step("ana", {"do": "note", "text": "x" * 9_000}, idempotency_key="later"),
            client.post("/api/games", json=VOIDSIEGE),
            client.post(game.path("/fork"), json={"at": 0}, headers=game.as_("judge")),
            client.post(game.path("/seats/ana"), headers=game.as_("judge")),
        ):
            assert refused.status_code == 503, refused.text
            assert refused.json()["what"] == "nothing was entered; try again, with the same key"
        assert client.get("/health").status_code == 200
        unready = client.get("/ready")
        assert unready.status_code == 503
        assert unready.json()["what"] == "it cannot be read or written to now"
        for what in ("state", "log", "record", "seal", "sheet"):
            assert game.get("judge", what).status_code == 200
        assert len(game.log()) == 3

        disk.room(server.running.pid)
        assert client.get("/ready").status_code == 200
        later = game.step("ana", {"do": "note", "text": "x" * 9_000}, idempotency_key="later")
        assert later.json()["n"] == 4
        for key, ruling in kept.items():
            again = game.step("ana", {"do": "note", "text": key[1:]}, idempotency_key=key)
            assert again.json() == ruling
        assert [entry["n"] for entry in game.log()] == [1, 2, 3, 4]
        assert not server.fault()
    ledger = ledger_on(str(store))
    assert ledger.verify(game.id).holds
    ledger.close()
