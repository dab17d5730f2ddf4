"""What Arcane Legions declares for the lab: what always holds, and which states are equivalent."""

from domain.arcane_legions.law.small_tables import TABLES
from domain.kernel.lab import OF_EVERY_VIEW, WORD, Invariant, Lab, View, nobody_acts_once_over

UNIT = {
    "owner": str,
    "figures": int,
    "orders_given": {str: int},
    "pushed": bool,
    "destroyed": bool,
    "standing": {str: str},
    "damage": {str: int},
}
VIEW = {
    **OF_EVERY_VIEW,
    "turn": int,
    "active": str,
    "position": [str],
    "order_points": {str: int},
    "victory_points": {str: int},
    "movement_points": int,
    "triggers": {str: [str]},
    "units": {str: UNIT},
    "outstanding": {str: int},
    "terrain": {str: WORD},
    "adjacent": [[str]],
    "in_range": [[str]],
}


def _destroyed_without_figures(view: View) -> bool:
    return all(unit["destroyed"] == (not unit["standing"]) for unit in view["units"].values())


def _one_figure_a_slot(view: View) -> bool:
    slots = (list(unit["standing"].values()) for unit in view["units"].values())
    return all(len(taken) == len(set(taken)) for taken in slots)


def _adjacent_to_what_stands(view: View) -> bool:
    pairs = (*view["adjacent"], *view["in_range"])
    return not any(view["units"][unit]["destroyed"] for pair in pairs for unit in pair[:2])


INVARIANTS = (
    Invariant(
        "nobody has fewer than no order points",
        lambda view: min(view["order_points"].values()) >= 0,
    ),
    Invariant(
        "a unit is destroyed exactly when no figure of it stands", _destroyed_without_figures
    ),
    Invariant("no two figures stand on one slot", _one_figure_a_slot),
    Invariant("only what stands is adjacent or in range", _adjacent_to_what_stands),
    Invariant("nobody is to act once the game is over", nobody_acts_once_over),
    Invariant(
        "no damage to be placed is none",
        lambda view: all(number > 0 for number in view["outstanding"].values()),
    ),
)

LAB = Lab(
    tables=TABLES,
    invariants=INVARIANTS,
    view_shape=VIEW,
    window_open=lambda view: bool(
        any(view["triggers"].values()) or view["outstanding"] or view["position"][-1] == "M.c"
    ),
    any_time_steps=frozenset({"report", "concede", "trigger"}),
    entry_fields=frozenset(
        {"since", "entry", "used", "gone", "conceded", "attacked", "declined", "aimed", "rolled"}
        | {"adjusted", "Fact.moved", "pushed", "left", "Unit.orders"}
    ),
    # The number of the turn counts for the ambush turn alone: most small tables have none.
    ignored_fields=frozenset(
        {"law", "Table.turn", "spent", "Fact.by"}
        | {"Order.moved", "Unit.figures_since", "Unit.slots_since"}
    ),
)
