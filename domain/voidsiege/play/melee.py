"""The melee of a Charge: whom the charger fights, and with what losses (T13, E18)."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.voidsiege.play.carrying_out import (
    BEFORE,
    IN_TURN,
    and_fell,
    its_target_was_there,
    there_is_something_to_carry_out,
    those_who_fell_existed,
)
from domain.voidsiege.play.ground_rules import refusal_if_gone
from domain.voidsiege.play.losses import destroy
from domain.voidsiege.play.overriding import a_reaction_made_it_impossible, fail
from domain.voidsiege.play.windows import pass_over
from domain.voidsiege.table.events import MeleeFought
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.steps import Melee

DECIDES = ("T13", "E18")


@requires("G1")
def who_is_fought_exists(table: Table, step: Melee) -> Refusal | None:
    if step.target is not None and not step.completed:
        return illegal("“target” goes only with a melee that was carried out")
    return refusal_if_gone(table, step.target)


@requires("T13", "E11", "E18")
def it_fights_whom_it_charged(table: Table, step: Melee) -> Refusal | None:
    acting, target = table.under_way, step.target
    if target is None or target in (acting.target, table.came_between):
        return None
    if table.units[target].owner == step.by:
        why = f"“{target}” is {step.by}'s own; a melee is fought with a unit of the opponent"
        return illegal(why, "T13", "E11")
    reaction = table.reaction
    since = (acting.entry,) if reaction is None else (acting.entry, reaction.entry)
    reason = f"“{acting.unit}” charged “{acting.target}”, and “{target}” has not come between"
    return illegal(reason, "T13", "E18", since=since)


def fight(table: Table, step: Melee) -> Happening:
    """The melee of a Charge is fought, and those who fell in it are gone."""
    if not step.completed:
        return (yield from fail(table, step))
    charged, fell = table.under_way.target, step.destroyed or ()
    other = step.target if step.target != charged else None
    rules = ("T13",) if other is None else ("T13", "E18")
    table = yield from pass_over(table)
    yield grounds(f"“{step.unit}” fights “{other or charged}” in melee{and_fell(fell)}.", *rules)
    table = yield MeleeFought(step.unit, rules, other)
    return (yield from destroy(table, fell, step.by))


MELEE = Procedure(
    Melee,
    fight,
    checks=(
        *BEFORE,
        those_who_fell_existed,
        who_is_fought_exists,
        *IN_TURN,
        its_target_was_there,
        it_fights_whom_it_charged,
        a_reaction_made_it_impossible,
    ),
    acts_on=there_is_something_to_carry_out,
)
