"""Chapters B and N: breakaway attacks at M.c, steps and turns at M.e."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from domain.arcane_legions.chapters.judging import (
    at_its_row,
    procedure_of,
    refusal_at_another_row,
    the_ordering_player_decides,
    the_unit_exists,
)
from domain.arcane_legions.chapters.raising import Raising, at_row, at_the_next_row
from domain.arcane_legions.chapters.sequence import row_passed
from domain.arcane_legions.chapters.sides import sides_to_hit, sides_to_name
from domain.arcane_legions.chapters.windows import (
    is_through,
    move_under_way,
    owner_now_deciding,
    refusal_if_not_eligible,
    why_nobody_attacks,
)
from domain.arcane_legions.fields import (
    a_side,
    count_of,
    unit_of_ones_own,
)
from domain.arcane_legions.orders import Fight, Order
from domain.arcane_legions.outline import row_in_words, rows_waiting_for
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import SIDES, Side, Unit
from domain.arcane_legions.wording import points
from domain.kernel.fields import UNSAID, StepFields, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, entries, grounds, illegal, requires, undetermined
from domain.kernel.steps import NAMED, Step
from domain.kernel.values import Event, changed, field, stored_as
from domain.kernel.wording import list_in_words

DECIDES = ("B1", "B8", "N1", "N2", "N3", "N6", "N7")


def _sides_of_mover(table: Table, said: StepFields) -> Iterable[Any]:
    mover = table.units[table.order.unit]
    return sides_to_hit(table, table.units[said["unit"]], mover, asked=False)


def _sides_of_attacker(table: Table, said: StepFields) -> Iterable[Any]:
    return sides_to_name(table.units[said["unit"]], asked=False)


side_of_mover = a_side("the side of the unit that moves away", _sides_of_mover)
side_of_attacker = a_side("the side of one's own unit", _sides_of_attacker)


def _sides_to_go_by(table: Table, _said: StepFields) -> Iterable[Any]:
    return SIDES if side_must_be_named(table.acting_unit()) else (UNSAID,)


def _sides_for_the_tool(table: Table, _said: StepFields) -> Iterable[Any]:
    unit = table.acting_unit()
    return SIDES if turns_by_its_sides(table) and side_must_be_named(unit) else (UNSAID,)


def _sides_to_turn_onto(_table: Table, said: StepFields) -> Iterable[Any]:
    """Not asked for where the other side need not be named either."""
    if "side" not in said:
        return (UNSAID,)
    return (UNSAID, *(side for side in SIDES if side != said["side"]))


side_to_go_by = a_side("the side it goes by", _sides_to_go_by, form=False)
side_of_the_tool = a_side("the side the tool is laid against", _sides_for_the_tool, form=False)
side_to_turn_onto = a_side("the side it turns onto", _sides_to_turn_onto)


@one_of("movement points", asks="How many movement points?", form=True)
def points_of_step(table: Table, said: StepFields) -> Iterable[int]:
    cost = cost_of_side(table.acting_unit(), said.get("side"))
    return _points_left(table) if cost is None else (cost,)


@one_of("movement points", asks="How many movement points?", form=True)
def points_of_turn(table: Table, said: StepFields) -> Iterable[int]:
    cost = cost_of_side(table.acting_unit(), said.get("side"))
    if cost is None or not turns_by_its_sides(table):
        return _points_left(table)
    return dict.fromkeys((2 * cost, 3 * cost))


def _points_left(table: Table) -> Iterable[int]:
    return range(1, max(1, table.order.movement) + 1)


class Breakaway(Step):
    """Attack the unit that is about to move away."""

    unit: Annotated[str, unit_of_ones_own]
    side: Annotated[Side | None, side_of_mover] = None
    own_side: Annotated[Side | None, NAMED, side_of_attacker] = field(default=None, name="from")


class Decline(Raising):
    """Make no more breakaway attacks in this window."""


class TakeStep(Raising, kw_only=True):
    """Pay for one step."""

    side: Annotated[Side | None, side_to_go_by] = None
    cost: Annotated[int, count_of("cost"), points_of_step]


class Turn(Raising, kw_only=True):
    """Pay for one turn."""

    side: Annotated[Side | None, side_of_the_tool] = None
    onto: Annotated[Side | None, side_to_turn_onto] = None
    cost: Annotated[int, count_of("cost"), points_of_turn]


class Stop(Raising):
    """Move no further."""


@stored_as("arcane-legions/breakaway_declared/v1")
class BreakawayDeclared(Event):
    """A breakaway attack on the mover begins."""

    SAYS = "“{unit}” attacks “{mover}” as it breaks away."

    unit: str
    mover: str
    side: str
    own_side: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """The attack interrupts the move: it lies on the stack at C.a, its target chosen (B5)."""
        fight = Fight(self.mover, self.side, self.own_side)
        attack = Order("close", self.unit, entry, breakaway=True, fight=fight)
        owner = table.units[self.unit].owner
        move = changed(table.order, deciding=owner, attacked_last=entry)
        return changed(
            table,
            order=attack,
            interrupted=(*table.interrupted, move),
            row="C.a",
            below=table.position,
            since=entry,
        )


@stored_as("arcane-legions/breakaway_declined/v1")
class BreakawayDeclined(Event):
    """An owner makes no more breakaway attacks in this window."""

    SAYS = "{player} makes no more breakaway attacks."

    player: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        return table.with_order(declined={**table.order.declined, self.player: entry})


@stored_as("arcane-legions/unit_moved/v1")
class UnitMoved(Event):
    """A step or turn is paid for."""

    SAYS = "“{unit}” moves for {cost}."

    unit: str
    cost: int
    turning: bool
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        left = max(0, table.order.movement - self.cost)
        order = changed(table.order, movement=left, moving=True, moved=(*table.order.moved, entry))
        return changed(table, order=order, done=True)


@stored_as("arcane-legions/movement_stopped/v1")
class MovementStopped(Event):
    """The mover moves no further."""

    SAYS = "“{unit}” moves no further."

    unit: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, done=True)


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
    return illegal(reason, since=at)


def _another_decides(table: Table, step: Breakaway | Decline) -> Refusal | None:
    deciding, move = owner_now_deciding(table), table.order
    if step.by == deciding:
        return None
    reason = f"{deciding} decides now about breakaway attacks, not {step.by}"
    if not is_through(table, step.by):
        return illegal(reason)
    began = f"{move.deciding} has begun since, and {step.by} is through"
    return illegal(f"{reason}: {began}", since=move.attacked_last)


def declare_breakaway(table: Table, step: Breakaway) -> Happening:
    mover = table.order.unit
    first = row_in_words("C.b")
    yield grounds(f"{step.unit} attacks {mover} as it breaks away; it begins at “{first}”", "M.c")
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
    return (yield row_passed(table, "M.c"))


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


def side_must_be_named(unit: Unit) -> bool:
    """Whether it makes a difference by which side it goes (N6): unless no cost is known, or all are equal."""
    costs = unit.card.costs
    return bool(costs) and (len(costs) < len(SIDES) or len({*costs.values()}) > 1)


def cost_of_side(unit: Unit, side: str | None) -> int | None:
    """What this side costs, None for any if they cost the same; None if that is not known."""
    costs = unit.card.costs
    if side is not None:
        return costs.get(side)
    return None if side_must_be_named(unit) else next(iter(costs.values()), None)


def turns_by_its_sides(table: Table) -> bool:
    """Whether a turn costs what its sides say: a formation's, and a sortie's if A19 says so."""
    return not table.acting_unit().sortie or table.law["A19"] == "as_formation"


def _refusal_of_unnamed_side(
    table: Table, step: TakeStep | Turn, does: str, *cites: RuleId
) -> Refusal | None:
    """Refuses a step or turn that leaves its side out although that makes a difference (N6)."""
    unit = table.acting_unit()
    if step.side is not None or not side_must_be_named(unit):
        return None
    costs = unit.card.costs
    known = list_in_words(f"{side} {costs[side]}" for side in SIDES if side in costs)
    unknown = "" if len(costs) == len(SIDES) else ", the others are not known"
    reason = f"the sides of {unit.id} do not all cost the same ({known}{unknown}): say with “side” {does}"
    return illegal(reason, *cites, since=table.order.since)


@requires("N2", "N6")
def the_side_of_a_step_is_named(table: Table, step: TakeStep) -> Refusal | None:
    return _refusal_of_unnamed_side(table, step, "by which it goes")


@requires("N2")
def a_step_costs_what_the_side_costs(table: Table, step: TakeStep) -> Refusal | None:
    unit = table.acting_unit()
    cost = cost_of_side(unit, step.side)
    by = f" by its {step.side}" if step.side else ""
    if cost is None and step.cost < 1:
        reason = f"what a step of {unit.id}{by} costs is not known, and then it costs 1 at least"
        return illegal(f"{reason}, not {step.cost}", since=table.order.since)
    if cost is None or cost == step.cost:
        return None
    reason = f"a step of {unit.id}{by} costs {cost}, not {step.cost}"
    return illegal(reason, since=table.order.since)


@requires("N7")
def a_turn_is_onto_another_side(table: Table, step: Turn) -> Refusal | None:
    if step.onto is None or step.onto != step.side:
        return None
    reason = f"the tool is laid against the {step.side} of {table.order.unit}, and it cannot turn onto that"
    return illegal(reason, since=table.order.since)


@requires("N3", "N6", "A19")
def the_side_of_a_turn_is_named(table: Table, step: Turn) -> Refusal | None:
    if not turns_by_its_sides(table):
        return None
    cites = ("N3", "N6", *_sortie_rule(table))
    return _refusal_of_unnamed_side(table, step, "against which the tool is laid", *cites)


def _sortie_rule(table: Table) -> tuple[RuleId, ...]:
    """What decides besides on the turn of a sortie."""
    return ("A19",) if table.acting_unit().sortie else ()


@requires("N3", "A19")
def a_turn_costs_two_or_three_sides(table: Table, step: Turn) -> Refusal | None:
    unit, reading = table.acting_unit(), table.law["A19"]
    if unit.sortie and reading == "open":
        why = f"{unit.id} is a sortie, and no rule settles what its turn costs"
        return undetermined(why, "A19", since=table.order.since)
    if not turns_by_its_sides(table):
        return None
    cost, cites = cost_of_side(unit, step.side), ("N3", *_sortie_rule(table))
    turn = f"a turn of {unit.id}"
    tool = f"with the tool at its {step.side}" if step.side else ""
    if cost is None and step.cost < 1:
        what = f"{turn} {tool}".strip()
        reason = f"what {what} costs is not known, and then it costs 1 at least, not {step.cost}"
        return illegal(reason, *cites, since=table.order.since)
    if cost is None or step.cost in (2 * cost, 3 * cost):
        return None
    what, costs = f"{tool} {turn}".strip(), f"{2 * cost} or {3 * cost}" if cost else "0"
    return illegal(f"{what} costs {costs}, not {step.cost}", *cites, since=table.order.since)


def pay_for_move(table: Table, step: TakeStep | Turn) -> Happening:
    """The movement points go down; the unit itself moves at M.f."""
    unit, turning = table.order.unit, isinstance(step, Turn)
    left = points(max(0, table.order.movement - step.cost), "movement point")
    reason = f"{unit} pays {step.cost} for a {'turn' if turning else 'step'}; {left} left"
    yield grounds(reason, "M.e")
    rules = ("M.e", "N1", "N3" if turning else "N2", *_rules_of_sides(table, step))
    return (yield UnitMoved(unit, step.cost, turning, rules))


def _rules_of_sides(table: Table, step: TakeStep | Turn) -> Iterator[RuleId]:
    """The rules that had a part in what a step or turn costs, and onto which side it is."""
    turn = step if isinstance(step, Turn) else None
    if table.acting_unit().card.costs and (turn is None or turns_by_its_sides(table)):
        yield "N6"
    if turn is not None and turn.side and turn.onto:
        yield "N7"
    if turn is not None:
        yield from _sortie_rule(table)


def stop_moving(table: Table, _step: Stop) -> Happening:
    unit = table.order.unit
    yield grounds(f"{unit} moves no further", "M.e")
    return (yield MovementStopped(unit, ("M.e",)))


def _procedure_of_moving(step: type[Step], do: str, *it_costs_so_much: Check) -> Procedure:
    """That of a step or a turn: they differ in what they cost."""
    return procedure_of(
        step,
        pay_for_move,
        when=at_its_row(do, "M.e"),
        checks=(the_ordering_player_decides, the_movement_points_are_there, *it_costs_so_much),
        triggers_arise=at_the_next_row,
    )


STEP = _procedure_of_moving(
    TakeStep, "step", the_side_of_a_step_is_named, a_step_costs_what_the_side_costs
)


TURN = _procedure_of_moving(
    Turn,
    "turn",
    a_turn_is_onto_another_side,
    the_side_of_a_turn_is_named,
    a_turn_costs_two_or_three_sides,
)


STOP = procedure_of(
    Stop,
    stop_moving,
    when=at_its_row("stop", "M.e"),
    checks=(the_ordering_player_decides,),
    triggers_arise=at_row("M.g"),
)
