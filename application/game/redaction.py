"""What each may see: the table, the log and a ruling without what this viewer may not know."""

from collections.abc import Iterator
from typing import Any

from application.game.claims import claimed_by
from application.game.line_of_play import in_force
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.game.standing_answers.answer import is_by_standing_answer
from application.game.stored_game import ViewableGame
from application.game.transcript import entry_as_json
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE


def hides(game: ViewableGame) -> bool:
    """Whether something of this game is hidden from somebody now: it has not been laid open."""
    return game.ruleset.hiding is not None and not game.now.is_laid_open(game.players)


def effective_viewer(game: ViewableGame, viewer: Viewer) -> Viewer:
    """The viewer whose view is shown to this one: the judge's, once everything is laid open."""
    return viewer if hides(game) else JUDGE


def state_seen(game: ViewableGame, viewer: Viewer, n: int | None = None) -> dict[str, Any]:
    """The table after entry n, the newest without one, as this viewer may see it."""
    state = game.view(n, effective_viewer(game, viewer))
    claimed = claimed_by(game, n)
    return {**state, "claimed_by": claimed} if claimed else state


def entry_seen(game: Game, entry: Entry, viewer: Viewer) -> Entry:
    """This entry of the game without what this viewer may not know."""
    viewer = effective_viewer(game, viewer)
    redact = None if viewer == JUDGE else game.ruleset.entry_seen
    if redact is None:
        return entry
    before, after = game.position(entry.n - 1).state, game.position(entry.n).state
    found: Entry = redact(entry, viewer, before, after)
    return found


def ruling_seen(game: Game, entry: Entry, viewer: Viewer) -> dict[str, Any]:
    """The ruling on an entry as `replay --json` shows it."""
    return entry_as_json(entry_seen(game, entry, viewer))


def log_entry(live: LiveGame, n: int, viewer: Viewer) -> dict[str, Any]:
    """An entry of the log: the ruling, what was said and when, and what judges made of it."""
    entry = entry_seen(live.game, live.game.entry(n), viewer)
    overruled = live.game.overruled.get(n)
    by_itself = {"standing_answer": True} if said_by_standing_answer(live, n) else {}
    return {
        **entry_as_json(entry),
        "said": dict(entry.said),
        "because": list(entry.ruling.because),
        "facts": dict(entry.ruling.facts),
        "when": iso_time(live.taken_at(n)),
        "written": iso_time(live.times[n]),
        "overruled": overruled and {"verdict": overruled[0], "entry": overruled[1]},
        "played": live.game.played.get(n),
        **by_itself,
    }


def said_by_standing_answer(live: LiveGame, n: int) -> bool:
    """Whether the server said it in the name of a seat that had asked for that."""
    return is_by_standing_answer(live.sent.get(n, ""))


def log_seen(live: LiveGame, viewer: Viewer, after: int, until: int) -> Iterator[dict[str, Any]]:
    """The entries from `after` + 1 to `until`, each with whether it stands and whether it was taken back."""
    standing = {one.entry for one in live.game.now.stands()}
    line = in_force(live.game)
    for n in range(after + 1, until + 1):
        yield {**log_entry(live, n, viewer), "standing": n in standing, "undone": n not in line}


def known_viewer(game: Game, viewer: Viewer) -> bool:
    """Whether somebody of this name may look at the game."""
    return viewer in (*game.players, JUDGE, SPECTATOR)
