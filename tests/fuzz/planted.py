"""Faults that were written down first, or found, each planted in turn: what looks for faults has to find it.

A probe is a small part of what `make fuzz` does. It passes by itself, and ends in an AssertionError, or
in an exception that escapes, as soon as its fault is planted.
"""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from logging import getLogger
from logging.handlers import MemoryHandler
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from adapters.cli.store import answers as assistant
from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.postgres_connection import BoundedConnection
from adapters.stores.seat_tables import SqliteTables
from adapters.stores.sqlite_writing import SqliteWriter
from adapters.web.connections import KNOWN, Connection
from adapters.wiring import tables_on
from application.desk.batch.importing import take_sealed
from application.event.log import proving
from application.event.log.signed_note import note_of
from application.game import redaction
from application.game.checked_step import checked_step
from application.game.seats import Seats
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.store import StoreProblem, Uncertain
from application.records.records import BadRecord
from application.seal import receipt as receipts
from application.seal.seal import examine, seal_game
from application.seal.sealed_file import BadSeal
from domain.kernel import hiding, shared
from domain.kernel.values import changed
from domain.tournament.command import Refused
from tests import wreckers
from tests.adapters.cli import test_two_worlds
from tests.adapters.disks import ROOT, UnsyncedDisk
from tests.adapters.events import NAME, end, event_in
from tests.adapters.servers import PATIENCE, VOIDSIEGE, Client, inside, opened
from tests.adapters.test_branches_forget import AFTER, done, last, plain_words
from tests.adapters.test_branches_forget import TABLE as EVENT_TABLE
from tests.adapters.test_frozen_database import freezable
from tests.adapters.test_ids_taken import TABLE, sealed_as
from tests.adapters.test_whole_store import altered
from tests.adapters.web.test_claims import RECORD, SECRET
from tests.adapters.web.test_one_line import answers, step_of, with_trailers
from tests.application.event.halls import EVENT, FOUR, SECOND, hall_in
from tests.application.event.test_proofs import SIGNER, new_key
from tests.domain.kernel.test_tried import PLAYERS, wrecked
from tests.fuzz.games import said_at_random
from tests.kit.worlds import told_alike
from tests.properties.play import filled
from tests.spec import opened as opened_game
from tests.stores import STEPS, TOY, with_toy

NOTE = {"do": "note", "text": "hm"}
LONG = 8 * 1024 * 1024
KEY = "key-of-this-server-and-of-no-other"


@dataclass(frozen=True)
class Planted:
    """A fault, and who has to notice it."""

    name: str
    where: str
    """module:name, or module:Class.name."""
    fault: Callable[..., Any]
    """What stands there instead."""
    probe: Callable[[], None]


@contextmanager
def store() -> Iterator[tuple[Path, Ledger]]:
    with_toy()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.umpire"
        ledger = sqlite_ledger(path)
        try:
            yield path, ledger
        finally:
            ledger.close()


@contextmanager
def server(**settings: Any) -> Iterator[Client]:
    with tempfile.TemporaryDirectory() as folder:
        with inside(Path(folder) / "games.umpire", **settings) as client:
            yield client


@contextmanager
def busy_server() -> Iterator[None]:
    """The servers of this process do nothing else as long as this lasts."""
    loops = {known.loop for known in KNOWN.values() if known.loop.is_running()}
    busy, done = threading.Barrier(len(loops) + 1), threading.Event()

    def waits() -> None:
        busy.wait(PATIENCE)
        done.wait(PATIENCE)

    for loop in loops:
        loop.call_soon_threadsafe(waits)
    busy.wait(PATIENCE)
    try:
        yield
    finally:
        done.set()


def what_is_acknowledged_is_there() -> None:
    with store() as (path, ledger):
        umpire = Umpire(ledger)
        game = umpire.open(TOY)
        for n, said in enumerate(STEPS, 1):
            umpire.step(game, said)
            other = sqlite_ledger(path)
            kept = len(other.load(game).written.log)
            other.close()
            assert kept == n, f"{n} were acknowledged, {kept} are there"


def what_is_sent_again_counts_once() -> None:
    with store() as (_, ledger):
        umpire = Umpire(ledger)
        game = umpire.open(TOY)
        for _again in range(3):
            umpire.step(game, STEPS[0], key="once")
        assert umpire.game(game).game.length == 1, "the same step is there twice"


def a_fork_that_is_asked_for_again_is_the_same() -> None:
    with server() as client:
        game = opened(client, VOIDSIEGE)
        headers = {**game.as_("judge"), "Idempotency-Key": "once"}
        made = {
            client.post(game.path("/fork"), json={"at": 0}, headers=headers).json()["game"]
            for _ in range(3)
        }
        assert len(made) == 1, f"{len(made)} forks were made"


def nobody_is_told_what_is_hidden() -> None:
    with server() as client:
        game = opened(client, RECORD)
        for seat in ("ana", "spectator"):
            for what in ("state", "log", "diff"):
                assert SECRET not in game.get(seat, what).text, f"{seat} is told, by {what}"


def nothing_long_is_taken() -> None:
    with server() as client:
        game = opened(client, VOIDSIEGE)
        answer = game.step("ana", {**NOTE, "text": "x" * LONG})
        assert answer.status_code == 413, f"{LONG} bytes were taken"


def a_row_that_was_changed_is_found() -> None:
    with store() as (path, ledger):
        import sqlite3

        umpire = Umpire(ledger)
        game = umpire.open(TOY)
        umpire.step(game, STEPS[0])
        with sqlite3.connect(path) as connection:
            connection.execute(
                "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), "
                "substr(CAST(state AS TEXT), 7, 16), '1700000000000000') AS BLOB) "
                "WHERE topic = 'game/step_ruled/v1'"
            )
        assert not ledger.verify(game).holds, "it is not found by verify"


def a_revoked_token_is_nobodys() -> None:
    with store() as (path, _):
        tables = SqliteTables(path)
        seats = Seats(tables)
        token = seats.issue("hall", ["ana"])["ana"]
        seats.revoke("hall", "ana")
        found = seats.holder(token)
        tables.close()
        assert found is None, "it is good still"


def a_judges_look_is_kept() -> None:
    with server() as client:
        game = opened(client, RECORD)
        game.state("judge")
        looks = game.get("judge", "looks").json()["looks"]
        assert looks, "nobody can know of it"


def a_sealed_file_that_was_changed_is_found() -> None:
    with store() as (_, ledger):
        umpire = Umpire(ledger)
        game = umpire.open(TOY)
        umpire.step(game, STEPS[0])
        raw = seal_game(ledger.rows, game)
        place = len(raw) - 10
        spoiled = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        try:
            holds = examine(spoiled).holds
        except BadSeal:
            holds = False
        assert not holds, "a changed byte is not found"


def nothing_was_entered_is_so() -> None:
    with tempfile.TemporaryDirectory() as folder:
        disk = UnsyncedDisk.made(Path(folder))
        planted = SqliteWriter._write_over_what_is_left is _leaves_it
        run = f"from tests.fuzz.planted import unsynced; unsynced({folder!r}, planted={planted})"
        told = subprocess.run(
            [sys.executable, "-c", run],
            cwd=ROOT,
            env={**os.environ, **disk.environment},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        ).stdout
        with_toy()
        game, told = told.split()
        ledger = sqlite_ledger(disk.store)
        kept = len(ledger.load(game).written.log)
        ledger.close()
        assert told != "nothing" or not kept, (
            "it was told that nothing was entered, and it is there"
        )


def unsynced(folder: str, *, planted: bool) -> None:
    """A process whose disk fails to sync a step, and which is killed then. It tells what it was told."""
    with_toy()
    disk = UnsyncedDisk(Path(folder))
    umpire = Umpire(sqlite_ledger(disk.store))
    game = umpire.open(TOY)
    # From Python 3.12 on the last to leave a store ends its write-ahead log; with a reader nobody is the last.
    reader = sqlite3.connect(disk.store)
    reader.execute("PRAGMA user_version").fetchone()
    disk.fails(once=True)
    if planted:
        plant(next(one for one in FAULTS if one.fault is _leaves_it)).start()
    try:
        umpire.step(game, STEPS[0])
        told = "entered"
    except Uncertain:
        told = "unknown"
    except StoreProblem:
        told = "nothing"
    print(game, told, flush=True)  # noqa: T201
    os.kill(os.getpid(), signal.SIGKILL)


def no_table_to_come_is_taken_in() -> None:
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        sealed_as(TABLE, "tournament")
        ledger = sqlite_ledger(Path("games.umpire"))
        try:
            told = take_sealed("brought.sealed", ledger)
        except BadRecord:
            return
        finally:
            ledger.close()
        raise AssertionError(told)


def a_key_after_the_body_opens_nothing() -> None:
    with server(key=KEY) as client:
        begun = client.build_request("POST", "/").url
        body = json.dumps(VOIDSIEGE).encode()
        said = with_trailers("/api/games", body, f"Authorization: Bearer {KEY}")
        with socket.create_connection((begun.host, begun.port or 0)) as made:
            made.sendall(said)
            (status, _), *_ = answers(made, 1)
        assert status == 401, "a key that came after the body opened a game"


def the_last_to_bid_learns_nothing() -> None:
    low, high = (wrecked(cem).game for cem in (0, 3))
    assert shared.options(low, "ben") == shared.options(high, "ben"), "ben learns what cem has bid"


def nobody_is_told_what_others_have_drawn() -> None:
    for seed in range(6):
        game = opened_game(wreckers.RULESET, wreckers.SETUP, PLAYERS)
        told_alike(game, Random(seed), filled, 30)


def all_are_told_what_is_shown() -> None:
    story = wrecked(3).when(by="ben", do="bid", amount=2)
    for viewer in ("ana", "spectator"):
        seen = redaction.entry_seen(story.game, story.entry, viewer)
        assert seen == story.entry, f"{viewer} is not told what was shown to all"


def words_in_a_fork_are_forgotten() -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "games.umpire"
        event_in(db)
        fork = last(done(db, "fork", EVENT_TABLE))
        done(db, "step", fork, "ben", "note", f"text={AFTER}")
        end(db)
        done(db, "event", "forget", NAME, "--yes", "--before-the-term", "--even-so")
        assert not plain_words(Path(folder)), "what was said is there still"


def everybody_cosigns_once() -> None:
    with tempfile.TemporaryDirectory() as folder, hall_in(Path(folder) / "games.umpire") as hall:
        hall.pair(FOUR)
        text = note_of(proving.checkpoint(hall.repository, EVENT, SIGNER)).text
        for _again in range(3):
            key = new_key()
            line = str(key.cosign(text, hall.clock.now // SECOND)).rstrip()
            with suppress(Refused):
                proving.keep_cosignature(hall.repository, EVENT, "p1", str(key.cosigner), line)
        signed = len(note_of(hall.repository.proofs(EVENT).newest).signatures)
        assert signed == 2, f"{signed - 1} of one player stand under it"


def nobody_dates_what_they_do() -> None:
    with server() as client:
        game = opened(client, VOIDSIEGE)
        for more in ({"at": "1999-01-01T00:00:00Z"}, {}):
            game.step("ana", {**NOTE, **more})
        for entry in game.log():
            assert entry["when"] == entry["written"], "it is told of another time"


def an_assistant_searches_what_its_viewer_may_see() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_two_worlds.test_an_assistant_is_told_alike(
            test_two_worlds.worlds_in(Path(folder)), "precedents", "ana"
        )


def one_wrong_character_of_a_receipt_is_found() -> None:
    with store() as (_, ledger):
        umpire = Umpire(ledger)
        game = umpire.open(TOY)
        recorded = umpire.step(game, STEPS[0])
        text = receipts.receipt_in(umpire.game(game), recorded)
        for wrong in altered(text):
            with suppress(receipts.BadReceipt):
                found = receipts.receipt_of(wrong)
                assert wrong.strip() == text or receipts.why_broken(ledger, found), wrong


def whoever_goes_before_the_answers_leaves_no_trace() -> None:
    kept = MemoryHandler(1000, flushOnClose=False)
    with server() as client:
        game = opened(client, VOIDSIEGE)
        getLogger("uvicorn.error").addHandler(kept)
        begun = client.build_request("POST", "/").url
        for _ in range(3):
            # It looks up when all is sent and the sender gone, however busy the machine is.
            with (
                busy_server(),
                socket.create_connection((begun.host, begun.port or 0)) as made,
            ):
                made.sendall(step_of(game, "gone") * 20)
    getLogger("uvicorn.error").removeHandler(kept)
    assert not [one for one in kept.buffer if one.exc_info], "the error log fills"


def nobody_waits_for_a_frozen_database() -> None:
    with freezable() as freezer, patch.object(BoundedConnection, "patience", 0.5):
        tables = tables_on(freezer.address)
        tables.seat("no digest")
        with ThreadPoolExecutor(1) as other:
            freezer.freeze()
            asked = other.submit(tables.seat, "no digest")
            try:
                told = asked.exception(20)
            finally:
                freezer.thaw()
        tables.close()
        assert isinstance(told, StoreProblem), told


def _leaves_it(_self: Any) -> None:
    """What a failed sync left in the write-ahead log stays there."""


def _without_an_end(connection: Any) -> None:
    """uvicorn goes on adding what comes after the body to the headers."""
    super(Connection, connection).on_headers_complete()  # type: ignore[misc]


def _as_in_earnest(game: Any, said: Any, viewer: str) -> Any:
    """A step is tried as if it were taken."""
    entry, _ = shared.adjudicate(game, said)
    return hiding.entry_seen(game.ruleset.hiding, entry, viewer, game.now.state, game.now.state)


WITHOUT_SECRETS = hiding._without_secrets


def _nothing_is_shown(hides: Any, entry: Any, viewer: str) -> Any:
    return WITHOUT_SECRETS(changed(hides, secrets={}), entry, viewer)


def _searched_first(self: Any, live: Any, rule: str, verdict: str) -> Iterator[tuple[str, Any]]:
    """What is looked for is looked for in what there is; what is found is redacted."""
    for entry in live.game.log:
        if rule in entry.ruling.cites and verdict in ("", entry.ruling.verdict):
            seen = redaction.entry_seen(live.game, entry, self.viewer)
            yield live.game.opening.ruleset, assistant._entry(seen)


def _all_at_once(self: Any, data: bytes) -> None:
    """What is sent ahead begins at once, and none of it is told when the sender goes."""
    self._give_up = lambda: None
    self._receive(data)


WHY_BROKEN = receipts.why_broken


def _whenever(ledger: Any, promise: Any) -> str:
    """The time that a receipt says is held against nothing."""
    why = WHY_BROKEN(ledger, promise)
    return "" if promise.at in why else why


def _lost(self: Any, batch: Any) -> list[None]:
    return [None for _ in batch]


def _raises(value: Any) -> str:
    if isinstance(value, list | dict):
        raise TypeError("not a word")
    return f"“{value}”"


FAULTS = (
    Planted(
        "an acknowledgement without a commit",
        "adapters.stores.sqlite_writing:SqliteWriter.commit",
        _lost,
        what_is_acknowledged_is_there,
    ),
    Planted(
        "a key that is forgotten",
        "application.game.umpire:Umpire.entry_under",
        lambda *_: None,
        what_is_sent_again_counts_once,
    ),
    Planted(
        "a fork made twice",
        "application.game.openings:Openings.reserve",
        lambda *_, **__: None,
        a_fork_that_is_asked_for_again_is_the_same,
    ),
    Planted(
        "a name that leaks",
        "application.game.redaction:hides",
        lambda _: False,
        nobody_is_told_what_is_hidden,
    ),
    Planted(
        "a body without bound",
        "adapters.web.body_limits:largest_body",
        lambda *_: 2**40,
        nothing_long_is_taken,
    ),
    Planted(
        "a chain that nobody looks at",
        "application.ledger.verification:link_row_anew",
        lambda _game, head, _name, state: (state, type(head)(head.version + 1, "")),
        a_row_that_was_changed_is_found,
    ),
    Planted(
        "a token that cannot be revoked",
        "application.game.seats:Seats.revoke",
        lambda *_: 0,
        a_revoked_token_is_nobodys,
    ),
    Planted(
        "a look that is not kept",
        "application.game.seats:Seats.note_access",
        lambda *_: None,
        a_judges_look_is_kept,
    ),
    Planted(
        "a seal that is not looked at",
        "application.seal.sealed_file:SealedFile.damage",
        lambda *_: None,
        a_sealed_file_that_was_changed_is_found,
    ),
    Planted(
        "an exception for a strange word",
        "domain.kernel.steps:quoted_value",
        _raises,
        partial(said_at_random, 400, 7),
    ),
    Planted(
        "a sync that failed and is forgotten",
        "adapters.stores.sqlite_writing:SqliteWriter._write_over_what_is_left",
        _leaves_it,
        nothing_was_entered_is_so,
    ),
    Planted(
        "a sealed game that sits at a table to come",
        "application.desk.batch.importing:table_of",
        lambda _: None,
        no_table_to_come_is_taken_in,
    ),
    Planted(
        "a head that does not end",
        "adapters.web.connections:Connection.on_headers_complete",
        _without_an_end,
        a_key_after_the_body_opens_nothing,
    ),
    Planted(
        "a step that is tried as if it were taken",
        "domain.kernel.shared:trial",
        _as_in_earnest,
        the_last_to_bid_learns_nothing,
    ),
    Planted(
        "a card in an event",
        "domain.kernel.hiding:fields_without",
        lambda *_: {},
        nobody_is_told_what_others_have_drawn,
    ),
    Planted(
        "a secret that stays one",
        "domain.kernel.hiding:_without_secrets",
        _nothing_is_shown,
        all_are_told_what_is_shown,
    ),
    Planted(
        "a fork that knows no table",
        "application.game.umpire:first_game",
        lambda *_: "",
        words_in_a_fork_are_forgotten,
    ),
    Planted(
        "a player with many keys",
        "application.event.log.proving:_may_cosign",
        lambda *_: True,
        everybody_cosigns_once,
    ),
    Planted(
        "a step that says when it was taken",
        "application.game.umpire:checked_step",
        partial(checked_step, on_record=True),
        nobody_dates_what_they_do,
    ),
    Planted(
        "a search in what is hidden",
        "adapters.cli.store.answers:Answers._citing",
        _searched_first,
        an_assistant_searches_what_its_viewer_may_see,
    ),
    Planted(
        "a receipt of any time",
        "application.seal.receipt:why_broken",
        _whenever,
        one_wrong_character_of_a_receipt_is_found,
    ),
    Planted(
        "requests that begin all at once",
        "adapters.web.connections:Watched.data_received",
        _all_at_once,
        whoever_goes_before_the_answers_leaves_no_trace,
    ),
    Planted(
        "a database that is waited for",
        "adapters.stores.postgres_connection:_until_silence",
        lambda waits, _seconds: waits,
        nobody_waits_for_a_frozen_database,
    ),
)


def plant(one: Planted) -> Any:
    """The fault in its place, for as long as the context lasts."""
    module, _, name = one.where.partition(":")
    *owners, last = name.split(".")
    place = import_module(module)
    for owner in owners:
        place = getattr(place, owner)
    return patch.object(place, last, one.fault)


def is_found(one: Planted) -> bool:
    """Whether its probe notices the fault; AssertionError where it complains without it."""
    one.probe()
    with plant(one):
        try:
            one.probe()
        except Exception:
            return True
    return False
