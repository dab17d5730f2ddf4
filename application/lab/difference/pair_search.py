"""The search on one small table for pairs of readings that change something only together.

It goes breadth first through the states under the edition. As in the search for one difference, other
readings are only tried where a ruling asked their question.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from application.lab.difference.readings import Reading
from application.lab.difference.step_result import StepResult, step_result
from application.lab.model.canonical_form import Canonicalizer
from application.lab.model.laws import ASKED_QUESTIONS, game_at_start, opening_under, state_under
from application.lab.model.steps_to_try import steps_to_try
from application.law.law_spec import LawSpec
from domain.kernel.history import Game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, State
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE, Said

Readings = frozenset[Reading]
"""None of them (the edition's own law), one, or two of different questions."""
THE_EDITION: Readings = frozenset()


def law_of(readings: Readings) -> LawSpec:
    """The newest edition with these readings."""
    return LawSpec({reading.question: reading.value for reading in sorted(readings)})


class PairState(NamedTuple):
    """The state under the edition, together with those that other readings have reached by the same steps."""

    state: State
    diverged: Mapping[Readings, State]
    """Readings → their state, where it is another one although nobody can tell it apart yet."""
    excluded: frozenset[Reading]
    """Readings that ruled differently on the way here, alone: they are not tried any more."""
    steps: tuple[Said, ...] = ()

    def under(self, readings: Readings) -> State:
        """The state under these readings. Where two have none of their own, that of one of them counts."""
        if readings in self.diverged:
            return self.diverged[readings]
        singles = (frozenset({reading}) for reading in readings)
        return next(
            (self.diverged[single] for single in singles if single in self.diverged), self.state
        )


class PairSearch:
    """The search for pairs on one small table."""

    def __init__(self, ruleset: Ruleset, table: SmallTable, readings: Sequence[Reading]) -> None:
        """Sets the table up. Raises SetupError."""
        self.ruleset, self.table, self.readings = ruleset, table, readings
        self.found: dict[Readings, tuple[Said, ...]] = {}
        """Pair → the steps of the shortest game on which it rules differently."""
        self.game = self._game_at_start(THE_EDITION)
        self.canonical = Canonicalizer(ruleset.lab, self.game.opening)
        self._games: dict[Readings, Game] = {}

    def run(self, most: int) -> None:
        """Expands `most` states, the nearest first; what is found is in `found`."""
        frontier, visited, expanded = [self._start()], set(), 0
        while frontier:
            deeper = []
            for node in frontier:
                if expanded >= most:
                    return
                expanded += 1
                for after in self._successors(node):
                    key = self._key(after)
                    if key not in visited:
                        visited.add(key)
                        deeper.append(after)
            frontier = deeper

    def _start(self) -> PairState:
        """The state at entry 0. Some readings may set up another one."""
        first = self.game.now.state
        diverged: dict[Readings, State] = {}
        excluded: set[Reading] = set()
        for reading in self.readings:
            alone = frozenset({reading})
            state = self._game_at_start(alone).now.state
            if self.ruleset.view(state, JUDGE) != self.ruleset.view(first, JUDGE):
                excluded.add(reading)
            elif state_under(self.game.law, state) != first:
                diverged[alone] = state
        return PairState(first, diverged, frozenset(excluded))

    def _game_at_start(self, readings: Readings) -> Game:
        opening = opening_under(self.ruleset, self.table, law_of(readings))
        return game_at_start(self.ruleset, opening, recording=True)

    def _successors(self, node: PairState) -> Iterator[PairState]:
        for said in steps_to_try(self.ruleset, self.table, node.state, self.game.players):
            trial = _StepTrial(self, node, said)
            if trial.result is None:
                continue
            trial.compare_all()
            if trial.result.verdict == LEGAL or trial.diverged:
                steps = (*node.steps, said)
                yield PairState(trial.result.state, trial.diverged, trial.excluded, steps)

    def _key(self, node: PairState) -> object:
        fingerprint = self.canonical.fingerprint
        diverged = ((tuple(sorted(one)), fingerprint(s)) for one, s in node.diverged.items())
        return fingerprint(node.state), frozenset(diverged), node.excluded

    def result_under(
        self, node: PairState, readings: Readings, said: Said
    ) -> tuple[StepResult | None, set[str]]:
        """What these readings make of a step, and which questions the ruling asked."""
        if readings not in self._games:
            self._games[readings] = self._game_at_start(readings)
        game = self._games[readings]
        ASKED_QUESTIONS.clear()
        state = state_under(game.law, node.under(readings))
        result = step_result(game.since(len(node.steps), state), said)
        return result, set(ASKED_QUESTIONS)


class _StepTrial:
    """One step, under the edition and under all readings and pairs that may rule differently on it."""

    def __init__(self, search: PairSearch, node: PairState, said: Said) -> None:
        self.search, self.node, self.said = search, node, said
        self.result, self.asked = search.result_under(node, THE_EDITION, said)
        self.excluded = node.excluded
        self.diverged: dict[Readings, State] = {}

    def compare_all(self) -> None:
        """Compares each reading alone; then pairs of readings that rule alone as the edition does."""
        asked = self._compare_singles()
        for pair in self._pairs(asked):
            if pair in self.search.found or pair & self.excluded:
                continue
            result, _ = self.search.result_under(self.node, pair, self.said)
            if self._differs(result):
                self.search.found[pair] = (*self.node.steps, self.said)
            else:
                self._keep_diverged(pair, result)

    def _compare_singles(self) -> dict[Reading, set[str]]:
        """Compares each reading that may matter; reading → the questions its ruling asked."""
        asked: dict[Reading, set[str]] = {}
        for reading in self.search.readings:
            alone = frozenset({reading})
            matters = reading.question in self.asked or alone in self.node.diverged
            if reading in self.excluded or not matters:
                continue
            result, asked[reading] = self.search.result_under(self.node, alone, self.said)
            if self._differs(result):
                self.excluded |= {reading}
            else:
                self._keep_diverged(alone, result)
        return asked

    def _pairs(self, asked: Mapping[Reading, set[str]]) -> Iterator[Readings]:
        """Pairs that may rule differently: diverged ones, and those of which one reading asks the other's
        question, or both have diverged."""
        seen = {readings for readings in self.node.diverged if len(readings) > 1}
        yield from seen
        for reading, questions in asked.items():
            for other in self.search.readings:
                pair = frozenset({reading, other})
                together = frozenset({other}) in self.diverged or other.question in questions
                if other.question != reading.question and together and pair not in seen:
                    seen.add(pair)
                    yield pair

    def _differs(self, result: StepResult | None) -> bool:
        """Whether people see something else than under the edition; a ruleset that fails counts, too."""
        assert self.result is not None
        return result is None or result.visible != self.result.visible

    def _keep_diverged(self, readings: Readings, result: StepResult | None) -> None:
        assert result is not None and self.result is not None
        if state_under(self.search.game.law, result.state) != self.result.state:
            self.diverged[readings] = result.state
