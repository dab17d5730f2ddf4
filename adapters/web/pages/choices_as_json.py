"""An answer that may be tapped, as the table's module reads it."""

from typing import Any

from adapters.web.pages.glyphs import glyph
from adapters.web.texts.said.phrases import phrase
from application.game.choices import Choice, JudgedPrompt, written_taps
from domain.kernel.values import fields_of


def choice_as_json(choice: Choice) -> dict[str, Any]:
    """The answer with what it leads to; where it is refused, why, and the step that was tried."""
    answer, ruling = choice.answer, choice.ruling
    words = phrase(answer.words)
    shown: dict[str, Any] = {"key": answer.key, "words": words, "verdict": choice.verdict}
    if glyph(words):
        shown["sign"] = glyph(words)
    shown |= {name: True for name in ("main", "aside") if getattr(answer, name)}
    if answer.piece:
        shown["piece"] = answer.piece
    if choice.step is not None:
        shown["step"] = choice.step
    if ruling is not None and choice.verdict != "open":
        shown |= {"cites": ruling.cites, "reason": ruling.reason}
        if choice.step is None:
            shown["tried"] = choice.tried
    return shown


def prompt_as_json(prompt: JudgedPrompt) -> dict[str, Any]:
    """What may come next after some taps: the taps so far, the choices, a field to fill in, the step."""
    ask = prompt.ask
    return {
        "taps": written_taps(prompt.taps),
        "words": phrase(prompt.words),
        "choices": [choice_as_json(choice) for choice in prompt.choices],
        "ask": None if ask is None else fields_of(ask),
        "step": prompt.step,
    }
