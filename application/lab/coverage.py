"""What records have met of a ruleset, and what not: for people and programs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from application.answer import Answer
from application.editions import rules_of
from application.game.transcript import BLANK, Line
from application.lab.model.laws import ASKED_QUESTIONS, game_at_start
from application.named_file import why_no_file
from application.records.records import SUFFIXES, BadRecord, Record, read_record
from application.rulesets import ruleset as ruleset_called
from domain.kernel.history import Entry, Game
from domain.kernel.rulebook import Edition, RuleId
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.wording import count

RULE, READING, ROW, EVENT, LEGAL_STEP, REFUSED_STEP = (
    "rules",
    "readings",
    "rows",
    "events",
    "steps that were legal",
    "steps that were refused",
)
KINDS = (RULE, READING, ROW, EVENT, LEGAL_STEP, REFUSED_STEP)


@dataclass
class KindCoverage:
    """What was met of one kind of thing, such as rules or events."""

    games: dict[str, int] = field(default_factory=dict)
    """Thing → the number of games that met it."""
    first: dict[str, str] = field(default_factory=dict)
    """Thing → the record of the first of them."""

    def add(self, things: Iterable[str], game: str) -> None:
        """Counts these things for one more game, which is named by its record."""
        for thing in things:
            self.games[thing] = self.games.get(thing, 0) + 1
            self.first.setdefault(thing, game)


@dataclass
class RulesetCoverage:
    """What the games of one ruleset have met of its newest edition."""

    ruleset: Ruleset
    games: int = 0
    met: dict[str, KindCoverage] = field(
        default_factory=lambda: {kind: KindCoverage() for kind in KINDS}
    )
    """Kind, of KINDS → what was met of it."""

    @property
    def edition(self) -> Edition:
        return self.ruleset.edition()

    def whole(self, kind: str) -> tuple[str, ...]:
        """Everything of this kind that the ruleset has."""
        edition = self.edition
        if kind == RULE:
            return (*edition.rules, *edition.questions)
        if kind == READING:
            return tuple(
                f"{q.id}={value}" for q in edition.questions.values() for value in q.readings
            )
        if kind == ROW:
            return tuple(row for rows in _tables(edition).values() for row in rows)
        if kind == EVENT:
            return tuple(event.__name__ for event in self.ruleset.events)
        return tuple(self.ruleset.procedures)

    def missing(self, kind: str) -> dict[str, str]:
        """Everything of this kind that was not met → why it cannot be; empty where it can."""
        known = self.met[kind].games
        return {name: self._why(kind, name) for name in self.whole(kind) if name not in known}

    def _why(self, kind: str, thing: str) -> str:
        rule = self.edition.rules.get(thing) if kind == RULE else None
        if rule is not None and rule.not_adjudicated:
            return rule.not_adjudicated
        if kind == REFUSED_STEP and thing == "concede":
            return "it is never refused while the game goes on"
        return ""

    @property
    def complete(self) -> bool:
        """Whether everything is met that can be."""
        return not any(not why for kind in KINDS for why in self.missing(kind).values())


@dataclass
class Coverage:
    """What a set of records has met."""

    rulesets: dict[str, RulesetCoverage] = field(default_factory=dict)
    """By the names of the rulesets."""
    unread: list[str] = field(default_factory=list)
    """A sentence for each file that is no record."""


def records_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files among these paths, and the files of records in the folders among them, at any depth."""
    for path in paths:
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.suffix in SUFFIXES)
            yield from sorted(file for file in inside if not file.is_dir())
        else:
            yield path


def coverage_of(paths: Iterable[Path]) -> Coverage:
    """What the records in these files and folders have met. What cannot be read is in `unread`."""
    coverage, given = Coverage(), tuple(paths)
    for path in records_in(given):
        if path not in given and (why := why_no_file(path)):
            coverage.unread.append(f"{path}: {why}.")
            continue
        try:
            _add(coverage, read_record(path))
        except (BadRecord, SetupError) as why:
            coverage.unread.append(str(why))
    return coverage


def _add(whole: Coverage, record: Record) -> None:
    name = record.opening.ruleset
    coverage = whole.rulesets.get(name) or RulesetCoverage(ruleset_called(name))
    met = _met_by(rules_of(record.opening), record)
    whole.rulesets[name] = coverage
    coverage.games += 1
    for kind, things in met.items():
        coverage.met[kind].add(sorted(things), record.source)


def _met_by(known: Ruleset, record: Record) -> Mapping[str, set[str]]:
    """Kind → what the game of this record meets. Raises SetupError."""
    met: defaultdict[str, set[str]] = defaultdict(set)
    ASKED_QUESTIONS.clear()
    game = game_at_start(known, record.opening, recording=True)
    rows = {row for rows in _tables(game.law.edition).values() for row in rows}
    for noted in record.steps:
        entry, position = adjudicate(game, noted.said)
        game.take(entry, position)
        _meet(met, entry, rows)
    met[READING] = _readings(game, ASKED_QUESTIONS)
    return met


def _meet(met: defaultdict[str, set[str]], entry: Entry, rows: set[str]) -> None:
    legal = entry.ruling.verdict == LEGAL
    met[RULE].update(entry.ruling.cites)
    met[LEGAL_STEP if legal else REFUSED_STEP].add(str(entry.said["do"]))
    for event in entry.events:
        met[EVENT].add(type(event).__name__)
        met[RULE].update(event.rules)
    met[ROW].update(row for key, row in entry.said.items() if key != "do" and str(row) in rows)


def _readings(game: Game, asked: set[RuleId]) -> set[str]:
    """The readings in force for the questions that rulings asked, as they are typed."""
    readings = game.law.readings
    return {f"{question}={readings[question]}" for question in asked if question in readings}


def _tables(edition: Edition) -> dict[str, Mapping[str, object]]:
    """The edition's tables that hold rows by their names: table → row → its values."""
    tables = ((name, rows) for name, rows in edition.tables.items() if isinstance(rows, Mapping))
    return {
        name: rows
        for name, rows in tables
        if all(isinstance(row, Mapping) for row in rows.values())
    }


IN = 3


def coverage_lines(whole: Coverage) -> Iterator[Line]:
    """For each ruleset a table of what was met, then what was not; then what could not be read."""
    for coverage in whole.rulesets.values():
        yield from _lines(coverage)
        yield BLANK
    for why in whole.unread:
        yield Line(why, tone="differs")


def _lines(coverage: RulesetCoverage) -> Iterator[Line]:
    title = f"{coverage.ruleset.title} {coverage.edition.id}: {count(coverage.games, 'game')}"
    yield Line(title, tone="title")
    for kind in KINDS:
        whole, missing = coverage.whole(kind), coverage.missing(kind)
        never = sum(bool(why) for why in missing.values())
        never_met = f", {never} cannot be met" if never else ""
        met = f"{kind:<24}{len(whole) - len(missing):>5} of {len(whole) - never:>4}{never_met}"
        if whole:
            yield Line(met, tone="table")
    for kind in KINDS:
        yield from _missing(coverage, kind)


def _missing(coverage: RulesetCoverage, kind: str) -> Iterator[Line]:
    missing = coverage.missing(kind)
    if missing:
        yield Line(f"Not met of the {kind}:", tone="title")
    for thing, why in missing.items():
        title = f" {coverage.edition.title_of(thing)}" if kind == RULE else ""
        yield Line(f"{thing}{title}{f': {why}' if why else ''}", indent=IN)


class KindMet(Answer):
    """What was met of one kind of thing, in how many games each, and what not, with why."""

    met: dict[str, int]
    missing: dict[str, str]


class RulesetMet(Answer):
    """What the games of a ruleset have met of its newest edition."""

    edition: str
    games: int
    complete: bool
    rules: KindMet
    readings: KindMet
    rows: KindMet
    events: KindMet
    steps_that_were_legal: KindMet
    steps_that_were_refused: KindMet


class RecordsMet(Answer):
    """What records have met of each ruleset, and those that could not be read."""

    rulesets: dict[str, RulesetMet]
    unread: list[str]


def told_coverage(coverage: Coverage) -> RecordsMet:
    """The same for programs."""
    return RecordsMet(
        {
            name: RulesetMet(
                ruleset.edition.id,
                ruleset.games,
                ruleset.complete,
                *(KindMet(ruleset.met[kind].games, ruleset.missing(kind)) for kind in KINDS),
            )
            for name, ruleset in coverage.rulesets.items()
        },
        coverage.unread,
    )
