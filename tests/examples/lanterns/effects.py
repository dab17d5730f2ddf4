"""What cards do when they take effect, and the mirrors that look on."""

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds, undetermined
from domain.kernel.shapes.seats import from_seat
from tests.examples.lanterns import events as e
from tests.examples.lanterns.state import Item, Table, in_game

DECIDES = ("E1", "E2", "E3", "M1", "M2")


def takes_effect(table: Table, item: Item) -> Happening:
    if item.kind == "gust":
        return (yield e.DiceAwaited(item.name))
    table = yield e.ItemLeft(item.name)
    if item.kind == "spark":
        return (yield from _sparks(table, item))
    if item.kind == "snuff":
        return (yield from _snuffs(table, item))
    if item.kind == "veil":
        return (yield e.VeilPutOn(item.by, table.round + 1))
    return (yield e.CoinGained(item.by))


def _sparks(table: Table, item: Item) -> Happening:
    assert item.target is not None
    veil = table.veils.get(item.target)
    if veil is not None:
        before = table.laid[item.name] < veil.since and item.entry < veil.since
        if before and table.law["Q1"] == "open":
            yield undetermined("whether the later veil stops it is not settled", "Q1")
        if not before or table.law["Q1"] == "yes":
            asked = ("Q1",) if before else ()
            yield grounds(f"{item.target} is veiled", "E3", *asked, since=(veil.since,))
            return table
    return (yield from loses(table, item.target, 1, "E1"))


def _snuffs(table: Table, item: Item) -> Happening:
    assert item.target is not None
    if table.on_the_stack(item.target) is None:
        yield grounds(f"“{item.target}” is on the stack no more", "E2")
        return table
    return (yield e.ItemLeft(item.target, ("E2",)))


def loses(table: Table, player: str, number: int, rule: str) -> Happening:
    """Lights go, and the mirrors of others see it: M1, M2."""
    if player in table.out:
        yield grounds(f"{player} is out already", "W1")
        return table
    table = yield e.LightsLost(player, number, (rule,))
    for owner in from_seat(table.players, table.led, in_game(table)):
        for _ in range(table.mirrors[owner] if owner != player else 0):
            table = yield e.TriggerEntered(owner)
    return table
