"""Rulings that rest on facts reported before a unit moved (F2): they say so (A22)."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.arcane_legions.table.facts import Fact, lines, pairs, with_adjacency, with_side
from domain.arcane_legions.table.state import Table
from domain.kernel.rulebook import Law, RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, entries, grounds
from domain.kernel.steps import Step
from domain.kernel.values import Value, changed
from domain.kernel.wording import list_in_words

CITES = ("F1", "A22")
OTHER = {"stand": "lapse", "lapse": "stand"}

Answer = tuple[str, tuple[RuleId, ...]] | None
"""The verdict and rules of the refusal of a step; None where the step is legal."""

Told = tuple[str, tuple[int, ...]]
"""The marked facts that a ruling rests on, in words, and the entries behind them."""


def heeding_marks(procedure: Procedure, *, of_facts: bool = False) -> Procedure:
    """Wraps a procedure: a ruling that would differ under the other reading of A22 says so.

    A fact is marked when a unit has moved since it was reported; A22 says whether it still counts.
    This is the outermost layer: it asks all the checks again under the other reading. `of_facts`:
    facts decide the step itself; otherwise they only decide on the triggers raised with it.
    """

    def may_rest_on_marks(table: Table, step: Any) -> bool:
        return (of_facts or bool(step.raises)) and has_marks(table)

    happens = procedure.happens

    def it_happens(table: Table, step: Any) -> Happening:
        told = None
        if not step.forced and may_rest_on_marks(table, step):
            told = _rests_on(table, step, procedure.checks, None)
        return happens(table, step) if told is None else _and_says_so(happens(table, step), told)

    def heeding(check: Check) -> Check:
        def adds(table: Table, step: Any, refusal: Refusal) -> Refusal:
            if not may_rest_on_marks(table, step):
                return changed(refusal, cites=refusal.cites or check.rules)
            return _with_its_marks(table, step, check, refusal, procedure.checks)

        return changed(check, rules=tuple(dict.fromkeys((*check.rules, *CITES))), adds=adds)

    return changed(procedure, happens=it_happens, checks=tuple(map(heeding, procedure.checks)))


def _and_says_so(happening: Happening, told: Told) -> Happening:
    yield from happening
    return (yield grounds(told[0], *CITES, since=told[1]))


def _with_its_marks(
    table: Table, step: Step, check: Check, refusal: Refusal, checks: Sequence[Check]
) -> Refusal:
    cites = refusal.cites or check.rules
    told = _rests_on(table, step, checks, (refusal.verdict, cites))
    if told is None:
        return changed(refusal, cites=cites)
    since = refusal.since or (check.causes(table, step) if check.causes else ())
    reason = f"{refusal.reason}; {told[0]}"
    return changed(refusal, cites=(*cites, *CITES), reason=reason, since=entries(*since, *told[1]))


def has_marks(table: Table) -> bool:
    """Whether any fact is marked: a unit has moved since it was reported."""
    adjacent, in_range = table.adjacent.values(), table.in_range.values()
    return any(fact.marked for facts in adjacent for fact in facts.values()) or any(
        fact.marked for facts in in_range for sides in facts.values() for fact in sides.values()
    )


class Marked(Value):
    """A marked fact, and the table as it would be if the other reading of A22 held for it alone."""

    words: str
    fact: Fact
    otherwise: Table


def _marks(table: Table) -> Iterator[Marked]:
    for (one, other), fact in pairs(table.adjacent):
        if fact.marked:
            beside = with_adjacency(table.adjacent, one, other, _otherwise(table, fact))
            so = changed(table, adjacent=beside)
            yield Marked(f"{one} and {other} are adjacent", fact, so)
    for (unit, target, side), fact in lines(table.in_range):
        if fact.marked:
            of_it = f"the {side} of {target}" if side else target
            reach = with_side(table.in_range, unit, target, side, _otherwise(table, fact))
            so = changed(table, in_range=reach)
            yield Marked(f"{of_it} is in range of {unit}", fact, so)


def _otherwise(table: Table, fact: Fact) -> Fact:
    """The fact as it would count under the other reading of A22."""
    return changed(fact, moved=0) if table.law["A22"] == "lapse" else changed(fact, holds=False)


def _rests_on(table: Table, step: Step, checks: Sequence[Check], ruled: Answer) -> Told | None:
    """The marked facts that decide this ruling, in words; None where the other reading rules alike."""
    law = table.law
    other_law = Law(law.edition, {**law.chosen, "A22": OTHER[law["A22"]]})
    if _answer(changed(table, law=other_law), step, checks) == ruled:
        return None
    marked = tuple(_marks(table))
    behind = [one for one in marked if _answer(one.otherwise, step, checks) != ruled] or marked
    reported = list_in_words(f"{one.words} ({one.fact.source})" for one in behind)
    counts = "still counts" if law["A22"] == "stand" else "counts no longer"
    since = entries(*(n for one in behind for n in (one.fact.entry, one.fact.moved)))
    return f"that {reported} {counts} at this table", since


def _answer(table: Table, step: Step, checks: Sequence[Check]) -> Answer:
    """The verdict and rules of the first check that refuses, found in the order of `decide`."""
    for check in checks:
        refusal = check.asks(table, step)
        if refusal is not None:
            return refusal.verdict, refusal.cites or check.rules
    return None
