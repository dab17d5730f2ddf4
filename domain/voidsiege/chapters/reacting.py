"""Answering a command: when, with which unit and what, and where the reaction's steps enter the queue."""

from typing import Annotated

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, made_of, stored_as
from domain.voidsiege.chapters.charging import (
    a_reinforced_unit_is_charged_with_move_only,
    the_command_can_be_a_charge,
)
from domain.voidsiege.chapters.ground_rules import (
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
from domain.voidsiege.chapters.rounds import spend_a_point
from domain.voidsiege.chapters.windows import WINDOWS, first_window, without_answer
from domain.voidsiege.commands import ANSWERED_BY_SNAP_FIRE, spoken_name
from domain.voidsiege.fields import CommandWord, any_command, as_a_charge, own_unit
from domain.voidsiege.table import Acting, Item, Reaction, Rules, Table

DECIDES = ("T11", "T14", "T15", "T16", "P4", "P5", "P12")


class React(Step):
    """Answer the command under way with a unit."""

    unit: Annotated[str, own_unit]
    command: Annotated[CommandWord | str, any_command]
    charge: Annotated[bool, as_a_charge] = False
    """Whether it is said to be a Charge (U5)."""
    target: str | None = None
    """The acting unit (T11); nobody has to say it."""


class Decline(Step):
    """Let the command go unanswered."""


@stored_as("voidsiege/reacted/v1")
class Reacted(Event):
    """A unit answered the command; its steps enter the queue."""

    SAYS = "{by} answers with “{unit}”."

    unit: str
    by: str
    command: str
    target: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        early = table.acting_unit_still_moves
        reaction = made_of(Reaction, self, player=self.by, entry=entry, before_move=early)
        # The bond ends with the window; where none is open, only if the bound unit itself reacts.
        bonds = table.without_bond(self.by, None if table.window else self.unit)
        queue = with_reaction(table, self, entry)
        return changed(table, reaction=reaction, window=None, queue=queue, bonds=bonds)


def with_reaction(table: Table, event: Reacted, entry: int) -> tuple[Item, ...]:
    """The queue with the reacting unit's steps in it (T8, T10, T12, C2, C3)."""
    acting, queue = table.under_way, list(table.queue)
    row = table.commands[event.command]
    own_move = Item(acting.unit, "move", acting.entry)
    if row.moves:
        behind = not acting.charge and own_move in queue
        place = queue.index(own_move) + 1 if behind else 0
        queue.insert(place, Item(event.unit, "move", entry))
    if row.shoots:
        place = _place_of_shot(table, acting, queue, row.moves)
        queue.insert(place, Item(event.unit, "shoot", entry))
    return tuple(queue)


def _place_of_shot(table: Table, acting: Acting, queue: list[Item], moves: bool) -> int:
    at = {item.step: n for n, item in enumerate(queue) if item.unit == acting.unit}
    first = table.law["C3" if acting.charge else "C2"] == "before_move"
    if "move" in at and first and (acting.charge or not moves):
        return at["move"]
    # Only the melee comes after the acting unit's own shot.
    return at.get("melee", len(queue))


@stored_as("voidsiege/window_declined/v1")
class WindowDeclined(Event):
    """The player who was asked does not react."""

    SAYS = "{player} does not react."

    player: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        return without_answer(table, self.player, entry, passed_over=False)


@requires("T16", "T15")
def it_is_the_opponents_command(table: Table, step: React | Decline) -> Refusal | None:
    acting, reaction = table.acting, table.reaction
    if acting is None or acting.player != step.by:
        return None
    if reaction is None:
        why = f"the command is {step.by}'s own; only the opponent answers it"
        return illegal(why, "T16", since=acting)
    why = (
        f"the command is {step.by}'s own, and nothing answers the reaction that "
        f"{reaction.player} made in entry {reaction.entry}"
    )
    return illegal(why, "T16", "T15", since=(acting, reaction))


@requires("T4", "P6", "T14", "P1", "P8", "P4", "T5", "C1", "C20", "C16", "T6", "T8", "T10", "E14")
def a_window_is_open(table: Table, step: React | Decline) -> Refusal | None:
    if table.window is not None:
        return None
    acting = table.acting
    if acting is None:
        why = "no command is under way, so there is nothing to answer"
        return illegal(why, "T4", "P6", since=table.go)
    return (
        _one_reaction_only(table)
        or _somebody_can_answer(table, acting, step.by)
        or _the_target_comes_first(table, acting, step)
        or _too_late(table, acting)
    )


def _one_reaction_only(table: Table) -> Refusal | None:
    reaction = table.reaction
    if reaction is None:
        return None
    why = f"one reaction to a command: {reaction.player} reacted in entry {reaction.entry}"
    return illegal(why, "T14", since=reaction)


def _somebody_can_answer(table: Table, acting: Acting, by: str) -> Refusal | None:
    if not table.points[by]:
        why, since = f"{by} has no command point left for a reaction", table.spent.get(by)
        if not acting.spoils:
            return illegal(why, "P1", since=since)
        why += "; this command took the round's last one"
        return illegal(why, "P1", "P8", since=(since, acting))
    if not table.left[by]:
        fell = [unit.destroyed for unit in table.units.values() if unit.owner == by]
        return illegal(f"{by} has no unit left to answer with", "P4", since=fell)
    return None


def _the_target_comes_first(table: Table, acting: Acting, step: React | Decline) -> Refusal | None:
    if table.item_asking(acting.unit, "target") is None or table.law["C1"] != "wait":
        return None
    snap_fire = isinstance(step, React) and step.command == "snap_fire"
    also = ("C20",) if acting.remarked else ()
    why = (
        f"{spoken_name(acting.command)} of “{acting.unit}” names its target after the move; "
        "the opponent waits until then"
    )
    return illegal(why, "T5", "C1" if snap_fire else "T4", *also, since=acting)


def _too_late(table: Table, acting: Acting) -> Refusal:
    since = acting.unanswered or acting
    if _nothing_answers(table, acting):
        why = f"at this table nothing answers {spoken_name(acting.command)}"
        return illegal(why, "C16", since=since)
    rules = WINDOWS[acting.window].rules if acting.window else ("T10",)
    return illegal(_how_it_closed(table, acting), *rules, "E14", since=since)


def _how_it_closed(table: Table, acting: Acting) -> str:
    asked, entry = table.opponent(acting.player), acting.unanswered
    command = f"{spoken_name(acting.command)} of “{acting.unit}”"
    if not entry:
        return "no window is open any more, and none opens again"
    if acting.passed_over:
        why = f"play went on in entry {entry} before {asked} had answered {command}"
    else:
        why = f"{asked} declined to react to {command} in entry {entry}"
    return f"{why}; that window does not open again"


def _nothing_answers(table: Table, acting: Acting) -> bool:
    """Whether C16 lets nothing answer the command: one without a target, which P6 does not list either.

    A Charge with such a command is answered all the same, since it has a target (T6).
    """
    if table.law["C16"] != "nothing" or acting.charge:
        return False
    takes_no_target = table.row(acting.command).target == "none"
    return takes_no_target and acting.command not in ANSWERED_BY_SNAP_FIRE


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
    return illegal(why, since=acting)


@requires("T4", "P6", "C16", "C1", "E17")
def the_window_takes_the_command(table: Table, step: React) -> Refusal | None:
    window = table.window
    if window is None or step.command == "snap_fire" or not WINDOWS[window.name].snap_fire_only:
        return None
    acting = table.under_way
    what, cites = "no target has been named", WINDOWS[window.name].rules
    if acting.remarked and table.row(acting.command).target == "none":
        what = (
            f"{spoken_name(acting.command)} takes no target, and the one named with it is a remark"
        )
        cites = (*cites, "E17")
    why = f"only Snap Fire answers here, not {spoken_name(step.command)}: {what}"
    return illegal(why, *cites, since=window)


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
    return illegal(why, since=window)


@requires("C28", "P20")
def it_shoots_at_nobody_arriving(table: Table, step: React) -> Refusal | None:
    acting = table.acting
    if acting is None or not (step.charge or table.row(step.command).shoots):
        return None
    if step.command == "snap_fire" and table.law["C28"] == "allowed":
        return None
    cites = ("C28", "P20") if step.command == "snap_fire" else ("P20",)
    done = "shot at" if table.row(step.command).shoots else "charged"
    return refusal_if_arriving(table, acting.unit, cites, f"is not {done} until it has moved")


@requires("U3", "E20", "E21")
def the_table_lets_it_be_a_reaction(table: Table, step: React) -> Refusal | None:
    row = table.row(step.command)
    barred = row.as_reaction.barred_by
    if barred:
        return illegal(f"{row.words} is no reaction", barred, since=table.window)
    if table.reactions.get(row.name) is not False:
        return None
    why = f"at this table {row.words} is no reaction"
    return illegal(why, "U3", since=table.window)


@requires("U1", "U2", "U3", "U4", "U5", "C10")
def the_rulebook_knows_the_reaction(table: Table, step: React) -> Refusal | None:
    row = table.row(step.command)
    as_charge = ("U5", *row.open_as_charge(table.law)) if step.charge else ()
    reacts = () if row.name in table.reactions else row.gap(row.as_reaction)
    if not (row.unknown or reacts or as_charge):
        return None
    unsettled = "say whether a reaction may be a Charge"
    if row.unknown:
        unsettled = f"settle what {row.words} does"
    if reacts:
        unsettled = f"say whether {row.words} may be a reaction"
    questions = dict.fromkeys((*row.unknown, *reacts, *as_charge))
    why = f"the rulebook at hand does not {unsettled}"
    return undetermined(why, *questions, since=table.window)


@requires("G1")
def there_is_a_command_to_react_to(table: Table, step: React) -> Refusal | None:
    """A command of the other player is under way and unanswered, and the reaction names a command."""
    acting, reaction = table.acting, table.reaction
    if acting is None:
        return illegal("no command is under way")
    if acting.player == step.by:
        return illegal("the command is the player's own", since=acting)
    if reaction is not None:
        return illegal("there is a reaction already", since=reaction)
    if step.command not in table.commands:
        return illegal("it names no command")
    return refusal_if_gone(table, step.unit, step.target)


def react(table: Table, step: React) -> Happening:
    """The reaction is paid for, the window closes, and its steps enter the queue."""
    cites = rules_of_reacting(table, table.under_way, step)
    what, melee = table.row(step.command).words, ""
    if step.charge:
        what, melee = f"{what} as a Charge", " Its melee is the table's."
    yield grounds(f"{step.by} answers with {what} of “{step.unit}”.{melee}", *cites)
    target = step.target or table.under_way.unit
    table = yield Reacted(step.unit, step.by, step.command, target, cites)
    return (yield from spend_a_point(table, step.by))


def rules_of_reacting(table: Table, acting: Acting, step: React) -> tuple[str, ...]:
    """The rules a legal reaction rests on."""
    row = table.row(step.command)
    # A reaction that is let happen may come where no window was ever opened.
    window = WINDOWS[acting.window or first_window(table, acting) or "at the target"]
    cites = list(window.answer)
    if step.command == "snap_fire" and "shoot" in table.units[step.unit].held:
        cites += ["P5", "C14"]
    targeted = acting.target is not None and not window.snap_fire_only
    if targeted and step.unit != acting.target:
        cites.append("C6")
    if step.command == "intervene":
        cites.append("E2")
    if step.command == "defend":
        cites.append("P12")
    if step.command == "snap_fire" and table.units[acting.unit].is_arriving:
        cites.append("C28")
    if table.reactions.get(step.command):
        cites.append("U3")
    return (*cites, *row.named_by)


REACT = Procedure(
    React,
    react,
    checks=(
        the_unit_exists,
        the_target_exists,
        the_command_exists,
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
        a_reinforced_unit_is_charged_with_move_only,
        the_command_can_be_a_charge,
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
    yield grounds(f"{step.by} does not react.", *rules, since=table.window)
    return (yield WindowDeclined(step.by, rules))


DECLINE = Procedure(
    Decline,
    decline,
    checks=(it_is_the_opponents_command, a_window_is_open),
    acts_on=a_window_is_open_for_the_player,
)
