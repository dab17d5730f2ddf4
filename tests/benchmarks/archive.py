"""An archive check in entries per second, beside python-chess on recorded plies."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory
from time import perf_counter

import chess

from adapters.stores.ledgers import sqlite_ledger
from application.desk.archive import compare
from application.desk.audit import audit_log
from application.desk.batch.sources import Source
from application.desk.policy import policy_for
from application.game.umpire import Umpire
from application.law.law_spec import LawSpec
from application.ledger.group_commit import Append
from application.ledger.ledger import Ledger
from application.ledger.rows import PAYLOAD, START, chain_rows, opening_rows, rows_of_all
from application.rulesets import ruleset
from domain.kernel.history import open_game
from tests.benchmarks import Line, Lines, interleaved
from tests.benchmarks.games import opening, played, rulesets, steps

GAMES, EACH = 24, 400
ARCHIVED, SHORT = 6_000, 100
"""Games of an organiser's archive, and entries of each."""
COMPARE = [sys.executable, "-c", "from adapters.cli import main; main()", "compare", "--all"]
CHANGES = (0, 1)
"""What `umpire compare` ends with when all went well."""
PLIES = [
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1b5",
    "a7a6",
    "b5a4",
    "g8f6",
    "e1g1",
    "f8e7",
    "f1e1",
    "b7b5",
    "a4b3",
    "d7d6",
    "c2c3",
    "e8g8",
    "h2h3",
    "c6b8",
    "d2d4",
    "b8d7",
    "c3c4",
    "c7c6",
    "c4b5",
    "a6b5",
    "b1c3",
    "c8b7",
    "c1g5",
    "b5b4",
    "c3b1",
    "h7h6",
    "g5h4",
    "c6c5",
    "d4e5",
    "f6e4",
    "h4e7",
    "d8e7",
    "e5d6",
    "e7f6",
    "b1d2",
    "e4d6",
    "d2c4",
    "d6c4",
    "b3c4",
    "d7b6",
    "f3e5",
    "a8e8",
    "c4f7",
    "f8f7",
    "e5f7",
    "e8e1",
    "d1e1",
    "g8f7",
    "e1e3",
]


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.umpire"
        yield from _beside_chess(path, _filled(path))
        yield from _on_two_cores(Path(folder) / "archive.umpire")


def _filled(path: Path) -> dict[str, list[str]]:
    umpire = Umpire(sqlite_ledger(path))
    names: dict[str, list[str]] = {name: [] for name in rulesets()}
    for name, games in names.items():
        for _ in range(GAMES // len(names)):
            game = umpire.open(opening(name))
            for said in steps(name, EACH):
                umpire.step(game, said)
            games.append(game)
    umpire.store.close()
    return names


def _checks_plies() -> None:
    for _ in range(10):
        board = chess.Board()
        for ply in PLIES:
            move = chess.Move.from_uci(ply)
            assert board.is_legal(move)
            board.push(move)


def _beside_chess(path: Path, names: dict[str, list[str]]) -> Lines:
    store = sqlite_ledger(path)
    for name, games in names.items():
        entries = len(games) * EACH
        taken = interleaved(
            {
                "compare": _compares(path, games),
                "audit": partial(_audits, store, games),
                "chess": _checks_plies,
            },
            3,
        )
        plies = len(PLIES) * 10 / taken["chess"]
        for check in ("compare", "audit"):
            what = (
                f"{name}: {check} stored games, entries/s on one core, beside python-chess plies/s"
            )
            yield Line(what, entries / taken[check], plies, "≥ 0.33")
    store.close()


def _compares(path: Path, games: list[str]) -> Callable[[], object]:
    sources = [Source(game, is_file=False) for game in games]
    other = LawSpec({"C1": "snap_fire", "M5": "opponent_of_top", "A17": "opponent"}, "")
    return lambda: compare(sources, other, partial(sqlite_ledger, path), 1)


def _audits(store: Ledger, games: list[str]) -> None:
    """As `umpire audit` does it."""
    for game in games:
        stored = store.load(game)
        begun = open_game(ruleset(stored.opening.ruleset), stored.opening)
        audit_log(begun, stored.written.log, policy_for(stored.opening.ruleset))


def _on_two_cores(path: Path) -> Lines:
    """The whole command from the shell, on an archive of thousands of games."""
    ledger = sqlite_ledger(path)
    ledger.put(list(_archive()))
    ledger.close()
    taken: dict[int, list[float]] = {}
    for cores in (1, 2) * 3:
        command = [*COMPARE, "--db", str(path), "--reading", "C1=snap_fire", "--jobs", str(cores)]
        began = perf_counter()
        found = run(command, stdout=DEVNULL, check=False)
        taken.setdefault(cores, []).append(perf_counter() - began)
        assert found.returncode in CHANGES
    one, two = (ARCHIVED / min(taken[cores]) for cores in (1, 2))
    name = f"umpire compare --all, {ARCHIVED:,} games: games/s on two cores beside one"
    yield Line(name, two, one, "≥ 1.8")


def _archive() -> Iterator[Append]:
    """The same game of each ruleset again and again, under a name of its own."""
    for name in rulesets():
        game = played(name, SHORT)
        rows, head = opening_rows(name, game.opening, game.opened, 0)
        every = [*rows]
        for entry in game.log:
            rows, (head,) = rows_of_all(name, head, [entry], 0)
            every += rows
        payloads = [(called, state[PAYLOAD]) for _, called, state in every]
        for n in range(ARCHIVED // len(rulesets())):
            id = f"{name}-{n}"
            yield Append(id, START, *chain_rows(id, START, 0, payloads))
