"""Triggers said with the step that causes them: at which row they arise, and what they need."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain.arcane_legions.law.outline import ROWS
from domain.arcane_legions.play.sequence import victory_and_on
from domain.arcane_legions.play.wording import entries
from domain.arcane_legions.table.events import RowPassed
from domain.arcane_legions.table.events_table import TriggerAnnounced, TriggerArose
from domain.arcane_legions.table.evolve import EVOLVE
from domain.arcane_legions.table.fields import Raised
from domain.arcane_legions.table.state import Table
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Check, Grounds, Refusal, illegal, requires
from domain.kernel.steps import Step

HERE = ""
"""The trigger arises with the step itself, at the row where it is taken."""

Happens = Callable[[Table, Any], Happening]


def no_such_trigger(table: Table, one: Any) -> Refusal | None:
    """G1, X8, V6: an id used before, a source or owner that is not there or not of the other."""
    if one.owner not in table.players:
        known = ", ".join(table.players)
        return illegal(f"there is no player “{one.owner}” in this game; there are {known}", "G1")
    if one.source not in table.units:
        known = ", ".join(table.units)
        return illegal(f"there is no unit “{one.source}” in this game; there are {known}", "G1")
    owner = table.units[one.source].owner
    if owner != one.owner:
        return illegal(f"“{one.id}” comes from {one.source}, which is {owner}'s", "X8")
    if one.id in table.used:
        at = table.used[one.id]
        when = f"entry {at}" if at else "by the set-up"
        reason = f"a trigger “{one.id}” has been in this game already ({when})"
        return illegal(reason, "X8", since=entries(at))
    if one.owner in table.conceded:
        at = table.conceded[one.owner]
        reason = f"{one.owner} has conceded (entry {at}), and such triggers are dropped"
        return illegal(reason, "V6", since=(at,))
    return None


def what_it_raises_holds(happens: Happens) -> Check:
    """The check of a step's `raises`; `happens` tells which rows the step would pass."""

    def what_is_raised_with_it_can_arise(table: Table, step: Any) -> Refusal | None:
        if not step.raises:
            return None
        seen: set[str] = set()
        for one in step.raises:
            refusal = _cannot_arise(table, one, seen, lambda: _rows_after(table, step, happens))
            if refusal is not None:
                return refusal
            seen.add(one.id)
        return None

    return requires("G1", "X8", "X2", "V6")(what_is_raised_with_it_can_arise)


def _cannot_arise(
    table: Table, one: Raised, seen: set[str], rows: Callable[[], frozenset[RuleId]]
) -> Refusal | None:
    if one.at is not None and one.at not in ROWS:
        return illegal(f"there is no row “{one.at}” in the outline", "G1")
    refusal = no_such_trigger(table, one)
    if refusal is not None:
        return refusal
    if one.id in seen:
        return illegal(f"“{one.id}” is raised twice in this step", "X8")
    if one.at is not None and one.at not in rows():
        reason = (
            f"“{one.id}” cannot arise at {one.at}: this step does not lead the sequence past it"
        )
        return illegal(reason, "X2")
    return None


def _rows_after(table: Table, step: Step, happens: Happens) -> frozenset[RuleId]:
    """The rows that are passed by themselves because of this step, triggers left aside."""
    alone = replace(step, raises=())  # type: ignore[call-arg]
    after, _ = _run(table, happens(table, alone))
    return _rows_from(after)


def _rows_from(table: Table) -> frozenset[RuleId]:
    return _run(table, victory_and_on(table, halting=False))[1]


IN_NO_ENTRY = 0
"""Which rows are passed does not depend on the entry."""


def _run(table: Table, happening: Happening) -> tuple[Table, frozenset[RuleId]]:
    rows = set()
    try:
        item = next(happening)
        while True:
            if isinstance(item, RowPassed):
                rows.add(item.row)
            if not isinstance(item, Grounds):
                table = EVOLVE[type(item)](table, item, IN_NO_ENTRY)
            item = happening.send(table)
    except StopIteration:
        return table, frozenset(rows)


def raised(table: Table, step: Any, row: RuleId = HERE, *rules: RuleId) -> Happening:
    """What the step raises goes into the hands, or is kept for the row at which it arises.

    Comes after what the step itself does. What fails of a step that a judge made legal is left out.
    """
    now = table
    for one in step.raises:
        if step.forced and _cannot_arise(table, one, set(), lambda: _rows_from(now)):
            continue
        at = one.at or row
        if at == HERE:
            table = yield TriggerArose(one.id, one.owner, one.source, ("X5",))
        else:
            table = yield TriggerAnnounced(one.id, one.owner, one.source, at, ("X5", at, *rules))
    return table
