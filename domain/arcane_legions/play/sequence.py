"""What follows by itself after each step: rows are passed until one waits or something halts them."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.law.outline import MOVES, ORDERS, PAID, ROWS, TURN
from domain.arcane_legions.play.rows import DOES
from domain.arcane_legions.play.victory import check_for_a_winner, may_be_won
from domain.arcane_legions.play.window import decider
from domain.arcane_legions.table.events import OrderEnded, RowPassed, RowReached
from domain.arcane_legions.table.events_combat import DamageDealt
from domain.arcane_legions.table.events_table import AnnouncementDropped, TriggerArose
from domain.arcane_legions.table.orders import Order
from domain.arcane_legions.table.state import Table
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds

DEALS = frozenset({"C.i", "R.k"})

PASSED: Mapping[RuleId, RowPassed] = {
    id: RowPassed(id, (id,)) for id, row in ROWS.items() if not row.waits
}
REACHED: Mapping[RuleId, RowReached] = {
    id: RowReached(id, (id,)) for id, row in ROWS.items() if row.waits
}
"""Made once for each row, since rows are passed and reached all the time, always alike."""
THEN: Mapping[RuleId, RuleId] = {id: row.then for id, row in ROWS.items()}
WHEN_PAID: Mapping[RuleId, RuleId] = {
    id: row.jumps[PAID] for id, row in ROWS.items() if PAID in row.jumps
}
"""The row after each row: as a rule, and when something has been paid for."""


def follow(table: Table, entry: int) -> Happening:
    """What follows by itself: after every legal step, and once when the table is laid out."""
    return victory_and_on(table) if entry and may_be_won(table) else go_on(table)


def victory_and_on(table: Table, *, halting: bool = True) -> Happening:
    table = yield from check_for_a_winner(table)
    return (yield from go_on(table, halting=halting))


def go_on(table: Table, *, halting: bool = True) -> Happening:
    """Passes rows until the game is over, damage is outstanding, a trigger halts or a row waits."""
    while not (table.over or table.outstanding or (halting and table.hands)):
        row = next_row(table) if table.done else table.row
        if row in PASSED:
            table = yield PASSED[row]
            if row in DOES:
                table = yield from DOES[row](table)
            if table.announced:
                table = yield from what_was_announced(table, row)
        elif not row:
            table = yield from order_goes_back(table)
        elif row in DEALS and (damage := damage_due(table)):
            table = yield DamageDealt(row, damage, (row, "K7"))
        elif waits(table, row):
            if table.done:
                table = yield REACHED[row]
            return table
        else:
            table = yield RowPassed(row, _without_a_choice(table, row))
            table = yield from what_was_announced(table, row)
    return table


def what_was_announced(table: Table, row: RuleId) -> Happening:
    """The triggers announced for this row arise, in the order of their announcing (X9)."""
    for trigger in table.announced:
        if trigger.row == row and not table.over:
            yield grounds(f"“{trigger.id}” of {trigger.source} arises at {row}")
            table = yield TriggerArose(trigger.id, trigger.owner, trigger.source, ("X5", row))
    return table


def order_goes_back(table: Table) -> Happening:
    """Ends the order, and drops the triggers announced for its rows that have not arisen (X9)."""
    rows = {row.id for row in ORDERS[table.order.kind]}
    for trigger in table.announced:
        if trigger.row in rows:
            yield grounds(f"“{trigger.id}”, announced for {trigger.row}, is dropped")
            table = yield AnnouncementDropped(trigger.id, trigger.owner, trigger.row, ("X9",))
    return (yield OrderEnded(table.order.unit, table.order.kind, (table.row,)))


def next_row(table: Table) -> RuleId:
    """The row after the one just done; empty where the order ends."""
    row = table.row
    if table.jump:
        return table.jump
    if row in WHEN_PAID and table.order.moving and not table.nothing_more_is_chosen():
        return WHEN_PAID[row]
    return THEN[row]


LETTERS: Mapping[str, tuple[RuleId, ...]] = {
    kind: tuple(row.id for row in rows) for kind, rows in ORDERS.items()
}
OF_THE_TURN = tuple(row.id for row in TURN)
BEGINNING = frozenset({"T1", "T1a", "T2a"})
"""Rows that, once past, come again in the next turn."""


def still_to_come(table: Table) -> frozenset[RuleId]:
    """The rows for which a trigger may be announced (X9): of the orders on the stack and of the turn."""
    return frozenset(_of_the_turn(table)).union(*map(set, _of_the_orders(table)))


def _of_the_turn(table: Table) -> Iterator[RuleId]:
    yield from BEGINNING
    at = OF_THE_TURN.index(table.position[0])
    past = bool(not table.below and not table.waiting)
    yield from (row for row in OF_THE_TURN[at + past :] if row not in BEGINNING)


def _of_the_orders(table: Table) -> Iterator[tuple[RuleId, ...]]:
    for order in table.under:
        rows = LETTERS[order.kind]
        yield rows[rows.index(_lies_at(table, order)) :]
    if table.below:
        yield _of_the_order_on_top(table)


def _lies_at(table: Table, order: Order) -> RuleId:
    """The row at which an order waits while another one interrupts it."""
    return table.below[1 + table.under.index(order)]


def _of_the_order_on_top(table: Table) -> tuple[RuleId, ...]:
    rows = LETTERS[table.order.kind]
    if table.waiting:
        return rows[rows.index(table.row) :]
    back = table.order.moving and not table.nothing_more_is_chosen()
    first = WHEN_PAID[MOVES] if back else next_row(table)
    return rows[rows.index(first) :] if first else ()


def waits(table: Table, row: RuleId) -> bool:
    """Whether a row that may wait does: a player has something to choose there."""
    if not table.below:
        return table.active in table.playing
    if table.nothing_more_is_chosen() or row in DEALS:
        return False
    if row == "C.a":
        return not table.order.breakaway
    if row == "M.c":
        return bool(decider(table))
    if row == "S.a":
        return table.acting_unit().card.specials[table.order.special].targets
    return True


def damage_due(table: Table) -> Mapping[str, int]:
    """What becomes outstanding as the row of the damage begins: no more than a unit can take (K7)."""
    if table.nothing_more_is_chosen():
        return {}
    damage = table.fight.damage
    dealt = {unit: min(points, table.units[unit].hit_points) for unit, points in damage.items()}
    return {unit: points for unit, points in dealt.items() if points > 0}


def _without_a_choice(table: Table, row: RuleId) -> tuple[RuleId, ...]:
    """The rules by which a row that may wait is passed."""
    if row == "C.a" and table.order.breakaway:
        return (row, "B5")
    if table.below and table.nothing_more_is_chosen():
        return (row, "O11")
    return (row,)
