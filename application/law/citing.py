"""What a ruling cites, in full: the rule, or the open question with the reading in force."""

from collections.abc import Iterator

from application.answer import UNSET, Answer, UnsetType
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.values import changed


class ReadingInForce(Answer):
    """The reading of an open question by which is ruled."""

    value: str
    meaning: str
    chosen: str
    """Who chose it: the edition, or the table itself."""
    others: tuple[str, ...]
    """The readings not chosen."""


class Citation(Answer):
    """A rule or open question as the edition has it; a question with its reading in force."""

    id: RuleId
    title: str
    text: str
    source: str
    inferred: bool
    open: bool
    """Whether it is a question that the rulebook leaves open."""
    reading: ReadingInForce | UnsetType = UNSET
    """Of a question that something settles."""

    def lines(self) -> Iterator[str]:
        filled_in = " (no text says so; the edition's author filled it in)" if self.inferred else ""
        source = f" ({self.source})" if self.source else ""
        yield f"{self.id} {self.title}: {self.text}{filled_in}{source}"
        if self.reading is not UNSET:
            of = self.reading
            others = f" Other readings: {', '.join(of.others)}." if of.others else ""
            yield f"   reading in force: {of.value}, chosen by {of.chosen}. {of.meaning}{others}"


def cite(law: Law, id: RuleId) -> Citation:
    """The rule or question of this id in full."""
    rule = law.edition.rules.get(id)
    if rule is not None:
        return Citation(id, rule.title, rule.text, rule.source, rule.inferred, open=False)
    question = law.edition.questions.get(id)
    if question is None:
        return Citation(id, id, "This edition has no text for it.", "", inferred=False, open=False)
    told = Citation(id, question.title, question.text, question.source, inferred=False, open=True)
    reading = law.readings.get(id)
    if reading is None:
        return told
    chosen = "this table" if id in law.chosen else f"edition {law.edition.id}"
    others = tuple(one for one in question.readings if one != reading)
    in_force = ReadingInForce(reading, question.readings[reading], chosen, others)
    return changed(told, reading=in_force)
