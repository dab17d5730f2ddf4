"""What can be a Charge, and at whom: asked of a command, and of a reaction that is said to be one."""

from domain.kernel.ruling import Refusal, illegal, requires
from domain.voidsiege.commands import CHARGE_CERTAIN
from domain.voidsiege.fields import Aimed
from domain.voidsiege.table import Table

DECIDES = ("P15", "E3")


@requires("P15")
def a_reinforced_unit_is_charged_with_move_only(table: Table, step: Aimed) -> Refusal | None:
    """A reaction that is said to be a Charge is aimed at the acting unit (T11)."""
    target = step.target if table.acting is None else table.acting.unit
    if not step.charge or step.command == "move" or target is None:
        return None
    return refusal_if_near_objective(table, target)


def refusal_if_near_objective(table: Table, target: str) -> Refusal | None:
    """Refuses a charge at a unit near an objective, in scenarios 4 and 6 (P15)."""
    fact = table.near_objective(target)
    if fact is None:
        return None
    return illegal(
        f"“{target}” is near an objective ({fact.by} reported it in entry {fact.entry}); "
        f"in scenario {table.scenario} it can be charged only with Move",
        since=fact,
        near_objective={"unit": target, "reported_by": fact.by, "entry": fact.entry},
    )


@requires("T3", "E2", "E3", "E20", "E21", "C10")
def the_command_can_be_a_charge(table: Table, step: Aimed) -> Refusal | None:
    """Asked of a reaction that is said to be a Charge, too (U5)."""
    if not step.charge:
        return None
    row = table.row(step.command)
    cell, what = row.as_charge, row.words
    motionless = row.documented and not row.moves
    if cell.barred_by == "E3" or (cell.question == "C10" and motionless):
        why = "has no move or run, so it cannot charge" if motionless else "may not be a Charge"
        return illegal(f"{what} {why}", "T3", "E3")
    if cell.barred_by:
        return illegal(f"{what} may not be a Charge", *dict.fromkeys(("T3", cell.barred_by)))
    certain = row.name in CHARGE_CERTAIN
    if cell.question == "C10" and table.law["C10"] == "advance_assault" and not certain:
        return illegal("at this table only Advance and Assault may be a Charge", "C10", "T3")
    return None
