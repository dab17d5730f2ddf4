"""Chapters B and N: breakaway attacks at M.c, steps and turns at M.e."""

from domain.arcane_legions.law.outline import rows_waiting_for
from domain.arcane_legions.play.judging import (
    at_its_row,
    procedure_of,
    refusal_at_another_row,
    the_ordering_player_decides,
    the_unit_exists,
)
from domain.arcane_legions.play.raising import at_row, at_the_next_row
from domain.arcane_legions.play.window import (
    move_under_way,
    owner_now_deciding,
    refusal_if_not_eligible,
    why_nobody_attacks,
)
from domain.arcane_legions.table.events import (
    BreakawayDeclared,
    BreakawayDeclined,
    MovementStopped,
    RowPassed,
    UnitMoved,
)
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Breakaway, Decline, Stop, TakeStep, Turn
from domain.arcane_legions.table.wording import points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, entries, grounds, illegal, requires, undetermined
from domain.kernel.steps import Step

DECIDES = ("B1", "B8", "N1", "N2", "N3")

WINDOW = rows_waiting_for("breakaway")


@requires("X2", "B1", "B2", "B3", "B4")
def the_window_is_open(table: Table, step: Breakaway) -> Refusal | None:
    """Elsewhere in a move the refusal also says why this unit could not attack the mover (B2 to B4)."""
    if table.row in WINDOW and not table.done:
        return None
    cites: tuple[RuleId, ...] = ("X2", "B1")
    why = ""
    move = move_under_way(table)
    if move is not None:
        mover = table.units[move.unit]
        reasons = why_nobody_attacks(mover)
        if not table.is_adjacent(step.unit, mover.id):
            reasons["B4"] = f"{step.unit} is not adjacent to {mover.id}"
        cites = (*cites, *reasons)
        why = "".join(f"; {reason}" for reason in reasons.values())
    refusal = refusal_at_another_row(table, "breakaway", WINDOW)
    return illegal(refusal.reason + why, *cites, since=refusal.since, **refusal.facts)


@requires("G2")
def it_is_the_attackers_owner(table: Table, step: Breakaway) -> Refusal | None:
    owner = table.units[step.unit].owner
    return None if step.by == owner else illegal(f"{step.unit} is {owner}'s, not {step.by}'s")


@requires("B4", "B6", "K1", "U3", "A3")
def the_unit_is_eligible(table: Table, step: Breakaway) -> Refusal | None:
    return refusal_if_not_eligible(table, table.order, table.units[step.unit])


@requires("B7")
def it_is_this_owners_turn_to_decide(table: Table, step: Breakaway) -> Refusal | None:
    at = table.order.declined.get(step.by)
    if at is None or step.by == owner_now_deciding(table):
        return _another_decides(table, step)
    reason = f"{step.by} makes no more breakaway attacks in this window (entry {at})"
    return illegal(reason, since=(at,))


def _another_decides(table: Table, step: Breakaway | Decline) -> Refusal | None:
    deciding = owner_now_deciding(table)
    if step.by == deciding:
        return None
    return illegal(f"{deciding} decides now about breakaway attacks, not {step.by}")


def declare_breakaway(table: Table, step: Breakaway) -> Happening:
    mover = table.order.unit
    yield grounds(f"{step.unit} attacks {mover} as it breaks away; it begins at C.b", "M.c")
    rules = ("M.c", "B1", "B5")
    side, own_side = step.side or "", step.own_side or ""
    return (yield BreakawayDeclared(step.unit, mover, side, own_side, rules))


BREAKAWAY = procedure_of(
    Breakaway,
    declare_breakaway,
    names=(the_unit_exists,),
    when=the_window_is_open,
    checks=(it_is_the_attackers_owner, the_unit_is_eligible, it_is_this_owners_turn_to_decide),
    of_facts=True,
)


@requires("G2", "B7")
def the_owner_now_deciding_declines(table: Table, step: Decline) -> Refusal | None:
    return _another_decides(table, step)


def decline(_table: Table, step: Decline) -> Happening:
    """The owner makes no more attacks; when nobody is left to decide the window closes and M.c is passed."""
    yield grounds(f"{step.by} makes no more breakaway attacks in this window", "M.c")
    table = yield BreakawayDeclined(step.by, ("M.c", "B8"))
    if owner_now_deciding(table):
        return table
    return (yield RowPassed("M.c", ("M.c",)))


DECLINE = procedure_of(
    Decline,
    decline,
    when=at_its_row("decline", "B1"),
    checks=(the_owner_now_deciding_declines,),
    of_facts=True,
)


@requires("N1")
def the_movement_points_are_there(table: Table, step: TakeStep | Turn) -> Refusal | None:
    left = table.order.movement
    if step.cost <= left:
        return None
    has = points(left, "movement point")
    reason = f"{table.order.unit} has {has} left, and this costs {step.cost}"
    return illegal(reason, since=entries(*table.order.moved, table.order.since), left=left)


def _side_cost(table: Table, step: TakeStep | Turn) -> int | None:
    """The movement cost of the side that is named; None if none is named or its cost is not known."""
    return table.acting_unit().card.costs.get(step.side) if step.side else None


@requires("N2")
def a_step_costs_what_the_side_costs(table: Table, step: TakeStep) -> Refusal | None:
    cost = _side_cost(table, step)
    if cost is None or cost == step.cost:
        return None
    reason = f"a step of {table.order.unit} by its {step.side} costs {cost}, not {step.cost}"
    return illegal(reason, since=entries(table.order.since))


@requires("N3", "A19")
def a_turn_costs_two_or_three_sides(table: Table, step: Turn) -> Refusal | None:
    unit, reading = table.acting_unit(), table.law["A19"]
    if unit.sortie and reading == "open":
        why = f"{unit.id} is a sortie, and no rule settles what its turn costs"
        return undetermined(why, "A19", since=entries(table.order.since))
    if unit.sortie and reading == "as_declared":
        return None
    cost = _side_cost(table, step)
    if cost is None or step.cost in (2 * cost, 3 * cost):
        return None
    reason = f"with the tool at its {step.side} a turn of {unit.id} costs {2 * cost} or {3 * cost}"
    cites = ("N3", "A19") if unit.sortie else ("N3",)
    return illegal(f"{reason}, not {step.cost}", *cites, since=entries(table.order.since))


def pay_for_move(table: Table, step: TakeStep | Turn) -> Happening:
    """The movement points go down; the unit itself moves at M.f."""
    unit, turning = table.order.unit, isinstance(step, Turn)
    left = points(max(0, table.order.movement - step.cost), "movement point")
    reason = f"{unit} pays {step.cost} for a {'turn' if turning else 'step'}; {left} left"
    yield grounds(reason, "M.e")
    rules: tuple[RuleId, ...] = ("M.e", "N1", "N3" if turning else "N2")
    return (yield UnitMoved(unit, step.cost, turning, rules))


def stop_moving(table: Table, _step: Stop) -> Happening:
    unit = table.order.unit
    yield grounds(f"{unit} moves no further", "M.e")
    return (yield MovementStopped(unit, ("M.e",)))


def _procedure_of_moving(step: type[Step], do: str, it_costs_so_much: Check) -> Procedure:
    """That of a step or a turn: they differ in what they cost."""
    return procedure_of(
        step,
        pay_for_move,
        when=at_its_row(do, "M.e"),
        checks=(the_ordering_player_decides, the_movement_points_are_there, it_costs_so_much),
        triggers_arise=at_the_next_row,
    )


STEP = _procedure_of_moving(TakeStep, "step", a_step_costs_what_the_side_costs)
TURN = _procedure_of_moving(Turn, "turn", a_turn_costs_two_or_three_sides)
STOP = procedure_of(
    Stop,
    stop_moving,
    when=at_its_row("stop", "M.e"),
    checks=(the_ordering_player_decides,),
    triggers_arise=at_row("M.g"),
)
