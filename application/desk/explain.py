"""Why a ruling is as it is, and why a step that was not taken would not be legal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from application.desk.causes import Cause, causes
from application.desk.effort import AT_HOME, Effort
from application.desk.when.becoming_legal import Way, ways
from application.game.follows import Followed, follows
from application.game.line_of_play import jumps_to
from application.game.redaction import effective_viewer, entry_seen, known_viewer
from application.game.transcript import said_in_words
from application.law.citing import Citation, cite
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import trial
from domain.kernel.steps import JUDGE, PLAYED, Said
from domain.kernel.wording import plainly


class CannotExplain(Exception):
    """There is no such entry, or the viewer may not ask about it; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A ruling with everything it stands on. `entry` is None for a step that was not taken."""

    entry: int | None
    at: int
    """The entry after which the step was judged."""
    said: Said
    ruling: Ruling
    verdict: str
    """The last ruling on the step, by the rules or by a judge."""
    fate: str
    """What became of the entry since, in a sentence; empty where nothing did."""
    rules: tuple[Citation, ...]
    causes: tuple[Cause, ...]
    """Newest first."""
    ways: tuple[Way, ...] = ()
    """For a refused step: what would make it legal."""
    when: str = ""
    """For a refused step: when it becomes legal, in a sentence; found by trying, up to a limit."""
    all_tried: bool = True
    """Whether everything was tried, without reaching the limit."""
    follows: tuple[Followed, ...] = ()
    """What came of it."""

    @property
    def because(self) -> tuple[int, ...]:
        """The entries that made the situation, newest first."""
        return tuple(cause.entry for cause in self.causes)

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "entry": self.entry,
            "at": self.at,
            "said": dict(self.said),
            "verdict": self.verdict,
            "ruled": self.ruling.verdict,
            "basis": self.ruling.basis,
            "cites": list(self.ruling.cites),
            "reason": self.ruling.reason,
            "fate": self.fate,
            "because": list(self.because),
            "causes": [cause.as_json() for cause in self.causes],
            "rules": [rule.as_json() for rule in self.rules],
            "facts": dict(self.ruling.facts),
            "follows": [one.as_json() for one in self.follows],
        }
        if self.when:
            ways = [way.as_json() for way in self.ways]
            found["when"] = {"sentence": self.when, "ways": ways, "all_tried": self.all_tried}
        return found

    def lines(self) -> Iterator[str]:
        """The explanation for people, a line each."""
        ruling = self.ruling
        where = f"entry {self.entry}" if self.entry is not None else f"after entry {self.at}"
        yield f"{ruling.verdict.upper()}, {where}: {said_in_words(self.said)}"
        if ruling.reason:
            yield ruling.reason
        if self.fate:
            yield self.fate
        yield ""
        yield "Rules"
        for rule in self.rules:
            yield from (f"  {line}" for line in rule.lines())
        if not self.rules:
            yield "  It needs none."
        if ruling.facts:
            yield "Facts"
            yield from (f"  {name}: {plainly(fact)}" for name, fact in ruling.facts.items())
        yield "Because of"
        yield from (f"  {cause.line()}" for cause in self.causes)
        if not self.causes:
            yield "  the table as it was set up; no earlier entry has to do with it."
        if self.follows:
            yield "What came of it"
            yield from (f"  {one.line()}" for one in self.follows)
        if self.when:
            yield "When"
            yield f"  {self.when}"
            yield from (f"  {way.sentence}" for way in self.ways[1:])


def why(game: Game, n: int, viewer: Viewer = JUDGE, most: int = AT_HOME) -> Explanation:
    """Why entry n was ruled as it was and, if it was refused, when it becomes legal.

    `most`: at most so many rulings are tried to find that out. Raises CannotExplain.
    """
    _viewer(game, viewer)
    if not 1 <= n <= game.length:
        newest = f"the newest is {game.length}" if game.length else "there is none yet"
        raise CannotExplain(f"there is no entry {n}; {newest}")
    entry = entry_seen(game, game.entry(n), viewer)
    before = game.at(n - 1)
    whole = entry == game.entry(n) or entry.said["by"] == viewer
    found: tuple[Way, ...] = ()
    when, effort = "", Effort(most)
    if whole and entry.ruling.verdict != LEGAL:
        found, when = ways(before, entry.said, entry.ruling, effective_viewer(game, viewer), effort)
    return Explanation(
        n,
        n - 1,
        entry.said,
        entry.ruling,
        game.verdict(n),
        fate(game, n),
        _rules(game, entry.ruling),
        causes(before, entry.said, entry.ruling, viewer) if whole else (),
        found,
        when,
        effort.enough,
        tuple(follows(entry)),
    )


def why_not(
    game: Game,
    said: Said,
    at: int | None = None,
    viewer: Viewer = JUDGE,
    most: int = AT_HOME,
) -> Explanation:
    """The ruling this step would get after entry `at` (default: the newest), and when it is legal.

    `most`: as in `why`. A player may ask about their own steps only. Raises CannotExplain.
    """
    _viewer(game, viewer)
    if viewer not in (JUDGE, said["by"]):
        raise CannotExplain(f"“{viewer}” may ask about a step of {viewer}'s own only")
    at = game.length if at is None else at
    if not 0 <= at <= game.length:
        raise CannotExplain(f"there is no entry {at}; the newest is {game.length}")
    then = game.at(at)
    ruling = trial(then, said, effective_viewer(game, viewer)).ruling
    found: tuple[Way, ...] = ()
    when, effort = "", Effort(most)
    if ruling.verdict != LEGAL:
        found, when = ways(then, said, ruling, viewer, effort)
    return Explanation(
        None,
        at,
        said,
        ruling,
        ruling.verdict,
        "",
        _rules(game, ruling),
        causes(then, said, ruling, viewer),
        found,
        when,
        effort.enough,
    )


def fate(game: Game, n: int) -> str:
    """What became of entry n since: overruled, taken back, or nothing."""
    said = []
    overruled = game.overruled.get(n)
    if overruled:
        verdict, by = overruled
        because = game.entry(by).said.get("because", "")
        said.append(f"A judge overruled it in entry {by}: {verdict}, because: {because}.")
    happened = game.played.get(n, n)
    if happened != n or game.entry(n).said.get(PLAYED) is True:
        said += _playing_in_words(game, n)
    stood = {one.entry for one in game.position(happened).stands()}
    if n in stood and not any(one.entry == n for one in game.now.stands()):
        gone = _entry_that_ended(game, n, happened)
        if gone and not (overruled and overruled[1] == gone):
            said.append(
                f"It no longer stands since entry {gone}: {said_in_words(game.entry(gone).said)}."
            )
    return " ".join(said)


def _playing_in_words(game: Game, n: int) -> list[str]:
    """What became of a refused entry that was played on the table all the same."""
    if n not in game.played:
        refused = game.entry(n).ruling.verdict != LEGAL
        return ["It was played, but had nothing to act on: nothing changed."] if refused else []
    by = game.played[n]
    if by == n:
        return ["It was played all the same: it has happened, and its ruling stays."]
    because = game.entry(by).said.get("because", "")
    return [f"A judge said in entry {by} that it was played, because: {because}. It happened then."]


def _entry_that_ended(game: Game, n: int, happened: int) -> int:
    """The newest entry that made entry n no longer stand."""
    for later in range(game.length, happened, -1):
        if jumps_to(game.entry(later)) is None:
            continue
        now = any(one.entry == n for one in game.position(later).stands())
        before = any(one.entry == n for one in game.position(later - 1).stands())
        if before and not now:
            return later
    return 0


def _rules(game: Game, ruling: Ruling) -> tuple[Citation, ...]:
    return tuple(cite(game.law, id) for id in ruling.cites)


def _viewer(game: Game, viewer: Viewer) -> None:
    if not known_viewer(game, viewer):
        seats = ", ".join(game.players)
        raise CannotExplain(f"nobody called “{viewer}” looks at this game; its players are {seats}")
