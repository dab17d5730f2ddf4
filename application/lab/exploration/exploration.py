"""What is explored, and what comes of it, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from application.lab.dispute import Dispute
from domain.kernel.lab import SmallTable
from domain.kernel.rulebook import RuleId

UNSOUND = "equality"
"""The kind of a counterexample to the equivalence of states that the ruleset declares."""
RULE, EVENT, LEGAL_DO, REFUSED_DO, GAP, JUDGE = (
    "rule",
    "event",
    "legal",
    "refused",
    "gap",
    "judge",
)
"""The kinds of things that are met: a rule cited, an event, a step that was legal or was refused, the rules
of an undetermined step, and those where nothing else is possible before a judge rules."""
KINDS = (RULE, EVENT, LEGAL_DO, REFUSED_DO, GAP, JUDGE)


@dataclass(frozen=True)
class Exploration:
    """A small table under one law, all of whose reachable states are to be looked at."""

    ruleset: str
    table: SmallTable
    readings: Mapping[RuleId, str] = field(default_factory=dict)
    edition: str | None = None
    """Its id; None is the newest."""
    sound: bool = False
    """Whether states that count as equivalent are all expanded, to see that they behave alike."""

    @property
    def identity(self) -> dict[str, Any]:
        """What tells it from other explorations, as plain JSON."""
        table = self.table
        return {
            "ruleset": self.ruleset,
            "edition": self.edition,
            "table": [table.name, list(table.players), table.setup],
            "readings": dict(self.readings),
            "sound": self.sound,
        }


class Progress(NamedTuple):
    """How far an exploration is."""

    expanded: int
    """States of which every step was tried."""
    reached: int
    """States known, expanded or not."""
    adjudications: int
    """Steps ruled on."""
    depth: int
    """Every game of up to this many steps was tried."""


@dataclass(frozen=True)
class Counterexample:
    """A property that does not hold, with the shortest game to a state that shows it."""

    kind: str
    words: str
    states: int
    """How many states show it."""
    dispute: Dispute


@dataclass(frozen=True)
class ExplorationResult:
    """What an exploration has found."""

    exploration: Exploration
    progress: Progress
    finished: bool
    """Whether every reachable state was expanded."""
    counterexamples: tuple[Counterexample, ...]
    met: Mapping[str, Mapping[str, Dispute]]
    """Kind, of KINDS → what was met → the first game that met it."""

    @property
    def never_legal(self) -> tuple[str, ...]:
        """Names of steps that were tried and refused every time."""
        return tuple(do for do in self.met[REFUSED_DO] if do not in self.met[LEGAL_DO])
