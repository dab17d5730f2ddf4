"""Every step that may be thought of at a small table: the candidates, with what they ask for filled in."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, islice, product
from typing import Any

from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ask, Candidate, Ruleset, State
from domain.kernel.steps import Said

MOST_WAYS = 80
"""So many ways of filling in one candidate are tried."""
NUMBERS = (0, 1, 2)
DICE = (1, 6)
FEW_DICE = 3
"""So many at most are thrown where it is not said how many."""


def thinkable(
    ruleset: Ruleset, table: SmallTable, state: State, players: Iterable[str]
) -> Iterator[Said]:
    """The steps of these players, each once, legal or not; none once the game is over."""
    if ruleset.over(state):
        return
    seen = set()
    for player in players:
        for said in _of_player(ruleset, table, state, player):
            key = repr(said)
            if key not in seen:
                seen.add(key)
                yield said


def _of_player(ruleset: Ruleset, table: SmallTable, state: State, player: str) -> Iterator[Said]:
    for candidate in ruleset.candidates(state, player):
        if not any(_says(candidate.said, one) for one in table.without):
            yield from _ways_to_say(candidate, table.answers)
    for step in table.also:
        yield {"by": player, **step}


def _says(said: Said, part: Said) -> bool:
    return all(said.get(name) == value for name, value in part.items())


def _ways_to_say(candidate: Candidate, answers: Mapping[str, tuple[Any, ...]]) -> Iterator[Said]:
    """The candidate as it is, and with what it asks for in every way."""
    said, asks = candidate.said, candidate.asks
    if not asks or not _must_be_filled(said, asks):
        yield said
    if not asks:
        return
    ways = [_ways(name, ask, said, answers) for name, ask in asks.items()]
    for chosen in islice(product(*ways), MOST_WAYS):
        filled = dict(zip(asks, chosen, strict=True))
        left = {name: value for name, value in filled.items() if value is not UNSAID}
        if left:
            yield {**said, **left}


def _must_be_filled(said: Said, asks: Mapping[str, Ask]) -> bool:
    """Whether it says nothing yet of what is asked for, and that cannot be left unsaid."""
    return any(name not in said and ask.kind in ("dice", "text") for name, ask in asks.items())


UNSAID: Any = object()


def _ways(name: str, ask: Ask, said: Said, answers: Mapping[str, tuple[Any, ...]]) -> list[Any]:
    """What may be answered; also nothing, where that may be."""
    if name in answers and ask.kind != "dice":
        return list(answers[name])
    if ask.kind == "dice":
        faces = answers.get(name, DICE)
        counts = range(FEW_DICE + 1) if ask.count is None else (ask.count,)
        return [list(throw) for n in counts for throw in combinations_with_replacement(faces, n)]
    if ask.kind in ("names", "figures"):
        return _names(ask, alone=isinstance(said.get(name), str))
    if ask.kind == "number":
        numbers: Iterable[int] = map(int, ask.choices) if ask.choices else NUMBERS
        return list(numbers)
    if ask.kind == "flag":
        return [UNSAID, True]
    return list(ask.choices) or ["x"]


def _names(ask: Ask, *, alone: bool) -> list[Any]:
    """Groups of so many names; where the number is open, none or a single one."""
    if ask.count is None:
        return [UNSAID, *([name] for name in ask.choices)]
    if alone:
        return list(ask.choices)
    return [list(names) for names in dict.fromkeys(combinations(ask.choices, ask.count))]
