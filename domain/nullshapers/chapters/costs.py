"""Paying: what a declaration costs, and with what it is paid (D5 to D7, D9, K2, K4, A7)."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from domain.kernel.ruling import Refusal, entries, illegal, requires
from domain.kernel.values import Value
from domain.nullshapers.cards import TAKEN_FIRST, TYPED, Text
from domain.nullshapers.chapters.aiming import Declaration, targets_of
from domain.nullshapers.chapters.naming import OfACard
from domain.nullshapers.fields import anomaly_there
from domain.nullshapers.queue import Spent
from domain.nullshapers.table import Table

DECIDES = ("D5", "D6", "D7", "D9", "K2", "K4", "A7")


class Energy(OfACard):
    """Lock an anomaly for its energy (A6)."""

    card: Annotated[str, anomaly_there]


class Cost(Value):
    """What a declaration costs, in energy."""

    typed: Mapping[str, int]
    """Type → symbols, to be paid with energy of that type (D6)."""
    free: int
    """Void symbols and X, paid with any energy."""
    walls: tuple[str, ...] = ()
    """The targets whose firewall is part of it (K2)."""

    @property
    def total(self) -> int:
        """How much energy that is in all."""
        return self.free + sum(self.typed.values())


FREE = Cost({}, 0)


MOST_X = 15
"""The upper limit of X where M31 sets one."""


def cost_of(table: Table, text: Text, x: int | None, targets: tuple[str, ...]) -> Cost:
    """The whole cost: the text's own, X, and the firewall of every target on the planet."""
    walls = _with_firewall(table, targets)
    if not (text.cost or walls or x):
        return FREE
    typed = dict(text.cost)
    for name in walls:
        for kind, number in table.printed[name].firewall.items():
            typed[kind] = typed.get(kind, 0) + number
    free = typed.pop("void", 0) + max(0, x or 0)
    return Cost(typed, free, walls)


def _with_firewall(table: Table, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The targets on the planet that have a firewall (K2)."""
    if table.no_card_among(targets):
        return ()
    found = ((name, table.in_play(name)) for name in targets)
    return tuple(name for name, printed in found if printed is not None and printed.firewall)


def unpaid_types(cost: Cost, energy: Mapping[str, int]) -> list[str]:
    """The types of which the cost has more symbols than there is energy of that type (D6)."""
    if not cost.typed:
        return []
    return [kind for kind in TYPED if cost.typed.get(kind, 0) > energy.get(kind, 0)]


def default_payment(cost: Cost, energy: Mapping[str, int]) -> dict[str, int]:
    """The payment if none is named, type → energy: typed symbols first, the rest in a fixed order.

    It is less than the cost if there is not enough energy.
    """
    if cost is FREE:
        return {}
    paid = {kind: min(number, energy[kind]) for kind, number in cost.typed.items() if number > 0}
    open_still = cost.free
    for kind in TAKEN_FIRST:
        if not open_still:
            break
        already = paid.get(kind, 0)
        paid[kind] = min(already + open_still, energy[kind])
        open_still -= paid[kind] - already
    return {kind: number for kind, number in paid.items() if number}


def is_enough(cost: Cost, energy: Mapping[str, int]) -> bool:
    """Whether there is as much energy as the cost in all, whatever the types."""
    return sum(energy.values()) >= cost.total


def is_exact(cost: Cost, pay: Mapping[str, int], energy: Mapping[str, int]) -> bool:
    """Whether the payment that is named comes to the cost, and the player has it (D7)."""
    return sum(pay.values()) == cost.total and all(
        0 <= number <= energy[kind] for kind, number in pay.items()
    )


def in_words(amounts: Mapping[str, int]) -> str:
    """Energy in a sentence: “2 light, 1 void”, or “nothing”."""
    return ", ".join(f"{number} {kind}" for kind, number in amounts.items() if number) or "nothing"


def price_in_words(text: Text, lock: str) -> str:
    """What a text costs, for people: “2 void, X, a lock”; `lock`: how it is said that its card locks."""
    energy = in_words(text.cost) if any(text.cost.values()) else ""
    parts = (energy, "X" if text.x else "", lock if text.lock else "")
    return ", ".join(filter(None, parts))


def what_went_before(
    table: Table, player: str, cost: Cost, pay: Mapping[str, int] | None
) -> tuple[Spent, ...]:
    """The energy spent or lost in this turn that would have paid the cost, newest first.

    As much as is needed to make up for what is missing; none if even all of it would not do.
    """
    had = dict(table.energy[player])
    missed: list[Spent] = []
    for spent in reversed(table.spent.get(player, ())):
        if _pays(cost, pay, had):
            break
        missed.append(spent)
        for kind, number in spent.amounts.items():
            had[kind] += number
    return tuple(missed) if missed and _pays(cost, pay, had) else ()


def _pays(cost: Cost, pay: Mapping[str, int] | None, energy: Mapping[str, int]) -> bool:
    """Whether this energy pays the cost, or covers the payment that was named."""
    if pay is not None:
        return all(number <= energy[kind] for kind, number in pay.items())
    return is_enough(cost, energy) and not unpaid_types(cost, energy)


@requires("D5", "M31")
def x_is_picked_where_the_cost_has_one(table: Table, step: Declaration) -> Refusal | None:
    text = step.text(table)
    if not text.x:
        return None if step.x is None else illegal(f"“{step.card}” has no X in its cost", "D5")
    if step.x is None:
        return illegal(f"“{step.card}” has X in its cost, and none is picked", "D5")
    if step.x < 0:
        return illegal(f"X is a whole number from 0 up, not {step.x}", "D5", x=step.x)
    if step.x > MOST_X and table.law["M31"] == "fifteen":
        return illegal(f"X is 15 at most, not {step.x}", "D5", "M31", x=step.x)
    return None


@requires("D9", "D6", "D7", "D5", "K2", "K4", "A7", "M38")
def the_whole_cost_can_be_paid(table: Table, step: Declaration) -> Refusal | None:
    """All that is wrong with the lock and the payment is said at once, each with the rule it fails."""
    text = step.text(table)
    cost = cost_of(table, text, step.x, targets_of(table, step))
    if cost is FREE and step.pay is None and not text.lock:
        return None
    reasons: list[str] = []
    cites: list[str] = []
    since: list[int] = []
    if text.lock and (reason := _cannot_lock(table, step.card)):
        reasons.append(reason)
        cites.append("D9")
        since.append(table.cards[step.card].locked_since or table.cards[step.card].since)
    for reason, rules in _unpaid(table, step, text, cost):
        reasons.append(reason)
        cites.extend(rules)
    if not cites:
        return None
    for spent in what_went_before(table, step.by, cost, step.pay):
        since.append(spent.since)
        cites.extend(spent.rules)
        if spent.rules and spent.amounts:
            lost = f"{in_words(spent.amounts)} of {step.by}'s was lost with the end of a step"
            reasons.append(f"{lost}, in entry {spent.since}")
    return illegal(
        "; ".join(reasons), *dict.fromkeys(cites), since=entries(*since), cost=cost.total
    )


def _unpaid(
    table: Table, step: Declaration, text: Text, cost: Cost
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Why the energy there, or the payment named, does not pay the cost; each with its rules."""
    energy = table.energy[step.by]
    untyped = unpaid_types(cost, energy if step.pay is None else step.pay)
    if untyped:
        source = f"{step.by} has" if step.pay is None else "the payment named has"
        yield f"the cost has more {' and '.join(untyped)} than {source}", ("D6",)
    pays = is_enough(cost, energy) if step.pay is None else is_exact(cost, step.pay, energy)
    if not pays:
        offer = f"{step.by} has {in_words(energy)}"
        if step.pay is not None:
            offer = f"what is named is {in_words(step.pay)}; {offer}"
        yield f"the whole cost is {cost.total}, and {offer}", (("D7", "D5") if text.x else ("D7",))
    if cost.walls and (untyped or not pays):
        yield f"a firewall is part of it: {', '.join(cost.walls)}", ("K2",)


def _cannot_lock(table: Table, name: str) -> str | None:
    """Why this card cannot lock for a cost (D9, K4)."""
    card = table.cards[name]
    if card.locked:
        return f"“{name}” is locked already"
    if card.fresh and table.is_agent(name) and not table.printed[name].ready:
        return f"“{name}” is fresh: it arrived this turn, and cannot lock"
    return None
