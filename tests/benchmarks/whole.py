"""The whole process of `umpire replay`, beside `python -c 'import pydantic'`; many games in one store."""

import os
import subprocess
import sys
import tracemalloc
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from adapters.stores.ledgers import sqlite_ledger
from application.game.umpire import Umpire
from tests.benchmarks import Line, Lines, interleaved
from tests.benchmarks.games import opening, rulesets, steps

GAMES, MOST_LIVE = 10_000, 64
KEEPING_BYTECODE = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""As where umpire is installed: a second start compiles nothing anew."""


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        for ruleset in rulesets():
            yield from _replay(Path(folder), ruleset)
        yield from _many(Path(folder))


def _replay(folder: Path, ruleset: str) -> Lines:
    path = folder / f"{ruleset}.yaml"
    record = {
        "record": 1,
        "ruleset": ruleset,
        "players": list(opening(ruleset).players),
        "setup": dict(opening(ruleset).setup),
        "steps": list(islice(steps(ruleset), 20)),
    }
    path.write_text(yaml.safe_dump(record), encoding="utf-8")
    umpire = str(Path(sys.executable).with_name("umpire"))

    def run(*command: str) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=KEEPING_BYTECODE)

    taken = interleaved(
        {
            "ours": lambda: run(umpire, "replay", str(path)),
            "pydantic": lambda: run(sys.executable, "-c", "import pydantic"),
        },
        9,
    )
    name = f"{ruleset}: `umpire replay` of 20 steps beside importing pydantic, ms"
    yield Line(name, taken["ours"] * 1e3, taken["pydantic"] * 1e3, "≤ 4")


def _many(folder: Path) -> Lines:
    umpire = Umpire(sqlite_ledger(folder / "many.umpire"), most_live=MOST_LIVE)
    first = steps("voidsiege", 3)
    tracemalloc.start()
    half = 0
    for n in range(GAMES):
        game = umpire.open(opening("voidsiege"))
        for said in first:
            umpire.step(game, said)
        if n == GAMES // 2:
            half, _ = tracemalloc.get_traced_memory()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    umpire.store.close()
    name = f"memory after {GAMES:,} games in the store, {MOST_LIVE} of them live, beside half of them, MB"
    yield Line(name, held / 1e6, half / 1e6, "≤ 1.1")
