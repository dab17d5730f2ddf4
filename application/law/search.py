"""Rules found by the words that stand in them, by their ids in any case, and rulesets by their names."""

from collections.abc import Iterator

from application.game.transcript import BLANK, Line
from application.game.words.near_words import did_you_mean, plain_word
from application.law.lawbook import NoSuchRule, question_lines, rule_lines
from domain.kernel.rulebook import Edition, Question, Rule


def meant_rule(edition: Edition, id: str) -> str:
    """The id of a rule or question as the edition writes it, found in any case. Raises NoSuchRule."""
    known = (*edition.rules, *edition.questions)
    if id in known:
        return id
    found = [one for one in known if plain_word(one) == plain_word(id)]
    if len(found) == 1:
        return found[0]
    near = did_you_mean(id, known)
    raise NoSuchRule(f"{edition.ruleset} {edition.id} has no rule “{id}”{near}")


def rules_with(edition: Edition, words: str) -> Iterator[Rule | Question]:
    """Rules, then questions, in which every one of these words begins a word; in the edition's order."""
    sought = [plain_word(one) for one in words.split() if plain_word(one)]
    those: tuple[Rule | Question, ...] = (*edition.rules.values(), *edition.questions.values())
    for one in those:
        there = {plain_word(word) for word in _text(one).split()}
        if sought and all(any(word.startswith(begin) for word in there) for begin in sought):
            yield one


def _text(one: Rule | Question) -> str:
    said = [one.id, one.title, one.text]
    if isinstance(one, Question):
        said += [*one.readings, *one.readings.values()]
    return " ".join(said).replace("-", " ").replace("_", " ")


def found_lines(edition: Edition, words: str) -> Iterator[Line]:
    """The rules and questions found by these words, in lines as the rulebook has them."""
    for one in rules_with(edition, words):
        if isinstance(one, Rule):
            yield from rule_lines(one)
        else:
            yield from question_lines(one, edition)
        yield BLANK
