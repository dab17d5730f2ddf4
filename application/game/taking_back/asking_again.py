"""Nobody is asked a third time to let the same entry be taken back: from then on a judge decides."""

from application.game.checked_step import NotAStep
from domain.kernel.events import UndoRequested
from domain.kernel.history import Game
from domain.kernel.shared import adjudicate_once
from domain.kernel.steps import JUDGE, Said

MOST_ASKED = 2
"""How often the others may be asked about one entry, whatever they answered."""


def asked_too_often(game: Game, said: Said) -> str:
    """Why this step may not ask the others again, as a clause; empty where it may.

    This is asked only in a game that is being played: a record is ruled on as it was played.
    """
    if said["do"] != "undo" or said["by"] == JUDGE:
        return ""
    entry, _ = adjudicate_once(game, said)
    request = entry.events[0] if entry.events else None
    if not isinstance(request, UndoRequested):
        return ""
    before = [one.n for one in game.log[game.known_from :] if _asks(one.events, request.entry)]
    if len(before) < MOST_ASKED:
        return ""
    have = "has" if len(request.asked) == 1 else "have"
    return (
        f"{' and '.join(request.asked)} {have} been asked twice to let entry {request.entry} be taken back, "
        f"in entries {' and '.join(map(str, before))}, and nobody is asked a third time: "
        "a judge may still take it back (G4)"
    )


def _asks(events: tuple[object, ...], entry: int) -> bool:
    return bool(events) and isinstance(events[0], UndoRequested) and events[0].entry == entry


def check_not_too_often(game: Game, said: Said) -> None:
    """Raises NotAStep where the others have been asked for the same entry often enough."""
    why = asked_too_often(game, said)
    if why:
        raise NotAStep(why)
