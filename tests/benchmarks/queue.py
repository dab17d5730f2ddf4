"""A queue of actions 200 deep behaves like a small one."""

from statistics import median
from time import perf_counter
from typing import Any

from domain.kernel.shared import adjudicate
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import opened

DEEP = 200


def lines() -> Lines:
    rounds = [_round() for _ in range(7)]
    adding, executing = zip(*rounds, strict=True)
    for name, taken in (("adding to", adding), ("executing from", executing)):
        first, last = (median(times) * 1e6 for times in zip(*taken, strict=True))
        text = f"{name} a queue {DEEP} deep: the deepest hundred beside the shallowest, µs"
        yield Line(text, last, first, "≤ 1.1")


def _round() -> tuple[tuple[float, float], tuple[float, float]]:
    game = opened("nullshapers")

    def take(by: str, **said: Any) -> float:
        began = perf_counter()
        entry, position = adjudicate(game, {"by": by, **said})
        game.take(entry, position)
        taken = perf_counter() - began
        assert entry.ruling.verdict == "legal", entry
        return taken

    deeper = []
    for n in range(DEEP):
        by, card, other = (("ana", "medic", "ben"), ("ben", "guard", "ana"))[n % 2]
        deeper.append(take(by, do="activate", card=card, skill="ping", targets=[other]))
    shallower = []
    while game.view()["queue"]:
        by = game.to_act()[0]
        taken = take(by, do="pass")
        by = game.to_act()[0]
        shallower.append(taken + take(by, do="pass"))
    shallower.reverse()
    return (
        (median(deeper[:100]), median(deeper[-100:])),
        (median(shallower[:100]), median(shallower[-100:])),
    )
