"""What cards do when they take effect."""

from domain.kernel.blocks.lasting import Lasting
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds, undetermined
from domain.kernel.values import Event, changed, cites, stored_as, without_item
from tests.examples.lanterns.chapters.dice import DiceAwaited
from tests.examples.lanterns.chapters.mirrors import CoinGained, loses
from tests.examples.lanterns.chapters.stack import ItemLeft
from tests.examples.lanterns.table import Item, Rules, Table

DECIDES = ("E1", "E2", "E3")


@stored_as("lanterns/veil_put_on/v1")
class VeilPutOn(Event):
    """A player loses no light to sparks for a while."""

    player: str
    through: int
    """The last round in which it holds."""
    rules: Rules = cites("E3")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, veils={**table.veils, self.player: Lasting(entry, self.through)})


@stored_as("lanterns/veil_ended/v1")
class VeilEnded(Event):
    """A veil has come to its end."""

    player: str
    rules: Rules = cites("E3")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, veils=without_item(table.veils, self.player))


def takes_effect(table: Table, item: Item) -> Happening:
    if item.kind == "gust":
        return (yield DiceAwaited(item.name))
    table = yield ItemLeft(item.name)
    if item.kind == "spark":
        return (yield from _sparks(table, item))
    if item.kind == "snuff":
        return (yield from _snuffs(table, item))
    if item.kind == "veil":
        return (yield VeilPutOn(item.by, table.round + 1))
    return (yield CoinGained(item.by))


def _sparks(table: Table, item: Item) -> Happening:
    assert item.target is not None
    veil = table.veils.get(item.target)
    if veil is not None:
        before = item.entry < veil.since
        if before and table.law["Q1"] == "open":
            yield undetermined("whether the later veil stops it is not settled", "Q1")
        if not before or table.law["Q1"] == "yes":
            asked = ("Q1",) if before else ()
            yield grounds(f"{item.target} is veiled", "E3", *asked, since=veil)
            return table
    return (yield from loses(table, item.target, 1, "E1"))


def _snuffs(table: Table, item: Item) -> Happening:
    assert item.target is not None
    if table.on_the_stack(item.target) is None:
        yield grounds(f"“{item.target}” is on the stack no more", "E2")
        return table
    return (yield ItemLeft(item.target, ("E2",)))
