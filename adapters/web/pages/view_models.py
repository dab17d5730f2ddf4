"""A game as its pages show it: the table of a seat now, and the moment after any entry."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from adapters.web.pages.choices_as_json import choice_as_json
from adapters.web.pages.statements.undo_request import UndoRequestView, undo_request_view
from adapters.web.pages.statements.views import objections_view
from adapters.web.texts.catalogue import list_in_words, text
from adapters.web.texts.step_words import step_in_words
from application.desk.statements.agreements import Reply
from application.game.changes.difference import difference
from application.game.choices import first_choices
from application.game.claims import claimed_by
from application.game.follows import Followed, follows
from application.game.line_of_play import in_force
from application.game.live_game import LiveGame
from application.game.log import said_by_standing_answer
from application.game.options import UndoPreview, undo_preview
from application.game.redaction import entry_seen, hides
from application.law.citing import Citation, cite
from domain.kernel.board import Group
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE

LAST = 5
"""Rulings that a phone shows below the table."""
SHORT = 160
"""Most characters of a step's words in a line of the log."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry as a page shows it, without what its viewer may not know."""

    n: int
    by: str
    words: str
    verdict: str
    cites: tuple[str, ...]
    reason: str
    at: str
    """When it was taken: date and time, UTC."""
    undone: bool
    overruled: dict[str, Any] | None
    played: int | None
    """The entry saying that this refused step was played anyway: itself or a judge's; None without one."""
    because: tuple[int, ...]
    rules: tuple[Citation, ...]
    standing_answer: bool
    follows: tuple[Followed, ...]
    """What came of it."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as a line of the log."""

    n: int
    by: str
    words: str
    verdict: str
    """The verdict now in force: that of the rules, or of a judge who overruled."""
    cites: tuple[str, ...]
    undone: bool
    overruled: bool
    played: bool
    standing_answer: bool


@dataclass(frozen=True, slots=True)
class RevealView:
    """Who agrees to reveal what is still hidden after the game; it is revealed when all have."""

    agreed: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """What a seat sees now, and what it may do."""

    entry: int
    over: bool
    chance: str
    yours: bool
    request: UndoRequestView | None
    groups: tuple[Group, ...]
    last: tuple[EntryView, ...]
    undo: UndoPreview | None
    laying_open: RevealView | None
    """None unless the game is over and something is still hidden."""
    claimed_by: str
    """The seat on whose report alone the game counts as over; empty if there is none."""
    choices: tuple[dict[str, Any], ...]
    """The first choices of a step, except those that begin with tapping a piece."""
    where: str
    """Round, turn or step, as a heading."""
    picture: Any
    """The input of the ruleset's own template of the table; None if the groups are drawn."""
    glows: frozenset[str]
    """Ids of the pieces that the newest entry moved or changed."""


@dataclass(frozen=True, slots=True)
class MomentView:
    """The table after an entry, and what that entry changed."""

    n: int
    opened: str
    chance: str
    entry: EntryView | None
    groups: tuple[Group, ...]
    changes: tuple[str, ...]
    changed: frozenset[tuple[str, str]]
    """(group, piece) of the pieces that this entry moved or changed."""
    objected: tuple[Reply, ...]
    """Those who had objected by then that the game is not over."""
    claimed_by: str
    """The seat on whose report alone the game counts as over; empty if there is none."""


def clock(at: int) -> str:
    """Microseconds since 1970, UTC, as a judge reads them."""
    return f"{datetime.fromtimestamp(at / 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def rulebook_address(here: str) -> str:
    """The rulebook as a game has it, for whoever looks at it from here."""
    return f"{here}/rules"


def entry_view(
    live: LiveGame, n: int, viewer: Viewer, line: frozenset[int] | None = None
) -> EntryView:
    """Entry n, from 1 on. `line`: the entries in force, if already computed."""
    game = live.game
    entry = entry_seen(game, game.entry(n), viewer)
    ruling = entry.ruling
    found = game.overruled.get(n)
    return EntryView(
        n,
        str(entry.said["by"]),
        step_in_words(entry.said),
        ruling.verdict,
        ruling.cites,
        ruling.reason,
        clock(live.taken_at(n)),
        n not in (in_force(game) if line is None else line),
        None if found is None else {"verdict": found[0], "entry": found[1]},
        game.played.get(n),
        ruling.because,
        tuple(cite(game.law, rule) for rule in ruling.cites),
        said_by_standing_answer(live, n),
        tuple(follows(entry)),
    )


def log(live: LiveGame, viewer: Viewer, after: int = 0) -> Iterator[LogLine]:
    """A line for each entry after entry `after`, oldest first."""
    game = live.game
    line = in_force(game)
    for n in range(after + 1, game.length + 1):
        entry = entry_seen(game, game.entry(n), viewer)
        yield LogLine(
            n,
            str(entry.said["by"]),
            shorten(step_in_words(entry.said)),
            game.verdict(n),
            entry.ruling.cites,
            n not in line,
            n in game.overruled,
            n in game.played,
            said_by_standing_answer(live, n),
        )


def shorten(words: str) -> str:
    return words if len(words) <= SHORT else f"{words[: SHORT - 1]}…"


def chance(game: Game, n: int | None = None) -> str:
    """Whose chance it is and what for, in one sentence."""
    position = game.now if n is None else game.position(n)
    request = position.request
    if request is not None:
        back = {"player": request.by, "n": request.takes_back.entry}
        return text("table.chance.request", waiting=list_in_words(request.waiting), **back)
    sentence = game.ruleset.chance(position.state)
    if sentence:
        return sentence
    waiting = list_in_words(game.ruleset.to_act(position.state))
    return text("table.chance.may", waiting=waiting) if waiting else text("table.chance.over")


def table(live: LiveGame, viewer: Viewer, seen_as: Viewer) -> TableView:
    """The table as this seat sees it now. `seen_as`: as whom it looks; the judge when all is open."""
    game = live.game
    state = game.now.state
    groups = tuple(sorted(game.ruleset.board(state, seen_as), key=lambda one: _near(one, viewer)))
    plays = viewer not in (SPECTATOR, JUDGE)
    line = in_force(game)
    claimed = claimed_by(game)
    last = tuple(
        entry_view(live, n, seen_as, line)
        for n in range(game.length, max(0, game.length - LAST), -1)
    )
    picture = None if game.ruleset.picture is None else game.ruleset.picture(state, viewer, seen_as)
    return TableView(
        game.length,
        game.ruleset.over(state),
        chance(game),
        viewer in game.to_act(),
        undo_request_view(game, seen_as),
        groups,
        last,
        undo_preview(game, viewer) if plays else None,
        _reveal_view(game),
        claimed,
        tuple(choice_as_json(one) for one in first_choices(game, viewer)) if plays else (),
        "" if picture is None else picture.where,
        picture,
        _glowing(game, seen_as),
    )


def _glowing(game: Game, seen_as: Viewer) -> frozenset[str]:
    """The pieces that the newest entry has changed."""
    if not game.length:
        return frozenset()
    board = game.ruleset.board
    before = board(game.position(game.length - 1).state, seen_as)
    return frozenset(one for _, one in pieces_moved(before, board(game.now.state, seen_as)))


def _near(group: Group, viewer: Viewer) -> int:
    """Sort key of a group: shared ordered groups first, then the viewer's own, the others', the rest."""
    if group.owner is None:
        return 0 if group.ordered else 3
    return 1 if group.owner == viewer else 2


def _reveal_view(game: Game) -> RevealView | None:
    if not game.ruleset.over(game.now.state) or not hides(game):
        return None
    agreed = game.now.agreed
    return RevealView(agreed, tuple(one for one in game.players if one not in agreed))


def moment(live: LiveGame, n: int, viewer: Viewer) -> MomentView:
    """The table after entry n; entry 0 is the set-up. IndexError where there is no such entry."""
    game = live.game
    if not 0 <= n <= game.length:
        raise IndexError(n)
    board = game.ruleset.board
    groups = board(game.position(n).state, viewer)
    before = board(game.position(n - 1).state, viewer) if n else groups
    claimed = claimed_by(game, n)
    return MomentView(
        n,
        clock(live.times[0]),
        chance(game, n),
        entry_view(live, n, viewer) if n else None,
        groups,
        tuple(difference(game, n - 1, n, viewer).sentences()) if n else (),
        pieces_moved(before, groups),
        objections_view(live, n=n).answers if claimed else (),
        claimed,
    )


def pieces_moved(before: tuple[Group, ...], after: tuple[Group, ...]) -> frozenset[tuple[str, str]]:
    """(group, piece) of the pieces in `after` that are new, moved or changed."""
    lay = {(_place(group), piece) for group in before for piece in group.pieces}
    return frozenset(
        (_place(group), piece.id)
        for group in after
        for piece in group.pieces
        if (_place(group), piece) not in lay
    )


def _place(group: Group) -> str:
    return f"{group.owner or ''} {group.title}"


def first_not_legal(game: Game) -> int | None:
    """The first entry whose verdict is not legal; None where all are."""
    return next((entry.n for entry in game.log if game.verdict(entry.n) != LEGAL), None)
