"""A stored game is looked at without being folded from its first entry, and shown as it is."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import current_thread
from typing import Any

import psycopg
import pytest
from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import Environment

from adapters.stores.ledgers import postgres_ledger, sqlite_ledger
from application import rulesets
from application.game.stored_game import LazyGame, viewable_game
from application.game.umpire import Umpire
from application.ledger import law_digest, snapshots
from application.ledger.copying import copy_games
from application.ledger.law_digest import rules_digest
from application.ledger.snapshots import EVERY, read_snapshot, snapshot_name
from application.ledger.store import Damaged, StoredSnapshot
from application.ledger.stored_events import as_json
from tests.stores import TOY, ledger_of

GAME = "long"
LENGTH = 5 * EVERY // 2


@pytest.fixture
def umpire(umpire: Umpire) -> Umpire:
    """One with a game of that name, just opened."""
    umpire.open(TOY, GAME)
    return umpire


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")
    path = tmp_path / "games.umpire"
    umpire = Umpire(sqlite_ledger(path))
    umpire.open(TOY, GAME)
    numbers_said(umpire)
    umpire.store.close()
    return path


def number_said(n: int) -> dict[str, Any]:
    return {"by": ("ben", "ana")[n % 2], "do": "say", "number": n}


def numbers_said(umpire: Umpire, until: int = LENGTH) -> None:
    """Entry n is number n, said in turn."""
    umpire.steps(GAME, [number_said(n) for n in range(1, until + 1)])


def seen_alike(umpire: Umpire) -> LazyGame:
    """A lazy game, once it has shown every entry as the game itself does."""
    found = LazyGame(umpire.store, GAME)
    game = Umpire(umpire.store).game(GAME).game
    assert (found.length, found.now.state) == (game.length, game.now.state)
    assert (found.players, found.law, found.ruleset) == (game.players, game.law, game.ruleset)
    for n in (None, *range(game.length, -1, -1)):
        assert found.view(n) == game.view(n)
    return found


class Counting:
    """A store that counts the rows it hands out."""

    def __init__(self, umpire: Umpire) -> None:
        self.rows = ledger_of(umpire).rows
        self.handed_out = 0
        self._read = self.rows.rows

    def __enter__(self) -> "Counting":
        def read(*asked: Any) -> Any:
            found = self._read(*asked)
            self.handed_out += len(found)
            return found

        self.rows.rows = read  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        self.rows.rows = self._read  # type: ignore[method-assign]


def test_only_the_entries_since_the_last_snapshot_are_read(umpire: Umpire) -> None:
    numbers_said(umpire)
    with Counting(umpire) as counted:
        found = LazyGame(umpire.store, GAME)
    assert found.length == LENGTH
    opening, snapshot, each = 1, 1, 3
    assert counted.handed_out == opening + snapshot + each * (LENGTH % EVERY)


def test_every_entry_is_shown_as_the_open_game_shows_it(umpire: Umpire) -> None:
    numbers_said(umpire)
    seen_alike(umpire)


@pytest.mark.parametrize("length", [0, 1, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY])
def test_games_of_any_length(umpire: Umpire, length: int) -> None:
    numbers_said(umpire, length)
    seen_alike(umpire)


def test_a_snapshot_is_made_however_the_step_came(umpire: Umpire) -> None:
    for n in range(1, EVERY + 2):
        umpire.step(GAME, number_said(n))
    umpire.open(TOY, "soon")
    said = [number_said(n) for n in range(1, EVERY + 2)]

    async def play() -> None:
        for step in said:
            await umpire.step_soon("soon", step)

    asyncio.run(play())
    umpire.open(TOY, "together")
    umpire.steps("together", said)
    for game in (GAME, "soon", "together"):
        assert [row.entry for row in ledger_of(umpire).rows.snapshots(game)] == [EVERY]
        assert ledger_of(umpire).verify(game).holds


def test_the_rules_are_digested_beside_the_loop_that_everybody_waits_for(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    digesting: list[threading.Thread] = []
    monkeypatch.setattr(
        snapshots, "sources_digest", lambda *_: digesting.append(current_thread()) or b"toy"
    )
    snapshot_name.cache_clear()
    asyncio.run(umpire.step_soon(GAME, number_said(1)))
    snapshot_name.cache_clear()
    assert digesting
    assert current_thread() not in digesting


def test_what_was_taken_back_and_ruled_anew(umpire: Umpire) -> None:
    numbers_said(umpire, EVERY + 3)
    for by, do in (("ana", "undo"), ("ben", "consent"), ("ana", "undo"), ("ben", "object")):
        umpire.step(GAME, {"by": by, "do": do})
    because = {"because": "so it was"}
    umpire.step(GAME, {"by": "ben", "do": "say", "number": 1})
    overrule = {"by": "judge", "do": "overrule", "verdict": "legal", **because}
    umpire.step(GAME, {**overrule, "entry": umpire.game(GAME).game.length})
    umpire.step(GAME, {"by": "judge", "do": "rewind", "to": EVERY + 1, **because})
    assert seen_alike(umpire)._whole is None


@pytest.mark.parametrize(
    "reaching_back",
    [
        [{"by": "judge", "do": "rewind", "to": 3, "because": "so it was"}],
        [{"by": "ana", "do": "undo"}, {"by": "ben", "do": "consent"}],
        [{"by": "ana", "do": "undo"}],
    ],
)
def test_an_entry_that_goes_back_before_the_snapshot(
    umpire: Umpire, reaching_back: list[dict[str, Any]]
) -> None:
    numbers_said(umpire, EVERY)
    umpire.step(GAME, {"by": "ana", "do": "note", "text": "and now"})
    for said in reaching_back:
        assert umpire.step(GAME, said).entry.ruling.verdict == "legal"
    seen_alike(umpire)


def test_an_early_entry_that_is_made_legal_late(umpire: Umpire) -> None:
    umpire.step(GAME, {"by": "ben", "do": "say", "number": 5})
    umpire.steps(GAME, [{"by": "judge", "do": "note", "text": "wait"}] * EVERY)
    overrule = {"by": "judge", "do": "overrule", "entry": 1, "verdict": "legal"}
    found = umpire.step(GAME, {**overrule, "because": "they had agreed on it"})
    assert found.entry.ruling.verdict == "legal"
    assert seen_alike(umpire).view()["said"] == [5]


def test_no_snapshot_is_made_while_a_request_is_open(umpire: Umpire) -> None:
    numbers_said(umpire, EVERY - 1)
    umpire.step(GAME, {"by": "ben", "do": "undo"})
    assert umpire.game(GAME).game.now.request is not None
    umpire.step(GAME, {"by": "ana", "do": "object"})
    assert not ledger_of(umpire).rows.snapshots(GAME)
    seen_alike(umpire)


def test_an_open_request_is_shown(umpire: Umpire) -> None:
    numbers_said(umpire, EVERY + 2)
    umpire.step(GAME, {"by": "ana", "do": "undo"})
    found = seen_alike(umpire)
    assert found.view()["to_act"] == ["ben"]


def test_a_game_that_is_open_is_looked_at_as_it_is(umpire: Umpire) -> None:
    numbers_said(umpire, 3)
    assert viewable_game(umpire, GAME) is umpire.game(GAME).game
    assert isinstance(viewable_game(Umpire(umpire.store), GAME), LazyGame)


def test_two_umpires_at_one_game(umpire: Umpire) -> None:
    other = Umpire(umpire.store)
    for n in range(1, 2 * EVERY + 3):
        (umpire, other)[n % 2].step(GAME, number_said(n))
    assert [row.entry for row in ledger_of(umpire).rows.snapshots(GAME)] == [EVERY, 2 * EVERY]
    assert ledger_of(umpire).verify(GAME).holds
    seen_alike(umpire)


def changed(path: Path, statement: str, values: tuple[Any, ...] = ()) -> None:
    other = sqlite3.connect(path)
    with other:
        other.execute(statement, values)
    other.close()


SPOILED = {
    "no JSON": b"{",
    "another kind": b"[]",
    "no table": b'{"version":1,"digest":"","delta":{}}',
    "a foreign field": b'{"version":1,"digest":"","delta":{"parts":{"colour":{"is":1}}}}',
}


@pytest.mark.parametrize("state", SPOILED.values(), ids=SPOILED.keys())
def test_a_snapshot_that_cannot_be_read_is_told_and_does_no_harm(path: Path, state: bytes) -> None:
    changed(path, "UPDATE stored_snapshots SET state = ?", (state,))
    umpire = Umpire(sqlite_ledger(path))
    seen_alike(umpire)
    found = ledger_of(umpire).verify(GAME)
    assert (found.holds, found.entry, found.entries) == (False, EVERY, LENGTH)
    assert found.because == (
        f"every entry holds, but the snapshot after entry {EVERY} is not what they come to: "
        "“umpire db copy” leaves snapshots behind"
    )
    umpire.store.close()


def altered(path: Path, **fields: Any) -> None:
    """The newest snapshot, otherwise than it was."""
    ledger = sqlite_ledger(path)
    row = ledger.rows.snapshots(GAME)[-1]
    ledger.close()
    table = {
        name: getattr(read_snapshot(row.state), name) for name in ("version", "digest", "delta")
    }
    changed(
        path,
        "UPDATE stored_snapshots SET state = ? WHERE originator_version = ?",
        (as_json({**table, **fields}), row.entry),
    )


@pytest.mark.parametrize(
    "fields", [{"version": 9}, {"digest": "x" * 43}], ids=["another row", "another digest"]
)
def test_a_snapshot_that_follows_another_row_counts_for_nothing(
    path: Path, fields: dict[str, Any]
) -> None:
    altered(path, **fields)
    umpire = Umpire(sqlite_ledger(path))
    seen_alike(umpire)
    found = ledger_of(umpire).verify(GAME)
    assert (found.holds, found.entry) == (False, 2 * EVERY)
    umpire.store.close()


def test_a_snapshot_that_was_altered_is_found_by_verify(path: Path) -> None:
    altered(path, delta={"parts": {"turn": {"is": "ben"}}})
    ledger = sqlite_ledger(path)
    found = ledger.verify(GAME)
    assert (found.holds, found.entry) == (False, 2 * EVERY)
    assert "every entry holds" in found.because
    ledger.close()


def test_a_copy_of_the_store_leaves_snapshots_behind(path: Path, tmp_path: Path) -> None:
    altered(path, delta={"parts": {"turn": {"is": "ben"}}})
    source, target = sqlite_ledger(path), sqlite_ledger(tmp_path / "copy.umpire")
    copy_games(source, target)
    assert target.verify(GAME).holds
    assert target.head(GAME) == source.head(GAME)
    source.close()
    target.close()


def test_a_log_that_was_cut_short_is_told_by_the_snapshot_after_it(path: Path) -> None:
    changed(path, "DELETE FROM stored_events WHERE originator_version > 10")
    ledger = sqlite_ledger(path)
    found = ledger.verify(GAME)
    assert (found.holds, found.entry) == (False, EVERY)
    assert "the log was cut short" in found.because
    ledger.close()


def test_other_rules_make_other_snapshots(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    altered(path, delta={"parts": {"turn": {"is": "ben"}}})
    monkeypatch.setattr("application.game.stored_game.snapshot_name", lambda _: "toy/table/later")
    monkeypatch.setattr(
        "application.ledger.verification.snapshot_name", lambda _: "toy/table/later"
    )
    umpire = Umpire(sqlite_ledger(path))
    seen_alike(umpire)
    assert ledger_of(umpire).verify(GAME).holds
    umpire.store.close()


OTHERWISE = str.maketrans("ue2L", "vf3M")
RULES = {
    "application/ledger/delta.py": "1",
    "application/ledger/snapshots.py": "1",
    "domain/kernel/steps.py": "1",
    "domain/voidsiege/play/losses.py": 'class Loss:\n    """A loss."""\n    unit: str\n    left: int = 2\n',
}


@pytest.fixture
def name_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """The name of VoidSiege's snapshots, with this file of the rules as it is said."""
    for module in (snapshots, law_digest):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(law_digest, "folder_of", lambda name: tmp_path / "domain" / name)

    def name(file: str = "domain/kernel/steps.py", text: str = "1") -> str:
        for path, words in {**RULES, file: text}.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(words)
        forget()
        return snapshot_name("voidsiege")

    def forget() -> None:
        rules_digest.cache_clear()
        snapshot_name.cache_clear()

    yield name
    forget()


@pytest.mark.parametrize("was", ["unit: str", "left: int = 2", "left", "class Loss"])
def test_any_change_to_the_rules_makes_other_snapshots(
    name_of: Callable[..., str], was: str
) -> None:
    """Also in a folder within the ruleset's."""
    (file, text), before = [*RULES.items()][-1], name_of()

    assert name_of(file, text.replace(was, was.translate(OTHERWISE))) != before
    assert name_of("domain/voidsiege/table/more.py", "LEFT = 3") != before
    assert before.startswith("voidsiege/table/")


def test_what_people_read_is_no_change_to_the_rules(name_of: Callable[..., str]) -> None:
    """A comment, an empty line."""
    (file, text), before = [*RULES.items()][-1], name_of()

    assert name_of(file, "# Losses.\n\n" + text + "# The end.\n") == before


def test_a_store_from_before_snapshots(path: Path) -> None:
    changed(path, "DROP TABLE stored_snapshots")
    umpire = Umpire(sqlite_ledger(path))
    seen_alike(umpire)
    assert ledger_of(umpire).verify(GAME).holds
    for n in range(LENGTH + 1, 3 * EVERY + 1):
        umpire.step(GAME, number_said(n))
    assert [row.entry for row in ledger_of(umpire).rows.snapshots(GAME)] == [3 * EVERY]
    seen_alike(umpire)
    umpire.store.close()


def test_a_damaged_log_is_still_told(path: Path) -> None:
    changed(path, "DELETE FROM stored_events WHERE originator_version = 4")
    umpire = Umpire(sqlite_ledger(path))
    with pytest.raises(Damaged, match="row 4"):
        LazyGame(umpire.store, GAME).view(2)
    umpire.store.close()


def test_a_database_without_room_for_snapshots(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")
    with psycopg.connect(empty_postgres, autocommit=True) as connection:
        connection.execute("DROP TABLE umpire_snapshots")
    umpire = Umpire(postgres_ledger(empty_postgres))
    umpire.open(TOY, GAME)
    numbers_said(umpire)
    seen_alike(umpire)
    assert ledger_of(umpire).verify(GAME).holds
    umpire.store.close()


def test_a_stored_snapshot_is_what_the_library_calls_one(path: Path) -> None:
    given = {"SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text", "CREATE_TABLE": "no"}
    factory = SQLiteFactory(Environment("umpire", given))
    recorder = factory.aggregate_recorder("snapshots")
    (newest,) = recorder.select_events(GAME, desc=True, limit=1)
    row = StoredSnapshot(newest.originator_version, newest.topic, newest.state)
    assert (row.entry, row.name) == (2 * EVERY, snapshot_name("toy"))
    factory.close()


def test_a_snapshot_that_cannot_be_written_is_waited_for_by_nobody(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "delta", lambda _was, _now: {"is": object()})
    numbers_said(umpire, EVERY)
    assert umpire.step(GAME, number_said(EVERY + 1)).entry.ruling.verdict == "legal"
    assert not ledger_of(umpire).rows.snapshots(GAME)
    seen_alike(umpire)
