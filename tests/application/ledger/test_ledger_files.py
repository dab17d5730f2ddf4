"""Files that are no stores, or cannot be used: one sentence each, at once, and nothing is touched."""

import os
import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.sqlite_file import make_ready
from application import rulesets
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.store import Damaged, StoreProblem
from tests.stores import STEPS, TOY, ledger_of, played, umpire_in

pytestmark = pytest.mark.timeout(60)
"""No file makes anybody hang."""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")


def told(path: Path) -> str:
    """What is said when this is opened as a store: one sentence that names it."""
    with pytest.raises(StoreProblem) as raised:
        sqlite_ledger(path).close()
    sentence = str(raised.value)
    assert "\n" not in sentence and str(path.parent.name) in sentence
    return sentence


def made(path: Path) -> Path:
    with umpire_in(path) as umpire:
        played(umpire)
    return path


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("a list of what to buy\n" * 20)
    assert "is not a store of umpire's" in told(path)
    assert path.read_text().startswith("a list")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "games.umpire"
    os.mkfifo(path)
    assert "is a pipe or a device: give the path of a file" in told(path)


def test_a_link_that_leads_nowhere_is_no_pipe(tmp_path: Path) -> None:
    path = tmp_path / "games.umpire"
    path.symlink_to(tmp_path / "gone" / "games.umpire")
    assert "pipe" not in told(path)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as theirs:
        theirs.execute("CREATE TABLE stored_events (a)")
    before = path.read_bytes()

    assert "belongs to another program" in told(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_store_of_a_newer_umpire(tmp_path: Path) -> None:
    path = made(tmp_path / "games.umpire")
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 7")
    assert "newer umpire (format 7" in told(path)


def test_a_directory_is_no_store(tmp_path: Path) -> None:
    assert "is a directory" in told(tmp_path)


def test_a_directory_that_is_missing(tmp_path: Path) -> None:
    assert "there is no directory" in told(tmp_path / "nowhere" / "games.umpire")


def test_a_directory_of_our_own_is_made(tmp_path: Path) -> None:
    path = tmp_path / "share" / "umpire" / "games.umpire"
    sqlite_ledger(path, make_directory=True).close()
    assert path.exists()


def test_a_directory_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "cannot be opened" in told(tmp_path / "file" / "games.umpire")


def test_a_file_without_a_byte_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "games.umpire"
    path.touch()
    made(path)
    with umpire_in(path) as umpire:
        assert umpire.game("toy-game").game.length == len(STEPS)


def test_of_two_who_make_a_store_of_an_empty_file_at_once_the_first_one_s_stays(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.umpire"
    path.touch()

    def lay_out(draft: Path) -> None:
        made(path)
        with closing(sqlite3.connect(draft)) as later:
            later.execute("CREATE TABLE stored_events (a)")

    make_ready(path, lay_out)
    with umpire_in(path) as umpire:
        assert umpire.game("toy-game").game.length == len(STEPS)
    assert list(tmp_path.glob(".games*")) == []


@pytest.mark.parametrize("left", [50, 1000, 4096, 9000])
def test_a_file_cut_short(tmp_path: Path, left: int) -> None:
    path = made(tmp_path / "games.umpire")
    path.write_bytes(path.read_bytes()[:left])
    said = told(path)
    assert "cut short" in said or left < 100


def test_a_page_that_is_scribbled_over(tmp_path: Path) -> None:
    path = made(tmp_path / "games.umpire")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    ledger = sqlite_ledger(path)
    for ask in (lambda: ledger.load("toy-game"), lambda: list(ledger.verify_all()), ledger.games):
        with pytest.raises(Damaged, match="is damaged"):
            ask()
    ledger.close()


def test_a_store_that_another_program_holds(tmp_path: Path) -> None:
    path = made(tmp_path / "games.umpire")
    with umpire_in(path) as umpire, closing(sqlite3.connect(path, isolation_level=None)) as other:
        impatient(umpire)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreProblem, match="another program holds"):
            umpire.open(TOY)
        assert umpire.game("toy-game").game.length == len(STEPS)
        other.execute("ROLLBACK")
        umpire.open(TOY)


def impatient(umpire: Umpire) -> Ledger:
    ledger = ledger_of(umpire)
    ledger.rows._writer._write.execute("PRAGMA busy_timeout = 50")  # type: ignore[attr-defined]
    return ledger


def test_a_store_that_may_only_be_read(tmp_path: Path) -> None:
    path = made(tmp_path / "games.umpire")
    with umpire_in(path) as umpire:
        impatient(umpire).rows._writer._write.execute("PRAGMA query_only = 1")  # type: ignore[attr-defined]
        with pytest.raises(StoreProblem, match="cannot be written"):
            umpire.open(TOY)
        assert umpire.game("toy-game").game.length == len(STEPS)


def test_a_disk_without_room_for_a_new_store_is_told(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        sentence = told(tmp_path / "games.umpire")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "check the disk" in sentence and not [*tmp_path.iterdir()]


def test_a_full_disk_loses_nothing_that_was_ruled(tmp_path: Path) -> None:
    path = tmp_path / "games.umpire"
    with umpire_in(path) as umpire:
        umpire.open(TOY, "one")
        write = ledger_of(umpire).rows._writer._write  # type: ignore[attr-defined]
        write.execute("PRAGMA max_page_count = 8")
        with pytest.raises(StoreProblem, match="is full"):
            for n in range(1000):
                umpire.step("one", {"by": ("ana", "ben")[n % 2], "do": "say", "number": n})
        ruled = umpire.game("one").game.length
        write.execute("PRAGMA max_page_count = 1000")
        umpire.step("one", {"by": "ana", "do": "note", "text": "there is room again"})
        assert umpire.game("one").game.length == ruled + 1
        assert ledger_of(umpire).verify("one").holds


def test_a_store_that_is_moved_away_while_it_is_used(tmp_path: Path) -> None:
    path = made(tmp_path / "games.umpire")
    with umpire_in(path) as umpire:
        path.rename(tmp_path / "elsewhere.umpire")
        with pytest.raises(StoreProblem, match="was moved or replaced"):
            umpire.open(TOY)
        made(path)
        with pytest.raises(StoreProblem, match="was moved or replaced"):
            umpire.open(TOY)


def test_a_store_put_back_from_a_backup_while_a_game_is_live(tmp_path: Path) -> None:
    path = tmp_path / "games.umpire"
    with umpire_in(path) as umpire:
        umpire.open(TOY, "one")
        umpire.step("one", STEPS[0])
        with closing(sqlite3.connect(path)) as other:
            other.execute("DELETE FROM stored_events WHERE originator_version > 1")
            other.commit()
        with pytest.raises(Damaged, match="restart umpire"):
            umpire.step("one", STEPS[2])


def test_every_commit_is_flushed(tmp_path: Path) -> None:
    ledger = sqlite_ledger(tmp_path / "games.umpire")
    write = ledger.rows._writer._write  # type: ignore[attr-defined]

    assert write.execute("PRAGMA synchronous").fetchone() == (2,)
    assert write.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    ledger.close()
