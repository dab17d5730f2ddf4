"""Reading the set-up: the table as a record begins, in the middle of a step."""

from collections.abc import Mapping
from typing import Any, Literal

from domain.kernel.rulebook import Law
from domain.kernel.setup import (
    UNSET,
    FromOne,
    FromZero,
    SetupError,
    Shape,
    UnsetType,
    among,
    one_of,
    read,
    wrong,
)
from domain.kernel.shapes.passing import Passing
from domain.nullshapers.law.cards import BIOMES, KINDS, PLANET, Biome, Kind, Printed
from domain.nullshapers.table.setup_cards import CardSetup, lying_card, printed_card
from domain.nullshapers.table.state import Card, Table, is_of_the_queue

DURABILITY = 10
SEATS = 2

Players = tuple[str, ...]


class BiomeSetup(Shape):
    """Who has lost a biome."""

    lost_by: tuple[str, ...] = ()


class Setup(Shape):
    """The table in the middle of a step, and every card in the game."""

    step: Literal[
        "refresh",
        "draw",
        "maintenance",
        "first_primary",
        "advance",
        "attack",
        "defend",
        "damage",
        "second_primary",
        "reset",
    ] = "first_primary"
    """Where the record begins."""
    turn_player: str | UnsetType = UNSET
    """The first of the players if left out."""
    turn: FromOne = 1
    energy: Mapping[str, Mapping[Kind, FromZero]] = {}
    """Player → kind → how much."""
    sectors: Mapping[str, int] = {}
    """Durability of `b1.ana` and the others; 10 if left out."""
    biomes: Mapping[Biome, BiomeSetup] = {}
    decks: Mapping[str, tuple[str, ...]] = {}
    """Player → cards with zone `deck`, the first on top."""
    attackers: tuple[str, ...] = ()
    """Agents that attack already."""
    defenders: tuple[str, ...] = ()
    converted: bool = False
    anomaly_played: bool = False
    cards: Mapping[str, CardSetup] = {}
    """Id → card."""


def lay_out(law: Law, players: Players, said: Mapping[str, Any]) -> Table:
    """The table of this set-up. Raises SetupError with the path and what was expected."""
    if len(players) != SEATS:
        raise SetupError(f"players: expected two players, not {len(players)}")
    setup = read(Setup, said)
    printed, cards, attached = _cards(setup.cards, players)
    turn_player = players[0] if setup.turn_player is UNSET else setup.turn_player
    one_of(players, turn_player, "setup.turn_player")
    other = players[1] if turn_player == players[0] else players[0]
    return Table(
        law,
        players,
        printed,
        _reacting(printed),
        setup.turn,
        turn_player,
        setup.step,
        Passing(turn_player),
        _energy(setup.energy, players),
        _sectors(setup.sectors, players),
        _lost_biomes(setup.biomes, players),
        _decks(setup.decks, players, printed, cards),
        cards,
        attached,
        _fighters(setup.attackers, "setup.attackers", turn_player, printed, cards),
        _fighters(setup.defenders, "setup.defenders", other, printed, cards),
        0 if setup.converted else None,
        0 if setup.anomaly_played else None,
        arrivals=len(cards),
    )


def _energy(
    said: Mapping[str, Mapping[Kind, int]], players: Players
) -> dict[str, Mapping[str, int]]:
    among(players, said, "setup.energy")
    return {
        player: {kind: said.get(player, {}).get(kind, 0) for kind in KINDS} for player in players
    }


def _sectors(said: Mapping[str, int], players: Players) -> dict[str, int]:
    known = [f"{biome}.{player}" for biome in BIOMES for player in players]
    among(known, said, "setup.sectors")
    return {sector: said.get(sector, DURABILITY) for sector in known}


def _lost_biomes(said: Mapping[Biome, BiomeSetup], players: Players) -> dict[str, tuple[str, ...]]:
    losers = {}
    for biome, of in said.items():
        path = f"setup.biomes.{biome}.lost_by"
        losers[str(biome)] = [one_of(players, one, path) for one in _distinct(of.lost_by, path)]
    return {
        biome: tuple(player for player in players if player in losers.get(biome, ()))
        for biome in BIOMES
    }


def _distinct(names: tuple[str, ...], path: str) -> tuple[str, ...]:
    if len(set(names)) != len(names):
        raise SetupError(f"{path}: a name stands there twice")
    return names


def _cards(
    said: Mapping[str, CardSetup], players: Players
) -> tuple[dict[str, Printed], dict[str, Card], dict[str, str]]:
    taken = {*BIOMES, *players, *(f"{biome}.{player}" for biome in BIOMES for player in players)}
    printed: dict[str, Printed] = {}
    cards: dict[str, Card] = {}
    attached = {}
    for id, one in said.items():
        path = f"setup.cards.{id}"
        if id in taken or is_of_the_queue(id):
            raise SetupError(f"{path}: a card needs a name that nothing else has")
        printed[id] = printed_card(id, one, path, players)
        cards[id] = lying_card(one, path, printed[id], players, len(cards))
        if one.attached_to is not None:
            attached[id] = one.attached_to
    for id, host in attached.items():
        path = f"setup.cards.{id}.attached_to"
        if host == id or host not in cards or cards[host].zone not in PLANET:
            raise wrong(path, "another card on the planet", host)
        if cards[id].zone not in PLANET:
            raise SetupError(f"{path}: only a card on the planet is attached")
    return printed, cards, attached


def _decks(
    said: Mapping[str, tuple[str, ...]],
    players: Players,
    printed: Mapping[str, Printed],
    cards: Mapping[str, Card],
) -> dict[str, tuple[str, ...] | None]:
    among(players, said, "setup.decks")
    for player, deck in said.items():
        path = f"setup.decks.{player}"
        owned = {
            id for id, card in cards.items() if card.zone == "deck" and printed[id].owner == player
        }
        for id in _distinct(deck, path):
            if id not in owned:
                raise wrong(path, f"cards of {player} with zone deck", id)
        for id in sorted(owned.difference(deck)):
            raise SetupError(f"{path}: “{id}” has zone deck and is not in the list")
    return {player: said.get(player) for player in players}


def _fighters(
    said: tuple[str, ...],
    path: str,
    player: str,
    printed: Mapping[str, Printed],
    cards: Mapping[str, Card],
) -> tuple[str, ...]:
    for id in _distinct(said, path):
        card = cards.get(id)
        if (
            card is None
            or printed[id].type != "agent"
            or card.mode == "anomaly"
            or card.zone not in BIOMES
            or card.whose != player
        ):
            raise wrong(path, f"agents of {player} in sectors", id)
    return said


def _reacting(printed: Mapping[str, Printed]) -> dict[str, tuple[tuple[str, str], ...]]:
    """What a skill reacts to → the cards and skills that do, in the order of the set-up."""
    found: dict[str, list[tuple[str, str]]] = {}
    for id, card in printed.items():
        for name, skill in card.skills.items():
            if skill.when:
                found.setdefault(skill.when, []).append((id, name))
    return {when: tuple(skills) for when, skills in found.items()}
