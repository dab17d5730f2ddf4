"""The log of a game as one viewer may see it: rulings, what was said and when, what became of entries."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from application.answer import (
    UNSET,
    Answer,
    Basis,
    Cites,
    Meta,
    Number,
    SaidStep,
    UnsetType,
    Verdict,
    When,
)
from application.game.claims import claimed_by
from application.game.follows import Followed, follows
from application.game.line_of_play import in_force
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.game.redaction import entry_seen
from application.game.standing_answers.answer import is_by_standing_answer
from domain.kernel.history import Entry, Game, Mode
from domain.kernel.ruleset import Viewer


class RuledEntry(Answer):
    """The ruling on an entry."""

    n: Number
    by: str
    do: Annotated[Any, Meta(description="What was attempted, as it was said.")]
    verdict: Verdict
    basis: Basis
    cites: Cites
    reason: str
    events: Annotated[tuple[str, ...], Meta(description="Stored names of what happened.")]
    follows: Annotated[
        tuple[Followed, ...],
        Meta(description="What came of it, in its order, each with its rules."),
    ]


class Overruled(Answer):
    """A judge's verdict that took the place of the first one."""

    verdict: Verdict
    entry: int


class LoggedEntry(RuledEntry, kw_only=True):
    """An entry of the log: the ruling, what was said and when, and what became of it."""

    said: SaidStep
    because: Annotated[tuple[int, ...], Meta(description="The entries that made the situation.")]
    facts: Mapping[str, Any]
    when: Annotated[
        str, Meta(description="When it was taken, as was said, else when it was written. UTC.")
    ]
    written: When
    overruled: Overruled | None
    played: Annotated[
        int | None,
        Meta(
            description="The entry that says that it was played although it was refused: itself, or a judge's."
        ),
    ]
    standing_answer: Annotated[
        bool | UnsetType,
        Meta(description="Said by the server, as the player had asked; left out where it was not."),
    ] = UNSET


class StandingEntry(LoggedEntry, kw_only=True):
    """An entry of the log, with whether it stands or was left behind."""

    standing: bool
    undone: bool


class Log(Answer):
    """A game's log, or a page of it."""

    game: str
    ruleset: str
    edition: str
    law: Annotated[
        str,
        Meta(
            description="The fingerprint of the law as the game was opened; empty for older games."
        ),
    ]
    readings: dict[str, str]
    mode: Mode
    players: tuple[str, ...]
    names: Annotated[dict[str, str], Meta(description="What seats are called before people.")]
    about: Annotated[dict[str, Any], Meta(description="Event, round, table, title, date.")]
    entry: Annotated[int, Meta(description="The newest entry.")]
    claimed_by: Annotated[
        str | None,
        Meta(
            description="Whose report alone says that the game is over: nobody else has agreed yet."
        ),
    ]
    entries: list[StandingEntry]
    next: Annotated[str | None, Meta(description="The address of the next page of it.")]


def ruled_entry(entry: Entry) -> RuledEntry:
    """The ruling on an entry."""
    return RuledEntry(*ruling_fields(entry))


def ruling_fields(entry: Entry) -> tuple[Any, ...]:
    """The fields of RuledEntry, in their order."""
    said, ruling = entry.said, entry.ruling
    return (
        entry.n,
        said["by"],
        said["do"],
        ruling.verdict,
        ruling.basis,
        ruling.cites,
        ruling.reason,
        tuple(event.STORED_AS for event in entry.events),
        tuple(follows(entry)),
    )


def ruling_seen(game: Game, entry: Entry, viewer: Viewer) -> RuledEntry:
    """The ruling on an entry as this viewer may see it."""
    return ruled_entry(entry_seen(game, entry, viewer))


def log_entry(live: LiveGame, n: int, viewer: Viewer) -> LoggedEntry:
    """An entry of the log: the ruling, what was said and when, and what judges made of it."""
    ruling, more = _log_fields(live, n, viewer)
    return LoggedEntry(*ruling, **more)


def _log_fields(live: LiveGame, n: int, viewer: Viewer) -> tuple[tuple[Any, ...], dict[str, Any]]:
    entry = entry_seen(live.game, live.game.entry(n), viewer)
    overruled = live.game.overruled.get(n)
    more = {
        "said": entry.said,
        "because": entry.ruling.because,
        "facts": entry.ruling.facts,
        "when": iso_time(live.taken_at(n)),
        "written": iso_time(live.times[n]),
        "overruled": overruled and Overruled(*overruled),
        "played": live.game.played.get(n),
        "standing_answer": said_by_standing_answer(live, n) or UNSET,
    }
    return ruling_fields(entry), more


def said_by_standing_answer(live: LiveGame, n: int) -> bool:
    """Whether the server said it in the name of a seat that had asked for that."""
    return is_by_standing_answer(live.sent.get(n, ""))


def log_seen(live: LiveGame, viewer: Viewer, after: int, until: int) -> Iterator[StandingEntry]:
    """The entries from `after` + 1 to `until`, each with whether it stands and whether it was taken back."""
    standing = {one.entry for one in live.game.now.stands()}
    line = in_force(live.game)
    for n in range(after + 1, until + 1):
        ruling, more = _log_fields(live, n, viewer)
        yield StandingEntry(*ruling, **more, standing=n in standing, undone=n not in line)


def log_of(live: LiveGame, n: int, entries: list[Any], next_page: str | None = None) -> Log:
    """The log after entry n with these of its entries. `next_page`: where the log goes on."""
    opening = live.game.opening
    return Log(
        live.id,
        opening.ruleset,
        opening.edition,
        opening.law,
        dict(live.game.law.readings),
        opening.mode,
        opening.players,
        dict(live.names),
        dict(opening.about),
        n,
        claimed_by(live.game) or None,
        entries,
        next_page,
    )
