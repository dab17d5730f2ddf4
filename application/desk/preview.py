"""What a judge's step would do: the ruling it would get, and exactly what it takes back."""

from dataclasses import dataclass

from application.game.difference import difference
from application.game.line_of_play import in_force, lineage
from application.game.step_words import step_in_words
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said


@dataclass(frozen=True, slots=True)
class AffectedEntry:
    """An entry that a step takes back, or lets stand again."""

    n: int
    words: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A step tried out in memory; nothing of it is kept."""

    entry: int
    """The newest entry at the time; the preview is out of date once another entry follows."""
    ruling: Ruling
    takes_back: tuple[AffectedEntry, ...] = ()
    """Newest first."""
    brings_back: tuple[AffectedEntry, ...] = ()
    """Oldest first."""
    changes: tuple[str, ...] = ()
    """The changes of the state, a line each."""


def preview(game: Game, said: Said) -> Preview:
    """What this step would do now."""
    entry, position = adjudicate(game, said)
    if entry.ruling.verdict != LEGAL:
        return Preview(game.length, entry.ruling)
    ahead = game.at(game.length)
    ahead.take(entry, position)
    here, there = lineage(game, game.length), in_force(ahead)
    return Preview(
        game.length,
        entry.ruling,
        tuple(_affected_entry(game, n) for n in here if n not in there),
        tuple(_affected_entry(game, n) for n in sorted(there - {*here, entry.n})),
        tuple(difference(ahead, game.length, ahead.length).sentences()),
    )


def _affected_entry(game: Game, n: int) -> AffectedEntry:
    return AffectedEntry(n, step_in_words(game.ruleset, game.entry(n).said), game.verdict(n))
