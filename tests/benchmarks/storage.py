"""The store: loading, appending, taking back, and how much room it all takes."""

import json
import sqlite3
import tracemalloc
from functools import partial
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from adapters.stores.ledgers import sqlite_ledger
from application.game.live_game import live_game
from application.game.stored_game import viewable_game
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.rows import GameOpened, StepRuled, rows_of_all
from application.ledger.rows_read import decode
from application.seal.seal import seal_game
from tests.benchmarks import Line, Lines, interleaved, seconds
from tests.benchmarks.games import ENTRIES, opening, rulesets, steps

ROUNDS = 5
STEP_RULED = msgspec.json.Decoder(StepRuled).decode
OPENED = msgspec.json.Decoder(GameOpened).decode


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.umpire"
        umpire = Umpire(sqlite_ledger(path))
        games = {ruleset: _played(umpire, ruleset) for ruleset in rulesets() if _is_long(ruleset)}
        yield from _loading(umpire, path, games["voidsiege"], Path(folder))
        yield from _positions(umpire, path, games)
        yield from _durable(Path(folder))
        yield from _taking_back(umpire, games["voidsiege"])
        yield from _room(umpire, path, games)
        umpire.store.close()


def _is_long(ruleset: str) -> bool:
    """What is measured for each entry is that of long games."""
    return len(steps(ruleset)) == ENTRIES


def _played(umpire: Umpire, ruleset: str) -> str:
    game = umpire.open(opening(ruleset))
    for said in steps(ruleset):
        umpire.step(game, said)
    return game


class Documented(Aggregate):
    """A game as the library's own pages write one."""

    @event("Opened")
    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.log: list[Any] = []

    @event("Ruled")
    def ruled(self, said: dict[str, Any], verdict: str, cites: list[str], reason: str) -> None:
        self.log = [said]

    @event("Happened")
    def happened(self, what: str, about: dict[str, Any]) -> None:
        self.last = what


def _documented(umpire: Umpire, game: str, folder: Path) -> tuple[Application[Any], Any, int]:
    """The same entries and events in the library's own style."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "lib.db")}
    library: Application[Any] = Application(env=env)
    log = umpire.game(game).game.log
    one = Documented(players=["ana", "ben"])
    events = 1
    for entry in log:
        ruling = entry.ruling
        one.ruled(dict(entry.said), ruling.verdict, list(ruling.cites), ruling.reason)
        for happened in entry.events:
            fields = type(happened).__struct_fields__
            about = json.loads(json.dumps({f: getattr(happened, f) for f in fields}, default=list))
            one.happened(type(happened).__name__, about)
        events += 1 + len(entry.events)
    library.save(one)
    return library, one.id, events


def _loading(umpire: Umpire, path: Path, game: str, folder: Path) -> Lines:
    library, id, events = _documented(umpire, game, folder)
    store = umpire.store
    taken = interleaved(
        {
            "ours": lambda: live_game(game, store.load(game)),
            "library": lambda: library.repository.get(id),
            "floor": lambda: _read_bare(path, game),
        },
        ROUNDS,
    )
    name = f"load a {ENTRIES:,}-entry game cold, events/s, beside the library as documented"
    yield Line(name, events / taken["ours"], events / taken["library"], "≥ 7")
    name = "load it cold, events/s, beside sqlite3 and JSON into the same event types"
    yield Line(name, events / taken["ours"], events / taken["floor"], "≥ 0.4")


def _read_bare(path: Path, game: str) -> list[Any]:
    """Rows by sqlite3, JSON into the same event types: no chain, no state, no continuity."""
    connection = sqlite3.connect(path)
    statement = (
        "SELECT topic, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"
    )
    rows = connection.execute(statement, (game,)).fetchall()
    connection.close()
    read = {"game/step_ruled/v1": STEP_RULED, "game/opened/v3": OPENED}
    return [
        read.get(name, partial(decode, name))(state[state.index(b'"e":') + 4 : -1])
        for name, state in rows
    ]


def _positions(umpire: Umpire, path: Path, games: dict[str, str]) -> Lines:
    asked = range(0, ENTRIES, 97)
    live = umpire.game(games["voidsiege"])
    taken = [seconds(lambda n=n: live.game.view(n)) for n in asked]  # type: ignore[misc]
    yield Line("state after any entry with the game open, worst, ms", max(taken) * 1e3, 0, "≤ 2")
    for ruleset, game in games.items():
        taken = [_cold(path, game, n) for n in asked]
        name = f"{ruleset}: state after any entry, cold, median, ms"
        yield Line(name, median(taken) * 1e3, 0, "≤ 10")
        yield Line(f"{ruleset}: the same, worst, ms", max(taken) * 1e3, 0, "≤ 10")


def _cold(path: Path, game: str, n: int) -> float:
    """By an umpire that has just come to the store and holds no game."""
    umpire = Umpire(sqlite_ledger(path))
    try:
        return seconds(lambda: viewable_game(umpire, game).view(n))
    finally:
        umpire.store.close()


def _durable(folder: Path) -> Lines:
    """The same rows, one commit for each entry, both at synchronous=FULL in WAL mode."""
    script = steps("voidsiege", 400)
    ours, raw = [], []
    for turn in range(ROUNDS):
        umpire = Umpire(sqlite_ledger(folder / f"durable{turn}.umpire"))
        game = umpire.open(opening("voidsiege"))
        batches = rows_of(script)
        connection = bare_store(folder / f"raw{turn}.db")
        for said, rows in zip(script, batches, strict=True):
            began = perf_counter()
            umpire.step(game, said)
            between = perf_counter()
            with connection:
                connection.executemany("INSERT INTO stored_events VALUES (?, ?, ?, ?)", rows)
            ours.append(between - began)
            raw.append(perf_counter() - between)
        umpire.store.close()
        connection.close()
    name = "durable steps/s, one client, beside raw sqlite3 commits of the same rows"
    yield Line(name, 1 / median(ours), 1 / median(raw), "≥ 0.65")


def rows_of(script: list[dict[str, Any]]) -> list[list[tuple[str, int, str, bytes]]]:
    from application.ledger.store import Head
    from domain.kernel.shared import adjudicate
    from tests.benchmarks.games import opened

    game, head, batches = opened("voidsiege"), Head(1, ""), []
    for said in script:
        entry, position = adjudicate(game, said)
        game.take(entry, position)
        rows, (head,) = rows_of_all("game", head, [entry], 0)
        batches.append([("game", *row) for row in rows])
    return batches


def bare_store(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT,"
        " state BLOB, PRIMARY KEY (originator_id, originator_version));"
    )
    return connection


def _taking_back(umpire: Umpire, game: str) -> Lines:
    """At entry 2,000 and beyond: a rewind, and an undo, beside a step like any other."""
    plain, rewinds, undos = [], [], []
    step = {"by": "ana", "do": "note", "text": "as any other"}
    for n in range(60):
        for kept, said in (
            (plain, step),
            (rewinds, {"by": "judge", "do": "rewind", "to": ENTRIES - n, "because": "measured"}),
        ):
            began = perf_counter()
            found = umpire.step(game, said)
            kept.append(perf_counter() - began)
            assert found.entry.ruling.verdict == "legal"
    umpire.step(game, {"by": "judge", "do": "rewind", "to": 0, "because": "measured"})
    declare = {"by": "ana", "do": "declare", "unit": "a1", "command": "move"}
    steps_taken = []
    for _ in range(60):
        for kept, said in ((steps_taken, declare), (undos, {"by": "ana", "do": "undo"})):
            began = perf_counter()
            found = umpire.step(game, said)
            kept.append(perf_counter() - began)
            assert found.entry.ruling.verdict == "legal", found
    name = "a durable rewind at entry 2,000 beside another step, µs"
    yield Line(name, median(rewinds) * 1e6, median(plain) * 1e6, "≤ 1.5")
    name = "a durable undo at entry 2,000 beside the step it takes back, µs"
    yield Line(name, median(undos) * 1e6, median(steps_taken) * 1e6, "≤ 1.5")


def _room(umpire: Umpire, path: Path, games: dict[str, str]) -> Lines:
    store: Any = umpire.store
    assert isinstance(store, Ledger)
    sizes = []
    for game in games.values():
        rows = list(store.rows.raw(game))
        sizes += [len(game) + 8 + len(name) + len(state) for _, name, state in rows]
    yield Line(
        "a stored event with id, name, hash, rule and time", mean(sizes), 0, "≤ 260", "bytes"
    )
    for ruleset, game in games.items():
        length = umpire.game(game).game.length
        size = len(seal_game(store.rows, game)) / length
        yield Line(f"{ruleset}: sealed file, for each entry", size, 0, "≤ 40", "bytes")
        tracemalloc.start()
        live = live_game(game, store.load(game))
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert live.game.length == length
        name = f"{ruleset}: an open game of {ENTRIES:,} entries, MB"
        yield Line(name, held / 1e6 * ENTRIES / length, 0, "≤ 2")
