"""Rules found by the words that stand in them, by their ids in any case, and rulesets by their names."""

from collections.abc import Iterable, Iterator

from application.game.transcript import BLANK, Line
from application.game.words.near_words import did_you_mean, plain_word, plain_words
from application.law.lawbook import (
    NoSuchRule,
    RulesFound,
    question_lines,
    rule_lines,
    told_rule,
)
from domain.kernel.rulebook import Edition, Question, Rule
from domain.kernel.values import changed


def meant_rule(edition: Edition, id: str) -> str:
    """The id of a rule or question as the edition writes it, found in any case. Raises NoSuchRule."""
    known = (*edition.rules, *edition.questions, *edition.settled)
    if id in known:
        return id
    alike = [rule for rule in known if plain_word(rule) == plain_word(id)]
    if len(alike) == 1:
        return alike[0]
    near = did_you_mean(id, known) or _where_it_is_said(edition, id)
    raise NoSuchRule(f"{edition.ruleset} {edition.id} has no rule “{id}”{near}")


def _where_it_is_said(edition: Edition, words: str) -> str:
    """What is never ruled on with these words, or how the rules that have them are found."""
    for what in edition.never:
        if plain_word(words) in map(plain_word, what.split()):
            return f"; never ruled on: {what}"
    return f"; a search for “{words}” finds some" if any(rules_with(edition, words)) else ""


def rules_with(edition: Edition, words: str) -> Iterator[Rule | Question]:
    """Rules, then questions, in which every one of these words begins a word; in the edition's order."""
    those: tuple[Rule | Question, ...] = (*edition.rules.values(), *edition.questions.values())
    return (rule for rule in those if _has(_text(rule), words))


def rules_found(editions: Iterable[Edition], words: str) -> RulesFound:
    """The rules and questions with these words, each with its ruleset, edition by edition."""
    return RulesFound(
        tuple(
            changed(told_rule(rule, edition), ruleset=edition.ruleset)
            for edition in editions
            for rule in rules_with(edition, words)
        )
    )


def never_with(edition: Edition, words: str) -> Iterator[tuple[str, str]]:
    """What is never ruled on, with why, where every one of these words begins a word."""
    for what, why in edition.never.items():
        if _has(f"{what} {why}", words):
            yield what, why


def _has(text: str, words: str) -> bool:
    sought, there = plain_words(words), set(plain_words(text))
    return bool(sought) and all(any(word.startswith(begin) for word in there) for begin in sought)


def _text(rule: Rule | Question) -> str:
    said = [rule.id, rule.title, rule.text]
    if isinstance(rule, Question):
        said += [*rule.readings, *rule.readings.values()]
    return " ".join(said).replace("-", " ").replace("_", " ")


def found_lines(edition: Edition, words: str) -> Iterator[Line]:
    """The rules and questions found by these words, in lines as the rulebook has them."""
    for rule in rules_with(edition, words):
        if isinstance(rule, Rule):
            yield from rule_lines(rule)
        else:
            yield from question_lines(rule, edition)
        yield BLANK
    for what, why in never_with(edition, words):
        yield Line(f"Never ruled on: {what}: {why}")
        yield BLANK
