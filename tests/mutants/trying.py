"""Mutants are put before the tests, each in a process of its own, until one of them fails."""

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from tests.mutants.changing import Anew, CannotChange, Functions
from tests.mutants.forking import Child, failure, fork, limit_memory, limit_time
from tests.mutants.making import Function, Mutant
from tests.mutants.reaching import OF_EVENTS, TOURNAMENT, Tests

OTHERS_SECONDS = 4.0
"""For so long a survivor is put before tests that are not its own ruleset's, the quickest first."""
LATEST_KILLERS = 4

KILLED, SURVIVED, TIMEOUT, NO_TESTS = "killed", "survived", "timeout", "no tests"
QUICK = ("-q", "-x", "-s", "--no-header", "-p", "no:cacheprovider", "-p", "no:timeout")
ANEW_SECONDS = 120.0


class Tried(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    status: str
    by: str = ""
    """The test that killed it."""


@dataclass
class Trial:
    """Everything that is needed to try mutants."""

    items: dict[str, pytest.Item]
    tests: Tests
    early: set[Function]
    """Those that ran while modules were imported."""
    functions: Functions = field(default_factory=Functions)
    killers: defaultdict[Function, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The tests that killed a mutant of the same function, the latest first."""

    def tests_for(self, function: Function) -> list[str]:
        """In the order in which they are tried."""
        reaching = self.tests.reaching[function]
        killers = self.killers[function]
        own = own_tests(function)
        mine, seconds = {one for one in reaching if one.startswith(own)}, 0.0
        for one in reaching:
            seconds += self.tests.seconds[one] if one not in mine else 0
            if seconds > OTHERS_SECONDS:
                break
            mine.add(one)
        return list(dict.fromkeys((*killers, *(one for one in reaching if one in mine))))

    def try_all(self, mutants: Iterable[Mutant], jobs: int) -> Iterator[Tried]:
        """Tries them, so many at a time."""
        gc.collect()
        gc.freeze()
        gc.disable()
        running: dict[int, tuple[Mutant, Child, bool]] = {}
        waiting = iter(mutants)
        again: list[Mutant] = []
        while True:
            while len(running) < jobs:
                mutant, anew = (again.pop(), True) if again else (next(waiting, None), False)
                if mutant is None:
                    break
                if not anew and not self._known(mutant.function):
                    yield Tried(mutant, NO_TESTS)
                    continue
                child = self._begin(mutant, anew)
                running[child.pid] = (mutant, child, anew)
            if not running:
                return
            pid, ended = os.waitpid(-1, 0)
            mutant, child, anew = running.pop(pid)
            tried = self._tried(mutant, child.said().decode(), ended)
            if tried.status == SURVIVED and not anew and mutant.function in self.early:
                again.append(mutant)
            else:
                yield tried

    def _known(self, function: Function) -> bool:
        return bool(self.tests.reaching[function]) or function in self.early

    def _begin(self, mutant: Mutant, anew: bool) -> Child:
        return fork(self._anew(mutant) if anew else self._here(mutant))

    def _here(self, mutant: Mutant) -> Callable[[Callable[[bytes], None]], None]:
        names = self.tests_for(mutant.function)

        def run(say: Callable[[bytes], None]) -> None:
            limit_memory()
            try:
                self.functions.change(mutant)
            except CannotChange:
                self._anew(mutant)(say)
                return
            for name in names:
                limit_time(5 * self.tests.seconds[name] + 2)
                if failure(self.items[name]):
                    say(name.encode())
                    os._exit(1)

        return run

    def _anew(self, mutant: Mutant) -> Callable[[Callable[[bytes], None]], None]:
        """The tests once more, on modules imported with the change; all, where none is known.

        What ran while a module was imported, its other tests rest on too: its files are tried whole.
        """
        reaching = self.tests.reaching[mutant.function]
        known = self.tests_for(mutant.function) if reaching else self.items
        files = sorted({name.partition("::")[0] for name in known})
        names = frozenset(name for name in self.items if name.partition("::")[0] in files)

        def run(say: Callable[[bytes], None]) -> None:
            limit_time(ANEW_SECONDS)
            Anew(mutant).begin()
            if pytest.main([*QUICK, *files], plugins=[Selected(names)]):
                say(b"with the modules imported anew")
                os._exit(1)

        return run

    def _tried(self, mutant: Mutant, by: str, ended: int) -> Tried:
        if os.WIFSIGNALED(ended):
            return Tried(mutant, TIMEOUT)
        if not os.WEXITSTATUS(ended):
            return Tried(mutant, SURVIVED)
        if by in self.items:
            killers = self.killers[mutant.function]
            self.killers[mutant.function] = [by, *(one for one in killers if one != by)][
                :LATEST_KILLERS
            ]
        return Tried(mutant, KILLED, by)


class Selected:
    """A plugin that leaves out all other tests."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.names]


def own_tests(function: Function) -> tuple[str, ...]:
    """How the names of the tests begin that a survivor has all passed."""
    if function.module.startswith(TOURNAMENT):
        return OF_EVENTS
    package = function.module.split(".")[1]
    kept = () if package == "kernel" else ("tests/golden/",)
    return (f"tests/domain/{package}/", *kept)
