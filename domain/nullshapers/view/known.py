"""The table as one viewer knows it, written as a set-up: nothing hidden is in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.ruleset import SetupError, Viewer
from domain.kernel.values import named_fields
from domain.nullshapers.cards import BIOMES, PLANET
from domain.nullshapers.hidden import may_see, sees_all
from domain.nullshapers.table import Table

ON_THE_TABLE = frozenset({"zone", "controller", "mode", "locked", "fresh", "damage", "attached_to"})
"""What a set-up says of a card beside what is printed on it."""


def setup_seen(setup: Mapping[str, Any], table: Table, viewer: Viewer) -> dict[str, Any]:
    """A set-up of this table; what is printed on the cards is taken from the set-up it began with.

    Another's hand and every deck are left out: such a deck can always be drawn from. Raises
    SetupError where a set-up cannot say how the table stands.
    """
    for reason in _unsaid(table, viewer):
        raise SetupError(reason)
    return {
        **named_fields(table, "step", "turn_player", "turn"),
        "energy": {
            player: {kind: number for kind, number in held.items() if number}
            for player, held in table.energy.items()
        },
        "sectors": dict(table.sectors),
        "biomes": {biome: {"lost_by": list(table.lost[biome])} for biome in BIOMES},
        "decks": _decks(table, viewer),
        "attackers": list(table.attackers),
        "defenders": list(table.defenders),
        "against": {attacker: list(those) for attacker, those in table.against.items()},
        "converted": table.converted is not None,
        "anomaly_played": table.anomaly_played is not None,
        "cards": {
            id: _card(setup["cards"][id], id, table)
            for id in sorted(table.cards, key=lambda card: table.cards[card].arrived)
            if may_see(table, viewer, id)
        },
    }


def _decks(table: Table, viewer: Viewer) -> dict[str, list[str]]:
    """The decks as the viewer knows them: a judge in their order, everybody else those that are empty."""
    return {
        player: list(deck)
        for player, deck in table.decks.items()
        if deck is not None and (not deck or sees_all(viewer))
    }


def _card(printed: Mapping[str, Any], id: str, table: Table) -> dict[str, Any]:
    card = table.cards[id]
    shown = {key: value for key, value in printed.items() if key not in ON_THE_TABLE}
    shown["zone"] = card.zone
    if card.mode != "initial":
        shown["mode"] = card.mode
    shown |= {name: True for name in ("locked", "fresh") if getattr(card, name)}
    if card.damage:
        shown["damage"] = card.damage
    if card.zone in PLANET:
        shown["controller"] = card.whose
    if id in table.attached:
        shown["attached_to"] = table.attached[id]
    return shown


def _unsaid(table: Table, viewer: Viewer) -> Iterator[str]:
    """What of this table no set-up can say, for people; none if it can be written as one."""
    passed = table.passed or table.chance not in (None, table.turn_player)
    acted = table.acted is not None or table.started is not None
    unsaid = {
        "the game is over": table.over,
        "actions wait in the queue": table.queue or table.triggers,
        "a battle has to be reported": table.battles or table.left_to_table is not None,
        "a choice is waited for": table.choice is not None or table.owed,
        "somebody has passed in this window": passed,
        "somebody passes by themselves until the step ends": table.standing,
        "a battle action was declared in this step": table.declared,
        "an action was taken in this window that the set-up does not know": acted,
    }
    yield from (words for words, so in unsaid.items() if so)
    for id in table.defenders:
        if table.attackers_in(table.cards[id].zone) and table.defends_against(id) is None:
            yield f"“{id}” defends against nobody where somebody attacks"
    for id, card in table.cards.items():
        if may_see(table, viewer, id):
            if card.changes_battles:
                yield f"it was reported that “{id}” changes its battle, until the reset step"
            if card.speed != table.printed[id].text.speed:
                yield f"“{id}” has another speed than the one printed on it"
            if card.zone not in PLANET and card.whose != table.printed[id].owner:
                yield f"“{id}” lies in another player's area"
