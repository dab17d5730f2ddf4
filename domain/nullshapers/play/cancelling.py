"""Cancelling: what becomes of an action that does not happen (E9, E10, E12, E17)."""

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.nullshapers.table.events_queue import ActionCancelled, ActionMarked, CostGivenBack
from domain.nullshapers.table.events_table import CardMoved
from domain.nullshapers.table.queue import Item, name_of, with_capital
from domain.nullshapers.table.state import Table

DECIDES = ("E9", "E10", "E12", "E17")


def cancel(
    table: Table, item: Item, because: str, *cites: str, since: tuple[int, ...] = ()
) -> Happening:
    """An action leaves the queue without effect; a card goes to its owner's cache at once."""
    rule = "E9" if item.is_card else "E10"
    yield grounds(f"{with_capital(item)} is cancelled: {because}", *cites, rule, since=since)
    kept = ("E12",) if item.paid and table.law["M12"] == "kept" else ()
    table = yield ActionCancelled(item.name, item.by, (*cites, rule, *kept))
    if item.is_card:
        assert item.card is not None
        owner = table.printed[item.card].owner
        whose = item.by if table.law["M16"] == "controller" else owner
        table = yield CardMoved(item.card, "cache", whose, rules=("E9",))
    return (yield from _give_back_what_was_paid(table, item))


def _give_back_what_was_paid(table: Table, item: Item) -> Happening:
    """M12: where the table reads it so, the energy comes back, and the card locked for it unlocks."""
    if table.law["M12"] == "kept" or not (item.paid or item.locked_for_it):
        return table
    unlocked = item.card if item.locked_for_it and _never_left(table, item) else None
    if item.paid or unlocked:
        yield grounds(f"{item.by} gets back what was paid for {name_of(item)}", "M12")
        table = yield CostGivenBack(item.by, item.paid, unlocked)
    return table


def _never_left(table: Table, item: Item) -> bool:
    """Whether the card of the action has been on the planet ever since it was declared."""
    assert item.card is not None
    card = table.cards[item.card]
    return card.on_the_planet and card.departures == item.departed


def effect_cancels(table: Table, item: Item) -> Happening:
    """The action leaves the queue at once, or keeps its place until it would execute, as M15 says (E17)."""
    if table.law["M15"] == "at_once":
        return (yield from cancel(table, item, "an effect takes it out of the queue"))
    if item.marked is not None:
        again = f"{with_capital(item)} was cancelled before, and keeps its place all the same"
        yield grounds(again, "E17", "M15", since=(item.marked,))
        return table
    until = "keeps its place until it would execute"
    yield grounds(f"{with_capital(item)} is cancelled, and {until}", "E17", "M15")
    return (yield ActionMarked(item.name))
