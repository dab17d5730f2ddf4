"""A distinguishing game as a record: what the one law rules, and in words what the other does."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from application.lab.difference.distinguishing_game import (
    DistinguishingGame,
    agree_before_the_end,
    differ_at_the_end,
)
from application.lab.dispute import plainest, short_record
from application.records.exports import in_yaml
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game
from domain.kernel.ruleset import SetupError
from domain.kernel.wording import count, list_in_words

FEW = 4
"""At most this many differing values are named in a sentence; the record holds all of them."""


class Contrast(NamedTuple):
    """What each of the two laws makes of the last step, as clauses without a full stop."""

    one: str
    other: str


class Part(dict[str, Any]):
    """Some keys of a mapping: those that differ. A plain mapping in it is meant as a whole."""


def with_plainest_setup(difference: DistinguishingGame) -> DistinguishingGame:
    """The same steps on the smallest set-up on which the laws still differ in nothing new."""
    whole = _what_differs(*difference.games())

    def holds(setup: Mapping[str, Any]) -> bool:
        differing = _what_differs_on(difference.on_setup(setup))
        return bool(differing) and differing <= whole

    return difference.on_setup(plainest(difference.one.opening.setup, holds))


def _what_differs_on(difference: DistinguishingGame) -> frozenset[Any]:
    """What differs after the last step; nothing where the games cannot be played, or differ before it."""
    try:
        game, other = difference.games()
    except (SetupError, RulesetFault):
        return frozenset()
    return _what_differs(game, other) if agree_before_the_end(game, other) else frozenset()


def _what_differs(one: Game, other: Game) -> frozenset[Any]:
    """The pair of rulings where the verdicts differ, otherwise the paths of the view that do."""
    if not differ_at_the_end(one, other):
        return frozenset()
    if one.log[-1].ruling.verdict != other.log[-1].ruling.verdict:
        rulings = (game.log[-1].ruling for game in (one, other))
        return frozenset({tuple((ruling.verdict, ruling.cites) for ruling in rulings)})
    return frozenset(path for path, _ in _paths(differing_part(one.view(), other.view())))


def contrast(game: Game, other: Game) -> Contrast:
    """What the two games make of their last step."""
    if game.log[-1].ruling.verdict != other.log[-1].ruling.verdict:
        return Contrast(_verdict(game), _verdict(other))
    mine, yours = game.view(), other.view()
    return Contrast(
        _table(game, differing_part(mine, yours)), _table(other, differing_part(yours, mine))
    )


def _verdict(game: Game) -> str:
    entry = game.log[-1]
    cites = f" ({', '.join(entry.ruling.cites)})" if entry.ruling.cites else ""
    return f"entry {entry.n} is {entry.ruling.verdict}{cites}"


def _table(game: Game, part: Part) -> str:
    paths = sorted(_paths(part), key=lambda pair: len(pair[0]))
    values = [f"{path} is {_in_a_line(value)}" for path, value in paths]
    more = [count(len(values) - FEW, "other thing")] if len(values) > FEW + 1 else []
    return f"after entry {game.length} {list_in_words([*values[: FEW if more else None], *more])}"


def _paths(part: Part, front: str = "") -> Iterator[tuple[str, Any]]:
    """Each value with the path to it: `units.a1.restrictions`."""
    for key, value in part.items():
        if isinstance(value, Part):
            yield from _paths(value, f"{front}{key}.")
        else:
            yield f"{front}{key}", value


def differing_part(mine: Mapping[str, Any], yours: Mapping[str, Any]) -> Part:
    """What of `mine` differs from `yours`, key by key, down to where their keys differ too."""
    part = Part()
    for key, value in mine.items():
        other = yours.get(key)
        if value == other:
            continue
        both = isinstance(value, Mapping) and isinstance(other, Mapping)
        alike = both and other is not None and value.keys() == other.keys()
        part[key] = differing_part(value, other) if alike and other is not None else value
    return part


def _in_a_line(value: Any) -> str:
    return in_yaml({"": value}).removeprefix(": ").removeprefix("'': ").strip()


def record_of_difference(
    difference: DistinguishingGame, *, of_other: bool = False, names: tuple[str, str]
) -> str:
    """The game under the one law (or the other) as a record in YAML, headed by what both make of it.

    `names`: what the one law is called, and what the other.
    """
    game, other = difference.games()
    words = contrast(game, other)
    mine, yours = (1, 0) if of_other else (0, 1)
    record = short_record((game, other)[mine])
    if game.log[-1].ruling.verdict == other.log[-1].ruling.verdict:
        views = game.view(), other.view()
        record["expect_state"] = _as_plain_mapping(differing_part(views[mine], views[yours]))
    comment = f"# {names[mine]}: {words[mine]}.\n# {names[yours]}: {words[yours]}.\n"
    return comment + in_yaml(record)


def _as_plain_mapping(value: Any) -> Any:
    """The value with each Part as the plain mapping that a record can hold."""
    if not isinstance(value, Part):
        return value
    return {key: _as_plain_mapping(inner) for key, inner in value.items()}
