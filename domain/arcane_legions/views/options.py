"""The steps that a player might think of now; which are legal, the checks say."""

from collections.abc import Iterator
from typing import Any

from domain.arcane_legions.law.outline import PAYMENTS, ROWS
from domain.arcane_legions.play.combat import dice_to_roll
from domain.arcane_legions.play.costs import cost_of, order_needs_push
from domain.arcane_legions.play.damage import room_for_damage, who_places
from domain.arcane_legions.play.regroup import FACINGS
from domain.arcane_legions.play.sequence import still_to_come
from domain.arcane_legions.table.orders import Dice
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import ORDER_TYPES, SIDES, Unit
from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.shapes.candidates import bounded


@bounded
def candidates(table: Table, player: str) -> Iterator[Candidate]:
    """What is most pressing first: damage to place, triggers to resolve, then what the row waits for."""
    yield from _damage(table, player)
    yield from _resolutions(table, player)
    yield from _at_the_row(table, player)
    yield from _reports(table, player)
    yield from _triggers(table, player)


def _damage(table: Table, player: str) -> Iterator[Candidate]:
    for id, number in table.outstanding.items():
        if who_places(table, id) == player:
            choices = room_for_damage(table.units[id], number)
            ask = Ask("names", f"figures of {id}, one a point", number, choices)
            yield Candidate.of(player, "damage", unit=id, figures=ask)


def _resolutions(table: Table, player: str) -> Iterator[Candidate]:
    for trigger in table.hand(player):
        for outcome in _outcomes(table, player):
            yield Candidate.of(player, "resolve", trigger=trigger.id, **outcome)


def _outcomes(table: Table, player: str) -> Iterator[dict[str, Any]]:
    """Nothing, a point of damage, or a figure that returns."""
    yield {}
    for unit in table.on_battlefield:
        yield {"damage": {unit.id: [next(iter(unit.standing))]}}
    for unit in table.units_of(player):
        for figure in sorted(unit.down):
            yield {"return": {unit.id: [figure]}}


def _at_the_row(table: Table, player: str) -> Iterator[Candidate]:
    if not table.orders:
        yield from _orders(table, player)
    elif table.row in PAYMENTS:
        yield from _payments(table, player)
    elif table.row[-1] == "a":
        yield from _targets(table, player)
        yield Candidate.of(player, "no_target")
    elif table.order.fight is not None:
        yield from _dice(table, player)
    elif table.order.type == "move":
        yield from _moves(table, player)
    elif table.order.type == "regroup":
        yield from _regroup(table, player)
    else:
        for outcome in _outcomes(table, player):
            yield Candidate.of(player, "effect", **outcome)


def _orders(table: Table, player: str) -> Iterator[Candidate]:
    yield Candidate.of(player, "end_orders")
    for unit in table.units_of(player):
        for order in ORDER_TYPES[:-1]:
            yield Candidate.of(player, "order", unit=unit.id, order=order)
        for special in unit.card.specials:
            yield Candidate.of(player, "order", unit=unit.id, order="special", special=special)


def _payments(table: Table, player: str) -> Iterator[Candidate]:
    cost = cost_of(table, table.order).points
    if order_needs_push(table):
        for figure in table.acting_unit().standing:
            yield Candidate.of(player, "pay", points=cost, figure=figure)
    else:
        yield Candidate.of(player, "pay", points=cost)
    yield Candidate.of(player, "no_pay")


def _targets(table: Table, player: str) -> Iterator[Candidate]:
    order, unit = table.order, table.acting_unit()
    for other in table.units.values():
        if order.type == "special":
            yield Candidate.of(player, "target", unit=other.id)
        elif other.owner != unit.owner:
            sides = table.sides_in_range(unit.id, other.id) if order.type == "ranged" else ()
            asks = _sight(order.type, unit, other, sides)
            yield Candidate.of(player, "target", unit=other.id, **asks)
    if order.type == "special":
        yield Candidate.of(player, "target", what=Ask("text", "what it is aimed at"))


def _sight(order_type: str, unit: Unit, other: Unit, sides: tuple[str, ...]) -> dict[str, Ask]:
    """Sides where they matter; `sides`: those of the target that are known to be in range."""
    asks = {}
    if unit.card.grey:
        asks["from"] = Ask("text", f"side of {unit.id}", choices=SIDES)
    if other.card.grey or sides:
        asks["side"] = Ask("text", f"side of {other.id}", choices=sides or SIDES)
    if order_type == "ranged":
        asks |= _obstacles()
        asks["blocking"] = Ask("flag", "blocking terrain in the way")
    return asks


def _obstacles() -> dict[str, Ask]:
    return {
        "units_between": Ask("number", "units in the way"),
        "hindering": Ask("number", "hindering terrains in the way"),
        "melee": Ask("flag", "the target is in melee"),
    }


def _dice(table: Table, player: str) -> Iterator[Candidate]:
    fight = table.fight
    once, each, defence = dice_to_roll(fight.dice or Dice(0, 0), {})
    rolled = {
        "attack": Ask("dice", "attack dice", each if table.law["A18"] == "each" else once),
        "defence": Ask("dice", "defence dice", defence),
    }
    yield Candidate.of(player, "roll", **rolled)
    if table.order.type == "ranged":
        attack = {"attack": Ask("dice", "attack dice, as obstacles leave them")}
        yield Candidate.of(player, "roll", **{**_obstacles(), **rolled, **attack})
    lie = {
        "attack": Ask("dice", "attack dice as they lie", len(fight.attack)),
        "defence": Ask("dice", "defence dice as they lie", len(fight.defence)),
    }
    yield Candidate.of(player, "adjust", **lie)
    most = len(fight.attack) + fight.criticals
    hits = Ask("number", "hits of the attacker", choices=_up_to(most))
    if table.order.type == "ranged":
        yield Candidate.of(player, "hits", defender=0, attacker=hits)
    else:
        back = Ask("number", "hits of the defender", choices=_up_to(len(fight.defence)))
        yield Candidate.of(player, "hits", attacker=hits, defender=back)


def _up_to(most: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(most + 1))


def _moves(table: Table, player: str) -> Iterator[Candidate]:
    if table.row == "M.c":
        for unit in table.units_of(player):
            yield Candidate.of(player, "breakaway", unit=unit.id)
        yield Candidate.of(player, "decline")
        return
    cost = {"cost": Ask("number", "movement points", choices=_up_to(table.order.movement)[1:])}
    if table.order.movement:
        yield Candidate.of(player, "step", **cost)
        yield Candidate.of(player, "turn", **cost)
    else:
        yield Candidate.of(player, "step", cost=1)
    yield Candidate.of(player, "stop")


def _regroup(table: Table, player: str) -> Iterator[Candidate]:
    unit = table.acting_unit()
    yield Candidate.of(player, "done")
    for degrees in FACINGS[unit.card.base]:
        yield Candidate.of(player, "face", degrees=degrees)
    empty = [slot for slot in unit.card.figures if slot not in unit.standing.values()]
    for slot in empty:
        for figure in unit.standing:
            yield Candidate.of(player, "reposition", moves={figure: slot})


def _reports(table: Table, player: str) -> Iterator[Candidate]:
    living = table.on_battlefield
    for unit in living:
        for other in living:
            if unit.id < other.id and unit.owner != other.owner:
                fact = "apart" if table.is_adjacent(unit.id, other.id) else "adjacent"
                yield Candidate.of(player, "report", fact=fact, units=[unit.id, other.id])
            if unit.owner != other.owner and unit.ready("ranged"):
                fact = "out_of_range" if table.is_in_range(unit.id, other.id) else "in_range"
                said = {"fact": fact, "unit": unit.id, "target": other.id}
                yield Candidate.of(player, "report", **said)
                side = Ask("text", f"side of {other.id}", choices=SIDES)
                yield Candidate.of(player, "report", **said, side=side)
    for terrain in table.terrain:
        for holder in table.players:
            yield Candidate.of(player, "report", fact="controls", terrain=terrain, player=holder)
    for fact in ("moved", "destroyed"):
        for unit in living:
            yield Candidate.of(player, "report", fact=fact, unit=unit.id)


def _triggers(table: Table, player: str) -> Iterator[Candidate]:
    to_come = still_to_come(table)
    rows = tuple(row for row in ROWS if row in to_come)
    name = {"id": Ask("text", "a name for the trigger")}
    ahead = {**name, "row": Ask("text", "the row at which it will arise", choices=rows)}
    for asks in (name, ahead):
        for unit in table.on_battlefield:
            yield Candidate.of(player, "trigger", owner=unit.owner, source=unit.id, **asks)
