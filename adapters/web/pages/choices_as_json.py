"""An answer that may be tapped, as the table's module reads it."""

from typing import Any

from application.game.choices import Choice


def choice_as_json(choice: Choice) -> dict[str, Any]:
    """The answer with what it leads to; where it is refused, why, and the step that was tried."""
    answer, ruling = choice.answer, choice.ruling
    shown: dict[str, Any] = {"key": answer.key, "words": answer.words, "verdict": choice.verdict}
    shown |= {name: True for name in ("main", "aside") if getattr(answer, name)}
    if answer.piece:
        shown["piece"] = answer.piece
    if choice.step is not None:
        shown["step"] = choice.step
    if ruling is not None and choice.verdict != "open":
        shown |= {"cites": ruling.cites, "reason": ruling.reason, "tried": choice.tried}
    return shown
