"""What a ruling cites, in full: the rule, or the open question with the reading in force."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.kernel.rulebook import Law, RuleId


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule or open question as the edition has it; a question with its reading in force."""

    id: RuleId
    title: str
    text: str
    source: str
    inferred: bool = False
    reading: str | None = None
    """The reading in force; null for a rule, and for a question that nothing settles."""
    meaning: str = ""
    """The text of the reading in force."""
    chosen: str = ""
    """Who chose the reading: the edition, or the table itself."""
    others: tuple[str, ...] = ()
    """The readings not chosen."""
    open: bool = False
    """Whether it is a question that the rulebook leaves open."""

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "id": self.id,
            "title": self.title,
            "text": self.text,
            "source": self.source,
            "inferred": self.inferred,
        }
        if self.reading is not None:
            found["reading"] = {
                "value": self.reading,
                "meaning": self.meaning,
                "chosen": self.chosen,
                "others": list(self.others),
            }
        return found

    def lines(self) -> Iterator[str]:
        filled_in = " (no text says so; the edition's author filled it in)" if self.inferred else ""
        yield f"{self.id} {self.title}: {self.text}{filled_in}"
        if self.source:
            yield f"   source: {self.source}"
        if self.reading is not None:
            yield f"   reading in force: {self.reading}, chosen by {self.chosen}. {self.meaning}"
            if self.others:
                yield f"   other readings: {', '.join(self.others)}"


def cite(law: Law, id: RuleId) -> Citation:
    """The rule or question of this id in full."""
    rule = law.edition.rules.get(id)
    if rule is not None:
        return Citation(id, rule.title, rule.text, rule.source, rule.inferred)
    question = law.edition.questions.get(id)
    if question is None:
        return Citation(id, id, "This edition has no text for it.", "")
    reading = law.readings.get(id)
    if reading is None:
        return Citation(id, question.title, question.text, question.source, open=True)
    chosen = "this table" if id in law.chosen else f"edition {law.edition.id}"
    others = tuple(one for one in question.readings if one != reading)
    meaning = question.readings[reading]
    return Citation(
        id,
        question.title,
        question.text,
        question.source,
        reading=reading,
        meaning=meaning,
        chosen=chosen,
        others=others,
        open=True,
    )
