"""`python -m tests.mutants`: see the package."""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich.progress import Progress

from tests.mutants import results
from tests.mutants.making import ROOT, Mutant, mutants
from tests.mutants.reaching import Tests, belongs, first_run, leaning, places, selection, traced
from tests.mutants.trying import QUICK, Trial

ALL = ["domain."]
COPIED = ("domain", "application", "adapters", "event_schemas", "tests", "pyproject.toml")


class Session:
    """A plugin: instead of running the tests, pytest tries mutants on them."""

    def __init__(self, tried: Sequence[Mutant], folders: Sequence[str], jobs: int) -> None:
        self.mutants, self.folders, self.jobs = tried, folders, jobs
        self.tracing = traced()

    def begin(self) -> None:
        self.imported = self.tracing.__enter__()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.tracing.__exit__(None, None, None)
        items = {one.nodeid: one for one in session.items if belongs(one, self.folders)}
        say(f"{len(items)} tests are run once")
        reach = first_run(list(items.values()))
        if reach.failed:
            say("\n".join(["Nothing is tried, for without any change these fail:", *reach.failed]))
            return True
        for name in leaning(items.values()):
            say(f"{name} is left out: it needs what other tests leave behind")
            del reach.lines[name]
        tests = Tests(reach, dict.fromkeys(one.function for one in self.mutants))
        early = tests.functions_at(places(self.imported))
        self.run(Trial(items, tests, early))
        return True

    def run(self, trial: Trial) -> None:
        results.RESULTS.parent.mkdir(exist_ok=True)
        with results.RESULTS.open("a", encoding="utf-8") as file, Progress() as progress:
            task = progress.add_task("mutants", total=len(self.mutants))
            for tried in trial.try_all(self.mutants, self.jobs):
                print(results.line(tried), file=file, flush=True)
                progress.advance(task)


def say(words: str) -> None:
    print(words, flush=True)  # noqa: T201 - this is a command


def in_a_copy() -> int:
    """Does what was asked in a copy of the tree, so that it may be worked on meanwhile."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        for name in COPIED:
            found = ROOT / name
            if found.is_dir():
                shutil.copytree(found, Path(folder, name))
            else:
                shutil.copy(found, folder)
        command = [sys.executable, "-m", "tests.mutants", *sys.argv[1:]]
        kept = {results.VARIABLE: str(results.RESULTS)}
        return subprocess.run(
            command, cwd=folder, env={**os.environ, **kept}, check=False
        ).returncode


def due(found: Sequence[Mutant], *, survivors: bool, again: bool) -> list[Mutant]:
    """Those that have not been tried as they are now, or that survived."""
    before = results.read()
    if again:
        return list(found)
    status = {one: results.known(one, before) for one in found}
    live = (*results.LIVE,) if survivors else ()
    return [one for one, known in status.items() if known is None or known.status in live]


def show(name: str) -> None:
    function = name.partition("~")[0]
    for mutant in mutants([function]):
        if name in (mutant.name, mutant.function.name):
            result = results.known(mutant, results.read())
            say(mutant.diff())
            say(f"{result.status} {result.by}\n" if result else "not tried\n")


def main() -> int:
    if sys.argv[1:2] == ["show"]:
        for name in sys.argv[2:]:
            show(name)
        return 0
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("prefix", nargs="*", default=ALL, help="how the names begin: domain.kernel")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried at a time")
    parser.add_argument("--survivors", action="store_true", help="also try the survivors again")
    parser.add_argument("--again", action="store_true", help="try all, whatever is known")
    parser.add_argument("--list", action="store_true", help="only say what is known")
    asked = parser.parse_args()
    found = list(mutants(asked.prefix))
    tried = due(found, survivors=asked.survivors, again=asked.again)
    if tried and not asked.list:
        if results.VARIABLE not in os.environ:
            return in_a_copy()
        folders = selection(asked.prefix)
        session = Session(tried, folders, asked.jobs)
        session.begin()
        pytest.main([*QUICK, *folders], plugins=[session])
    known = results.read()
    for line in results.summary(found, known):
        say(line)
    unlisted = [
        one
        for one in found
        if (result := results.known(one, known)) is None
        or (result.status in results.LIVE and one.in_words() not in results.listed())
    ]
    return 1 if unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
