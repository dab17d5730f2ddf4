"""Triggers raised with the step that causes them: at which row they arise, and what they need."""

from collections.abc import Callable
from typing import Any

from domain.arcane_legions.law.outline import ROWS
from domain.arcane_legions.play.sequence import victory_and_on, what_was_announced
from domain.arcane_legions.table.events import RowPassed
from domain.arcane_legions.table.events_table import TriggerAnnounced, TriggerArose
from domain.arcane_legions.table.evolve import evolves
from domain.arcane_legions.table.fields import Raised
from domain.arcane_legions.table.names import unknown_player, unknown_unit
from domain.arcane_legions.table.state import Table, meant_by
from domain.arcane_legions.table.steps import RaiseTrigger
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Check, Grounds, Refusal, entries, first_of, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import changed

DECIDES = ("X8",)

Happens = Callable[[Table, Any], Happening]
ArisesAt = Callable[[Table], RuleId]
"""The table before a step → the row at which its triggers arise if they name no row themselves."""


def here(table: Table) -> RuleId:
    """The row at which the step is taken."""
    return table.row


def at_the_next_row(table: Table) -> RuleId:
    """The row after the one at which the step is taken."""
    return ROWS[table.row].then


def then_at(row: RuleId) -> ArisesAt:
    """Always this row."""
    return lambda _table: row


def unknown_name(table: Table, one: Raised | RaiseTrigger) -> Refusal | None:
    """G1: refuses an owner or a source that is not in this game."""
    return unknown_player(table, one.owner) or unknown_unit(table, one.source)


def no_such_trigger(table: Table, one: Raised | RaiseTrigger) -> Refusal | None:
    """X8, V6: refuses a source of another owner, an id used before, an owner who has conceded."""
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
        reason = (
            f"{one.owner} has conceded (entry {at}), and no trigger is raised for them any more"
        )
        return illegal(reason, "V6", since=(at,))
    return None


@requires("G1")
def what_is_raised_exists(table: Table, step: Any) -> Refusal | None:
    """The names in “raises” exist; a judge cannot force a step that lacks them."""
    return first_of(_no_such_name(table, one) for one in step.raises)


def _no_such_name(table: Table, one: Raised) -> Refusal | None:
    if one.at is not None and one.at not in ROWS:
        return illegal(f"there is no row “{one.at}” in the outline", "G1")
    return unknown_name(table, one)


def what_it_raises_holds(happens: Happens) -> Check:
    """A check of the triggers a step raises. `happens` is tried out to see which rows the step passes."""

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
    refusal = _no_such_name(table, one) or no_such_trigger(table, one)
    if refusal is not None:
        return refusal
    if one.id in seen:
        return illegal(f"“{one.id}” is raised twice in this step", "X8")
    if one.at is not None and one.at != table.row and one.at not in rows():
        reason = (
            f"“{one.id}” cannot arise at {one.at}: this step does not lead the sequence past it"
        )
        return illegal(reason, "X2")
    return None


def _rows_after(table: Table, step: Step, happens: Happens) -> frozenset[RuleId]:
    """The rows that the sequence would pass by itself after this step, if no trigger halted it."""
    alone = changed(step, raises=())
    after, rows = _run(table, happens(table, alone))
    _, more = _run(after, victory_and_on(after, halting=False))
    return rows | more | ({after.row} if after.done else set())


IN_NO_ENTRY = 0
"""An entry number for trying a step out; which rows it passes does not depend on the number."""


def _run(table: Table, happening: Happening) -> tuple[Table, frozenset[RuleId]]:
    rows = set()
    try:
        item = next(happening)
        while True:
            if isinstance(item, RowPassed):
                rows.add(item.row)
            if not isinstance(item, Grounds):
                table = evolves[type(item)](table, item, IN_NO_ENTRY)
            item = happening.send(table)
    except StopIteration:
        return table, frozenset(rows)


def with_its_triggers(happens: Happens, arises_at: ArisesAt) -> Happens:
    """Wraps what a step does, so that triggers arise after it.

    First the step itself; then, if its row is done, the triggers announced earlier for that row
    (X9); last, the triggers that the step raises.
    """

    def it_happens(before: Table, step: Any) -> Happening:
        if not before.announced and not getattr(step, "raises", ()):
            return happens(before, step)
        return it_happens_and_triggers_arise(before, step)

    def it_happens_and_triggers_arise(before: Table, step: Any) -> Happening:
        table = yield from happens(before, step)
        if table.announced and table.done:
            for row in dict.fromkeys((before.row, table.row)):
                table = yield from what_was_announced(table, row)
        if getattr(step, "raises", ()):
            table = yield from raise_triggers(before, table, step, happens, arises_at(before))
        return table

    return it_happens


def raise_triggers(
    before: Table, table: Table, step: Any, happens: Happens, otherwise_at: RuleId
) -> Happening:
    """Puts each raised trigger into its owner's hand, or keeps it for the row at which it arises.

    When a judge forces the step, triggers that cannot arise are left out.
    """
    for one in step.raises:
        if step.forced and _cannot_arise(
            before, one, {*table.used}, lambda: _rows_after(before, step, happens)
        ):
            continue
        said = one.at or otherwise_at
        if said == before.row:
            table = yield TriggerArose(one.id, one.owner, one.source, ("X5", said))
        else:
            at, rules = meant_by(table, said)
            table = yield TriggerAnnounced(one.id, one.owner, one.source, at, ("X5", at, *rules))
    return table
