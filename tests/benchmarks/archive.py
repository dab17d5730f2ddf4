"""An archive check in entries per second, beside python-chess on recorded plies."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import chess

from application.archive import compare
from application.audit import audit
from application.compare import Other, Source
from application.ledger import Ledger, sqlite_ledger
from application.policy import policy_for
from application.umpire import Umpire, live_game
from tests.benchmarks import Line, Lines, interleaved
from tests.benchmarks.games import SETUPS, opening, steps

GAMES, EACH = 24, 400
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
        names = _filled(path)
        yield from _beside_chess(path, names)
        yield from _on_two_cores(path, names)


def _filled(path: Path) -> dict[str, list[str]]:
    umpire = Umpire(sqlite_ledger(path))
    names: dict[str, list[str]] = {ruleset: [] for ruleset in SETUPS}
    for ruleset, games in names.items():
        for _ in range(GAMES // len(SETUPS)):
            game = umpire.open(opening(ruleset))
            for said in steps(ruleset, EACH):
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
    for ruleset, games in names.items():
        entries = len(games) * EACH
        taken = interleaved(
            {
                "compare": _compares(path, games),
                "audit": lambda games=games, r=ruleset: _audits(store, games, r),  # type: ignore[misc]
                "chess": _checks_plies,
            },
            3,
        )
        plies = len(PLIES) * 10 / taken["chess"]
        for check in ("compare", "audit"):
            name = f"{ruleset}: {check} stored games, entries/s on one core, beside python-chess plies/s"
            yield Line(name, entries / taken[check], plies, "≥ 0.33")
    store.close()


def _compares(path: Path, games: list[str]) -> Callable[[], object]:
    sources = [Source(game, is_file=False) for game in games]
    other = Other({"C1": "snap_fire", "M5": "opponent_of_top", "A17": "opponent"}, "")
    return lambda: compare(sources, other, partial(sqlite_ledger, path), 1)


def _audits(store: Ledger, games: list[str], ruleset: str) -> None:
    for game in games:
        audit(live_game(game, store.load(game)).game, policy_for(ruleset))


def _on_two_cores(path: Path, names: dict[str, list[str]]) -> Lines:
    every = [Source(game, is_file=False) for games in names.values() for game in games] * 4
    other = Other({"C1": "snap_fire"}, "")
    taken = {}
    for cores in (1, 2, 1, 2):
        began = perf_counter()
        compare(every, other, partial(sqlite_ledger, path), cores)
        taken.setdefault(cores, []).append(perf_counter() - began)
    one, two = (min(taken[cores]) for cores in (1, 2))
    yield Line("an archive check on two cores beside one", 1 / two, 1 / one, "≥ 1.8")
