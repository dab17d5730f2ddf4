"""Chapter E, reactive skills: in which order they enter, with which option and targets (A3, E13, E14)."""

from string import ascii_lowercase
from typing import Any

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.nullshapers.law.cards import Part, Text
from domain.nullshapers.play.moves import standing_passes_end
from domain.nullshapers.play.targets import legal_targets
from domain.nullshapers.table.events_queue import ChoiceAsked, SkillEntered, SkillStayedOut
from domain.nullshapers.table.queue import Trigger
from domain.nullshapers.table.state import Table

DECIDES = ("A3", "E13", "E14")


def skills_enter(table: Table, entry: int) -> Happening:
    """The next skill enters, or its controller says what comes first (M18, M47), or it stays out (T5)."""
    if table.nobody_acts:
        trigger = table.triggers[0]
        yield grounds(f"“{trigger.name}” has reacted, and no skill enters in this step", "T5")
        return (yield SkillStayedOut(trigger.card, trigger.skill, ("T5",)))
    own = _of_the_next_player(table)
    if len({one.by for one in table.triggers}) > 1 and table.law["M18"] != "turn_player_first":
        yield grounds("", "M18")
    if len(own) > 1 and not own[0].placed:
        if table.law["M47"] == "controller_orders":
            return (yield from _order_is_asked(own))
        yield grounds("", "M47")
    return (yield from _skill_enters(table, own[0], entry))


def _of_the_next_player(table: Table) -> list[Trigger]:
    """The skills still to enter of the player whose skills enter next (M18)."""
    first = table.turn_player if table.law["M18"] == "turn_player_first" else table.opponent
    own = [one for one in table.triggers if one.by == first]
    return own or list(table.triggers)


def _order_is_asked(own: list[Trigger]) -> Happening:
    """M47: a player with several skills to enter says in which order they do (E14)."""
    player, names = own[0].by, tuple(one.name for one in own)
    quoted = ", ".join(f"“{name}”" for name in names)
    since = tuple(dict.fromkeys(one.since for one in own))
    yield grounds(f"{player} says in which order {quoted} enter", "E14", "M47", since=since)
    return (yield ChoiceAsked(player, "order", len(names), names, rules=("E14", "M47")))


def _skill_enters(table: Table, trigger: Trigger, entry: int) -> Happening:
    """The skill gets its option and its targets, group by group, or waits for a choice, or stays out."""
    text = table.printed[trigger.card].skills[trigger.skill]
    option = trigger.option
    if text.options and option is None:
        possible = _possible_options(table, text, trigger.by)
        if len(possible) > 1:
            return (yield from _is_asked(trigger, "option", 1, possible))
        if not possible:
            return (yield from _too_few_targets(table, trigger, None, entry))
        option = possible[0]
    part = text.part(option)
    if not trigger.given and not _enough(table, part, trigger.by):
        return (yield from _too_few_targets(table, trigger, option, entry))
    targets = trigger.targets
    for number, group in enumerate(part.groups[trigger.given :], trigger.given + 1):
        found = legal_targets(table, group, trigger.by, targets)
        if len(found) < group.least:
            return (yield from _too_few_targets(table, trigger, option, entry))
        if len(found) > group.least:
            most = group.at_most(len(found))
            given: dict[str, Any] = {"option": option, "group": number, "named": targets}
            given["least"] = group.least if group.least < most else None
            return (yield from _is_asked(trigger, "targets", most, found, **given))
        targets = (*targets, *found)
    return (yield from _enters(table, trigger, option, targets, entry))


def _possible_options(table: Table, text: Text, by: str) -> tuple[str, ...]:
    """The options that have enough targets; under M19 `enters`, all options."""
    if table.law["M19"] == "enters":
        return tuple(text.options)
    return tuple(name for name, part in text.options.items() if _enough(table, part, by))


def _enough(table: Table, part: Part, by: str) -> bool:
    """Whether each group, taken alone, has at least as many legal targets as it needs."""
    return all(len(legal_targets(table, group, by)) >= group.least for group in part.groups)


def _is_asked(
    trigger: Trigger, kind: str, number: int, choices: tuple[str, ...], **given: Any
) -> Happening:
    """Its controller chooses for the skill; `given`: what else of it is known already."""
    why = f"“{trigger.name}” has reacted, and {trigger.by} chooses its {kind}"
    yield grounds(why, "A3", "E13", since=(trigger.since,))
    given |= {"card": trigger.card, "skill": trigger.skill, "rules": ("A3", "E13")}
    return (yield ChoiceAsked(trigger.by, kind, number, choices, **given))


def _too_few_targets(table: Table, trigger: Trigger, option: str | None, entry: int) -> Happening:
    """M19: the skill stays out, or enters without a target."""
    if table.law["M19"] == "enters":
        yield grounds("", "M19")
        return (yield from _enters(table, trigger, option, (), entry))
    yield grounds(f"“{trigger.name}” finds too few legal targets and stays out", "M19")
    return (yield SkillStayedOut(trigger.card, trigger.skill))


def _enters(
    table: Table, trigger: Trigger, option: str | None, targets: tuple[str, ...], entry: int
) -> Happening:
    name = f"q{entry}{_letter(table, entry)}"
    aim = f", aiming at {', '.join(targets)}" if targets else ""
    picked = f" with the option {option}" if option is not None else ""
    why = f"“{trigger.name}” of {trigger.by} enters the queue as {name}{picked}{aim}"
    yield grounds(why, "A3", "E13")
    speed = _speed(table, trigger)
    rules = ("A3", "E13", "E14") if len(table.triggers) > 1 else ("A3", "E13")
    table = yield from standing_passes_end(table)
    skill = (trigger.card, trigger.skill)
    return (yield SkillEntered(name, trigger.by, *skill, targets, speed, option, rules))


def _letter(table: Table, entry: int) -> str:
    """The letter of the next skill to enter in this entry: a, b, c …, in the order of entering."""
    number = 0
    for item in reversed(table.queue):
        if not item.reactive or item.since != entry:
            break
        number += 1
    beyond, at = divmod(number, len(ascii_lowercase))
    return (ascii_lowercase[beyond - 1] if beyond else "") + ascii_lowercase[at]


def _speed(table: Table, trigger: Trigger) -> int:
    """The speed that a reactive skill counts as when it is answered (T8, M7)."""
    reading = table.law["M7"]
    if reading == "constant":
        return table.cards[trigger.card].speed or 1
    return 2 if reading == "speed_2" else 3
