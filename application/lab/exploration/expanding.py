"""One process's part of an exploration: it expands the states it is given, and reports each thing once."""

from collections.abc import Iterator
from typing import NamedTuple

from application.lab.exploration.exploration import (
    EVENT,
    GAP,
    JUDGE,
    LEGAL_DO,
    REFUSED_DO,
    RULE,
    Exploration,
)
from application.lab.exploration.properties import Violation, violations
from application.lab.exploration.states import FrontierState
from application.lab.model.transitions import Expansion, Transition, TransitionSystem
from application.ledger.delta import delta, patch
from application.ledger.stored_events import as_json, from_json
from application.rulesets import ruleset as ruleset_called
from domain.kernel.ruleset import Ruleset, State
from domain.kernel.ruling import LEGAL, UNDETERMINED
from domain.kernel.steps import Said

MOST_REMEMBERED = 500_000
"""Fingerprints of states already sent, which one process remembers."""


class Successor(NamedTuple):
    """A state that a legal step leads to."""

    fingerprint: bytes
    said: Said
    state: bytes
    """The state, packed."""
    behaviour: bytes | None
    """A hash of how it behaves; None unless the exploration is `sound`."""


class Expanded(NamedTuple):
    """What a process found at one state."""

    adjudications: int
    violations: list[Violation]
    met: list[tuple[str, str, Said]]
    """(kind, what, step), of things that this process has not met before."""
    successors: list[Successor]
    behaviour: bytes


class Expander:
    """Expands the states of one exploration."""

    def __init__(self, exploration: Exploration, ruleset: Ruleset | None) -> None:
        """`ruleset`: takes the place of the one of that name. Raises SetupError."""
        known = ruleset or ruleset_called(exploration.ruleset)
        self.system = TransitionSystem(
            known, exploration.table, exploration.readings, exploration.edition
        )
        self.sound = exploration.sound
        self.start = self.system.start
        self._sent: set[bytes] = set()
        self._met: set[tuple[str, str]] = set()

    def pack(self, state: State) -> bytes:
        """The state as its difference from the first one."""
        return as_json(delta(self.start, state))

    def expand(self, node: FrontierState) -> Expanded:
        """Tries every step at a state, and checks what must hold there."""
        state = patch(self.start, type(self.start), from_json(node.state))
        expansion = self.system.expand(state, node.depth)
        return Expanded(
            len(expansion.transitions),
            violations(self.system, state, node.depth, expansion),
            list(self._newly_met(expansion)),
            list(self._successors(expansion, node.depth + 1)),
            self.system.behaviour(state, expansion),
        )

    def _successors(self, expansion: Expansion, depth: int) -> Iterator[Successor]:
        for transition in expansion.legal():
            if self.sound:
                after = self.system.expand(transition.state, depth)
                behaviour = self.system.behaviour(transition.state, after)
                yield Successor(
                    transition.fingerprint, transition.said, self.pack(transition.state), behaviour
                )
            elif transition.fingerprint not in self._sent:
                if len(self._sent) > MOST_REMEMBERED:
                    self._sent.clear()
                self._sent.add(transition.fingerprint)
                yield Successor(
                    transition.fingerprint, transition.said, self.pack(transition.state), None
                )

    def _newly_met(self, expansion: Expansion) -> Iterator[tuple[str, str, Said]]:
        waits = expansion.waits_for_a_judge(self.system.lab.any_time_steps)
        for transition in expansion.transitions:
            for kind, what in _met_by(transition, waits):
                if (kind, what) not in self._met:
                    self._met.add((kind, what))
                    yield kind, what, transition.said


def _met_by(transition: Transition, waits: bool) -> Iterator[tuple[str, str]]:
    """What a step meets. `waits`: whether nothing else is possible before a judge rules."""
    verdict, cites = transition.verdict, transition.cites
    yield (LEGAL_DO if verdict == LEGAL else REFUSED_DO), str(transition.said["do"])
    for rule in cites:
        yield RULE, rule
    for event in transition.events:
        yield EVENT, type(event).__name__
        for rule in event.rules:
            yield RULE, rule
    if verdict == UNDETERMINED:
        yield GAP, " ".join(sorted(cites))
        if waits:
            yield JUDGE, " ".join(sorted(cites))


_expander: list[Expander] = []
"""The one of this process; kept here because only what a module holds outlives a piece of work."""


def begin(exploration: Exploration, ruleset: Ruleset | None) -> None:
    """Makes this process ready for `expand_all`. Raises SetupError."""
    _expander[:] = [Expander(exploration, ruleset)]


def expand_all(piece: list[FrontierState]) -> list[Expanded]:
    """What this process finds at each of these states."""
    return [_expander[0].expand(frontier_state) for frontier_state in piece]
