"""The table: units, the order being carried out, hands of triggers, facts."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.law.outline import COMBAT
from domain.arcane_legions.table.facts import Adjacencies, Fact, Ranges, Sides
from domain.arcane_legions.table.orders import NO_ORDER, Fight, Order
from domain.arcane_legions.table.units import Unit
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.shapes.seats import from_seat
from domain.kernel.values import Value, changed, with_item, without_item


class Trigger(Value):
    """A trigger that has to be resolved."""

    id: str
    owner: str
    source: str
    since: int
    row: RuleId = ""
    """The row at which it will arise, while it has not yet."""


class Table(Value):
    """All that a game of Arcane Legions has on the table."""

    law: Law
    players: tuple[str, ...]
    units: Mapping[str, Unit]
    forces: Mapping[str, int]
    """Player → how many units are on the battlefield."""
    playing: tuple[str, ...]
    """The players who are not out (V4, V6), in seat order."""
    allowance: Mapping[str, int]
    factions: Mapping[str, frozenset[str]]
    """Player → non-mercenary factions."""
    ambush: bool
    victory_target: int
    adjacent: Adjacencies
    in_range: Ranges
    terrain: Mapping[str, str | None]
    turn: int
    active: str
    order_points: Mapping[str, int]
    victory_points: Mapping[str, int]
    hands: Mapping[str, tuple[Trigger, ...]]
    """Player → the triggers in hand, of those who hold any."""
    used: Mapping[str, int]
    """Trigger id → the entry that used it."""
    parted: Mapping[str, tuple[int, ...]] = {}
    """Unit → the entries at which a unit left that had been beside it."""
    lost_sight: Mapping[str, tuple[int, ...]] = {}
    """Shooter → the entries at which a unit left that it had had in range."""
    gone: Mapping[str, int] = {}
    """Trigger id → the entry that resolved or dropped it."""
    announced: tuple[Trigger, ...] = ()
    """Triggers that arise at a later row."""
    emptier: str = ""
    """Who is emptying a hand (X3); empty while all hands are."""
    row: RuleId = "T1"
    """The row on top of the stack."""
    below: tuple[RuleId, ...] = ()
    """The rows it lies on, outermost first: where the orders return to."""
    order: Order = NO_ORDER
    """The order on top, while there is one."""
    under: tuple[Order, ...] = ()
    """The orders it interrupts: a breakaway attack lies on the move."""
    done: bool = False
    """The row on top has been passed; the sequence goes on from it."""
    since: int = 0
    """The entry at which the row on top was reached."""
    turn_since: int = 0
    """The entry at which this turn began."""
    spent: Mapping[str, tuple[int, ...]] = {}
    """Player → the entries that changed the order points since they came last."""
    jump: RuleId = ""
    """Where it goes on, if not to the next row; always a row that is passed by itself."""
    outstanding: Mapping[str, int] = {}
    """Unit → points of damage still to be placed."""
    conceded: Mapping[str, int] = {}
    over: bool = False
    winner: str | None = None

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders being carried out, outermost first."""
        return (*self.under, self.order) if self.below else ()

    @property
    def position(self) -> tuple[RuleId, ...]:
        """The row of the turn, then that of each order."""
        return (*self.below, self.row)

    @property
    def waiting(self) -> bool:
        """Whether the row on top waits for somebody; otherwise it is done, and triggers halt it."""
        return not self.done or bool(self.outstanding)

    @property
    def where(self) -> str:
        """The position as a judge reads it."""
        return " › ".join(self.position)

    def carried_out(self) -> Iterator[tuple[Order, RuleId]]:
        """Each order with its row, the one on top first."""
        return zip(reversed(self.orders), reversed(self.position), strict=False)

    def acting_unit(self) -> Unit:
        """The unit carrying out the order on top."""
        return self.units[self.order.unit]

    def target_unit(self) -> Unit | None:
        """The target of the combat on top, once it is chosen."""
        fight = self.order.fight
        return self.units[fight.target] if fight else None

    @property
    def fight(self) -> Fight:
        """The combat on top, where there must be one."""
        assert self.order.fight is not None
        return self.order.fight

    def fighters(self) -> tuple[Unit, ...]:
        """The attacking and the defending unit of the combat on top."""
        target = self.target_unit()
        return (self.acting_unit(), target) if target else (self.acting_unit(),)

    def nothing_more_is_chosen(self) -> bool:
        """The unit, or in a combat one of the two, has left the battlefield (O11)."""
        if self.order.kind in COMBAT:
            return any(not unit.standing for unit in self.fighters())
        return not self.units[self.order.unit].standing

    @property
    def living(self) -> list[Unit]:
        """The units on the battlefield."""
        return [unit for unit in self.units.values() if unit.standing]

    def units_of(self, player: str) -> list[Unit]:
        """Those of a player, also what has left the battlefield."""
        return [unit for unit in self.units.values() if unit.owner == player]

    def is_out(self, player: str) -> bool:
        """Conceded, or without a unit (V4, V6)."""
        return player not in self.playing

    def triggers(self) -> Iterator[Trigger]:
        """All that are in hand."""
        return (trigger for player in self.players for trigger in self.hand(player))

    @property
    def trigger_in_hand(self) -> bool:
        return bool(self.hands)

    def hand(self, player: str) -> tuple[Trigger, ...]:
        return self.hands.get(player, ())

    def with_hand(
        self, player: str, hand: tuple[Trigger, ...]
    ) -> Mapping[str, tuple[Trigger, ...]]:
        """The hands, when this player's is this one."""
        if not hand:
            return without_item(self.hands, player)
        return with_item(self.hands, player, hand)

    def emptying(self) -> str:
        """Whose hand has to be emptied now (X3), while any trigger is in hand."""
        seats = from_seat(self.players, self.emptier or self.active)
        return next(player for player in seats if player in self.hands)

    def counts(self, fact: Fact | None) -> bool:
        """Whether this is so; a unit that has moved since may have ended it (A22)."""
        if fact is None or not fact.holds:
            return False
        return not fact.moved or self.law["A22"] == "stand"

    def adjacency(self, unit: str, other: str) -> Fact | None:
        return self.adjacent.get(unit, {}).get(other)

    def is_adjacent(self, unit: str, other: str) -> bool:
        return self.counts(self.adjacency(unit, other))

    def adjacent_enemies(self, unit: Unit) -> tuple[Unit, ...]:
        """Enemy units that count as adjacent to this one."""
        facts = self.adjacent.get(unit.id)
        if not facts:
            return ()
        found = (self.units[id] for id, fact in facts.items() if self.counts(fact))
        return tuple(other for other in found if other.owner != unit.owner)

    def reach(self, unit: str, target: str) -> Sides:
        """What was reported of the range from one unit to another, by side."""
        return self.in_range.get(unit, {}).get(target, {})

    def is_in_range(self, unit: str, target: str) -> bool:
        return any(map(self.counts, self.reach(unit, target).values()))

    def sides_in_range(self, unit: str, target: str) -> tuple[str, ...]:
        """The sides of the target that are in range, where any was said."""
        sides = self.reach(unit, target)
        return tuple(side for side, fact in sides.items() if side and self.counts(fact))

    def with_unit(self, unit: Unit) -> "Table":
        return changed(self, units={**self.units, unit.id: unit})

    def with_order(self, **fields: object) -> "Table":
        """The order on top changed."""
        return changed(self, order=changed(self.order, **fields))


MEANT: Mapping[RuleId, tuple[RuleId, Mapping[str, RuleId]]] = {
    "T1": ("A5", {"before_terrain": "T1", "after_terrain": "T1a"}),
    "T3": ("A21", {"before_healing": "T3", "after_healing": "T3a"}),
}
"""What is said for these rows is meant for the beginning or the end of the turn."""


def meant_by(table: Table, row: RuleId) -> tuple[RuleId, tuple[RuleId, ...]]:
    """The row at which a trigger arises that is said for this one, and the reading that has it so."""
    if row not in MEANT:
        return row, ()
    question, rows = MEANT[row]
    return rows[table.law[question]], (question,)
