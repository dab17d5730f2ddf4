"""A claimed end: one that rests on a player's report, and that nobody else has agreed to yet."""

from typing import TYPE_CHECKING

from application.game.line_of_play import lineage
from domain.kernel.history import Game
from domain.kernel.steps import JUDGE

if TYPE_CHECKING:
    from application.game.stored_game import ViewableGame

NOBODY_GOES_ON = frozenset({"note", "undo", "consent", "object", "withdraw", "open"})
"""Steps that do not count as going on: whoever takes one has not accepted what came before it."""


def claimed_by(looked: "ViewableGame", n: int | None = None) -> str:
    """The player whose report alone makes the game over after entry n, the newest without one; else empty.

    Another player agrees by going on with a step of the game, or by `open`; a judge by `open`.
    """
    n = looked.length if n is None else n
    position = looked.position(n)
    if not looked.ruleset.over(position.state):
        return ""
    game = looked if isinstance(looked, Game) else looked.whole()
    by = _claims(game, n)
    agreed = game.position(n).agreed
    return "" if any(player != by for player in agreed) else by


def _claims(game: Game, n: int) -> str:
    """The player whose report led to the end, where nobody else has taken a step since; otherwise empty."""
    ended = game.at(n).over_since()
    if not ended or game.entry(ended).said["do"] == "concede":
        return ""
    by = str(game.entry(ended).said["by"])
    for at in lineage(game, ended):
        entry = game.entry(at)
        if not entry.happened or entry.said["do"] in NOBODY_GOES_ON:
            continue
        if by == JUDGE or entry.said["by"] != by:
            return ""
        if entry.said["do"] == "report":
            return by
    return ""


def claim_in_words(by: str) -> str:
    """That one player alone says that the game is over, in a sentence."""
    return f"That it is over is claimed by {by}: no other player has agreed, and no judge."
