"""Faults planted in a rulebook are found: five of each kind, on the smallest table there is."""

from typing import Any

import pytest

from application.lab.exploration.account import NOT_AT_THIS_SIZE, rules_uncited
from application.lab.exploration.exploration import RULE, UNSOUND
from application.lab.exploration.properties import DEAD_END, PLAINEST, WINDOW
from domain.kernel.rulebook import Edition, Rule
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import changed
from tests.application.lab.tables import (
    VOIDSIEGE,
    event,
    explored,
    happening,
    leaving_aside,
    never,
    refusing,
    silent,
)

FEW = 110
"""Tables; every fault shows itself among the nearest."""


def kinds(faulty: Ruleset, most: int = FEW, **how: Any) -> set[str]:
    return {one.kind for one in explored(faulty, most=most, **how).counterexamples}


DEAD_ENDS = {
    "nobody can move": refusing("move"),
    "nobody can shoot": refusing("shoot"),
    "nobody can answer": refusing("react", "decline"),
    "nobody can fight a melee": refusing("melee"),
    "the command never closes": "CommandClosed",
}


@pytest.mark.parametrize("fault", DEAD_ENDS)
def test_a_dead_end_is_found(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert DEAD_END in kinds(planted(DEAD_ENDS[fault], monkeypatch), most=700)


def planted(fault: Ruleset | str, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """VoidSiege with this fault: another ruleset, or an event that changes nothing."""
    if isinstance(fault, Ruleset):
        return fault
    monkeypatch.setattr(event(fault), "after", lambda _self, table, _entry: table)
    return VOIDSIEGE


def reopening(table: Any, step: Any) -> Any:
    """The window closes, and the same opens again."""
    window = table.window
    table = yield from VOIDSIEGE.procedures["decline"].happens(table, step)
    return (yield event("WindowOpened")(window.player, window.name, ("T4",)))


def only_at_a_charge(table: Any) -> bool:
    return table.acting is not None and table.acting.charge


def silent_at_a_charge(table: Any, step: Any) -> Any:
    happens = silent if only_at_a_charge(table) else VOIDSIEGE.procedures["decline"].happens
    return (yield from happens(table, step))


WINDOWS = {
    "declining changes nothing": "WindowDeclined",
    "declining makes nothing happen": happening("decline", silent),
    "the window opens again": happening("decline", reopening),
    "a window at a Charge stays": happening("decline", silent_at_a_charge),
    "declining is refused": refusing("decline", when=lambda table: table.window is not None),
}


@pytest.mark.parametrize("fault", WINDOWS)
def test_a_window_that_never_closes_is_found(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kinds(planted(WINDOWS[fault], monkeypatch)) & {WINDOW, PLAINEST}


CONTRADICTED = {
    "move": refusing("move", when=lambda table: table.window is None),
    "shoot": refusing("shoot", when=lambda table: bool(table.queue)),
    "react": refusing("react", when=lambda table: table.window is not None),
    "declare": refusing("declare", when=lambda table: table.acting is None),
    "target": refusing("target", when=lambda table: bool(table.due)),
}


@pytest.mark.parametrize("do", CONTRADICTED)
def test_a_step_whose_checks_contradict_each_other_is_never_legal(do: Any) -> None:
    assert do not in explored(VOIDSIEGE, most=FEW).never_legal
    assert do in explored(CONTRADICTED[do], most=FEW).never_legal


def refusing_first(do: str) -> Ruleset:
    """VoidSiege, where this step is refused before anything else is asked of it."""
    old = VOIDSIEGE.procedures[do]
    checks = (never(f"{do} is not to be"), *old.checks)
    return changed(VOIDSIEGE, procedures={**VOIDSIEGE.procedures, do: changed(old, checks=checks)})


def with_rule(id: str) -> Ruleset:
    """VoidSiege with a rule that nothing ever cites."""
    edition = VOIDSIEGE.edition()
    rule = Rule(id, "Nowhere", "A rule that nothing leads to.", "nowhere")
    more: Edition = changed(edition, rules={**edition.rules, id: rule})
    return changed(VOIDSIEGE, editions=(more,))


def without_check(do: str, name: str) -> Ruleset:
    """VoidSiege, where this is not asked of the step."""
    old = VOIDSIEGE.procedures[do]
    checks = tuple(check for check in old.checks if check.name != name)
    assert len(checks) < len(old.checks)
    return changed(VOIDSIEGE, procedures={**VOIDSIEGE.procedures, do: changed(old, checks=checks)})


UNREACHED = {
    "X1": with_rule("X1"),
    "X2": with_rule("X2"),
    "U3": without_check("react", "the_rulebook_knows_the_reaction"),
    "C1": without_check("react", "a_window_is_open"),
    "C19": refusing_first("declare"),
}


@pytest.mark.parametrize("rule", UNREACHED)
def test_a_rule_that_nothing_leads_to_is_named(rule: Any) -> None:
    faulty = UNREACHED[rule]
    assert rule in ("X1", "X2", *explored(most=FEW).met[RULE])
    found = rules_uncited(explored(faulty, most=FEW), faulty.edition())
    assert found[rule] == NOT_AT_THIS_SIZE


COARSE = (
    ("reaction",),
    ("acting", "queue", "window"),
    ("Acting.command", "Acting.charge"),
    ("Acting.command", "queue"),
    ("Acting.target", "Acting.charge", "queue"),
)


@pytest.mark.parametrize("fields", COARSE)
def test_an_equality_that_is_too_coarse_is_found(fields: Any) -> None:
    assert UNSOUND in kinds(leaving_aside(*fields), most=150, sound=True)


def test_the_rulebook_as_it_is_has_none_of_these_faults() -> None:
    assert kinds(VOIDSIEGE, most=40, sound=True) == set()
