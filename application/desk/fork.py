"""Branches: a game continued from an earlier entry, as a new game or for a few steps in memory."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, Any

from application.answer import Answer, At, Meta, SaidStep
from application.game.checked_step import checked_step
from application.game.live_game import LiveGame
from application.game.log import RuledEntry, ruled_entry, ruling_fields
from application.game.redaction import effective_viewer, no_viewer
from application.game.step_words import step_and_reason
from application.game.umpire import Umpire
from application.lab.dispute import dispute_at, game_of
from domain.kernel.determinization import CannotDraw, game_as_known
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed
from domain.kernel.wording import count, no_entry


class CannotFork(Exception):
    """No branch can be taken here for this viewer; the message is a sentence that says why."""


class StoredFork(Answer):
    """A branch that was stored as a game of its own."""

    game: str
    origin: str
    """The game and entry it was taken from: `tavo-remi-42@17`, and for whom where that matters."""
    entries: int
    differs: Annotated[
        tuple[int, ...],
        Meta(description="Entries ruled otherwise than when they were written."),
    ]
    redacted: Annotated[
        bool, Meta(description="It goes as its player knows it; what is hidden from them is drawn.")
    ]

    def lines(self) -> Iterator[str]:
        yield f"A branch of {self.origin}."
        if self.redacted:
            yield "It goes as its player knows it; what is hidden from them is drawn, and can be drawn again."
        if self.entries:
            yield f"It holds {count(self.entries, 'entry', 'entries')}, each ruled on again."
        for n in self.differs:
            yield f"Entry {n} is ruled otherwise today than when it was written."

    def lines_with(self, ruleset: Ruleset, tried: Sequence[Entry]) -> Iterator[str]:
        """The lines about the branch, then the rulings on its new steps; last the id alone."""
        yield from self.lines()
        for entry in tried:
            yield ruled_in_words(ruleset, ruled_entry(entry), entry.said)
        yield self.game


class TriedEntry(RuledEntry, kw_only=True):
    """A step that was tried, with the ruling it got."""

    said: SaidStep


class WhatIf(Answer):
    """A few steps taken in memory only; nothing is kept."""

    at: At
    steps: tuple[TriedEntry, ...]
    state: dict[str, Any]
    """The table after the last of them."""
    words: tuple[str, ...]
    """The same in words."""

    def lines(self, ruleset: Ruleset) -> Iterator[str]:
        yield f"What if, after entry {self.at} (nothing of this is kept):"
        yield from (
            ruled_in_words(ruleset, tried_entry, tried_entry.said) for tried_entry in self.steps
        )
        yield from self.words


def ruled_in_words(ruleset: Ruleset, ruling: RuledEntry, said: Said) -> str:
    """`legal 7. ana passes. (N3)`, `illegal 8. ana passes — ben may act. (N1)`."""
    rules = f" ({', '.join(ruling.cites)})" if ruling.cites else ""
    told = " — ".join(step_and_reason(ruleset, said, ruling.verdict, ruling.reason))
    return f"{ruling.verdict} {ruling.n}. {told}{rules}"


def branch(game: Game, at: int | None = None, viewer: Viewer = JUDGE, again: str = "") -> Game:
    """The game after entry `at`, as this viewer may continue it. Raises CannotFork.

    A player of a game with hidden things gets one that looks to them as theirs did, queue and windows included;
    what is hidden from them is drawn. The same is drawn each time; `again`, any word, draws otherwise.
    """
    at = game.length if at is None else at
    if nothing := no_viewer(game, viewer) or no_entry(at, game.length):
        raise CannotFork(nothing)
    if effective_viewer(game, viewer) == JUDGE:
        return game.at(at)
    as_ruled_today = game_of(dispute_at(game, at), game.ruleset)
    chance = Random(f"{at} {viewer} {again}")  # noqa: S311 - what is drawn is no secret
    try:
        return game_as_known(as_ruled_today, viewer, chance)
    except CannotDraw as why:
        raise CannotFork(
            f"entry {why.entry} rests on what {viewer} does not see, and nothing was found that it could be; "
            f"fork after entry {why.entry - 1}, or let a judge fork"
        ) from None


def fork(
    umpire: Umpire,
    id: str,
    at: int | None = None,
    viewer: Viewer = JUDGE,
    new_id: str | None = None,
    again: str = "",
) -> StoredFork:
    """A branch from an entry, stored whole or not at all as a game of its own that names its origin.

    Raises CannotFork, GameExists, StoreProblem.
    """
    return fork_of(umpire, umpire.game(id), at, viewer, new_id, again)


def fork_of(
    umpire: Umpire,
    live: LiveGame,
    at: int | None = None,
    viewer: Viewer = JUDGE,
    new_id: str | None = None,
    again: str = "",
) -> StoredFork:
    """As `fork`, for a game already in memory. Raises the same errors.

    Its entries are taken over as they are stored: encrypted words stay under the keys they are under.
    """
    live = live.as_kept or live
    game = live.game
    with live.lock:
        at = game.length if at is None else at
        taken = branch(game, at, viewer, again)
    redacted = taken.opening.setup is not game.opening.setup
    origin = f"{live.id}@{at} as {viewer}" if redacted else f"{live.id}@{at}"
    opening = changed(taken.opening, origin=origin)
    new = umpire.open(opening, new_id, [entry.said for entry in taken.log])
    return forked_before(umpire, game, new)


def forked_before(umpire: Umpire, game: Game, id: str) -> StoredFork:
    """An existing fork as it was when it was made; it may have gone on since."""
    begun = umpire.game(id).game
    origin = begun.opening.origin
    source, _, viewer = origin.partition(" as ")
    entries = int(source.rpartition("@")[2])
    pairs = zip(game.log[:entries], begun.log, strict=False)
    differs = tuple(entry.n for entry, two in pairs if entry.ruling.verdict != two.ruling.verdict)
    return StoredFork(id, origin, entries, differs, bool(viewer))


def what_if(
    game: Game,
    steps: Sequence[Said],
    at: int | None = None,
    viewer: Viewer = JUDGE,
    again: str = "",
) -> WhatIf:
    """Rules on these steps one after the other after entry `at`, in memory only.

    Raises CannotFork, NotAStep.
    """
    ahead = branch(game, at, viewer, again)
    tried = []
    for said in steps:
        entry, position = adjudicate(ahead, checked_step(said, game.players))
        ahead.take(entry, position)
        tried.append(TriedEntry(*ruling_fields(entry), said=entry.said))
    viewer = effective_viewer(game, viewer)
    return WhatIf(
        game.length if at is None else at,
        tuple(tried),
        ahead.view(viewer=viewer),
        tuple(ahead.ruleset.in_words(ahead.now.state, viewer)),
    )
