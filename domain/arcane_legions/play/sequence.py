"""The sequence: after each step rows are passed until one waits for a player or something halts it."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.law.outline import ORDERS, PAID, ROW_OF_MOVING, ROWS, TURN
from domain.arcane_legions.play.rows import HAPPENS_AT
from domain.arcane_legions.play.victory import check_for_a_winner, may_be_won
from domain.arcane_legions.play.window import owner_now_deciding
from domain.arcane_legions.table.events import OrderEnded, RowPassed, RowReached
from domain.arcane_legions.table.events_combat import DamageDealt
from domain.arcane_legions.table.events_table import AnnouncementDropped, TriggerArose
from domain.arcane_legions.table.state import Table
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds

DAMAGE_ROWS = frozenset({"C.i", "R.k"})

EVENT_PASSED: Mapping[RuleId, RowPassed] = {
    id: RowPassed(id, (id,)) for id, row in ROWS.items() if not row.waits
}
EVENT_REACHED: Mapping[RuleId, RowReached] = {
    id: RowReached(id, (id,)) for id, row in ROWS.items() if row.waits
}
"""The events of passing and of reaching a row: made once, for they never differ, and there are many."""
NEXT_ROW: Mapping[RuleId, RuleId] = {id: row.then for id, row in ROWS.items()}
NEXT_ROW_WHEN_PAID: Mapping[RuleId, RuleId] = {
    id: row.jumps[PAID] for id, row in ROWS.items() if PAID in row.jumps
}
"""Where M.f leads while steps and turns are paid for."""


def follow(table: Table, entry: int) -> Happening:
    """What follows by itself after a step; at entry 0, after the set-up, victory is not checked."""
    return check_victory_and_go_on(table) if entry and may_be_won(table) else go_on(table)


def check_victory_and_go_on(table: Table, *, halting: bool = True) -> Happening:
    table = yield from check_for_a_winner(table)
    return (yield from go_on(table, halting=halting))


def go_on(table: Table, *, halting: bool = True) -> Happening:
    """Passes rows until the game is over, damage is outstanding, a trigger is in hand or a row waits.

    `halting`: whether triggers in hand halt the sequence (X1); they do not when a step is tried out.
    """
    while not (table.over or table.outstanding or (halting and table.hands)):
        row = next_row(table) if table.done else table.row
        if row in EVENT_PASSED:
            table = yield EVENT_PASSED[row]
            if row in HAPPENS_AT:
                table = yield from HAPPENS_AT[row](table)
            if table.announced:
                table = yield from triggers_arise_at(table, row)
        elif not row:
            table = yield from order_ends(table)
        elif row in DAMAGE_ROWS and (damage := damage_due(table)):
            table = yield DamageDealt(row, damage, (row, "K7"))
        elif row_waits(table, row):
            if table.done:
                table = yield EVENT_REACHED[row]
            return table
        else:
            table = yield RowPassed(row, _rules_for_passing(table, row))
            table = yield from triggers_arise_at(table, row)
    return table


def triggers_arise_at(table: Table, row: RuleId) -> Happening:
    """X9: the triggers announced for this row arise, in the order in which they were announced."""
    for trigger in table.announced:
        if trigger.row == row and not table.over:
            yield grounds(f"“{trigger.id}” of {trigger.source} arises at {row}")
            table = yield TriggerArose(trigger.id, trigger.owner, trigger.source, ("X5", row))
    return table


def order_ends(table: Table) -> Happening:
    """The order goes back to the row at which it began; what was announced for it is dropped (X9)."""
    for trigger in table.announced:
        if trigger.row in ROWS_OF_ORDER[table.order.type]:
            yield grounds(f"“{trigger.id}”, announced for {trigger.row}, is dropped")
            table = yield AnnouncementDropped(trigger.id, trigger.owner, trigger.row, ("X9",))
    return (yield OrderEnded(table.order.unit, table.order.type, (table.row,)))


def next_row(table: Table) -> RuleId:
    """The row after the one that is done; empty after the last row of an order."""
    row = table.row
    if table.jump:
        return table.jump
    if row in NEXT_ROW_WHEN_PAID and table.order.moving and not table.nothing_more_is_chosen():
        return NEXT_ROW_WHEN_PAID[row]
    return NEXT_ROW[row]


ROWS_OF_ORDER: Mapping[str, tuple[RuleId, ...]] = {
    order_type: tuple(row.id for row in rows) for order_type, rows in ORDERS.items()
}
ROWS_OF_TURN = tuple(row.id for row in TURN)
ROWS_BEFORE_ORDERS = frozenset({"T1", "T1a", "T2a"})


def still_to_come(table: Table) -> frozenset[RuleId]:
    """The rows for which a trigger may be announced now (X9): of the turn, and of each order on the stack."""
    rows = map(set, _still_to_come_in_orders(table))
    return frozenset(_still_to_come_in_the_turn(table)).union(*rows)


def _still_to_come_in_the_turn(table: Table) -> Iterator[RuleId]:
    """The rows from the present one on; those before T2b come again with the next turn."""
    yield from ROWS_BEFORE_ORDERS
    at = ROWS_OF_TURN.index(table.position[0])
    passed = bool(not table.below and not table.waiting)
    yield from (row for row in ROWS_OF_TURN[at + passed :] if row not in ROWS_BEFORE_ORDERS)


def _still_to_come_in_orders(table: Table) -> Iterator[tuple[RuleId, ...]]:
    for order, row in zip(table.interrupted, table.below[1:], strict=True):
        rows = ROWS_OF_ORDER[order.type]
        yield rows[rows.index(row) :]
    if table.below:
        yield _still_to_come_in_order_on_top(table)


def _still_to_come_in_order_on_top(table: Table) -> tuple[RuleId, ...]:
    rows = ROWS_OF_ORDER[table.order.type]
    if table.waiting:
        return rows[rows.index(table.row) :]
    back = table.order.moving and not table.nothing_more_is_chosen()
    first = NEXT_ROW_WHEN_PAID[ROW_OF_MOVING] if back else next_row(table)
    return rows[rows.index(first) :] if first else ()


def row_waits(table: Table, row: RuleId) -> bool:
    """Whether a player has something to choose at this row, which waits for one as a rule."""
    if not table.below:
        return table.active in table.playing
    if table.nothing_more_is_chosen() or row in DAMAGE_ROWS:
        return False
    if row == "C.a":
        return not table.order.breakaway
    if row == "M.c":
        return bool(owner_now_deciding(table))
    if row == "S.a":
        return table.acting_unit().card.specials[table.order.special].targets
    return True


def _rules_for_passing(table: Table, row: RuleId) -> tuple[RuleId, ...]:
    """Why a row is passed at which nobody has anything to choose."""
    if row == "C.a" and table.order.breakaway:
        return (row, "B5")
    if table.below and table.nothing_more_is_chosen():
        return (row, "O11")
    return (row,)


def damage_due(table: Table) -> Mapping[str, int]:
    """Unit → the points of damage to be placed on it (K7): those said, and no more than it can take."""
    if table.nothing_more_is_chosen():
        return {}
    damage = table.fight.damage
    dealt = {unit: min(points, table.units[unit].hit_points) for unit, points in damage.items()}
    return {unit: points for unit, points in dealt.items() if points > 0}
