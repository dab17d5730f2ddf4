"""Why a ruling is as it is, and why a step that was not taken would not be legal."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from application.answer import (
    UNSET,
    Answer,
    At,
    Basis,
    Cites,
    Meta,
    SaidStep,
    UnsetType,
    Verdict,
)
from application.desk.becoming_legal import AT_HOME, Effort, Way, ways
from application.desk.causes import Cause, causes
from application.game.follows import Followed, follows
from application.game.line_of_play import jumps_to
from application.game.redaction import effective_viewer, entry_seen, no_viewer
from application.game.step_words import says_as_much, step_in_words
from application.law.citing import Citation, cite
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.shared import trial
from domain.kernel.steps import JUDGE, PLAYED, Said
from domain.kernel.wording import no_entry, plainly


class CannotExplain(Exception):
    """There is no such entry, or the viewer may not ask about it; the message is a sentence."""


class BecomesLegal(Answer):
    """When a refused step becomes legal; found by trying, up to a limit."""

    sentence: str
    ways: tuple[Way, ...]
    """What would make it legal, the nearest first."""
    all_tried: bool
    """Whether everything was tried, without reaching the limit."""


class Explanation(Answer):
    """Why a ruling is as it is, and of a refused step when it becomes legal."""

    entry: Annotated[int | None, Meta(description="Null for a step that nobody has taken.")]
    at: At
    said: SaidStep
    verdict: Verdict
    """The last ruling on the step, by the rules or by a judge."""
    ruled: Verdict
    """What the rules said."""
    basis: Basis
    cites: Cites
    reason: str
    fate: str
    """What became of the entry since, in a sentence; empty where nothing did."""
    because: Annotated[
        tuple[int, ...],
        Meta(description="The entries that made the situation, newest first."),
    ]
    causes: tuple[Cause, ...]
    rules: tuple[Citation, ...]
    facts: Mapping[str, Any]
    follows: tuple[Followed, ...]
    """What came of it."""
    when: BecomesLegal | UnsetType = UNSET

    @property
    def ways(self) -> tuple[Way, ...]:
        """What would make a refused step legal, the nearest first."""
        return self.when.ways if self.when else ()

    def lines(self, ruleset: Ruleset) -> Iterator[str]:
        """The explanation for people, a line each."""
        where = f"entry {self.entry}" if self.entry is not None else f"after entry {self.at}"
        told = step_in_words(ruleset, self.said)
        yield f"{self.ruled.upper()}, {where}: {told}"
        if not (self.ruled == LEGAL and says_as_much(told, self.reason)):
            yield self.reason
        if self.fate:
            yield self.fate
        for rule in self.rules:
            first, *more = rule.lines()
            yield from (f"Rule {first}", *more)
        if not self.rules:
            yield "It needs no rule."
        if self.facts:
            yield f"Facts: {'; '.join(f'{name} {plainly(fact)}' for name, fact in self.facts.items())}"
        yield from (f"Because of {cause.line(ruleset)}" for cause in self.causes)
        if not self.causes:
            yield "Because of the table as it was set up; no earlier entry has to do with it."
        if self.follows:
            yield f"Then: {' '.join(followed.line() for followed in self.follows)}"
        if self.when:
            yield f"When: {self.when.sentence}"
            yield from (f"   {way.sentence}" for way in self.ways[1:])


def why(game: Game, n: int, viewer: Viewer = JUDGE, most: int = AT_HOME) -> Explanation:
    """Why entry n was ruled as it was and, if it was refused, when it becomes legal.

    `most`: at most so many rulings are tried to find that out. Raises CannotExplain.
    """
    _viewer(game, viewer)
    if none := no_entry(n, game.length, 1):
        raise CannotExplain(none)
    entry = entry_seen(game, game.entry(n), viewer)
    before = game.at(n - 1)
    whole = entry == game.entry(n) or entry.said["by"] == viewer
    asked = effective_viewer(game, viewer)
    return _explanation(
        before,
        n,
        entry.said,
        entry.ruling,
        verdict=game.verdict(n),
        fate=fate(game, n),
        causes=causes(before, entry.said, entry.ruling, viewer) if whole else (),
        follows=tuple(follows(entry)),
        when=_becomes_legal(before, entry.said, entry.ruling, asked, most) if whole else UNSET,
    )


def _explanation(
    at: Game, entry: int | None, said: Said, ruling: Ruling, **more: Any
) -> Explanation:
    return Explanation(
        entry=entry,
        at=at.length,
        said=said,
        ruled=ruling.verdict,
        basis=ruling.basis,
        cites=ruling.cites,
        reason=ruling.reason,
        because=tuple(cause.entry for cause in more["causes"]),
        rules=tuple(cite(at.law, id) for id in ruling.cites),
        facts=ruling.facts,
        **more,
    )


def _becomes_legal(
    game: Game, said: Said, ruling: Ruling, viewer: Viewer, most: int
) -> BecomesLegal | UnsetType:
    """When this refused step becomes legal; UNSET for a legal one."""
    effort = Effort(most)
    if ruling.verdict == LEGAL:
        return UNSET
    found, when = ways(game, said, ruling, viewer, effort)
    return BecomesLegal(when, found, effort.enough) if when else UNSET


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
    if none := no_entry(at, game.length):
        raise CannotExplain(none)
    then = game.at(at)
    ruling = trial(then, said, effective_viewer(game, viewer)).ruling
    return _explanation(
        then,
        None,
        said,
        ruling,
        verdict=ruling.verdict,
        fate="",
        causes=causes(then, said, ruling, viewer),
        follows=(),
        when=_becomes_legal(then, said, ruling, viewer, most),
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
    stood = {standing.entry for standing in game.position(happened).stands()}
    if n in stood and not any(standing.entry == n for standing in game.now.stands()):
        gone = _entry_that_ended(game, n, happened)
        if gone and not (overruled and overruled[1] == gone):
            said.append(
                f"It no longer stands since entry {gone}: {step_in_words(game.ruleset, game.entry(gone).said)}."
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
        now = any(standing.entry == n for standing in game.position(later).stands())
        before = any(standing.entry == n for standing in game.position(later - 1).stands())
        if before and not now:
            return later
    return 0


def _viewer(game: Game, viewer: Viewer) -> None:
    if nobody := no_viewer(game, viewer):
        raise CannotExplain(nobody)
