"""Paying: what a declaration costs (D6, D7, K2) and with what it is paid."""

from collections.abc import Mapping

from domain.kernel.values import Value
from domain.nullshapers.law.cards import TAKEN_FIRST, TYPED, Text
from domain.nullshapers.table.queue import Spent
from domain.nullshapers.table.state import Table


class Cost(Value):
    """Symbols of a type, and what any energy pays: void symbols and X."""

    typed: Mapping[str, int]
    free: int
    walls: tuple[str, ...] = ()
    """The targets with a firewall that is part of it."""

    @property
    def total(self) -> int:
        return self.free + sum(self.typed.values())


FREE = Cost({}, 0)


def cost_of(table: Table, text: Text, x: int | None, targets: tuple[str, ...]) -> Cost:
    """The whole cost: the text's own, X, and the firewall of every target on the planet."""
    walls = _walls(table, targets)
    if not (text.cost or walls or x):
        return FREE
    typed = dict(text.cost)
    for name in walls:
        for kind, number in table.printed[name].firewall.items():
            typed[kind] = typed.get(kind, 0) + number
    free = typed.pop("void", 0) + max(0, x or 0)
    return Cost(typed, free, walls)


def _walls(table: Table, targets: tuple[str, ...]) -> tuple[str, ...]:
    if table.no_card_among(targets):
        return ()
    return tuple(
        name
        for name in targets
        if name in table.cards
        and table.cards[name].on_the_planet
        and (printed := table.awake(name)) is not None
        and printed.firewall
    )


def unpaid_types(cost: Cost, energy: Mapping[str, int]) -> list[str]:
    """The types whose symbols this energy does not cover in kind."""
    if not cost.typed:
        return []
    return [kind for kind in TYPED if cost.typed.get(kind, 0) > energy.get(kind, 0)]


def taken(cost: Cost, energy: Mapping[str, int]) -> dict[str, int]:
    """An unnamed payment: typed symbols in kind, the rest in the fixed order, as far as it goes."""
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


def enough(cost: Cost, energy: Mapping[str, int]) -> bool:
    """Whether a player's energy comes to the sum."""
    return sum(energy.values()) >= cost.total


def exact(cost: Cost, pay: Mapping[str, int], energy: Mapping[str, int]) -> bool:
    """Whether a named payment comes to the sum and is there."""
    return sum(pay.values()) == cost.total and all(
        0 <= number <= energy[kind] for kind, number in pay.items()
    )


def in_words(amounts: Mapping[str, int]) -> str:
    """Energy as a sentence names it."""
    return ", ".join(f"{number} {kind}" for kind, number in amounts.items() if number) or "nothing"


def missed(
    table: Table, player: str, cost: Cost, pay: Mapping[str, int] | None
) -> tuple[Spent, ...]:
    """What went this turn without which this could be paid, newest first; nothing where it is not that."""
    had = dict(table.energy[player])
    found: list[Spent] = []
    for one in reversed(table.spent.get(player, ())):
        if _covers(cost, pay, had):
            break
        found.append(one)
        for kind, number in one.amounts.items():
            had[kind] += number
    return tuple(found) if found and _covers(cost, pay, had) else ()


def _covers(cost: Cost, pay: Mapping[str, int] | None, energy: Mapping[str, int]) -> bool:
    if pay is not None:
        return all(number <= energy[kind] for kind, number in pay.items())
    return enough(cost, energy) and not unpaid_types(cost, energy)
