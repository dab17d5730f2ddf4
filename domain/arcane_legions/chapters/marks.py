"""Rulings that rest on a fact reported before one of its units moved (F2): they say so (A22)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.arcane_legions.facts import (
    Fact,
    adjacent_pairs,
    ranges_by_side,
    with_adjacency,
    with_side,
)
from domain.arcane_legions.table import Table
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.ruling import Check, Grounds, Refusal, Verdict, entries, grounds
from domain.kernel.values import Value, changed
from domain.kernel.wording import list_in_words

CITES = ("F1", "A22")


OTHER_READING: Mapping[str, str] = {"stand": "lapse", "lapse": "stand"}
"""Each reading of A22 → the other one."""


Refused = tuple[Verdict, tuple[RuleId, ...]]
"""The verdict of a refusal and the rules it cites."""


class MarkedFacts(Value):
    """Finds the marked facts on which a ruling of these checks rests.

    A fact is marked when one of its units has moved since it was reported (F2); A22 says whether it
    still counts. A ruling rests on marked facts if the other reading of A22 would give another one. To
    find out, the checks are asked once more on a table with that reading. Noting the facts that they
    look at would not do: most of these decide nothing.
    """

    checks: tuple[Check, ...]
    """All checks of the step, in the order in which they are asked."""
    of_facts: bool
    """Whether facts decide on the step itself; otherwise only on the triggers raised with it."""

    def supporting(self, table: Table, step: Any, refused: Refused | None = None) -> Grounds | None:
        """The marked facts that support this refusal, or the step's being legal; None if there are none."""
        raises = bool(getattr(step, "raises", ()))
        if not (self.of_facts or raises) or not _has_marks(table):
            return None
        law = table.law
        other_law = Law(law.edition, {**law.chosen, "A22": OTHER_READING[law["A22"]]})
        if self._first_refusal(changed(table, law=other_law), step) == refused:
            return None
        marked = tuple(_marks(table))
        supporting = [
            mark for mark in marked if self._first_refusal(mark.otherwise, step) != refused
        ]
        # Where no single one would turn the ruling, it rests on all of them together.
        return _grounds(table, supporting or marked)

    def _first_refusal(self, table: Table, step: Any) -> Refused | None:
        """Verdict and rules of the first check that fails on this table; None if all hold."""
        for check in self.checks:
            refusal = check.asks(table, step)
            if refusal is not None:
                return refusal.verdict, refusal.cites or check.rules
        return None

    def naming_facts(self, check: Check) -> Check:
        """The check; its refusals name the marked facts that they rest on, and cite F1 and A22."""

        def adds(table: Table, step: Any, refusal: Refusal) -> Refusal:
            cites = refusal.cites or check.rules
            facts = self.supporting(table, step, (refusal.verdict, cites))
            if facts is None:
                return changed(refusal, cites=cites)
            since = refusal.since or (check.causes(table, step) if check.causes else ())
            return changed(
                refusal,
                cites=tuple(dict.fromkeys((*cites, *facts.cites))),
                reason=f"{refusal.reason}; {facts.reason}",
                since=entries(*since, *facts.since),
            )

        return changed(check, rules=tuple(dict.fromkeys((*check.rules, *CITES))), adds=adds)


def _has_marks(table: Table) -> bool:
    adjacent, in_range = table.adjacent.values(), table.in_range.values()
    return any(fact.marked for facts in adjacent for fact in facts.values()) or any(
        fact.marked for facts in in_range for sides in facts.values() for fact in sides.values()
    )


class Mark(Value):
    """A marked fact, and the table as it would be if the other reading of A22 held for it alone."""

    words: str
    fact: Fact
    otherwise: Table


def _marks(table: Table) -> Iterator[Mark]:
    for (one, other), fact in adjacent_pairs(table.adjacent):
        if fact.marked:
            beside = with_adjacency(table.adjacent, one, other, _otherwise(table, fact))
            so = changed(table, adjacent=beside)
            yield Mark(f"{one} and {other} are adjacent", fact, so)
    for (unit, target, side), fact in ranges_by_side(table.in_range):
        if fact.marked:
            of_it = f"the {side} of {target}" if side else target
            reach = with_side(table.in_range, unit, target, side, _otherwise(table, fact))
            so = changed(table, in_range=reach)
            yield Mark(f"{of_it} is in range of {unit}", fact, so)


def _otherwise(table: Table, fact: Fact) -> Fact:
    """The fact as it counts under the other reading of A22: unmarked, or as if it were not so."""
    return changed(fact, moved=0) if table.law["A22"] == "lapse" else changed(fact, holds=False)


def _grounds(table: Table, marks: Sequence[Mark]) -> Grounds:
    reported = list_in_words(f"{mark.words} ({mark.fact.source})" for mark in marks)
    counts = "still counts" if table.law["A22"] == "stand" else "counts no longer"
    since = entries(*(n for mark in marks for n in (mark.fact.entry, mark.fact.moved)))
    return grounds(f"that {reported} {counts} at this table", *CITES, since=since)
