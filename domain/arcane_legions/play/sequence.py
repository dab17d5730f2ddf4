"""What goes on by itself after each step: rows are passed until one waits, or something halts it."""

from collections.abc import Mapping

from domain.arcane_legions.law.outline import PAID, ROWS
from domain.arcane_legions.play.rows import DOES
from domain.arcane_legions.play.victory import check_for_a_winner, may_be_won
from domain.arcane_legions.play.window import decider
from domain.arcane_legions.table.events import OrderEnded, RowPassed, RowReached
from domain.arcane_legions.table.events_combat import DamageDealt
from domain.arcane_legions.table.events_table import TriggerArose
from domain.arcane_legions.table.state import Table
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening

DEALS = frozenset({"C.i", "R.k"})

PASSED: Mapping[RuleId, RowPassed] = {
    id: RowPassed(id, (id,)) for id, row in ROWS.items() if not row.waits
}
REACHED: Mapping[RuleId, RowReached] = {
    id: RowReached(id, (id,)) for id, row in ROWS.items() if row.waits
}
"""Rows are passed and reached all the time, always alike: these events are made once."""
THEN: Mapping[RuleId, RuleId] = {id: row.then for id, row in ROWS.items()}
WHEN_PAID: Mapping[RuleId, RuleId] = {
    id: row.jumps[PAID] for id, row in ROWS.items() if PAID in row.jumps
}
"""Where the sequence goes on after a row, and where when something was paid for."""


def follow(table: Table, entry: int) -> Happening:
    """After every legal step, and once when the table is laid out."""
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
            table = yield OrderEnded(table.order.unit, table.order.kind, (table.row,))
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
    """The triggers that were to arise at this row."""
    for trigger in table.announced:
        if trigger.row == row and not table.over:
            table = yield TriggerArose(trigger.id, trigger.owner, trigger.source, ("X5", row))
    return table


def next_row(table: Table) -> RuleId:
    """The row after the one just done; empty where the order goes back."""
    row = table.row
    if table.jump:
        return table.jump
    if row in WHEN_PAID and table.order.moving and not table.nothing_more_is_chosen():
        return WHEN_PAID[row]
    return THEN[row]


def waits(table: Table, row: RuleId) -> bool:
    """Whether a player has something to choose at this row, which may wait."""
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
    fight = table.order.fight
    assert fight is not None
    dealt = {
        unit: min(points, table.units[unit].hit_points) for unit, points in fight.damage.items()
    }
    return {unit: points for unit, points in dealt.items() if points > 0}


def _without_a_choice(table: Table, row: RuleId) -> tuple[RuleId, ...]:
    """Why a row that may wait is passed."""
    if row == "C.a" and table.order.breakaway:
        return (row, "B5")
    if table.below and table.nothing_more_is_chosen():
        return (row, "O11")
    return (row,)
