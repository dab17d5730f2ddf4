"""What was reported of adjacency and range (F1), and whether a unit has moved since (F2)."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from domain.kernel.values import Value, changed, without_item

F = TypeVar("F")


NO_SIDE = ""
"""The side of a range where none was said."""


class Fact(Value):
    """What was reported last of two units: that they are adjacent or in range, or that they are not."""

    holds: bool
    by: str
    """The player who reported it, or “set-up”."""
    entry: int
    """The entry that reported it; 0 for the set-up."""
    moved: int = 0
    """The entry with which one of its units first moved since; 0 while none has."""

    @property
    def as_reason(self) -> dict[str, Any]:
        """The fact as a ruling keeps it in its facts: JSON values only."""
        known = {"reported": self.holds, "by": self.by, "entry": self.entry}
        return {**known, "moved_since": self.moved} if self.moved else known

    @property
    def source(self) -> str:
        """On whose word it is, for people: “ana reported it in entry 3, before a move in entry 5”."""
        said = f"{self.by} reported it in entry {self.entry}" if self.entry else "by the set-up"
        return f"{said}, before a move in entry {self.moved}" if self.moved else said

    @property
    def marked(self) -> bool:
        """Whether it is marked moved since (F2); A22 says whether it still holds."""
        return self.holds and bool(self.moved)


Adjacencies = Mapping[str, Mapping[str, Fact]]
"""Unit → other unit → what was reported last; kept both ways."""


Sides = Mapping[str, Fact]
"""Side of the target, `NO_SIDE` where none was said → what was reported last."""


Ranges = Mapping[str, Mapping[str, Sides]]
"""Shooter → target → what was reported of its sides."""


def with_adjacency(facts: Adjacencies, one: str, other: str, fact: Fact) -> Adjacencies:
    """The facts with this one about two units, kept both ways."""
    for unit, beside in ((one, other), (other, one)):
        facts = {**facts, unit: {**facts.get(unit, {}), beside: fact}}
    return facts


def with_range(facts: Ranges, unit: str, target: str, side: str, fact: Fact) -> Ranges:
    """The facts with this one; if it says out of range and no side, it ends the range to every side."""
    if not fact.holds and not side:
        for known in facts.get(unit, {}).get(target, {}):
            facts = with_side(facts, unit, target, known, fact)
    return with_side(facts, unit, target, side, fact)


def with_side(facts: Ranges, unit: str, target: str, side: str, fact: Fact) -> Ranges:
    """The facts with this one, which is about this side alone."""
    targets = facts.get(unit, {})
    sides = {**targets.get(target, {}), side: fact}
    return {**facts, unit: {**targets, target: sides}}


def neighbours(facts: Adjacencies, unit: str) -> Iterator[str]:
    """The units that were reported as adjacent to this one."""
    return (other for other, fact in facts.get(unit, {}).items() if fact.holds)


def shooters_at(facts: Ranges, target: str) -> Iterator[str]:
    """The units that were reported to have this one in range."""
    for unit, targets in facts.items():
        if any(fact.holds for fact in targets.get(target, {}).values()):
            yield unit


def facts_without(facts: Mapping[str, Mapping[str, F]], unit: str) -> Mapping[str, Mapping[str, F]]:
    """The facts, of adjacency or of range, that are not about this unit."""
    return {id: without_item(others, unit) for id, others in facts.items() if id != unit}


def with_adjacencies_marked(facts: Adjacencies, mover: str, entry: int) -> Adjacencies:
    """The facts, with those about the mover marked (F2)."""
    if mover not in facts:
        return facts
    return {
        id: {
            other: _with_mark(fact, entry) if mover in (id, other) else fact
            for other, fact in others.items()
        }
        for id, others in facts.items()
    }


def with_ranges_marked(facts: Ranges, mover: str, entry: int) -> Ranges:
    """The facts, with those about the mover marked (F2)."""
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
    """The fact marked, if it holds; a mark it has already stays, since the fact is older than that move."""
    return changed(fact, moved=entry) if fact.holds and not fact.moved else fact


def adjacent_pairs(facts: Adjacencies) -> Iterator[tuple[tuple[str, str], Fact]]:
    """Each two units of which something was reported, once, and that; in alphabetical order."""
    for fact in sorted(facts):
        for other in sorted(facts[fact]):
            if fact < other:
                yield (fact, other), facts[fact][other]


def ranges_by_side(facts: Ranges) -> Iterator[tuple[tuple[str, str, str], Fact]]:
    """Shooter, target and side, and what was reported of them; in alphabetical order."""
    for unit in sorted(facts):
        for target in sorted(facts[unit]):
            for side in sorted(facts[unit][target]):
                yield (unit, target, side), facts[unit][target][side]
