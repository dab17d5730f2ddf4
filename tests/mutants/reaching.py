"""Which tests reach which function, and how long they take."""

import pickle
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from application.rulesets import FOLDERS, folder_of
from tests.mutants.forking import failure, forked
from tests.mutants.making import Function, places_of_rules

OF_GAMES = ("tests/domain/kernel", "tests/conformance", "tests/golden")
TOURNAMENT = "domain.tournament"
OF_EVENTS = (
    "tests/domain/tournament",
    *(
        f"tests/application/event/test_{one}.py"
        for one in (
            "closed_tables",
            "departing",
            "entered_results",
            "opening",
            "pairing",
            "proposal",
            "standings",
        )
    ),
)


def homes() -> dict[str, str]:
    """Module of each ruleset → the folder of its tests; of one in a package, beside it."""
    return {FOLDERS[name]: _tests_of(name, FOLDERS[name]) for name in sorted(FOLDERS)}


def _tests_of(name: str, module: str) -> str:
    if module.startswith("domain."):
        return f"tests/domain/{module.removeprefix('domain.')}"
    beside = Path(folder_of(name)).parent
    return str(beside / "tests" if (beside / "tests").is_dir() else beside)


def selection(prefixes: Sequence[str]) -> list[str]:
    """The folders of the tests that may reach what begins so."""
    known = homes()
    games = [one for one in prefixes if not one.startswith(TOURNAMENT)]
    own = {one for one in known if any(_may_be_in(one, p) for p in games)}
    if any(_may_be_in("domain.kernel", p) for p in games):
        own |= {one for one in known if one.startswith("domain.")}
    of_games = OF_GAMES if any(_may_be_in("domain", p) for p in games) else ()
    of_events = OF_EVENTS if any(_may_be_in(TOURNAMENT, p) for p in prefixes) else ()
    return [*of_games, *of_events, *(known[one] for one in known if one in own)]


def _may_be_in(package: str, prefix: str) -> bool:
    return prefix.startswith(package) or package.startswith(prefix)


def belongs(item: pytest.Item, folders: Sequence[str]) -> bool:
    """Not random, and no test of another ruleset's games."""
    test = getattr(item, "obj", None)
    if getattr(test, "is_hypothesis_test", False):
        return False
    others = [one.rpartition(".")[2] for one, home in homes().items() if home not in folders]
    return not any(f"{one}/" in item.nodeid.replace("-", "_") for one in others)


@dataclass
class Reach:
    """What the first run noted."""

    seconds: dict[str, float] = field(default_factory=dict)
    """Test → how long it took."""
    lines: dict[str, set[tuple[str, int]]] = field(default_factory=lambda: defaultdict(set))
    """Test → (file, first line) of the code that it ran."""
    failed: list[str] = field(default_factory=list)


@contextmanager
def traced() -> Iterator[dict[int, CodeType]]:
    """The code of the domain that runs meanwhile."""
    seen: dict[int, CodeType] = {}

    def trace(frame: FrameType, _event: str, _arg: Any) -> None:
        code = frame.f_code
        if id(code) not in seen:
            seen[id(code)] = code

    sys.settrace(trace)
    try:
        yield seen
    finally:
        sys.settrace(None)


def places(seen: Mapping[int, CodeType]) -> set[tuple[str, int]]:
    rules = tuple(map(str, places_of_rules().values()))
    return {
        (code.co_filename, code.co_firstlineno)
        for code in seen.values()
        if code.co_filename.startswith(rules)
    }


def first_run(items: Sequence[pytest.Item]) -> Reach:
    """Runs every test once, in a process of its own."""

    def run() -> bytes:
        reach = Reach()
        for item in items:
            with traced() as seen:
                began = time.process_time()
                why = failure(item)
                reach.seconds[item.nodeid] = time.process_time() - began
            reach.lines[item.nodeid] = places(seen)
            if why:
                reach.failed.append(f"{item.nodeid}: {why}")
        return pickle.dumps((reach.seconds, dict(reach.lines), reach.failed))

    return Reach(*pickle.loads(forked(run)))


def leaning(items: Iterable[pytest.Item]) -> set[str]:
    """Those that fail by themselves, for want of what others leave behind: they kill nothing."""
    return {item.nodeid for item in items if forked(lambda item=item: failure(item).encode())}  # type: ignore[misc]


class Tests:
    """The tests that reach each function, the quickest first."""

    def __init__(self, reach: Reach, functions: Iterable[Function]) -> None:
        self.seconds = reach.seconds
        self._at = {
            (str(one.path), line): one
            for one in functions
            for line in range(one.first, one.end + 1)
        }
        self.reaching: defaultdict[Function, list[str]] = defaultdict(list)
        for test in sorted(reach.lines, key=self.seconds.__getitem__):
            for function in self.functions_at(reach.lines[test]):
                self.reaching[function].append(test)

    def functions_at(self, places: Iterable[tuple[str, int]]) -> set[Function]:
        """The functions to which this code belongs."""
        return {self._at[place] for place in places if place in self._at}
