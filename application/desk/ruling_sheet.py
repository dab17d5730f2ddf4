"""The ruling sheet: everything about one ruling on one page, to print or hand over."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from application.desk.explain import Explanation, why
from application.desk.fork import ruled_in_words
from application.desk.statements.agreements import Reply, answers
from application.desk.statements.appeals import PUT, AttachedNote, attachment_in, attachments
from application.game.line_of_play import jumps_to
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.game.redaction import effective_viewer, entry_seen
from application.game.titles import about_in_words, seat_in_words
from application.game.transcript import said_in_words
from application.ledger.fingerprints import slip
from application.ledger.public_heads import public_digest
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE

BEFORE = 5
"""How many entries before the ruling are shown."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A judge's step that answered the ruling."""

    entry: int
    what: str
    because: str
    at: str

    def as_json(self) -> dict[str, Any]:
        return {
            "entry": self.entry,
            "what": self.what,
            "because": self.because,
            "when": self.at,
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """A ruling sheet: all that is printed about one ruling."""

    game: str
    ruleset: str
    edition: str
    mode: str
    players: tuple[str, ...]
    called: tuple[str, ...]
    """The players as they are called before people."""
    about: str
    """Event, round and table; empty where unknown."""
    judge: str
    """Empty where nobody gave a name: the line is left open to be signed."""
    at: str
    """When the entry was taken, as was said, else when it was written; UTC, in ISO 8601."""
    digest: str
    """The entry's digest as people may see it, which seals all earlier rows; empty for a game not stored."""
    situation: tuple[str, ...]
    """The state before the entry, a line each."""
    before: tuple[str, ...]
    """The entries just before the ruling, oldest first."""
    explanation: Explanation
    attached: tuple[AttachedNote, ...]
    remarks: tuple[tuple[int, str, str], ...]
    """Notes between this entry and the next step of the game, referring to no entry: (entry, by, text)."""
    remedies: tuple[Remedy, ...]
    agreements: tuple[Reply, ...] = ()
    """Which players agreed to the judge's final rulings and proposals, and which did not."""

    @property
    def entry(self) -> int:
        return self.explanation.at + 1

    @property
    def short_digest(self) -> str:
        """The digest as a result slip writes it, for people to compare; the sheet must have a digest."""
        return slip(self.digest)

    def name(self, seat: str) -> str:
        """What a player is called before people."""
        return dict(zip(self.players, self.called, strict=True)).get(seat, seat)

    def of(self, kind: str) -> tuple[AttachedNote, ...]:
        """The attached statements of this kind, such as “appeal”."""
        return tuple(one for one in self.attached if one.kind == kind)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "entry": self.entry,
            "ruleset": self.ruleset,
            "edition": self.edition,
            "mode": self.mode,
            "players": list(self.players),
            "called": list(self.called),
            "about": self.about,
            "judge": self.judge or None,
            "when": self.at,
            "digest": self.digest,
            "situation": list(self.situation),
            "before": list(self.before),
            "ruling": self.explanation.as_json(),
            "attached": [one.as_json() for one in self.attached],
            "remarks": [{"entry": n, "by": by, "text": text} for n, by, text in self.remarks],
            "remedies": [one.as_json() for one in self.remedies],
            "agreements": [one.as_json() for one in self.agreements],
        }


def sheet(live: LiveGame, n: int, viewer: Viewer = JUDGE, judge: str = "") -> Sheet:
    """The sheet of the ruling on entry n. Raises CannotExplain where there is none."""
    game = live.game
    explanation = why(game, n, viewer)
    said = tuple(attachments(game, n))
    earlier = range(max(1, n - BEFORE), n)
    return Sheet(
        live.id,
        game.ruleset.title,
        game.law.edition.id,
        game.opening.mode,
        game.players,
        tuple(seat_in_words(live.names, seat) for seat in game.players),
        about_in_words(game.opening.about),
        judge or next((one.name for one in said if one.by == JUDGE), ""),
        iso_time(live.taken_at(n)),
        public_digest(live.digests[n], game.opening.salt) if live.digests else "",
        tuple(_situation(game, n - 1, viewer)),
        tuple(ruled_in_words(entry_seen(game, game.entry(one), viewer)) for one in earlier),
        explanation,
        said,
        tuple(_remarks(game, n)),
        tuple(_remedies(live, n)),
        tuple(answer for one in said if one.kind in PUT for answer in answers(live, one.entry)),
    )


def _situation(game: Game, n: int, viewer: Viewer) -> Iterator[str]:
    state = game.position(n).state
    chance = game.ruleset.chance(state)
    yield from dict.fromkeys(
        (*filter(None, (chance,)), *game.ruleset.in_words(state, effective_viewer(game, viewer)))
    )


def _remarks(game: Game, n: int) -> Iterator[tuple[int, str, str]]:
    """Notes that follow this entry before the next step, other than what is attached to an entry."""
    for entry in game.log[n:]:
        if entry.said["do"] != "note":
            return
        if attachment_in(entry) is None:
            yield entry.n, entry.said["by"], str(entry.said.get("text", ""))


def _remedies(live: LiveGame, n: int) -> Iterator[Remedy]:
    """The judge's overrulings of this entry, and their rewinds to before it."""
    for entry in live.game.log[n:]:
        said = entry.said
        if not entry.events or said["by"] != JUDGE:
            continue
        back = jumps_to(entry)
        overrules = said["do"] in ("overrule", "played") and said["entry"] == n
        if overrules or (said["do"] == "rewind" and back is not None and back < n):
            yield Remedy(
                entry.n, said_in_words(said), said["because"], iso_time(live.taken_at(entry.n))
            )
