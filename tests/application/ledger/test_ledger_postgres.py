"""What is PostgreSQL's own: lost answers, tables and locks, whole stores brought over."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from adapters.stores.ledgers import back_up, create_tables, postgres_ledger, sqlite_ledger
from adapters.wiring import umpire_on
from application.game.umpire import Umpire
from application.ledger.copying import CopyCount, copy_games
from application.ledger.group_commit import Append
from application.ledger.ledger import Ledger
from application.ledger.rows import chain_rows
from application.ledger.store import Conflict, Damaged, StoreProblem, Uncertain
from tests.stores import STEPS, TOY, appended_soon, ledger_of, played, umpire_in

psycopg = pytest.importorskip("psycopg")
psycopg_pool = pytest.importorskip("psycopg_pool")


@pytest.fixture
def address(empty_postgres: str) -> str:
    return empty_postgres


@pytest.fixture
def umpire(address: str) -> Iterator[Umpire]:
    umpire = umpire_on(address)
    yield umpire
    umpire.store.close()


def test_tables_are_made_once_and_again_without_harm(address: str, umpire: Umpire) -> None:
    played(umpire)
    create_tables(address)
    assert umpire.game("toy-game").game.length == len(STEPS)


def test_a_database_without_our_tables(address: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS empty")
        connection.execute("CREATE DATABASE empty")
    empty = address.replace("/postgres?", "/empty?")
    with pytest.raises(StoreProblem, match="umpire db init"):
        postgres_ledger(empty)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("COMMENT ON TABLE umpire_events IS 'umpire store, format 9'")
    with pytest.raises(StoreProblem, match="update umpire"):
        postgres_ledger(address)


def test_no_server_at_this_address() -> None:
    says = r"127\.0\.0\.1:1/games does not answer .* check that it runs, and what the address says"
    with pytest.raises(StoreProblem, match=says) as raised:
        postgres_ledger("postgresql://ana:secret@127.0.0.1:1/games")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://[",
        "postgresql://ana:secret@[::1/games",
        "postgresql://ana:sec%ret@localhost/games",
        "postgresql://ana:secret/or@localhost/games",
        "postgresql://ana:secret@or@localhost/games",
    ],
)
def test_an_address_that_is_none_is_not_told(address: str) -> None:
    with pytest.raises(StoreProblem, match="cannot be read: expected one as") as raised:
        postgres_ledger(address)
    assert "sec" not in str(raised.value)


@pytest.mark.parametrize(
    "cut",
    [
        psycopg.OperationalError("server closed the connection unexpectedly"),
        psycopg.errors.AdminShutdown("terminating connection due to administrator command"),
        psycopg.errors.ProtocolViolation("server conn crashed?"),
    ],
    ids=["server", "shutdown", "pooler"],
)
def test_a_commit_whose_answer_was_lost_is_known_again(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch, cut: Exception
) -> None:
    id = umpire.open(TOY)
    rows: Any = ledger_of(umpire).rows
    insert = rows._insert
    lost = [True]

    def insert_and_lose_the_answer(batch: Sequence[Append]) -> bool:
        done: bool = insert(batch)
        if lost and lost.pop():
            raise cut
        return done

    monkeypatch.setattr(rows, "_insert", insert_and_lose_the_answer)
    assert umpire.step(id, STEPS[0]).entry.n == 1
    assert not lost
    assert umpire.step(id, STEPS[1]).entry.n == 2
    assert ledger_of(umpire).verify(id).holds


def test_a_commit_that_did_not_arrive_is_tried_again(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = umpire.open(TOY)
    rows: Any = ledger_of(umpire).rows
    insert = rows._insert
    broken = [True]

    def break_first(batch: Sequence[Append]) -> bool:
        if broken and broken.pop():
            raise psycopg.OperationalError("connection refused")
        return bool(insert(batch))

    monkeypatch.setattr(rows, "_insert", break_first)
    assert umpire.step(id, STEPS[0]).entry.n == 1
    assert umpire.game(id).game.length == 1


def test_a_commit_of_which_nothing_can_be_learned_is_not_denied(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line breaks after the commit and stays down: said again with its key, it is the same."""
    umpire.open(TOY, "one")
    rows: Any = ledger_of(umpire).rows
    insert = rows._insert

    def insert_and_go_down(batch: Sequence[Append]) -> bool:
        assert insert(batch)
        raise psycopg.OperationalError("the line is cut")

    def down(*_asked: object, **_named: object) -> list[Any]:
        raise StoreProblem("PostgreSQL does not answer")

    with monkeypatch.context() as accident:
        accident.setattr(rows, "_insert", insert_and_go_down)
        accident.setattr(rows, "_all", down)
        with pytest.raises(Uncertain, match="not known whether this was kept"):
            umpire.step("one", STEPS[0], key="k")
    assert umpire.step("one", STEPS[0], key="k").entry.n == 1
    assert umpire.game("one").game.length == 1


LOCKED = psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")
DEADLOCK = psycopg.errors.DeadlockDetected("deadlock detected")
REFUSALS = {
    "the server refuses": LOCKED,
    "no connection is had": psycopg_pool.PoolTimeout("couldn't get a connection after 5 sec"),
    "the snapshots are not asked for": StoreProblem("PostgreSQL does not answer"),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_what_broke_off_once_is_not_denied_because_a_second_try_is_refused(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    """The server may still be at the first try, and write it after the second."""
    umpire.open(TOY, "one")
    rows: Any = ledger_of(umpire).rows
    insert = rows._insert
    first: list[Sequence[Append]] = []

    def cut_then_refuse(batch: Sequence[Append]) -> bool:
        if first:
            raise refusal
        first.append(batch)
        raise psycopg.OperationalError("the line is cut")

    with monkeypatch.context() as accident:
        accident.setattr(rows, "_insert", cut_then_refuse)
        with pytest.raises(Uncertain, match="not known whether this was kept"):
            umpire.step("one", STEPS[0], key="k")
    assert insert(first[0]), "the server got to it after all"
    assert umpire.step("one", STEPS[0], key="k").entry.n == 1
    assert umpire.game("one").game.length == 1


@pytest.mark.parametrize("answers", [[DEADLOCK, LOCKED], [DEADLOCK] * 3], ids=["lock", "deadlock"])
def test_what_the_server_rolled_back_is_certainly_not_kept(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch, answers: list[Exception]
) -> None:
    umpire.open(TOY, "one")
    rows: Any = ledger_of(umpire).rows
    left = iter(answers)

    def refuse(_batch: Sequence[Append]) -> bool:
        raise next(left)

    monkeypatch.setattr(rows, "_insert", refuse)
    with pytest.raises(StoreProblem, match="another program holds") as why:
        umpire.step("one", STEPS[0])
    assert not isinstance(why.value, Uncertain)


def test_after_a_conflict_in_a_batch_each_append_has_its_own_outcome(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be written does not take the word back for those that were."""
    rows: Any = ledger_of(umpire).rows
    insert = rows._insert
    batch = []
    for game in ("one", "two", "three"):
        umpire.open(TOY, game)
        new, head = chain_rows(game, umpire.game(game).head, 5, [("toy/said/v1", b"{}")])
        batch.append(Append(game, umpire.game(game).head, new, head))
    umpire.step("two", STEPS[0])

    def refuse_the_last(given: Sequence[Append]) -> bool:
        if [one.game for one in given] == ["three"]:
            raise LOCKED
        return bool(insert(given))

    monkeypatch.setattr(rows, "_insert", refuse_the_last)
    kept, conflict, refused = rows.commit(batch)
    assert kept is None
    assert isinstance(conflict, Conflict)
    assert isinstance(refused, StoreProblem)


def test_connections_that_the_server_cut_are_replaced(address: str, umpire: Umpire) -> None:
    id = umpire.open(TOY)
    umpire.step(id, STEPS[0])
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    assert umpire.step(id, STEPS[2]).entry.n == 2
    assert ledger_of(umpire).verify(id).holds


def test_a_conflict_in_a_batch_is_one_appends_own(umpire: Umpire) -> None:
    ledger = ledger_of(umpire)
    ids = [umpire.open(TOY) for _ in range(4)]
    heads = [umpire.game(id).head for id in ids]
    umpire.step(ids[2], STEPS[0])
    entry = umpire.game(ids[2]).game.entry(1)
    futures = [
        appended_soon(ledger, id, head, 5, entry) for id, head in zip(ids, heads, strict=True)
    ]

    with pytest.raises(Conflict):
        futures[2].result(10)
    assert [futures[n].result(10) for n in (0, 1, 3)] == [ledger.head(ids[n]) for n in (0, 1, 3)]


def test_two_umpires_on_one_game(address: str, umpire: Umpire) -> None:
    other = umpire_on(address)
    id = umpire.open(TOY)

    def say(who: Umpire, first: int) -> None:
        for n in range(first, first + 30):
            who.step(id, {"by": "ana", "do": "note", "text": str(n)})

    threads = [threading.Thread(target=say, args=(who, n)) for who, n in ((umpire, 0), (other, 99))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert umpire.game(id).game.length == 60
    assert ledger_of(umpire).verify(id).holds
    other.store.close()


def test_a_lock_that_somebody_keeps_is_not_waited_for_without_end(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from adapters.stores import postgres

    monkeypatch.setattr(postgres, "PATIENCE", 1)
    umpire = umpire_on(address)
    with psycopg.connect(address) as holder:
        holder.execute("LOCK TABLE umpire_events IN EXCLUSIVE MODE")
        with pytest.raises(StoreProblem, match="another program holds"):
            umpire.open(TOY)
    umpire.open(TOY)
    umpire.store.close()


@pytest.mark.parametrize("column", ["state", "topic"])
@pytest.mark.parametrize(("row", "entry"), [(1, 0), (4, 1)])
def test_a_row_that_was_emptied_is_told_with_its_entry(
    address: str, umpire: Umpire, column: str, row: int, entry: int
) -> None:
    game = played(umpire)
    with psycopg.connect(address) as altered:
        altered.execute(
            f"UPDATE umpire_events SET {column} = NULL WHERE originator_version = {row}"
        )
    (broken,) = ledger_of(umpire).verify_all()
    assert (broken.game, broken.holds, broken.entry) == (game, False, entry)
    assert broken.because == f"row {row} of “{game}” is not as it was written"
    with pytest.raises(Damaged) as raised:
        ledger_of(umpire).load(game)
    assert raised.value.entry == entry


def test_from_a_file_to_postgres_and_back(address: str, umpire: Umpire, tmp_path: Path) -> None:
    with umpire_in(tmp_path / "one.umpire") as filed:
        played(filed)
        filed.open(TOY, "other")
        target = ledger_of(umpire)

        assert copy_games(ledger_of(filed), target) == CopyCount(
            2, target.head("toy-game").version + 1, 0
        )
        assert copy_games(ledger_of(filed), target) == CopyCount(0, 0, 2)
        filed.step("other", STEPS[0])
        assert copy_games(ledger_of(filed), target) == CopyCount(1, 3, 1)
        assert [game.id for game in umpire.games()] == ["other", "toy-game"]

    back_up(target, tmp_path / "two.umpire")
    back: Ledger = sqlite_ledger(tmp_path / "two.umpire")
    assert {one.game: one.holds for one in back.verify_all()} == {"toy-game": True, "other": True}
    assert back.head("other") == target.head("other")
    back.close()


WAITING = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@contextmanager
def no_standby(address: str) -> Iterator[Callable[[str], None]]:
    """Commits wait for a standby that is away; what is given ends one such wait, with the function it names."""

    def have(standbys: str) -> None:
        asked(address, f"ALTER SYSTEM SET synchronous_standby_names = '{standbys}'")
        asked(address, "SELECT pg_reload_conf()")
        until(lambda: asked(address, "SHOW synchronous_standby_names") == [(standbys,)])

    def end_wait(function: str) -> None:
        until(lambda: bool(asked(address, f"SELECT {WAITING}")))
        asked(address, f"SELECT {function}(pid) {WAITING}")

    have("nobody")
    try:
        yield end_wait
    finally:
        have("")


def asked(address: str, statement: str) -> list[Any]:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = local")
        done = connection.execute(statement)
        return [] if done.description is None else done.fetchall()


def until(holds: Callable[[], bool]) -> None:
    began = monotonic()
    while not holds():
        assert monotonic() - began < 20
        sleep(0.02)


def test_what_no_standby_has_is_acknowledged_and_told_to_nobody(
    address: str, umpire: Umpire
) -> None:
    """Where its wait was broken off it is seen on the server; if the server dies then, it is gone."""
    id = umpire.open(TOY)
    reader = umpire_on(address)
    newest = reader.store.newest()
    assert reader.game(id).game.length == 0
    with no_standby(address) as end_wait, ThreadPoolExecutor(1) as pool:
        said = pool.submit(umpire.step, id, STEPS[0], key="k")
        end_wait("pg_cancel_backend")
        with pytest.raises(Uncertain):
            said.result(20)
        looks: list[Callable[[], Any]] = [
            lambda: reader.game(id),
            lambda: reader.store.changed_since(newest),
            reader.store.newest,
        ]
        for look in looks:
            read = pool.submit(look)
            end_wait("pg_cancel_backend")
            with pytest.raises(StoreProblem, match="a standby was not waited for"):
                read.result(20)
    assert reader.game(id).game.length == 1
    assert umpire.step(id, STEPS[0], key="k").entry.n == 1
    reader.store.close()


def test_what_was_read_at_a_server_that_went_is_read_again_at_the_next(
    address: str, umpire: Umpire
) -> None:
    """The next one never had the entry, and has its standby."""
    id = umpire.open(TOY)
    reader = umpire_on(address)
    known = reader.game(id).head.version
    with ThreadPoolExecutor(1) as pool, no_standby(address) as end_wait:
        said = pool.submit(umpire.step, id, STEPS[0])
        end_wait("pg_cancel_backend")
        with pytest.raises(Uncertain):
            said.result(20)
        read = pool.submit(reader.game, id)
        until(lambda: bool(asked(address, f"SELECT {WAITING}")))
        asked(address, f"DELETE FROM umpire_events WHERE originator_version > {known}")
        end_wait("pg_terminate_backend")
    assert read.result(20).game.length == 0
    reader.store.close()
