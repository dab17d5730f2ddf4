"""Chapter O: what comes of a trigger can keep a combat order from being given (O12)."""

from collections.abc import Iterable
from typing import Any

from domain.arcane_legions.outline import COMBAT, UNTIL_GIVEN, row_in_words
from domain.arcane_legions.table import Table
from domain.kernel.fields import UNSAID, WORDS, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Refusal, entries, illegal, requires
from domain.kernel.values import Event, cites, stored_as

DECIDES = ("O12",)


@one_of("the order is not given", WORDS, form=True)
def may_be_kept(table: Table) -> Iterable[Any]:
    return (UNSAID, True) if can_be_kept(table) else (UNSAID,)


@stored_as("arcane-legions/order_kept/v1")
class OrderKept(Event):
    """An effect keeps the order from being given; nothing more is chosen in it."""

    SAYS = "The {order} order of “{unit}” will not be given."

    unit: str
    order: str
    rules: tuple[RuleId, ...] = cites("O12")

    def after(self, table: Table, entry: int) -> Table:
        return table.with_order(kept=table.order.kept or entry)


def can_be_kept(table: Table) -> bool:
    """Whether the order on top is a combat that is not given yet, nor aborted."""
    return table.row in UNTIL_GIVEN and not table.jump


@requires("X2", "O12")
def the_order_can_be_kept(table: Table, step: Any) -> Refusal | None:
    """Asked of a trigger that is to keep an order from being given."""
    if not step.not_given or can_be_kept(table):
        return None
    since = entries(table.since, *(order.since for order in table.orders))
    return illegal(_why_not(table), since=since)


def _why_not(table: Table) -> str:
    order = table.order
    if not table.orders:
        return "no order is being carried out that could be kept from being given"
    if order.type not in COMBAT:
        return f"only a close or ranged order can be kept from being given, not {order.name}"
    if table.row in UNTIL_GIVEN:
        return f"{order.name} was aborted; there is nothing to keep from being given"
    return f"{order.name} is past that: the sequence is at “{row_in_words(table.row)}”"
