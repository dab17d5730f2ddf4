"""A difference between two laws as a record: what the one rules, and in words what the other does."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from application.lab.differ import Difference
from application.lab.dispute.cutting import plainest
from application.lab.dispute.dispute import Dispute, game_of
from application.lab.dispute.record import short_record
from application.records.exports import in_yaml
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import SetupError
from domain.kernel.ruling import LEGAL
from domain.kernel.values import changed
from domain.kernel.wording import count, list_in_words

FEW = 4
"""So much of what differs is told in words; a record holds all of it."""


class Contrast(NamedTuple):
    """What the two laws make of the last step, a sentence each."""

    one: str
    other: str


def plain(difference: Difference) -> Difference:
    """The same difference on a set-up with no more in it than it takes."""
    whole = _what_differs(*games(difference))

    def parts(setup: Mapping[str, Any]) -> bool:
        found = _parts_at_the_end(on_setup(difference, setup))
        return bool(found) and found <= whole

    return on_setup(difference, plainest(difference.one.opening.setup, parts))


def on_setup(difference: Difference, setup: Mapping[str, Any]) -> Difference:
    """The same steps on another set-up."""

    def lay_out(dispute: Dispute) -> Dispute:
        return replace(dispute, opening=changed(dispute.opening, setup=setup))

    return replace(difference, one=lay_out(difference.one), other=lay_out(difference.other))


def games(difference: Difference) -> tuple[Game, Game]:
    """Both games. Raises SetupError."""
    one, other = difference.rulesets
    return game_of(difference.one, one), game_of(difference.other, other)


def _parts_at_the_end(difference: Difference) -> frozenset[Any]:
    """What differs after the last step; nothing where the games part before it, or not at all."""
    try:
        one, other = games(difference)
    except (SetupError, RulesetFault):
        return frozenset()
    rulings = zip(one.log[:-1], other.log[:-1], strict=True)
    if any(a.ruling.verdict != b.ruling.verdict for a, b in rulings):
        return frozenset()
    return _what_differs(one, other)


def _what_differs(one: Game, other: Game) -> frozenset[Any]:
    """The two rulings where the verdicts differ, else the paths of the state that do."""
    if not differ(one, other):
        return frozenset()
    if one.log[-1].ruling.verdict != other.log[-1].ruling.verdict:
        rulings = (game.log[-1].ruling for game in (one, other))
        return frozenset({tuple((said.verdict, said.cites) for said in rulings)})
    return frozenset(path for path, _ in _paths(apart(one.view(), other.view())))


def differ(one: Game, other: Game) -> bool:
    """Whether the last rulings differ, or what is on the table after a legal one."""
    verdict = one.log[-1].ruling.verdict
    if verdict != other.log[-1].ruling.verdict:
        return True
    return verdict == LEGAL and one.view() != other.view()


def contrast(one: Game, other: Game) -> Contrast:
    """What the two make of the last step."""
    if one.log[-1].ruling.verdict != other.log[-1].ruling.verdict:
        return Contrast(_verdict(one), _verdict(other))
    mine, yours = one.view(), other.view()
    return Contrast(_table(one, apart(mine, yours)), _table(other, apart(yours, mine)))


def _verdict(game: Game) -> str:
    entry = game.log[-1]
    cites = f" ({', '.join(entry.ruling.cites)})" if entry.ruling.cites else ""
    return f"entry {entry.n} is {entry.ruling.verdict}{cites}"


def _table(game: Game, apart: Mapping[str, Any]) -> str:
    paths = sorted(_paths(apart), key=lambda pair: len(pair[0]))
    told = [f"{path} is {_flow(one)}" for path, one in paths]
    more = [count(len(told) - FEW, "other thing")] if len(told) > FEW + 1 else []
    return f"after entry {game.length} {list_in_words([*told[: FEW if more else None], *more])}"


def _paths(apart: Mapping[str, Any], front: str = "") -> Iterator[tuple[str, Any]]:
    """Each value with the path to it: `units.a1.restrictions`."""
    for key, value in apart.items():
        if isinstance(value, Part):
            yield from _paths(value, f"{front}{key}.")
        else:
            yield f"{front}{key}", value


class Part(dict[str, Any]):
    """A mapping of which only these keys are meant."""


def apart(mine: Mapping[str, Any], yours: Mapping[str, Any]) -> Part:
    """What the one state has otherwise than the other, key by key."""
    found = Part()
    for key, value in mine.items():
        other = yours.get(key)
        if value == other:
            continue
        both = (
            isinstance(value, Mapping)
            and isinstance(other, Mapping)
            and value.keys() == other.keys()
        )
        found[key] = apart(value, other) if both and other is not None else value
    return found


def _flow(value: Any) -> str:
    return in_yaml({"": value}).removeprefix(": ").removeprefix("'': ").strip()


def record_of_difference(
    difference: Difference, *, of_other: bool = False, names: tuple[str, str]
) -> str:
    """The game under one of the laws as a record, and what the other rules as a comment.

    `names`: what the two laws are called.
    """
    one, other = games(difference)
    words = contrast(one, other)
    mine, yours = (1, 0) if of_other else (0, 1)
    game = (one, other)[mine]
    record = short_record(game)
    if one.log[-1].ruling.verdict == other.log[-1].ruling.verdict:
        views = one.view(), other.view()
        record["expect_state"] = _as_plain_mapping(apart(views[mine], views[yours]))
    comment = f"# {names[mine]}: {words[mine]}.\n# {names[yours]}: {words[yours]}.\n"
    return comment + in_yaml(record)


def _as_plain_mapping(value: Any) -> Any:
    """The same of plain mappings, as they are written."""
    return (
        {key: _as_plain_mapping(one) for key, one in value.items()}
        if isinstance(value, Part)
        else value
    )


def under_reading(difference: Difference, question: RuleId, values: tuple[str, str]) -> Difference:
    """The same with the reading of this question said by both sides."""

    def with_value(dispute: Dispute, value: str) -> Dispute:
        readings = {**dispute.opening.readings, question: value}
        return replace(dispute, opening=changed(dispute.opening, readings=readings))

    one, other = values
    return replace(
        difference, one=with_value(difference.one, one), other=with_value(difference.other, other)
    )
