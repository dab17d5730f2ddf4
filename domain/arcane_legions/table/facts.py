"""Facts of adjacency and range: on whose word, and whether a unit in them has moved since (F1, F2)."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.values import Value, changed, with_item, without_item

NO_SIDE = ""
"""The side of a range where none was said."""


class Fact(Value):
    """Something reported of the table, and on whose word."""

    holds: bool
    by: str
    entry: int
    moved: int = 0
    """The entry at which one of its units moved since; 0 while none has."""

    @property
    def as_reason(self) -> dict[str, Any]:
        """The fact as a ruling keeps it."""
        known = {"reported": self.holds, "by": self.by, "entry": self.entry}
        return {**known, "moved_since": self.moved} if self.moved else known

    @property
    def source(self) -> str:
        said = f"{self.by} reported it in entry {self.entry}" if self.entry else "by the set-up"
        return f"{said}, before a move in entry {self.moved}" if self.moved else said

    @property
    def marked(self) -> bool:
        """Moved since (F2): whether it still holds A22 says."""
        return self.holds and bool(self.moved)


Adjacencies = Mapping[str, Mapping[str, Fact]]
"""Unit → other unit → what was reported last; the same both ways."""
Sides = Mapping[str, Fact]
"""Side of the target, `NO_SIDE` where none was said → what was reported last."""
Ranges = Mapping[str, Mapping[str, Sides]]
"""Shooter → target → its sides."""


def with_adjacency(facts: Adjacencies, one: str, other: str, fact: Fact) -> Adjacencies:
    """The facts with this one, both ways."""
    for unit, beside in ((one, other), (other, one)):
        facts = with_item(facts, unit, with_item(facts.get(unit, {}), beside, fact))
    return facts


def with_range(facts: Ranges, unit: str, target: str, side: str, fact: Fact) -> Ranges:
    """The facts with this one; out of range without a side ends it to every side."""
    if not fact.holds and not side:
        for known in facts.get(unit, {}).get(target, {}):
            facts = with_side(facts, unit, target, known, fact)
    return with_side(facts, unit, target, side, fact)


def with_side(facts: Ranges, unit: str, target: str, side: str, fact: Fact) -> Ranges:
    """The facts with this one, about this side alone."""
    targets = facts.get(unit, {})
    sides = with_item(targets.get(target, {}), side, fact)
    return with_item(facts, unit, with_item(targets, target, sides))


def beside(facts: Adjacencies, unit: str) -> Iterator[str]:
    """The units reported to stand beside this one."""
    return (other for other, fact in facts.get(unit, {}).items() if fact.holds)


def shooters_at(facts: Ranges, target: str) -> Iterator[str]:
    """The units reported to have this one in range."""
    for unit, targets in facts.items():
        if any(fact.holds for fact in targets.get(target, {}).values()):
            yield unit


def adjacency_without(facts: Adjacencies, unit: str) -> Adjacencies:
    """The facts that are not about this unit."""
    return {id: without_item(others, unit) for id, others in facts.items() if id != unit}


def ranges_without(facts: Ranges, unit: str) -> Ranges:
    """The facts that are not about this unit."""
    return {id: without_item(targets, unit) for id, targets in facts.items() if id != unit}


def adjacency_marked(facts: Adjacencies, mover: str, entry: int) -> Adjacencies:
    """The facts, those about the mover marked (F2)."""
    if mover not in facts:
        return facts
    return {
        id: {
            other: _with_mark(fact, entry) if mover in (id, other) else fact
            for other, fact in others.items()
        }
        for id, others in facts.items()
    }


def ranges_marked(facts: Ranges, mover: str, entry: int) -> Ranges:
    """The facts, those about the mover marked (F2)."""
    return {
        id: {
            other: {side: _with_mark(fact, entry) for side, fact in sides.items()}
            if mover in (id, other)
            else sides
            for other, sides in targets.items()
        }
        for id, targets in facts.items()
    }


def _with_mark(fact: Fact, entry: int) -> Fact:
    """The mark of the first move stays: the fact is older than all of them."""
    return changed(fact, moved=entry) if fact.holds and not fact.moved else fact


def pairs(facts: Adjacencies) -> Iterator[tuple[tuple[str, str], Fact]]:
    """Each pair once, in alphabetical order."""
    for one in sorted(facts):
        for other in sorted(facts[one]):
            if one < other:
                yield (one, other), facts[one][other]


def lines(facts: Ranges) -> Iterator[tuple[tuple[str, str, str], Fact]]:
    """Shooter, target and side, in alphabetical order."""
    for unit in sorted(facts):
        for target in sorted(facts[unit]):
            for side in sorted(facts[unit][target]):
                yield (unit, target, side), facts[unit][target][side]
