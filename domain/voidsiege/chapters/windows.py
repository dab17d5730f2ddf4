"""The windows: when the opponent is asked, and what may answer (T4 to T6, T10, E14)."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.values import Event, Value, changed, stored_as
from domain.voidsiege.commands import ANSWERED_BY_SNAP_FIRE, spoken_name
from domain.voidsiege.table import Acting, OpenWindow, Rules, Table

DECIDES = ("T4", "T5", "T6", "T10", "P6", "E14")


@stored_as("voidsiege/window_opened/v1")
class WindowOpened(Event):
    """The opponent is asked for a reaction; nothing else goes on until the answer."""

    SAYS = "{player} is asked for a reaction."

    player: str
    """Who is asked."""
    window: str
    """Which of the edition's windows it is: what may answer depends on it."""
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        acting = table.acting and changed(table.acting, window=self.window)
        return changed(table, acting=acting, window=OpenWindow(self.window, self.player, entry))


@stored_as("voidsiege/window_closed/v1")
class WindowClosed(Event):
    """A window closed without an answer."""

    SAYS = "{player} is asked no longer."

    player: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        return without_answer(table, self.player, entry, passed_over=True)


def without_answer(table: Table, player: str, entry: int, *, passed_over: bool) -> Table:
    """The window is closed, and with it goes the bond of the player who was asked (E15)."""
    acting = table.acting and changed(table.acting, unanswered=entry, passed_over=passed_over)
    return changed(table, acting=acting, window=None, bonds=table.without_bond(player))


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
    what = spoken_name(acting.command) + (" as a Charge" if acting.charge else "")
    why = (
        f"{window.player} is asked first whether to react to {what} of “{acting.unit}”, "
        f"since entry {window.entry}"
    )
    return illegal(why, "P2", *WINDOWS[window.name].rules, since=window)
