"""Defects: rulings that a judge says the rulebook does not bear, each kept as a small record for its authors.

The judge says so with an overruling (`defect: true`), which stands in the log; a rewind behind it takes
that back. Tables beside the log follow it and hold, for each rule and reason once, the smallest record
that gets the ruling, without names.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from application.answer import Answer, Cites, Number, Verdict, When
from application.desk.becoming_legal import QUESTION, Effort
from application.desk.following import Follower, FollowingRows
from application.desk.precedents import entries_copied, hides_nothing
from application.editions import rules_of
from application.game.live_game import LiveGame
from application.game.moments import iso_time
from application.lab.dispute import (
    NUMBER,
    Dispute,
    MinimalCase,
    SameRuling,
    dispute_at,
    game_of,
    short_record,
    smallest,
)
from application.lab.nameless import nameless
from application.ledger.law_digest import law_of
from application.records.exports import in_yaml
from application.records.records import BadRecord, record_from
from application.records.replay import replay
from application.rulesets import ruleset
from application.seal.receipt import TakenStep
from domain.kernel.events import GameRewound
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import SetupError
from domain.kernel.ruling import ILLEGAL, LEGAL, Ruling
from domain.kernel.steps import JUDGE
from domain.kernel.wording import list_in_words

LENGTH = 8
"""Letters of a defect's id."""
NAMED = 3
"""Most rulings that are named one by one."""
QUOTED = re.compile(r"“[^”]*”")
PLAYER = re.compile(r"\bp\d+\b")


class NoDefect(Exception):
    """There is no such defect, or nothing to call one; the message is a sentence without a full stop."""


class DefectRow(NamedTuple):
    """A defect as it is kept."""

    id: str
    """The digest of its rule and reason."""
    ruleset: str
    edition: str
    rules: str
    """The rules that the ruling cites, with spaces between."""
    reason: str
    """The ruling's, without names."""
    verdict: Verdict
    expected: Verdict
    """The verdict that a judge gave instead."""
    law: str
    """The fingerprint of the law by which it was ruled."""
    record: str
    """As JSON; empty where the game cannot be played without names."""
    left: str
    """How much of the game is left in it, in words."""
    game: str
    """The game that it was made of."""


class ClaimRow(NamedTuple):
    """That a judge said so, in a game."""

    game: str
    entry: int
    """The judge's."""
    about: int
    """The entry that was ruled on."""
    defect: str
    at: int
    """Microseconds since 1970, UTC."""


class DefectRows(FollowingRows, Protocol):
    """The port to the rows of defects, beside the log. Every method may raise StoreProblem."""

    def newest_of(self, game: str) -> int: ...
    def has(self, id: str) -> bool: ...
    def defects(self) -> list[DefectRow]: ...
    def claims(self) -> list[ClaimRow]: ...
    def put(self, claim: ClaimRow, defect: DefectRow | None) -> None: ...
    def take_back(self, game: str, after: int, before: int) -> None: ...


class DisputedRuling(Answer):
    """A ruling that a judge said is a defect."""

    game: str
    entry: Number
    judged: int
    """The entry in which the judge ruled."""
    when: When


class Defect(Answer):
    """A ruling that the rulebook does not bear, as judges say, and the record that shows it."""

    id: str
    ruleset: str
    edition: str
    rules: Cites
    reason: str
    verdict: Verdict
    """The ruling."""
    expected: Verdict
    """The verdict that a judge gave instead."""
    law: str
    """The fingerprint of the law by which it was ruled."""
    same_law: bool
    """Whether the law is the same today."""
    now: Verdict | None
    """The ruling today; null where the record cannot be played."""
    settled: bool
    """Whether it is ruled today as the judge did."""
    record: dict[str, Any] | None
    """The smallest game that shows it, without names, with the expected verdict noted."""
    left: str
    """How much of the game is left in it."""
    rulings: tuple[DisputedRuling, ...]
    """Where judges said so, oldest first."""

    @property
    def file(self) -> str:
        """`voidsiege-S1-1f0a93bc.yaml`."""
        first = self.rules[0] if self.rules else "none"
        return f"{self.ruleset}-{first}-{self.id}.yaml"

    def text(self) -> str:
        """The record in YAML, which `umpire replay` passes once the defect is mended.

        Raises NoDefect where it has none.
        """
        if self.record is None:
            raise NoDefect(f"the game of defect {self.id} cannot be played without names")
        heading = f"{self.ruleset} {self.edition}, {' '.join(self.rules)}; law {self.law or '?'}."
        told = f"It was ruled {self.verdict}: {' '.join(self.reason.split())}"
        return f"# Defect {self.id}: {heading}\n# {told}\n{in_yaml(self.record)}"

    def lines(self) -> Iterator[str]:
        """What people read of it in a list."""
        state = "settled" if self.settled else "open"
        cited = f" ({', '.join(self.rules)})" if self.rules else ""
        yield (
            f"{state} {self.id} — {self.ruleset} {self.edition}: ruled {self.verdict}{cited}, "
            f"should be {self.expected}"
        )
        yield f"  {self.reason}"
        yield f"  {self._places()}; {self._law_in_words()}."

    def _places(self) -> str:
        named = [f"{ruling.game}, entry {ruling.entry}" for ruling in self.rulings[:NAMED]]
        more = len(self.rulings) - NAMED
        return "; ".join([*named, f"and {more} more"] if more > 0 else named)

    def _law_in_words(self) -> str:
        if self.now is None:
            return "its record cannot be played here"
        if self.same_law:
            return "the rules are as they were"
        return "the rules have changed since" + (
            "" if self.settled else ", and it is ruled so still"
        )


class RuledWrong(TakenStep, kw_only=True):
    """A judge's overruling that says umpire is wrong, with the defect that came of it."""

    defect: Defect | None


class Defects(Answer):
    """What judges say umpire rules wrongly, the open ones first, then the newest."""

    defects: tuple[Defect, ...]
    waiting: int = 0
    """How many more there are of games that still hide something."""


def check_defect(game: Game, n: int, expected: str) -> None:
    """Checks that entry n was ruled otherwise than a judge says it should be. Raises NoDefect."""
    if 1 <= n <= game.length and game.entry(n).ruling.verdict == expected:
        raise NoDefect(f"entry {n} was ruled {expected}: there is nothing wrong to be kept")


def claims_defect(said: Mapping[str, Any]) -> bool:
    """Whether the step is a judge's overruling that calls the ruling a defect."""
    return said.get("by") == JUDGE and said.get("do") == "overrule" and said.get("defect") is True


def claimed_entry(game: Game, entry: Entry) -> int:
    """The entry whose ruling this one calls a defect; 0 where it calls none so.

    An overruling that cannot be carried out any more, as the game has gone on, still says so.
    """
    said = entry.said
    about = said.get("entry")
    if not claims_defect(said) or type(about) is not int or not 1 <= about < entry.n:
        return 0
    because, verdict = said.get("because"), said.get("verdict")
    if not isinstance(because, str) or not because.strip() or verdict not in (LEGAL, ILLEGAL):
        return 0
    return about if game.entry(about).ruling.verdict != said["verdict"] else 0


class DefectIndex(Follower[DefectRows]):
    """The defects of a store."""

    def take_in(self, game: str) -> None:
        """Takes in what judges have said in one game, without a look at any other. Raises StoreProblem."""
        self._take_in(self.umpire.game(game))

    def _take_in(self, live: LiveGame) -> None:
        game = live.game
        first = max(self.rows.newest_of(live.id), entries_copied(game.opening.origin))
        for entry in game.log[first:]:
            if about := claimed_entry(game, entry):
                self._keep(live, about, entry)
            elif entry.events and isinstance(entry.events[0], GameRewound):
                self.rows.take_back(live.id, entry.events[0].to, entry.n)

    def _keep(self, live: LiveGame, about: int, judged: Entry) -> None:
        made = _Made(live.game, about, judged.said["verdict"])
        claim = ClaimRow(live.id, judged.n, about, made.id, live.times[judged.n])
        self.rows.put(claim, None if self.rows.has(made.id) else made.row(live.id))

    def defect_of(self, game: str, judged: int) -> Defect:
        """The defect that a judge's entry speaks of. Raises NoDefect."""
        for defect in self.defects():
            if any((place.game, place.judged) == (game, judged) for place in defect.rulings):
                return defect
        raise NoDefect(f"entry {judged} of {game} calls no ruling a defect")

    def defects(self) -> list[Defect]:
        """All defects, ruled on again today: the open ones first, each with the newest first."""
        return self._told(self.rows.defects(), self.rows.claims())

    def seen(self, theirs: Callable[[str], bool]) -> Defects:
        """The defects of an organiser's own games, by id of game; not yet of one that still hides something."""
        claims = [claim_row for claim_row in self.rows.claims() if theirs(claim_row.game)]
        known = {claim_row.defect for claim_row in claims}
        rows = [
            defect_row
            for defect_row in self.rows.defects()
            if defect_row.id in known and theirs(defect_row.game)
        ]
        open_ones = [
            defect_row for defect_row in rows if hides_nothing(self.umpire, defect_row.game)
        ]
        return Defects(tuple(self._told(open_ones, claims)), len(rows) - len(open_ones))

    def _told(self, rows: Iterable[DefectRow], claims: Iterable[ClaimRow]) -> list[Defect]:
        places: dict[str, list[DisputedRuling]] = {}
        for claim in sorted(
            claims, key=lambda claim_row: (claim_row.at, claim_row.game, claim_row.entry)
        ):
            place = DisputedRuling(claim.game, claim.about, claim.entry, iso_time(claim.at))
            places.setdefault(claim.defect, []).append(place)
        told = [_told(row, places[row.id]) for row in rows if row.id in places]
        told.sort(key=lambda defect: defect.rulings[-1].when, reverse=True)
        return sorted(told, key=lambda defect: defect.settled)

    def find(self, id: str) -> Defect:
        """The defect of this id, or whose id begins so. Raises NoDefect."""
        fitting = [defect for defect in self.defects() if defect.id.startswith(id.lower())]
        if len(fitting) == 1 and id:
            return fitting[0]
        if fitting:
            ids = list_in_words((defect.id for defect in fitting), "or")
            raise NoDefect(f"“{id}” may be {ids}")
        raise NoDefect(f"there is no defect “{id}”")


class _Made:
    """A defect made from a game in which a judge speaks of it."""

    def __init__(self, game: Game, n: int, expected: Verdict) -> None:
        self.game, self.expected = game, expected
        self.ruling = game.entry(n).ruling
        self.plain, rename = nameless(dispute_at(game, n), game.ruleset)
        self.reason = rename(self.ruling.reason)
        self.id = self._id()

    def _id(self) -> str:
        about = QUOTED.sub("“”", PLAYER.sub("p", NUMBER.sub("#", self.reason)))
        name, cites = self.game.ruleset.name, sorted(self.ruling.cites)
        key = json.dumps([name, cites, about, self.expected], ensure_ascii=False)
        return sha256(key.encode()).hexdigest()[:LENGTH]

    def row(self, game: str) -> DefectRow:
        opening, ruling = self.game.opening, self.ruling
        small = self._smallest()
        played = None if small is None else game_of(small)
        record = None if played is None else _record_expecting(played, self.expected)
        same = played is not None and _gets(ruling, played.log[-1].ruling)
        return DefectRow(
            self.id,
            self.game.ruleset.name,
            opening.edition,
            " ".join(ruling.cites),
            played.log[-1].ruling.reason if played is not None and same else self.reason,
            ruling.verdict,
            self.expected,
            law_of(opening),
            json.dumps(record, ensure_ascii=False) if record else "",
            MinimalCase(small, self.plain).in_words if small else "",
            game,
        )

    def _smallest(self) -> Dispute | None:
        """The smallest dispute that gets the ruling; the whole game where it is ruled otherwise by now.

        None where it cannot be played without names.
        """
        again = SameRuling(rules_of(self.plain.opening)).ruling(self.plain)
        if again is None or not _gets(self.ruling, again):
            return self.plain if again is not None else None
        return smallest(self.plain, reason=True, spend=Effort(QUESTION).spend)


def _gets(ruling: Ruling, again: Ruling) -> bool:
    """Whether it is the same verdict for the same rules."""
    return (ruling.verdict, set(ruling.cites)) == (again.verdict, set(again.cites))


def _record_expecting(game: Game, expected: str) -> dict[str, Any]:
    """The record of the game, with this verdict expected of its last step.

    It names its edition only where that is not the newest: a defect may be mended by the next one.
    """
    record = short_record(game)
    steps = [
        {key: value for key, value in step.items() if key != "cites"} for step in record["steps"]
    ]
    last = steps[-1]
    last.pop("expect", None)
    if expected != LEGAL:
        last["expect"] = expected
    if record["edition"] == ruleset(record["ruleset"]).edition().id:
        del record["edition"]
    return {**record, "steps": steps}


def _told(row: DefectRow, rulings: Sequence[DisputedRuling]) -> Defect:
    record = json.loads(row.record) if row.record else None
    now, law = _today(record) if record else (None, "")
    return Defect(
        row.id,
        row.ruleset,
        row.edition,
        tuple(row.rules.split()),
        row.reason,
        row.verdict,
        row.expected,
        row.law,
        law == row.law,
        now,
        now == row.expected,
        record,
        row.left,
        tuple(rulings),
    )


def _today(record: dict[str, Any]) -> tuple[Verdict | None, str]:
    """The ruling that the last step of the record gets today, and the fingerprint of the law."""
    try:
        replayed = replay(record_from(record))
    except (BadRecord, SetupError, RulesetFault):
        return None, ""
    return replayed.game.log[-1].ruling.verdict, law_of(replayed.game.opening)
