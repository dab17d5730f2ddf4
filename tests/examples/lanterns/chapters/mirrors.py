"""Lights that go, and the mirrors of others that look on."""

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, cites, stored_as
from tests.examples.lanterns.table import Item, Rules, Table

DECIDES = ("M1", "M2")


@stored_as("lanterns/lights_lost/v1")
class LightsLost(Event):
    """A player has so many lights less."""

    player: str
    number: int
    """How many."""
    rules: Rules

    def after(self, table: Table, _entry: int) -> Table:
        return table.with_lights(self.player, -self.number)


@stored_as("lanterns/trigger_entered/v1")
class TriggerEntered(Event):
    """A mirror's trigger came onto the stack."""

    player: str
    rules: Rules = cites("M1", "M2")

    def after(self, table: Table, entry: int) -> Table:
        number = table.triggers + 1
        item = Item(f"trigger{number}", "mirror", self.player, entry)
        return changed(table, stack=(*table.stack, item), triggers=number)


@stored_as("lanterns/coin_gained/v1")
class CoinGained(Event):
    """A player has a coin more."""

    player: str
    rules: Rules = cites("M1")

    def after(self, table: Table, _entry: int) -> Table:
        return table.with_coins(self.player, 1)


def loses(table: Table, player: str, number: int, rule: str) -> Happening:
    """Lights go, and the mirrors of others see it: M1, M2."""
    if player in table.out:
        yield grounds(f"{player} is out already", "W1")
        return table
    table = yield LightsLost(player, number, (rule,))
    for owner in table.from_who_leads:
        for _ in range(table.mirrors[owner] if owner != player else 0):
            table = yield TriggerEntered(owner)
    return table
