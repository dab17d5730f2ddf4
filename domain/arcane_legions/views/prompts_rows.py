"""What a step at the row on top still needs: payment, dice, hits, damage, figures."""

from domain.arcane_legions.play.combat import dice_to_roll
from domain.arcane_legions.play.costs import cost_of
from domain.arcane_legions.play.damage import damage_that_fits
from domain.arcane_legions.play.forbidding import order_needs_push
from domain.arcane_legions.play.regroup import FACINGS
from domain.arcane_legions.table.orders import Dice
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.views.prompts_fields import obstacle_prompts, outcome_prompts
from domain.kernel.prompting.prompts import (
    Answer,
    Ask,
    Prompts,
    StepFields,
    name_in,
    pick,
    pick_field,
    pick_number,
    pick_some,
    piece,
)


def row_prompts(table: Table, do: str) -> Prompts:
    said: StepFields = {"do": do}
    if do == "pay":
        return (yield from _payment(table))
    if do == "what":
        text = yield from pick(
            {"do": "target"}, "What is the target?", ask=Ask("text", "the target")
        )
        return {"do": "target", "what": text}
    if do in ("roll", "found", "adjust"):
        return (yield from _dice(table, do))
    if do == "hits":
        return (yield from _hits(table))
    if do in ("step", "turn"):
        cost = yield from pick_number(said, "How many movement points?", 1, table.order.movement)
        return {**said, "cost": cost}
    if do == "face":
        turns = [Answer(f"@{n}", f"{n}°") for n in FACINGS[table.acting_unit().card.base]]
        return {**said, "degrees": int(name_in((yield from pick(said, "By how much?", *turns))))}
    if do == "reposition":
        return (yield from _reposition_prompts(table.acting_unit()))
    return (yield from outcome_prompts(table, said))


def _payment(table: Table) -> Prompts:
    unit, said = table.acting_unit(), {"do": "pay", "points": cost_of(table, table.order).points}
    if not order_needs_push(table):
        return said
    figures = [piece(figure, of=unit.id) for figure in unit.standing]
    return (yield from pick_field(said, "figure", "Which figure is pushed?", *figures))


def _dice(table: Table, do: str) -> Prompts:
    fight = table.fight
    once, each, defence = dice_to_roll(fight.dice or Dice(0, 0), {})
    said: StepFields = {"do": "adjust" if do == "adjust" else "roll"}
    attack = once if once == each else None
    if do == "adjust":
        attack, defence = len(fight.attack), len(fight.defence)
    if do == "found":
        said, attack = (yield from obstacle_prompts(said, blocking=False)), None
    for name, number in (("attack", attack), ("defence", defence)):
        if number == 0:
            said = {**said, name: []}
            continue
        ask = Ask("dice", f"{name} dice", number)
        said = {**said, name: (yield from pick(said, f"The {name} dice as they lie?", ask=ask))}
    return said


def _hits(table: Table) -> Prompts:
    fight = table.fight
    said: StepFields = {"do": "hits"}
    most = len(fight.attack) + fight.criticals
    words = f"How many hits does {table.order.unit} score?"
    said = {**said, "attacker": (yield from pick_number(said, words, 0, most))}
    if table.order.type == "ranged" or not fight.defence:
        return {**said, "defender": 0}
    words = f"How many hits does {fight.target} score?"
    return {**said, "defender": (yield from pick_number(said, words, 0, len(fight.defence)))}


def _reposition_prompts(unit: Unit) -> Prompts:
    moves: dict[str, str] = {}
    said: StepFields = {"do": "reposition"}
    while len(moves) < len(unit.standing):
        left = [piece(one, of=unit.id) for one in unit.standing if one not in moves]
        enough = [Answer("done", "That is all", main=True)] if moves else []
        tap = yield from pick({**said, "moves": {**moves}}, "Which figure?", *enough, *left)
        if tap == "done":
            break
        slots = [
            piece(slot, of=unit.id) for slot in unit.card.figures if slot not in moves.values()
        ]
        where = yield from pick(said, f"Where does {name_in(tap)} go?", *slots)
        moves[name_in(tap)] = name_in(where)
    return {**said, "moves": moves}


def damage_prompts(table: Table, id: str) -> Prompts:
    unit, number = table.units[id], table.outstanding[id]
    said: StepFields = {"do": "damage", "unit": id}
    figures = yield from pick_some(
        f"Who of {id} takes the damage?",
        lambda chosen: {**said, "figures": chosen},
        lambda chosen: [
            one for one in unit.standing if damage_that_fits(unit, (*chosen, one))[len(chosen) :]
        ],
        min(number, unit.hit_points),
        number,
        id,
    )
    return {**said, "figures": figures}
