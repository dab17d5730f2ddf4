"""Giving a command: it is declared whole, paid for, and laid out in the queue."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.voidsiege.law.commands import CHARGE_CERTAIN, CHARGE_DOCUMENTED, GAPS, Command, spoken
from domain.voidsiege.play.ground_rules import (
    it_is_the_players_go,
    no_command_is_under_way,
    refusal_if_arriving,
    refusal_if_gone,
    the_target_exists,
    the_unit_exists,
    the_unit_is_ones_own,
)
from domain.voidsiege.play.restrictions import (
    it_holds_no_restriction_of_the_command,
    no_objective_bars_rally,
    no_other_unit_is_bound,
)
from domain.voidsiege.play.rounds import close
from domain.voidsiege.play.windows import ask_opponent, first_window, pass_over
from domain.voidsiege.table.events import CommandDeclared, PointSpent
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.steps import Declare

DECIDES = ("T3", "P8", "P15", "P20", "E2", "E3", "E11", "E13", "E17")


def bound_target(table: Table, step: Declare) -> str | None:
    """The target this declaration binds the command to; None where it has none, or none yet."""
    row = table.row(step.command)
    bound = row.target == "after_move" and table.law["C20"] == "binding"
    return step.target if step.charge or row.target == "declared" or bound else None


def rules_of_early_target(table: Table, step: Declare) -> tuple[str, ...]:
    """C20 where a target is said that the command takes after its move only."""
    early = not step.charge and table.row(step.command).target == "after_move"
    return ("C20",) if early and step.target is not None else ()


@requires("G1")
def a_command_is_named(_table: Table, step: Declare) -> Refusal | None:
    if step.command is None and not step.charge:
        return illegal("“declare” needs “command”")
    return None


@requires("T3")
def a_charge_has_a_command_and_a_target(_table: Table, step: Declare) -> Refusal | None:
    if step.command == "charge" or (step.charge and step.command is None):
        return illegal("a Charge is a way to use another command; say which, with “charge: true”")
    if step.charge and step.target is None:
        return illegal("a Charge names the enemy unit it is aimed at; “target” is missing")
    return None


@requires("E2", "C19")
def it_is_not_for_reactions_only(table: Table, step: Declare) -> Refusal | None:
    if step.command == "intervene":
        return illegal("Intervene is a reaction only", "E2")
    if step.command == "snap_fire" and table.law["C19"] != "command":
        return illegal("at this table Snap Fire is a reaction only", "C19")
    return None


@requires("G1", "E13")
def its_target_is_named(table: Table, step: Declare) -> Refusal | None:
    row = table.row(step.command)
    if step.target is not None or row.target != "declared":
        return None
    what = spoken(row.name)
    return illegal(f"{what} names its target with the declaration; “target” is missing")


@requires("E11", "T3", "C20")
def the_target_is_the_opponents(table: Table, step: Declare) -> Refusal | None:
    target = bound_target(table, step)
    if target is None or table.units[target].owner != step.by:
        return None
    also = ("T3",) if step.charge else rules_of_early_target(table, step)
    why = f"“{target}” is {step.by}'s own; a target is a unit of the opponent"
    return illegal(why, "E11", *also)


@requires("P15")
def a_reinforced_unit_is_charged_with_move_only(table: Table, step: Declare) -> Refusal | None:
    if not step.charge or step.command == "move":
        return None
    assert step.target is not None
    return refusal_if_near_objective(table, step.target)


def refusal_if_near_objective(table: Table, target: str) -> Refusal | None:
    """Refuses a charge at a unit near an objective, in scenarios 4 and 6 (P15)."""
    fact = table.near_objective(target)
    if fact is None:
        return None
    return illegal(
        f"“{target}” is near an objective ({fact.by} reported it in entry {fact.entry}); "
        f"in scenario {table.scenario} it can be charged only with Move",
        since=(fact.entry,),
        near_objective={"unit": target, "reported_by": fact.by, "entry": fact.entry},
    )


@requires("P20", "C20")
def the_target_is_not_arriving(table: Table, step: Declare) -> Refusal | None:
    target = bound_target(table, step)
    if target is None:
        return None
    return refusal_if_arriving(table, target, ("P20", *rules_of_early_target(table, step)))


@requires("T3", "E3", "C10")
def the_command_can_be_a_charge(table: Table, step: Declare) -> Refusal | None:
    if not step.charge:
        return None
    row = table.row(step.command)
    if row.documented and not row.moves:
        return illegal(f"{spoken(row.name)} has no move or run, so it cannot charge", "T3", "E3")
    if table.law["C10"] == "advance_assault" and row.name not in CHARGE_CERTAIN:
        return illegal("at this table only Advance and Assault may be a Charge", "C10", "T3")
    return None


@requires("U1", "U2", "C10")
def the_rulebook_says_what_it_does(table: Table, step: Declare) -> Refusal | None:
    row, open_questions = table.row(step.command), []
    if not row.documented:
        open_questions.append(GAPS[row.name])
    if step.charge and table.law["C10"] == "documented" and row.name not in CHARGE_DOCUMENTED:
        open_questions.append("C10")
    if not open_questions:
        return None
    unsettled = f"whether {spoken(row.name)} may be a Charge"
    if not row.documented:
        unsettled = f"what {spoken(row.name)} does"
    return undetermined(f"the rulebook at hand does not settle {unsettled}", *open_questions)


@requires("G1")
def it_can_be_carried_on(table: Table, step: Declare) -> Refusal | None:
    """What a judge needs: one command at a time, a command word, and a target where it takes one.

    A command of which only the answer is waited for does not stand in the way: it closes.
    """
    if table.acting is not None and (table.window is None or table.queue):
        return illegal("another command is under way", since=(table.acting.entry,))
    if step.command in (None, "charge"):
        return illegal("it names no command")
    needs = step.charge or table.row(step.command).target == "declared"
    if needs and step.target is None:
        return illegal("it has no target")
    return refusal_if_gone(table, step.unit, step.target)


def declare(table: Table, step: Declare) -> Happening:
    """The command is under way: its steps stand in the queue, and the opponent may be asked."""
    if table.acting is not None:
        table = yield from pass_over(table)
        table = yield from close(table, table.under_way)
    target, row = bound_target(table, step), table.row(step.command)
    early = rules_of_early_target(table, step)
    # P8 needs no check of its own: with the last point gone, `ask_opponent` finds nobody who could answer.
    spoils = sum(table.points.values()) == 1 and table.points[step.by] == 1
    remarked = target is None and bool(early)
    cites = rules_of_declaring(table, step, spoils)
    yield grounds(reason(row, step, target, spoils, remarked), *cites)
    table = yield CommandDeclared(
        step.unit, step.by, row.name, cites, step.charge, target, remarked, spoils
    )
    table = yield PointSpent(step.by, max(0, table.points[step.by] - 1))
    binding = () if remarked else early
    return (yield from ask_opponent(table, first_window(table, table.under_way), *binding))


def rules_of_declaring(table: Table, step: Declare, spoils: bool) -> tuple[str, ...]:
    """The rules a legal declaration rests on."""
    row = table.row(step.command)
    cites = ["T1"]
    if step.charge:
        cites += ["T3"] if row.name in CHARGE_CERTAIN else ["T3", "C10"]
    if row.name == "advance":
        cites.append("E1")
    if spoils:
        cites.append("P8")
    if row.name in GAPS:
        cites.append(GAPS[row.name])
    if row.name == "snap_fire":
        cites.append("C19")
    if step.target is not None:
        cites += rules_of_early_target(table, step)
        if takes_no_target(row, step):
            cites.append("E17")
    return tuple(cites)


def takes_no_target(row: Command, step: Declare) -> bool:
    """Whether a target is said with a command that has none (E17)."""
    return step.target is not None and row.target == "none" and not step.charge


def reason(row: Command, step: Declare, target: str | None, spoils: bool, remarked: bool) -> str:
    what = spoken(row.name) + (" as a Charge" if step.charge else "")
    at = f" at “{target}”" if target is not None else ""
    text = f"{step.by} gives “{step.unit}” {what}{at}."
    if takes_no_target(row, step):
        text += f" Naming “{step.target}” is a remark: {spoken(row.name)} takes no target."
    if remarked:
        text += f" Naming “{step.target}” now binds nobody: the target is named after the move."
    if spoils:
        text += " It is the round's last command point, so nobody can react."
    return text


DECLARE = Procedure(
    Declare,
    declare,
    checks=(
        the_unit_exists,
        the_target_exists,
        a_command_is_named,
        the_unit_is_ones_own,
        no_command_is_under_way,
        it_is_the_players_go,
        no_other_unit_is_bound,
        a_charge_has_a_command_and_a_target,
        it_is_not_for_reactions_only,
        its_target_is_named,
        the_target_is_the_opponents,
        it_holds_no_restriction_of_the_command,
        no_objective_bars_rally,
        a_reinforced_unit_is_charged_with_move_only,
        the_target_is_not_arriving,
        the_command_can_be_a_charge,
        the_rulebook_says_what_it_does,
    ),
    acts_on=it_can_be_carried_on,
)
