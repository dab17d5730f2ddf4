"""The smallest dispute: the shortest record whose last step still gets the same ruling."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from application.lab.cutting import fewest, plainest
from application.rulesets import ruleset
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.ruling import Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed

POINTS_AT = {"rewind": "to", "overrule": "entry", "played": "entry"}
"""Steps that name an entry, and the field in which they do."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game up to the step whose ruling is in question, which is its last."""

    opening: Opening
    steps: tuple[Said, ...]

    @property
    def size(self) -> tuple[int, int]:
        """How many steps, and how many values the set-up has."""
        return len(self.steps), _values(self.opening.setup)


def dispute_at(game: Game, n: int) -> Dispute:
    """The game as it was when entry n was its newest."""
    return Dispute(game.opening, tuple(entry.said for entry in game.log[:n]))


def smallest(dispute: Dispute, *, facts: bool = False) -> Dispute:
    """The same ruling on the last step from fewer steps and a plainer set-up.

    The same ruling is the same verdict with the same rules cited, on request with the same facts and,
    but for numbers, the same reason.
    No single step can be taken out of what is given back. The same dispute always gives the same.
    """
    same = _same_as(_ruling(dispute), facts)
    small, before = _legal_only(dispute, same), None
    while small != before:
        before = small
        small = _fewer_steps(small, same)
        small = _plainer_setup(small, same)
        small = _plainer_words(small, same)
    return small


def played(dispute: Dispute, known: Ruleset | None = None) -> Game:
    """The game of the dispute, of the ruleset of its name if no other is given.

    Raises SetupError, or what a faulty ruleset raises.
    """
    game = open_game(known or ruleset(dispute.opening.ruleset), dispute.opening)
    for said in dispute.steps:
        game.take(*adjudicate(game, said))
    return game


Same = Callable[[Dispute], bool]
NUMBER = re.compile(r"\d+\b")


def _same_as(ruling: Ruling | None, facts: bool) -> Same:
    if ruling is None:
        raise SetupError("the game cannot be played to the step in question")
    wanted = _of_interest(ruling, facts)

    def same(dispute: Dispute) -> bool:
        found = _ruling(dispute)
        return found is not None and _of_interest(found, facts) == wanted

    return same


def _of_interest(ruling: Ruling, facts: bool) -> tuple[Any, ...]:
    told = (_without_entries(ruling.facts), NUMBER.sub("#", ruling.reason)) if facts else None
    return ruling.verdict, frozenset(ruling.cites), told


def _without_entries(value: Any) -> Any:
    """Facts without the numbers of entries, which are others in a shorter game."""
    if isinstance(value, Mapping):
        kept = (key for key in value if key not in ("entry", "entries", "since"))
        return {key: _without_entries(value[key]) for key in kept}
    if isinstance(value, list | tuple):
        return [_without_entries(one) for one in value]
    return value


def _ruling(dispute: Dispute) -> Ruling | None:
    """The ruling on the last step; None where the game cannot be laid out or played."""
    seats = {*dispute.opening.players, JUDGE}
    if any(said["by"] not in seats for said in dispute.steps):
        return None
    try:
        return played(dispute).log[-1].ruling
    except (SetupError, RulesetFault):
        return None


def _legal_only(dispute: Dispute, same: Same) -> Dispute:
    """Without the steps that were refused, where that makes no difference."""
    game = played(dispute)
    legal = [entry.n for entry in game.log[:-1] if entry.happened]
    fewer = _with_entries(dispute, [*legal, len(dispute.steps)])
    return fewer if fewer is not None and same(fewer) else dispute


def _fewer_steps(dispute: Dispute, same: Same) -> Dispute:
    last = len(dispute.steps)

    def holds(entries: list[int]) -> bool:
        fewer = _with_entries(dispute, [*entries, last])
        return fewer is not None and same(fewer)

    fewer = _with_entries(dispute, [*fewest(range(1, last), holds), last])
    assert fewer is not None
    return fewer


def _with_entries(dispute: Dispute, entries: Sequence[int]) -> Dispute | None:
    """These entries alone, in their order, each number in them the new one.

    None where one of them names an entry that is not among them.
    """
    new = {old: n for n, old in enumerate(entries, 1)}
    pattern = ruleset(dispute.opening.ruleset).lab.entry_names
    try:
        steps = tuple(_renumbered(dispute.steps[n - 1], new, pattern) for n in entries)
    except KeyError:
        return None
    return Dispute(dispute.opening, steps)


def _renumbered(said: Said, new: Mapping[int, int], pattern: str) -> Said:
    """The step as it is said where the entries have these numbers. Raises KeyError."""
    pointed = POINTS_AT.get(str(said["do"]), "")
    if type(said.get(pointed)) is int:
        return {**said, pointed: _new_number(said["do"], said[pointed], new)}
    return _renamed(said, new, re.compile(pattern)) if pattern else said


def _new_number(do: str, old: int, new: Mapping[int, int]) -> int:
    if do == "rewind":
        return max((n for was, n in new.items() if was <= old), default=0)
    return new[old] if old > 0 else old


def _renamed(value: Any, new: Mapping[int, int], pattern: re.Pattern[str]) -> Any:
    """The value with every name that is made of an entry's number as the new number makes it."""
    if isinstance(value, Mapping):
        return {key: _renamed(one, new, pattern) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(one, new, pattern) for one in value]
    found = pattern.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return value
    return f"{value[: found.start(1)]}{new[int(found[1])]}{value[found.end(1) :]}"


def _plainer_setup(dispute: Dispute, same: Same) -> Dispute:
    """Fewer players, units and cards, lower numbers, and no reading that is not needed."""
    opening = dispute.opening

    def with_opening(**fields: Any) -> Dispute:
        return replace(dispute, opening=changed(opening, **fields))

    def holds(**fields: Any) -> bool:
        return same(with_opening(**fields))

    if opening.mode != "casual" and holds(mode="casual"):
        opening = changed(opening, mode="casual")
    readings = plainest(opening.readings, lambda one: holds(readings=one))
    opening = changed(opening, readings=readings)
    players = fewest(opening.players, lambda some: bool(some) and holds(players=tuple(some)))
    opening = changed(opening, players=tuple(players))
    setup = plainest(opening.setup, lambda one: holds(setup=one))
    return with_opening(setup=setup)


def _plainer_words(dispute: Dispute, same: Same) -> Dispute:
    """Each step but the last with no more said than is needed."""
    for n in range(len(dispute.steps) - 1):
        dispute = _plainer_step(dispute, n, same)
    return dispute


def _plainer_step(dispute: Dispute, n: int, same: Same) -> Dispute:
    said, front, back = dispute.steps[n], dispute.steps[:n], dispute.steps[n + 1 :]

    def saying(names: list[str]) -> Dispute:
        step = {key: said[key] for key in said if key in ("by", "do") or key in names}
        return replace(dispute, steps=(*front, step, *back))

    fields = [key for key in said if key not in ("by", "do")]
    return saying(fewest(fields, lambda names: same(saying(names))))


def _values(value: Any) -> int:
    """How many words and numbers a set-up has."""
    if isinstance(value, Mapping):
        return sum(_values(one) for one in value.values())
    if isinstance(value, list | tuple):
        return sum(_values(one) for one in value)
    return 1
