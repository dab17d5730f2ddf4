"""What each may see: the table and an entry without what this viewer may not know."""

from collections.abc import Mapping
from typing import Annotated, Any

from application.answer import UNSET, Answer, Meta, UnsetType
from application.game.claims import claimed_by
from application.game.stored_game import ViewableGame
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import JUDGE


def hides(game: ViewableGame) -> bool:
    """Whether something of this game is hidden from somebody now: it has not been laid open."""
    return game.ruleset.hiding is not None and not game.now.is_laid_open(game.players)


def effective_viewer(game: ViewableGame, viewer: Viewer) -> Viewer:
    """The viewer whose view is shown to this one: the judge's, once everything is laid open."""
    return viewer if hides(game) else JUDGE


class State(Answer):
    """The table, as the page of its ruleset has it, with what that has besides."""

    over: bool
    winner: Any
    to_act: tuple[str, ...]
    claimed_by: Annotated[
        str | UnsetType,
        Meta(
            description="Whose report alone says that it is over, until another player or a judge has "
            "agreed; left out where nobody's does."
        ),
    ] = UNSET


class Shown(Answer):
    """The table after an entry, what the seats are called, and what the game is about."""

    game: str
    names: Mapping[str, str]
    about: Mapping[str, Any]
    entry: int
    state: State


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


def no_viewer(game: ViewableGame, viewer: Viewer) -> str:
    """Why nobody of this name looks at the game; empty where somebody does."""
    known = (*game.players, SPECTATOR, JUDGE)
    return "" if viewer in known else f"“{viewer}” is nobody here; expected {', '.join(known)}"


def no_player(game: ViewableGame, player: str) -> str:
    """Why nobody of this name plays this game; empty where somebody does."""
    known = game.players
    return "" if player in known else f"“{player}” does not play; expected {', '.join(known)}"
