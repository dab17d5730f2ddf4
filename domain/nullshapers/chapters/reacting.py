"""Chapter E, reactive skills: in which order they enter, with which option and targets (A3, E13, E14)."""

from string import ascii_lowercase
from typing import Any

from domain.kernel.blocks.passing import Passing
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, cites, made_of, stored_as
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import Part, Text
from domain.nullshapers.chapters.moves import standing_passes_end
from domain.nullshapers.chapters.targets import as_constants, legal_targets
from domain.nullshapers.chapters.winning import ChoiceAsked
from domain.nullshapers.queue import Item, Trigger, place_of
from domain.nullshapers.table import Table

DECIDES = ("A3", "E13", "E14")


@stored_as("nullshapers/skill_entered/v2")
class SkillEntered(Event):
    """A reactive skill enters the queue."""

    SAYS = "“{card}/{skill}” of {by} enters the queue as {entry}."

    entry: str
    """Its name in the queue."""
    by: str
    """Its controller."""
    card: str
    skill: str
    targets: tuple[str, ...] = ()
    speed: int = 3
    """As which speed it is answered (T8)."""
    option: str | None = None
    """The option picked for it (D4)."""
    rules: tuple[RuleId, ...] = cites("A3", "E13")

    def after(self, table: Table, entry: int) -> Table:
        trigger = table.triggers[place_of(table.triggers, self.card, self.skill)]
        item = made_of(
            Item,
            self,
            name=self.entry,
            since=entry,
            reactive=True,
            departures=table.departures(self.targets),
            departed=trigger.departed,
        )
        return changed(
            owed_no_more(table, self.card, self.skill),
            queue=(*table.queue, item),
            window=table.window and Passing(table.window.chance, table.still_passed()),
            entered=True,
            nothing_entered_since_execution=False,
        )


@stored_as("nullshapers/skill_stayed_out/v1")
class SkillStayedOut(Event):
    """A reactive skill finds too few legal targets and does not enter."""

    SAYS = "“{card}/{skill}” stays out of the queue."

    card: str
    skill: str
    rules: tuple[RuleId, ...] = cites("M19")

    def after(self, table: Table, _entry: int) -> Table:
        return owed_no_more(table, self.card, self.skill)


def owed_no_more(table: Table, card: str, skill: str) -> Table:
    """Without the first of those triggers that are owed for this skill."""
    at = place_of(table.triggers, card, skill)
    return changed(table, triggers=table.triggers[:at] + table.triggers[at + 1 :])


def skills_enter(table: Table, entry: int) -> Happening:
    """The next skill enters, or its controller says what comes first (M18, M47), or it stays out (T5)."""
    if table.nobody_acts:
        trigger = table.triggers[0]
        yield grounds(f"“{trigger.name}” has reacted, and no skill enters in this step", "T5")
        return (yield SkillStayedOut(trigger.card, trigger.skill, ("T5",)))
    own = _of_the_next_player(table)
    if (
        len({trigger.by for trigger in table.triggers}) > 1
        and table.law["M18"] != "turn_player_first"
    ):
        yield grounds("", "M18")
    if len(own) > 1 and not own[0].placed:
        if table.law["M47"] == "controller_orders":
            return (yield from _order_is_asked(own))
        yield grounds("", "M47")
    return (yield from _skill_enters(table, own[0], entry))


def _of_the_next_player(table: Table) -> list[Trigger]:
    """The skills still to enter of the player whose skills enter next (M18)."""
    first = table.turn_player if table.law["M18"] == "turn_player_first" else table.opponent
    own = [trigger for trigger in table.triggers if trigger.by == first]
    return own or list(table.triggers)


def _order_is_asked(own: list[Trigger]) -> Happening:
    """M47: a player with several skills to enter says in which order they do (E14)."""
    player, names = own[0].by, tuple(trigger.name for trigger in own)
    quoted = ", ".join(f"“{name}”" for name in names)
    since = tuple(dict.fromkeys(trigger.since for trigger in own))
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
        fitting = legal_targets(table, group, trigger.by, targets)
        if len(fitting) < group.least:
            return (yield from _too_few_targets(table, trigger, option, entry))
        if len(fitting) > group.least:
            most = group.at_most(len(fitting))
            given: dict[str, Any] = {"option": option, "group": number, "named": targets}
            given["least"] = group.least if group.least < most else None
            return (yield from _is_asked(trigger, "targets", most, fitting, **given))
        targets = (*targets, *fitting)
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
    yield grounds(why, "A3", "E13", since=trigger)
    given |= {"card": trigger.card, "skill": trigger.skill}
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
    aim = f", aiming at {list_in_words(targets)}" if targets else ""
    picked = f" with the option {option}" if option is not None else ""
    why = f"“{trigger.name}” of {trigger.by} enters the queue as {name}{picked}{aim}"
    part = table.printed[trigger.card].skills[trigger.skill].part(option)
    none_named = ("A11",) if part.groups and not targets else ()
    yield grounds(why, "A3", "E13", *none_named, *as_constants(table, part, targets))
    speed = _speed(table, trigger)
    table = yield from standing_passes_end(table)
    skill = (trigger.card, trigger.skill)
    return (yield SkillEntered(name, trigger.by, *skill, targets, speed, option))


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
