"""The shortest difference: the shortest game on which two laws rule otherwise.

Tables are met breadth first under one law, the nearest first. Where a ruling asked an open question, the
same step is ruled on under every law that answers it otherwise; where it asked none of them, those laws
rule alike, and nothing has to be tried. A law under which the table has become another one without
anybody seeing it goes along as a table of its own, its shadow.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from application.lab.dispute.dispute import Dispute
from application.lab.laws import ASKED, Side, game_at_start, known_side, opening_of, under
from application.lab.likeness import Likeness
from application.lab.thinkable import thinkable
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ruleset, SetupError, State
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said


@dataclass(frozen=True)
class Difference:
    """A game whose last step the two laws rule on otherwise."""

    table: str
    one: Dispute
    """The game under the first law."""
    other: Dispute
    rulesets: tuple[Ruleset, Ruleset]
    """With the edition of the one law, and that of the other."""


class Node(NamedTuple):
    """A table that was met, and the tables that other laws have in its place."""

    state: State
    shadows: Mapping[int, State]
    depth: int
    before: "Node | None" = None
    said: Said | None = None

    def game(self) -> tuple[Said, ...]:
        """The steps that lead here."""
        steps: list[Said] = []
        node: Node | None = self
        while node is not None and node.said is not None:
            steps.append(node.said)
            node = node.before
        return tuple(reversed(steps))


class Ruled(NamedTuple):
    """What one law makes of a step."""

    verdict: str
    state: State
    view: Mapping[str, Any] | None
    """How the table looks after it; None where it was not legal. Looking may ask a question, too."""

    @property
    def what_people_see(self) -> Any:
        """What people see of it: two laws differ where this does."""
        return self.verdict, self.view


@dataclass
class SearchedLaw:
    """One of the laws that are compared with the first."""

    side: Side
    ruleset: Ruleset
    game: Game
    """At entry 0, on the table that is searched."""
    apart: bool
    """It is of another edition: nothing tells where it may rule otherwise."""

    def is_asked(self, questions: set[str]) -> bool:
        return self.apart or not questions.isdisjoint(self.side.readings)


class Search:
    """One small table searched for the first difference of each of several laws from one."""

    def __init__(
        self, ruleset: Ruleset, table: SmallTable, one: Side, others: Sequence[Side]
    ) -> None:
        self.table = table
        self.one = one
        self.first = known_side(ruleset, one)
        ASKED.clear()
        self.game = game_at_start(self.first, opening_of(self.first, table, one), listening=True)
        self.laws = {n: self._law(ruleset, side) for n, side in enumerate(others)}
        self.likeness = Likeness(ruleset.lab, self.game.opening)
        self.found: dict[int, tuple[Said, ...]] = {}
        shadows = {
            n: law.game.now.state for n, law in self.laws.items() if law.is_asked(set(ASKED))
        }
        self.level = [Node(self.game.now.state, shadows, 0)]
        self.known = {self._key(self.level[0])}
        self.looked_at = 0
        self.depth = 0

    def _law(self, ruleset: Ruleset, side: Side) -> SearchedLaw:
        known = known_side(ruleset, side)
        game = game_at_start(known, opening_of(known, self.table, side))
        return SearchedLaw(side, known, game, known.edition() is not self.first.edition())

    def deeper(self, wanted: set[int], most: int) -> bool:
        """One step further from every table of this depth; False where there are too many.

        `wanted`: the laws of which no difference is known yet. What is found is in `found`.
        """
        behind: list[Node] = []
        for node in self.level:
            if self.looked_at >= most or not wanted - self.found.keys():
                return False
            self.looked_at += 1
            behind += self._look(node, wanted)
        self.level, self.depth = behind, self.depth + 1
        return True

    def _look(self, node: Node, wanted: set[int]) -> Iterator[Node]:
        if self.first.over(node.state):
            return
        game = self.game.since(node.depth, node.state)
        for said in self._thinkable(node, wanted):
            ASKED.clear()
            ruled = ruled_under(game, said)
            if ruled is None:
                continue
            asked = set(ASKED)
            shadows = self._beside(node, said, ruled, asked, wanted - self.found.keys())
            if ruled.verdict == LEGAL or shadows:
                met = Node(ruled.state, shadows, node.depth + 1, node, said)
                key = self._key(met)
                if key not in self.known:
                    self.known.add(key)
                    yield met

    def _beside(
        self, node: Node, said: Said, ruled: Ruled, asked: set[str], wanted: set[int]
    ) -> dict[int, State]:
        """What the other laws make of the step; their tables, where they are others now."""
        shadows: dict[int, State] = {}
        for n in wanted:
            law, state = self.laws[n], node.shadows.get(n)
            if state is None and not law.is_asked(asked):
                continue
            state = under(law.game.law, node.state) if state is None else state
            other = ruled_under(law.game.since(node.depth, state), said)
            if other is None:
                continue
            if other.what_people_see != ruled.what_people_see:
                self.found[n] = (*node.game(), said)
            elif law.apart or under(self.game.law, other.state) != ruled.state:
                shadows[n] = other.state
        return shadows

    def _thinkable(self, node: Node, wanted: set[int]) -> Iterator[Said]:
        """What is thought of under any of the laws, each step once."""
        players = self.game.players
        ASKED.clear()
        steps = list(thinkable(self.first, self.table, node.state, players))
        asked = set(ASKED)
        yield from steps
        known = {repr(said) for said in steps}
        for n in wanted:
            law = self.laws[n]
            state = node.shadows.get(n)
            if state is None and law.is_asked(asked):
                state = under(law.game.law, node.state)
            for said in () if state is None else thinkable(law.ruleset, self.table, state, players):
                if repr(said) not in known:
                    known.add(repr(said))
                    yield said

    def _key(self, node: Node) -> tuple[Any, ...]:
        form = self.likeness.fingerprint(node.state)
        shadows = ((n, self.likeness.fingerprint(state)) for n, state in node.shadows.items())
        return (form, *sorted(shadows))

    def difference(self, n: int) -> Difference:
        """What was found of this law, as two games."""
        steps, law = self.found[n], self.laws[n]
        one, other = self.game.opening, law.game.opening
        known = (self.first, law.ruleset)
        return Difference(self.table.name, Dispute(one, steps), Dispute(other, steps), known)


def ruled_under(game: Game, said: Said) -> Ruled | None:
    """What a game's law makes of a step; None where the ruleset fails: that is for an exploration to find."""
    try:
        entry, position = adjudicate(game, said)
    except RulesetFault:
        return None
    legal, state = entry.ruling.verdict == LEGAL, position.state
    view = game.ruleset.view(state, JUDGE) if legal else None
    return Ruled(entry.ruling.verdict, state, view)


class SearchProgress(NamedTuple):
    """How far a search is."""

    depth: int
    looked_at: int
    found: int
    wanted: int


@dataclass
class Searched:
    """What came of laying several laws beside one."""

    found: dict[Side, Difference] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    """Table → how many steps every game on it was followed."""
    exhausted: set[str] = field(default_factory=set)
    """Tables on which every game was followed to its end."""
    looked_at: int = 0


def differences(
    ruleset: Ruleset,
    one: Side,
    others: Sequence[Side],
    tables: Iterable[SmallTable] | None = None,
    most: int = 20_000,
    tick: Callable[[SearchProgress], None] = lambda _: None,
    found: Callable[[Side, Difference], None] = lambda _side, _difference: None,
) -> Searched:
    """The first difference of each law from the one, the shortest on any of these tables.

    All tables are searched to the same depth before any is searched deeper, until `most` tables were
    looked at on each of them; `found` is called with each as it is found. Raises BadLaw.
    """
    searches = list(_searches(ruleset, one, others, tables or ruleset.lab.tables))
    searched = Searched(depths={search.table.name: 0 for search in searches})
    wanted, running = set(range(len(others))), list(searches)
    while running and wanted:
        for search in list(running):
            whole = search.deeper(wanted, most)
            for n in wanted & search.found.keys():
                searched.found[others[n]] = search.difference(n)
                found(others[n], searched.found[others[n]])
            wanted -= search.found.keys()
            searched.depths[search.table.name] = search.depth
            if not search.level:
                searched.exhausted.add(search.table.name)
            if not whole or not search.level:
                running.remove(search)
            searched.looked_at = sum(one.looked_at for one in searches)
            told = (search.depth, searched.looked_at, len(searched.found), len(others))
            tick(SearchProgress(*told))
    return searched


def _searches(
    ruleset: Ruleset, one: Side, others: Sequence[Side], tables: Iterable[SmallTable]
) -> Iterator[Search]:
    """A search of every table that can be laid out under all these laws."""
    for table in tables:
        try:
            yield Search(ruleset, table, one, others)
        except SetupError:
            continue
