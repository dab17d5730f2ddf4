"""Cards and tables that the specs of Nullshapers begin with."""

from collections.abc import Mapping
from typing import Any

from tests.spec import Story, given

Card = dict[str, Any]

AGENT: Card = {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "cost": {"void": 2}}
JOLT: Card = {
    "type": "event",
    "speed": 3,
    "cost": {"void": 1},
    "target": {"what": "agent"},
    "effects": [{"do": "damage", "amount": 2}],
}
QUAKE: Card = {
    "type": "event",
    "speed": 2,
    "cost": {"void": 2},
    "target": {"what": "biome"},
    "effects": [{"do": "durability", "amount": -1}],
}
RECALL: Card = {**JOLT, "effects": [{"do": "to_hand"}]}
PIN: Card = {**JOLT, "effects": [{"do": "lock"}]}
SWEEP: Card = {**QUAKE, "target": {"what": "agent", "number": 2}, "effects": [{"do": "lock"}]}
NULLIFY: Card = {**JOLT, "target": {"what": "action"}, "effects": [{"do": "cancel"}]}
SEVER: Card = {**JOLT, "target": {"what": "biome"}, "effects": [{"do": "lose_biome"}]}
SCRY: Card = {
    "type": "event",
    "speed": 3,
    "cost": {"void": 1},
    "effects": [{"do": "draw", "amount": 1}],
}
OVERLOAD: Card = {
    "type": "event",
    "speed": 2,
    "cost": {"x": True, "chaos": 1},
    "target": {"what": "sector", "whose": "enemy"},
    "effects": [{"do": "durability", "amount": "-x"}],
}
FORK: Card = {
    "type": "event",
    "speed": 3,
    "cost": {"void": 1},
    "options": {
        "a": {"target": {"what": "agent"}, "effects": [{"do": "lock"}]},
        "b": {"target": {"what": "sector"}, "effects": [{"do": "durability", "amount": 2}]},
    },
}
PLATING: Card = {
    "type": "software",
    "subtype": "modification",
    "speed": 1,
    "cost": {"void": 1},
    "target": {"what": "agent", "whose": "own"},
}
BLADE: Card = {"type": "hardware", "subtype": "gear", "speed": 1, "cost": {"void": 1}}
RIFT: Card = {"type": "anomaly", "makes": {"chaos": 1}}
MEDIC: Card = {
    **AGENT,
    "skills": {
        "patch": {
            "kind": "activated",
            "speed": 2,
            "lock": True,
            "target": {"what": "sector"},
            "effects": [{"do": "durability", "amount": 1}],
        },
        "ping": {
            "kind": "activated",
            "speed": 3,
            "cost": {"void": 1},
            "target": {"what": "player"},
            "effects": [{"do": "report", "text": "that player shows one card"}],
        },
    },
}


def reactive(when: str, do: Card | None = None, target: Card | None = None) -> Card:
    """An agent with one reactive skill, named as what it reacts to."""
    skill: Card = {"kind": "reactive", "when": when, "effects": [do or {"do": "draw", "amount": 1}]}
    if target is not None:
        skill["target"] = target
    return {**AGENT, "skills": {when: skill}}


B2_ENEMY = {"what": "sector", "whose": "enemy", "biome": "b2"}
SENTRY: Card = reactive("despawn", {"do": "durability", "amount": -2}, B2_ENEMY)
ECHO: Card = reactive("despawn")
CHOIR: Card = reactive("amplify", {"do": "report", "text": "a bonus"})


def hand(owner: str, card: Card, **more: Any) -> Card:
    return {**card, "owner": owner, "zone": "hand", **more}


def on(owner: str, card: Card, zone: str = "staging", **more: Any) -> Card:
    """A card on the planet."""
    return {**card, "owner": owner, "zone": zone, **more}


RICH = {player: {"void": 10} for player in ("ana", "ben")}


def table(
    cards: Mapping[str, Card],
    readings: Mapping[str, str] | None = None,
    energy: Mapping[str, Mapping[str, int]] = RICH,
    mode: Any = "casual",
    **setup: Any,
) -> Story:
    """ana's turn, first primary phase, ten void energy each."""
    laid = {"energy": energy, "cards": dict(cards), **setup}
    return given("nullshapers", laid, readings=readings, mode=mode)


def ana(do: str, **fields: Any) -> dict[str, Any]:
    return {"by": "ana", "do": do, **fields}


def ben(do: str, **fields: Any) -> dict[str, Any]:
    return {"by": "ben", "do": do, **fields}


ANA_PASSES, BEN_PASSES = ana("pass"), ben("pass")


def refused(story: Story, **said: Any) -> tuple[str, str, tuple[int, ...]]:
    """The rules by which this step is illegal, the reason, and the earlier entries behind it."""
    ruling = story.when(**said).then_illegal().entry.ruling
    return " ".join(ruling.cites), ruling.reason, ruling.because


def both_pass(story: Story, first: str = "ana") -> Story:
    """Both decline in a row: the top executes, or the step ends."""
    second = "ben" if first == "ana" else "ana"
    return story.when(by=first, do="pass").when(by=second, do="pass")
