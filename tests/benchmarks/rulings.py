"""Rulings in memory: a whole game, the flatness of a long one, refusals beside legal steps."""

import gc
import json
from hashlib import sha256
from statistics import median
from time import perf_counter
from typing import Any

from application.game.umpire import TOGETHER, ruled_ahead
from application.ledger.rows import rows_of_all
from application.ledger.store import Head
from domain.kernel.shared import adjudicate
from tests.benchmarks import Line, Lines, interleaved
from tests.benchmarks.games import opened, played, refused, rulesets, steps


def lines() -> Lines:
    for ruleset in rulesets():
        yield from _game(ruleset)
        yield _flat(ruleset)
        yield _refused(ruleset)
        yield _collected(ruleset)


def _game(ruleset: str) -> Lines:
    script = steps(ruleset)
    taken = interleaved(
        {"ours": lambda: _adjudicate(ruleset, script), "floor": lambda: floor(script)}
    )
    yield Line(
        f"{ruleset}: entries/s in memory, decided, settled and chained, beside the floor",
        len(script) / taken["ours"],
        len(script) / taken["floor"],
        "≥ 0.11",
    )


def _adjudicate(ruleset: str, script: list[dict[str, Any]]) -> None:
    """As an import does it, but for the store: so many steps ruled, then their rows linked."""
    game, head = opened(ruleset), Head(1, "")
    for first in range(0, len(script), TOGETHER):
        ruled = ruled_ahead(game, script[first : first + TOGETHER])
        _, heads = rows_of_all("game", head, [one.entry for one in ruled], 0)
        head = heads[-1]


def floor(script: list[dict[str, Any]]) -> None:
    """A check, a change, JSON and a SHA-256 for each entry, by the standard library alone.

    No rule, no reason, no event, no provenance: an entry is one row.
    """
    digest = ""
    table: dict[str, int] = {"n": 0}
    for said in script:
        if "by" not in said or "do" not in said:
            raise AssertionError
        table = {**table, "n": table["n"] + 1}
        row = json.dumps({"n": table["n"], "said": said, "verdict": "legal", "rules": ["T1"]})
        digest = sha256(f"{digest}{row}".encode()).hexdigest()


def _flat(ruleset: str) -> Line:
    script = steps(ruleset)
    first, last = [], []
    for _ in range(9):
        game = opened(ruleset)
        times = []
        for said in script:
            began = perf_counter()
            game.take(*adjudicate(game, said))
            times.append(perf_counter() - began)
        first.append(median(times[:102]))
        last.append(median(times[-102:]))
    name = f"{ruleset}: one of the last hundred steps beside one of the first, µs"
    return Line(name, median(last) * 1e6, median(first) * 1e6, "≤ 1.1")


def _refused(ruleset: str) -> Line:
    game = played(ruleset, 1)
    legal_game = played(ruleset, 0)
    said, legal = refused(ruleset), steps(ruleset, 1)[0]
    entry, _ = adjudicate(game, said)
    assert entry.ruling.verdict == "illegal" and entry.ruling.cites and entry.ruling.reason, entry

    def again(game: Any, said: Any) -> None:
        for _ in range(500):
            adjudicate(game, said)

    taken = interleaved(
        {"illegal": lambda: again(game, said), "legal": lambda: again(legal_game, legal)}
    )
    name = f"{ruleset}: an illegal step beside a legal one, µs"
    return Line(name, taken["illegal"] * 2000, taken["legal"] * 2000, "≤ 1")


def _collected(ruleset: str) -> Line:
    """How often the garbage collector looks at what is new: values are none of its business (`Value`).

    Were they, it would look twice as often, and a long game take 1.05 times as long.
    """
    script = steps(ruleset)
    ruled_ahead(opened(ruleset), script[:1])
    gc.collect()
    before = gc.get_stats()[0]["collections"]
    ruled_ahead(opened(ruleset), script)
    looks = gc.get_stats()[0]["collections"] - before
    name = f"{ruleset}: how often the garbage collector looks at what is new, in 1,000 entries"
    return Line(name, looks / len(script) * 1000, 0, "≤ 15")
