"""What Arcane Legions declares for the lab: what always holds, and which states are equivalent."""

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

Unit = Mapping[str, Any]


ICONS = {"attack": 1, "defence": 1, "movement": 1}


NO_REPORT = ({"do": "report"},)


QUIET = (*NO_REPORT, {"do": "trigger"})


def formation(owner: str, figures: int = 1, icons: Mapping[str, int] = ICONS, **more: Any) -> Unit:
    return {"owner": owner, "base": "formation", "figures": figures, "icons": dict(icons), **more}


def sortie(owner: str, figures: int = 1, icons: Mapping[str, int] = ICONS, **more: Any) -> Unit:
    return {**formation(owner, figures, icons, **more), "base": "sortie"}


def small_table(
    name: str,
    words: str,
    units: Mapping[str, Unit],
    start: Mapping[str, Any] | None = None,
    *,
    never: tuple[Mapping[str, Any], ...] = QUIET,
    answers: Mapping[str, tuple[Any, ...]] | None = None,
    players: tuple[str, ...] = ("ana", "ben"),
    **setup: Any,
) -> SmallTable:
    """A table in ana's turn, four order points each, without an ambush turn if nothing else is said."""
    laid_out = {"ambush": False, "order_points": 4, "units": dict(units), **setup}
    if start is not None:
        laid_out["start"] = dict(start)
    return SmallTable(name, words, laid_out, players, answers or {}, (), never, name in QUICK)


QUICK = frozenset(
    {"tough", "beginning", "mixed", "poor", "last-figure", "sources", "specials", "aimed", "sides"}
)
"""Those that are explored to the end in a few seconds."""


AT_ORDERS = {"turn": 3, "at": "T2b", "order_points": {"ana": 4}}


PAIR = {"a1": formation("ana"), "b1": formation("ben")}


BESIDE = [["a1", "b1"]]


CRY = [{"name": "war_cry", "cost": 1}, {"name": "rush", "cost": 1}]


RAGE = {"id": "rage", "owner": "ana", "source": "a1"}


TABLES = (
    small_table("duel", "two formations of one figure side by side", PAIR, adjacent=BESIDE),
    small_table(
        "pushed",
        "a formation that has had its orders of this turn, and must be pushed for another",
        {"a1": formation("ana", 2, orders_given={"close": 1, "move": 1}), "b1": formation("ben")},
        AT_ORDERS,
        adjacent=BESIDE,
    ),
    small_table(
        "tough",
        "a formation whose figures have two hit points, and which has moved already",
        {
            "a1": {
                "owner": "ana",
                "base": "formation",
                "figures": [{"id": "f1", "icons": ["attack", "movement"], "hit_points": 2}],
                "orders_given": {"move": 1},
            },
            "b1": formation("ben"),
        },
        AT_ORDERS,
    ),
    small_table(
        "beast",
        "a beast beside an enemy",
        {"a1": formation("ana", abilities=["beast"]), "b1": formation("ben")},
        adjacent=BESIDE,
    ),
    small_table(
        "leaving",
        "a unit that leaves an enemy who has attacked once in this turn",
        {"a1": formation("ana", 2), "b1": formation("ben", 2, orders_given={"close": 1})},
        AT_ORDERS,
        adjacent=BESIDE,
    ),
    small_table(
        "elusive",
        "an elusive unit that leaves an enemy",
        {"a1": formation("ana", abilities=["elusive"]), "b1": formation("ben")},
        adjacent=BESIDE,
    ),
    small_table(
        "beginning",
        "the beginning of a turn, with a trigger and two terrains held",
        PAIR,
        {"turn": 3, "at": "T1", "triggers": [RAGE]},
        terrain={"hill": "ana", "ford": "ana", "wood": "ben"},
    ),
    small_table(
        "mixed",
        "armies of three factions as the game begins, with an ambush turn",
        PAIR,
        ambush=True,
        order_points=9,
        factions={"ana": ["egyptian", "roman", "han"], "ben": ["roman", "han"]},
    ),
    small_table(
        "poor",
        "a unit without points, an enemy, or anything in range",
        {"a1": formation("ana", icons={**ICONS, "ranged": 1}), "b1": formation("ben")},
        {**AT_ORDERS, "order_points": {"ana": 0}},
    ),
    small_table(
        "target-reached",
        "a sortie to be destroyed, with a point to go",
        {"a1": formation("ana"), "b3": sortie("ben"), "b1": formation("ben")},
        {**AT_ORDERS, "victory_points": {"ana": 20}},
        adjacent=[["a1", "b3"]],
    ),
    small_table(
        "last-figure",
        "a sortie of one figure that has moved already, and one more unit",
        {
            "a1": formation("ana"),
            "a2": sortie("ana", orders_given={"move": 1}),
            "b1": formation("ben"),
        },
        AT_ORDERS,
    ),
    small_table(
        "sources",
        "a trigger in each hand; one may remove the other's source",
        {"a1": formation("ana"), "b1": formation("ben"), "b3": sortie("ben")},
        {**AT_ORDERS, "triggers": [RAGE, {"id": "wrath", "owner": "ben", "source": "b3"}]},
    ),
    small_table(
        "archers",
        "a shot past several obstacles",
        {"a3": formation("ana", 3, {"ranged": 3}), "b1": formation("ben")},
        in_range=[["a3", "b1"]],
        answers={"units_between": (0, 2), "hindering": (0,), "attack": (1, 6), "defence": (1,)},
    ),
    small_table(
        "sides",
        "a formation with a grey side and a side that costs nothing",
        {
            "a1": formation("ana", grey=["back"], costs={"front": 0, "back": 1}),
            "b1": formation("ben", icons={}, grey=["left"]),
        },
        adjacent=BESIDE,
        answers={"attack": (1, 6), "defence": (1,)},
    ),
    small_table(
        "turning",
        "a sortie that turns",
        {"a2": sortie("ana", 3, {"movement": 3}), "b1": formation("ben")},
    ),
    small_table(
        "specials",
        "a sortie with two special orders",
        {"a4": sortie("ana", specials=CRY), "b1": formation("ben")},
    ),
    small_table(
        "ending",
        "a trigger said ahead, for the end of the turn",
        PAIR,
        never=NO_REPORT,
        answers={"id": ("rage",), "row": ("T3",)},
    ),
    small_table(
        "aimed",
        "a special order aimed at one of two enemies",
        {
            "a4": sortie("ana", specials=[{"name": "volley", "cost": 1, "targets": True}]),
            "b1": formation("ben"),
            "b2": formation("ben"),
        },
        answers={"what": ("the hill",)},
    ),
)


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
        | {"adjusted", "Fact.moved", "pushed", "left", "Unit.orders", "kept", "attacked_last"}
    ),
    # The number of the turn counts for the ambush turn alone: most small tables have none.
    ignored_fields=frozenset(
        {"law", "Table.turn", "spent", "Fact.by"}
        | {"Order.moved", "Unit.figures_since", "Unit.slots_since"}
    ),
)
