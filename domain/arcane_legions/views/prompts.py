"""What a player of Arcane Legions is asked tap by tap: what the row waits for, then its fields."""

from collections.abc import Iterator

from domain.arcane_legions.law.outline import PAYMENTS, ROWS
from domain.arcane_legions.play.combat import dice_to_roll
from domain.arcane_legions.play.damage import who_places
from domain.arcane_legions.table.orders import Dice
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import ORDER_TYPES, Unit
from domain.arcane_legions.views.chances import price_in_words, to_act
from domain.arcane_legions.views.prompts_fields import (
    damage_prompts,
    obstacle_prompts,
    outcome_prompts,
    report_prompts,
    row_prompts,
    side_prompts,
    terrain_prompts,
    trigger_prompts,
)
from domain.kernel.prompting.prompts import Answer, Prompts, StepFields, pick, piece
from domain.kernel.values import changed

ORDERS = {"close": "Close combat", "ranged": "Shoot", "move": "Move", "regroup": "Regroup"}
ALONE = {
    "end_orders": "End the orders",
    "no_target": "No target: end the order",
    "no_pay": "Do not pay: end the order",
    "decline": "No breakaway attack",
    "stop": "Stop",
    "done": "Regroup no further",
}
"""Step that needs no further field → what it is called."""


def prompts(table: Table, player: str) -> Prompts:
    """What may be done next, the most pressing first; then what that still needs."""
    tap: str = yield from pick({}, "What do you do?", *_first_answers(table, player))
    do, at, name = tap.partition("@")
    do = do.strip()
    if do in ALONE:
        return {"do": do}
    if do == "damage":
        return (yield from damage_prompts(table, name))
    if do == "resolve":
        return (yield from outcome_prompts(table, {"do": "resolve", "trigger": name}))
    if do == "aim":
        return (yield from _target_prompts(table, table.units[name]))
    if do == "terrain":
        return (yield from terrain_prompts(table))
    if at:
        return (yield from _unit_prompts(table, player, table.units[name]))
    return (yield from row_prompts(table, do))


def _first_answers(table: Table, player: str) -> Iterator[Answer]:
    for id, number in table.outstanding.items():
        if who_places(table, id) == player:
            yield Answer(f"damage @{id}", f"Place {number} damage on {id}", main=True)
    for one in table.hand(player):
        yield Answer(f"resolve @{one.id}", f"Resolve {one.id}", one.id, main=True)
    waits = table.outstanding or table.hands or player not in to_act(table)
    for answer in _due(table):
        yield changed(answer, main=answer.main and not waits)
    for unit in sorted(table.units.values(), key=lambda one: one.owner != player):
        yield piece(unit.id)
    if table.terrain:
        yield Answer("terrain", "Report control terrain", aside=True)


def _due(table: Table) -> Iterator[Answer]:
    """What the row on top waits for, whoever says it."""
    row, order = table.row, table.order
    if not table.orders:
        yield _alone("end_orders")
    elif row in PAYMENTS:
        yield Answer("pay", f"Pay {price_in_words(table)}", main=True)
        yield _alone("no_pay")
    elif row[-1] == "a":
        for unit in _targets(table):
            yield Answer(f"aim @{unit.id}", f"Target {unit.id}", unit.id)
        yield _alone("no_target")
        if order.type == "special":
            yield Answer("what", "Something else is the target")
    elif order.fight is not None:
        yield from _fight(table)
    elif order.type == "move":
        yield from _moving(table)
    elif order.type == "regroup":
        yield Answer("done", ALONE["done"], main=True)
        yield Answer("face", "Change the facing")
        yield Answer("reposition", "Put figures on other slots")
    else:
        yield Answer("effect", f"{order.name} has its effect", main=True)


def _targets(table: Table) -> list[Unit]:
    """The units that an order is usually aimed at: the enemy's, of a special order anybody's."""
    order, owner = table.order, table.acting_unit().owner
    return [unit for unit in table.on_battlefield if order.type == "special" or unit.owner != owner]


def _alone(do: str) -> Answer:
    return Answer(do, ALONE[do])


def _fight(table: Table) -> Iterator[Answer]:
    fight = table.fight
    if fight.attack or fight.defence or table.order.rolled:
        yield Answer("hits", "Say the hits", main=True)
        yield Answer("adjust", "Adjust the dice")
    attack, each, defence = dice_to_roll(fight.dice or Dice(0, 0), {})
    if not table.order.rolled:
        number = str(attack) if attack == each else f"{each} or {attack}"
        yield Answer("roll", f"Roll {number} and {defence}", main=True)
        if table.order.type == "ranged":
            yield Answer("found", "Roll, and say what lies in the way")


def _moving(table: Table) -> Iterator[Answer]:
    if table.row == "M.c":
        yield Answer("decline", ALONE["decline"], main=True)
        return
    if table.order.movement:
        yield Answer("step", f"Step ({table.order.movement} left)", main=True)
        yield Answer("turn", "Turn")
    yield Answer("stop", ALONE["stop"], main=not table.order.movement)


def _unit_prompts(table: Table, player: str, unit: Unit) -> Prompts:
    key: str = yield from pick({}, f"What about {unit.id}?", *_of_unit(table, player, unit))
    kind, _, word = key.partition(" ")
    if kind == "order":
        return {"do": "order", "unit": unit.id, "order": word}
    if kind == "special":
        return {"do": "order", "unit": unit.id, "order": "special", "special": word}
    if kind == "target":
        return (yield from _target_prompts(table, unit))
    if kind == "breakaway":
        said: StepFields = {"do": "breakaway", "unit": unit.id}
        return (yield from side_prompts(said, unit, table.units[table.order.unit], ()))
    if kind == "trigger":
        return (yield from trigger_prompts(table, unit))
    return (yield from report_prompts(table, unit, word))


def _of_unit(table: Table, player: str, unit: Unit) -> Iterator[Answer]:
    if unit.owner == player and not table.orders:
        for order in ORDER_TYPES[:-1]:
            yield Answer(f"order {order}", ORDERS[order])
        for special in unit.card.specials:
            yield Answer(f"special {special}", special)
    if table.orders and table.row not in PAYMENTS and table.row[-1] == "a":
        yield Answer("target", "Is the target", main=True)
    if unit.owner == player and table.row == "M.c":
        yield Answer("breakaway", "Attack it as it breaks away", main=True)
    yield Answer("trigger", "A trigger comes of it", aside=True)
    for fact, words in REPORTS.items():
        yield Answer(f"report {fact}", words, aside=True)


REPORTS = {
    "adjacent": "stands next to …",
    "apart": "no longer stands next to …",
    "in_range": "has in range …",
    "out_of_range": "no longer has in range …",
    "moved": "has moved",
    "destroyed": "left the battlefield",
}


def _target_prompts(table: Table, unit: Unit) -> Prompts:
    order, acting = table.order, table.acting_unit()
    said: StepFields = {"do": "target", "unit": unit.id}
    if order.type == "special":
        return said
    known = table.sides_in_range(acting.id, unit.id) if order.type == "ranged" else ()
    said = yield from side_prompts(said, acting, unit, known)
    if order.type == "ranged":
        said = yield from obstacle_prompts(said, blocking=True)
    return said


def namable(table: Table, _viewer: str, field: str) -> Iterator[str]:
    """The names that may stand in this field."""
    if field in ("player", "owner", "credit", "victory_points", "order_points"):
        yield from table.players
    elif field in ("row", "at"):
        yield from ROWS
    elif field == "terrain":
        yield from table.terrain
    elif field == "special":
        yield from (name for unit in table.units.values() for name in unit.card.specials)
    elif field == "trigger":
        yield from (one.id for player in table.players for one in table.hand(player))
    elif field in ("figure", "figures", "moves"):
        yield from (name for unit in table.units.values() for name in unit.card.figures)
    elif field == "change":
        yield from ("attack", "defence", "attacker", "defender")
    elif field in ("damage", "return", "unit", "units", "target", "source"):
        yield from table.units
