"""Giving a command: it is declared whole, paid for, and laid out in the queue."""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.kernel.fields import UNSAID, StepFields, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, made_of, stored_as
from domain.voidsiege.chapters.charging import (
    a_reinforced_unit_is_charged_with_move_only,
    the_command_can_be_a_charge,
)
from domain.voidsiege.chapters.ground_rules import (
    it_is_the_players_go,
    no_command_is_under_way,
    refusal_if_arriving,
    refusal_if_gone,
    the_command_exists,
    the_target_exists,
    the_unit_exists,
    the_unit_is_ones_own,
)
from domain.voidsiege.chapters.restrictions import (
    it_holds_no_restriction_of_the_command,
    no_objective_bars_rally,
    no_other_unit_is_bound,
)
from domain.voidsiege.chapters.rounds import close, spend_a_point
from domain.voidsiege.chapters.windows import ask_opponent, first_window, pass_over
from domain.voidsiege.commands import (
    Command,
)
from domain.voidsiege.fields import (
    COMMAND_WORDS,
    UNITS,
    CommandWord,
    as_a_charge,
    enemy_unit,
    own_unit,
)
from domain.voidsiege.table import Acting, Item, Rules, Table

DECIDES = ("T3", "P8", "P20", "E2", "E11", "E13", "E17")


@one_of("a command", COMMAND_WORDS)
def command_to_give(table: Table) -> Iterable[str]:
    """While a command is under way only the plainest: it shows why none may be given."""
    return table.commands if table.acting is None else ("move",)


@one_of("a unit of the opponent", UNITS, "At whom?")
def whom_it_is_aimed_at(table: Table, player: str, said: StepFields) -> Iterable[Any]:
    """Its target, none, or either where C20 binds one named early."""
    target = table.row(said["command"]).target
    aimed = bool(said.get("charge")) or target == "declared"
    early = target == "after_move" and table.law["C20"] == "binding"
    if not (aimed or early):
        return (UNSAID,)
    enemies = enemy_unit.fit(table, player, said)
    return enemies if aimed else (UNSAID, *enemies)


class Declare(Step):
    """Give a unit a command, declared whole."""

    unit: Annotated[str, own_unit]
    command: Annotated[CommandWord | str | None, command_to_give] = None
    charge: Annotated[bool, as_a_charge] = False
    target: Annotated[str | None, whom_it_is_aimed_at] = None


@stored_as("voidsiege/command_declared/v1")
class CommandDeclared(Event):
    """A unit was given a command, declared whole; its steps stand in the queue."""

    SAYS = "{by} gives “{unit}” a command."

    unit: str
    by: str
    command: str
    rules: Rules
    charge: bool = False
    target: str | None = None
    """The target the command has from now on; null where it has none or it is named later."""
    remarked: bool = False
    """A target was named early that binds nobody (C20)."""
    spoils: bool = False
    """It was paid with the round's last command point (P8)."""

    def after(self, table: Table, entry: int) -> Table:
        # A target with a command that takes none has no field of its own: the rules tell.
        remarked = self.remarked or "E17" in self.rules
        acting = made_of(Acting, self, player=self.by, entry=entry, remarked=remarked)
        bonds = table.without_bond(self.by, self.unit)
        return changed(
            table, acting=acting, queue=queue_of_command(table, self, entry), bonds=bonds
        )


def queue_of_command(table: Table, event: CommandDeclared, entry: int) -> tuple[Item, ...]:
    """The queue of a command as it is declared."""
    steps = table.commands[event.command].steps
    if event.target is not None:
        steps = tuple([step for step in steps if step != "target"])
    if event.charge:
        steps = (*steps, "melee")
    return tuple([Item(event.unit, step, entry) for step in steps])


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


@requires("E2", "E20", "E21", "C19")
def it_is_not_for_reactions_only(table: Table, step: Declare) -> Refusal | None:
    row = table.row(step.command)
    cell = row.as_command
    if cell.barred_by:
        reacts = not row.as_reaction.barred_by
        only = "is a reaction only" if reacts else "is not given as a command"
        return illegal(f"{row.words} {only}", cell.barred_by)
    if cell.question == "C19" and table.law["C19"] != "command":
        return illegal(f"at this table {row.words} is a reaction only", "C19")
    return None


@requires("G1", "E13", "E20")
def its_target_is_named(table: Table, step: Declare) -> Refusal | None:
    row = table.row(step.command)
    if step.target is not None or row.target != "declared":
        return None
    why = f"{row.words} names its target with the declaration; “target” is missing"
    return illegal(why, "G1", "E13", *(("E20",) if row.own else ()))


@requires("E11", "T3", "C20")
def the_target_is_the_opponents(table: Table, step: Declare) -> Refusal | None:
    target = bound_target(table, step)
    if target is None or table.units[target].owner != step.by:
        return None
    also = ("T3",) if step.charge else rules_of_early_target(table, step)
    why = f"“{target}” is {step.by}'s own; a target is a unit of the opponent"
    return illegal(why, "E11", *also)


@requires("P20", "C20")
def the_target_is_not_arriving(table: Table, step: Declare) -> Refusal | None:
    target = bound_target(table, step)
    if target is None:
        return None
    return refusal_if_arriving(table, target, ("P20", *rules_of_early_target(table, step)))


@requires("U1", "U2", "U3", "U4", "U5", "C10")
def the_rulebook_says_what_it_does(table: Table, step: Declare) -> Refusal | None:
    row = table.row(step.command)
    as_charge = row.open_as_charge(table.law) if step.charge else ()
    given = row.gap(row.as_command)
    if not (row.unknown or given or as_charge):
        return None
    unsettled = f"whether {row.words} may be a Charge"
    if given:
        unsettled = f"whether {row.words} may be given as a command"
    if row.unknown:
        unsettled = f"what {row.words} does"
    questions = dict.fromkeys((*row.unknown, *given, *as_charge))
    return undetermined(f"the rulebook at hand does not settle {unsettled}", *questions)


@requires("G1")
def it_can_be_carried_on(table: Table, step: Declare) -> Refusal | None:
    """What a judge needs: one command at a time, a command word, and a target where it takes one.

    A command of which only the answer is waited for does not stand in the way: it closes.
    """
    if table.acting is not None and (table.window is None or table.queue):
        return illegal("another command is under way", since=table.acting)
    if step.command is None or step.command not in table.commands:
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
    table = yield from spend_a_point(table, step.by)
    binding = () if remarked else early
    return (yield from ask_opponent(table, first_window(table, table.under_way), *binding))


def rules_of_declaring(table: Table, step: Declare, spoils: bool) -> tuple[str, ...]:
    """The rules a legal declaration rests on."""
    row = table.row(step.command)
    cites = ["T1"]
    if step.charge:
        cites += ["T3", "C10"] if row.as_charge.question == "C10" else ["T3"]
    if row.name == "advance":
        cites.append("E1")
    if spoils:
        cites.append("P8")
    cites += row.named_by
    if row.as_command.question == "C19":
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
    what = row.words + (" as a Charge" if step.charge else "")
    at = f" at “{target}”" if target is not None else ""
    text = f"{step.by} gives “{step.unit}” {what}{at}."
    if takes_no_target(row, step):
        text += f" Naming “{step.target}” is a remark: {row.words} takes no target."
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
        the_command_exists,
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
