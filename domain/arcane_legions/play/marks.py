"""Rulings that rest on facts reported before a unit moved (F2): they say so (A22)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps
from typing import Any

from domain.arcane_legions.play.raising import Happens
from domain.arcane_legions.play.wording import entries
from domain.arcane_legions.table.facts import Fact, lines, pairs, with_adjacency, with_side
from domain.arcane_legions.table.state import Table
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Check, Refusal, grounds
from domain.kernel.steps import Step
from domain.kernel.values import Value, changed
from domain.kernel.wording import listed

CITES = ("F1", "A22")
OTHER = {"stand": "lapse", "lapse": "stand"}

Answer = tuple[str, tuple[RuleId, ...]] | None
"""Verdict and rules of the refusal that a step meets; nothing where it is legal."""


def heeding_marks(checks: Sequence[Check]) -> tuple[Check, ...]:
    """The checks, whose refusals say where they rest on marked facts."""
    return tuple(_heeding_marks(check, checks) for check in checks)


def _heeding_marks(check: Check, checks: Sequence[Check]) -> Check:
    @wraps(check.asks)
    def asks(table: Table, step: Step) -> Refusal | None:
        refusal = check.asks(table, step)
        if refusal is None:
            return None
        cites = refusal.cites or check.rules
        told = None
        if has_marks(table):
            told = _rests_on(table, step, checks, (refusal.verdict, cites))
        if told is None:
            return changed(refusal, cites=cites)
        since = refusal.since or (check.causes(table, step) if check.causes else ())
        return changed(
            refusal,
            cites=(*cites, *CITES),
            reason=f"{refusal.reason}; {told[0]}",
            since=entries(*since, *told[1]),
        )

    return changed(check, rules=tuple(dict.fromkeys((*check.rules, *CITES))), asks=asks)


def resting_on_marks(happens: Happens, checks: Sequence[Check]) -> Happens:
    """What happens; the ruling says where it is legal because of marked facts, or for want of them."""

    def it_happens(table: Table, step: Any) -> Happening:
        told = None
        if not step.forced and has_marks(table):
            told = _rests_on(table, step, checks, None)
        after = yield from happens(table, step)
        if told is not None:
            after = yield grounds(told[0], *CITES, since=told[1])
        return after

    return it_happens


def has_marks(table: Table) -> bool:
    """Whether any fact is marked as moved since."""
    return any(True for _ in _marked(table))


class Marked(Value):
    """A marked fact: what it says, and the table on which A22 is answered otherwise for it alone."""

    words: str
    fact: Fact
    otherwise: Callable[[], Table]


def _marked(table: Table) -> Iterator[Marked]:
    for (one, other), fact in pairs(table.adjacent):
        if fact.marked:
            yield Marked(
                f"{one} and {other} are adjacent",
                fact,
                partial(_adjacent_otherwise, table, one, other, fact),
            )
    for (unit, target, side), fact in lines(table.in_range):
        if fact.marked:
            of_it = f"the {side} of {target}" if side else target
            yield Marked(
                f"{of_it} is in range of {unit}",
                fact,
                partial(_in_range_otherwise, table, unit, target, side, fact),
            )


def _adjacent_otherwise(table: Table, one: str, other: str, fact: Fact) -> Table:
    facts = with_adjacency(table.adjacent, one, other, _otherwise(table, fact))
    return changed(table, adjacent=facts)


def _in_range_otherwise(table: Table, unit: str, target: str, side: str, fact: Fact) -> Table:
    facts = with_side(table.in_range, unit, target, side, _otherwise(table, fact))
    return changed(table, in_range=facts)


def _otherwise(table: Table, fact: Fact) -> Fact:
    """The fact as it would count under the other reading."""
    return changed(fact, moved=0) if table.law["A22"] == "lapse" else changed(fact, holds=False)


def _rests_on(
    table: Table, step: Step, checks: Sequence[Check], ruled: Answer
) -> tuple[str, tuple[int, ...]] | None:
    """The marked facts without which (or with which) the ruling would be another one, in words."""
    law = table.law
    other_law = Law(law.edition, {**law.chosen, "A22": OTHER[law["A22"]]})
    if _answer(changed(table, law=other_law), step, checks) == ruled:
        return None
    marked = tuple(_marked(table))
    behind = [one for one in marked if _answer(one.otherwise(), step, checks) != ruled] or marked
    reported = listed(f"{one.words} ({one.fact.source})" for one in behind)
    counts = "still counts" if law["A22"] == "stand" else "counts no longer"
    since = entries(*(n for one in behind for n in (one.fact.entry, one.fact.moved)))
    return f"that {reported} {counts} at this table", since


def _answer(table: Table, step: Step, checks: Sequence[Check]) -> Answer:
    """The first refusal, as `decide` finds it."""
    for check in checks:
        refusal = check.asks(table, step)
        if refusal is not None:
            return refusal.verdict, refusal.cites or check.rules
    return None
