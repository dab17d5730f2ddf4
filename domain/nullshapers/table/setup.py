"""Reading the set-up: the table as a record begins, in the middle of a step."""

import re
from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Law
from domain.kernel.ruleset import SetupError
from domain.nullshapers.law.cards import BIOMES, KINDS, PLANET, ZONES, Printed
from domain.nullshapers.law.outline import AFTER
from domain.nullshapers.table import reading as read
from domain.nullshapers.table.setup_cards import printed_card
from domain.nullshapers.table.state import Card, Table

KEYS = (
    "step",
    "turn_player",
    "turn",
    "energy",
    "sectors",
    "biomes",
    "decks",
    "attackers",
    "defenders",
    "converted",
    "anomaly_played",
    "cards",
)
DURABILITY = 10
SEATS = 2
A_QUEUE_NAME = re.compile(r"q[0-9]+[a-z]*")


def lay_out(law: Law, players: tuple[str, ...], setup: Mapping[str, Any]) -> Table:
    """The table of this set-up. Raises SetupError with the path and what was expected."""
    if len(players) != SEATS:
        raise SetupError(f"players: expected two players, not {len(players)}")
    read.mapping(setup, "setup", KEYS)
    printed, cards, attached = _cards(setup.get("cards", {}), players)
    turn_player = read.one_of(setup.get("turn_player", players[0]), "setup.turn_player", players)
    step = read.one_of(setup.get("step", "first_primary"), "setup.step", tuple(AFTER))
    other = players[1] if turn_player == players[0] else players[0]
    return Table(
        law,
        players,
        printed,
        _reacting(printed),
        read.number(setup.get("turn", 1), "setup.turn", least=1),
        turn_player,
        step,
        turn_player,
        _energy(setup.get("energy", {}), players),
        _sectors(setup.get("sectors", {}), players),
        _lost(setup.get("biomes", {}), players),
        _decks(setup.get("decks", {}), players, printed, cards),
        cards,
        attached,
        _fighters(setup, "attackers", turn_player, printed, cards),
        _fighters(setup, "defenders", other, printed, cards),
        0 if read.flag(setup.get("converted", False), "setup.converted") else None,
        0 if read.flag(setup.get("anomaly_played", False), "setup.anomaly_played") else None,
        arrivals=len(cards),
    )


def _energy(value: Any, players: tuple[str, ...]) -> dict[str, Mapping[str, int]]:
    given = read.mapping(value, "setup.energy", players)
    return {
        player: dict.fromkeys(KINDS, 0)
        | read.energy(given.get(player, {}), f"setup.energy.{player}")
        for player in players
    }


def _sectors(value: Any, players: tuple[str, ...]) -> dict[str, int]:
    known = tuple(f"{biome}.{player}" for biome in BIOMES for player in players)
    given = read.mapping(value, "setup.sectors", known)
    return {
        sector: read.number(given.get(sector, DURABILITY), f"setup.sectors.{sector}")
        for sector in known
    }


def _lost(value: Any, players: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    given = read.mapping(value, "setup.biomes", BIOMES)
    lost = {}
    for biome in BIOMES:
        path = f"setup.biomes.{biome}"
        losers = read.names(
            read.mapping(given.get(biome, {}), path, ("lost_by",)).get("lost_by", ()), path
        )
        for player in losers:
            read.one_of(player, f"{path}.lost_by", players)
        lost[biome] = tuple(player for player in players if player in losers)
    return lost


def _cards(
    value: Any, players: tuple[str, ...]
) -> tuple[dict[str, Printed], dict[str, Card], dict[str, str]]:
    taken = {*BIOMES, *players, *(f"{biome}.{player}" for biome in BIOMES for player in players)}
    printed: dict[str, Printed] = {}
    cards: dict[str, Card] = {}
    attached = {}
    for id, one in read.mapping(value, "setup.cards").items():
        path = f"setup.cards.{id}"
        if id in taken or A_QUEUE_NAME.fullmatch(id):
            raise SetupError(f"{path}: a card needs a name that nothing else has")
        given = read.mapping(one, path)
        printed[id] = printed_card(id, given, path, players)
        cards[id] = _status(given, path, printed[id], players, len(cards))
        if given.get("attached_to") is not None:
            attached[id] = read.word(given["attached_to"], f"{path}.attached_to")
    for id, host in attached.items():
        path = f"setup.cards.{id}.attached_to"
        if host == id or host not in cards or cards[host].zone not in PLANET:
            raise read.wrong(path, "another card on the planet", host)
        if cards[id].zone not in PLANET:
            raise SetupError(f"{path}: only a card on the planet is attached")
    return printed, cards, attached


def _status(
    given: Mapping[str, Any], path: str, printed: Printed, players: tuple[str, ...], at: int
) -> Card:
    zone = read.one_of(given["zone"], f"{path}.zone", ZONES)
    whose = printed.owner
    if "controller" in given:
        whose = read.one_of(given["controller"], f"{path}.controller", players)
        if zone not in PLANET:
            raise SetupError(f"{path}.controller: only a card on the planet has one, not in {zone}")
    mode = read.one_of(
        given.get("mode", "anomaly" if printed.type == "anomaly" else "initial"),
        f"{path}.mode",
        ("anomaly",) if printed.type == "anomaly" else ("initial", "anomaly"),
    )
    return Card(
        zone,
        whose,
        mode,
        printed.text.speed,
        read.number(given.get("damage", 0), f"{path}.damage", least=0),
        read.flag(given.get("locked", False), f"{path}.locked"),
        read.flag(given.get("fresh", False), f"{path}.fresh"),
        arrived=at,
    )


def _decks(
    value: Any,
    players: tuple[str, ...],
    printed: Mapping[str, Printed],
    cards: Mapping[str, Card],
) -> dict[str, tuple[str, ...] | None]:
    given = read.mapping(value, "setup.decks", players)
    decks: dict[str, tuple[str, ...] | None] = dict.fromkeys(players)
    for player in given:
        path = f"setup.decks.{player}"
        deck = decks[player] = read.names(given[player], path)
        owned = {
            id for id, card in cards.items() if card.zone == "deck" and printed[id].owner == player
        }
        for id in deck:
            if id not in owned:
                raise read.wrong(path, f"cards of {player} with zone deck", id)
        for id in sorted(owned.difference(deck)):
            raise SetupError(f"{path}: “{id}” has zone deck and is not in the list")
    return decks


def _fighters(
    setup: Mapping[str, Any],
    key: str,
    player: str,
    printed: Mapping[str, Printed],
    cards: Mapping[str, Card],
) -> tuple[str, ...]:
    path = f"setup.{key}"
    fighters = read.names(setup.get(key, ()), path)
    for id in fighters:
        card = cards.get(id)
        if (
            card is None
            or printed[id].type != "agent"
            or card.mode == "anomaly"
            or card.zone not in BIOMES
            or card.whose != player
        ):
            raise read.wrong(path, f"agents of {player} in sectors", id)
    return fighters


def _reacting(printed: Mapping[str, Printed]) -> dict[str, tuple[tuple[str, str], ...]]:
    """What a skill reacts to → the cards and skills that do, in the order of the set-up."""
    found: dict[str, list[tuple[str, str]]] = {}
    for id, card in printed.items():
        for name, skill in card.skills.items():
            if skill.when:
                found.setdefault(skill.when, []).append((id, name))
    return {when: tuple(skills) for when, skills in found.items()}
