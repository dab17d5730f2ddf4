"""What may stand in the fields of several kinds of steps, and how they are read."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.fields import UNSAID, Names, OneOf, one_of
from domain.kernel.steps import Unreadable, fitting, quoted_value
from domain.nullshapers.cards import BIOMES, KINDS
from domain.nullshapers.hidden import may_name, may_see
from domain.nullshapers.table import Card, Table


def _is_a_payment(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        kind in KINDS and type(amount) is int for kind, amount in value.items()
    )


def _sends_agents(value: Any) -> bool:
    names = [*value, *value.values()] if isinstance(value, Mapping) else []
    return bool(names) and all(type(name) is str for name in names)


def _is_damage(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        type(name) is str and type(amount) is int and amount >= 0 for name, amount in value.items()
    )


def _are_names(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(type(one) is str for one in value)
    )


def attackers_to_defenders(value: Any) -> dict[str, tuple[str, ...]]:
    """Reads who defends against whom. Raises Unreadable."""
    if isinstance(value, Mapping) and all(map(_are_names, ([*value], *value.values()))):
        return {attacker: tuple(agents) for attacker, agents in value.items()}
    wanted = "a mapping of at least one attacker to a list of at least one agent"
    raise Unreadable(f"“against” is {wanted}, not {quoted_value(value)}")


kinds_to_numbers = fitting("pay", "a mapping of energy kinds to whole numbers", _is_a_payment)
agents_to_biomes = fitting("agents", "a mapping of at least one agent to a biome", _sends_agents)
damage_taken = fitting("damage", "a mapping of agents or sectors to numbers from 0 up", _is_damage)
card_or_nothing = fitting("to", "a card or null", lambda to: to is None or type(to) is str)
one_to_three = fitting("speed", "1, 2 or 3", lambda n: type(n) is int and n in (1, 2, 3))
from_nought = fitting("amount", "a whole number from 0 up", lambda n: type(n) is int and n >= 0)


def named_by(table: Table, viewer: str) -> list[str]:
    """The cards that this viewer may name."""
    return [id for id in sorted(table.cards) if may_name(table, viewer, id)]


def _targets_known(table: Table, viewer: str) -> Iterator[str]:
    cards = named_by(table, viewer)
    yield from (*cards, *BIOMES, *table.sectors, *table.players)
    yield from (item.name for item in table.queue)
    yield from (f"{id}/{skill}" for id in cards for skill in table.printed[id].skills)


def _skills_known(table: Table, viewer: str) -> Iterator[str]:
    return (skill for id in named_by(table, viewer) for skill in table.printed[id].skills)


def _options_known(table: Table, viewer: str) -> Iterator[str]:
    for id in named_by(table, viewer):
        printed = table.printed[id]
        for text in (printed.text, *printed.skills.values()):
            yield from text.options


def _name_of(table: Table, id: str) -> str:
    return table.printed[id].name if id in table.printed else id


CARDS = Names(named_by, are_pieces=True, called=_name_of)
TARGETS = Names(_targets_known, are_pieces=True)
SKILLS = Names(_skills_known, are_words=True)
OPTIONS = Names(_options_known, are_words=True)
PLACES = Names(lambda _table, _viewer: BIOMES, are_pieces=True)
AREAS = Names(lambda _table, _viewer: BIOMES)
KINDS_OF_ENERGY = Names(lambda _table, _viewer: KINDS)
SECTORS = Names(lambda table, _viewer: table.sectors)


def own_card(words: str, which: Callable[[Table, str, Card], object]) -> OneOf:
    """The player's own cards of which this holds."""

    def fit(table: Table, player: str) -> list[str]:
        cards = table.cards.items()
        return sorted(id for id, card in cards if card.whose == player and which(table, id, card))

    return one_of(words, CARDS)(fit)


card_in_hand = own_card(
    "a card of one's hand",
    lambda _table, _id, card: card.zone == "hand" and card.mode != "anomaly",
)
anomaly_in_hand = own_card(
    "an anomaly of one's hand",
    lambda _table, _id, card: card.zone == "hand" and card.mode == "anomaly",
)
anomaly_there = own_card(
    "an anomaly of one's own",
    lambda _table, _id, card: card.on_the_planet and card.mode == "anomaly",
)
card_with_skills = own_card(
    "a card with a skill",
    lambda table, name, card: (
        card.on_the_planet and card.mode != "anomaly" and table.printed[name].skills
    ),
)


@one_of("the card", CARDS)
def card_on_planet(table: Table) -> Iterable[str]:
    return sorted(table.on_planet())


@one_of("the card", CARDS)
def card_seen(table: Table, player: str) -> Iterable[str]:
    return [id for id in sorted(table.cards) if may_see(table, player, id)]


@one_of("energy of each kind", KINDS_OF_ENERGY)
def left_to_the_rules() -> Iterable[Any]:
    """What is paid follows from the cost; who wants it otherwise says so."""
    return (UNSAID,)
