"""Partial fixes of the closed list: which of them apply now, each tried in memory."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from application.answer import Answer, SaidStep
from application.desk.faults import faults_of
from application.desk.policy import Fix, Policy, fill_in
from application.game.difference import ChangedPlace, changes, templates_of, with_template
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said

ALLOWED = "allowed"


class PossibleFix(Answer):
    """A partial fix that can be made now, and what it would change."""

    id: str
    title: str
    steps: tuple[SaidStep, ...]
    changes: tuple[ChangedPlace, ...]


def possible_fixes(
    game: Game, policy: Policy, to: int, because: str = "…"
) -> Iterator[PossibleFix]:
    """The partial fixes of the closed list that can be made now."""
    point = to + 1
    faults = {fault.entry: fault.what for fault in faults_of(game, policy, to)}
    what = faults.get(point, "legal")
    known = _placeholders(game, to, because)
    for fix in (*policy.own_fixes, *policy.fixes):
        if (not fix.only or what in fix.only) and _came(game, fix, to, known):
            possible_fix = _possible_fix(game, fix, known)
            if possible_fix is not None and (
                fix in policy.fixes or _changes_something(game, possible_fix)
            ):
                yield possible_fix


def _came(game: Game, fix: Fix, to: int, known: Mapping[str, Any]) -> bool:
    """Whether what the fix is about came into the state since the error; True if it names nothing."""
    if fix.came is None:
        return True
    path, word = fix.came
    where = fill_in(path, known)
    return bool(where) and word in _at(game.view(), where) and word not in _at(game.view(to), where)


def _at(state: Any, path: str) -> Any:
    """The list at this place of the state; an empty one where there is none."""
    for name in path.split("."):
        state = state.get(name, ()) if isinstance(state, Mapping) else ()
    return state


def _changes_something(game: Game, possible_fix: PossibleFix) -> bool:
    """Whether the fix changes the state or what people see of it."""
    ahead = game.at(game.length)
    for said in possible_fix.steps:
        ahead.take(*adjudicate(ahead, said))
    before, after = game.now.state, ahead.now.state
    shown = [[*game.ruleset.in_words(one, JUDGE)] for one in (before, after)]
    return bool(possible_fix.changes) or shown[0] != shown[1]


def _placeholders(game: Game, to: int, because: str) -> dict[str, Any]:
    """The values for the placeholders in braces of a fix."""
    known: dict[str, Any] = {"to": to, "newest": game.length, "because": because}
    if to < game.length:
        entry = game.entry(to + 1)
        known = {**entry.said, **known, "point": entry.n}
    if game.now.standing is not None:
        known["newest_standing"] = game.now.standing.entry
    return known


def _possible_fix(game: Game, fix: Fix, known: Mapping[str, Any]) -> PossibleFix | None:
    """The fix, tried in memory; None where it does not apply."""
    tried = game.at(game.length)
    taken: list[Said] = []
    for template in fix.steps:
        steps = (
            (game.ruleset.plainest_step(tried.now.state),)
            if template == "going_on"
            else _steps_of(template, known, tried.length + 1)
        )
        for said in steps:
            if said is None:
                return None
            tried.take(*adjudicate(tried, said))
            taken.append(said)
        if tried.log[-1].ruling.verdict != LEGAL:
            return None
    difference = changes(game.view(), tried.view(), sets=game.ruleset.sets)
    templates = templates_of(game.ruleset)
    told = tuple(with_template(change, templates).place for change in difference)
    return PossibleFix(fix.id, fix.title, tuple(taken), told)


def _steps_of(
    template: Mapping[str, Any], known: Mapping[str, Any], n: int
) -> tuple[Said | None, ...]:
    """The step, as entry n; where the rules refuse it, with the judge's leave after it."""
    plain = {name: value for name, value in template.items() if name != ALLOWED}
    said = _fill(plain, known)
    if not template.get(ALLOWED):
        return (said,)
    because = known["because"]
    allow = {"by": JUDGE, "do": "overrule", "entry": n, "verdict": LEGAL, "because": because}
    return said, allow


def _fill(template: Mapping[str, Any], known: Mapping[str, Any]) -> Said | None:
    """The step with its placeholders filled in; None where a value is unknown."""
    said = {}
    for name, value in template.items():
        words = re.findall(r"\{(\w+)\}", value) if isinstance(value, str) else []
        if any(word not in known for word in words):
            return None
        if words and value == f"{{{words[0]}}}":
            said[name] = known[words[0]]
        else:
            said[name] = fill_in(value, known) if words else value
    return said
