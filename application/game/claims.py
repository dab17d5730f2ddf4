"""An end that rests on a player's report: claimed, until another player or a judge has agreed."""

from typing import TYPE_CHECKING

from application.game.line_of_play import lineage
from domain.kernel.history import Game
from domain.kernel.steps import JUDGE

if TYPE_CHECKING:
    from application.game.stored_game import ViewableGame

NOBODY_GOES_ON = frozenset({"note", "undo", "consent", "object", "withdraw", "open"})
"""What is no step of the game itself: whoever says it has not taken what stands before it."""


def claimed_by(looked: "ViewableGame", n: int | None = None) -> str:
    """Whose report alone says that the game is over, after entry n; empty where nobody's does.

    Another player agrees by going on with a step of the game, or by `open`; a judge by `open`.
    """
    n = looked.length if n is None else n
    position = looked.position(n)
    if not looked.ruleset.over(position.state):
        return ""
    game = looked if isinstance(looked, Game) else looked.whole()
    by = _claims(game, n)
    agreed = game.position(n).agreed
    return "" if any(one != by for one in agreed) else by


def _claims(game: Game, n: int) -> str:
    """Who reported, of the steps since somebody else last went on, up to the one that ended it."""
    ended = game.at(n).over_since()
    if not ended or game.entry(ended).said["do"] == "concede":
        return ""
    by = str(game.entry(ended).said["by"])
    for one in lineage(game, ended):
        entry = game.entry(one)
        if not entry.happened or entry.said["do"] in NOBODY_GOES_ON:
            continue
        if by == JUDGE or entry.said["by"] != by:
            return ""
        if entry.said["do"] == "report":
            return by
    return ""


def claim_in_words(by: str) -> str:
    return f"That it is over is claimed by {by}: no other player has agreed, and no judge."
