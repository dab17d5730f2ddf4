"""The history page: any moment of a game as a seat may see it, with marks on a timeline."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from adapters.web.context import Context, Session
from adapters.web.pages import view_models as tables
from adapters.web.pages.faces import faces_of
from adapters.web.pages.record_differences import differences_from_record
from adapters.web.pages.render import page
from adapters.web.pages.voice import Voice, stage_view
from adapters.web.texts.catalogue import text
from adapters.web.texts.titles import about_shown
from application.game.live_game import LiveGame
from application.game.redaction import effective_viewer, entry_seen
from application.game.titles import seat_in_words
from domain.kernel.board import Group, nearest_last
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE

MOST = 400
"""Most entries of a game whose rounds and turns are marked: finding them means drawing every entry."""
BACK = frozenset({"undo", "rewind"})
SIGNS = {"refused": "✕", "judge": "⚖", "back": "⟲", "round": "▌", "differs": "≠"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the timeline: an entry that stands out, and why."""

    n: int
    kind: str
    words: str

    @property
    def sign(self) -> str:
        return SIGNS[self.kind]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The table as its templates draw it."""

    picture: Any
    groups: tuple[Group, ...]
    glows: frozenset[str]
    """The pieces that lie otherwise than before this entry."""


@dataclass(frozen=True, slots=True)
class ShareLink:
    """The address under which a moment is shared."""

    to: str
    """The whole address of the game, without a seat."""
    public: bool
    """Whether anybody may open it, without a seat."""


def moment_page(
    context: Context, live: LiveGame, who: Session, n: int, shared: ShareLink
) -> Response:
    """A moment as this seat may see it. Raises StoreProblem."""
    game, seen_as = live.game, effective_viewer(live.game, who.viewer)
    moment, beside = (
        tables.moment(live, n, seen_as),
        differences_from_record(context, live, who.viewer),
    )
    return page(
        "past.html",
        acts=False,
        speaks=who.acts,
        game=live.id,
        here=who.here,
        seat=who.viewer,
        names=live.names,
        ruleset=game.ruleset.name,
        title=game.ruleset.title,
        about=about_shown(game.opening.about),
        rules=tables.rulebook_address(who.here),
        called=seat_in_words(live.names, who.viewer),
        newest=game.length,
        moment=moment,
        shared=shared,
        receipt=context.receipt_at(live, n),
        differing=beside,
        marks=tuple(marks(game, beside.entries)),
        log=(),
        **drawing_after(live, n, who.viewer, seen_as, moment.changed),
    )


def story(context: Context, live: LiveGame, viewer: Viewer) -> Response:
    """The lines of the log, for the page of a moment. Raises StoreProblem."""
    beside = differences_from_record(context, live, viewer)
    return page("_log.html", log=tables.log(live, viewer), differing=beside)


def drawing_after(
    live: LiveGame, n: int, near: Viewer, seen_as: Viewer, changed: frozenset[tuple[str, str]]
) -> dict[str, Any]:
    """The table after entry n, as `seen_as` may see it, with the side of `near` drawn nearest."""
    game = live.game
    draw, glows = game.ruleset.picture, frozenset(piece for _, piece in changed)
    picture = None if draw is None else draw(game.position(n).state, near, seen_as)
    faces = faces_of(game, live.names, seen_as, n)
    voice = Voice(game, near, faces)
    entry = entry_seen(game, game.entry(n), seen_as) if n else None
    return {
        "table": Drawing(picture, faces.groups, glows),
        "faces": faces,
        "stage": stage_view(picture, voice),
        "position": voice.position(picture, n),
        "told": "" if entry is None else voice.entry(entry, game.verdict(n)),
        "seated": nearest_last(game.players, near),
        "judging": False,
    }


def marks(game: Game, differs: Collection[int] = ()) -> Iterator[Mark]:
    """A mark for each refused step, judge's step, undo, new round or turn, and entry in `differs`."""
    where = _where(game, 0)
    for entry in game.log:
        now = _where(game, entry.n)
        if game.verdict(entry.n) != LEGAL:
            yield Mark(entry.n, "refused", text(f"verdict.{game.verdict(entry.n)}"))
        elif entry.said["by"] == JUDGE:
            yield Mark(entry.n, "judge", text("past.mark.judge"))
        elif entry.said["do"] in BACK:
            yield Mark(entry.n, "back", text("past.mark.back"))
        elif now != where:
            yield Mark(entry.n, "round", now)
        if entry.n in differs:
            yield Mark(entry.n, "differs", text("record.mark"))
        where = now


def _where(game: Game, n: int) -> str:
    """The round or turn after an entry, as a heading; empty in games longer than MOST."""
    draw = game.ruleset.picture
    if draw is None or game.length > MOST:
        return ""
    words: str = draw(game.position(n).state, JUDGE, JUDGE).where
    return words.partition(",")[0]
