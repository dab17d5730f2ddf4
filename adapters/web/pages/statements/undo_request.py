"""An open request, to take an entry back or to put the table right, as a page shows it."""

from dataclasses import dataclass

from application.game.redaction import entry_seen
from application.game.step_words import step_in_words
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer


@dataclass(frozen=True, slots=True)
class UndoRequestView:
    """Who asks to take back which entry, or with which to put the table right; who has not answered yet."""

    by: str
    entry: int
    words: str
    waiting: tuple[str, ...]
    gone: tuple[tuple[int, str], ...]
    """(number, words) of each later entry that would go with it, oldest first."""
    differs: str = ""
    """How the table really lies, or what is set aside; empty where an entry is to be taken back."""
    kind: str = "request"
    """`correction` or `aside` (G8) where no entry is to be taken back."""


def undo_request_view(game: Game, seen_as: Viewer) -> UndoRequestView | None:
    """The open request, as this viewer may see it; None without one."""
    request = game.now.request
    if request is None:
        return None
    if request.takes_back is None:
        asked = entry_seen(game, game.entry(request.entry), seen_as)
        words, differs = step_in_words(game.ruleset, asked.said), asked.ruling.reason
        kind = "aside" if request.sets_aside else "correction"
        return UndoRequestView(request.by, asked.n, words, request.waiting, (), differs, kind)
    goes = [request.takes_back, *reversed(game.now.since(request.takes_back))]
    (n, words), *gone = [
        (
            standing.entry,
            step_in_words(game.ruleset, entry_seen(game, game.entry(standing.entry), seen_as).said),
        )
        for standing in goes
    ]
    return UndoRequestView(request.by, n, words, request.waiting, tuple(gone))
