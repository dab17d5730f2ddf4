"""What a player still owes: biomes lost by collapse (W3), cards to discard (E19, and P11 in the reset step)."""

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.wording import list_in_words
from domain.nullshapers.play.winning import biome_is_lost
from domain.nullshapers.table.events_queue import ChoiceAsked
from domain.nullshapers.table.events_table import CardMoved
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.waiting import Owed

DECIDES = ("E19", "P11", "W3")

HAND_LIMIT = 7


def next_owed(table: Table) -> Owed | None:
    """The debt to settle next: the turn player's before the opponent's, each in order of arising.

    A player with no biome or card left owes nothing.
    """
    for player in (table.turn_player, table.opponent):
        for one in table.owed:
            if one.player == player and _can_be_settled(table, one):
                return one
    return None


def _can_be_settled(table: Table, owed: Owed) -> bool:
    if owed.kind == "biome":
        return bool(table.standing_biomes(owed.player))
    return bool(table.in_zone("hand", owed.player))


def settle_owed(table: Table, owed: Owed) -> Happening:
    """Settles one debt; the player chooses if there is more than one way."""
    return (_collapse if owed.kind == "biome" else _discards)(table, owed)


def _collapse(table: Table, owed: Owed) -> Happening:
    """W3: the player picks one of their biomes, if there is more than one to pick from."""
    player = owed.player
    biomes = table.standing_biomes(player)
    if len(biomes) == 1:
        return (yield from biome_is_lost(table, player, biomes[0], collapse=True))
    reason = f"{player} could not draw and has to choose a biome to lose"
    yield grounds(reason, "W3", since=(owed.since,))
    return (yield ChoiceAsked(player, "biome", 1, biomes, rules=("W3",)))


def _discards(table: Table, owed: Owed) -> Happening:
    """E19: the player picks the cards, if they hold more than they must discard."""
    player, number = owed.player, owed.number
    hand = table.in_zone("hand", player)
    if len(hand) > number:
        yield grounds(f"{player} has to discard {number}", "E19", since=(owed.since,))
        return (yield ChoiceAsked(player, "discard", number, hand, rules=("E19",)))
    named = list_in_words(f"“{card}”" for card in hand)
    yield grounds(f"{player} discards {named}, all there is in the hand", "E19")
    for card in hand:
        table = yield CardMoved(card, "cache", player, rules=("E19",))
    return table


def discards_to_the_limit(table: Table, number: int) -> Happening:
    """P11: in the reset step the turn player picks the cards to discard down to the hand limit."""
    player = table.turn_player
    yield grounds(f"{player} has to discard {number}", "P11")
    hand = table.in_zone("hand", player)
    return (yield ChoiceAsked(player, "discard", number, hand, rules=("P11",)))
