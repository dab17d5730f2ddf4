"""What Nullshapers declares for the lab: what always holds, and which states are equivalent."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.lab import (
    OF_EVERY_VIEW,
    WORD,
    Invariant,
    Lab,
    SmallTable,
    View,
    nobody_acts_once_over,
)
from domain.nullshapers.chapters.reports import FACTS
from domain.nullshapers.outline import STEPS

Card = Mapping[str, Any]


AGENT: Card = {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "cost": {"void": 1}}


SWIFT: Card = {**AGENT, "speed": 3}


JOLT: Card = {
    "type": "event",
    "speed": 3,
    "cost": {"void": 1},
    "target": {"what": "agent"},
    "effects": [{"do": "damage", "amount": 2}],
}


RECALL: Card = {**JOLT, "effects": [{"do": "to_hand"}]}


PIN: Card = {**JOLT, "effects": [{"do": "lock"}]}


DRAIN: Card = {**JOLT, "effects": [{"do": "damage", "amount": 1}, {"do": "draw", "amount": 1}]}


CANCEL: Card = {**JOLT, "target": {"what": "action"}, "effects": [{"do": "cancel"}]}


QUAKE: Card = {
    "type": "event",
    "speed": 2,
    "cost": {"void": 1},
    "target": {"what": "biome"},
    "effects": [{"do": "durability", "amount": -1}],
}


STORM: Card = {**JOLT, "target": {"what": "agent", "number": 2}}


OVERLOAD: Card = {
    "type": "event",
    "speed": 2,
    "cost": {"x": True},
    "target": {"what": "sector", "whose": "enemy", "biome": "b1"},
    "effects": [{"do": "durability", "amount": "-x"}],
}


GRIND: Card = {**JOLT, "target": {"what": "constant"}, "effects": [{"do": "lock"}]}


RIFT: Card = {"type": "anomaly", "makes": {"chaos": 1}}


MEDIC: Card = {
    **AGENT,
    "skills": {
        "patch": {
            "kind": "activated",
            "speed": 3,
            "lock": True,
            "target": {"what": "sector", "whose": "own", "biome": "b1"},
            "effects": [{"do": "durability", "amount": 1}],
        }
    },
}


def reactive(when: str, target: Mapping[str, Any] | None = None) -> Card:
    """An agent with a reactive skill of the name of its cause."""
    effect = {"do": "durability", "amount": -1} if target else {"do": "report", "text": "a bonus"}
    skill = {"kind": "reactive", "when": when, "effects": [effect]}
    return {**AGENT, "skills": {when: skill if target is None else {**skill, "target": target}}}


B2_ENEMY = {"what": "sector", "whose": "enemy", "biome": "b2"}


SENTRY = reactive("despawn", B2_ENEMY)


def of(owner: str, card: Card, zone: str = "hand", **more: Any) -> dict[str, Any]:
    return {**card, "owner": owner, "zone": zone, **more}


def small_table(
    name: str, words: str, cards: Mapping[str, Card], energy: int = 2, **setup: Any
) -> SmallTable:
    """A table in turn 3, ana's first primary phase if nothing else is said; nothing is reported."""
    answers = setup.pop("answers", {})
    never_tried = setup.pop("never_tried", ({"do": "report"},))
    void = {player: {"void": energy} for player in ("ana", "ben")}
    return SmallTable(
        name,
        words,
        {"turn": 3, "energy": void, "cards": dict(cards), **setup},
        answers=answers,
        never_tried=never_tried,
        quick=name in QUICK,
    )


QUICK = frozenset({"losing", "overload"})
"""Those that are explored to the end in a few seconds."""


TABLES = (
    small_table(
        "duel",
        "a Jolt against an agent and a Recall, two energy each",
        {"jolt": of("ana", JOLT), "recall": of("ben", RECALL), "beta": of("ben", SWIFT, "staging")},
    ),
    small_table(
        "answers",
        "two events and an agent in hand against an event of Speed 2 and one of Speed 3",
        {
            "jolt": of("ana", JOLT),
            "quake": of("ana", QUAKE),
            "scout": of("ana", AGENT),
            "beta": of("ben", AGENT, "staging"),
            "recall": of("ben", RECALL),
            "tremor": of("ben", QUAKE),
        },
        energy=3,
    ),
    small_table(
        "come-back",
        "an agent that leaves the planet and comes back at Speed 3",
        {
            "drain": of("ana", DRAIN),
            "scout": of("ana", AGENT, "deck"),
            "recall": of("ben", RECALL),
            "beta": of("ben", SWIFT, "staging"),
        },
        decks={"ana": ["scout"]},
    ),
    small_table(
        "guard",
        "the turn player's agent with a skill that reacts to its going",
        {"guard": of("ana", SENTRY, "staging"), "jolt": of("ben", JOLT)},
    ),
    small_table(
        "skills",
        "agents on both sides with a skill that reacts to their going, and one that is activated",
        {
            "storm": of("ana", STORM),
            "quake": of("ana", QUAKE),
            "guard": of("ana", SENTRY, "staging"),
            "sentry": of("ben", SENTRY, "staging"),
        },
    ),
    small_table(
        "no-target",
        "a skill that reacts and finds no target",
        {"jolt": of("ana", JOLT), "sentry": of("ben", SENTRY, "staging")},
        biomes={"b2": {"lost_by": ["ana"]}},
    ),
    small_table(
        "medic",
        "a skill that waits in the queue while its card is sent away",
        {"medic": of("ana", MEDIC, "staging"), "recall": of("ben", RECALL)},
    ),
    small_table(
        "cancelling",
        "an event and one that cancels it",
        {"quake": of("ana", QUAKE), "cancel": of("ben", CANCEL), "answer": of("ana", CANCEL)},
    ),
    small_table(
        "beside",
        "a card to convert and an anomaly to play beside the queue",
        {
            "scout": of("ana", AGENT),
            "rift": of("ana", RIFT, mode="anomaly"),
            "source": of("ana", RIFT, "staging", mode="anomaly"),
            "jolt": of("ana", {**QUAKE, "speed": 3}),
            "quake": of("ben", QUAKE),
        },
        energy=1,
    ),
    small_table(
        "losing",
        "each has lost a biome, and a third is at its last point",
        {"quake": of("ana", QUAKE), "tremor": of("ben", QUAKE)},
        sectors={"b1.ana": 1, "b1.ben": 1, "b2.ben": 1},
        biomes={"b2": {"lost_by": ["ana"]}, "b3": {"lost_by": ["ben"]}},
    ),
    small_table(
        "one-lost",
        "a sector at its last point",
        {"quake": of("ana", QUAKE), "tremor": of("ana", QUAKE)},
        sectors={"b1.ben": 1, "b2.ben": 1},
    ),
    small_table(
        "overload",
        "an event that costs X, and all the energy for it",
        {"overload": of("ana", OVERLOAD)},
        energy=20,
        answers={"x": (0, 1, 16)},
    ),
    small_table(
        "borrowed",
        "an agent that somebody else controls",
        {"jolt": of("ana", JOLT), "alpha": of("ben", AGENT, "staging", controller="ana")},
    ),
    small_table(
        "anomaly",
        "a text for constants, and an anomaly",
        {"grind": of("ana", GRIND), "rift": of("ben", RIFT, "staging", mode="anomaly")},
    ),
    small_table(
        "attack",
        "an agent that may attack, and an event that locks it",
        {"alpha": of("ana", AGENT, "b1"), "pin": of("ben", PIN), "delta": of("ben", AGENT, "b1")},
        step="attack",
        energy=1,
    ),
    small_table(
        "defence",
        "an agent in staging that may want to defend",
        {"alpha": of("ana", AGENT, "b1", locked=True), "delta": of("ben", AGENT, "staging")},
        step="defend",
        attackers=["alpha"],
        energy=1,
    ),
    small_table(
        "battle",
        "two attackers in one biome, and two agents that may defend there",
        {
            "alpha": of("ana", AGENT, "b1", locked=True),
            "omega": of("ana", {**AGENT, "range": "ranged"}, "b1", locked=True),
            "delta": of("ben", AGENT, "b1"),
            "sentry": of("ben", SENTRY, "b1"),
        },
        step="defend",
        attackers=["alpha", "omega"],
        energy=0,
    ),
    small_table(
        "owed",
        "a battle that has to be reported",
        {
            "alpha": of("ana", {**AGENT, "battle": "reported"}, "b1", locked=True),
            "sentry": of("ben", SENTRY, "b1"),
        },
        step="defend",
        attackers=["alpha"],
        defenders=["sentry"],
        energy=0,
        never_tried=tuple({"do": "report", "fact": fact} for fact in FACTS if fact != "battle"),
    ),
    small_table(
        "lightspeed",
        "an agent with Lightspeed against an event just as fast",
        {
            "jolt": of("ana", JOLT),
            "flash": of("ben", {**SWIFT, "keywords": {"lightspeed": True}}, "staging"),
        },
    ),
    small_table(
        "steps",
        "energy in the draw step",
        {"jolt": of("ana", JOLT), "beta": of("ben", AGENT, "staging")},
        step="draw",
        energy=1,
    ),
    small_table(
        "advance",
        "two agents that may advance",
        {
            "alpha": of("ana", AGENT, "staging"),
            "omega": of("ana", AGENT, "staging"),
            "cancel": of("ben", CANCEL),
        },
        step="advance",
        energy=1,
    ),
    small_table(
        "two-skills",
        "two agents of one player with a skill that reacts to their going",
        {
            "storm": of("ana", STORM),
            "guard": of("ana", SENTRY, "staging"),
            "sentry": of("ana", reactive("despawn"), "staging"),
        },
        energy=1,
    ),
)


CARDS = [str]


AREAS = dict.fromkeys(("hand", "staging", "b1", "b2", "b3", "cache", "archive"), CARDS)


VIEW = {
    **OF_EVERY_VIEW,
    "turn": int,
    "turn_player": str,
    "phase": str,
    "step": tuple(step.name for step in STEPS),
    "chance": WORD,
    "passed": [str],
    "standing_passes": [str],
    "queue": [{"entry": str, "by": str, "targets": [str]}],
    "choice": (None, {"by": str, "kind": str, "skill": WORD, "number": int, "from": [str]}),
    "zones": {str: {**AREAS, "deck": (None, int)}},
    "energy": {str: {str: int}},
    "sectors": {str: int},
    "biomes": {str: {"lost_by": [str]}},
    "cards": {
        str: {"damage": int, "locked": bool, "attached_to": WORD, "mode": str, "battle": WORD}
    },
    "attackers": [str],
    "defenders": [str],
    "against": {str: [str]},
    "battles": [str],
    "converted": bool,
    "anomaly_played": bool,
}


def _no_energy_below_nothing(view: View) -> bool:
    return all(left >= 0 for energy in view["energy"].values() for left in energy.values())


def _each_card_in_one_place(view: View) -> bool:
    zones = [area for areas in view["zones"].values() for area in areas.values()]
    lying = [card for area in zones if isinstance(area, list) for card in area]
    return len(lying) == len(set(lying))


def _each_defends_against_one_attacker(view: View) -> bool:
    named = [agent for those in view["against"].values() for agent in those]
    attack, defend = {*view["attackers"]}, {*view["defenders"]}
    return len({*named}) == len(named) and {*named} <= defend and {*view["against"]} <= attack


def _fighters_on_the_planet(view: View) -> bool:
    fighting = {*view["attackers"], *view["defenders"]}
    planet = ("staging", "b1", "b2", "b3")
    there = (card for areas in view["zones"].values() for area in planet for card in areas[area])
    return fighting <= set(there)


INVARIANTS = (
    Invariant("nobody has less than no energy", _no_energy_below_nothing),
    Invariant("no card lies in two places", _each_card_in_one_place),
    Invariant("who attacks or defends is on the planet", _fighters_on_the_planet),
    Invariant("a defender defends against one attacker", _each_defends_against_one_attacker),
    Invariant(
        "nobody holds the chance while a battle has to be reported",
        lambda view: not view["battles"] or (view["chance"] is None and view["choice"] is None),
    ),
    Invariant("nobody is to act once the match is over", nobody_acts_once_over),
    Invariant(
        "one player acts at a time, but for a battle that has to be reported",
        lambda view: len(view["to_act"]) <= 1 or bool(view["battles"]),
    ),
    Invariant(
        "not both have passed while one of them holds the chance",
        lambda view: view["chance"] is None or len(view["passed"]) < len(view["zones"]),
    ),
)


LAB = Lab(
    tables=TABLES,
    invariants=INVARIANTS,
    view_shape=VIEW,
    window_open=lambda view: bool(view["queue"] or view["choice"] or view["battles"]),
    # No report is tried on these tables but that of a battle, for which both are waited for.
    any_time_steps=frozenset({"concede"}),
    entry_fields=frozenset(
        {"since", "marked", "converted", "anomaly_played", "acted", "started", "standing"}
        | {"left_to_table"}
    ),
    rank_fields=frozenset({"arrived"}),
    # The number of the turn counts for the first draw alone: the small tables begin later.
    ignored_fields=frozenset(
        {"law", "printed", "reacting", "turn", "left", "reported", "arrivals"}
    ),
    entry_names=r"\bq(\d+)[a-z]*\b",
)
