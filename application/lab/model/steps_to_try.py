"""Which steps the lab tries at a state: the ruleset's candidates, with what they ask for filled in."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, islice, product
from typing import Any

from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Ask, Candidate, Ruleset, State
from domain.kernel.steps import Said

MOST_FILLED = 80
"""At most this many ways to fill in one candidate are tried."""
NUMBERS = (0, 1, 2)
"""Tried for a number where the candidate gives no choices."""
DICE = (1, 6)
"""The faces tried where the small table names none."""
MOST_DICE = 3
"""At most this many dice are thrown where the candidate does not say how many."""
LEFT_OUT: Any = object()
"""Stands for a field that is not filled in."""


def steps_to_try(
    ruleset: Ruleset, table: SmallTable, state: State, players: Iterable[str]
) -> Iterator[Said]:
    """The steps of these players, legal or not, each once. There are none once the game is over."""
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
    for candidate in ruleset.offers.candidates(state, player):
        if not any(part.items() <= candidate.said.items() for part in table.never_tried):
            yield from _filled_in(candidate, table.answers)
    for step in table.also_tried:
        yield {"by": player, **step}


def _filled_in(candidate: Candidate, answers: Mapping[str, tuple[Any, ...]]) -> Iterator[Said]:
    """The candidate as it is, then with what it asks for filled in, in every combination."""
    said, asks = candidate.said, candidate.asks
    if not asks or not _must_be_filled(said, asks):
        yield said
    if not asks:
        return
    choices = [_values_for(name, ask, said, answers) for name, ask in asks.items()]
    for chosen in islice(product(*choices), MOST_FILLED):
        fields = zip(asks, chosen, strict=True)
        filled = {name: value for name, value in fields if value is not LEFT_OUT}
        if filled:
            yield {**said, **filled}


def _must_be_filled(said: Said, asks: Mapping[str, Ask]) -> bool:
    """Whether dice or a text are asked for and not there yet: nobody can leave those out."""
    return any(name not in said and ask.kind in ("dice", "text") for name, ask in asks.items())


def _values_for(
    name: str, ask: Ask, said: Said, answers: Mapping[str, tuple[Any, ...]]
) -> list[Any]:
    """The values tried for one field that is asked for; LEFT_OUT among them where it may be missing."""
    if name in answers and ask.kind != "dice":
        return list(answers[name])
    if ask.kind == "dice":
        faces = answers.get(name, DICE)
        counts = range(MOST_DICE + 1) if ask.count is None else (ask.count,)
        return [list(throw) for n in counts for throw in combinations_with_replacement(faces, n)]
    if ask.kind in ("names", "figures"):
        return _groups_of_names(ask, alone=isinstance(said.get(name), str))
    if ask.kind == "number":
        numbers: Iterable[int] = map(int, ask.choices) if ask.choices else NUMBERS
        return list(numbers)
    if ask.kind == "flag":
        return [LEFT_OUT, True]
    return list(ask.choices) or ["x"]


def _groups_of_names(ask: Ask, *, alone: bool) -> list[Any]:
    """Every group of as many names as are asked for; none or one where no number is given.

    `alone`: the field holds a single name and no list.
    """
    if ask.count is None:
        return [LEFT_OUT, *([name] for name in ask.choices)]
    if alone:
        return list(ask.choices)
    return [list(names) for names in dict.fromkeys(combinations(ask.choices, ask.count))]
