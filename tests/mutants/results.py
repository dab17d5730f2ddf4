"""What became of the mutants, kept from run to run; and the survivors that are listed with a reason."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.mutants.making import ROOT, Mutant
from tests.mutants.trying import KILLED, NO_TESTS, SURVIVED, TIMEOUT, Tried

VARIABLE = "UMPIRE_MUTANTS"
"""Names the results to a run in a copy of the tree."""
RESULTS = Path(os.environ.get(VARIABLE) or ROOT / "mutants" / "results.tsv")
LISTED = Path(__file__).parent / "survivors.txt"
LIVE = (SURVIVED, NO_TESTS)


class Result(NamedTuple):
    """A line of the results."""

    digest: str
    """Of the function as it was."""
    status: str
    by: str


def read(path: Path = RESULTS) -> dict[str, Result]:
    """Mutant → what became of it when it was tried last."""
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").splitlines()
    return {name: Result(*rest) for name, *rest in (line.split("\t") for line in lines)}


def line(tried: Tried) -> str:
    return "\t".join((tried.mutant.name, tried.mutant.function.digest, tried.status, tried.by))


def known(mutant: Mutant, results: Mapping[str, Result]) -> Result | None:
    """Its result, where its function is still the one that was tried."""
    found = results.get(mutant.name)
    return found if found and found.digest == mutant.function.digest else None


def listed(path: Path = LISTED) -> dict[str, str]:
    """Survivor, in words → the reason under which it stands."""
    found: dict[str, str] = {}
    reason = ""
    for one in path.read_text("utf-8").splitlines() if path.exists() else ():
        if one.startswith("# "):
            reason = one.removeprefix("# ")
        elif one.strip():
            found[one.strip()] = reason
    return found


def summary(mutants: Iterable[Mutant], results: Mapping[str, Result]) -> Iterator[str]:
    """By module what became of the mutants, then the survivors that are not listed."""
    reasons = listed()
    by_module: defaultdict[str, Counter[str]] = defaultdict(Counter)
    unlisted, seen, waiting = [], set(), set()
    for mutant in mutants:
        result = known(mutant, results)
        status = result.status if result else "not tried"
        if result is None:
            waiting.add(mutant.function.name)
        if status in LIVE:
            words = mutant.in_words()
            seen.add(words)
            if words in reasons:
                status = "listed"
            else:
                unlisted.append(f"{mutant.name} ({status})\n    {words}")
        by_module[mutant.function.module][status] += 1
    yield from _table(by_module)
    yield from unlisted
    modules = tuple(f"{module}." for module in by_module)
    tried = (one for one in reasons if one.partition(": ")[0] not in waiting)
    gone = [one for one in tried if one not in seen and one.startswith(modules)]
    yield from (f"listed, but it does not survive: {one}" for one in gone)


def _table(by_module: Mapping[str, Counter[str]]) -> Iterator[str]:
    total: Counter[str] = Counter()
    packages: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for module, counts in by_module.items():
        yield _row(module, counts)
        packages[".".join(module.split(".")[:2])] += counts
        total += counts
    for package, counts in packages.items():
        yield _row(package, counts)
    yield _row("together", total)


def _row(name: str, counts: Counter[str]) -> str:
    tried = sum(counts.values()) - counts["not tried"]
    live = sum(counts[status] for status in (*LIVE, "listed"))
    words = [
        f"{counts[status]} {status}"
        for status in (KILLED, TIMEOUT, SURVIVED, NO_TESTS, "listed", "not tried")
        if counts[status]
    ]
    share = f"{100 * live / tried:5.1f} % live" if tried else ""
    return f"{name:40} {share:13} {', '.join(words)}"
