"""Precedents: earlier rulings by rule, verdict and likeness, in tables that follow the log.

Two tables of their own stand beside the log. They catch up from its notifications whenever somebody
asks, and can be thrown away and filled again: nothing is in them that the log does not say.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from application.answer import Answer, Cites, SaidStep, Verdict, When
from application.desk.following import Follower, FollowingRows
from application.desk.situation import situation
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.game.redaction import hides
from application.game.step_words import step_and_reason
from application.game.umpire import Umpire
from application.game.words.near_words import plain_word
from application.ledger.store import StoreProblem
from application.rulesets import ruleset as ruleset_called
from application.rulesets import rulesets
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed

MOST_LIKE = 5_000
"""The most similar rulings compared to find the nearest."""


Row = Sequence[Any]
"""A ruling as it is kept.

Game, n, ruleset, edition, verdict, overruled, does, situation, cites, said, reason, at.
"""


class RulingRows(FollowingRows, Protocol):
    """The port to the rows of rulings, beside the log. Every method may raise StoreProblem."""

    def empty(self) -> None: ...
    def newest_of(self, game: str) -> int: ...
    def put(self, rows: Sequence[Row]) -> None: ...
    def row(self, game: str, n: int) -> Row | None: ...
    def found(
        self, most: int, rule: str = "", overruled: bool | None = None, **equal: str
    ) -> list[Any]: ...


LOOKED_AT = 200
"""The most rulings looked at where some may not be shown."""


class NoPrecedent(Exception):
    """The ruling to find precedents for does not exist; the message is a sentence."""


class JudgesRuling(Answer):
    """The last ruling a judge gave on an entry, in place of the one it got."""

    entry: int
    """The number of the entry in which the judge ruled."""
    verdict: Verdict
    by: str
    because: str
    when: When

    def in_words(self) -> str:
        """`The judge ruled it legal in entry 5 on 2026-11-22: “the terrain was agreed”.`"""
        who = "The judge" if self.by == JUDGE else self.by
        when = self.when[:10]
        return f"{who} ruled it {self.verdict} in entry {self.entry} on {when}: “{self.because}”."


def judges_ruling(live: LiveGame, n: int) -> JudgesRuling | None:
    """The last ruling a judge gave on entry n; None if no judge ruled on it."""
    overruled = live.game.overruled.get(n)
    if overruled is None:
        return None
    verdict, entry = overruled
    said = live.game.entry(entry).said
    because = " ".join(str(said.get("because", "")).split())
    when = iso_time(live.taken_at(entry))
    return JudgesRuling(entry, verdict, str(said["by"]), because, when)


class Precedent(Answer):
    """An earlier ruling, and the situation it was given in."""

    game: str
    entry: int
    ruleset: str
    edition: str
    verdict: Verdict
    overruled: Verdict | None
    """The verdict a judge gave instead."""
    cites: Cites
    said: SaidStep
    reason: str
    situation: dict[str, Any]
    when: When
    judged: JudgesRuling | None = None
    """The ruling with its reason, if a judge ruled otherwise."""

    def lines(self) -> Iterator[str]:
        now = f", overruled to {self.overruled}" if self.overruled else ""
        where = f"{self.game}, entry {self.entry}"
        yield f"{self.verdict}{now} ({', '.join(self.cites)}) — {where}, {self.when[:10]}"
        yield from (f"  {words}" for words in self.in_words())
        if self.judged is not None:
            yield f"  {self.judged.in_words()}"

    def in_words(self) -> tuple[str, ...]:
        """The step and the reason of its ruling, what both say once."""
        ruleset = ruleset_called(self.ruleset)
        return step_and_reason(ruleset, self.said, self.verdict, self.reason)


class Precedents(Answer):
    precedents: tuple[Precedent, ...]


@dataclass(frozen=True, slots=True)
class PrecedentQuery:
    """The criteria of a search for precedents; empty ones do not count."""

    rule: str = ""
    ruleset: str = ""
    verdict: str = ""
    overruled: bool | None = None
    like: tuple[str | LiveGame, int] | None = None
    """A game (its id, or one of no store) and entry: the same ruleset, kind of step, and window."""
    most: int = 20


class PrecedentIndex(Follower[RulingRows]):
    """The read model of rulings over a store."""

    def rebuild(self) -> list[str]:
        """Empties the tables and fills them anew from the log."""
        self.rows.empty()
        return self.catch_up()

    def precedents(self, sought: PrecedentQuery) -> list[Precedent]:
        """The rulings sought, newest first; those like another one nearest first.

        Raises NoPrecedent where the ruling to compare with is not there.
        """
        if sought.like is not None:
            precedents = self._alike(sought, *sought.like)
        else:
            precedents = self._precedents(sought, sought.most)
        return [
            self._with_judge(precedent) if precedent.overruled else precedent
            for precedent in precedents
        ]

    def shown(self, sought: PrecedentQuery, may_show: Callable[[str], bool]) -> Precedents:
        """As `precedents`, without those of games that may not be shown; LOOKED_AT are looked at.

        Raises NoPrecedent.
        """
        precedents = self.precedents(replace(sought, most=LOOKED_AT))
        may = {game: may_show(game) for game in {precedent.game for precedent in precedents}}
        return Precedents(
            tuple(precedent for precedent in precedents if may[precedent.game])[: sought.most]
        )

    def _with_judge(self, precedent: Precedent) -> Precedent:
        try:
            return changed(
                precedent, judged=judges_ruling(self._read(precedent.game), precedent.entry)
            )
        except StoreProblem:
            return precedent

    def _read(self, game: str) -> LiveGame:
        live = self.umpire.game(game)
        return self.umpire.tables.codec_of(live).readable(live)

    def _precedents(self, sought: PrecedentQuery, most: int, **equal: str) -> list[Precedent]:
        given = {"ruleset": sought.ruleset, "verdict": sought.verdict, **equal}
        rows = self.rows.found(most, sought.rule, sought.overruled, **given)
        return [_precedent(row) for row in rows]

    def _alike(self, sought: PrecedentQuery, game: str | LiveGame, n: int) -> list[Precedent]:
        row = self._row_of(game, n) if isinstance(game, str) else _elsewhere(game, n)
        if sought.ruleset not in ("", row[2]):
            return []
        alike = [
            precedent
            for precedent in self._precedents(
                sought, MOST_LIKE, ruleset=row[2], does=row[6], situation=row[7]
            )
            if (precedent.game, precedent.entry) != (row[0], n)
        ]
        cites = set(row[8].split())
        alike.sort(key=lambda precedent: -len(cites & set(precedent.cites)))
        return alike[: sought.most]

    def _row_of(self, game: str, n: int) -> Row:
        row = self.rows.row(game, n)
        if row is None:
            raise NoPrecedent(f"the store holds no ruling on entry {n} of a game “{game}”")
        return row

    def _take_in(self, live: LiveGame) -> None:
        game = live.game
        first = max(self.rows.newest_of(live.id), entries_copied(game.opening.origin)) + 1
        again = {n for n, (_, by) in game.overruled.items() if by >= first > n}
        numbers = [*sorted(again), *range(first, game.length + 1)]
        rows = [row(live, n) for n in numbers if game.entry(n).ruling.cites]
        if rows:
            self.rows.put(rows)


def hides_nothing(umpire: Umpire, game: str) -> bool:
    """Whether this game can be read, and hides nothing (any longer) from anybody."""
    try:
        return not hides(umpire.game(game).game)
    except StoreProblem:
        return False


def rules_by_plain_id(ruleset: str = "") -> dict[str, str]:
    """Plain id → the id of a rule or question of the ruleset, or of any."""
    editions = [rules.edition() for rules in rulesets() if ruleset in ("", rules.name)]
    return {
        plain_word(id): id for edition in editions for id in (*edition.rules, *edition.questions)
    }


def _elsewhere(live: LiveGame, n: int) -> Row:
    """The row of a ruling in a game that is not stored, as the index would keep it."""
    if not 1 <= n <= live.game.length or not live.game.entry(n).ruling.cites:
        raise NoPrecedent(f"there is no ruling on entry {n} of {live.id}")
    return row(live, n)


def entries_copied(origin: str) -> int:
    """How many entries a branch copied from its origin: they are no rulings of its own."""
    number = origin.rpartition("@")[2].partition(" ")[0]
    return int(number) if number.isdecimal() else 0


def row(live: LiveGame, n: int) -> tuple[Any, ...]:
    """The ruling on an entry as the index keeps it."""
    entry = live.game.entry(n)
    ruling = entry.ruling
    return (
        live.id,
        n,
        live.game.ruleset.name,
        live.game.law.edition.id,
        ruling.verdict,
        live.game.overruled.get(n, ("", 0))[0],
        str(entry.said["do"]),
        situation(live.game, n),
        " ".join(ruling.cites),
        json.dumps(dict(entry.said), ensure_ascii=False),
        ruling.reason,
        live.times[n],
    )


def _precedent(row: Row) -> Precedent:
    game, n, ruleset, edition, verdict, overruled, _, shape, cites, said, reason, at = row
    return Precedent(
        game,
        int(n),
        ruleset,
        edition,
        verdict,
        overruled or None,
        tuple(cites.split()),
        json.loads(said),
        reason,
        json.loads(shape),
        iso_time(int(at)),
    )
