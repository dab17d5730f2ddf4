"""Choosing: what everybody waits for, and who says it.

What is asked for is decided where it is asked: in reacting (A3, E14) and winning (W3, E19, P11).
"""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.shapes.checks import all_of
from domain.kernel.values import Value
from domain.nullshapers.law.cards import spoken_cards
from domain.nullshapers.play.moves import ending_standing_passes_if_ruled
from domain.nullshapers.play.naming import Missing, missing_targets, nothing_of_the_kind
from domain.nullshapers.play.winning import biome_is_lost
from domain.nullshapers.table.events_queue import ChoiceMade
from domain.nullshapers.table.events_table import CardMoved
from domain.nullshapers.table.hidden import skill_exists_for
from domain.nullshapers.table.queue import Choice
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Choose


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
        "biome": "a biome to lose",
        "discard": f"{spoken_cards(choice.number)} to discard",
    }[choice.kind]
    return f"{choice.by} has to choose {what} first"


@requires("E13", "A3", "E14", "M47", "W3", "E19", "P11", "T5")
def nothing_else_is_waited_for(table: Table, _step: object) -> Refusal | None:
    choice = table.choice
    if choice is None:
        return None
    reacted = (one.since for one in table.triggers if one.by == choice.by and choice.is_of(one))
    cites = _rules_of(table, choice).waiting
    return illegal(choice_in_words(choice), *cites, since=entries(choice.since, *reacted))


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
        return illegal(reason, since=entries(table.chosen_since))
    return None


@requires("D2", "D4", "E14", "M47", "W3", "E19", "P11")
def it_is_one_of_the_answers(table: Table, step: Choose) -> Refusal | None:
    choice = table.choice
    assert choice is not None
    if _fits(choice, step):
        return None
    cites = _rules_of(table, choice).misfit
    return illegal(_answers_in_words(choice), *cites, since=(choice.since,))


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
    yield grounds(f"{step.by} chooses {said}", *rules, since=(choice.since,))
    table = yield ChoiceMade(step.by, choice.kind, chosen, step.forced, rules)
    if choice.kind == "biome":
        return (yield from biome_is_lost(table, step.by, chosen[0], collapse=True))
    if choice.kind == "discard":
        for card in chosen:
            table = yield CardMoved(card, "cache", step.by, rules=rules)
    return table


CHECKS = (names_exist_and_it_is_their_choice, a_choice_is_waited_for, it_is_one_of_the_answers)

CHOOSE = Procedure(
    Choose, ending_standing_passes_if_ruled(choose), checks=CHECKS, acts_on=all_of(*CHECKS)
)
