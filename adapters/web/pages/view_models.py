"""A game as its pages show it: the table of a seat now, and the moment after any entry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from adapters.web.pages.faces import Faces, SideLeft, faces_of
from adapters.web.pages.shown_choices import ShownChoice, shown_choice
from adapters.web.pages.statements.undo_request import UndoRequestView, undo_request_view
from adapters.web.pages.statements.views import objections_view
from adapters.web.pages.voice import Position, Voice
from adapters.web.texts.catalogue import text
from application.desk.statements import Reply
from application.game.choices import first_choices
from application.game.claims import claimed_by
from application.game.difference import difference
from application.game.follows import Followed, follows
from application.game.line_of_play import in_force
from application.game.live_game import LiveGame
from application.game.log import said_by_standing_answer
from application.game.options import UndoPreview, undo_preview
from application.game.redaction import effective_viewer, entry_seen, hides
from application.game.standing import is_call
from application.game.step_words import says_as_much, step_in_words
from application.law.citing import Citation, cite
from domain.kernel.board import Group
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed

LAST = 8
"""Newest entries beside the table; a phone shows two of them."""
LOOK = 3
"""Entries that the end of a game points to."""
DOTS = 60
"""Most entries on the line below them."""
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

    @property
    def words_besides(self) -> str:
        """The step with all its fields; empty where it is legal and the reason says as much."""
        told = self.verdict == LEGAL and says_as_much(self.reason, self.words)
        return "" if told else self.words


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as a line of the log."""

    n: int
    by: str
    seat: int
    """The number of the seat that said it; 0: the judge."""
    told: Markup
    words: str
    """The step with all its fields."""
    verdict: str
    """The verdict now in force: that of the rules, or of a judge who overruled."""
    cites: tuple[str, ...]
    undone: bool
    overruled: bool
    played: bool
    standing_answer: bool
    call: bool
    """Whether it calls the judge, and nobody has said anything to it since."""


@dataclass(frozen=True, slots=True)
class RevealView:
    """Who agrees to reveal what is still hidden after the game; it is revealed when all have."""

    agreed: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewsLine:
    """An entry as the newest are told beside the table."""

    n: int
    seat: int
    """The number of the seat that said it; 0: the judge."""
    told: Markup
    reason: str
    """Why it was refused; empty where it was legal."""
    cites: tuple[str, ...]
    notes: tuple[str, ...]
    """What became of it, and that a standing answer said it."""
    undone: bool


@dataclass(frozen=True, slots=True)
class LineMark:
    """Marks of one kind on the line of the newest entries, as a path."""

    kind: str
    """`s1` and so on for what a seat said, `refused`, `back`, or `s0` for the judge."""
    path: str


@dataclass(frozen=True, slots=True)
class Curve:
    """What each side had left as the game went on, drawn in a box of 366 by 84."""

    sides: tuple[LineMark, ...]
    """A way for each side that began with something."""
    stops: tuple[tuple[int, int], ...]
    """(x, entry) of some of the moments at which it was counted; entry 0 is the set-up."""


@dataclass(frozen=True, slots=True)
class OverView:
    """How a game ended: who kept what, and what is worth another look."""

    winner: str
    """Empty where nobody won."""
    ended: Markup
    sides: tuple[SideLeft, ...]
    curve: Curve | None
    """None where nothing was lost."""
    look: tuple[NewsLine, ...]
    steps: int
    refused: int
    back: int
    """How many entries no longer count."""


@dataclass(frozen=True, slots=True)
class TableView:
    """What a seat sees now, and what it may do."""

    entry: int
    over: bool
    position: Position
    yours: bool
    request: UndoRequestView | None
    request_told: tuple[tuple[int, Markup], ...]
    """(number, words) of what is asked for, and of each later entry that would go with it."""
    groups: tuple[Group, ...]
    news: tuple[NewsLine, ...]
    ended: OverView | None
    """None while the game goes on, or something of it is hidden."""
    line: tuple[LineMark, ...]
    undo: UndoPreview | None
    laying_open: RevealView | None
    """None unless the game is over and something is still hidden."""
    claimed_by: str
    """The seat on whose report alone the game counts as over; empty if there is none."""
    choices: tuple[ShownChoice, ...]
    """The first choices of a step, except those that begin with tapping a piece."""
    picture: Any
    """The input of the ruleset's own template of the table; None if the groups are drawn."""
    glows: frozenset[str]
    """Ids of the pieces that the newest entry moved or changed."""


@dataclass(frozen=True, slots=True)
class MomentView:
    """The table after an entry, and what that entry changed."""

    n: int
    opened: str
    entry: EntryView | None
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


def entry_view(live: LiveGame, n: int, viewer: Viewer, faces: Faces) -> EntryView:
    """Entry n, from 1 on, as a page with these faces tells it."""
    game = live.game
    entry = entry_seen(game, game.entry(n), viewer)
    ruling = entry.ruling
    judged = game.overruled.get(n)
    return EntryView(
        n,
        str(entry.said["by"]),
        faces.in_names(step_in_words(game.ruleset, entry.said), entry.said),
        ruling.verdict,
        ruling.cites,
        faces.in_names(ruling.reason, entry.said),
        clock(live.taken_at(n)),
        n not in in_force(game),
        None if judged is None else {"verdict": judged[0], "entry": judged[1]},
        game.played.get(n),
        ruling.because,
        tuple(cite(game.law, rule) for rule in ruling.cites),
        said_by_standing_answer(live, n),
        tuple(changed(one, says=faces.in_names(one.says, entry.said)) for one in follows(entry)),
    )


def log(live: LiveGame, viewer: Viewer, after: int = 0) -> Iterator[LogLine]:
    """A line for each entry after entry `after`, oldest first."""
    game = live.game
    line = in_force(game)
    faces = faces_of(game, live.names, effective_viewer(game, viewer))
    voice = Voice(game, viewer, faces)
    last_of_judge = max((entry.n for entry in game.log if entry.said["by"] == JUDGE), default=0)
    for n in range(after + 1, game.length + 1):
        entry = entry_seen(game, game.entry(n), viewer)
        yield LogLine(
            n,
            str(entry.said["by"]),
            faces.seat(str(entry.said["by"])),
            voice.entry(entry, game.verdict(n)),
            shorten(faces.in_names(step_in_words(game.ruleset, entry.said), entry.said)),
            game.verdict(n),
            entry.ruling.cites,
            n not in line,
            n in game.overruled,
            n in game.played,
            said_by_standing_answer(live, n),
            is_call(entry.said) and n > last_of_judge,
        )


def shorten(words: str) -> str:
    return words if len(words) <= SHORT else f"{words[: SHORT - 1]}…"


def table(live: LiveGame, viewer: Viewer, seen_as: Viewer, faces: Faces) -> TableView:
    """The table as this seat sees it now. `seen_as`: as whom it looks; the judge when all is open."""
    game = live.game
    state = game.now.state
    plays = viewer not in (SPECTATOR, JUDGE)
    line = in_force(game)
    picture = None if game.ruleset.picture is None else game.ruleset.picture(state, viewer, seen_as)
    voice = Voice(game, viewer, faces)
    request = undo_request_view(game, seen_as)
    return TableView(
        game.length,
        game.ruleset.over(state),
        voice.position(picture),
        viewer in game.to_act(),
        request,
        () if request is None else tuple(_asked_for(game, request, seen_as, voice)),
        faces.groups,
        tuple(_news(live, seen_as, voice, _newest(game), line)),
        _over_view(live, seen_as, voice, line),
        tuple(_line(game, faces, line)),
        undo_preview(game, viewer) if plays else None,
        _reveal_view(game),
        claimed_by(game),
        tuple(shown_choice(one, faces) for one in first_choices(game, viewer)) if plays else (),
        picture,
        _glowing(game, seen_as, faces.groups),
    )


def _asked_for(
    game: Game, request: UndoRequestView, seen_as: Viewer, voice: Voice
) -> Iterator[tuple[int, Markup]]:
    for n in (request.entry, *(n for n, _ in request.gone)):
        yield n, voice.entry(entry_seen(game, game.entry(n), seen_as), game.verdict(n))


def _news(
    live: LiveGame, seen_as: Viewer, voice: Voice, numbers: Iterable[int], line: frozenset[int]
) -> Iterator[NewsLine]:
    """These entries, each as a line."""
    game = live.game
    for n in numbers:
        entry = entry_seen(game, game.entry(n), seen_as)
        refused = game.verdict(n) != LEGAL
        reason = shorten(voice.faces.in_names(entry.ruling.reason, entry.said)) if refused else ""
        seat = voice.faces.seat(str(entry.said["by"]))
        notes, cites = tuple(_notes(live, n, voice)), entry.ruling.cites if refused else ()
        yield NewsLine(
            n, seat, voice.entry(entry, game.verdict(n)), reason, cites, notes, n not in line
        )


def _newest(game: Game) -> range:
    """The numbers of the newest entries, newest first."""
    return range(game.length, max(0, game.length - LAST), -1)


def _over_view(
    live: LiveGame, seen_as: Viewer, voice: Voice, line: frozenset[int]
) -> OverView | None:
    game = live.game
    if not game.ruleset.over(game.now.state) or game.ruleset.hiding is not None:
        return None
    refused = [entry.n for entry in game.log if game.verdict(entry.n) != LEGAL]
    fell = [n for n in line if game.entry(n).said.get("destroyed")]
    look = sorted((*refused, *fell))[-LOOK:]
    winner = getattr(game.now.state, "winner", None)
    since = game.over_since() or game.length
    return OverView(
        winner if winner in game.players else "",
        voice.entry(entry_seen(game, game.entry(since), seen_as), game.verdict(since)),
        tuple(voice.faces.left()),
        _curve(game, voice.faces, seen_as, line),
        tuple(_news(live, seen_as, voice, look, line)),
        game.length,
        len(refused),
        game.length - len(line),
    )


COUNTED = 12
"""How often after the set-up what is left is counted."""


def _curve(game: Game, faces: Faces, seen_as: Viewer, line: frozenset[int]) -> Curve | None:
    counted = (0, *sorted(line))
    last = len(counted) - 1
    moments = sorted({counted[last * at // COUNTED] for at in range(COUNTED + 1)})
    kept = [[side.kept for side in faces_of(game, faces.names, seen_as, n).left()] for n in moments]
    if kept[0] == kept[-1]:
        return None
    across = 326 / (len(moments) - 1)
    up = 60 / max(map(max, kept))
    sides = tuple(
        LineMark(
            f"s{faces.seat(player)}",
            "M"
            + "L".join(f"{20 + at * across:.0f} {70 - n * up:.0f}" for at, n in enumerate(left)),
        )
        for player, left in zip(game.players, zip(*kept, strict=True), strict=True)
        if left[0]
    )
    shown = (0, len(moments) // 2, len(moments) - 1)
    return Curve(sides, tuple((round(20 + at * across), moments[at]) for at in shown))


def _notes(live: LiveGame, n: int, voice: Voice) -> Iterator[str]:
    if said_by_standing_answer(live, n):
        by = voice.faces.player(str(live.game.entry(n).said["by"]))
        yield text("entry.standing", player=by)
    if n in live.game.overruled:
        yield text("desk.overruled")
    if n in live.game.played:
        yield text("desk.played")


CROSS, RING, DOT = "m-4-4l8 8m0-8l-8 8m4-4", "m-4 0a4 4 0 108-0m-4 0", "h0"
"""Signs drawn from the middle of an entry back to it, so that the way from sign to sign packs well."""


def _line(game: Game, faces: Faces, line: frozenset[int]) -> Iterator[LineMark]:
    """The newest entries as dots in the colours of their seats; what was refused or taken back has a mark."""
    first = max(1, game.length - DOTS)
    paths: dict[str, str] = {}
    before: dict[str, int] = {}
    for n in range(first, game.length):
        x = 8 + 350 * (n - first) // (game.length - first)
        if game.verdict(n) != LEGAL:
            kind, sign = "refused", CROSS
        elif n not in line:
            kind, sign = "back", RING
        else:
            kind, sign = f"s{faces.seat(str(game.entry(n).said['by']))}", DOT
        way = f"m{x - before[kind]} 0" if kind in before else f"M{x} 15"
        paths[kind] = f"{paths.get(kind, '')}{way}{sign}"
        before[kind] = x
    return (LineMark(kind, path) for kind, path in paths.items())


def _glowing(game: Game, seen_as: Viewer, groups: tuple[Group, ...]) -> frozenset[str]:
    """The pieces that the newest entry has changed. `groups`: the board as it is now."""
    if not game.length:
        return frozenset()
    before = game.ruleset.board(game.position(game.length - 1).state, seen_as)
    return frozenset(piece for _, piece in pieces_moved(before, groups))


def _reveal_view(game: Game) -> RevealView | None:
    if not game.ruleset.over(game.now.state) or not hides(game):
        return None
    agreed = game.now.agreed
    return RevealView(agreed, tuple(player for player in game.players if player not in agreed))


def moment(live: LiveGame, n: int, viewer: Viewer) -> MomentView:
    """The table after entry n; entry 0 is the set-up. IndexError where there is no such entry."""
    game = live.game
    if not 0 <= n <= game.length:
        raise IndexError(n)
    board = game.ruleset.board
    groups = board(game.position(n).state, viewer)
    before = board(game.position(n - 1).state, viewer) if n else groups
    claimed, faces = claimed_by(game, n), Faces(game, live.names, groups)
    return MomentView(
        n,
        clock(live.times[0]),
        entry_view(live, n, viewer, faces) if n else None,
        tuple(map(faces.in_names, difference(game, n - 1, n, viewer).sentences())) if n else (),
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
