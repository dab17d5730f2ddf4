"""The windows: when the opponent is asked, what may answer, and why none is open (T4 to T6, T10, T14, E14)."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.values import Value
from domain.voidsiege.law.commands import ANSWERED_BY_SNAP_FIRE, spoken
from domain.voidsiege.table.events import WindowClosed, WindowOpened
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.steps import Decline, React
from domain.voidsiege.table.under_way import Acting

DECIDES = ("T4", "T5", "T6", "T10", "T14", "P6", "E14")


class Window(Value):
    """One kind of window, and the rules cited around it."""

    opens: tuple[str, ...]
    """Rules cited when it opens."""
    snap_fire_only: bool
    rules: tuple[str, ...]
    """Rules cited when a step must wait for the answer, when it is too late, or only Snap Fire answers."""
    answer: tuple[str, ...]
    """Rules cited by a reaction made in it."""


WINDOWS: Mapping[str, Window] = {
    "at a move": Window(("T4", "P6"), True, ("T4", "P6"), ("T4",)),
    "without a target": Window(("T4", "C16"), True, ("T4", "C16"), ("T4", "C16")),
    "before the target": Window(("T5", "C1"), True, ("T4", "C1"), ("T4", "C1")),
    "at a charge": Window(("T6",), False, ("T6", "T8"), ("T6",)),
    "at the target": Window(("T10",), False, ("T10",), ("T10",)),
}


def first_window(table: Table, acting: Acting) -> str:
    """The window that a command opens with its declaration; empty where it opens none."""
    if acting.charge:
        return "at a charge"
    if acting.target is not None:
        return "at the target"
    if table.commands[acting.command].target == "after_move":
        return "before the target" if table.law["C1"] == "snap_fire" else ""
    if acting.command in ANSWERED_BY_SNAP_FIRE:
        return "at a move"
    return "without a target" if table.law["C16"] == "snap_fire" else ""


def ask_opponent(table: Table, name: str, *rules: str) -> Happening:
    """Opens a window if the opponent could answer: they have a point (P1) and a unit (P4) left."""
    asked = table.opponent(table.under_way.player)
    if name and table.points[asked] and table.left[asked]:
        table = yield WindowOpened(asked, name, (*WINDOWS[name].opens, *rules))
    return table


def pass_over(table: Table) -> Happening:
    """Closes the open window unanswered, as if declined, because play has gone on over it (E14)."""
    window = table.window
    if window is not None:
        yield grounds(f"Nobody waits for {window.player}'s answer: that window closes.")
        table = yield WindowClosed(window.player, ("E14",))
    return table


@requires("P2", "T4", "P6", "C16", "C1", "T6", "T8", "T10")
def no_answer_is_awaited(table: Table, _step: Any) -> Refusal | None:
    """A command does not go on while the opponent is asked (P2, and the window's rules)."""
    window = table.window
    if window is None:
        return None
    acting = table.under_way
    what = spoken(acting.command) + (" as a Charge" if acting.charge else "")
    why = (
        f"{window.player} is asked first whether to react to {what} of “{acting.unit}”, "
        f"since entry {window.entry}"
    )
    return illegal(why, "P2", *WINDOWS[window.name].rules, since=(window.entry,))


@requires("T4", "P6", "T14", "P1", "P8", "P4", "T5", "C1", "C20", "C16", "T6", "T8", "T10", "E14")
def a_window_is_open(table: Table, step: React | Decline) -> Refusal | None:
    if table.window is not None:
        return None
    acting = table.acting
    if acting is None:
        why = "no command is under way, so there is nothing to answer"
        return illegal(why, "T4", "P6", since=table.go.since)
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
    return illegal(why, "T14", since=(reaction.entry,))


def _somebody_can_answer(table: Table, acting: Acting, by: str) -> Refusal | None:
    if not table.points[by]:
        why, since = f"{by} has no command point left for a reaction", table.spent.get(by, ())
        if not acting.spoils:
            return illegal(why, "P1", since=since)
        why += "; this command took the round's last one"
        return illegal(why, "P1", "P8", since=(*since, acting.entry))
    if not table.left[by]:
        fell = (unit.destroyed for unit in table.units.values() if unit.owner == by)
        return illegal(f"{by} has no unit left to answer with", "P4", since=entries(*fell))
    return None


def _the_target_comes_first(table: Table, acting: Acting, step: React | Decline) -> Refusal | None:
    if table.item_asking(acting.unit, "target") is None or table.law["C1"] != "wait":
        return None
    snap_fire = isinstance(step, React) and step.command == "snap_fire"
    also = ("C20",) if acting.remarked else ()
    why = (
        f"{spoken(acting.command)} of “{acting.unit}” names its target after the move; "
        "the opponent waits until then"
    )
    return illegal(why, "T5", "C1" if snap_fire else "T4", *also, since=(acting.entry,))


def _too_late(table: Table, acting: Acting) -> Refusal:
    since = (acting.unanswered or acting.entry,)
    if _nothing_answers(table, acting):
        why = f"at this table nothing answers {spoken(acting.command)}"
        return illegal(why, "C16", since=since)
    rules = WINDOWS[acting.window].rules if acting.window else ("T10",)
    return illegal(_how_it_closed(table, acting), *rules, "E14", since=since)


def _how_it_closed(table: Table, acting: Acting) -> str:
    asked, entry = table.opponent(acting.player), acting.unanswered
    command = f"{spoken(acting.command)} of “{acting.unit}”"
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
