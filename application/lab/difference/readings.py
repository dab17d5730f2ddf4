"""Every reading of a ruleset told from the edition's own by a record, which is kept in a folder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, NamedTuple

from application.answer import Answer, Meta
from application.game.step_words import step_in_words
from application.lab.difference.distinguishing_game import DistinguishingGame
from application.lab.difference.record import record_of_difference, with_plainest_setup
from application.lab.difference.search import SearchProgress, SearchResult, shortest_differences
from application.law.law_spec import LawSpec
from application.records.records import BadRecord, Record, read_record, with_readings
from application.records.replay import replay
from application.rulesets import ruleset as ruleset_called
from domain.kernel.rulebook import Edition, RuleId

MOST = 600
"""States expanded on each small table, unless another number is asked for."""


class Reading(NamedTuple):
    """One reading of an open question."""

    ruleset: str
    question: RuleId
    value: str

    @property
    def words(self) -> str:
        """As it is typed: `C1=snap_fire`."""
        return f"{self.question}={self.value}"

    def path(self, folder: Path) -> Path:
        """The file of the record that tells it from the others."""
        return folder / self.ruleset / f"{self.question}-{self.value}.yaml"


OF_A_PAIR = 10
"""Of all tables that are looked at, one in so many is for each pair of readings."""


@dataclass
class ReadingSurvey:
    """Which readings of a ruleset a game tells from the edition's own."""

    ruleset: str
    readings: tuple[Reading, ...]
    """All that are not the edition's own."""
    steps: dict[Reading, int] = field(default_factory=dict)
    """Reading → the length of the shortest game that tells it from the edition's own."""
    search: SearchResult = field(default_factory=SearchResult)
    """How far was searched; `found` is left empty."""
    with_another: dict[Reading, str] = field(default_factory=dict)
    """Reading that changes something only together with another → that one, as it is typed."""

    @property
    def missing(self) -> tuple[Reading, ...]:
        """Those that no game tells apart."""
        return tuple(reading for reading in self.readings if reading not in self.steps)


class ToldApart(Answer):
    """Which readings of a ruleset a game tells from the edition's own."""

    ruleset: str
    told_apart: Annotated[dict[str, int], Meta(description="Reading → in how many steps.")]
    missing: tuple[str, ...]

    @classmethod
    def of(cls, survey: ReadingSurvey) -> "ToldApart":
        told = {reading.words: steps for reading, steps in survey.steps.items()}
        return cls(survey.ruleset, told, tuple(reading.words for reading in survey.missing))


def other_readings(edition: Edition) -> Iterator[Reading]:
    """Every reading that is not the edition's own."""
    for question in edition.questions.values():
        for value in question.readings:
            if value != edition.reading(question.id):
                yield Reading(edition.ruleset, question.id, value)


def tell_apart(
    name: str,
    folder: Path | None = None,
    most: int = MOST,
    tick: Callable[[SearchProgress], None] = lambda _: None,
) -> ReadingSurvey:
    """The shortest game that tells each reading of a ruleset from the edition's own.

    With a folder, each is written there as soon as it is found, and a reading whose record is there and
    still holds is not searched again. What no game tells apart is tried together with every other
    reading. Raises NoRuleset.
    """
    known = ruleset_called(name)
    edition = known.edition()
    result = _survey_of_records(edition, folder)
    if not result.missing:
        return result
    laws = {LawSpec({reading.question: reading.value}): reading for reading in result.missing}

    def keep(law: LawSpec, difference: DistinguishingGame) -> None:
        reading = laws[law]
        result.steps[reading] = difference.length
        if folder is not None:
            _write(reading, edition.reading(reading.question), difference, folder)

    search = shortest_differences(known, LawSpec(), list(laws), most=most, tick=tick, found=keep)
    # What was found is noted; the games hold rulesets, which cannot be sent to another process.
    result.search = replace(search, found={})
    for reading in result.missing if most >= OF_A_PAIR else ():
        other = _reading_needed(reading, result.readings, most // OF_A_PAIR)
        if other is not None:
            result.with_another[reading] = other.words
    return result


def _survey_of_records(edition: Edition, folder: Path | None) -> ReadingSurvey:
    """The survey as far as the records in the folder go."""
    readings = tuple(other_readings(edition))
    records = () if folder is None else _kept_records(readings, edition, folder)
    return ReadingSurvey(edition.ruleset, readings, dict(records))


def _reading_needed(reading: Reading, readings: tuple[Reading, ...], most: int) -> Reading | None:
    """Another reading under which this one changes something; None where none is found."""
    known = ruleset_called(reading.ruleset)
    for other in readings:
        if other.question == reading.question:
            continue
        law_spec = LawSpec({other.question: other.value})
        both = LawSpec({other.question: other.value, reading.question: reading.value})
        if shortest_differences(known, law_spec, [both], most=most).found:
            return other
    return None


def _write(reading: Reading, usual: str, difference: DistinguishingGame, folder: Path) -> None:
    """Writes the record of this reading, and that of the edition's own if it is the shortest so far."""
    small = with_plainest_setup(difference.with_readings(reading.question, usual, reading.value))
    own = Reading(reading.ruleset, reading.question, usual)
    names = (own.words, reading.words)
    reading.path(folder).parent.mkdir(parents=True, exist_ok=True)
    text = record_of_difference(small, of_other=True, names=names)
    reading.path(folder).write_text(text, encoding="utf-8")
    kept = _record_that_holds(own.path(folder))
    if kept is None or len(kept.steps) > small.length:
        own.path(folder).write_text(record_of_difference(small, names=names), encoding="utf-8")


def _kept_records(
    readings: tuple[Reading, ...], edition: Edition, folder: Path
) -> Iterator[tuple[Reading, int]]:
    """The readings that a record in the folder still tells apart, each with the record's length."""
    for reading in readings:
        usual = edition.reading(reading.question)
        record = _record_that_holds(reading.path(folder))
        own = _record_that_holds(Reading(reading.ruleset, reading.question, usual).path(folder))
        if record is None or own is None:
            continue
        if replay(with_readings(record, {reading.question: usual})).mismatches:
            yield reading, len(record.steps)


def _record_that_holds(path: Path) -> Record | None:
    """The record in this file; None where there is none, or it is ruled on differently now."""
    try:
        record = read_record(path)
        return None if replay(record).mismatches else record
    except BadRecord:
        return None


def decisions_in(folder: Path) -> dict[str, dict[str, dict[str, object]]]:
    """What the records of a folder say that each reading decides, for `application.law.decided`.

    Ruleset and edition (`voidsiege 2025.1`) → reading as it is typed → its steps in words, and what
    they lead to.
    """
    decisions: dict[str, dict[str, dict[str, object]]] = {}
    for path in sorted(folder.glob("*/*.yaml")):
        record = read_record(path)
        law = f"{record.opening.ruleset} {record.opening.edition}"
        name, _, then = path.read_text("utf-8").splitlines()[0].removeprefix("# ").partition(": ")
        steps = [
            step_in_words(ruleset_called(record.opening.ruleset), noted.said)
            for noted in record.steps
        ]
        decisions.setdefault(law, {})[name] = {"steps": steps, "then": then.removesuffix(".")}
    return decisions
