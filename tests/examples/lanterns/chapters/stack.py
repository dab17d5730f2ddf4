"""The stack: whose chance it is lays a card on it, or passes."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from domain.kernel.blocks.passing import Passing
from domain.kernel.blocks.zones import card_in, lies_in_their
from domain.kernel.fields import UNSAID, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, all_of, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from tests.examples.lanterns.fields import AIMS, CARDS, others
from tests.examples.lanterns.table import HAND, LAID, Item, Rules, Table

DECIDES = ("C1", "C2")


@one_of("what it can aim at", AIMS, "At what?")
def aim(table: Table, player: str, said: Mapping[str, Any]) -> Iterable[Any]:
    kind = table.zones.cards[said["card"]].kind
    if kind == "veil":
        return (UNSAID,)
    if kind == "snuff":
        return [item.name for item in table.stack if item.kind != "mirror"]
    return others(table, player)


class Lay(Step):
    card: Annotated[str, card_in(HAND, CARDS)]
    target: Annotated[str | None, aim] = None


class Pass(Step):
    """Leave the chance to the next seat."""


@stored_as("lanterns/card_laid/v1")
class CardLaid(Event):
    """A card came out of a hand onto the stack."""

    by: str
    card: str
    target: str | None
    """What it aims at; null for nothing."""
    rules: Rules = cites("C1")

    def after(self, table: Table, entry: int) -> Table:
        assert table.window is not None
        zones = table.zones.moved(self.card, LAID, self.by, entry)
        item = Item(self.card, zones.cards[self.card].kind, self.by, entry, self.target)
        window = table.window.after_acting()
        return changed(table, zones=zones, stack=(*table.stack, item), window=window)


@stored_as("lanterns/chance_passed/v1")
class ChancePassed(Event):
    """A player left the chance to the next seat."""

    by: str
    rules: Rules = cites("C1")

    def after(self, table: Table, _entry: int) -> Table:
        assert table.window is not None
        return changed(table, window=table.window.passes(table.players, table.in_game))


@stored_as("lanterns/item_left/v1")
class ItemLeft(Event):
    """What was on the stack is on it no more: it takes effect, was snuffed, or fell with its player."""

    card: str
    rules: Rules = cites("C3")

    def after(self, table: Table, _entry: int) -> Table:
        stack = tuple(item for item in table.stack if item.name != self.card)
        window = Passing(table.from_who_leads[0])
        return changed(table, stack=stack, window=window, rolling=None)


@requires("C1")
def it_is_their_chance(table: Table, step: Lay | Pass) -> Refusal | None:
    if table.window is None or table.rolling is not None:
        return illegal("nobody has the chance to lay a card now")
    if table.window.chance == step.by:
        return None
    return illegal(f"it is the chance of {table.window.chance}", since=table.stack[-1:])


@requires("C2", "G1", "W1")
def it_aims_at_what_it_can(table: Table, step: Lay) -> Refusal | None:
    kind = table.zones.cards[step.card].kind
    if kind == "veil":
        return illegal("a veil aims at nothing", "C2") if step.target else None
    if step.target is None:
        return illegal(f"a {kind} aims at something", "C2", "G1")
    if kind == "snuff":
        found = table.on_the_stack(step.target)
        aims = found is not None and found.kind != "mirror"
        return None if aims else illegal(f"“{step.target}” is no card on the stack", "C2", "G1")
    if step.target not in table.players or step.target == step.by:
        return illegal(f"a {kind} aims at another player", "C2", "G1")
    return illegal(f"{step.target} is out", "W1") if step.target in table.out else None


def lay(table: Table, step: Lay) -> Happening:
    table = yield CardLaid(step.by, step.card, step.target)
    at = f" at {step.target}" if step.target else ""
    kind = table.zones.cards[step.card].kind
    yield grounds(f"{step.by} lays “{step.card}”, a {kind}{at}", "C1", "C2")
    return table


def pass_(table: Table, step: Pass) -> Happening:
    table = yield ChancePassed(step.by)
    yield grounds(f"{step.by} passes", "C1")
    return table


def falls(table: Table, player: str) -> Happening:
    """W1: what a player has on the stack goes with them."""
    for item in table.stack:
        if item.by == player:
            table = yield ItemLeft(item.name, ("W1",))
    return table


LAY_IF = (it_is_their_chance, lies_in_their(HAND, "G2"), it_aims_at_what_it_can)
LAY = Procedure(Lay, lay, LAY_IF, acts_on=all_of(*LAY_IF))
PASS = Procedure(Pass, pass_, (it_is_their_chance,), acts_on=it_is_their_chance)
