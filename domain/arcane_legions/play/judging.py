"""The order in which a step is judged: names, triggers, row, player, then the step's own checks."""

from typing import Any

from domain.arcane_legions.law.outline import ROWS, where
from domain.arcane_legions.play.marks import heeding_marks
from domain.arcane_legions.play.raising import (
    ArisesAt,
    Happens,
    here,
    what_is_raised_exists,
    what_it_raises_holds,
    with_its_triggers,
)
from domain.arcane_legions.table.names import unknown_unit
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Resolve
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Procedure
from domain.kernel.ruling import Check, Refusal, Ruling, entries, illegal, requires
from domain.kernel.shapes.checks import all_of
from domain.kernel.steps import Step
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words

DECIDES = ("X1",)


def row_procedure(
    do: str,
    step: type[Step],
    happens: Happens,
    *,
    names: Check | None = None,
    besides: tuple[RuleId, ...] = (),
    row: Check | None = None,
    player: Check | None = None,
    checks: tuple[Check, ...] = (),
    acts_on: tuple[Check, ...] = (),
    arises_at: ArisesAt = here,
    of_facts: bool = False,
    during_triggers: bool = False,
) -> Procedure:
    """The procedure of a step that belongs to a row of the sequence.

    Its checks are asked in this order: `names` (G1); no trigger is in hand (X1), unless the step is
    allowed `during_triggers`; the row (X2); the player (G2); `checks`; the triggers it raises.
    Three layers are added: `with_its_causes` gives refusals the entries behind them,
    `with_its_triggers` lets triggers arise after what the step does, and, outermost,
    `heeding_marks` tells when a ruling rests on a fact that may be out of date (A22).

    `besides`: rules cited with X2 when the sequence is at another row. `acts_on`: the checks of
    names (G1) that a judge cannot set aside either; the row is always one. `arises_at`: the row at
    which a raised trigger arises. `of_facts`: whether reported adjacency or range decides the step.
    """
    row = row or at_its_row(do, *besides)
    named = (names,) if names else ()
    raising = hasattr(step, "raises")
    raises = (what_it_raises_holds(happens),) if raising else ()
    exists = (what_is_raised_exists,) if raising else ()
    checked = (
        *named,
        *(() if during_triggers else (no_trigger_is_in_hand,)),
        row,
        *map(with_its_causes, (player or the_ordering_player_decides, *checks, *raises)),
    )
    procedure = Procedure(
        step,
        with_its_triggers(happens, arises_at),
        checked,
        acts_on=every(row, *named, *acts_on, *exists),
    )
    if of_facts or raising:
        procedure = heeding_marks(procedure, of_facts=of_facts)
    return procedure


def every(*checks: Check) -> Check:
    """One check made of all these; it may cite the rules of each."""
    return all_of(*checks, rules=tuple(rule for check in checks for rule in check.rules))


@requires("X1")
def no_trigger_is_in_hand(table: Table, _step: Step) -> Refusal | None:
    if not table.hands:
        return None
    waiting = tuple(table.triggers())
    hands = list_in_words(
        f"{one.id} of {one.source} ({one.owner}, entry {one.since})" for one in waiting
    )
    reason = (
        f"the sequence halts until every trigger is resolved: {hands} "
        f"{'is' if len(waiting) == 1 else 'are'} in hand, and {table.emptying()} resolves next"
    )
    return illegal(reason, since=entries(*(one.since for one in waiting)))


def at_its_row(do: str, *besides: RuleId) -> Check:
    """A check that the sequence is at a row that waits for this step (X2)."""
    rows = where(do)

    def the_sequence_is_at_its_row(table: Table, _step: Step) -> Refusal | None:
        return None if table.row in rows and not table.done else elsewhere(table, do, rows)

    return requires("X2", *besides)(the_sequence_is_at_its_row)


def with_its_causes(check: Check) -> Check:
    """The check; a refusal of it that names no entries gets those that led to this row."""
    return changed(check, causes=causes)


def causes(table: Table, step: Step) -> tuple[int, ...]:
    """The entries that led to this row of an order, and the one that used the named trigger before."""
    trigger = table.used.get(step.trigger) if isinstance(step, Resolve) else None
    return entries(*(how_we_came_here(table) if table.below else ()), trigger)


def how_we_came_here(table: Table) -> tuple[int, ...]:
    """The entries that reached this row, began the orders on the stack, and began the turn."""
    return entries(table.since, *(order.since for order in table.orders), table.turn_since)


def elsewhere(table: Table, do: str, rows: tuple[RuleId, ...]) -> Refusal:
    """The refusal of a step that belongs to another row than the present one."""
    here = f"at {table.where} ({ROWS[table.row].title.lower()}"
    doing = f", {table.order.name} since entry {table.order.since})" if table.orders else ")"
    reason = f"the sequence is {here}{doing}; “{do}” belongs to {' or '.join(rows)}"
    return illegal(reason, since=how_we_came_here(table), position=table.where)


def stands_firm(ruling: Ruling) -> bool:
    """Whether a judge cannot set this refusal aside: unknown names or the wrong row, but not G2."""
    at_another_row = "X2" in ruling.cites and "position" in ruling.facts
    return at_another_row or not {"G1", "G3", "G6"}.isdisjoint(ruling.cites)


@requires("G2")
def the_ordering_player_decides(table: Table, step: Step) -> Refusal | None:
    """Only the owner of the unit that carries out the order chooses in it."""
    owner = table.acting_unit().owner
    if step.by == owner:
        return None
    reason = f"{table.order.name} is {owner}'s: {owner} decides at {table.row}, not {step.by}"
    return illegal(reason)


@requires("G2")
def an_owner_of_the_two_units_says_it(table: Table, step: Step) -> Refusal | None:
    owners = {unit.owner: unit.id for unit in table.fighters()}
    if step.by in owners:
        return None
    fighting = list_in_words(f"{owner} ({unit})" for owner, unit in owners.items())
    reason = f"this is a fight of {fighting}; {step.by} has no part in it"
    return illegal(reason)


@requires("G1")
def the_unit_exists(table: Table, step: Any) -> Refusal | None:
    return unknown_unit(table, step.unit)
