"""Rules, open questions and their readings, editions: the law as data."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from domain.kernel.faults import (
    RulesetFault,
    gap_has_no_reading,
    no_such_question,
    no_such_reading,
)
from domain.kernel.values import Value

T = TypeVar("T")
RuleId = str
Basis = Literal["rule", "reading", "inferred"]

RULE: Basis = "rule"
READING: Basis = "reading"
INFERRED: Basis = "inferred"


class Rule(Value):
    """One numbered sentence of a rulebook, in our words, with the place it comes from."""

    id: RuleId
    title: str
    text: str
    source: str
    inferred: bool = False
    """No text says so: the edition's author filled it in."""
    not_adjudicated: str = ""
    """Why no verdict depends on it; empty when one does."""


class Question(Value):
    """What the rulebook leaves open: each possible reading with what it changes, the default first.

    A question without readings is a gap: a verdict that depends on it is undetermined.
    """

    id: RuleId
    title: str
    text: str
    readings: Mapping[str, str] = {}
    source: str = ""

    @property
    def default(self) -> str:
        return next(iter(self.readings))


SHARED = (
    Rule(
        "G1",
        "It exists and is complete",
        "A step names things that exist in this game and gives every field its kind of step needs, "
        "of the right kind, and no other.",
        "game record format 1",
    ),
    Rule(
        "G2",
        "Each for themselves",
        "Nobody acts for another player, and a judge takes only a judge's steps.",
        "game record format 1",
    ),
    Rule(
        "G3",
        "Over is over",
        "Once the game is over nothing is possible but a judge's step, a note, or laying open; nothing "
        "is laid open before.",
        "game record format 1",
    ),
    Rule(
        "G4",
        "Taking back",
        "A player may take back only their own newest entry that stands, with the others' consent once "
        "somebody else has gone on or the entry has told something new; not behind a concession or a "
        "judge's step, and not in a tournament. Only those who were asked answer a request.",
        "game record format 1",
    ),
    Rule(
        "G5",
        "The judge's powers",
        "Only a judge rewinds, overrules or says that a refused step was played, always with a reason, "
        "and overrules only the newest entries, each to a verdict it does not have yet.",
        "game record format 1",
    ),
    Rule(
        "G6",
        "The request comes first",
        "While a request to take something back is open, it is answered before play goes on.",
        "game record format 1",
    ),
    Rule(
        "G7",
        "The table put right",
        "A judge, or the players by consent where there is no tournament, say how parts of the table really "
        "lie, with a reason; from then on they lie so. What cannot be is not said, and what not everybody "
        "sees only a judge puts right.",
        "umpire, game records: what is added",
    ),
    Rule(
        "G8",
        "Chance made together",
        "Players may make dice, an order or each a choice together: all in the game commit before anybody "
        "reveals, what is revealed fits its commitment, and the result follows from all of it. Dice made so "
        "are what the next report of as many dice says. Who does not reveal is named; a judge, or all by "
        "consent where there is no tournament, may then set it aside.",
        "umpire, game records: what is added",
    ),
)


class Settled(Value):
    """A question that this edition has answered: it has no reading, and it is told why not."""

    id: RuleId
    question: str
    answer: str


class Source(Value):
    """A text that rules come from."""

    title: str
    """As players know it."""
    what: str
    """What it is, and how far it was at hand."""


class Edition(Value, dict=True, gc=True):
    """One dated state of a ruleset: its rules, its open questions, its data tables.

    A game is pinned to the edition it began under.
    """

    id: str
    ruleset: str
    title: str
    published: str
    rules: Mapping[RuleId, Rule]
    questions: Mapping[RuleId, Question]
    tables: Mapping[str, object] = {}
    defaults: Mapping[RuleId, str] = {}
    """Readings this edition prefers to the first of each question."""
    settled: Mapping[RuleId, Settled] = {}
    never: Mapping[str, str] = {}
    """What is never ruled on → why, and how it comes in."""
    sources: tuple[Source, ...] = ()

    def reading(self, question: RuleId) -> str:
        """The reading in force where the table has chosen none. KeyError for an unknown question."""
        return self.defaults.get(question) or self.questions[question].default

    def knows(self, rule: RuleId) -> bool:
        return rule in self.rules or rule in self.questions

    def title_of(self, rule: RuleId) -> str:
        named = self.rules.get(rule) or self.questions.get(rule)
        return named.title if named else rule

    def basis(self, cites: tuple[RuleId, ...]) -> Basis:
        """What a ruling rests on: an open question it cites, else an inferred rule, else the rules."""
        basis = self._bases.get(cites)
        if basis is None:
            basis = self._bases[cites] = self._basis(cites)
        return basis

    def derived(self, make: Callable[["Edition"], T]) -> T:
        """What this function makes of the edition; made once, however many games are opened under it."""
        if make not in self._derived:
            self._derived[make] = make(self)
        derived: T = self._derived[make]
        return derived

    @cached_property
    def _derived(self) -> dict[Any, Any]:
        return {}

    def _basis(self, cites: tuple[RuleId, ...]) -> Basis:
        if any(rule in self.questions for rule in cites):
            return READING
        return INFERRED if any(rule in self._inferred_rules for rule in cites) else RULE

    @cached_property
    def _bases(self) -> dict[tuple[RuleId, ...], Basis]:
        return {}

    @cached_property
    def _inferred_rules(self) -> frozenset[RuleId]:
        return frozenset(rule.id for rule in self.rules.values() if rule.inferred)


def edition(
    id: str,
    ruleset: str,
    title: str,
    published: str,
    rules: Iterable[Rule],
    questions: Iterable[Question],
    tables: Mapping[str, object] | None = None,
    settled: Iterable[Settled] = (),
    never: Mapping[str, str] | None = None,
    sources: tuple[Source, ...] = (),
) -> Edition:
    """An edition of the given rules and the shared ones (G1 to G8).

    Raises RulesetFault where two of them have one number.
    """
    answered = {question.id: question for question in settled}
    numbered = _by_number(ruleset, (*SHARED, *rules, *questions))
    return Edition(
        id,
        ruleset,
        title,
        published,
        {id: entry for id, entry in numbered.items() if isinstance(entry, Rule)},
        {id: entry for id, entry in numbered.items() if isinstance(entry, Question)},
        tables or {},
        settled=answered,
        never=never or {},
        sources=sources,
    )


def _by_number(ruleset: str, entries: Iterable[Rule | Question]) -> dict[RuleId, Rule | Question]:
    numbered: dict[RuleId, Rule | Question] = {}
    for entry in entries:
        if entry.id in numbered:
            raise RulesetFault(
                f"{ruleset}: “{numbered[entry.id].title}” and “{entry.title}” have one number, {entry.id}: "
                "give one of them another"
            )
        numbered[entry.id] = entry
    return numbered


class Law(Value, dict=True, gc=True):
    """The edition a game is pinned to, with the readings in force at its table."""

    edition: Edition
    chosen: Mapping[RuleId, str] = {}
    """The readings this table chose itself."""

    @cached_property
    def readings(self) -> Mapping[RuleId, str]:
        """Every open question that has readings → the one in force."""
        return {
            id: self.chosen.get(id) or self.edition.reading(id)
            for id, question in self.edition.questions.items()
            if question.readings
        }

    def __getitem__(self, question: RuleId) -> str:
        """The reading in force. Raises RulesetFault for what is no question, or is one without readings."""
        try:
            return self.readings[question]
        except KeyError:
            raise RulesetFault(self._no_reading(question)) from None

    def is_(self, question: RuleId, reading: str) -> bool:
        """Whether this reading is in force. Raises RulesetFault where the question has no such reading."""
        if self[question] == reading:
            return True
        known = self.edition.questions[question].readings
        if reading not in known:
            raise RulesetFault(no_such_reading(self.edition.ruleset, question, reading, known))
        return False

    def _no_reading(self, question: RuleId) -> str:
        if question in self.edition.questions:
            return gap_has_no_reading(self.edition.ruleset, question)
        return no_such_question(self.edition.ruleset, question, self.readings)
