"""The outcome of comparing many games under another law."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from application.answer import UNSET, Answer, Meta, Number, UnsetType, Verdict
from application.desk.batch.going_over import SameGame
from application.desk.compare import ChangedRuling, ComparedGame
from domain.kernel.rulebook import RuleId
from domain.kernel.values import field
from domain.kernel.wording import count

MOST_TWICE = 20
"""How many duplicate games are named."""


@dataclass(frozen=True)
class Comparison:
    """The outcome of comparing many games."""

    games: tuple[ComparedGame, ...]
    """In the order they were given."""

    @property
    def checked(self) -> int:
        """How many could be compared."""
        return len(self.games) - len(self.failed)

    @property
    def twice(self) -> list[tuple[str, str]]:
        """Each game that is the same as an earlier one, with that one."""
        first: dict[str, str] = {}
        digests = [(game.source.name, game.digest) for game in self.games if game.digest]
        pairs = [(name, first.setdefault(digest, name)) for name, digest in digests]
        return [(name, same) for name, same in pairs if name != same]

    @property
    def failed(self) -> tuple[ComparedGame, ...]:
        return tuple(game for game in self.games if game.failed)

    @property
    def changes(self) -> bool:
        """Whether any ruling or result does."""
        return any(game.rulings or game.result for game in self.games)

    @property
    def by_rule(self) -> Counter[RuleId]:
        """How many rulings each rule changes."""
        counted: Counter[RuleId] = Counter()
        for game in self.games:
            counted.update(game.by_rule)
        return counted


class Named(Answer, kw_only=True):
    """A game by its id, or by its file."""

    game: str | UnsetType = UNSET
    file: str | UnsetType = UNSET


class NotCompared(Named, kw_only=True):
    why: str


class ToldChange(Named, kw_only=True):
    """A ruling that changes."""

    n: Number
    was: Verdict = field(name="from")
    becomes: Verdict = field(name="to")
    cites_from: tuple[str, ...]
    cites_to: tuple[str, ...]
    by: Annotated[tuple[str, ...], Meta(description="The rules that make the difference.")]
    follows: int | None
    step: str


class OtherResult(Named, kw_only=True):
    was: str = field(name="from")
    becomes: str = field(name="to")


class Compared(Answer):
    """What changes in many games under another law."""

    checked: int
    failed: tuple[NotCompared, ...]
    changed: tuple[ToldChange, ...]
    results: tuple[OtherResult, ...]
    ends_otherwise: tuple[str, ...]
    by_rule: dict[str, int]
    twice: tuple[SameGame, ...]


def games_compared(comparison: Comparison) -> Compared:
    """The comparison for a program to read."""
    by_name = [({game.source.key: game.source.name}, game) for game in comparison.games]
    return Compared(
        comparison.checked,
        tuple(NotCompared(**name, why=game.failed) for name, game in by_name if game.failed),
        tuple(
            ToldChange(
                **name,
                n=ruling.n,
                was=ruling.was,
                becomes=ruling.becomes,
                cites_from=ruling.cited,
                cites_to=ruling.cites,
                by=ruling.by,
                follows=ruling.follows,
                step=ruling.step,
            )
            for name, game in by_name
            for ruling in game.changed
        ),
        tuple(
            OtherResult(**name, was=game.result[0], becomes=game.result[1])
            for name, game in by_name
            if game.result
        ),
        tuple(game.source.name for game in comparison.games if game.ends_otherwise),
        dict(comparison.by_rule.most_common()),
        tuple(SameGame(name, first) for name, first in comparison.twice),
    )


Titles = Mapping[tuple[str, RuleId], str]
"""(ruleset, rule) → its title: two rulesets may have different rules under one number."""


def comparison_in_words(comparison: Comparison, title_of: Titles) -> Iterator[str]:
    """The comparison for people: the lines of each game, then the summary."""
    for game in comparison.games:
        told = game.words or "\n".join(game_in_words(game))
        if told:
            yield told
    for game in comparison.failed:
        yield f"not compared: {game.failed}"
    yield from _summary(comparison, title_of)


def game_in_words(game: ComparedGame) -> Iterator[str]:
    """The lines of one game, its outcome first; none if it could not be compared."""
    if game.failed:
        return
    yield f"{_outcome(game)}  {game.source.name}"
    yield from map(_changed_in_words, game.changed)
    if game.result:
        yield f"  the result: {game.result[0]} → {game.result[1]}"


def _outcome(game: ComparedGame) -> str:
    if game.changed or game.result:
        return "changed"
    return "ends otherwise" if game.ends_otherwise else "as before"


def _changed_in_words(changed: ChangedRuling) -> str:
    before = f"{changed.was} ({', '.join(changed.cited)})"
    after = f"{changed.becomes} ({', '.join(changed.cites)})"
    by = f"by {', '.join(changed.by)}"
    follows = f", following entry {changed.follows}" if changed.follows is not None else ""
    return f"  entry {changed.n}  {changed.step}: {before} → {after}, {by}{follows}"


def _summary(comparison: Comparison, title_of: Titles) -> Iterator[str]:
    rulings = sum(game.rulings for game in comparison.games)
    games = sum(bool(game.rulings) for game in comparison.games)
    results = sum(bool(game.result) for game in comparison.games)
    yield f"{count(comparison.checked, 'game')} compared, {len(comparison.failed)} could not be."
    if rulings:
        yield f"{count(rulings, 'ruling')} changed, in {count(games, 'game')}."
        yield f"{count(results, 'result')} changed." if results else "No result changes."
    else:
        yield "No ruling changes."
    otherwise = sum(game.ends_otherwise for game in comparison.games)
    if otherwise:
        ends = "ends" if otherwise == 1 else "end"
        yield f"{count(otherwise, 'game')} {ends} with another table."
    by_rule: Counter[tuple[str, RuleId]] = Counter()
    for game in comparison.games:
        by_rule.update({(game.ruleset, rule): number for rule, number in game.by_rule.items()})
    several = len({ruleset for ruleset, _ in by_rule}) > 1
    for (ruleset, rule), number in by_rule.most_common():
        whose = f"{ruleset} " if several else ""
        title = title_of.get((ruleset, rule), "")
        yield f"  {whose}{rule}  {title}: {count(number, 'ruling')}"
    twice = comparison.twice
    if twice:
        yield "The same game twice:"
        yield from (f"  {name} is {first}" for name, first in twice[:MOST_TWICE])
    if len(twice) > MOST_TWICE:
        yield f"  and {len(twice) - MOST_TWICE:,} more"
