"""What the form asks for when a table is set up by hand: fields of a piece, of a player, of the table."""

from collections.abc import Mapping
from typing import Any

from domain.nullshapers.law.cards import BIOMES
from domain.nullshapers.law.outline import NOBODY_ACTS
from domain.nullshapers.law.outline import STEPS as TURN

Field = Mapping[str, Any]
"""{at: path within the piece, which names its text too; kind: number, pick, tick or words; least, most,
choices; only: type of card; present: only where the piece has it}."""


def number(at: str, value: int | None = None, **more: Any) -> Field:
    return {"at": at, "kind": "number", "value": value, "least": 0, **more}


def pick(at: str, choices: Mapping[str, str], **more: Any) -> Field:
    return {"at": at, "kind": "pick", "choices": dict(choices), **more}


ABILITIES = (
    *("banner", "beast", "berserker", "calculating", "deadly", "disciplined", "elusive"),
    *("hustle", "impede", "mobility", "regeneration"),
)
ZONES = {
    "hand": "in hand",
    "staging": "in staging",
    "deck": "in the deck",
    "cache": "in the cache",
} | {biome: f"in the sector of {biome}" for biome in BIOMES}


def agent(attack: int, defense: int, cost: int, **more: Any) -> dict[str, Any]:
    return {
        "type": "agent",
        "attack": attack,
        "defense": defense,
        "speed": 1,
        "cost": {"void": cost},
        "zone": "staging",
        **more,
    }


def event(speed: int, cost: int, effect: Mapping[str, Any], what: str | None) -> dict[str, Any]:
    target = {} if what is None else {"target": {"what": what}}
    made = {"type": "event", "speed": speed, "cost": {"void": cost}, "zone": "hand"}
    return {**made, **target, "effects": [dict(effect)]}


def unit(base: str, figures: int, **icons: int) -> dict[str, Any]:
    return {"base": base, "figures": figures, "icons": icons}


ROSTERS: Mapping[str, Mapping[str, Any]] = {
    "voidsiege": {
        "piece": "unit",
        "fields": (),
        "own": (number("points", 3),),
        "table": (
            number("rounds", least=1),
            pick("scenario", {str(n): str(n) for n in range(1, 7)}, number=True),
        ),
        "pairs": (),
        "presets": {"unit": {}},
    },
    "arcane-legions": {
        "piece": "unit",
        "fields": (
            pick("base", {"formation": "formation", "sortie": "sortie"}, needed=True),
            number("figures", 6, least=1, most=99),
            number("icons.attack"),
            number("icons.defence"),
            number("icons.movement"),
            number("icons.ranged"),
            {"at": "abilities", "kind": "words", "choices": ABILITIES},
        ),
        "own": (),
        "table": (
            number("order_points", 8),
            number("victory_target", 21, least=1),
            {"at": "ambush", "kind": "tick"},
        ),
        "pairs": (
            {"at": "adjacent"},
            {"at": "in_range"},
        ),
        "presets": {
            "formation": unit("formation", 6, attack=3, defence=2, movement=3),
            "archers": unit("sortie", 3, ranged=2, defence=1, movement=2),
            "scouts": unit("sortie", 2, attack=1, movement=2),
        },
    },
    "nullshapers": {
        "piece": "card",
        "fields": (
            pick("zone", ZONES, needed=True),
            number("attack", only="agent"),
            number("defense", only="agent"),
            number("speed", least=1, most=3),
            number("cost.void"),
            number("effects.0.amount", present=True, least=-99),
        ),
        "own": (number("energy.void", 6),),
        "table": (
            pick(
                "step",
                {
                    one.name: one.name.replace("_", " ")
                    for one in TURN
                    if one.name not in NOBODY_ACTS
                },
            ),
        ),
        "pairs": (),
        "presets": {
            "agent": agent(2, 2, 2),
            "archer": agent(3, 1, 2, range="ranged"),
            "guard": agent(1, 4, 2),
            "jolt": event(3, 1, {"do": "damage", "amount": 2}, "agent"),
            "quake": event(2, 2, {"do": "durability", "amount": -1}, "biome"),
            "shield": event(2, 1, {"do": "durability", "amount": 2}, "sector"),
            "pin": event(3, 1, {"do": "lock"}, "agent"),
            "recall": event(3, 1, {"do": "to_hand"}, "agent"),
            "veto": event(3, 2, {"do": "cancel"}, "action"),
            "scry": event(3, 1, {"do": "draw", "amount": 1}, None),
            "well": {"type": "anomaly", "makes": {"void": 2}, "zone": "staging"},
        },
    },
}
