"""All readings of a ruleset told apart, each by a record of its own in a folder."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from application.game.transcript import said_in_words
from application.lab.differ import Difference, Searched, SearchProgress, differences
from application.lab.differences import plain, record_of_difference, under_reading
from application.lab.laws import Side
from application.records.records import BadRecord, Record, read_record, with_readings
from application.records.replay import replay
from application.rulesets import ruleset as ruleset_called
from domain.kernel.rulebook import Edition, RuleId

MOST = 600
"""Tables looked at on each small table, if nothing else is said."""


class Reading(NamedTuple):
    """One reading of an open question."""

    ruleset: str
    question: RuleId
    value: str

    @property
    def words(self) -> str:
        return f"{self.question}={self.value}"

    def path(self, folder: Path) -> Path:
        """The record that tells it apart."""
        return folder / self.ruleset / f"{self.question}-{self.value}.yaml"


@dataclass
class Apart:
    """Which readings of a ruleset are told apart, and which are not."""

    ruleset: str
    readings: tuple[Reading, ...]
    """Those that are not the edition's own."""
    steps: dict[Reading, int] = field(default_factory=dict)
    """Reading → how many steps tell it from the edition's own."""
    searched: Searched = field(default_factory=Searched)
    with_another: dict[Reading, str] = field(default_factory=dict)
    """Reading that changes something only under another reading → that one."""

    @property
    def missing(self) -> tuple[Reading, ...]:
        return tuple(one for one in self.readings if one not in self.steps)


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
) -> Apart:
    """The shortest difference of every reading of a ruleset from the edition's own.

    With a folder each is written there as soon as it is found, and what it holds already is not
    looked for again. What nothing tells apart is tried under every other reading.
    """
    known = ruleset_called(name)
    edition = known.edition()
    readings = tuple(other_readings(edition))
    apart = Apart(name, readings, dict(_readings_kept(readings, edition, folder)) if folder else {})
    if not apart.missing:
        return apart
    sides = {Side({one.question: one.value}): one for one in apart.missing}

    def note(side: Side, difference: Difference) -> None:
        reading = sides[side]
        apart.steps[reading] = len(difference.one.steps)
        if folder is not None:
            _keep(reading, edition.reading(reading.question), difference, folder)

    searched = differences(known, Side(), list(sides), most=most, tick=tick, found=note)
    # Noted already; and what was found holds rules, which another process cannot be sent.
    apart.searched = replace(searched, found={})
    for reading in apart.missing:
        apart.with_another |= _together(reading, readings, most)
    return apart


def _together(reading: Reading, readings: tuple[Reading, ...], most: int) -> dict[Reading, str]:
    """Another reading under which this one changes something; nothing where there is none."""
    known = ruleset_called(reading.ruleset)
    for other in readings:
        if other.question == reading.question:
            continue
        one = Side({other.question: other.value})
        both = Side({other.question: other.value, reading.question: reading.value})
        if differences(known, one, [both], most=most // 10).found:
            return {reading: other.words}
    return {}


def _keep(reading: Reading, usual: str, difference: Difference, folder: Path) -> None:
    """The record of this reading; that of the edition's own too, if it is the shortest so far."""
    small = plain(under_reading(difference, reading.question, (usual, reading.value)))
    own = Reading(reading.ruleset, reading.question, usual)
    names = (own.words, reading.words)
    reading.path(folder).parent.mkdir(parents=True, exist_ok=True)
    text = record_of_difference(small, of_other=True, names=names)
    reading.path(folder).write_text(text, encoding="utf-8")
    kept = _holding(own.path(folder))
    if kept is None or len(kept.steps) > len(small.one.steps):
        own.path(folder).write_text(record_of_difference(small, names=names), encoding="utf-8")


def _readings_kept(
    readings: tuple[Reading, ...], edition: Edition, folder: Path
) -> Iterator[tuple[Reading, int]]:
    """The readings that a record in the folder still tells apart."""
    for reading in readings:
        usual = edition.reading(reading.question)
        record = _holding(reading.path(folder))
        own = _holding(Reading(reading.ruleset, reading.question, usual).path(folder))
        if record is None or own is None:
            continue
        if replay(with_readings(record, {reading.question: usual})).mismatches:
            yield reading, len(record.steps)


def _holding(path: Path) -> Record | None:
    """The record in this file, if it is there and still ruled on as it notes."""
    try:
        record = read_record(path)
        return None if replay(record).mismatches else record
    except BadRecord:
        return None


def decisions_in(folder: Path) -> dict[str, dict[str, dict[str, object]]]:
    """What the records of a folder say that each reading decides, as `application.law.decided` reads it."""
    found: dict[str, dict[str, dict[str, object]]] = {}
    for path in sorted(folder.glob("*/*.yaml")):
        record = read_record(path)
        law = f"{record.opening.ruleset} {record.opening.edition}"
        name, _, then = path.read_text("utf-8").splitlines()[0].removeprefix("# ").partition(": ")
        steps = [said_in_words(noted.said) for noted in record.steps]
        found.setdefault(law, {})[name] = {"steps": steps, "then": then.removesuffix(".")}
    return found
