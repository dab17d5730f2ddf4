"""An answer that may be tapped, as the table's module reads it."""

from typing import Any, Literal

from adapters.web.pages.faces import Faces
from adapters.web.pages.glyphs import glyph
from adapters.web.texts.said.phrases import phrase
from application.answer import UNSET, Answer, Cites, SaidStep, UnsetType
from application.game.choices import Choice, JudgedPrompt, written_taps
from domain.kernel.ruleset import Ask


class ShownChoice(Answer):
    """The answer with what it leads to; where it is refused, why, and the step that was tried."""

    key: str
    words: str
    verdict: str
    sign: str | UnsetType = UNSET
    main: Literal[True] | UnsetType = UNSET
    aside: Literal[True] | UnsetType = UNSET
    piece: str | UnsetType = UNSET
    step: SaidStep | UnsetType = UNSET
    cites: Cites | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    """As it is stored."""
    named: str | UnsetType = UNSET
    """The same with the names of people, where it has others than that."""
    tried: SaidStep | UnsetType | None = UNSET


class ShownPrompt(Answer):
    """What may come next after some taps: the taps so far, the choices, a field to fill in, the step."""

    entry: int
    taps: list[Any]
    words: str
    choices: list[ShownChoice]
    ask: Ask | None
    step: SaidStep | None


def shown_choice(choice: Choice, faces: Faces) -> ShownChoice:
    """The answer as the page with these faces shows it."""
    answer, words = choice.answer, phrase(choice.answer.words)
    refused = choice.ruling if choice.verdict != "open" else None
    reason = "" if refused is None else refused.reason
    named = faces.in_names(reason)
    return ShownChoice(
        answer.key,
        faces.in_names(words),
        choice.verdict,
        glyph(words) or UNSET,
        answer.main or UNSET,
        answer.aside or UNSET,
        answer.piece or UNSET,
        UNSET if choice.step is None else choice.step,
        UNSET if refused is None else refused.cites,
        UNSET if refused is None else refused.reason,
        UNSET if named == reason else named,
        UNSET if refused is None or choice.step is not None else choice.tried,
    )


def shown_prompt(prompt: JudgedPrompt, entry: int, faces: Faces) -> ShownPrompt:
    """The prompt as it was asked about after this entry."""
    return ShownPrompt(
        entry,
        written_taps(prompt.taps),
        phrase(prompt.words),
        [shown_choice(choice, faces) for choice in prompt.choices],
        prompt.ask,
        prompt.step,
    )
