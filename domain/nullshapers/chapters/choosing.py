"""Choosing: what everybody waits for, and who says it.

What is asked for is decided where it is asked: in reacting (A3, E14) and winning (W3, E19, P11).
"""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.kernel.fields import UNSAID, Several, StepFields, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, all_of, entries, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, Value, changed, cites, stored_as
from domain.nullshapers.cards import spoken_cards
from domain.nullshapers.chapters.damage import battles_are_fought, no_battle_is_owed
from domain.nullshapers.chapters.moves import CardMoved, ending_standing_passes_if_ruled
from domain.nullshapers.chapters.naming import Missing, missing_targets, nothing_of_the_kind
from domain.nullshapers.chapters.winning import COLLAPSE, biome_is_lost
from domain.nullshapers.fields import OPTIONS, TARGETS
from domain.nullshapers.hidden import skill_exists_for
from domain.nullshapers.queue import Choice, Trigger, place_of
from domain.nullshapers.table import Table


def _what_is_chosen(table: Table) -> str:
    words = {
        "order": "Which enters first?",
        "discard": "Which is discarded?",
        "defenders": "Which is damaged first?",
    }
    return words.get(table.choice.kind, "Which?") if table.choice is not None else "Which?"


@one_of("what is chosen", TARGETS, _what_is_chosen)
def chosen_name(table: Table, said: StepFields) -> Iterable[str]:
    names = () if table.choice is None else table.choice.choices
    named = {name for name in said["targets"] if isinstance(name, str)}
    return [name for name in names if name not in named]


def _how_many(table: Table, _player: str, _said: StepFields) -> tuple[int, int | None]:
    choice = table.choice
    return (0, 0) if choice is None or choice.kind == "option" else (choice.fewest, choice.number)


def _is_just_one(table: Table, _player: str, _said: StepFields) -> bool:
    choice = table.choice
    return choice is not None and choice.least is None and choice.number == 1


def _all_that_is_chosen(table: Table, _said: StepFields) -> str:
    choice = table.choice
    if choice is None:
        return ""
    number = (
        f"exactly {choice.number}" if choice.least is None else f"{choice.least} to {choice.number}"
    )
    firsts = {"order": ", the first one enters first", "defenders": ", the first one damaged first"}
    return number + firsts.get(choice.kind, "")


chosen_names = Several(
    chosen_name,
    _how_many,
    listed=_is_just_one,
    most=300,
    says_none=True,
    label=_all_that_is_chosen,
)


@one_of("an option", OPTIONS)
def chosen_option(table: Table) -> Iterable[Any]:
    choice = table.choice
    return choice.choices if choice is not None and choice.kind == "option" else (UNSAID,)


class Choose(Step):
    """Choose what is waited for: names, or an option."""

    targets: Annotated[tuple[str, ...] | None, chosen_names] = None
    option: Annotated[str | None, chosen_option] = None


@stored_as("nullshapers/choice_made/v2")
class ChoiceMade(Event):
    """What was waited for is chosen."""

    SAYS = "{player} has chosen: {chosen}."

    player: str
    kind: str
    """`targets`, `option`, `order`, `defenders`, `biome` or `discard`."""
    chosen: tuple[str, ...]
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = cites("A3")

    def after(self, table: Table, entry: int) -> Table:
        fields: dict[str, Any] = {}
        if self.kind in ("targets", "option"):
            fields["triggers"] = _with_choice(table, self.chosen)
        elif self.kind == "order":
            fields["triggers"] = _in_chosen_order(table, self.player, self.chosen)
        elif self.kind == "defenders":
            fields |= _in_this_order(table, self.chosen)
        elif self.kind == "discard":
            fields["owed"] = table.paid_off(self.player, "discard")
        ruled = entry if self.ruled else table.ruled
        return changed(table, choice=None, chosen_since=entry, ruled=ruled, **fields)


def _with_choice(table: Table, chosen: tuple[str, ...]) -> tuple[Trigger, ...]:
    """The skill that waits has what was chosen for it, and what it had been given before."""
    choice = table.choice
    assert choice is not None
    if choice.kind == "targets":
        targets = (*choice.named, *chosen)
        has: dict[str, Any] = {"option": choice.option, "given": choice.group, "targets": targets}
    else:
        has = {"option": chosen[0]}
    triggers, at = table.triggers, place_of(table.triggers, choice.card, choice.skill)
    return (*triggers[:at], changed(triggers[at], **has), *triggers[at + 1 :])


def _in_chosen_order(table: Table, player: str, chosen: tuple[str, ...]) -> tuple[Trigger, ...]:
    """A player's skills in the order in which they want them to enter (M47)."""
    own = sorted(
        (changed(trigger, placed=True) for trigger in table.triggers if trigger.by == player),
        key=lambda trigger: chosen.index(trigger.name),
    )
    return (*own, *(trigger for trigger in table.triggers if trigger.by != player))


def _in_this_order(table: Table, chosen: tuple[str, ...]) -> dict[str, Any]:
    """The defenders of an attacker in the order in which they are damaged (M48)."""
    choice = table.choice
    assert choice is not None and choice.card is not None
    against = {**table.against, choice.card: chosen}
    return {"against": against, "ordered": (*table.ordered, choice.card)}


class ChoiceRules(Value):
    """The rules of a kind of choice."""

    waiting: tuple[str, ...]
    """By which everybody waits for it."""
    misfit: tuple[str, ...]
    """By which an answer does not fit."""
    counting: tuple[str, ...]
    """By which its answer counts."""


RULES = {
    "targets": ChoiceRules(("E13", "A3"), ("D2",), ("A3",)),
    "option": ChoiceRules(("E13", "A3"), ("D4",), ("A3",)),
    "order": ChoiceRules(("E14", "M47"), ("E14", "M47"), ("E14", "M47")),
    "defenders": ChoiceRules(("P14", "M48"), ("P14", "M48"), ("P14", "M48")),
    "biome": ChoiceRules(("W3",), ("W3",), ("W3",)),
    "discard": ChoiceRules(("E19",), ("E19",), ("E19",)),
    "reset": ChoiceRules(("P11", "T5"), ("P11",), ("P11",)),
}
"""By the kind of choice; a discard in the reset step has rules of its own."""


def _rules_of(table: Table, choice: Choice) -> ChoiceRules:
    return RULES["reset" if choice.kind == "discard" and table.nobody_acts else choice.kind]


def choice_in_words(choice: Choice) -> str:
    """That the choice comes first, for people: “ana has to choose a biome to lose first”."""
    what = {
        "targets": f"the targets of “{choice.card}/{choice.skill}”",
        "option": f"the option of “{choice.card}/{choice.skill}”",
        "order": "in which order their skills enter",
        "defenders": f"in which order the defenders against “{choice.card}” are damaged",
        "biome": "a biome to lose",
        "discard": f"{spoken_cards(choice.number)} to discard",
    }[choice.kind]
    return f"{choice.by} has to choose {what} first"


@requires("E13", "A3", "E14", "M47", "P14", "M48", "W3", "E19", "P11", "T5")
def no_choice_is_waited_for(table: Table, _step: object) -> Refusal | None:
    choice = table.choice
    if choice is None:
        return None
    reacted = (
        trigger.since
        for trigger in table.triggers
        if trigger.by == choice.by and choice.is_of(trigger)
    )
    cites = _rules_of(table, choice).waiting
    return illegal(choice_in_words(choice), *cites, since=entries(choice.since, *reacted))


NOTHING_ELSE_IS_WAITED_FOR = (no_choice_is_waited_for, no_battle_is_owed)


@requires("G1", "G2")
def names_exist_and_it_is_their_choice(table: Table, step: Choose) -> Refusal | None:
    """A skill is named “card/skill”."""
    unknown = (name for name in step.targets or () if not skill_exists_for(table, step.by, name))
    missing = missing_targets(table, unknown, step.by, ())
    if (step.targets is None) == (step.option is None):
        wrong = "“choose” needs either “targets” or “option”"
        missing.append(Missing(wrong, wrong))
    choice = table.choice
    if choice is None or choice.by == step.by:
        return nothing_of_the_kind(missing)
    refusal = nothing_of_the_kind(missing, [f"it is {choice.by}'s choice"], "G2")
    assert refusal is not None
    return refusal.since_entries(entries(choice.since))


@requires("E13")
def a_choice_is_waited_for(table: Table, _step: Choose) -> Refusal | None:
    if table.choice is None:
        reason = "there is nothing to choose now: no choice is waited for"
        return illegal(reason, since=(table.chosen_since))
    return None


@requires("D2", "D4", "E14", "M47", "P14", "M48", "W3", "E19", "P11")
def it_is_one_of_the_answers(table: Table, step: Choose) -> Refusal | None:
    choice = table.choice
    assert choice is not None
    if _fits(choice, step):
        return None
    cites = _rules_of(table, choice).misfit
    return illegal(_answers_in_words(choice), *cites, since=choice)


def _fits(choice: Choice, step: Choose) -> bool:
    """Whether the answer is one of those asked for: an option, or enough different names of the list."""
    if choice.kind == "option":
        return step.option in choice.choices
    named = step.targets or ()
    return (
        step.targets is not None
        and choice.fewest <= len(named) <= choice.number
        and len(set(named)) == len(named)
        and set(named) <= set(choice.choices)
    )


def _answers_in_words(choice: Choice) -> str:
    """The answers that would fit, for people; not the cards of a hand, which only their player knows."""
    if choice.kind == "option":
        return f"{choice.by} chooses one of the options {', '.join(choice.choices)}"
    if choice.kind == "discard":
        return f"{choice.by} chooses exactly {spoken_cards(choice.number)} of the hand"
    least = "exactly" if choice.least is None else f"{choice.least} to"
    return f"{choice.by} chooses {least} {choice.number} out of {', '.join(choice.choices)}, each only once"


def choose(table: Table, step: Choose) -> Happening:
    """The choice is made: a biome is lost, cards are discarded; skills are given theirs as they enter."""
    choice = table.choice
    assert choice is not None
    rules = _rules_of(table, choice).counting
    chosen = (step.option,) if step.option is not None else step.targets or ()
    said = ", ".join(chosen) or "no target"
    yield grounds(f"{step.by} chooses {said}", *rules, since=choice)
    table = yield ChoiceMade(step.by, choice.kind, chosen, step.forced, rules)
    if choice.kind == "biome":
        return (yield from biome_is_lost(table, step.by, chosen[0], COLLAPSE))
    if choice.kind == "defenders":
        return (yield from battles_are_fought(table))
    if choice.kind == "discard":
        for card in chosen:
            table = yield CardMoved(card, "cache", step.by, rules=rules)
    return table


CHECKS = (names_exist_and_it_is_their_choice, a_choice_is_waited_for, it_is_one_of_the_answers)


CHOOSE = Procedure(
    Choose, ending_standing_passes_if_ruled(choose), checks=CHECKS, acts_on=all_of(*CHECKS)
)
