"""The table of Lanterns."""

from collections.abc import Mapping

from domain.kernel.blocks.lasting import Lasting
from domain.kernel.blocks.leaving import Seated
from domain.kernel.blocks.passing import Passing
from domain.kernel.blocks.seats import from_seat
from domain.kernel.blocks.secret import Secret
from domain.kernel.blocks.zones import ALL, OWNER, Zones
from domain.kernel.rulebook import Law
from domain.kernel.values import Value, changed

Rules = tuple[str, ...]
HAND, LAID = "hand", "laid"
"""Where cards lie: in a hand, or out of it, on the stack and after."""


class Item(Value):
    """A card or a mirror's trigger on the stack."""

    name: str
    """The card, or `trigger3`."""
    kind: str
    by: str
    entry: int
    target: str | None = None


class Rolling(Value):
    """A gust whose dice are being rolled."""

    item: Item
    dice: tuple[int, ...] = ()
    again: bool = False
    """Whether a die was rolled again."""


class Table(Seated):
    law: Law
    lights: Mapping[str, int]
    coins: Mapping[str, int]
    mirrors: Mapping[str, int]
    led: str
    """Who leads, or led last."""
    zones: Zones = Zones({HAND: OWNER, LAID: ALL})
    round: int = 1
    bids: Secret = Secret()
    window: Passing | None = None
    """None while bids are made."""
    stack: tuple[Item, ...] = ()
    """The top last."""
    rolling: Rolling | None = None
    veils: Mapping[str, Lasting] = {}
    """By the player who is veiled."""
    triggers: int = 0
    """How many have entered by now."""

    def on_the_stack(self, name: str) -> Item | None:
        return next((item for item in self.stack if item.name == name), None)

    @property
    def from_who_leads(self) -> tuple[str, ...]:
        """Everybody in the game in seat order, beginning with who leads."""
        return from_seat(self.players, self.led, self.in_game)

    def to_act(self) -> tuple[str, ...]:
        if self.over:
            return ()
        if self.rolling is not None:
            return (self.rolling.item.by,)
        if self.window is None:
            return self.bids.waiting(self.in_game)
        return (self.window.chance,)

    def with_coins(self, player: str, more: int) -> "Table":
        return changed(self, coins=_with_more(self.coins, player, more))

    def with_lights(self, player: str, more: int) -> "Table":
        return changed(self, lights=_with_more(self.lights, player, more))


def _with_more(mapping: Mapping[str, int], player: str, more: int) -> Mapping[str, int]:
    return {**mapping, player: max(0, mapping[player] + more)}
