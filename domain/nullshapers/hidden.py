"""What each may see, and so may name: another's hand and a deck do not exist for a player's steps."""

from domain.kernel.hiding import HIDDEN
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE
from domain.nullshapers.queue import Item
from domain.nullshapers.table import Table

PRIVATE = frozenset({"hand", "deck"})


def sees_all(viewer: Viewer) -> bool:
    """Whether nothing is hidden from this viewer: a judge, whose view everybody has once all is laid open."""
    return viewer == JUDGE


def may_see(table: Table, viewer: Viewer, card: str) -> bool:
    """Whether this viewer may know which card it is, where it is now."""
    there = table.cards[card]
    in_own_hand = there.zone == "hand" and there.whose == viewer
    return there.zone not in PRIVATE or in_own_hand or sees_all(viewer)


def may_name(table: Table, by: Viewer, card: str) -> bool:
    """Whether this card is there for what this player says.

    One's own card in a deck that nobody has listed is: it may have been drawn without our seeing it.
    """
    if card not in table.cards:
        return False
    there = table.cards[card]
    in_own_deck = there.zone == "deck" and there.whose == by
    return may_see(table, by, card) or (in_own_deck and table.decks[by] is None)


def exists_for(table: Table, by: Viewer, name: str) -> bool:
    """Whether a target of this name exists for this player, or has existed."""
    return may_name(table, by, name) if name in table.cards else table.knows(name)


def skill_exists_for(table: Table, by: Viewer, name: str) -> bool:
    """Whether the name is “card/skill” of a card that exists for this player."""
    return any(
        name == f"{card}/{skill}" and may_name(table, by, card)
        for card, printed in table.printed.items()
        for skill in printed.skills
    )


def target_seen(table: Table, viewer: Viewer, item: Item, at: int) -> str:
    """A target of a queued action as this viewer may see it.

    Only a judge lets somebody name a hidden card; one that lay open when it was named stays named.
    """
    name = item.targets[at]
    card = table.cards.get(name)
    if card is None or card.departures != item.departures[at] or may_see(table, viewer, name):
        return name
    return HIDDEN


def name_seen(table: Table, viewer: Viewer, item: Item, name: str) -> str:
    """A name that was said with a queued action, as this viewer may see it."""
    if name in item.targets:
        return target_seen(table, viewer, item, item.targets.index(name))
    return HIDDEN if name in table.cards and not may_see(table, viewer, name) else name


def targets_seen(table: Table, viewer: Viewer, item: Item) -> list[str]:
    """All targets of a queued action as this viewer may see them."""
    return [target_seen(table, viewer, item, at) for at in range(len(item.targets))]


def is_private(table: Table, name: str) -> bool:
    """Whether it is a card that not everybody sees where it is now."""
    return name in table.cards and table.cards[name].zone in PRIVATE


def quoted_name(table: Table, name: str) -> str:
    """A name as a sentence for everybody has it: a card of a hand or a deck is “a card”."""
    return "a card" if is_private(table, name) else f"“{name}”"
