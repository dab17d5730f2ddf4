"""The sequence: after each step rows are passed until one waits for a player or something halts it."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.chapters.rows import HAPPENS_AT
from domain.arcane_legions.chapters.victory import check_for_a_winner, may_be_won
from domain.arcane_legions.chapters.windows import owner_now_deciding
from domain.arcane_legions.orders import NO_ORDER
from domain.arcane_legions.outline import (
    NOT_GIVEN,
    ORDERS,
    PAID,
    ROW_OF_MOVING,
    ROWS,
    TURN,
    UNTIL_GIVEN,
    UP_TO_GIVEN,
    row_in_words,
)
from domain.arcane_legions.table import Table, Trigger
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, stored_as
from domain.kernel.wording import list_in_words


@stored_as("arcane-legions/row_passed/v1")
class RowPassed(Event):
    """The sequence has passed a row by itself."""

    SAYS = "“{event.title}” is passed."

    row: RuleId
    rules: tuple[RuleId, ...]

    @property
    def title(self) -> str:
        return row_in_words(self.row)

    def after(self, table: Table, entry: int) -> Table:
        """At M.f a unit that has paid for a move makes it, and what was reported of it is marked (F2)."""
        passed = changed(table, row=self.row, done=True, jump="", since=entry)
        if self.row == ROW_OF_MOVING and table.order.moving:
            return passed.with_unit_moved(table.order.unit, entry)
        return passed


@stored_as("arcane-legions/row_reached/v1")
class RowReached(Event):
    """The sequence waits at a row for a player."""

    SAYS = "The sequence waits at “{event.title}”."

    row: RuleId
    rules: tuple[RuleId, ...]

    @property
    def title(self) -> str:
        return row_in_words(self.row)

    def after(self, table: Table, entry: int) -> Table:
        order = changed(table.order, moving=False) if table.order.moving else table.order
        return changed(table, row=self.row, order=order, done=False, since=entry)


@stored_as("arcane-legions/order_ended/v1")
class OrderEnded(Event):
    """The order is over; the sequence is back at the row where it began."""

    SAYS = "The {order} order of “{unit}” is over."

    unit: str
    order: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        *below, row = table.below
        return changed(
            table,
            order=table.interrupted[-1] if table.interrupted else NO_ORDER,
            interrupted=table.interrupted[:-1],
            row=row,
            below=tuple(below),
            done=False,
            since=entry,
        )


@stored_as("arcane-legions/trigger_arose/v1")
class TriggerArose(Event):
    """A trigger goes into its owner's hand; the sequence halts."""

    SAYS = "“{id}” of “{source}” goes into {owner}’s hand, and the sequence halts."

    id: str
    owner: str
    source: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        # One that was announced was raised then, not now that it arises.
        since = table.used.get(self.id, entry)
        trigger = Trigger(self.id, self.owner, self.source, since)
        hand = (*table.hand(self.owner), trigger)
        return changed(
            table,
            announced=tuple(one for one in table.announced if one.id != self.id),
            used={**table.used, self.id: since},
            hands=table.with_hand(self.owner, hand),
        )


@stored_as("arcane-legions/announcement_dropped/v1")
class AnnouncementDropped(Event):
    """A trigger announced for a row of an order will not arise: the order went back before it."""

    SAYS = "“{id}”, announced for “{event.title}”, will not arise."

    id: str
    owner: str
    row: RuleId
    rules: tuple[RuleId, ...]

    @property
    def title(self) -> str:
        return row_in_words(self.row)

    def after(self, table: Table, entry: int) -> Table:
        return table.without_trigger(self.id, self.owner, entry)


@stored_as("arcane-legions/damage_dealt/v1")
class DamageDealt(Event):
    """Damage is outstanding and has to be placed."""

    SAYS = "Damage is to be placed: {event.there}."

    row: RuleId
    damage: Mapping[str, int]
    """Unit → points, at most the hit points it has left."""
    rules: tuple[RuleId, ...]

    @property
    def there(self) -> str:
        return list_in_words(f"{points} on “{unit}”" for unit, points in self.damage.items())

    def after(self, table: Table, _entry: int) -> Table:
        """The damage is outstanding; the combat has no more to deal."""
        outstanding = dict(self.damage)
        table = table.with_fight(damage={})
        return changed(table, row=self.row, outstanding=outstanding, done=False)


DAMAGE_ROWS = frozenset({"C.i", "R.k"})


EVENT_PASSED: Mapping[RuleId, RowPassed] = {id: RowPassed(id, (id,)) for id in ROWS}


EVENT_REACHED: Mapping[RuleId, RowReached] = {
    id: RowReached(id, (id,)) for id, row in ROWS.items() if row.waits
}
"""The events of passing and of reaching a row by its own rule alone: made once, for there are many."""


AUTOMATIC = frozenset(id for id, row in ROWS.items() if not row.waits)
"""The rows that wait for nobody."""


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
        if not row:
            table = yield from order_ends(table)
        elif row in DAMAGE_ROWS and (damage := damage_due(table)):
            table = yield DamageDealt(row, damage, (row, "K7"))
        elif row not in AUTOMATIC and row_waits(table, row):
            if table.done:
                table = yield EVENT_REACHED[row]
            return table
        else:
            table = yield row_passed(table, row) if table.below else EVENT_PASSED[row]
            if row in HAPPENS_AT:
                table = yield from HAPPENS_AT[row](table)
            if table.announced:
                table = yield from triggers_arise_at(table, row)
    return table


def triggers_arise_at(table: Table, row: RuleId) -> Happening:
    """X9: the triggers announced for this row arise, in the order in which they were announced."""
    for trigger in table.announced:
        if trigger.row == row and not table.over:
            yield grounds(f"“{trigger.id}” of {trigger.source} arises at “{row_in_words(row)}”")
            table = yield TriggerArose(trigger.id, trigger.owner, trigger.source, ("X5", row))
    return table


def order_ends(table: Table) -> Happening:
    """The order goes back to the row at which it began; what was announced for it is dropped (X9)."""
    for trigger in table.announced:
        if trigger.row in ROWS_OF_ORDER[table.order.type]:
            said = row_in_words(trigger.row)
            yield grounds(f"“{trigger.id}”, announced for “{said}”, is dropped")
            table = yield AnnouncementDropped(trigger.id, trigger.owner, trigger.row, ("X9",))
    rules = (table.row, *_rules_besides(table, table.row))
    return (yield OrderEnded(table.order.unit, table.order.type, rules))


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


WHERE_IT_LANDS: Mapping[str, RuleId] = {
    order_type: row.jumps[NOT_GIVEN]
    for order_type, rows in ORDERS.items()
    for row in rows
    if NOT_GIVEN in row.jumps
}
"""Type of a combat order → the row at which it goes on if it is not given."""


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
    if table.order.kept and table.row in UNTIL_GIVEN:
        return rows[rows.index(WHERE_IT_LANDS[table.order.type]) :]
    if table.waiting:
        return rows[rows.index(table.row) :]
    back = table.order.moving and not table.nothing_more_is_chosen()
    first = NEXT_ROW_WHEN_PAID[ROW_OF_MOVING] if back else next_row(table)
    return rows[rows.index(first) :] if first else ()


def row_waits(table: Table, row: RuleId) -> bool:
    """Whether a player has something to choose at this row, which waits for one as a rule."""
    if not table.below:
        return table.active in table.playing
    if table.order.kept or table.nothing_more_is_chosen() or row in DAMAGE_ROWS:
        return False
    if row == "C.a":
        return not table.order.breakaway
    if row == "M.c":
        return bool(owner_now_deciding(table))
    if row == "S.a":
        return table.acting_unit().card.specials[table.order.special].targets
    return True


def row_passed(table: Table, row: RuleId) -> RowPassed:
    """The event of passing this row of an order, by its own rule and those that have a part in it."""
    order = table.order
    if order.breakaway or order.kept or order.moving or table.nothing_more_is_chosen():
        return RowPassed(row, (row, *_rules_besides(table, row)))
    return EVENT_PASSED[row]


def _rules_besides(table: Table, row: RuleId) -> tuple[RuleId, ...]:
    """Why a row of an order is passed as it is, besides its own rule."""
    order = table.order
    rules: tuple[RuleId, ...] = ("B5",) if order.breakaway and row == "C.a" else ()
    if table.nothing_more_is_chosen():
        rules += ("O11",)
    if order.kept and row in UP_TO_GIVEN:
        rules += ("O12",)
    if order.moving and row == ROW_OF_MOVING:
        rules += ("F2",)
    return rules


def damage_due(table: Table) -> Mapping[str, int]:
    """Unit → the points of damage to be placed on it (K7): those said, and no more than it can take."""
    if table.nothing_more_is_chosen():
        return {}
    damage = table.fight.damage
    dealt = {unit: min(points, table.units[unit].hit_points) for unit, points in damage.items()}
    return {unit: points for unit, points in dealt.items() if points > 0}
