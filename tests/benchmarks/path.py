"""The path of one step: how many of our files it visits, and how often it goes from one to another.

Every call from one file into another counts, when a game is open and everything has been imported:
a step at the command line, a step over HTTP, a page that is refreshed after it. A generator or a
coroutine that goes on where it had stopped is no call. A comprehension or a lambda is part of the
function that it stands in, as from Python 3.12 on.
"""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, NamedTuple

from click.testing import CliRunner

from adapters.cli import cli
from adapters.wiring import umpire_on
from application.game.words.forms import forms
from application.game.words.short_form import short_form
from domain.kernel.steps import Said
from tests.adapters.servers import ROOT, inside
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import opening, steps

OURS = tuple(f"{ROOT / room}/" for room in ("domain", "application", "adapters"))
AIMS = {
    "command line": {"functions": 150, "files": 45, "calls": 5_000},
    "short": {"functions": 150, "files": 45, "calls": 5_000},
    "HTTP": {"functions": 120, "files": 42, "calls": 1_000},
    "page": {"functions": 400, "files": 60, "calls": 20_000},
}
"""What a path may take: functions, files, and calls of a function. At commit 679a08f1, counted in this way:
217, 58 and 443 at the command line, 284, 67 and 18,318 in few words, 144, 51 and 769 over HTTP, and 243, 80
and 1,207 for the page. A step's own rules are 39 functions in 14 files of the domain, and 120 in 27 where the
game is folded and few words are read."""
ENTRIES = 5
"""Of the game at hand, the step among them."""


@dataclass
class Walk:
    """Our files in the order in which a step's calls enter them."""

    files: set[str] = field(default_factory=set)
    entered: list[str] = field(default_factory=list)
    """A file for each change to it: threads may lose none of them, as they would of a number."""
    called: list[CodeType] = field(default_factory=list)
    """A function for each call of it."""
    walking: bool = False
    _stacks: dict[int, list[FrameType]] = field(default_factory=dict)

    def see(self, frame: FrameType, happens: str, _given: Any) -> None:
        if not self.walking or happens not in ("call", "return"):
            return
        file = frame.f_code.co_filename
        if not file.startswith(OURS):
            return
        stack = self._stacks.setdefault(threading.get_ident(), [])
        if happens == "return":
            # A generator that is left early ends without having gone on: it stands on no stack.
            if stack and stack[-1] is frame:
                stack.pop()
            return
        self.files.add(file)
        before = stack[-1].f_code.co_filename if stack else ""
        if not goes_on(frame):
            if not frame.f_code.co_name.startswith("<"):
                self.called.append(frame.f_code)
            if before != file:
                self.entered.append(file)
        stack.append(frame)


def goes_on(frame: FrameType) -> bool:
    """Whether this is a generator or a coroutine after a pause: its RESUME says where it stands."""
    return frame.f_code.co_code[frame.f_lasti + 1] & 3 != 0


class Counts(NamedTuple):
    changes: int
    files: int
    functions: int
    calls: int


@contextmanager
def walked() -> Iterator[Walk]:
    """Sees every call in threads that begin inside."""
    walk = Walk()
    threading.setprofile(walk.see)
    sys.setprofile(walk.see)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def counted(walk: Walk, work: Callable[[str], Any], games: list[str]) -> Counts:
    """The fewest changes of file with which this work is done on one of these games, and the rest.

    The first game warms it up. What else a count may hold is chance: a task that the clock starts
    meanwhile, a request that arrives in two pieces.
    """
    found = []
    for game in games:
        walk.files, walk.entered, walk.called, walk.walking = set(), [], [], True
        work(game)
        walk.walking = False
        counts = len(walk.entered), len(walk.files), len(set(walk.called)), len(walk.called)
        found.append(Counts(*counts))
    return min(found[1:])


def lines() -> Lines:
    *before, said = steps("voidsiege", ENTRIES)
    with TemporaryDirectory() as folder:
        store = Path(folder) / "games.umpire"
        umpire = umpire_on(str(store))
        games = [umpire.open(opening("voidsiege")) for _ in range(10)]
        for game in games:
            for one in before:
                umpire.step(game, one)
        ruleset = umpire.game(games[0]).game.ruleset
        words = [said["by"], *short_form(said, forms(ruleset), verb=True).split()]
        umpire.store.close()
        with walked() as walk:
            found = {
                "command line": counted(walk, lambda game: typed(store, game, said), games[:2]),
                "short": counted(walk, lambda game: typed_short(store, game, words), games[2:4]),
            }
            with inside(store) as client:
                seats = client.app.state.context.seats
                tokens = {game: seats.issue(game, [said["by"]])[said["by"]] for game in games[4:]}
                asks = Asks(client, tokens)
                for game in games[4:]:
                    asks.page(game)
                found["HTTP"] = counted(walk, lambda game: asks.step(game, said), games[4:])
                found["page"] = counted(walk, asks.page, games[4:])
    for name, counts in found.items():
        for what, aim in AIMS[name].items():
            yield Line(f"a step's path, {name}: {what}", getattr(counts, what), 0, f"≤ {aim}", what)


def typed(store: Path, game: str, said: Said) -> None:
    words = [f"{name}={json.dumps(value)}" for name, value in said.items()]
    done = CliRunner().invoke(cli, ["--db", str(store), "step", game, *words])
    assert done.exit_code == 0, done.output


def typed_short(store: Path, game: str, words: list[str]) -> None:
    """A step in a few words, without its game."""
    one = CliRunner(env={"UMPIRE_GAME": game})
    done = one.invoke(cli, ["--db", str(store), *words])
    assert done.exit_code == 0, done.output


@dataclass
class Asks:
    """What a player's browser asks for."""

    client: Any
    tokens: dict[str, str]

    def step(self, game: str, said: Said) -> None:
        here = {"Authorization": f"Bearer {self.tokens[game]}"}
        answer = self.client.post(f"/api/games/{game}/steps", json=dict(said), headers=here)
        assert answer.status_code == 200, answer.text

    def page(self, game: str) -> None:
        cookie = {"cookie": f"umpire-{game}={self.tokens[game]}"}
        answer = self.client.get(f"/games/{game}/now", headers=cookie)
        assert answer.status_code == 200, answer.text
