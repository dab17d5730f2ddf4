"""Explored to the end: every table that can be reached from a small one, each looked at once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from application.lab.dispute.dispute import Dispute
from application.lab.frontier import Frontier, Waiting, chunks
from application.lab.processes import mapping
from application.lab.trying import Bench, TableFindings, Tried, Wrong
from application.ledger.delta import delta, patch
from application.ledger.snapshots import snapshot_name
from application.ledger.stored_events import as_json, from_json
from application.rulesets import ruleset as ruleset_called
from domain.kernel.history import Opening
from domain.kernel.lab import SmallTable
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Ruleset
from domain.kernel.steps import Said

AT_A_TIME = 480
PIECE = 12
"""Tables that one process looks at before it tells what it saw."""

EQUALITY = "equality"
RULE, EVENT, LEGAL_DO, REFUSED_DO, GAP = "rule", "event", "legal", "refused", "gap"
JUDGE = "judge"


@dataclass(frozen=True)
class Exploration:
    """What is explored, and how."""

    ruleset: str
    table: SmallTable
    readings: Mapping[RuleId, str] = field(default_factory=dict)
    edition: str | None = None
    sound: bool = False
    """Whether every way to a table is looked at, to see that tables called alike are."""

    @property
    def as_told(self) -> dict[str, Any]:
        """What a file of this exploration says that it is of."""
        table = self.table
        return {
            "ruleset": self.ruleset,
            "edition": self.edition,
            "table": [table.name, list(table.players), table.setup],
            "readings": dict(self.readings),
            "sound": self.sound,
        }


class Progress(NamedTuple):
    """How far it is."""

    looked_at: int
    known: int
    adjudications: int
    depth: int


@dataclass(frozen=True)
class Counterexample:
    """Something that must hold and does not, with the shortest game to it."""

    kind: str
    words: str
    tables: int
    """How many show it."""
    dispute: Dispute


@dataclass(frozen=True)
class Explored:
    """What was found."""

    exploration: Exploration
    progress: Progress
    finished: bool
    """Whether every table that can be reached was looked at."""
    wrong: tuple[Counterexample, ...]
    met: Mapping[str, Mapping[str, Dispute]]
    """Kind → what was met → the first game that met it. The kinds are `rule`, `event`, `legal` and
    `refused` (steps), `gap`, and `judge`: a gap at which everybody waits for one."""

    @property
    def never_legal(self) -> tuple[str, ...]:
        """Steps that were thought of and refused every time."""
        return tuple(do for do in self.met[REFUSED_DO] if do not in self.met[LEGAL_DO])


class _Seen(NamedTuple):
    """What one process saw at one table."""

    id: int
    rulings: int
    wrong: list[Wrong]
    met: list[tuple[str, str, Said]]
    reached: list[tuple[bytes, Said, bytes, bytes | None]]
    """(form, step, table, how it answers if that was asked)."""
    answers: bytes


class _Looking:
    """A process at work: it tells each thing once."""

    def __init__(self, exploration: Exploration, ruleset: Ruleset | None) -> None:
        known = ruleset or ruleset_called(exploration.ruleset)
        self.bench = Bench(known, exploration.table, exploration.readings, exploration.edition)
        self.sound = exploration.sound
        self.start = self.bench.start
        self.known: set[bytes] = set()
        self.met: set[tuple[str, str]] = set()

    def pack(self, state: Any) -> bytes:
        return as_json(delta(self.start, state))

    def look(self, waiting: Waiting) -> _Seen:
        state = patch(self.start, type(self.start), from_json(waiting.state))
        looked = self.bench.look(state, waiting.depth)
        reached = [self._next_node(one, waiting.depth) for one in looked.legal()]
        return _Seen(
            waiting.id,
            len(looked.tried),
            looked.wrong,
            list(self._newly_met(looked)),
            [one for one in reached if one is not None],
            self.bench.answers(state, looked),
        )

    def _next_node(
        self, tried: Tried, depth: int
    ) -> tuple[bytes, Said, bytes, bytes | None] | None:
        if self.sound:
            again = self.bench.look(tried.state, depth + 1)
            answers = self.bench.answers(tried.state, again)
            return tried.like, tried.said, self.pack(tried.state), answers
        if tried.like in self.known:
            return None
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
        self.known.add(tried.like)
        return tried.like, tried.said, self.pack(tried.state), None

    def _newly_met(self, looked: TableFindings) -> Iterator[tuple[str, str, Said]]:
        waits = looked.waits_for_a_judge(self.bench.lab.any_time)
        for one in looked.tried:
            for kind, what in _met_by(one, waits):
                if (kind, what) not in self.met:
                    self.met.add((kind, what))
                    yield kind, what, one.said


MOST_KNOWN = 500_000


def _met_by(tried: Tried, waits: bool) -> Iterator[tuple[str, str]]:
    verdict = tried.verdict
    yield (LEGAL_DO if verdict == "legal" else REFUSED_DO), str(tried.said["do"])
    for rule in tried.cites:
        yield RULE, rule
    for event in tried.events:
        yield EVENT, type(event).__name__
        for rule in event.rules:
            yield RULE, rule
    if verdict == "undetermined":
        yield GAP, " ".join(sorted(tried.cites))
        if waits:
            yield JUDGE, " ".join(sorted(tried.cites))


_at_work: list[_Looking] = []


def _begin(exploration: Exploration, ruleset: Ruleset | None) -> None:
    _at_work[:] = [_Looking(exploration, ruleset)]


def _look(piece: list[Waiting]) -> list[_Seen]:
    return [_at_work[0].look(one) for one in piece]


def explore(
    exploration: Exploration,
    *,
    ruleset: Ruleset | None = None,
    file: Path | None = None,
    most: int | None = None,
    jobs: int = 1,
    tick: Callable[[Progress], None] = lambda _: None,
) -> Explored:
    """Looks at every table that can be reached, the nearest first; at most so many.

    With a `file` it can be stopped and taken up again. A `ruleset` that is given takes the place of
    the one of that name, and is explored by one process. Raises NotThisOne, SetupError.
    """
    _begin(exploration, ruleset)
    rules = "" if ruleset else snapshot_name(exploration.ruleset)
    frontier = Frontier(file, {**exploration.as_told, "rules": rules})
    try:
        with mapping(1 if ruleset else jobs, _begin, (exploration, ruleset)) as mapped:
            finished = _run(frontier, mapped, most, tick)
        return _outcome(exploration, frontier, finished)
    finally:
        frontier.close()


def _run(
    frontier: Frontier, mapped: Any, most: int | None, tick: Callable[[Progress], None]
) -> bool:
    """Until nothing is left to look at, or so many have been."""
    here = _at_work[0]
    start = here.bench.start
    frontier.add(here.bench.likeness.fingerprint(start), 0, 0, None, here.pack(start))
    done, rulings = frontier.setting("done", [0, 0])
    while most is None or done < most:
        wanted = AT_A_TIME if most is None else min(AT_A_TIME, most - done)
        waiting = frontier.waiting(done, wanted)
        if not waiting:
            return True
        frontier.begin()
        for piece, seen in zip(
            chunks(waiting, PIECE), mapped(_look, chunks(waiting, PIECE)), strict=True
        ):
            for table, one in zip(piece, seen, strict=True):
                rulings += one.rulings
                _keep(frontier, table, one)
        done += len(waiting)
        frontier.set("done", [done, rulings])
        frontier.commit()
        tick(Progress(done, frontier.number, rulings, waiting[-1].depth))
    return not frontier.waiting(done, 1)


def _keep(frontier: Frontier, table: Waiting, seen: _Seen) -> None:
    for wrong in seen.wrong:
        frontier.note(wrong.kind, wrong.words, table.id, wrong.said)
    for kind, what, said in seen.met:
        frontier.meet(kind, what, table.id, said)
    for form, said, state, answers in seen.reached:
        new = frontier.add(form, table.id, table.depth + 1, said, state)
        if answers is not None and not new:
            frontier.reached_again(form, answers, table.id, said)
    frontier.note_answers(table.id, seen.answers)


def _outcome(exploration: Exploration, frontier: Frontier, finished: bool) -> Explored:
    opening = _at_work[0].bench.opening
    done, rulings = frontier.setting("done", [0, 0])
    known, depth = frontier.size(), frontier.depth(done)
    met = {
        kind: {
            what: _game(opening, frontier, at, said) for what, at, said in frontier.all_met(kind)
        }
        for kind in (RULE, EVENT, LEGAL_DO, REFUSED_DO, GAP, JUDGE)
    }
    wrong = [
        Counterexample(kind, words, number, _game(opening, frontier, at, said))
        for kind, words, at, said, number in frontier.wrong()
    ]
    unlike = list(frontier.unlike())
    for _, parent, said in unlike[:1]:
        words = "a table is called like another one, and answers some step otherwise"
        dispute = _game(opening, frontier, parent, said)
        wrong.append(Counterexample(EQUALITY, words, len(unlike), dispute))
    return Explored(exploration, Progress(done, known, rulings, depth), finished, tuple(wrong), met)


def _game(opening: Opening, frontier: Frontier, at: int, said: Said | None) -> Dispute:
    steps = frontier.way_to(at)
    return Dispute(opening, steps if said is None else (*steps, said))
