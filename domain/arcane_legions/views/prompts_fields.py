"""What a step of Arcane Legions still needs once it is begun, asked field by field."""

from typing import Any

from domain.arcane_legions.law.outline import ROWS
from domain.arcane_legions.play.combat import dice_to_roll
from domain.arcane_legions.play.costs import cost_of, order_needs_push
from domain.arcane_legions.play.damage import damage_that_fits
from domain.arcane_legions.play.regroup import FACINGS
from domain.arcane_legions.play.sequence import still_to_come
from domain.arcane_legions.table.orders import Dice
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import SIDES, Unit
from domain.kernel.prompting.prompts import (
    ENOUGH,
    NOTHING,
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
    word,
)


def row_prompts(table: Table, do: str) -> Prompts:
    said: StepFields = {"do": do}
    if do == "pay":
        return (yield from _payment(table))
    if do == "what":
        said, ask = {"do": "target"}, Ask("text", "the target")
        return {**said, "what": (yield from pick(said, "What is the target?", ask=ask))}
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


def _still_to_hurt(unit: Unit, chosen: tuple[str, ...]) -> list[str]:
    """The figures that can take a point more than those chosen so far."""
    return [one for one in unit.standing if damage_that_fits(unit, (*chosen, one))[len(chosen) :]]


def damage_prompts(table: Table, id: str) -> Prompts:
    unit, number = table.units[id], table.outstanding[id]
    said: StepFields = {"do": "damage", "unit": id}
    figures = yield from pick_some(
        f"Who of {id} takes the damage?",
        lambda chosen: {**said, "figures": chosen},
        lambda chosen: _still_to_hurt(unit, chosen),
        min(number, unit.hit_points),
        number,
        id,
    )
    return {**said, "figures": figures}


MANY = 5
"""So many obstacles of a kind are offered to be tapped; more are said the long way."""


def side_prompts(said: StepFields, unit: Unit, target: Unit, in_range: tuple[str, ...]) -> Prompts:
    """From which side of the unit, and at which of its target, if a grey one or the range makes them matter.

    `in_range`: the sides of the target that are known to be in range.
    """
    for field, one, choices in (("from", unit, ()), ("side", target, in_range)):
        if one.card.grey or choices:
            answers = (*map(word, choices or SIDES), Answer(ENOUGH, "not said", main=True))
            said = yield from pick_field(said, field, f"Which side of {one.id}?", *answers)
    return said


OBSTACLES = {
    "units_between": "Units in the way",
    "hindering": "Hindering terrain",
    "melee": "The target is in melee",
    "blocking": "Blocking terrain",
}


def obstacle_prompts(said: StepFields, *, blocking: bool) -> Prompts:
    """What lies in the way of a shot; `blocking`: whether blocking terrain can still be said."""
    while True:
        left = [one for one in OBSTACLES if one not in said and (blocking or one != "blocking")]
        more = " more" if len(left) < len(said) else ""
        free = Answer(ENOUGH, f"Nothing{more} in the way", main=True)
        answers = (Answer(f"@{one}", OBSTACLES[one]) for one in left)
        tap = yield from pick(said, "What lies in the way?", free, *answers)
        if tap == ENOUGH:
            return said
        name = name_in(tap)
        if name in ("melee", "blocking"):
            said = {**said, name: True}
        else:
            said = {**said, name: (yield from pick_number(said, "How many?", 0, MANY))}


def outcome_prompts(table: Table, said: StepFields) -> Prompts:
    """What comes of a special order or a trigger: damage, figures that return, points."""
    while True:
        free = Answer(ENOUGH, "Nothing more" if len(said) > 2 else "Nothing comes of it", main=True)  # noqa: PLR2004
        hurt = [
            Answer(f"damage @{unit.id}", f"Damage on {unit.id}", unit.id)
            for unit in table.units.values()
            if unit.standing and unit.id not in said.get("damage", {})
        ]
        back = [
            Answer(f"return @{unit.id}", f"Figures return to {unit.id}")
            for unit in table.units.values()
            if unit.down and unit.id not in said.get("return", {})
        ]
        gains = [
            Answer(f"{kind}_points @{player}", f"{kind} points of {player}")
            for kind in ("victory", "order")
            for player in table.players
        ]
        tap: str = yield from pick(said, "What comes of it?", free, *hurt, *back, *gains)
        if tap == ENOUGH:
            return said
        field, _, name = tap.partition(" @")
        said = yield from _part_of_outcome(table, said, field, name)


def _part_of_outcome(table: Table, said: StepFields, field: str, name: str) -> Prompts:
    """One field of an outcome for one unit or player: which figures, or how many points."""
    before = said.get(field, {})

    def with_value(value: Any) -> StepFields:
        return {**said, field: {**before, name: value}}

    if field.endswith("_points"):
        return with_value(
            (yield from pick(said, "How many? Less with a minus.", ask=Ask("number", "points")))
        )
    unit = table.units[name]

    def choosable(chosen: tuple[str, ...]) -> list[str]:
        if field == "return":
            return [one for one in sorted(unit.down) if one not in chosen]
        return _still_to_hurt(unit, chosen)

    return with_value(
        (yield from pick_some(f"Which figures of {name}?", with_value, choosable, 1, None, name))
    )


def trigger_prompts(table: Table, unit: Unit) -> Prompts:
    """A trigger that comes of this unit, now or at a row still to come."""
    said: StepFields = {"do": "trigger", "owner": unit.owner, "source": unit.id}
    free = next(f"t{n}" for n in range(1, len(table.used) + 2) if f"t{n}" not in table.used)
    ask = Ask("text", "its name")
    tap = yield from pick(said, "What is it called?", Answer(f"@{free}", free, main=True), ask=ask)
    said = {**said, "id": tap.removeprefix("@") if isinstance(tap, str) else tap}
    to_come = still_to_come(table)
    rows = [Answer(f"@{row}", f"{row} {ROWS[row].title}") for row in ROWS if row in to_come]
    now = Answer(ENOUGH, "now", main=True)
    return (yield from pick_field(said, "row", "When does it arise?", now, *rows))


def report_prompts(table: Table, unit: Unit, fact: str) -> Prompts:
    """What is reported of a unit: which other one it is about, which side, who scores."""
    said: StepFields = {"do": "report", "fact": fact}
    if fact == "moved":
        return {**said, "unit": unit.id}
    if fact == "destroyed":
        players = [Answer(f"@{one}", f"{one} scores it") for one in table.players]
        free, said = Answer(ENOUGH, "by the rules", main=True), {**said, "unit": unit.id}
        return (yield from pick_field(said, "credit", "Who scores it?", free, *players))
    others = [piece(one.id) for one in table.units.values() if one.owner != unit.owner]
    tap = yield from pick(said, "Which unit?", *others)
    if fact in ("adjacent", "apart"):
        return {**said, "units": [unit.id, name_in(tap)]}
    said = {**said, "unit": unit.id, "target": name_in(tap)}
    answers = (Answer(ENOUGH, "no side said", main=True), *map(word, SIDES))
    return (yield from pick_field(said, "side", "Which of its sides?", *answers))


def terrain_prompts(table: Table) -> Prompts:
    """Who holds a control terrain."""
    said: StepFields = {"do": "report", "fact": "controls"}
    said = yield from pick_field(said, "terrain", "Which terrain?", *map(piece, table.terrain))
    players = (*map(word, table.players), Answer(NOTHING, "nobody"))
    return (yield from pick_field(said, "player", "Who holds it?", *players))
