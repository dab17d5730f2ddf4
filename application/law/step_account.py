"""Every kind of step of a ruleset: its fields, with an example that can be typed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from application.answer import Answer
from application.examples import SEATS
from application.game.transcript import BLANK, Line
from application.game.words.forms import Form, Slot, forms
from application.game.words.short_form import short_form
from application.records.demo import plain_opening
from domain.kernel.hiding import CORRECT
from domain.kernel.history import Game, open_game
from domain.kernel.laying_anew import lying
from domain.kernel.ruleset import Candidate, Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import FOR_A_JUDGE, trial
from domain.kernel.steps import AT, JUDGE, PLAYED, Said

TWO = 2
RULES_NAMED = re.compile(r" \([A-Z][\w., ]*\)")

KINDS = {
    "name": "a name",
    "names": "names",
    "number": "a whole number",
    "numbers": "whole numbers",
    "flag": "said or not",
    "text": "words of one's own",
    "mapping": "names, each with its value",
    "value": "a value",
}


def step_lines(ruleset: Ruleset) -> Iterator[Line]:
    """Every kind of step, what it takes, and an example in a few words."""
    yield Line(f"{ruleset.title}: the steps", tone="title")
    yield Line(
        "Who takes it first, then its words in any order. What is in brackets may be left out."
    )
    for form, example in steps_by_example(ruleset):
        yield BLANK
        name = " ".join(form.fixed.values())
        yield Line(f"{name}: {form.about}", tone="title")
        for slot in form.slots:
            yield Line(f"{_slot_in_words(slot)}: {_kind(slot)}", indent=3)
        said = short_form(example, (form,), verb=True)
        yield Line(f"   umpire step {example['by']} {said}", tone="table")


class StepForms(Answer):
    """Every kind of step of a ruleset: its own fields, with an example, and the schema of all."""

    steps: list[dict[str, Any]]
    schema: dict[str, Any]


def step_forms(ruleset: Ruleset) -> StepForms:
    """Every kind of step, for programs."""
    steps = [
        {
            **form.fixed,
            "about": form.about,
            "fields": [
                {
                    "name": slot.name,
                    "kind": slot.kind,
                    "words": list(slot.words),
                    "what": slot.what,
                    "needed": slot.needed,
                }
                for slot in form.slots
            ],
            "example": dict(example),
            "short": f"{example['by']} {short_form(example, (form,), verb=True)}",
        }
        for form, example in steps_by_example(ruleset)
    ]
    return StepForms(steps, steps_schema(ruleset))


SHAPES: Mapping[str, Mapping[str, Any]] = {
    "name": {"type": "string"},
    "names": {"type": "array", "items": {"type": "string"}},
    "number": {"type": "integer"},
    "numbers": {"type": "array", "items": {"type": "integer"}},
    "flag": {"type": "boolean"},
    "text": {"type": "string"},
    "mapping": {"type": "object"},
    "value": {},
}


def steps_schema(ruleset: Ruleset) -> dict[str, Any]:
    """The JSON Schema of a player's step of this game, as `umpire step` and the API take it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"a step of {ruleset.title}",
        "oneOf": [_step_schema(form) for form in forms(ruleset)],
    }


def _step_schema(form: Form) -> dict[str, Any]:
    fixed = {name: {"const": word} for name, word in form.fixed.items()}
    own = {slot.name: _slot_schema(slot) for slot in form.slots}
    needed = [slot.name for slot in form.slots if slot.needed]
    return {
        "type": "object",
        "description": form.about,
        "properties": {"by": {"type": "string"}, **fixed, **own, **EVERY_STEP_HAS},
        "required": ["by", *form.fixed, *needed],
        "additionalProperties": False,
    }


EVERY_STEP_HAS = {PLAYED: {"type": "boolean"}, AT: {"type": "string"}}


def _slot_schema(slot: Slot) -> dict[str, Any]:
    """What the field holds; null stands for a field that is left out."""
    shape: dict[str, Any] = {"enum": [*slot.words]} if slot.words else {**SHAPES[slot.kind]}
    if slot.open:
        shape = {"type": "string", "examples": [*slot.words]}
    if not slot.needed and shape:
        shape = {"anyOf": [shape, {"type": "null"}]}
    return {**shape, **({"description": slot.what} if slot.what else {})}


def _slot_in_words(slot: Slot) -> str:
    return slot.name if slot.needed else f"[{slot.name}]"


def _kind(slot: Slot) -> str:
    words = slot.what or KINDS.get(slot.kind, "a word")
    if slot.words:
        words = f"one of {', '.join(slot.words)}"
        words += ", or one of the table's own" if slot.open else ""
    elif slot.what and slot.kind in ("names", "mapping"):
        words = f"{KINDS[slot.kind]}: {slot.what}"
    named = slot.named and slot.kind not in ("flag", "value")
    return f"{words}, behind its name" if named else words


def steps_by_example(ruleset: Ruleset) -> Iterator[tuple[Form, Said]]:
    """Every kind of step with one that could be said at the ruleset's own small table."""
    game = _example_game(ruleset)
    for form in forms(ruleset):
        about = RULES_NAMED.sub("", form.about)
        yield Form(form.fixed, form.slots, about), _thought_of(game, form) or _made_up(game, form)


def _example_game(ruleset: Ruleset) -> Game | None:
    return None if ruleset.example is None else open_game(ruleset, plain_opening(ruleset))


def _thought_of(game: Game | None, form: Form) -> Said | None:
    """A step of this kind that a player might take at that table at once."""
    if game is None:
        return None
    for candidate in game.ruleset.offers.candidates(game.now.state, game.players[0]):
        if form.fixed.items() <= candidate.said.items():
            said = _with_answers(game, form, candidate)
            if trial(game, said, JUDGE).ruling.verdict == LEGAL:
                return said
    return None


def _with_answers(game: Game, form: Form, candidate: Candidate) -> Said:
    """The candidate with an answer for every field that it asks for and needs."""
    said = {key: value for key, value in candidate.said.items() if key not in candidate.asks}
    asked = (slot for slot in form.slots if slot.name in candidate.asks and slot.needed)
    return said | {slot.name: _value(game, slot, ()) for slot in asked}


def _made_up(game: Game | None, form: Form) -> Said:
    by = JUDGE if form.do in FOR_A_JUDGE else game.players[0] if game else SEATS[0]
    said: dict[str, Any] = {"by": by, **form.fixed}
    for slot in form.slots:
        if slot.needed or slot is _first_of_none(form) or (slot.name, slot.kind) == REASON:
            said[slot.name] = _value(game, slot, [value for value in said.values() if value])
    if form.do == CORRECT and game is not None:
        said["parts"] = _parts(game) or said["parts"]
    return said


def _parts(game: Game) -> dict[str, Any]:
    """A part of the example's table put right, a number or a truth; none where there is none."""
    for part in lying(game.ruleset, game.now.state):
        if isinstance(part.lies, int):
            *names, last = part.path
            parts: dict[str, Any] = {last: not part.lies if isinstance(part.lies, bool) else 1}
            for name in reversed(names):
                parts = {name: parts}
            return parts
    return {}


REASON = ("because", "text")


def _first_of_none(form: Form) -> Slot | None:
    """The optional field shown in the example of a step that needs no field."""
    if any(slot.needed for slot in form.slots):
        return None
    return next((slot for slot in form.slots if slot.kind not in ("mapping", "value")), None)


def _value(game: Game | None, slot: Slot, used: Sequence[Any]) -> Any:
    if slot.kind == "word":
        return slot.words[0]
    if slot.kind in ("number", "numbers"):
        return 1 if slot.kind == "number" else [3, 5]
    if slot.kind == "flag":
        return True
    if slot.kind == "text":
        return "as agreed"
    names = [name for name in _names(game, slot.name) if name not in used]
    if slot.kind == "mapping":
        return {names[0]: names[-1]}
    return names[:2] if slot.kind == "names" else names[0]


def _names(game: Game | None, field: str) -> Sequence[str]:
    """Names that may stand in this field at the example's table: at least two."""
    names: list[str] = []
    if game is not None:
        state = game.now.state
        names = list(game.ruleset.offers.namable(state, JUDGE, field))
        pieces = [piece.id for group in game.ruleset.board(state, JUDGE) for piece in group.pieces]
        names = names if len(names) > 1 else [*names, *pieces]
    return [*dict.fromkeys(names), *(("one", "another") if len(names) < TWO else ())]
