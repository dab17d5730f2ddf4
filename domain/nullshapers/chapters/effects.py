"""The effects that a card's text is made of, and what each does to the targets still valid (E20)."""

from collections.abc import Callable, Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, cites, stored_as
from domain.nullshapers.cards import Effect
from domain.nullshapers.chapters.moves import (
    CardMoved,
    card_goes,
    card_is_terminated,
    card_locks,
    card_takes_damage,
    card_unlocks,
    durability_changes,
    effect_cancels,
    player_draws,
)
from domain.nullshapers.chapters.targets import is_there
from domain.nullshapers.chapters.winning import biome_is_lost, sectors_at_zero_are_lost
from domain.nullshapers.queue import Item, Owed
from domain.nullshapers.table import Table

DECIDES = ("E20",)


@stored_as("nullshapers/energy_made/v1")
class EnergyMade(Event):
    """A player gets energy."""

    SAYS = "{player} gets energy: {made}."

    player: str
    made: Mapping[str, int]
    """Kind of energy and number."""
    card: str | None = None
    """The anomaly; null when it is reported."""
    rules: tuple[RuleId, ...] = cites("A6")

    def after(self, table: Table, entry: int) -> Table:
        energy = table.plus(self.player, self.made, 1)
        acted = table.acted if self.card is None else table.last_to_act(self.player, entry)
        return changed(table, energy=energy, acted=acted)


@stored_as("nullshapers/text_reported/v1")
class TextReported(Event):
    """A card's text is said to the table."""

    SAYS = "It is said to the table: {text}."

    entry: str
    """The action it is part of."""
    text: str
    rules: tuple[RuleId, ...] = cites("E20")

    def after(self, table: Table, _entry: int) -> Table:
        return table


@stored_as("nullshapers/discard_owed/v1")
class DiscardOwed(Event):
    """A player has to discard cards of their hand, once the execution has finished."""

    SAYS = "{player} has to discard {number}."

    player: str
    number: int
    """How many."""
    rules: tuple[RuleId, ...] = cites("E19")

    def after(self, table: Table, entry: int) -> Table:
        owed = Owed(self.player, "discard", self.number, entry)
        return changed(table, owed=(*table.owed, owed))


DoesEffect = Callable[[Table, Item, Effect, tuple[str, ...]], Happening]
"""What an effect does: (table, the action it is of, the effect, what it acts on) → what happens."""


BY_EFFECT: tuple[RuleId, ...] = ("E20",)
"""The rules of what an effect does."""


def effects_happen(
    table: Table, item: Item, valid: tuple[int, ...], effects: tuple[Effect, ...]
) -> Happening:
    """These effects in order, each on the targets of its group that an earlier one has not taken away.

    `valid`: the places of the targets that are valid.
    """
    part = table.part(item)
    for effect in effects:
        group = effect.group - 1
        names = tuple(
            [
                item.targets[at]
                for at in valid
                if part.group_at(at) == group
                and is_there(table, item.targets[at], part.target_at(at))
            ]
        )
        table = yield from EFFECTS[effect.do](table, item, effect, names)
    return table


def _each_on_the_planet(befalls: Callable[[Table, Item, Effect, str], Happening]) -> DoesEffect:
    """What befalls each of the cards named, as far as it is still on the planet."""

    def effect_does(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
        for name in names:
            if name in table.cards and table.cards[name].on_the_planet:
                table = yield from befalls(table, item, effect, name)
        return table

    return effect_does


@_each_on_the_planet
def _damage(table: Table, item: Item, effect: Effect, card: str) -> Happening:
    return card_takes_damage(table, card, max(0, effect.comes_to(item.x)), BY_EFFECT)


@_each_on_the_planet
def _lock(table: Table, _item: Item, _effect: Effect, card: str) -> Happening:
    return card_locks(table, card, BY_EFFECT)


@_each_on_the_planet
def _unlock(table: Table, _item: Item, _effect: Effect, card: str) -> Happening:
    return card_unlocks(table, card, BY_EFFECT)


@_each_on_the_planet
def _terminate(table: Table, _item: Item, _effect: Effect, card: str) -> Happening:
    agent = ("E18",) if table.is_agent(card) else ()
    yield grounds(f"“{card}” is terminated", *agent)
    return (yield from card_is_terminated(table, card, BY_EFFECT))


def _to_hand(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
    wanted = table.part(item).groups[effect.group - 1]
    for name in names:
        if name in table.cards and is_there(table, name, wanted):
            owner = table.printed[name].owner
            table = yield from card_goes(table, name, "hand", owner, BY_EFFECT)
    return table


@_each_on_the_planet
def _to_biome(table: Table, _item: Item, effect: Effect, card: str) -> Happening:
    biome, whose = effect.biome, table.cards[card].whose
    assert biome is not None
    stands = table.is_agent(card) and table.stands(biome, whose)
    if stands and table.cards[card].zone != biome:
        table = yield CardMoved(card, biome, whose, rules=BY_EFFECT)
    return table


def _durability(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
    sectors = tuple(sector for name in names for sector in _sectors(table, name))
    for sector in sectors:
        table = yield from durability_changes(table, sector, effect.comes_to(item.x), BY_EFFECT)
    return (yield from sectors_at_zero_are_lost(table, sectors))


def _sectors(table: Table, name: str) -> tuple[str, ...]:
    """The sector of this name, or the standing sectors of the biome of this name."""
    if name in table.sectors:
        return (name,)
    if name not in table.lost:
        return ()
    return tuple(f"{name}.{player}" for player in table.players if table.stands(name, player))


def _lose_biome(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
    player = item.by if effect.who == "self" else table.other(item.by)
    for name in names:
        if name in table.lost and table.stands(name, player):
            table = yield from biome_is_lost(table, player, name, BY_EFFECT)
    return table


def _cancel(table: Table, _item: Item, _effect: Effect, names: tuple[str, ...]) -> Happening:
    for name in names:
        action = table.item(name)
        if action is not None:
            table = yield from effect_cancels(table, action)
    return table


def _who(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> tuple[str, ...]:
    """The players whom the effect falls on: oneself, the opponent, or the players named."""
    if effect.who == "target":
        return tuple(name for name in names if name in table.players)
    return (item.by if effect.who == "self" else table.other(item.by),)


def _draw(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
    for player in _who(table, item, effect, names):
        table = yield from player_draws(table, player, effect.comes_to(item.x), BY_EFFECT)
    return table


def _discard(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
    """E19: the cards are picked when the execution has finished."""
    number = effect.comes_to(item.x)
    for player in _who(table, item, effect, names) if number > 0 else ():
        table = yield DiscardOwed(player, number)
    return table


def _gain_energy(table: Table, item: Item, effect: Effect, names: tuple[str, ...]) -> Happening:
    number = effect.comes_to(item.x)
    for player in _who(table, item, effect, names) if number > 0 else ():
        yield grounds(f"{player} gets {number} {effect.kind}")
        table = yield EnergyMade(player, {effect.kind: number}, rules=("A6", *BY_EFFECT))
    return table


def _report(_table: Table, item: Item, effect: Effect, _names: tuple[str, ...]) -> Happening:
    yield grounds(f"To be done on the table: {effect.text}")
    return (yield TextReported(item.name, effect.text))


EFFECTS: dict[str, DoesEffect] = {
    "damage": _damage,
    "lock": _lock,
    "unlock": _unlock,
    "terminate": _terminate,
    "to_hand": _to_hand,
    "to_biome": _to_biome,
    "durability": _durability,
    "lose_biome": _lose_biome,
    "cancel": _cancel,
    "draw": _draw,
    "discard": _discard,
    "gain_energy": _gain_energy,
    "report": _report,
}
