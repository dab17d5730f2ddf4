"""Proposals and final rulings that wait for a seat's answer, and objections to the end of a game."""

from dataclasses import dataclass

from adapters.web.pages.faces import Faces
from application.desk.statements import Reply, answer_said, answers, put_to, takes_back
from application.game.live_game import LiveGame
from application.game.redaction import entry_seen
from application.game.step_words import step_in_words
from application.game.titles import seat_in_words
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import Said


@dataclass(frozen=True, slots=True)
class StatementView:
    """A judge's proposal or final ruling that waits for this seat's answer."""

    kind: str
    """`proposal` or `final ruling`."""
    entry: int
    to: int
    """The entry that it is about."""
    name: str
    """The judge's name; empty if they gave none."""
    text: str
    gone: tuple[tuple[int, str], ...]
    """(number, words) of each entry that a proposal to go back would take back, newest first."""
    agree: Said
    """The step by which the seat agrees."""
    object: Said


@dataclass(frozen=True, slots=True)
class ObjectionsView:
    """Who has objected that a game claimed to be over is not, and how this seat may object."""

    answers: tuple[Reply, ...]
    object: Said | None
    """The step by which this seat objects; None if it has done so or does not play."""


def statement_view(live: LiveGame, seat: Viewer, faces: Faces) -> StatementView | None:
    """The statement that waits for this seat's answer; None if there is none."""
    game = live.game
    note = put_to(game, seat) if seat in game.players else None
    if note is None:
        return None
    what = f"the {note.kind} on entry {note.to}"
    return StatementView(
        note.kind,
        note.entry,
        note.to,
        note.name or "",
        note.text,
        tuple((n, shown_words(game, n, seat, faces)) for n in takes_back(note) if n <= game.length),
        answer_said("agreed", note.entry, what),
        answer_said("not agreed", note.entry, what),
    )


def shown_words(game: Game, n: int, seat: Viewer, faces: Faces) -> str:
    said = entry_seen(game, game.entry(n), seat).said
    return faces.in_names(step_in_words(game.ruleset, said), said)


def objections_view(live: LiveGame, seat: Viewer = "", n: int | None = None) -> ObjectionsView:
    """The objections, up to entry n or the newest, to the claim that the game is over."""
    game = live.game
    ended = game.over_since() if n is None else game.at(n).over_since()
    said = [
        reply
        for reply in answers(live, ended)
        if not reply.agrees and reply.entry <= (n or reply.entry)
    ]
    may = seat in game.players and seat not in {reply.by for reply in said}
    return ObjectionsView(
        tuple(said), answer_said("not agreed", ended, "that the game is over") if may else None
    )


def seat_names(live: LiveGame) -> dict[str, str]:
    """Seat → the name that people see."""
    return {seat: seat_in_words(live.names, seat) for seat in live.game.players}


def count_steps(game: Game) -> int:
    """How many entries are more than a remark; while it stays the same, what a judge was shown still holds."""
    return sum(entry.said["do"] != "note" for entry in game.log)
