"""The step in a question, which is ruled on but not taken: by its fields, or in words."""

from collections.abc import Mapping
from typing import Any

from adapters.web.api.document import ENTRY_NUMBER
from adapters.web.api.steps import SAID, STEP
from adapters.web.context import Session
from adapters.web.responses import Problem, as_problem
from application.game.checked_step import NotAStep, checked_step
from application.game.live_game import LiveGame
from application.records.numbered import check_letters, step_from_seat
from application.records.records import BadRecord
from application.records.short_steps import step_on_line
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import Said

TRY: dict[str, Any] = {
    "type": "object",
    "properties": {
        "step": STEP,
        "said": SAID,
        "at": {**ENTRY_NUMBER, "type": ["integer", "null"]},
    },
}
"""Either `step` or `said` is there."""


def hypothetical_step(
    content: dict[str, Any], who: Session, live: LiveGame, at: int | None
) -> Said:
    """The step in the body; a judge may ask about anybody's step, others about their own. Raises Problem."""
    if who.viewer == SPECTATOR:
        raise Problem(403, "not-yours", "a spectator takes no steps", "Authorization")
    step, text = content.get("step"), content.get("said")
    if step is None and isinstance(text, str):
        return _check_step(_in_words(text, who, live, at), who, live, "said")
    if not isinstance(step, dict):
        raise Problem(422, "not-a-step", "it is no mapping", "step", "one step, such as {do: pass}")
    return _check_step(step, who, live, "step")


def _in_words(text: str, who: Session, live: LiveGame, at: int | None) -> Said:
    """The step that these words mean after entry `at`, the newest without one. Raises Problem."""
    game = live.game if at is None or at >= live.game.length else live.game.at(at)
    with as_problem(BadRecord, 422, "not-a-step", "said"):
        if who.judges:
            check_letters(text)
            return step_on_line(game, text)
        return step_from_seat(game, who.viewer, text)[0]


def _check_step(step: Mapping[str, Any], who: Session, live: LiveGame, where: str) -> Said:
    said = {"by": who.viewer, **step}
    if said["by"] != who.viewer and not who.judges:
        raise Problem(403, "not-yours", "one asks about one's own steps", "step.by", who.viewer)
    with as_problem(NotAStep, 422, "not-a-step", where):
        return checked_step(said, live.game.players)
