"""A refused entry that a judge lets happen after remarks.

A judge can let only the newest entry of the players happen (G5), and a player's remark is one: after a
call or a statement nothing could be overruled. So the refused step is repeated, and the repetition allowed.
"""

from collections.abc import Sequence

from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import AT, JUDGE, PLAYED, Said


def as_steps(game: Game, said: Said) -> tuple[Said, ...]:
    """The steps to take for a judge's step: itself, or a remark, the refused step repeated, and itself."""
    n = _refused_before_remarks(game, said)
    if n is None or _is_legal(game, said):
        return (said,)
    refused = {key: value for key, value in game.entry(n).said.items() if key not in (AT, PLAYED)}
    remark = f"entry {n} is said once more for {refused['by']}: only remarks came after it"
    remarked: Said = {"by": JUDGE, "do": "note", "text": remark}
    let: Said = {**said, "entry": game.length + 2}
    refused_again = not _is_legal(after(game, [remarked]), refused)
    if refused_again and _is_legal(after(game, [remarked, refused]), let):
        return remarked, refused, let
    return (said,)


def after(game: Game, steps: Sequence[Said]) -> Game:
    """The game with these steps taken, in memory."""
    ahead = game.at(game.length)
    for step in steps:
        ahead.take(*adjudicate(ahead, step))
    return ahead


def _is_legal(game: Game, said: Said) -> bool:
    entry, _ = adjudicate(game, said)
    return entry.ruling.verdict == LEGAL


def _refused_before_remarks(game: Game, said: Said) -> int | None:
    """The player's refused entry that this step would allow, if only remarks followed it."""
    lets = said["do"] == "played" or (said["do"] == "overrule" and said.get("verdict") == LEGAL)
    n = said.get("entry")
    if not lets or type(n) is not int or not 1 <= n < game.length:
        return None
    if game.verdict(n) == LEGAL or game.entry(n).said["by"] == JUDGE:
        return None
    since = (entry.said for entry in game.log[n:])
    only_remarks = all(one["by"] == JUDGE or one["do"] == "note" for one in since)
    return n if only_remarks else None
