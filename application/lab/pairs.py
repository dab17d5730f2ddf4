"""Pairs of readings that change something only together: each alone rules as the edition does.

As in the search for a single difference, a law is only tried where a ruling asked its question: under
the edition for the one reading, under that one for the other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from application.lab.differ import Difference, Ruled, ruled_under
from application.lab.differences import differ, games, on_setup, record_of_difference
from application.lab.dispute.cutting import plainest
from application.lab.dispute.dispute import Dispute
from application.lab.laws import ASKED, Side, game_at_start, opening_of, under
from application.lab.likeness import Likeness
from application.lab.readings import Reading, other_readings
from application.lab.thinkable import thinkable
from application.rulesets import ruleset as ruleset_called
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, SetupError, State
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed

Pair = frozenset[Reading]
"""One reading, or two of different questions."""


class Node(NamedTuple):
    """A table under the edition, and what the table is under other readings where nobody sees it yet."""

    state: State
    hidden: Mapping[Pair, State]
    parted: frozenset[Reading]
    """Readings that have ruled otherwise on the way here: nothing of them is asked any more."""
    steps: tuple[Said, ...] = ()

    def under(self, pair: Pair) -> State:
        """The table as it is under these readings: as under the one of them that made it another."""
        if pair in self.hidden:
            return self.hidden[pair]
        alone = (self.hidden[one] for one in map(frozenset, zip(pair)) if one in self.hidden)
        return next(alone, self.state)


@dataclass
class Search:
    """One small table searched for pairs."""

    ruleset: Ruleset
    table: SmallTable
    readings: tuple[Reading, ...]
    found: dict[Pair, tuple[Said, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self._lay_out(frozenset())
        self.games: dict[Pair, Game] = {}
        self.likeness = Likeness(self.ruleset.lab, self.game.opening)

    def _lay_out(self, pair: Pair) -> Game:
        opening = opening_of(self.ruleset, self.table, side(pair))
        return game_at_start(self.ruleset, opening, listening=True)

    def run(self, most: int) -> None:
        """Looks at so many tables, the nearest first."""
        level, known, looked_at = [self._begin()], set(), 0
        while level:
            behind = []
            for node in level:
                if looked_at >= most:
                    return
                looked_at += 1
                for met in self._look(node):
                    key = self._key(met)
                    if key not in known:
                        known.add(key)
                        behind.append(met)
            level = behind

    def _begin(self) -> Node:
        """The table as it is laid out; some readings may lay it out otherwise."""
        first, hidden = self.game.now.state, {}
        parted: set[Reading] = set()
        for alone in (frozenset({one}) for one in self.readings):
            state = self._lay_out(alone).now.state
            if self.ruleset.view(state, JUDGE) != self.ruleset.view(first, JUDGE):
                parted |= alone
            elif under(self.game.law, state) != first:
                hidden[alone] = state
        return Node(first, hidden, frozenset(parted))

    def _key(self, node: Node) -> object:
        hidden = (
            (tuple(sorted(pair)), self.likeness.fingerprint(state))
            for pair, state in node.hidden.items()
        )
        return self.likeness.fingerprint(node.state), frozenset(hidden), node.parted

    def _look(self, node: Node) -> Iterator[Node]:
        for said in thinkable(self.ruleset, self.table, node.state, self.game.players):
            tried = TriedStep(self, node, said)
            ruled = tried.edition
            if ruled is None:
                continue
            tried.all()
            if ruled.verdict == LEGAL or tried.hidden:
                yield Node(ruled.state, tried.hidden, tried.parted, (*node.steps, said))

    def ruling_under(self, node: Node, pair: Pair, said: Said) -> tuple[Ruled | None, set[str]]:
        """What these readings make of a step, and which questions they were asked."""
        if pair not in self.games:
            self.games[pair] = self._lay_out(pair)
        game = self.games[pair]
        ASKED.clear()
        state = under(game.law, node.under(pair))
        found = ruled_under(game.since(len(node.steps), state), said)
        return found, set(ASKED)


class TriedStep:
    """One step of a table, ruled on by every reading and pair that may make it another one."""

    def __init__(self, search: Search, node: Node, said: Said) -> None:
        self.search, self.node, self.said = search, node, said
        self.edition, self.asked = search.ruling_under(node, frozenset(), said)
        self.parted = node.parted
        self.hidden: dict[Pair, State] = {}

    def all(self) -> None:
        """Every reading alone first; then each pair of those that rule as the edition does."""
        asked: dict[Reading, set[str]] = {}
        for one in self.search.readings:
            alone = frozenset({one})
            if one in self.parted or not (one.question in self.asked or alone in self.node.hidden):
                continue
            ruled, asked[one] = self.search.ruling_under(self.node, alone, self.said)
            if self._differs(ruled):
                self.parted |= {one}
            else:
                self._keep(alone, ruled)
        for pair in self._pairs(asked):
            if pair in self.search.found or pair & self.parted:
                continue
            ruled, _ = self.search.ruling_under(self.node, pair, self.said)
            if self._differs(ruled):
                self.search.found[pair] = (*self.node.steps, self.said)
            else:
                self._keep(pair, ruled)

    def _pairs(self, asked: Mapping[Reading, set[str]]) -> Iterator[Pair]:
        """Where the one reading asks the other's question, or both have made the table another."""
        seen = {pair for pair in self.node.hidden if len(pair) > 1}
        yield from seen
        for one, questions in asked.items():
            for other in self.search.readings:
                both = frozenset({one, other})
                together = frozenset({other}) in self.hidden or other.question in questions
                if other.question != one.question and together and both not in seen:
                    seen.add(both)
                    yield both

    def _differs(self, ruled: Ruled | None) -> bool:
        """Also where it cannot be ruled on: that is for an exploration to find."""
        assert self.edition is not None
        return ruled is None or ruled.what_people_see != self.edition.what_people_see

    def _keep(self, pair: Pair, ruled: Ruled | None) -> None:
        assert ruled is not None and self.edition is not None
        if under(self.search.game.law, ruled.state) != self.edition.state:
            self.hidden[pair] = ruled.state


def side(pair: Pair) -> Side:
    """The law with these readings."""
    return Side({one.question: one.value for one in sorted(pair)})


def pairs(
    name: str, most: int, tick: Callable[[str, int], None] = lambda _table, _found: None
) -> dict[Pair, Difference]:
    """Every pair of a ruleset's readings that only together change something, with its shortest game.

    On each small table so many tables are looked at; `tick` is called after each with how many are found.
    """
    known = ruleset_called(name)
    readings = tuple(other_readings(known.edition()))
    found: dict[Pair, Difference] = {}
    for table in known.lab.tables:
        try:
            search = Search(known, table, readings)
        except SetupError:
            continue
        search.run(most)
        for pair, steps in search.found.items():
            if pair not in found or len(steps) < len(found[pair].one.steps):
                found[pair] = _difference(known, table, pair, steps)
        tick(table.name, len(found))
    return found


def _difference(
    ruleset: Ruleset, table: SmallTable, pair: Pair, steps: Sequence[Said]
) -> Difference:
    sides = Side(), side(pair)
    one, other = (Dispute(opening_of(ruleset, table, law), tuple(steps)) for law in sides)
    whole = Difference(table.name, one, other, (ruleset, ruleset))

    def holds(setup: Mapping[str, Any]) -> bool:
        try:
            return only_together(on_setup(whole, setup), pair)
        except (SetupError, RulesetFault):
            return False

    return on_setup(whole, plainest(table.setup, holds))


def only_together(difference: Difference, pair: Pair) -> bool:
    """Whether both readings rule otherwise on its last step alone, and neither does for itself."""
    one, other = games(difference)
    before = zip(one.log[:-1], other.log[:-1], strict=True)
    alike = all(mine.ruling.verdict == theirs.ruling.verdict for mine, theirs in before)
    return alike and differ(one, other) and not any(_differs_alone(difference, x) for x in pair)


def _differs_alone(difference: Difference, one: Reading) -> bool:
    opening = changed(difference.one.opening, readings={one.question: one.value})
    alone = replace(difference, other=replace(difference.other, opening=opening))
    return differ(*games(alone))


def record_text(difference: Difference, pair: Pair) -> str:
    """The game as a record under the edition, and what both readings rule as a comment."""
    return record_of_difference(difference, names=("as published", side(pair).words))
