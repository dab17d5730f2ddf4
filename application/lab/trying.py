"""One table looked at whole: every step thought of is ruled on, and what must hold is asked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from application.lab.likeness import SIZE, Likeness
from application.lab.shape import misfits
from application.lab.thinkable import thinkable
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, State
from domain.kernel.ruling import LEGAL, UNDETERMINED
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said

LONGEST_WINDOW = 200
"""So many of the plainest answers in a row are waited for."""

DEAD_END = "dead end"
FAULT = "fault"
TURN = "who is to act"
WINDOW = "window"
PLAINEST = "plainest step"
VIEW = "view"
INVARIANT = "invariant"


class Wrong(NamedTuple):
    """Something that must hold and does not."""

    kind: str
    words: str
    said: Said | None = None
    """The step that shows it; None where the table itself does."""


class Tried(NamedTuple):
    """A step with what it was ruled to be."""

    said: Said
    verdict: str
    cites: tuple[str, ...]
    events: tuple[Any, ...]
    state: State
    like: bytes
    """The fingerprint of the table after it; empty where the step was refused."""


@dataclass
class TableFindings:
    """What there is to know of one table."""

    tried: list[Tried] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)
    over: bool = False

    def legal(self) -> Iterator[Tried]:
        return (one for one in self.tried if one.verdict == LEGAL)

    def waits_for_a_judge(self, any_time: frozenset[str]) -> bool:
        """Whether nobody may do anything before a judge has ruled on what is undetermined."""
        may = any(one.said["do"] not in any_time for one in self.legal())
        return not self.over and not may and any(self.undetermined_steps())

    def undetermined_steps(self) -> Iterator[Tried]:
        return (one for one in self.tried if one.verdict == UNDETERMINED)


class Bench:
    """A small table under one law, on which any state can be looked at."""

    def __init__(
        self,
        ruleset: Ruleset,
        table: SmallTable,
        readings: Mapping[str, str] | None = None,
        edition: str | None = None,
    ) -> None:
        self.ruleset, self.table, self.lab = ruleset, table, ruleset.lab
        law = ruleset.edition(edition)
        self.opening = Opening(
            ruleset.name, law.id, dict(readings or {}), "casual", table.players, table.setup
        )
        self.game: Game = open_game(ruleset, self.opening)
        self.likeness = Likeness(self.lab, self.opening)

    @property
    def start(self) -> State:
        return self.game.now.state

    def ruling_on(self, state: State, depth: int, said: Said) -> Tried:
        """What the step is ruled to be at this table, as entry `depth` + 1."""
        return self._ruling_in(self.game.since(depth, state), said)

    def _ruling_in(self, game: Game, said: Said) -> Tried:
        entry, position = adjudicate(game, said)
        ruling = entry.ruling
        after = position.state
        like = self.likeness.fingerprint(after) if ruling.verdict == LEGAL else b""
        return Tried(said, ruling.verdict, ruling.cites, entry.events, after, like)

    def look(self, state: State, depth: int) -> TableFindings:
        """Every step thought of, and what is wrong with the table."""
        looked = TableFindings(over=self.ruleset.over(state))
        game = self.game.since(depth, state)
        for said in thinkable(self.ruleset, self.table, state, self.opening.players):
            try:
                looked.tried.append(self._ruling_in(game, said))
            except Exception as why:  # a ruleset that fails is what is looked for
                looked.wrong.append(Wrong(FAULT, f"{type(why).__name__}: {why}", said))
        try:
            looked.wrong += self._wrong_with(state, depth, looked)
        except Exception as why:
            looked.wrong.append(Wrong(FAULT, f"{type(why).__name__}: {why}"))
        return looked

    def answers(self, state: State, looked: TableFindings) -> bytes:
        """How the table answers each step, the same for every table like it."""
        form = self.likeness.form(state)
        said = sorted(
            f"{self.likeness.step_in_form(one.said, form)} {one.verdict} {sorted(one.cites)} {one.like.hex()}"
            for one in looked.tried
        )
        return blake2b("\n".join(said).encode(), digest_size=SIZE).digest()

    def _wrong_with(self, state: State, depth: int, looked: TableFindings) -> Iterator[Wrong]:
        view = self.ruleset.view(state, JUDGE)
        for words in misfits(view, self.lab.view):
            yield Wrong(VIEW, words)
        for one in self.lab.invariants:
            if not one.holds(view):
                yield Wrong(INVARIANT, f"it does not hold that {one.words}")
        if looked.over:
            return
        yield from self._wrong_turn(state, looked)
        yield from self._wrong_going_on(state, depth)

    def _wrong_turn(self, state: State, looked: TableFindings) -> Iterator[Wrong]:
        """Whoever is to act may act, and nobody else; somebody may, if only once a judge has ruled."""
        mine = (one.said for one in looked.legal() if one.said["do"] not in self.lab.any_time)
        may = {said["by"] for said in mine}
        if not may and any(looked.undetermined_steps()):
            return
        if not may:
            yield Wrong(DEAD_END, "nobody may do anything, and the game is not over")
            return
        to_act = set(self.ruleset.to_act(state))
        if may != to_act:
            yield Wrong(TURN, f"{_and(to_act)} should be to act, and {_and(may)} may")

    def _wrong_going_on(self, state: State, depth: int) -> Iterator[Wrong]:
        """The plainest step is always legal, and leads out of a window."""
        for n in range(LONGEST_WINDOW):
            said = self.ruleset.going_on(state)
            if said is None:
                return
            tried = self.ruling_on(state, depth + n, said)
            if tried.verdict == UNDETERMINED:
                return
            if tried.verdict != LEGAL:
                yield Wrong(PLAINEST, "what is plainest to do is not legal", said)
                return
            view = self.ruleset.view(state, JUDGE)
            state = tried.state
            if not self.lab.window(view) or self.ruleset.over(state):
                return
        yield Wrong(
            WINDOW, f"the window is still open after {LONGEST_WINDOW} of the plainest answers"
        )


def _and(players: set[str]) -> str:
    return " and ".join(sorted(players)) or "nobody"
