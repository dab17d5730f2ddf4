"""The smallest dispute: the shortest record whose last step still gets the same ruling."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from application.editions import rules_of
from application.lab.dispute.cutting import fewest, plainest, without_cycles
from application.lab.dispute.dispute import Dispute
from application.lab.dispute.same_ruling import SameRuling, Spend, no_limit
from application.lab.model.canonical_form import Canonicalizer
from application.rulesets import ruleset
from domain.kernel.steps import Said
from domain.kernel.values import changed

POINTS_AT = {"rewind": "to", "overrule": "entry", "played": "entry"}
"""Steps that name an entry, and the field in which they do."""


def smallest(dispute: Dispute, *, facts: bool = False, spend: Spend = no_limit) -> Dispute:
    """A dispute with fewer steps and a plainer set-up, of which the last step gets the same ruling.

    That is the same verdict for the same rules; with `facts` also the same facts, and the same reason but
    for numbers. No single step of the result can be left out, unless `spend` allowed no more rulings: then
    it is the smallest found so far. The result depends on the dispute alone, not on chance. Raises
    SetupError where the game cannot be played to its last step.
    """
    same = SameRuling(rules_of(dispute.opening), facts, spend).of(dispute)
    small, before = _legal_only(dispute, same), None
    while small != before:
        before = small
        small = _without_detours(small, same)
        small = _fewer_steps(small, same)
        small = _plainer_setup(small, same)
        small = _plainer_words(small, same)
    return small


def _legal_only(dispute: Dispute, same: SameRuling) -> Dispute:
    """Without the steps that did not happen, if the ruling stays the same."""
    game = same.game(dispute)
    assert game is not None
    legal = [entry.n for entry in game.log[:-1] if entry.happened]
    fewer = _with_entries(dispute, [*legal, len(dispute.steps)])
    return fewer if fewer is not None and same(fewer) else dispute


def _without_detours(dispute: Dispute, same: SameRuling) -> Dispute:
    """Without steps that lead back to a state equivalent to an earlier one, if the ruling stays the same."""
    game = same.game(dispute)
    assert game is not None
    canonical = Canonicalizer(game.ruleset.lab, game.opening, up_to_symmetry=False)
    last = len(dispute.steps)
    fingerprints = [canonical.fingerprint(game.position(n).state) for n in range(last)]
    fewer = _with_entries(dispute, [*without_cycles(fingerprints), last])
    return fewer if fewer is not None and same(fewer) else dispute


def _fewer_steps(dispute: Dispute, same: SameRuling) -> Dispute:
    last = len(dispute.steps)

    def holds(entries: list[int]) -> bool:
        fewer = _with_entries(dispute, [*entries, last])
        return fewer is not None and same(fewer)

    fewer = _with_entries(dispute, [*fewest(range(1, last), holds), last])
    assert fewer is not None
    return fewer


def _with_entries(dispute: Dispute, entries: Sequence[int]) -> Dispute | None:
    """The dispute with these entries alone, and with their numbers wherever a step names one.

    None where a step has a name that is made of the number of an entry left out.
    """
    new = {old: n for n, old in enumerate(entries, 1)}
    pattern = ruleset(dispute.opening.ruleset).lab.entry_names
    try:
        steps = tuple(_with_numbers(dispute.steps[n - 1], new, pattern) for n in entries)
    except KeyError:
        return None
    return Dispute(dispute.opening, steps)


def _with_numbers(said: Said, new: Mapping[int, int], pattern: str) -> Said:
    """The step with the new numbers of entries (old → new). Raises KeyError for a name of one left out."""
    pointed = POINTS_AT.get(str(said["do"]), "")
    if type(said.get(pointed)) is int:
        return {**said, pointed: _new_number(said["do"], said[pointed], new)}
    return _with_names(said, new, re.compile(pattern)) if pattern else said


def _new_number(do: str, old: int, new: Mapping[int, int]) -> int:
    """The new number; of an entry left out the old one, as the ruling will show whether that matters.

    A rewind to an entry left out goes to the newest before it that is not.
    """
    if do == "rewind":
        return max((n for was, n in new.items() if was <= old), default=0)
    return new.get(old, old)


def _with_names(value: Any, new: Mapping[int, int], pattern: re.Pattern[str]) -> Any:
    """The value with the new number in every name that is made of an entry's number.

    Where there is none it is the very same object, so that `SameRuling` knows it again.
    """
    if isinstance(value, Mapping):
        fields = {key: _with_names(one, new, pattern) for key, one in value.items()}
        return fields if any(fields[key] is not value[key] for key in fields) else value
    if isinstance(value, list | tuple):
        parts = [_with_names(one, new, pattern) for one in value]
        return parts if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    found = pattern.fullmatch(value) if isinstance(value, str) else None
    if found is None or new[int(found[1])] == int(found[1]):
        return value
    return f"{value[: found.start(1)]}{new[int(found[1])]}{value[found.end(1) :]}"


def _plainer_setup(dispute: Dispute, same: SameRuling) -> Dispute:
    """With fewer players, units and cards, lower numbers, and no reading that is not needed."""
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
    names = {seat: name for seat, name in opening.names.items() if seat in players}
    opening = changed(opening, players=tuple(players), names=names)
    setup = plainest(opening.setup, lambda one: holds(setup=one))
    return with_opening(setup=setup)


def _plainer_words(dispute: Dispute, same: SameRuling) -> Dispute:
    """With no field in any step but the last that is not needed."""
    for n in range(len(dispute.steps) - 1):
        dispute = _plainer_step(dispute, n, same)
    return dispute


def _plainer_step(dispute: Dispute, n: int, same: SameRuling) -> Dispute:
    said, front, back = dispute.steps[n], dispute.steps[:n], dispute.steps[n + 1 :]

    def saying(names: list[str]) -> Dispute:
        step = {key: said[key] for key in said if key in ("by", "do") or key in names}
        return replace(dispute, steps=(*front, step, *back))

    fields = [key for key in said if key not in ("by", "do")]
    return saying(fewest(fields, lambda names: same(saying(names))))
