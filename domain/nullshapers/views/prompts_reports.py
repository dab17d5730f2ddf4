"""What is reported of a card that was tapped, and of the players' sides."""

from collections.abc import Iterator

from domain.kernel.prompting.prompts import (
    NOTHING,
    Answer,
    Ask,
    Prompts,
    StepFields,
    ValuePrompts,
    pick,
    pick_field,
    pick_number,
    piece,
    word,
)
from domain.nullshapers.law.cards import BIOMES, KINDS, ZONES
from domain.nullshapers.table.state import Table

SIDES = {
    "energy": "Report energy",
    "durability": "Report a sector's durability",
    "lose_biome": "Report a lost biome",
    "other": "Report something else",
}
FAST = 3
MUCH = 9
"""So much damage is offered; more is said the long way."""


def of_card(table: Table, id: str) -> Iterator[Answer]:
    """What may be reported of this card."""
    if table.cards[id].on_the_planet:
        yield Answer("report damage", "took damage", aside=True)
        yield Answer("report lock", "was locked", aside=True)
        yield Answer("report unlock", "was unlocked", aside=True)
        yield Answer("report attach", "was attached", aside=True)
        for name, skill in table.printed[id].skills.items():
            if skill.when == "reported":
                yield Answer(f"report skill_reacts/{name}", f"{name} reacts", aside=True)
    yield Answer("report move", "went elsewhere", aside=True)
    yield Answer("report speed", "has another speed", aside=True)


def report_of_card(table: Table, id: str, fact: str) -> Prompts:
    """A report of this card."""
    fact, _, skill = fact.partition("/")
    said: StepFields = {"do": "report", "fact": fact, "card": id}
    if skill:
        return {**said, "skill": skill}
    if fact == "damage":
        return {**said, "amount": (yield from pick_number(said, "How much?", 0, MUCH))}
    if fact == "move":
        return (yield from pick_field(said, "to", "Where to?", *map(word, ZONES)))
    if fact == "attach":
        others = (piece(one) for one in sorted(table.on_planet()) if one != id)
        none = Answer(NOTHING, "to none")
        return (yield from pick_field(said, "to", "To which card?", *others, none))
    if fact == "speed":
        return {**said, "speed": (yield from pick_number(said, "Which speed?", 1, FAST))}
    return said


def report_of_side(table: Table, fact: str) -> Prompts:
    """A report of energy, of a sector, of a lost biome, of something else."""
    said: StepFields = {"do": "report", "fact": fact}
    if fact == "other":
        return {**said, "text": (yield from pick(said, "What?", ask=Ask("text", "what happened")))}
    if fact == "durability":
        said = yield from pick_field(said, "sector", "Which sector?", *map(piece, table.sectors))
        return {**said, "amount": (yield from _amount(said))}
    said = yield from pick_field(said, "player", "Whose?", *map(word, table.players))
    if fact == "lose_biome":
        return (yield from pick_field(said, "biome", "Which biome?", *map(word, BIOMES)))
    said = yield from pick_field(said, "kind", "Which kind?", *map(word, KINDS))
    return {**said, "amount": (yield from _amount(said))}


def _amount(said: StepFields) -> ValuePrompts:
    return (yield from pick(said, "How much? Less with a minus.", ask=Ask("number", "how much")))
