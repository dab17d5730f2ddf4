"""Games compared under another law: which rulings change, by which rule, and whether the result does."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import NamedTuple

from application.desk.batch.going_over import digest_of
from application.desk.batch.sources import Source, record_in
from application.editions import BadEdition, rules_of, with_edition
from application.game.step_words import step_in_words
from application.law.edition_file import read_edition
from application.law.law_spec import LawSpec
from application.ledger.snapshots import fold
from application.ledger.store import Store, StoreProblem
from application.records.records import BadRecord
from application.rulesets import ruleset, rulesets
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Entry, Game, Opening, open_game
from domain.kernel.rulebook import Edition, RuleId
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.ruling import Verdict
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words

OpenStore = Callable[[], Store]
"""Opens the store anew: each process has its own."""


class BadComparison(Exception):
    """The comparison is impossible; the message is one sentence that says why."""


class ChangedRuling(NamedTuple):
    """A ruling that changes under the other law."""

    n: int
    step: str
    was: Verdict
    becomes: Verdict
    cited: tuple[RuleId, ...]
    cites: tuple[RuleId, ...]
    by: tuple[RuleId, ...]
    """The rules that make the difference."""
    follows: int | None = None
    """The earlier entry at which the two games diverge, if it is not this one."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game under both laws."""

    source: Source
    failed: str = ""
    """Why it could not be compared; a sentence."""
    changed: tuple[ChangedRuling, ...] = ()
    result: tuple[str, str] | None = None
    """How the game ends under its own law and under the other, where that differs."""
    ends_otherwise: bool = False
    """Whether the final state differs."""
    by_rule: Mapping[RuleId, int] = field(default_factory=dict)
    """How many rulings each rule changes."""
    rulings: int = 0
    """How many rulings change."""
    ruleset: str = ""
    digest: str = ""
    """Digest of the game as played, independent of its name; empty where it cannot be read."""
    words: str = ""
    """The whole comparison as lines of text, kept instead of the changes when only text is wanted."""


def checked_other(other: LawSpec) -> LawSpec:
    """The same law, checked to exist in some ruleset. Raises BadComparison."""
    if not other.readings and not other.edition:
        raise BadComparison(
            "say what to compare with: a reading such as C1=snap_fire, or an edition"
        )
    if other.names_a_page:
        editions: Iterable[Edition] = (_own_edition(other.edition),)
    else:
        editions = [e for r in rulesets() for e in r.editions if other.edition in ("", e.id)]
        if not editions:
            ids = list_in_words(dict.fromkeys(e.id for r in rulesets() for e in r.editions), "or")
            raise BadComparison(f"no edition “{other.edition}”; expected {ids}, or the file of one")
    for question, value in other.readings.items():
        known = [e.questions[question].readings for e in editions if question in e.questions]
        if not any(known):
            raise BadComparison(f"no ruleset has an open question “{question}” with readings")
        if not any(value in readings for readings in known):
            values = list_in_words(dict.fromkeys(v for readings in known for v in readings), "or")
            raise BadComparison(f"{question}: no reading “{value}”; expected {values}")
    return other


@cache
def _own_edition(path: str) -> Edition:
    try:
        return read_edition(path)
    except BadEdition as why:
        raise BadComparison(str(why)) from None


def comparison_of(source: Source, other: LawSpec, store: Store | None) -> ComparedGame:
    """One game under both laws. Never raises: what cannot be compared says why."""
    if source.problem:
        return ComparedGame(source, f"{source.name}: {source.problem}")
    try:
        if source.is_file:
            record = record_in(source.name)
            steps = [noted.said for noted in record.steps]
            return replace(compared_game(record.opening, steps, None, other), source=source)
        assert store is not None
        stored = store.load(source.name)
        ends = partial(fold, store, source.name, written=stored.written)
        game = compared_game(stored.opening, (), stored.written.log, other, ends)
        return replace(game, source=source)
    except (BadRecord, StoreProblem, SetupError, RulesetFault, BadComparison) as why:
        return ComparedGame(source, str(why))
    except Exception as why:  # one broken game never stops an archive
        return ComparedGame(source, f"{source.name}: {type(why).__name__}: {why}")


def compared_game(
    opening: Opening,
    steps: Sequence[Said],
    log: Sequence[Entry] | None,
    other: LawSpec,
    ends: Callable[[Game], Game] | None = None,
) -> ComparedGame:
    """The steps, or those of the log, under both laws. `log`: the entries as they were ruled.

    `ends`: from the game at entry 0 to the game after the log, where somebody knows it already.

    Raises SetupError where the other law cannot lay the game out.
    """
    nowhere = Source("", is_file=False)
    own = open_game(rules_of(opening), opening)
    digest = digest_of(own, steps if log is None else (entry.said for entry in log))
    theirs = under(other, own)
    if theirs is None:
        return ComparedGame(nowhere, digest=digest)
    difference = _Difference(own, theirs)
    entries = _rule_on(own, steps) if log is None else log
    changed = tuple(_changes(theirs, entries, difference))
    if difference.parted is None:
        return ComparedGame(nowhere, digest=digest)
    if ends is not None:
        own = ends(own)
    else:
        own.resume(log or ())
    before, after = result(own), result(theirs)
    return ComparedGame(
        nowhere,
        changed=changed,
        result=None if before == after else (before, after),
        ends_otherwise=own.view() != theirs.view(),
        by_rule=Counter([rule for changed_ruling in changed for rule in changed_ruling.by]),
        rulings=len(changed),
        ruleset=own.ruleset.name,
        digest=digest,
    )


def _changes(
    theirs: Game, entries: Iterable[Entry], difference: "_Difference"
) -> Iterator[ChangedRuling]:
    """The rulings that change; the game under the other law takes every step on the way."""
    for entry in entries:
        again, leads_to = adjudicate(theirs, entry.said)
        theirs.take(again, leads_to)
        was, now = entry.ruling, again.ruling
        same = was.verdict == now.verdict and (
            was.cites == now.cites or set(was.cites) == set(now.cites)
        )
        if same and (difference.parted is not None or entry.events == again.events):
            continue
        difference.parts_at(entry, again)
        if not same:
            yield difference.change_at(entry, again)


def _rule_on(own: Game, steps: Iterable[Said]) -> Iterator[Entry]:
    """The steps of a record as its own law rules them; the game takes them."""
    for said in steps:
        entry, leads_to = adjudicate(own, said)
        own.take(entry, leads_to)
        yield entry


def under(other: LawSpec, own: Game) -> Game | None:
    """The game at entry 0 under the other law; None if that is its own law. Raises SetupError."""
    opening, edition = own.opening, own.law.edition
    known = own.ruleset
    if other.names_a_page and _own_edition(other.edition).ruleset == known.name:
        known, edition = _with(known.name, other.edition), _own_edition(other.edition)
    elif other.edition in {edition.id for edition in known.editions}:
        edition = known.edition(other.edition)
    flipped = {
        question: value
        for question, value in other.readings.items()
        if value in _readings(edition, question) and own.law.readings.get(question) != value
    }
    if not flipped and edition is own.law.edition:
        return None
    readings = {**opening.readings, **flipped}
    return open_game(known, changed(opening, edition=edition.id, readings=readings))


def _readings(edition: Edition, question: RuleId) -> Mapping[str, str]:
    asked = edition.questions.get(question)
    return asked.readings if asked else {}


@cache
def _with(name: str, path: str) -> Ruleset:
    return with_edition(ruleset(name), _own_edition(path))


class _Difference:
    """The rules in which the two laws differ, and the entry at which the games diverge."""

    def __init__(self, own: Game, theirs: Game) -> None:
        self.own, self.theirs = own, theirs
        self.rules = self._rules()
        alike = own.opened == theirs.opened and own.view() == theirs.view()
        self.parted: int | None = None if alike else 0
        self.cause = self.rules

    def _rules(self) -> tuple[RuleId, ...]:
        """The questions read otherwise, then the rules worded otherwise."""
        mine, yours = self.own.law, self.theirs.law
        questions = [
            question
            for question in {**mine.readings, **yours.readings}
            if mine.readings.get(question) != yours.readings.get(question)
        ]
        if mine.edition is yours.edition:
            return tuple(questions)
        before, after = mine.edition.rules, yours.edition.rules
        rules = [rule for rule in {**before, **after} if before.get(rule) != after.get(rule)]
        return (*questions, *rules)

    def parts_at(self, entry: Entry, again: Entry) -> None:
        if self.parted is None:
            self.parted = entry.n
            self.cause = self._rules_apart(entry, again) or self.rules

    def _rules_apart(self, entry: Entry, again: Entry) -> tuple[RuleId, ...]:
        """Of the rules that separate the laws, those that either entry cites."""
        return tuple([rule for rule in self.rules if cites(entry, rule) or cites(again, rule)])

    def change_at(self, entry: Entry, again: Entry) -> ChangedRuling:
        ruling, new = entry.ruling, again.ruling
        follows = self.parted if self.parted != entry.n else None
        by = self._rules_apart(entry, again) or self.cause or _by_one_alone(ruling.cites, new.cites)
        step = step_in_words(self.own.ruleset, entry.said)
        was = (ruling.verdict, new.verdict, ruling.cites, new.cites)
        return ChangedRuling(entry.n, step, *was, by, follows)


def cites(entry: Entry, rule: RuleId) -> bool:
    """Whether the ruling or an event of this entry cites the rule."""
    return rule in entry.ruling.cites or any(rule in event.rules for event in entry.events)


def _by_one_alone(cited: Sequence[RuleId], cites: Sequence[RuleId]) -> tuple[RuleId, ...]:
    """The rules that one ruling cites and the other does not, in the order they are cited."""
    both = set(cited) & set(cites)
    return tuple(rule for rule in dict.fromkeys((*cited, *cites)) if rule not in both)


def result(game: Game) -> str:
    """How the game stands: still played, won by somebody, or over without a winner."""
    if not game.ruleset.over(game.now.state):
        return "still being played"
    winner = game.view().get("winner")
    return f"won by {winner}" if winner else "over without a winner"
