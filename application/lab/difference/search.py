"""The search for the shortest game that tells two laws apart.

It goes breadth first through the states under one law, and takes each step under the other laws too.
Only where the ruling asked an open question does a law that answers it differently have to be tried:
where none was asked, all laws rule alike. A law whose state has become another one that nobody can
tell apart yet carries a state of its own along.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from application.lab.difference.distinguishing_game import DistinguishingGame
from application.lab.difference.step_result import StepResult, step_result
from application.lab.dispute import Dispute
from application.lab.model.canonical_form import Canonicalizer
from application.lab.model.laws import (
    ASKED_QUESTIONS,
    game_at_start,
    opening_under,
    ruleset_under,
    state_under,
)
from application.lab.model.steps_to_try import steps_to_try
from application.law.law_spec import LawSpec
from domain.kernel.history import Game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, SetupError, State
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import Said


class ProductState(NamedTuple):
    """The state under the first law, together with those that other laws have reached by the same steps."""

    state: State
    diverged: Mapping[int, State]
    """Number of a law → its state, where that is another one than the first law's."""
    depth: int
    parent: "ProductState | None" = None
    said: Said | None = None
    """The step from the parent."""

    def trace(self) -> tuple[Said, ...]:
        """The steps that lead here."""
        steps: list[Said] = []
        node: ProductState | None = self
        while node is not None and node.said is not None:
            steps.append(node.said)
            node = node.parent
        return tuple(reversed(steps))


@dataclass(frozen=True)
class ComparedLaw:
    """One of the laws that are compared with the first."""

    spec: LawSpec
    ruleset: Ruleset
    game: Game
    """At entry 0 on the small table."""
    other_edition: bool
    """Whether it may differ at any step, whichever questions are asked."""

    def may_differ(self, asked: set[str]) -> bool:
        """Whether it may rule differently where these questions were asked."""
        return self.other_edition or not asked.isdisjoint(self.spec.readings)


class DifferenceSearch:
    """The search on one small table, for the first difference of each of several laws from one."""

    def __init__(
        self, ruleset: Ruleset, table: SmallTable, law_spec: LawSpec, others: Sequence[LawSpec]
    ) -> None:
        """Sets the table up under each of the laws. Raises BadLaw, SetupError."""
        self.table = table
        self.ruleset = ruleset_under(ruleset, law_spec)
        ASKED_QUESTIONS.clear()
        opening = opening_under(self.ruleset, table, law_spec)
        self.game = game_at_start(self.ruleset, opening, recording=True)
        self.laws = {n: self._compared_law(ruleset, law) for n, law in enumerate(others)}
        self.canonical = Canonicalizer(ruleset.lab, self.game.opening)
        self.found: dict[int, tuple[Said, ...]] = {}
        """Number of a law → the steps of its first difference."""
        asked = set(ASKED_QUESTIONS)
        diverged = {n: law.game.now.state for n, law in self.laws.items() if law.may_differ(asked)}
        start = ProductState(self.game.now.state, diverged, 0)
        self.frontier = [start]
        """Every product state at this depth that is not visited before."""
        self.depth = 0
        self.expanded = 0
        self._visited = {self._key(start)}

    def _compared_law(self, ruleset: Ruleset, law: LawSpec) -> ComparedLaw:
        known = ruleset_under(ruleset, law)
        game = game_at_start(known, opening_under(known, self.table, law))
        return ComparedLaw(law, known, game, known.edition() is not self.ruleset.edition())

    def deepen(self, wanted: set[int], most: int) -> bool:
        """Expands the whole frontier; False where it stops early.

        It stops when `most` states are expanded, or a difference of every `wanted` law is found.
        """
        deeper: list[ProductState] = []
        for node in self.frontier:
            if self.expanded >= most or not wanted - self.found.keys():
                return False
            self.expanded += 1
            deeper += self._successors(node, wanted)
        self.frontier, self.depth = deeper, self.depth + 1
        return True

    def _successors(self, node: ProductState, wanted: set[int]) -> Iterator[ProductState]:
        """The product states that a step leads to and that were not visited before."""
        if self.ruleset.over(node.state):
            return
        game = self.game.since(node.depth, node.state)
        for said in self._steps_to_try(node, wanted):
            ASKED_QUESTIONS.clear()
            result = step_result(game, said)
            if result is None:
                continue
            asked = set(ASKED_QUESTIONS)
            diverged = self._compare(node, said, result, asked, wanted - self.found.keys())
            if result.verdict == LEGAL or diverged:
                after = ProductState(result.state, diverged, node.depth + 1, node, said)
                key = self._key(after)
                if key not in self._visited:
                    self._visited.add(key)
                    yield after

    def _compare(
        self, node: ProductState, said: Said, result: StepResult, asked: set[str], wanted: set[int]
    ) -> dict[int, State]:
        """Takes the step under the `wanted` laws, and notes the differences; the states that diverged."""
        diverged: dict[int, State] = {}
        for n in wanted:
            law, state = self.laws[n], self._state_under(n, node, asked)
            if state is None:
                continue
            other = step_result(law.game.since(node.depth, state), said)
            if other is None:
                continue
            if other.visible != result.visible:
                self.found[n] = (*node.trace(), said)
            elif law.other_edition or state_under(self.game.law, other.state) != result.state:
                diverged[n] = other.state
        return diverged

    def _state_under(self, n: int, node: ProductState, asked: set[str]) -> State | None:
        """The state under law n; None where it must rule as the first law, which `asked` these questions."""
        if n in node.diverged:
            return node.diverged[n]
        law = self.laws[n]
        return state_under(law.game.law, node.state) if law.may_differ(asked) else None

    def _steps_to_try(self, node: ProductState, wanted: set[int]) -> Iterator[Said]:
        """The steps that are tried under any of the laws, each once."""
        players = self.game.players
        ASKED_QUESTIONS.clear()
        steps = list(steps_to_try(self.ruleset, self.table, node.state, players))
        asked = set(ASKED_QUESTIONS)
        yield from steps
        seen = {repr(said) for said in steps}
        for n in wanted:
            state = self._state_under(n, node, asked)
            if state is None:
                continue
            for said in steps_to_try(self.laws[n].ruleset, self.table, state, players):
                if repr(said) not in seen:
                    seen.add(repr(said))
                    yield said

    def _key(self, node: ProductState) -> tuple[object, ...]:
        fingerprint = self.canonical.fingerprint
        diverged = sorted((n, fingerprint(state)) for n, state in node.diverged.items())
        return (fingerprint(node.state), *diverged)

    def difference(self, n: int) -> DistinguishingGame:
        """The first difference of law n. Raises KeyError where none is found."""
        steps, law = self.found[n], self.laws[n]
        dispute, other = Dispute(self.game.opening, steps), Dispute(law.game.opening, steps)
        return DistinguishingGame(self.table.name, dispute, other, (self.ruleset, law.ruleset))


class SearchProgress(NamedTuple):
    """How far a search is."""

    depth: int
    expanded: int
    """States on all small tables together."""
    found: int
    wanted: int
    """How many laws are compared with the first."""


@dataclass
class SearchResult:
    """What came of comparing several laws with one."""

    found: dict[LawSpec, DistinguishingGame] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    """Small table → every game on it of up to this many steps was tried."""
    exhausted: set[str] = field(default_factory=set)
    """Small tables on which every game was tried to its end."""
    expanded: int = 0


def shortest_differences(
    ruleset: Ruleset,
    law_spec: LawSpec,
    others: Sequence[LawSpec],
    tables: Iterable[SmallTable] | None = None,
    most: int = 20_000,
    tick: Callable[[SearchProgress], None] = lambda _: None,
    found: Callable[[LawSpec, DistinguishingGame], None] = lambda _law, _difference: None,
) -> SearchResult:
    """The shortest game on any of these small tables that tells each other law from the one.

    All tables are searched to the same depth before any is searched deeper, each until `most` states
    are expanded. `found` is called with each game as it is found. Raises BadLaw.
    """
    searches = list(_searches(ruleset, law_spec, others, tables or ruleset.lab.tables))
    result = SearchResult(depths={search.table.name: 0 for search in searches})
    wanted, running = set(range(len(others))), list(searches)
    while running and wanted:
        for search in list(running):
            if not search.deepen(wanted, most) or not search.frontier:
                running.remove(search)
            for n in wanted & search.found.keys():
                result.found[others[n]] = search.difference(n)
                found(others[n], result.found[others[n]])
            wanted -= search.found.keys()
            result.depths[search.table.name] = search.depth
            if not search.frontier:
                result.exhausted.add(search.table.name)
            result.expanded = sum(each.expanded for each in searches)
            progress = search.depth, result.expanded, len(result.found), len(others)
            tick(SearchProgress(*progress))
    return result


def _searches(
    ruleset: Ruleset, law_spec: LawSpec, others: Sequence[LawSpec], tables: Iterable[SmallTable]
) -> Iterator[DifferenceSearch]:
    """A search of each small table that can be set up under all these laws."""
    for table in tables:
        try:
            yield DifferenceSearch(ruleset, table, law_spec, others)
        except SetupError:
            continue
