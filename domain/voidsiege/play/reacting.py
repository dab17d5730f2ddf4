"""Answering a command: what each window allows, and where a reaction's steps enter the queue."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.voidsiege.law.commands import GAPS, NO_REACTION_DOCUMENTED, spoken
from domain.voidsiege.play.ground_rules import (
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
from domain.voidsiege.play.windows import WINDOWS, a_window_is_open
from domain.voidsiege.table.events import PointSpent, Reacted, WindowDeclined
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.steps import Decline, React
from domain.voidsiege.table.under_way import Acting

DECIDES = ("T11", "T15", "T16", "P4", "P5", "P12")


@requires("T16", "T15")
def it_is_the_opponents_command(table: Table, step: React | Decline) -> Refusal | None:
    acting, reaction = table.acting, table.reaction
    if acting is None or acting.player != step.by:
        return None
    if reaction is None:
        why = f"the command is {step.by}'s own; only the opponent answers it"
        return illegal(why, "T16", since=(acting.entry,))
    why = (
        f"the command is {step.by}'s own, and nothing answers the reaction that "
        f"{reaction.player} made in entry {reaction.entry}"
    )
    return illegal(why, "T16", "T15", since=(acting.entry, reaction.entry))


@requires("T3")
def charge_is_no_reaction(_table: Table, step: React) -> Refusal | None:
    if step.command != "charge":
        return None
    return illegal("a Charge is a way to use another command; there is no reaction “charge”")


@requires("T11")
def it_is_aimed_at_the_acting_unit(table: Table, step: React) -> Refusal | None:
    acting = table.acting
    if acting is None or step.target in (None, acting.unit):
        return None
    why = f"a reaction is aimed at the unit that triggered it, “{acting.unit}”, not “{step.target}”"
    return illegal(why, since=(acting.entry,))


@requires("T4", "P6", "C16", "C1", "E17")
def the_window_takes_the_command(table: Table, step: React) -> Refusal | None:
    window = table.window
    if window is None or step.command == "snap_fire" or not WINDOWS[window.name].snap_fire_only:
        return None
    acting = table.under_way
    what, cites = "no target has been named", WINDOWS[window.name].rules
    if acting.remarked and table.row(acting.command).target == "none":
        what = f"{spoken(acting.command)} takes no target, and the one named with it is a remark"
        cites = (*cites, "E17")
    why = f"only Snap Fire answers here, not {spoken(step.command)}: {what}"
    return illegal(why, *cites, since=(window.entry,))


@requires("C6", "P4")
def the_unit_may_answer(table: Table, step: React) -> Refusal | None:
    window = table.window
    if window is None or WINDOWS[window.name].snap_fire_only:
        return None
    acting = table.under_way
    by_any = {
        "any_unit": True,
        "snap_and_intervene": step.command in ("snap_fire", "intervene"),
        "targeted_unit": False,
    }
    reading = table.law["C6"]
    if step.unit == acting.target or by_any[reading]:
        return None
    only = reading == "snap_and_intervene"
    may = "may react only with Snap Fire or Intervene" if only else "may not react"
    why = f"“{acting.target}” was targeted, so it answers; at this table “{step.unit}” {may}"
    return illegal(why, since=(window.entry,))


@requires("C28", "P20")
def it_shoots_at_nobody_arriving(table: Table, step: React) -> Refusal | None:
    acting = table.acting
    if acting is None or not table.row(step.command).shoots:
        return None
    if step.command == "snap_fire" and table.law["C28"] == "allowed":
        return None
    cites = ("C28", "P20") if step.command == "snap_fire" else ("P20",)
    return refusal_if_arriving(table, acting.unit, cites, "is not shot at until it has moved")


@requires("U3")
def the_table_lets_it_be_a_reaction(table: Table, step: React) -> Refusal | None:
    if table.reactions.get(step.command) is not False:
        return None
    why = f"at this table {spoken(step.command)} is no reaction"
    return illegal(why, since=_asked_since(table))


@requires("U1", "U2", "U3")
def the_rulebook_knows_the_reaction(table: Table, step: React) -> Refusal | None:
    what = spoken(step.command)
    gap = () if table.row(step.command).documented else (GAPS[step.command],)
    if step.command in NO_REACTION_DOCUMENTED and step.command not in table.reactions:
        why = f"the rulebook at hand does not say whether {what} may be a reaction"
        return undetermined(why, *gap, "U3", since=_asked_since(table))
    if gap:
        why = f"the rulebook at hand does not settle what {what} does"
        return undetermined(why, *gap, since=_asked_since(table))
    return None


def _asked_since(table: Table) -> tuple[int, ...]:
    """The entry that opened the window."""
    return (table.window.entry,) if table.window is not None else ()


@requires("G1")
def there_is_a_command_to_react_to(table: Table, step: React) -> Refusal | None:
    """A command of the other player is under way and unanswered, and the reaction names a command."""
    acting, reaction = table.acting, table.reaction
    if acting is None:
        return illegal("no command is under way")
    if acting.player == step.by:
        return illegal("the command is the player's own", since=(acting.entry,))
    if reaction is not None:
        return illegal("there is a reaction already", since=(reaction.entry,))
    if step.command == "charge":
        return illegal("it names no command")
    return refusal_if_gone(table, step.unit, step.target)


def react(table: Table, step: React) -> Happening:
    """The reaction is paid for, the window closes, and its steps enter the queue."""
    cites = rules_of_reacting(table, table.under_way, step)
    what = spoken(step.command)
    yield grounds(f"{step.by} answers with {what} of “{step.unit}”.", *cites)
    target = step.target or table.under_way.unit
    table = yield Reacted(step.unit, step.by, step.command, target, cites)
    return (yield PointSpent(step.by, max(0, table.points[step.by] - 1)))


def rules_of_reacting(table: Table, acting: Acting, step: React) -> tuple[str, ...]:
    """The rules a legal reaction rests on."""
    window = WINDOWS[table.window.name] if table.window else WINDOWS["at the target"]
    cites = list(window.answer)
    if step.command == "snap_fire" and "shoot" in table.units[step.unit].held:
        cites += ["P5", "C14"]
    if not window.snap_fire_only and step.unit != acting.target:
        cites.append("C6")
    if step.command == "intervene":
        cites.append("E2")
    if step.command == "defend":
        cites.append("P12")
    if step.command == "snap_fire" and table.units[acting.unit].is_arriving:
        cites.append("C28")
    if table.reactions.get(step.command):
        cites.append("U3")
        cites += [GAPS[step.command]] if step.command in GAPS else []
    return tuple(cites)


REACT = Procedure(
    React,
    react,
    checks=(
        the_unit_exists,
        the_target_exists,
        the_unit_is_ones_own,
        it_is_the_opponents_command,
        a_window_is_open,
        no_other_unit_is_bound,
        charge_is_no_reaction,
        it_is_aimed_at_the_acting_unit,
        the_window_takes_the_command,
        the_unit_may_answer,
        it_holds_no_restriction_of_the_command,
        no_objective_bars_rally,
        it_shoots_at_nobody_arriving,
        the_table_lets_it_be_a_reaction,
        the_rulebook_knows_the_reaction,
    ),
    acts_on=there_is_a_command_to_react_to,
)


@requires("G1")
def a_window_is_open_for_the_player(table: Table, step: Decline) -> Refusal | None:
    if table.window is not None and table.window.player == step.by:
        return None
    return illegal(f"no window is open for {step.by}")


def decline(table: Table, step: Decline) -> Happening:
    """The window closes without a reaction."""
    assert table.window is not None
    rules = WINDOWS[table.window.name].answer[:1]
    yield grounds(f"{step.by} does not react.", *rules, since=(table.window.entry,))
    return (yield WindowDeclined(step.by, rules))


DECLINE = Procedure(
    Decline,
    decline,
    checks=(it_is_the_opponents_command, a_window_is_open),
    acts_on=a_window_is_open_for_the_player,
)
