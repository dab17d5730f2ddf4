"""Naming the target: after the move, or anew in a Charge whose target moved away or fell (C25)."""

from typing import Annotated

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, stored_as
from domain.voidsiege.chapters.carrying_out import not_its_turn
from domain.voidsiege.chapters.charging import refusal_if_near_objective
from domain.voidsiege.chapters.ground_rules import (
    refusal_if_arriving,
    refusal_if_gone,
    the_target_exists,
)
from domain.voidsiege.chapters.windows import ask_opponent, no_answer_is_awaited, pass_over
from domain.voidsiege.fields import enemy_unit
from domain.voidsiege.table import Rules, Table, without_step

DECIDES = ("T9",)


class Target(Step):
    """Name the target of the command under way."""

    target: Annotated[str, enemy_unit]


@stored_as("voidsiege/target_named/v1")
class TargetNamed(Event):
    """The command under way has this target from now on."""

    SAYS = "“{unit}” is aimed at “{target}”."

    unit: str
    """The acting unit."""
    target: str
    rules: Rules

    def after(self, table: Table, _entry: int) -> Table:
        acting = table.acting and changed(table.acting, target=self.target)
        return changed(table, acting=acting, queue=without_step(table.queue, self.unit, "target"))


def may_be_replaced(table: Table) -> bool:
    """Whether the charger, who has still to move, may take another target.

    A reaction with a move is done with it, or the charged unit is gone.
    """
    acting, reaction = table.acting, table.reaction
    if acting is None or not acting.charge or acting.target is None:
        return False
    if table.law["C25"] != "new_target" or not table.acting_unit_still_moves:
        return False
    if reaction is not None and table.item_asking(reaction.unit, "move") is not None:
        return False
    answered = reaction is not None and table.row(reaction.command).moves
    return answered or table.units[acting.target].destroyed is not None


def is_asked_for(table: Table) -> bool:
    acting = table.acting
    return acting is not None and table.item_asking(acting.unit, "target") is not None


@requires("G2")
def the_command_is_ones_own(table: Table, step: Target) -> Refusal | None:
    acting = table.acting
    if acting is None or acting.player == step.by:
        return None
    why = f"the command is {acting.player}'s; {step.by} does not name its target"
    return illegal(why, since=acting)


@requires("T3", "C25", "T9", "P2")
def a_target_is_asked_for(table: Table, _step: Target) -> Refusal | None:
    acting = table.acting
    if is_asked_for(table) or may_be_replaced(table):
        return None
    if acting is None:
        why = "no command is under way that needs a target"
        return illegal(why, "T9", "P2", since=table.go)
    if acting.charge:
        why = f"the Charge of “{acting.unit}” is aimed at “{acting.target}” and takes no other"
        return illegal(why, "T3", "C25", since=acting)
    return illegal("the command under way asks for no target", "T9", "P2", since=acting)


@requires("T7", "T9", "T8", "T10", "C2", "C3")
def naming_it_is_due(table: Table, _step: Target) -> Refusal | None:
    due = table.due
    if not is_asked_for(table) or due[0].step == "target":
        return None
    acting = table.under_way
    if due[0].unit != acting.unit or due[0].step != "move":
        earlier = not_its_turn(table, acting.unit, "target")
        also = ("T7", "T9") if table.acting_unit_still_moves else ()
        return changed(earlier, cites=(*earlier.cites, *also))
    why = f"“{acting.unit}” moves first, then its target is named"
    return illegal(why, "T7", "T9", since=acting)


@requires("E11")
def it_is_the_opponents(table: Table, step: Target) -> Refusal | None:
    if table.units[step.target].owner != step.by:
        return None
    return illegal(f"“{step.target}” is {step.by}'s own; a target is a unit of the opponent")


@requires("P20")
def it_is_not_arriving(table: Table, step: Target) -> Refusal | None:
    return refusal_if_arriving(table, step.target)


@requires("P15")
def a_new_target_may_be_charged(table: Table, step: Target) -> Refusal | None:
    acting = table.acting
    if acting is None or not acting.charge or acting.command == "move":
        return None
    return refusal_if_near_objective(table, step.target)


@requires("G1")
def the_queue_asks_for_a_target(table: Table, step: Target) -> Refusal | None:
    """What a judge needs: a target that is still to be named, or may be replaced."""
    if is_asked_for(table) or may_be_replaced(table):
        return refusal_if_gone(table, step.target)
    return illegal("no target stands in the queue")


def name_target(table: Table, step: Target) -> Happening:
    """It becomes the command's target, and the opponent is asked (T10)."""
    acting, replaces = table.under_way, not is_asked_for(table)
    rules = ("C25",) if replaces else ("T9",)
    yield grounds(f"“{acting.unit}” is aimed at “{step.target}”.", *rules)
    table = yield from pass_over(table)
    table = yield TargetNamed(acting.unit, step.target, rules)
    if replaces or table.reaction is not None:
        return table
    return (yield from ask_opponent(table, "at the target"))


TARGET = Procedure(
    Target,
    name_target,
    checks=(
        the_target_exists,
        the_command_is_ones_own,
        no_answer_is_awaited,
        a_target_is_asked_for,
        naming_it_is_due,
        it_is_the_opponents,
        it_is_not_arriving,
        a_new_target_may_be_charged,
    ),
    acts_on=the_queue_asks_for_a_target,
)
