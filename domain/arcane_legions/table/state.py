"""The table: units, the order being carried out, hands of triggers, facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.arcane_legions.law.outline import COMBAT
from domain.arcane_legions.table.units import Unit
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.values import changed, quickly_made, with_item, without_item


@quickly_made
@dataclass(frozen=True)
class Fact:
    """Something reported of the table, and on whose word."""

    holds: bool
    by: str
    entry: int

    @property
    def told(self) -> dict[str, Any]:
        """The fact as a ruling keeps it."""
        return {"reported": self.holds, "by": self.by, "entry": self.entry}

    @property
    def source(self) -> str:
        return f"{self.by} reported it in entry {self.entry}" if self.entry else "by the set-up"


@quickly_made
@dataclass(frozen=True)
class Trigger:
    """A trigger that has to be resolved."""

    id: str
    owner: str
    source: str
    since: int
    row: RuleId = ""
    """The row at which it will arise, while it has not yet."""


@quickly_made
@dataclass(frozen=True)
class Dice:
    """Dice as counted: attack dice before penalties, the penalties under either reading of A18."""

    attack: int
    defence: int
    once: int = 0
    each: int = 0


@quickly_made
@dataclass(frozen=True)
class Fight:
    """The combat of a close or ranged order."""

    target: str
    side: str = ""
    own_side: str = ""
    units_between: int = 0
    hindering: int = 0
    melee: bool = False
    dice: Dice | None = None
    attack: tuple[int, ...] = ()
    """The attack dice as they lie now."""
    defence: tuple[int, ...] = ()
    criticals: int = 0
    damage: Mapping[str, int] = field(default_factory=dict)
    """Unit → damage to be dealt when its row comes."""


class Payment(NamedTuple):
    """What was paid for an order, and the payer's unit before it."""

    player: str
    points: int
    figure: str | None
    before: Unit


@quickly_made
@dataclass(frozen=True)
class Order:
    """An order being carried out, from the row at which it began back to it."""

    kind: str
    unit: str
    since: int
    special: str = ""
    breakaway: bool = False
    paid: Payment | None = None
    given: bool = False
    fight: Fight | None = None
    movement: int = 0
    moving: bool = False
    """A step or turn has just been paid for."""
    attacked: Mapping[str, int] = field(default_factory=dict)
    """Units that made their attack in this window → since which entry."""
    declined: Mapping[str, int] = field(default_factory=dict)
    """Owners who make no more attacks in this window → since which entry."""
    aimed: int = 0
    """The entry that chose its target."""
    rolled: int = 0
    """The entry at which its dice came to lie as they do."""
    moved: int = 0
    """The entry that last gave or took movement points."""
    deciding: str = ""
    """The owner who attacked last; those before are through (B7)."""

    @property
    def name(self) -> str:
        if self.breakaway:
            return f"{self.unit}'s breakaway attack"
        if self.special:
            return f"{self.unit}'s special order {self.special}"
        return f"{self.unit}'s {'close combat' if self.kind == 'close' else self.kind} order"


NO_ORDER = Order("", "", 0)


@quickly_made
@dataclass(frozen=True)
class Table:
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
    adjacent: Mapping[str, Mapping[str, Fact]]
    in_range: Mapping[str, Mapping[str, Fact]]
    """Shooter → target → what was reported last."""
    terrain: Mapping[str, str | None]
    turn: int
    active: str
    order_points: Mapping[str, int]
    victory_points: Mapping[str, int]
    hands: Mapping[str, tuple[Trigger, ...]]
    """Player → the triggers in hand, of those who hold any."""
    used: Mapping[str, int]
    """Trigger id → the entry that used it."""
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
    spent: Mapping[str, int] = field(default_factory=dict)
    """Player → the entry that last changed the order points."""
    jump: RuleId = ""
    """Where it goes on, if not to the next row; always a row that is passed by itself."""
    outstanding: Mapping[str, int] = field(default_factory=dict)
    """Unit → points of damage still to be placed."""
    conceded: Mapping[str, int] = field(default_factory=dict)
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

    def fighters(self) -> tuple[Unit, ...]:
        """The attacking and the defending unit of the combat on top."""
        target = self.target_unit()
        return (self.acting_unit(), target) if target else (self.acting_unit(),)

    def nothing_more_is_chosen(self) -> bool:
        """The unit, or in a combat one of the two, has left the battlefield (O11)."""
        if self.order.kind in COMBAT:
            return any(not unit.standing for unit in self.fighters())
        return not self.units[self.order.unit].standing

    def seats_from(self, player: str) -> tuple[str, ...]:
        """The players in turn order, beginning with this one."""
        at = self.players.index(player)
        return self.players[at:] + self.players[:at]

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
        seats = self.seats_from(self.emptier or self.active)
        return next(player for player in seats if player in self.hands)

    def adjacency(self, unit: str, other: str) -> Fact | None:
        return self.adjacent.get(unit, {}).get(other)

    def is_adjacent(self, unit: str, other: str) -> bool:
        fact = self.adjacency(unit, other)
        return fact is not None and fact.holds

    def adjacent_enemies(self, unit: Unit) -> tuple[Unit, ...]:
        """Enemy units reported adjacent to this one."""
        facts = self.adjacent.get(unit.id)
        if not facts:
            return ()
        found = (self.units[id] for id, fact in facts.items() if fact.holds)
        return tuple(other for other in found if other.owner != unit.owner)

    def range_fact(self, unit: str, target: str) -> Fact | None:
        return self.in_range.get(unit, {}).get(target)

    def with_unit(self, unit: Unit) -> "Table":
        return changed(self, units={**self.units, unit.id: unit})

    def with_order(self, **fields: object) -> "Table":
        """The order on top changed."""
        return changed(self, order=changed(self.order, **fields))


BEFORE_OR_AFTER_TERRAIN: Mapping[str, RuleId] = {"before_terrain": "T1", "after_terrain": "T1a"}


def turn_begins_at(table: Table) -> RuleId:
    """Where triggers at the beginning of a turn arise (A5)."""
    return BEFORE_OR_AFTER_TERRAIN[table.law["A5"]]
