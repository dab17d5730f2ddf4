"""Which entries told their player something new, so that their undo is a request (section “Judge, undo”)."""

from domain.kernel.position import Entry
from domain.nullshapers.table.events import CardsDrawn
from domain.nullshapers.table.hidden import may_see
from domain.nullshapers.table.state import Table


def tells_new(entry: Entry, before: Table, after: Table) -> bool:
    """A card was drawn, by whoever; or its player may see a card that they could not see before."""
    by = entry.said["by"]
    return any(_was_drawn(event, before) for event in entry.events) or any(
        may_see(after, by, card) and not may_see(before, by, card) for card in after.cards
    )


def _was_drawn(event: object, before: Table) -> bool:
    """Whether a card was drawn with this event, also from a deck that nobody has listed."""
    if not isinstance(event, CardsDrawn):
        return False
    return bool(event.cards) or before.decks[event.player] is None
