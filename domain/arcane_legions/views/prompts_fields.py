"""What several steps of Arcane Legions are asked: sides, obstacles, outcomes, triggers, reports."""

from typing import Any

from domain.arcane_legions.law.outline import ROWS
from domain.arcane_legions.play.damage import damage_that_fits
from domain.arcane_legions.play.sequence import still_to_come
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
        tap = yield from pick(
            said,
            "What lies in the way?",
            free,
            *(Answer(f"@{one}", OBSTACLES[one]) for one in left),
        )
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
        return [
            one for one in unit.standing if damage_that_fits(unit, (*chosen, one))[len(chosen) :]
        ]

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
