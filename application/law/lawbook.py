"""The rulebooks as people and programs read them: rules, open questions, what is not adjudicated."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from application.answer import UNSET, Answer, Basis, Meta, UnsetType
from application.game.transcript import BLANK, Line
from application.law.decided import Decision, decision_of, decisions_of
from application.law.links import links
from domain.kernel.rulebook import Edition, Question, Rule, RuleId, Settled
from domain.kernel.ruleset import Ruleset

IN = 3


class NoSuchRule(Exception):
    """No rule or question of this id; the message is a sentence."""


class Shelved(Answer):
    """A ruleset, how much its newest edition holds, and what that does not adjudicate."""

    ruleset: str
    title: str
    editions: tuple[str, ...]
    rules: int
    questions: int
    """With readings."""
    gaps: int
    """Questions that nothing settles."""
    not_adjudicated: dict[str, str]


class Shelf(Answer):
    rulesets: tuple[Shelved, ...]


class ToldRule(Answer):
    """A rule, in our words, with its source."""

    id: str
    title: str
    text: str
    source: str
    basis: Basis
    inferred: bool
    not_adjudicated: str
    """Why nothing is ruled by it; empty for most."""
    ruleset: str | UnsetType = UNSET
    """Said where rules of several rulebooks are listed."""


class ToldQuestion(Answer):
    """What the rulebook leaves open, with each reading and what it changes."""

    id: str
    title: str
    text: str
    source: str
    readings: dict[str, str]
    reading: str | None
    """The one of this edition; null where nothing settles it."""
    default: str | None
    """The same."""
    decides: dict[str, Decision]
    """Reading → the shortest game on which it rules otherwise, where one is known."""
    ruleset: str | UnsetType = UNSET
    """Said where rules of several rulebooks are listed."""


class RulesFound(Answer):
    """Rules and questions of several rulebooks."""

    rules: Annotated[tuple[Any, ...], Meta(description="Each as it is told alone.")]


class NeverRuled(Answer):
    """What is left to the table, with why."""

    never: Mapping[str, str]


class Rulebook(Answer):
    """An edition in full."""

    id: str
    title: str
    published: str
    ruleset: str
    edition: str
    """The same as `id`."""
    editions: tuple[str, ...]
    """All of the ruleset, the oldest first."""
    rules: tuple[ToldRule, ...]
    questions: tuple[ToldQuestion, ...]
    printed: tuple[str, ...]
    settled: tuple[Settled, ...]
    never: Annotated[
        dict[str, str],
        Meta(description="What is never ruled on → why, and how it comes in."),
    ]
    sources: Annotated[dict[str, str], Meta(description="Title of a text → what it is.")]
    links: Annotated[
        dict[str, tuple[str, ...]],
        Meta(
            description="Rule → the open questions about it; question → the rules that it touches."
        ),
    ]


def shelf_lines(rulesets: tuple[Ruleset, ...]) -> Iterator[Line]:
    """Every ruleset with its editions, how much it holds, and what it does not adjudicate."""
    for ruleset in rulesets:
        edition = ruleset.edition()
        editions = ", ".join(edition.id for edition in ruleset.editions)
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
    """A question that the edition has answered, for people."""
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
    called, touching = _called(edition, id), links(ruleset, edition, id)
    if isinstance(called, Rule):
        yield from rule_lines(called, touching[id])
    elif isinstance(called, Question):
        yield from question_lines(called, edition, touching[id])
    else:
        yield from settled_lines(called)


def _called(edition: Edition, id: str) -> Rule | Question | Settled:
    """The rule or question of this id, open or settled. Raises NoSuchRule."""
    for known in (edition.rules, edition.questions, edition.settled):
        if id in known:
            return known[id]
    raise NoSuchRule(f"{edition.ruleset} {edition.id} has no rule “{id}”")


def told_rulebook(ruleset: Ruleset, edition: Edition) -> Rulebook:
    """An edition in full."""
    return Rulebook(
        edition.id,
        edition.title,
        edition.published,
        ruleset.name,
        edition.id,
        tuple(edition.id for edition in ruleset.editions),
        tuple(map(_told_rule, edition.rules.values())),
        tuple(_told_question(question, edition) for question in edition.questions.values()),
        tuple(ruleset.printed(edition)),
        tuple(edition.settled.values()),
        dict(edition.never),
        {source.title: source.what for source in edition.sources},
        {id: others for id, others in links(ruleset, edition).items() if others},
    )


def told_shelf(rulesets: tuple[Ruleset, ...]) -> Shelf:
    """Every ruleset with its newest edition."""
    return Shelf(tuple(_shelf_row(ruleset, ruleset.edition()) for ruleset in rulesets))


def _shelf_row(ruleset: Ruleset, edition: Edition) -> Shelved:
    return Shelved(
        ruleset.name,
        ruleset.title,
        tuple(edition.id for edition in ruleset.editions),
        len(edition.rules),
        len(_readings(edition)),
        len(_gaps(edition)),
        {rule.id: rule.not_adjudicated for rule in _left_out(edition)},
    )


def told_rule(rule: Rule | Question, edition: Edition) -> ToldRule | ToldQuestion:
    """One rule or question of this edition."""
    return _told_rule(rule) if isinstance(rule, Rule) else _told_question(rule, edition)


def _told_rule(rule: Rule) -> ToldRule:
    basis: Basis = "inferred" if rule.inferred else "rule"
    return ToldRule(
        rule.id, rule.title, rule.text, rule.source, basis, rule.inferred, rule.not_adjudicated
    )


def _told_question(question: Question, edition: Edition) -> ToldQuestion:
    reading = edition.reading(question.id) if question.readings else None
    return ToldQuestion(
        question.id,
        question.title,
        question.text,
        question.source,
        dict(question.readings),
        reading,
        reading,
        decisions_of(edition, question),
    )


def told_one(edition: Edition, id: str) -> ToldRule | ToldQuestion | Settled:
    """One rule or question, open or settled. Raises NoSuchRule."""
    called = _called(edition, id)
    return called if isinstance(called, Settled) else told_rule(called, edition)


def _readings(edition: Edition) -> list[Question]:
    return [question for question in edition.questions.values() if question.readings]


def _gaps(edition: Edition) -> list[Question]:
    return [question for question in edition.questions.values() if not question.readings]


def _left_out(edition: Edition) -> list[Rule]:
    return [rule for rule in edition.rules.values() if rule.not_adjudicated]
