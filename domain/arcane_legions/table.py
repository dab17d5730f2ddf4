"""The table: its state, the questions that the rules ask of it, and the changes that several chapters make."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.facts import (
    Adjacencies,
    Fact,
    Ranges,
    Sides,
    with_adjacencies_marked,
    with_ranges_marked,
)
from domain.arcane_legions.orders import NO_ORDER, Fight, Order
from domain.arcane_legions.outline import row_in_words
from domain.arcane_legions.units import Unit
from domain.kernel.blocks.seats import from_seat
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.values import Value, changed, without_item


class Trigger(Value):
    """A trigger that is in hand or announced."""

    id: str
    owner: str
    source: str
    """The unit it comes from."""
    since: int
    """The entry that raised it; 0 for the set-up."""
    row: RuleId = ""
    """The row for which it is announced; empty once it is in hand."""


class Table(Value):
    """Everything a ruling may depend on."""

    law: Law
    players: tuple[str, ...]
    units: Mapping[str, Unit]
    forces: Mapping[str, int]
    """Player → how many units are on the battlefield."""
    playing: tuple[str, ...]
    """The players who are not out (V4, V6), in seat order."""
    allowance: Mapping[str, int]
    """Player → the order points of a turn, before O2 and O3."""
    factions: Mapping[str, frozenset[str]]
    """Player → non-mercenary factions."""
    ambush: bool
    """Whether the game has an ambush turn (A10)."""
    victory_target: int
    """The victory points that win (V3)."""
    adjacent: Adjacencies
    in_range: Ranges
    terrain: Mapping[str, str | None]
    """Control terrain → the player who holds it, if anybody."""
    turn: int
    """Its number; every player's turn counts."""
    active: str
    order_points: Mapping[str, int]
    victory_points: Mapping[str, int]
    hands: Mapping[str, tuple[Trigger, ...]] = {}
    """Player → the triggers in hand, of those who hold any."""
    used: Mapping[str, int] = {}
    """Trigger id → the entry that raised it: an id is used once in a game (X8)."""
    parted: Mapping[str, tuple[int, ...]] = {}
    """Unit → the entries with which units left the battlefield that were adjacent to it."""
    lost_sight: Mapping[str, tuple[int, ...]] = {}
    """Shooter → the entries with which units left the battlefield that it had in range."""
    gone: Mapping[str, int] = {}
    """Trigger id → the entry that resolved or dropped it."""
    announced: tuple[Trigger, ...] = ()
    """Triggers that arise at a later row (X9), in the order in which they were announced."""
    emptier: str = ""
    """The player who has begun to empty their hand (X3); nobody while all hands are empty."""
    row: RuleId = "T1"
    """The row on top of the stack: where the sequence is."""
    below: tuple[RuleId, ...] = ()
    """The rows below it, outermost first: to these the orders go back."""
    order: Order = NO_ORDER
    """The order being carried out, that on top of the stack; `NO_ORDER` while there is none."""
    interrupted: tuple[Order, ...] = ()
    """The orders below it: the move that a breakaway attack interrupts."""
    done: bool = False
    """Whether the row on top has been passed; a trigger may halt the sequence there."""
    since: int = 0
    """The entry at which the row on top was reached."""
    turn_since: int = 0
    """The entry at which this turn began."""
    spent: Mapping[str, tuple[int, ...]] = {}
    """Player → the entries behind their order points: the one that set them last, and changes since."""
    jump: RuleId = ""
    """Where an order lands that was aborted or not given; empty if the next row is the printed one."""
    outstanding: Mapping[str, int] = {}
    """Unit → points of damage still to be placed."""
    conceded: Mapping[str, int] = {}
    """Player → the entry with which they conceded (V6)."""
    over: bool = False
    winner: str | None = None
    """None while the game goes on, and if it ended without a winner."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders being carried out, outermost first."""
        return (*self.interrupted, self.order) if self.below else ()

    @property
    def position(self) -> tuple[RuleId, ...]:
        """The stack, outermost first: the row of the turn, then that of each order."""
        return (*self.below, self.row)

    @property
    def waiting(self) -> bool:
        """Whether the row on top waits for a player: it is not done, or damage is still to be placed there."""
        return not self.done or bool(self.outstanding)

    @property
    def where(self) -> str:
        """The position for people: “turn: orders › close combat: the target”."""
        return " › ".join(map(row_in_words, self.position))

    def orders_with_rows(self) -> Iterator[tuple[Order, RuleId]]:
        """Each order being carried out with the row at which it is, the one on top first."""
        return zip(reversed(self.orders), reversed(self.position), strict=False)

    def acting_unit(self) -> Unit:
        """The unit that carries out the order on top."""
        return self.units[self.order.unit]

    @property
    def fight(self) -> Fight:
        """The combat being carried out, where there must be one."""
        assert self.order.fight is not None
        return self.order.fight

    def fighters(self) -> tuple[Unit, ...]:
        """The attacker, and the defender once it is chosen, of the combat being carried out."""
        fight, attacker = self.order.fight, self.acting_unit()
        return (attacker, self.units[fight.target]) if fight else (attacker,)

    def nothing_more_is_chosen(self) -> bool:
        """Whether the unit, or in a combat one of the two, has left the battlefield (O11)."""
        order = self.order
        if not self.units[order.unit].standing:
            return True
        fight = order.fight
        return fight is not None and not self.units[fight.target].standing

    @property
    def on_battlefield(self) -> list[Unit]:
        """The units on the battlefield."""
        return [unit for unit in self.units.values() if unit.standing]

    def units_of(self, player: str) -> list[Unit]:
        """All units of a player, also those that have left the battlefield."""
        return [unit for unit in self.units.values() if unit.owner == player]

    def is_out(self, player: str) -> bool:
        """Whether the player has conceded or has no unit left (V4, V6)."""
        return player not in self.playing

    def triggers_in_hand(self) -> Iterator[Trigger]:
        """The triggers in all hands, in seat order."""
        return (trigger for player in self.players for trigger in self.hand(player))

    def hand(self, player: str) -> tuple[Trigger, ...]:
        return self.hands.get(player, ())

    def with_hand(
        self, player: str, hand: tuple[Trigger, ...]
    ) -> Mapping[str, tuple[Trigger, ...]]:
        """The hands, with this one as the player's; players with none in hand are left out."""
        if not hand:
            return without_item(self.hands, player)
        return {**self.hands, player: hand}

    def emptying(self) -> str:
        """The player whose hand has to be emptied now (X3); asked only while a trigger is in hand."""
        seats = from_seat(self.players, self.emptier or self.active)
        return next(player for player in seats if player in self.hands)

    def counts(self, fact: Fact | None) -> bool:
        """Whether the fact holds and, if one of its units has moved since, A22 lets it stand."""
        if fact is None or not fact.holds:
            return False
        return not fact.moved or self.law["A22"] == "stand"

    def adjacency(self, unit: str, other: str) -> Fact | None:
        return self.adjacent.get(unit, {}).get(other)

    def is_adjacent(self, unit: str, other: str) -> bool:
        return self.counts(self.adjacency(unit, other))

    def adjacent_enemies(self, unit: Unit) -> tuple[Unit, ...]:
        """The enemy units that count as adjacent to this one."""
        facts = self.adjacent.get(unit.id)
        if not facts:
            return ()
        found = (self.units[id] for id, fact in facts.items() if self.counts(fact))
        return tuple(other for other in found if other.owner != unit.owner)

    def ranges_between(self, unit: str, target: str) -> Sides:
        """What was reported of the range from one unit to another, by side of the target."""
        return self.in_range.get(unit, {}).get(target, {})

    def is_in_range(self, unit: str, target: str) -> bool:
        return any(map(self.counts, self.ranges_between(unit, target).values()))

    def sides_in_range(self, unit: str, target: str) -> tuple[str, ...]:
        """The sides of the target that were reported as in range; none if no side was ever said."""
        sides = self.ranges_between(unit, target)
        return tuple(side for side, fact in sides.items() if side and self.counts(fact))

    def with_unit(self, unit: Unit) -> "Table":
        return changed(self, units={**self.units, unit.id: unit})

    def with_hurt_unit(self, unit: Unit) -> "Table":
        """The table with this unit; no more damage is outstanding on it than it has hit points for (K7)."""
        due = min(self.outstanding.get(unit.id, 0), unit.hit_points)
        rest = without_item(self.outstanding, unit.id)
        return changed(self.with_unit(unit), outstanding={**rest, unit.id: due} if due else rest)

    def with_order(self, **fields: object) -> "Table":
        """The table with these fields of the order on top changed."""
        return changed(self, order=changed(self.order, **fields))

    def with_fight(self, **fields: object) -> "Table":
        """The table with the combat being carried out so changed."""
        return self.with_order(fight=changed(self.fight, **fields))

    def without_trigger(self, id: str, owner: str, entry: int) -> "Table":
        """The self without this trigger, in its owner's hand or announced."""
        hand = tuple(trigger for trigger in self.hand(owner) if trigger.id != id)
        hands = self.with_hand(owner, hand)
        announced = tuple(trigger for trigger in self.announced if trigger.id != id)
        return changed(self, hands=hands, announced=announced, gone={**self.gone, id: entry})

    def with_unit_moved(self, unit: str, entry: int) -> "Table":
        """The self with all facts about the unit marked: they were reported before it moved (F2)."""
        return changed(
            self,
            adjacent=with_adjacencies_marked(self.adjacent, unit, entry),
            in_range=with_ranges_marked(self.in_range, unit, entry),
        )

    def spent_with(self, player: str, entry: int) -> Mapping[str, tuple[int, ...]]:
        """The entries behind all order points, when this entry has changed those of the player."""
        return {**self.spent, player: (*self.spent.get(player, ()), entry)}


ROW_BY_READING: Mapping[RuleId, tuple[RuleId, Mapping[str, RuleId]]] = {
    "T1": ("A5", {"before_terrain": "T1", "after_terrain": "T1a"}),
    "T3": ("A21", {"before_healing": "T3", "after_healing": "T3a"}),
}
"""Row → the question, and reading → row: triggers of the beginning and the end of a turn (A5, A21)."""


def row_meant(table: Table, row: RuleId) -> tuple[RuleId, tuple[RuleId, ...]]:
    """The row at which a trigger arises that is said for this one, and the question that decides it, if any."""
    if row not in ROW_BY_READING:
        return row, ()
    question, rows = ROW_BY_READING[row]
    return rows[table.law[question]], (question,)


def with_points_changed(points: Mapping[str, int], player: str, change: int) -> Mapping[str, int]:
    """Everybody's points, the player's changed by so many; they never fall below 0."""
    return {**points, player: max(0, points[player] + change)}
