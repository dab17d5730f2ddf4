"""What Nullshapers declares for the lab: what always holds, and which states are equivalent."""

from domain.kernel.lab import OF_EVERY_VIEW, WORD, Invariant, Lab, View, nobody_acts_once_over
from domain.nullshapers.law.outline import STEPS
from domain.nullshapers.law.small_tables import TABLES

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
    "cards": {str: {"damage": int, "locked": bool, "attached_to": WORD, "mode": str}},
    "attackers": [str],
    "defenders": [str],
    "converted": bool,
    "anomaly_played": bool,
}


def _no_energy_below_nothing(view: View) -> bool:
    return all(left >= 0 for energy in view["energy"].values() for left in energy.values())


def _each_card_in_one_place(view: View) -> bool:
    zones = [area for areas in view["zones"].values() for area in areas.values()]
    lying = [card for area in zones if isinstance(area, list) for card in area]
    return len(lying) == len(set(lying))


def _fighters_on_the_planet(view: View) -> bool:
    fighting = {*view["attackers"], *view["defenders"]}
    planet = ("staging", "b1", "b2", "b3")
    there = (card for areas in view["zones"].values() for area in planet for card in areas[area])
    return fighting <= set(there)


INVARIANTS = (
    Invariant("nobody has less than no energy", _no_energy_below_nothing),
    Invariant("no card lies in two places", _each_card_in_one_place),
    Invariant("who attacks or defends is on the planet", _fighters_on_the_planet),
    Invariant("nobody is to act once the match is over", nobody_acts_once_over),
    Invariant("one player acts at a time", lambda view: len(view["to_act"]) <= 1),
    Invariant(
        "not both have passed while one of them holds the chance",
        lambda view: view["chance"] is None or len(view["passed"]) < len(view["zones"]),
    ),
)

LAB = Lab(
    tables=TABLES,
    invariants=INVARIANTS,
    view_shape=VIEW,
    window_open=lambda view: bool(view["queue"] or view["choice"]),
    entry_fields=frozenset(
        {"since", "marked", "converted", "anomaly_played", "acted", "started", "standing"}
    ),
    rank_fields=frozenset({"arrived"}),
    # The number of the turn counts for the first draw alone: the small tables begin later.
    ignored_fields=frozenset(
        {"law", "printed", "reacting", "turn", "left", "reported", "arrivals"}
    ),
    entry_names=r"\bq(\d+)[a-z]*\b",
)
