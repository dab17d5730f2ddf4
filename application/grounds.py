"""What a ruling stands on: the rules in full, the readings in force, the entries behind it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from application.account import said_in_words
from application.sight import entry_seen, eyes
from application.turning import turning_points
from domain.kernel.board import Mark
from domain.kernel.history import Game
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.ruling import Ruling
from domain.kernel.steps import JUDGE, Said


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule or an open question as the edition has it, and the reading in force where it is one."""

    id: RuleId
    title: str
    text: str
    source: str
    inferred: bool = False
    reading: str | None = None
    """The reading in force; null for a rule, and for a question that nothing settles."""
    meaning: str = ""
    """What this reading says."""
    chosen: str = ""
    """Where it was chosen: by the edition, or by the table itself."""
    others: tuple[str, ...] = ()
    """The readings not chosen."""

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


def cited(law: Law, id: RuleId) -> Cited:
    """The rule or question of this id in full."""
    rule = law.edition.rules.get(id)
    if rule is not None:
        return Cited(id, rule.title, rule.text, rule.source, rule.inferred)
    question = law.edition.questions.get(id)
    if question is None:
        return Cited(id, id, "This edition has no text for it.", "")
    reading = law.readings.get(id)
    if reading is None:
        return Cited(id, question.title, question.text, question.source)
    chosen = "this table" if id in law.chosen else f"edition {law.edition.id}"
    others = tuple(one for one in question.readings if one != reading)
    meaning = question.readings[reading]
    return Cited(
        id,
        question.title,
        question.text,
        question.source,
        reading=reading,
        meaning=meaning,
        chosen=chosen,
        others=others,
    )


@dataclass(frozen=True, slots=True)
class Cause:
    """An earlier entry that made the situation, and what it has to do with it."""

    entry: int
    said: Said
    verdict: str
    why: str

    def as_json(self) -> dict[str, Any]:
        return {
            "entry": self.entry,
            "said": dict(self.said),
            "verdict": self.verdict,
            "why": self.why,
        }

    def line(self) -> str:
        return f"entry {self.entry}: {said_in_words(self.said)} — {self.why}"


def causes(game: Game, said: Said, ruling: Ruling, viewer: Viewer = JUDGE) -> tuple[Cause, ...]:
    """The entries behind the ruling this step gets from the game as it is, newest first.

    Those that the ruling names, and those since which the step gets this answer.
    """
    why: dict[int, str] = {}
    named = dict(_on_its_pieces(game, said, viewer))
    for number in ruling.because:
        why[number] = named.get(number, "the ruling rests on it")
    for number, since in turning_points(game, said, ruling):
        why[number] = f"{why[number]}; {since}" if number in why else since
    return tuple(
        Cause(
            number,
            entry_seen(game, game.entry(number), viewer).said,
            game.verdict(number),
            why[number],
        )
        for number in sorted(why, reverse=True)
        if 0 < number <= game.length
    )


def _on_its_pieces(game: Game, said: Said, viewer: Viewer) -> Iterator[tuple[int, str]]:
    names = set(_words(said))
    for group in game.ruleset.board(game.now.state, eyes(game, viewer)):
        for piece in group.pieces:
            if piece.id in names:
                for mark in piece.marks:
                    if mark.since:
                        yield mark.since, marked(piece.id, mark)


def marked(piece: str, mark: Mark) -> str:
    """What lies on a piece, in words."""
    until = f", {mark.until}" if mark.until else ""
    by = f" ({', '.join(mark.rules)})" if mark.rules else ""
    return f"“{piece}” bears “{mark.word}” since then{until}{by}"


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)


def known_viewer(game: Game, viewer: Viewer) -> bool:
    """Whether somebody of this name may look at the game."""
    return viewer in (*game.players, JUDGE, SPECTATOR)
