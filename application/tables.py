"""A game as its pages show it: the table of a seat now, and the moment after any entry."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from application.account import in_force, said_in_words
from application.diff import difference
from application.sight import entry_seen
from application.umpire import Live
from domain.kernel.board import Group
from domain.kernel.history import Game
from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import options
from domain.kernel.steps import JUDGE

LAST = 5
"""So many rulings a phone shows below the table."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as a page shows it, without what its viewer may not know."""

    n: int
    by: str
    words: str
    verdict: str
    cites: tuple[str, ...]
    reason: str
    at: str
    """When it was written: date and time, UTC."""
    undone: bool = False
    overruled: dict[str, Any] | None = None
    because: tuple[int, ...] = ()
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat sees now, and what it may do."""

    ruleset: str
    entry: int
    over: bool
    chance: str
    yours: bool
    request: dict[str, Any] | None
    groups: tuple[Group, ...]
    last: tuple[Told, ...]
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry, and what that entry changed."""

    ruleset: str
    n: int
    opened: str
    chance: str
    entry: Told | None
    groups: tuple[Group, ...]
    changes: tuple[str, ...]


def clock(at: int) -> str:
    """Microseconds since 1970, UTC, as a judge reads them."""
    return f"{datetime.fromtimestamp(at / 1_000_000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def told(live: Live, n: int, viewer: Viewer, line: frozenset[int] | None = None) -> Told:
    """Entry n, from 1 on. `line`: the entries in force, where they are known already."""
    game = live.game
    entry = entry_seen(game, game.entry(n), viewer)
    ruling = entry.ruling
    found = game.overruled.get(n)
    return Told(
        n,
        str(entry.said["by"]),
        said_in_words(entry.said),
        ruling.verdict,
        ruling.cites,
        ruling.reason,
        clock(live.times[n]),
        n not in (in_force(game) if line is None else line),
        None if found is None else {"verdict": found[0], "entry": found[1]},
        ruling.because,
        tuple(_rule(game, rule) for rule in ruling.cites),
    )


def _rule(game: Game, id: str) -> Rule:
    edition = game.law.edition
    question = edition.questions.get(id)
    if question is None:
        return edition.rules[id]
    reading = game.law.readings.get(id)
    answer = f" Read here as {reading}: {question.readings[reading]}" if reading else ""
    return Rule(id, question.title, f"{question.text}{answer}", question.source)


def log(live: Live, viewer: Viewer, after: int = 0) -> tuple[Told, ...]:
    """The entries after `after`, oldest first."""
    line = in_force(live.game)
    return tuple(told(live, n, viewer, line) for n in range(after + 1, live.game.length + 1))


def chance(game: Game, n: int | None = None) -> str:
    """Whose chance it is and what for, in one sentence."""
    position = game.now if n is None else game.position(n)
    request = position.request
    if request is not None:
        waiting = " and ".join(request.waiting)
        return f"{waiting} must answer {request.by}'s request to take back entry {request.takes_back.entry}."
    sentence = game.ruleset.chance(position.state)
    if sentence:
        return sentence
    waiting = " and ".join(game.ruleset.to_act(position.state))
    return f"{waiting} may act." if waiting else "The game is over."


def table(live: Live, viewer: Viewer, sight: Viewer) -> Table:
    """The table as this seat sees it now. `sight`: whose eyes it has; the judge's when all is open."""
    game = live.game
    state = game.now.state
    groups = game.ruleset.board(state, sight)
    acts = viewer not in (SPECTATOR, JUDGE)
    line = in_force(game)
    newest = range(game.length, max(0, game.length - LAST), -1)
    return Table(
        game.ruleset.name,
        game.length,
        game.ruleset.over(state),
        chance(game),
        viewer in game.to_act(),
        _request(game),
        groups,
        tuple(told(live, n, sight, line) for n in newest),
        {"options": _options(game, viewer) if acts else [], "names": _names(groups)},
    )


def _request(game: Game) -> dict[str, Any] | None:
    request = game.now.request
    if request is None:
        return None
    entry = game.entry(request.takes_back.entry)
    return {
        "by": request.by,
        "takes_back": entry.n,
        "words": said_in_words(entry.said),
        "waiting": request.waiting,
    }


BY_BUTTON = frozenset({"undo", "consent", "object", "concede"})


def _options(game: Game, player: str) -> list[dict[str, Any]]:
    return [
        {
            "said": dict(option.candidate.said),
            "asks": {field: asdict(ask) for field, ask in option.candidate.asks.items()},
            "verdict": option.ruling.verdict,
            "reason": option.ruling.reason,
            "cites": option.ruling.cites,
        }
        for option in options(game, player)
        if option.candidate.said["do"] not in BY_BUTTON
    ]


def _names(groups: Iterable[Group]) -> dict[str, str]:
    return {
        piece.id: piece.name for group in groups for piece in group.pieces if piece.id != piece.name
    }


def moment(live: Live, n: int, viewer: Viewer) -> Moment:
    """The table after entry n; entry 0 is the set-up. IndexError where there is no such entry."""
    game = live.game
    if not 0 <= n <= game.length:
        raise IndexError(n)
    state = game.position(n).state
    return Moment(
        game.ruleset.name,
        n,
        clock(live.times[0]),
        chance(game, n),
        told(live, n, viewer) if n else None,
        game.ruleset.board(state, viewer),
        changes(game, n, viewer) if n else (),
    )


def changes(game: Game, n: int, viewer: Viewer) -> tuple[str, ...]:
    """What entry n changed on the table, a line each."""
    return tuple(one.sentence for one in difference(game, n - 1, n, viewer).changes)


def first_not_legal(game: Game) -> int | None:
    """The first entry whose verdict is not legal; None where all are."""
    return next((entry.n for entry in game.log if game.verdict(entry.n) != LEGAL), None)


def open_questions(game: Game) -> list[Mapping[str, Any]]:
    """The questions a table may read otherwise, with the reading in force."""
    return [
        {"id": id, "title": q.title, "answers": tuple(q.readings), "now": game.law[id]}
        for id, q in game.law.edition.questions.items()
        if q.readings
    ]
