"""What may stand in the fields of several steps."""

from domain.kernel.blocks.zones import card_names
from domain.kernel.fields import Names
from tests.examples.lanterns.table import Table

CARDS = card_names()
PLAYERS = Names(lambda table, _viewer: table.players, are_pieces=True)
AIMS = Names(lambda table, viewer: (*table.players, *CARDS.known(table, viewer)), are_pieces=True)
"""What a card may aim at."""


def others(table: Table, player: str) -> list[str]:
    """The other players in the game."""
    return [one for one in table.in_game if one != player]
