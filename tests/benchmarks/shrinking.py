"""The smallest dispute: how many of 200 entries are left of random games, and how long it takes."""

from dataclasses import replace
from statistics import median
from time import perf_counter

from application.lab.dispute import Dispute, game_of, smallest
from tests.archive import RULESETS, disputed
from tests.benchmarks import Line, Lines

GAMES, ENTRIES = 200, 200


def lines() -> Lines:
    for ruleset in RULESETS:
        left, taken, wrong = [], [], 0
        for seed in range(GAMES):
            whole = disputed(ruleset, seed, ENTRIES)
            began = perf_counter()
            small = smallest(whole)
            taken.append(perf_counter() - began)
            left.append(len(small.steps))
            wrong += not holds(whole, small)
        of = f"{ruleset}: {GAMES} games of {ENTRIES} entries cut down"
        yield Line(f"{of}, entries left, median", median(left), 0, "≤ 8")
        yield Line(f"{of}, entries left, most", max(left), 0, f"≤ {ENTRIES}")
        yield Line(f"{of}, the slowest", max(taken), 0, "≤ 2", "s")
        yield Line(f"{of}, ruled otherwise, or not the smallest", wrong, 0, "≤ 0")


def holds(whole: Dispute, small: Dispute) -> bool:
    """Whether it gets the same ruling, and gets another one without any single step."""
    wanted = ruling(whole)
    steps = small.steps
    less = (replace(small, steps=(*steps[:n], *steps[n + 1 :])) for n in range(len(steps) - 1))
    return ruling(small) == wanted and all(ruling(one) != wanted for one in less)


def ruling(dispute: Dispute) -> tuple[str, frozenset[str]]:
    found = game_of(dispute).log[-1].ruling
    return found.verdict, frozenset(found.cites)
