"""What happens at each row that the sequence passes by itself: points, orders given, dice counted."""

from collections.abc import Callable, Mapping

from domain.arcane_legions.chapters.costs import no_icon, settle_cost
from domain.arcane_legions.chapters.sides import dice_lost_to_grey
from domain.arcane_legions.chapters.victory import (
    VictoryPointsScored,
    check_for_a_winner,
    check_victory_target,
    may_be_won,
    score_in_words,
)
from domain.arcane_legions.orders import Dice, Order
from domain.arcane_legions.outline import COMBAT, ICON, NOT_GIVEN, ROWS, row_in_words
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Unit
from domain.arcane_legions.wording import points as in_words
from domain.kernel.blocks.seats import next_seat
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, made_of, stored_as
from domain.kernel.wording import list_in_words

DECIDES = ("O1", "O2", "O3", "O10", "O11", "B9", "N5", "V2")


@stored_as("arcane-legions/turn_passed/v1")
class TurnPassed(Event):
    """The next player's turn begins; orders given and pushes are forgotten."""

    SAYS = "Turn {turn} begins, and is {player}’s."

    player: str
    turn: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """All units: their orders given and pushes of this turn are forgotten (T3c)."""
        units = {
            id: changed(unit, orders={}, specials=(), pushed=None)
            if unit.orders or unit.pushed is not None
            else unit
            for id, unit in table.units.items()
        }
        return changed(table, active=self.player, turn=self.turn, units=units, turn_since=entry)


@stored_as("arcane-legions/order_points_gained/v1")
class OrderPointsGained(Event):
    """The active player's order points are set to the allowance."""

    SAYS = "{player} has order points: {points}."

    player: str
    points: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        left = {**table.order_points, self.player: self.points}
        return changed(table, order_points=left, spent={**table.spent, self.player: (entry,)})


@stored_as("arcane-legions/order_points_lapsed/v1")
class OrderPointsLapsed(Event):
    """Every player's order points become 0."""

    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        lapsed = {
            player: (entry,) if points else table.spent.get(player, ())
            for player, points in table.order_points.items()
        }
        return changed(table, order_points=dict.fromkeys(table.players, 0), spent=lapsed)


@stored_as("arcane-legions/order_given/v1")
class OrderGiven(Event):
    """The order is given and counts for the turn."""

    SAYS = "The {order} order of “{unit}” is given, and counts for the turn."

    unit: str
    order: str
    special: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """It counts for the unit's turn (O10), and as the unit's attack in the window of a move (B6)."""
        unit = table.units[self.unit]
        orders = {**unit.orders, self.order: (*unit.orders.get(self.order, ()), entry)}
        named = (*unit.specials, self.special) if self.special else unit.specials
        units = {**table.units, unit.id: changed(unit, orders=orders, specials=named)}
        order, interrupted = changed(table.order, given=True), table.interrupted
        if table.order.breakaway:
            *others, move = interrupted
            move = changed(move, attacked={**move.attacked, self.unit: entry})
            interrupted = (*others, move)
        return changed(table, units=units, order=order, interrupted=interrupted)


@stored_as("arcane-legions/order_not_given/v1")
class OrderNotGiven(Event):
    """The order is not given, although its row has come."""

    SAYS = "The {order} order of “{unit}” is not given: it goes on at “{event.title}”."

    unit: str
    order: str
    lands: RuleId
    """The row at which it goes on."""
    rules: tuple[RuleId, ...]

    @property
    def title(self) -> str:
        return row_in_words(self.lands)

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, jump=self.lands)


@stored_as("arcane-legions/movement_gained/v1")
class MovementGained(Event):
    """The mover gains movement points."""

    SAYS = "“{unit}” has movement points: {points}."

    unit: str
    points: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        since = (*table.acting_unit().ready_since("movement"), entry)
        return table.with_order(movement=self.points, moved=since)


@stored_as("arcane-legions/movement_lapsed/v1")
class MovementLapsed(Event):
    """Movement points become 0."""

    SAYS = "What movement points “{unit}” has left lapse."

    unit: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return table.with_order(movement=0)


@stored_as("arcane-legions/dice_counted/v1")
class DiceCounted(Event):
    """The dice of both sides are counted, before declared changes."""

    attack: int
    """Before penalties."""
    defence: int
    once: int
    """Attack dice lost to obstacles if each kind counts once."""
    each: int
    """Attack dice lost to obstacles if each obstacle counts."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        attacker, defender = table.fighters()
        attack = attacker.ready_since(ICON[table.order.type])
        since = tuple(dict.fromkeys((*attack, *defender.ready_since("defence"))))
        return table.with_fight(dice=made_of(Dice, self, since=since))


@stored_as("arcane-legions/injuries_healed/v1")
class InjuriesHealed(Event):
    """All damage is removed from injured figures."""

    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        units = {
            id: changed(unit, damage={}) if unit.damage else unit
            for id, unit in table.units.items()
        }
        return changed(table, units=units)


FOR_TERRAIN = 3
"""Victory points for a control terrain (V2)."""


def terrain_scores(table: Table) -> Happening:
    """T1a: control terrain scores (V2)."""
    if table.terrain:
        table = yield from _points_for_terrain(table)
    if may_be_won(table):
        table = yield from check_for_a_winner(table)
    return table


def _points_for_terrain(table: Table) -> Happening:
    everybody = table.law["A6"] == "all"
    for player in table.playing if everybody else (table.active,):
        held = sum(holder == player for holder in table.terrain.values())
        points = FOR_TERRAIN * (held if table.law["A7"] == "each" else min(1, held))
        if points:
            rules = ("T1a", "V2", "A6", "A7")
            table = yield VictoryPointsScored(player, points, "control terrain", rules)
            yield grounds(f"For control terrain {score_in_words(table, player, points)}")
    return table


def order_points_arrive(table: Table) -> Happening:
    """T2a: the active player gains their allowance."""
    points, rules = allowance(table)
    table = yield OrderPointsGained(table.active, points, ("T2a", "O1", "O4", *rules))
    yield grounds(f"{table.active} has {in_words(points)}")
    return table


def allowance(table: Table) -> tuple[int, tuple[RuleId, ...]]:
    """The order points that the active player gains in this turn, and the rules behind them besides O1."""
    full = table.allowance[table.active]
    penalty, rules = _penalty_of_factions(table)
    if not _is_ambush_turn(table):
        return max(0, full - penalty), rules
    reading = table.law["A9"]
    if reading == "halve_then_subtract":
        halved = max(0, full // 2 - penalty)
    else:
        rest = max(0, full - penalty)
        halved = (rest + 1) // 2 if reading == "subtract_then_halve_up" else rest // 2
    return halved, ("O2", "A9", "A10", *rules)


def _penalty_of_factions(table: Table) -> tuple[int, tuple[RuleId, ...]]:
    """The order points lost by an army of several factions (O3), and the rules behind that."""
    extra = max(0, len(table.factions.get(table.active, ())) - 1)
    if not extra:
        return 0, ()
    return (extra if table.law["A8"] == "each" else 1), ("O3", "A8")


def _is_ambush_turn(table: Table) -> bool:
    last = 1 if table.law["A10"] == "first_turn" else len(table.players)
    return table.ambush and table.turn <= last


def damage_wears_off(table: Table) -> Happening:
    """T3a: all damage wears off; downed figures stay down."""
    if any(unit.damage for unit in table.units.values()):
        table = yield InjuriesHealed(("T3a",))
    return table


def order_points_lapse(_table: Table) -> Happening:
    """T3b: the order points that are left lapse."""
    return (yield OrderPointsLapsed(("T3b",)))


def turn_passes(table: Table) -> Happening:
    """T3c: the turn passes to the next player who is not out."""
    if table.law["A15"] == "turn_end":
        table = yield from check_victory_target(table)
        if table.over:
            return table
    player = next_seat(table.players, table.active, table.playing)
    yield grounds(f"Turn {table.turn} has ended; turn {table.turn + 1} is {player}'s")
    return (yield TurnPassed(player, table.turn + 1, ("T3c",)))


def order_is_given(table: Table) -> Happening:
    """C.c, R.c, M.b, G.b, S.c: an order that is paid for is given, and counts for the turn (O10).

    A combat order is not given if an effect keeps it from that (O12), or its unit has left the battlefield
    or has no icon ready any more: a push or a trigger at the payment can bring that about.
    """
    order, unit = table.order, table.acting_unit()
    if order.type not in COMBAT:
        return (yield _order_given(table.row, order, unit)) if order.paid else table
    reasons = _why_not_given(table)
    if not reasons:
        return (yield _order_given(table.row, order, unit))
    lands = ROWS[table.row].jumps[NOT_GIVEN]
    rules = (table.row, *dict.fromkeys((*reasons, *(("A1",) if order.paid else ()))))
    yield grounds(f"{order.name} is not given: {list_in_words(reasons.values())}")
    table = yield OrderNotGiven(unit.id, order.type, lands, rules)
    return (yield from settle_cost(table)) if order.paid else table


def _why_not_given(table: Table) -> Mapping[RuleId, str]:
    """Rule → why the combat order on top is not given; empty if it is."""
    order, unit = table.order, table.acting_unit()
    reasons = {}
    if unit.standing and order.paid and no_icon(unit, order.type) is not None:
        reasons["K1"] = f"{unit.id} has no {ICON[order.type]} icon ready"
    if not unit.standing:
        reasons["O11"] = f"{unit.id} has left the battlefield"
    elif not order.paid and not order.kept:
        reasons["O11" if table.nothing_more_is_chosen() else "A1"] = "it is not paid for"
    if order.kept:
        reasons["O12"] = f"an effect keeps it from that (entry {order.kept})"
    return reasons


def _order_given(row: RuleId, order: Order, unit: Unit) -> OrderGiven:
    rules: tuple[RuleId, ...] = (row, "O10")
    if order.breakaway:
        rules = (*rules, "B9")
    if order.type == "regroup" and unit.orders_given("regroup") and unit.has("disciplined"):
        rules = (*rules, "U8")
    return OrderGiven(unit.id, order.type, order.special, rules)


def dice_are_counted(table: Table) -> Happening:
    """C.e, R.g: ready icons less those for a grey side (K2), and what obstacles take off them (K3)."""
    if table.nothing_more_is_chosen():
        return table
    fight, order_type = table.fight, table.order.type
    attacker, defender = table.acting_unit(), table.units[fight.target]
    grey = dice_lost_to_grey(attacker, fight.own_side), dice_lost_to_grey(defender, fight.side)
    attack = attacker.ready(ICON[order_type]) - grey[0]
    defence = defender.ready("defence") - grey[1]
    once, each = dice_lost_to_obstacles(fight.units_between, fight.hindering, fight.melee)
    rules = (table.row, "K2", *(("K3",) if each else ()), *(("K10",) if any(grey) else ()))
    return (yield DiceCounted(attack, defence, once, each, rules))


def dice_lost_to_obstacles(units_between: int, hindering: int, melee: bool) -> tuple[int, int]:
    """Attack dice lost (K3, A18): if each kind of obstacle counts once, and if each obstacle counts."""
    once = min(1, units_between) + min(1, hindering) + int(melee)
    return once, units_between + hindering + int(melee)


def movement_arrives(table: Table) -> Happening:
    """M.d: the mover gains a point for each ready movement icon; Hustle adds 2 to a pushed move (N5)."""
    order, unit = table.order, table.acting_unit()
    if not unit.standing or not order.given:
        return table
    pushed = order.paid is not None and order.paid.figure is not None
    points = unit.ready("movement") + (2 if pushed and unit.has("hustle") else 0)
    return (yield MovementGained(unit.id, points, ("M.d", "N5")))


def movement_lapses(table: Table) -> Happening:
    """M.h: the movement points that are left lapse."""
    if table.order.movement:
        table = yield MovementLapsed(table.order.unit, ("M.h",))
    return table


HAPPENS_AT: Mapping[RuleId, Callable[[Table], Happening]] = {
    "T1a": terrain_scores,
    "T2a": order_points_arrive,
    "T3a": damage_wears_off,
    "T3b": order_points_lapse,
    "T3c": turn_passes,
    **dict.fromkeys(("C.c", "R.c", "M.b", "G.b", "S.c"), order_is_given),
    **dict.fromkeys(("C.e", "R.g"), dice_are_counted),
    "M.d": movement_arrives,
    "M.h": movement_lapses,
}
"""Row → what happens there; at a row that is not listed nothing does."""
