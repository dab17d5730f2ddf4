"""The rulebooks as people and programs read them: rules, open questions, what is not adjudicated."""

from collections.abc import Iterator
from typing import Any

from application.game.transcript import BLANK, Line
from application.law.decided import decision_of
from application.law.links import links
from domain.kernel.rulebook import Edition, Question, Rule, RuleId, Settled
from domain.kernel.ruleset import Ruleset

IN = 3


class NoSuchRule(Exception):
    """No rule or question of this id; the message is a sentence."""


def shelf_lines(rulesets: tuple[Ruleset, ...]) -> Iterator[Line]:
    """Every ruleset with its editions, how much it holds, and what it does not adjudicate."""
    for ruleset in rulesets:
        edition = ruleset.edition()
        editions = ", ".join(one.id for one in ruleset.editions)
        word = "edition" if len(ruleset.editions) == 1 else "editions"
        yield Line(f"{ruleset.name}: {ruleset.title}, {word} {editions}", tone="title")
        yield Line(
            f"{len(edition.rules)} rules, {len(_readings(edition))} questions with readings, "
            f"{len(_gaps(edition))} gaps",
            indent=IN,
        )
        left = _left_out(edition)
        if left:
            yield Line("Not adjudicated:", indent=IN)
        for rule in left:
            yield Line(f"{rule.id} {rule.title}: {rule.not_adjudicated}", indent=2 * IN)
        yield BLANK


def rulebook_lines(ruleset: Ruleset, edition: Edition) -> Iterator[Line]:
    """A rulebook from its tables to its last open question."""
    yield Line(f"{ruleset.title}, edition {edition.id} ({edition.published})", tone="title")
    yield BLANK
    printed = list(ruleset.printed(edition))
    for text in printed:
        yield Line(text, tone="table")
    if printed:
        yield BLANK
    touching = links(ruleset, edition)
    for rule in edition.rules.values():
        yield from rule_lines(rule, touching[rule.id])
    yield BLANK
    yield Line("Open questions, the reading of this edition first", tone="title")
    for question in edition.questions.values():
        yield from question_lines(question, edition, touching[question.id])
    if edition.settled:
        yield BLANK
        yield Line("Settled in this edition: a table cannot read it otherwise", tone="title")
    for settled in edition.settled.values():
        yield from settled_lines(settled)
    if edition.never:
        yield BLANK
        yield from never_lines(edition)
    if edition.sources:
        yield BLANK
        yield Line("Where the rules come from", tone="title")
    for source in edition.sources:
        yield Line(f"{source.title}: {source.what}", indent=IN)


def rule_lines(rule: Rule, touched_by: tuple[RuleId, ...] = ()) -> Iterator[Line]:
    """`touched_by`: the open questions on which it depends how it is read."""
    yield Line(rule.title, rule.id, "title")
    yield Line(rule.text, indent=IN)
    inferred = "; inferred: no text says so" if rule.inferred else ""
    yield Line(f"{rule.source}{inferred}", tone="quiet", indent=IN)
    if touched_by:
        yield Line(f"Open questions about it: {', '.join(touched_by)}", tone="quiet", indent=IN)
    if rule.not_adjudicated:
        yield Line(f"Not adjudicated: {rule.not_adjudicated}", indent=IN)


def settled_lines(settled: Settled) -> Iterator[Line]:
    yield Line(settled.question, settled.id, "title")
    yield Line(settled.answer, indent=IN)


def never_lines(edition: Edition) -> Iterator[Line]:
    """What is never ruled on, and how it comes in instead."""
    if not edition.never:
        yield Line(f"{edition.title} names nothing that it never rules on.")
        return
    yield Line("Never ruled on, and why", tone="title")
    for what, why in edition.never.items():
        yield Line(f"{what}: {why}", indent=IN)


def question_lines(
    question: Question, edition: Edition, touches: tuple[RuleId, ...] = ()
) -> Iterator[Line]:
    """`touches`: the rules that are read by it."""
    yield Line(question.title, question.id, "title")
    yield Line(question.text, indent=IN)
    if touches:
        yield Line(f"It touches {', '.join(touches)}", tone="quiet", indent=IN)
    if not question.readings:
        yield Line("Nothing settles it: what depends on it is undetermined.", indent=IN)
        return
    chosen = edition.reading(question.id)
    ordered = sorted(question.readings, key=lambda value: value != chosen)
    for value in ordered:
        yield Line(f"{value}: {question.readings[value]}", indent=IN)
        known = decision_of(edition.ruleset, edition.id, question.id, value)
        if known is not None:
            yield Line(f"What it decides: {known.words}", tone="quiet", indent=2 * IN)
    if question.source:
        yield Line(question.source, tone="quiet", indent=IN)


def one_lines(ruleset: Ruleset, edition: Edition, id: str) -> Iterator[Line]:
    """One rule or question, open or settled. Raises NoSuchRule."""
    touching = links(ruleset, edition)
    if id in edition.rules:
        yield from rule_lines(edition.rules[id], touching[id])
    elif id in edition.questions:
        yield from question_lines(edition.questions[id], edition, touching[id])
    elif id in edition.settled:
        yield from settled_lines(edition.settled[id])
    else:
        raise NoSuchRule(f"{edition.ruleset} {edition.id} has no rule “{id}”")


def rulebook_as_json(ruleset: Ruleset, edition: Edition) -> dict[str, Any]:
    """A rulebook for programs."""
    return {
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "edition": edition.id,
        "published": edition.published,
        "editions": [one.id for one in ruleset.editions],
        "rules": [rule_as_json(one) for one in edition.rules.values()],
        "questions": [question_as_json(one, edition) for one in edition.questions.values()],
        **rest_as_json(ruleset, edition),
    }


def rest_as_json(ruleset: Ruleset, edition: Edition) -> dict[str, Any]:
    """What a rulebook has besides its rules and open questions."""
    return {
        "settled": [settled_as_json(one) for one in edition.settled.values()],
        "never": dict(edition.never),
        "sources": {one.title: one.what for one in edition.sources},
        "links": {id: [*others] for id, others in links(ruleset, edition).items() if others},
    }


def settled_as_json(settled: Settled) -> dict[str, Any]:
    return {"id": settled.id, "question": settled.question, "answer": settled.answer}


def shelf_as_json(rulesets: tuple[Ruleset, ...]) -> dict[str, Any]:
    """Every ruleset for programs."""
    return {"rulesets": [_shelf_row(one, one.edition()) for one in rulesets]}


def _shelf_row(ruleset: Ruleset, edition: Edition) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "editions": [one.id for one in ruleset.editions],
        "rules": len(edition.rules),
        "questions": len(_readings(edition)),
        "gaps": len(_gaps(edition)),
        "not_adjudicated": {one.id: one.not_adjudicated for one in _left_out(edition)},
    }


def rule_as_json(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "source": rule.source,
        "basis": "inferred" if rule.inferred else "rule",
        "not_adjudicated": rule.not_adjudicated or None,
    }


def question_as_json(question: Question, edition: Edition) -> dict[str, Any]:
    return {
        "id": question.id,
        "title": question.title,
        "text": question.text,
        "source": question.source,
        "readings": dict(question.readings),
        "reading": edition.reading(question.id) if question.readings else None,
        "decides": _decides(question, edition),
    }


def _decides(question: Question, edition: Edition) -> dict[str, Any]:
    """Reading → the shortest game on which it rules otherwise, where one is known."""
    known = {
        value: decision_of(edition.ruleset, edition.id, question.id, value)
        for value in question.readings
    }
    return {value: one._asdict() for value, one in known.items() if one is not None}


def one_as_json(edition: Edition, id: str) -> dict[str, Any]:
    """One rule or question, open or settled, for programs. Raises NoSuchRule."""
    if id in edition.rules:
        return rule_as_json(edition.rules[id])
    if id in edition.questions:
        return question_as_json(edition.questions[id], edition)
    if id in edition.settled:
        return settled_as_json(edition.settled[id])
    raise NoSuchRule(f"{edition.ruleset} {edition.id} has no rule “{id}”")


def _readings(edition: Edition) -> list[Question]:
    return [one for one in edition.questions.values() if one.readings]


def _gaps(edition: Edition) -> list[Question]:
    return [one for one in edition.questions.values() if not one.readings]


def _left_out(edition: Edition) -> list[Rule]:
    return [one for one in edition.rules.values() if one.not_adjudicated]
