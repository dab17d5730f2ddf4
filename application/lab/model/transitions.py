"""A small table under one law as a transition system: which state each step leads to, and how it is ruled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

from application.lab.model.canonical_form import SIZE, Canonicalizer
from application.lab.model.steps_to_try import steps_to_try
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, State
from domain.kernel.ruling import LEGAL, UNDETERMINED
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said


class Transition(NamedTuple):
    """A step tried at a state, how it was ruled, and the state after it."""

    said: Said
    verdict: str
    cites: tuple[str, ...]
    events: tuple[Any, ...]
    state: State
    fingerprint: bytes
    """Of the state after a legal step; empty after any other."""


@dataclass
class Expansion:
    """Every transition out of one state."""

    over: bool
    """Whether the game is over there, so that nothing is tried."""
    transitions: list[Transition] = field(default_factory=list)
    failures: list[tuple[Said, str]] = field(default_factory=list)
    """Steps on which the ruleset fails, each with what it raised."""

    def legal(self) -> Iterator[Transition]:
        return (transition for transition in self.transitions if transition.verdict == LEGAL)

    def undetermined(self) -> Iterator[Transition]:
        return (transition for transition in self.transitions if transition.verdict == UNDETERMINED)

    def waits_for_a_judge(self, any_time: frozenset[str]) -> bool:
        """Whether nobody may go on before a judge has ruled on a step that is undetermined.

        `any_time`: steps that are always allowed, and so take nobody further.
        """
        may = any(transition.said["do"] not in any_time for transition in self.legal())
        return not self.over and not may and any(self.undetermined())


class TransitionSystem:
    """A small table under one law, of which any state can be expanded."""

    def __init__(
        self,
        ruleset: Ruleset,
        table: SmallTable,
        readings: Mapping[str, str] | None = None,
        edition: str | None = None,
    ) -> None:
        """`edition`: an id; the newest without one. Raises SetupError."""
        self.ruleset, self.table, self.lab = ruleset, table, ruleset.lab
        id = ruleset.edition(edition).id
        self.opening = Opening(
            ruleset.name, id, dict(readings or {}), "casual", table.players, table.setup
        )
        self.game: Game = open_game(ruleset, self.opening)
        self.canonical = Canonicalizer(self.lab, self.opening)

    @property
    def start(self) -> State:
        """The state in which the small table is set up."""
        return self.game.now.state

    def transition(self, state: State, depth: int, said: Said) -> Transition:
        """What the step leads to from a state that is reached after `depth` entries."""
        return self._transition(self.game.since(depth, state), said)

    def _transition(self, game: Game, said: Said) -> Transition:
        entry, position = adjudicate(game, said)
        verdict, after = entry.ruling.verdict, position.state
        fingerprint = self.canonical.fingerprint(after) if verdict == LEGAL else b""
        return Transition(said, verdict, entry.ruling.cites, entry.events, after, fingerprint)

    def expand(self, state: State, depth: int) -> Expansion:
        """Tries every step at a state that is reached after `depth` entries."""
        expansion = Expansion(over=self.ruleset.over(state))
        game = self.game.since(depth, state)
        for said in steps_to_try(self.ruleset, self.table, state, self.opening.players):
            try:
                expansion.transitions.append(self._transition(game, said))
            except Exception as why:  # a ruleset may fail in any way: that is what is looked for
                expansion.failures.append((said, error_in_words(why)))
        return expansion

    def behaviour(self, state: State, expansion: Expansion) -> bytes:
        """A hash of every step's ruling and of the state it leads to: equal for equivalent states."""
        form = self.canonical.form(state)
        lines = sorted(
            f"{self.canonical.step_in_form(transition.said, form)} {transition.verdict} "
            f"{sorted(transition.cites)} {transition.fingerprint.hex()}"
            for transition in expansion.transitions
        )
        return blake2b("\n".join(lines).encode(), digest_size=SIZE).digest()


def error_in_words(why: Exception) -> str:
    """The kind of an error, and what it says."""
    return f"{type(why).__name__}: {why}"
