"""What is owed after something happened: collapses, reactive skills, choices (A3, E13, E14, W3)."""

from string import ascii_lowercase

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.nullshapers.law.cards import Part
from domain.nullshapers.play.targets import legal
from domain.nullshapers.play.winning import biome_is_lost
from domain.nullshapers.table.events import (
    CardMoved,
    ChoiceAsked,
    ChoiceMade,
    SkillEntered,
    SkillStayedOut,
)
from domain.nullshapers.table.state import Choice, Table, Trigger
from domain.nullshapers.table.steps import Choose


def next_collapse(table: Table) -> str | None:
    """Who loses a biome next because he could not draw: the turn player first."""
    for player in (table.turn_player, table.opponent):
        if player in table.collapses and table.standing_biomes(player):
            return player
    return None


def collapse(table: Table, player: str) -> Happening:
    """W3: he picks one of his biomes, if there is more than one to pick from."""
    biomes = table.standing_biomes(player)
    if len(biomes) == 1:
        return (yield from biome_is_lost(table, player, biomes[0], collapse=True))
    yield grounds(f"{player} could not draw and has to choose a biome to lose", "W3")
    return (yield ChoiceAsked(player, "biome", 1, biomes, rules=("W3",)))


def next_trigger(table: Table) -> Trigger | None:
    """The skill that enters next: all of one player's first (M18), each in the order of causes."""
    if not table.triggers:
        return None
    first = table.turn_player if table.law["M18"] == "turn_player_first" else table.opponent
    return next((one for one in table.triggers if one.by == first), table.triggers[0])


def skill_enters(table: Table, trigger: Trigger, entry: int) -> Happening:
    """A reactive skill is given its targets and enters, waits for a choice, or stays out."""
    if len({one.by for one in table.triggers}) > 1 and table.law["M18"] != "turn_player_first":
        yield grounds("", "M18")
    wanted = _part(table, trigger).target
    if wanted is None:
        return (yield from _enters(table, trigger, (), entry))
    found = legal(table, wanted, trigger.by)
    if len(found) < wanted.number:
        return (yield from _too_few(table, trigger, entry))
    if len(found) == wanted.number:
        return (yield from _enters(table, trigger, found, entry))
    yield grounds(
        f"“{trigger.card}/{trigger.skill}” has reacted, and {trigger.by} chooses its targets",
        "A3",
        "E13",
        since=(trigger.since,),
    )
    return (
        yield ChoiceAsked(
            trigger.by,
            "targets",
            wanted.number,
            found,
            trigger.card,
            trigger.skill,
            rules=("A3", "E13"),
        )
    )


def _part(table: Table, trigger: Trigger) -> Part:
    return table.printed[trigger.card].skills[trigger.skill].own


def _too_few(table: Table, trigger: Trigger, entry: int) -> Happening:
    if table.law["M19"] == "enters":
        yield grounds("", "M19")
        return (yield from _enters(table, trigger, (), entry))
    yield grounds(
        f"“{trigger.card}/{trigger.skill}” finds too few legal targets and stays out", "M19"
    )
    return (yield SkillStayedOut(trigger.card, trigger.skill))


def _enters(table: Table, trigger: Trigger, targets: tuple[str, ...], entry: int) -> Happening:
    name = f"q{entry}{_letter(table, entry)}"
    aim = f", aiming at {', '.join(targets)}" if targets else ""
    yield grounds(
        f"“{trigger.card}/{trigger.skill}” of {trigger.by} enters the queue as {name}{aim}",
        "A3",
        "E13",
    )
    speed = _speed(table, trigger)
    rules = ("A3", "E13", "E14") if len(table.triggers) > 1 else ("A3", "E13")
    return (
        yield SkillEntered(name, trigger.by, trigger.card, trigger.skill, targets, speed, rules)
    )


def _letter(table: Table, entry: int) -> str:
    """a, b, c … in the order of entering during this entry."""
    number = 0
    for item in reversed(table.queue):
        if not item.reactive or item.since != entry:
            break
        number += 1
    beyond, at = divmod(number, len(ascii_lowercase))
    return (ascii_lowercase[beyond - 1] if beyond else "") + ascii_lowercase[at]


def _speed(table: Table, trigger: Trigger) -> int:
    """As which speed a reactive skill is answered (T8, M7)."""
    reading = table.law["M7"]
    if reading == "constant":
        return table.cards[trigger.card].speed or 1
    return 2 if reading == "speed_2" else 3


WAITS = {
    "targets": ("E13", "A3"),
    "biome": ("W3",),
    "discard": ("P11", "T5"),
}
"""The rules that make everybody wait for a choice."""

MISFIT = {"targets": "D2", "biome": "W3", "discard": "P11"}
NAMES_IT = {"targets": "A3", "biome": "W3", "discard": "P11"}


def waited_for(choice: Choice) -> str:
    """What is waited for, as a sentence says it."""
    what = {
        "targets": f"the targets of “{choice.card}/{choice.skill}”",
        "biome": "a biome to lose",
        "discard": f"{choice.number} card{'' if choice.number == 1 else 's'} to discard",
    }[choice.kind]
    return f"{choice.by} has to choose {what} first"


@requires("E13", "A3", "W3", "P11", "T5")
def nothing_else_is_waited_for(table: Table, _step: object) -> Refusal | None:
    choice = table.choice
    if choice is None:
        return None
    return illegal(waited_for(choice), *WAITS[choice.kind], since=(choice.since,))


@requires("G1", "G2")
def names_exist_and_it_is_his_choice(table: Table, step: Choose) -> Refusal | None:
    unknown = [name for name in step.targets if not table.knows(name)]
    others = table.choice is not None and table.choice.by != step.by
    if not unknown and not others:
        return None
    reasons = [f"“{name}” is nothing in this game" for name in unknown]
    if others and table.choice is not None:
        reasons.append(f"it is {table.choice.by}'s choice")
    cites = (*(("G1",) if unknown else ()), *(("G2",) if others else ()))
    return illegal("; ".join(reasons), *cites)


@requires("E13")
def a_choice_is_waited_for(table: Table, _step: Choose) -> Refusal | None:
    if table.choice is None:
        return illegal("there is nothing to choose now: no choice is waited for")
    return None


@requires("D2", "W3", "P11")
def exactly_so_many_different_names_out_of_the_list(table: Table, step: Choose) -> Refusal | None:
    choice = table.choice
    assert choice is not None
    chosen = set(step.targets)
    if len(step.targets) == len(chosen) == choice.number and chosen <= set(choice.choices):
        return None
    return illegal(
        f"{choice.by} chooses exactly {choice.number} out of {', '.join(choice.choices)}, "
        "each only once",
        MISFIT[choice.kind],
        since=(choice.since,),
    )


def choose(table: Table, step: Choose) -> Happening:
    """What was waited for is chosen, and happens."""
    choice = table.choice
    assert choice is not None
    trigger = next_trigger(table)
    rule = NAMES_IT[choice.kind]
    chosen = ", ".join(step.targets)
    yield grounds(f"{step.by} chooses {chosen}", rule, since=(choice.since,))
    table = yield ChoiceMade(step.by, choice.kind, step.targets, step.forced, (rule,))
    if choice.kind == "biome":
        return (yield from biome_is_lost(table, step.by, step.targets[0], collapse=True))
    if choice.kind == "discard":
        for card in step.targets:
            table = yield CardMoved(card, "cache", step.by, rules=("P11",))
        return table
    assert trigger is not None
    return (yield from _enters(table, trigger, step.targets, step.entry))
