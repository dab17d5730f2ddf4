"""Files that were cut short, may only be read, or come from a newer umpire: a sentence each."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adapters.cli import cli
from adapters.stores.ledgers import sqlite_ledger
from application.game.seats import Seats
from application.game.umpire import Umpire
from application.ledger.group_commit import Append
from application.ledger.rows import PAYLOAD, START, Row, chain_rows
from tests.adapters.disks import NOTE, as_anybody, command, sentence
from tests.adapters.servers import inside
from tests.benchmarks.games import opening, steps

RECORDS = Path(__file__).parents[1] / "conformance"
KB, MB = 1024, 1024**2
LOOKS = ("games", "log one", "verify one", "verify --all", "step one by=ana do=note text=hm")


def umpire(store: Path, words: str) -> Result:
    """The command's answer: done, `does not hold`, or one sentence; never a fault of its own."""
    told = CliRunner().invoke(cli, ["--db", str(store), *words.split()])
    assert told.exit_code in (0, 1, 2), (words, told.stderr)
    assert "Traceback" not in told.stderr and "fault of umpire" not in told.stderr
    if told.exit_code == 2:
        assert told.stdout == "" and len(told.stderr.splitlines()) == 1
    return told


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of a few games, one of them called `one`."""
    path = tmp_path_factory.mktemp("whole") / "games.umpire"
    umpire = Umpire(sqlite_ledger(path))
    for game in ("zero", "one", "two"):
        umpire.open(opening("voidsiege"), game)
        for said in steps("voidsiege", 40):
            umpire.step(game, said)
    umpire.store.close()
    return path


def every_kilobyte(path: Path) -> Iterator[int]:
    yield from range(0, path.stat().st_size, KB)


def test_a_store_cut_short_at_any_kilobyte(whole: Path, tmp_path: Path) -> None:
    raw, copy = whole.read_bytes(), tmp_path / "games.umpire"
    assert len(raw) > 50 * KB
    for end in every_kilobyte(whole):
        copy.write_bytes(raw[:end])
        for words in LOOKS:
            if end:
                assert umpire(copy, words).exit_code == 2, (end, words)
        assert not end or copy.read_bytes() == raw[:end]


def test_a_store_with_a_hole_at_any_kilobyte(whole: Path, tmp_path: Path) -> None:
    """A kilobyte is lost, as when a block of the disk is: what is still told is what was written."""
    raw, copy = whole.read_bytes(), tmp_path / "games.umpire"
    right = {words: umpire(whole, words).stdout for words in LOOKS[1:3]}
    found = 0
    for at in every_kilobyte(whole):
        holed = raw[:at] + bytes(KB) + raw[at + KB :]
        copy.write_bytes(holed)
        for beside in ("-wal", "-shm"):
            copy.with_name(copy.name + beside).unlink(missing_ok=True)
        for words, told in right.items():
            answer = umpire(copy, words)
            if answer.exit_code == 0:
                assert answer.stdout == told, at
        found += umpire(copy, LOOKS[3]).exit_code != 0 and holed != raw
        umpire(copy, LOOKS[0])
        umpire(copy, LOOKS[4])
    assert found > len(raw) / KB / 2


def test_a_store_cut_short_while_it_is_served(whole: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games.umpire"
    copy.write_bytes(whole.read_bytes())
    with inside(copy) as client:
        token = client.app.state.context.seats.issue("one", ("judge",))["judge"]
        seen = {"authorization": f"Bearer {token}"}
        with copy.open("r+b") as file:
            file.truncate(20 * KB)
        for path in ("/api/games/one/state", "/games/one", "/api/games/one/log", "/api/games"):
            answer = client.get(path, headers=seen)
            assert answer.status_code in (200, 401, 500, 503)
            assert "Traceback" not in answer.text


def test_a_sealed_game_or_a_record_cut_short(whole: Path, tmp_path: Path) -> None:
    sealed = tmp_path / "whole.sealed"
    assert umpire(whole, f"seal one -o {sealed}").exit_code == 0
    cut = tmp_path / "cut"
    raw = sealed.read_bytes()
    for end in range(1, len(raw), 16):
        cut.write_bytes(raw[:end])
        assert umpire(whole, f"verify {cut}").exit_code != 0, end
    record = (RECORDS / "nullshapers" / "01-plain-play.yaml").read_bytes()
    for end in range(0, len(record), 16):
        cut.write_bytes(record[:end])
        umpire(whole, f"replay {cut}")


def may_only_be_read(folder: Path, store: Path) -> None:
    store.chmod(0o444)
    folder.chmod(0o755)


def lies_where_nothing_is_written(folder: Path, store: Path) -> None:
    store.chmod(0o444)
    folder.chmod(0o555)


def may_not_even_be_read(folder: Path, store: Path) -> None:
    store.chmod(0o000)
    folder.chmod(0o755)


@pytest.mark.parametrize(
    ("rights", "shown"),
    [
        (may_only_be_read, True),
        (lies_where_nothing_is_written, False),
        (may_not_even_be_read, False),
    ],
)
def test_a_store_that_this_user_may_not_write(
    whole: Path, tmp_path: Path, rights: Callable[[Path, Path], None], shown: bool
) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    store = folder / "games.umpire"
    store.write_bytes(whole.read_bytes())
    rights(folder, store)

    for words in (("step", "one", *NOTE), ("undo", "one", "--by", "ana"), ("precedents",)):
        said = sentence(command(store, *words, before=as_anybody))
        assert "cannot be written" in said or "cannot be opened" in said
    told = command(store, "show", "one", before=as_anybody)
    if shown:
        assert told.returncode == 0 and told.stdout.startswith("After entry 40")
    else:
        assert "cannot be opened" in sentence(told)
    folder.chmod(0o755)
    store.chmod(0o600)
    assert command(store, "verify", "one").returncode == 0


def named(store: Path, change: Callable[[int, str, bytes], tuple[str, bytes]]) -> None:
    """A game `new` beside `one`: its rows changed, and linked as its writer would have linked them."""
    ledger = sqlite_ledger(store)
    rows = [Row(*row) for row in ledger.rows.raw("one")]
    written = [change(row.version, row.name, bytes(row.state[PAYLOAD])) for row in rows]
    made, head = chain_rows("new", START, 10**15, written)
    outcomes = ledger.put([Append("new", START, [Row(*row) for row in made], head)])
    assert list(outcomes) == [None]
    ledger.close()


def of_a_newer_event(version: int, name: str, payload: bytes) -> tuple[str, bytes]:
    return (name.replace("command_declared/v1", "command_declared/v2"), payload)


def of_a_newer_opening(version: int, name: str, payload: bytes) -> tuple[str, bytes]:
    return (name.replace("game/opened/v3", "game/opened/v4"), payload)


def of_a_newer_entry(version: int, name: str, payload: bytes) -> tuple[str, bytes]:
    return (name.replace("step_ruled/v1", "step_ruled/v2"), payload)


def of_a_newer_edition(version: int, name: str, payload: bytes) -> tuple[str, bytes]:
    return (name, payload.replace(b'"2025.1"', b'"2031.2"') if version == 1 else payload)


def of_a_newer_ruleset(version: int, name: str, payload: bytes) -> tuple[str, bytes]:
    return (name, payload.replace(b'"voidsiege"', b'"checkers"') if version == 1 else payload)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (of_a_newer_event, "a newer umpire may have it"),
        (of_a_newer_opening, "a newer umpire may have it"),
        (of_a_newer_entry, "a newer umpire may have it"),
        (of_a_newer_edition, "update umpire"),
        (of_a_newer_ruleset, "update umpire"),
    ],
)
def test_a_game_of_a_newer_umpire(
    whole: Path, tmp_path: Path, change: Callable[[int, str, bytes], tuple[str, bytes]], said: str
) -> None:
    """It is left alone, and every other game of the store goes on."""
    store = tmp_path / "games.umpire"
    store.write_bytes(whole.read_bytes())
    named(store, change)

    for words in ("show new", "log new", "step new by=ana do=note text=hm", "export new"):
        assert said in umpire(store, words).stderr
    for words in ("audit new", "why new --entry 1", "fork new", f"seal new -o {tmp_path / 'new'}"):
        assert umpire(store, words).exit_code == 2, words
    assert umpire(store, "compare new --reading C1=snap_fire").exit_code != 0
    assert umpire(store, "verify new").exit_code == 1
    assert umpire(store, "show one").exit_code == 0
    precedents = umpire(store, "precedents")
    assert precedents.exit_code == 0 and "left out" in precedents.stderr
    with inside(store) as client:
        seats: Seats = client.app.state.context.seats
        tokens = seats.issue("new", ("judge", "ana")) | seats.issue("one", ("spectator",))
        seen = {viewer: {"authorization": f"Bearer {token}"} for viewer, token in tokens.items()}
        for path in ("/api/games/new/state", "/games/new"):
            answer = client.get(path, headers=seen["judge"])
            assert answer.status_code in (500, 503) and "the operator was told" in answer.text
        step = client.post("/api/games/new/steps", json={"do": "pass"}, headers=seen["ana"])
        assert step.status_code in (500, 503) and "the operator was told" in step.text
        assert client.get("/api/games/one/state", headers=seen["spectator"]).status_code == 200
        assert {one["game"] for one in client.get("/api/games").json()["games"]} >= {"new", "one"}


def test_a_store_of_a_newer_umpire(whole: Path, tmp_path: Path) -> None:
    store = tmp_path / "games.umpire"
    store.write_bytes(whole.read_bytes())
    with closing(sqlite3.connect(store)) as newer:
        newer.execute("PRAGMA user_version = 2")
    for words in (*LOOKS, f"backup-db {tmp_path / 'copy'}", "precedents", "serve --port 0"):
        assert "written by a newer umpire (format 2" in umpire(store, words).stderr
    sealed = tmp_path / "whole.sealed"
    umpire(whole, f"seal one -o {sealed}")
    sealed.write_bytes(sealed.read_bytes().replace(b"format 1", b"format 2", 1))
    told = umpire(whole, f"verify {sealed}")
    assert told.exit_code == 1 and "format 2" in told.stdout


NAMED = (
    "import {}",
    "replay {}",
    "verify {}",
    "coverage {}",
    "new voidsiege --edition {}",
    "new voidsiege --players ana,ben --setup {}",
    "backup one --to 1 --policy {}",
    "seal one -o {0}.sealed --key {0}",
    "event new Cup --ruleset voidsiege --book {}",
    "event policy cup {}",
    "event pair cup {}",
)
"""Commands that read a file which people name."""


@pytest.mark.parametrize("words", NAMED)
def test_what_is_no_file_to_read(whole: Path, tmp_path: Path, words: str) -> None:
    """Nothing there, a folder, a device without end, a pipe that nobody writes to, a huge file, no text."""
    folder, pipe, huge, no_text = (
        tmp_path / f"{name}.yaml" for name in ("a", "pipe", "huge", "no")
    )
    folder.mkdir()
    os.mkfifo(pipe)
    with huge.open("wb") as file:
        file.truncate(65 * MB)
    no_text.write_bytes(b"caf\xe9 \xff\n")
    for path in (tmp_path / "gone.yaml", folder, Path("/dev/zero"), pipe, huge, no_text):
        told = umpire(whole, words.format(path))
        assert told.exit_code != 0 and path.name in told.output, (words, told.output)
        assert len(told.output.splitlines()) == 1
