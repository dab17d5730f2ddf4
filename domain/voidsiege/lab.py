"""What VoidSiege declares for the lab: small tables, what always holds, which states are equivalent."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.lab import OF_EVERY_VIEW, WORD, Invariant, Lab, SmallTable, View

DUEL: Mapping[str, Any] = {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}}
PAIRS: Mapping[str, Any] = {**DUEL, "a2": {"owner": "ana"}, "b2": {"owner": "ben"}}
NO_REPORT = ({"do": "report"},)


def lab_setup(units: Mapping[str, Any], points: int = 1, **more: Any) -> dict[str, Any]:
    """A set-up of these units with so many points each, one round long if nothing else is said."""
    return {"points": {"ana": points, "ben": points}, "rounds": 1, "units": units, **more}


WILLING = {"owner": "ana", "abilities": ["will_of_the_masters"], "restrictions": ["run", "shoot"]}

NEITHER_FALLS_NOR_ARRIVES = (
    {"do": "report", "fact": "arriving"},
    {"do": "report", "fact": "destroyed"},
)
REMOVED = {"do": "remove_restriction", "unit": "a1", "restriction": "run", "rule": "veteran"}

RAM = {
    "parts": ["run"],
    "restrictions": {"run": ["run", "engines"]},
    "as_reaction": True,
    "as_charge": True,
}


def small_table(
    name: str, words: str, setup: Mapping[str, Any], never: Any = NO_REPORT, also: Any = ()
) -> SmallTable:
    return SmallTable(name, words, setup, also_tried=also, never_tried=never, quick=name == "duel")


TABLES = (
    small_table("duel", "a unit each, one point, one round, no reports", lab_setup(DUEL)),
    small_table(
        "duel-reported",
        "a unit each, one point, one round; losses and arrivals are reported",
        lab_setup(DUEL),
        never=(),
        also=({"do": "concede"},),
    ),
    small_table(
        "duel-two-points", "a unit each, two points, one round, no reports", lab_setup(DUEL, 2)
    ),
    small_table(
        "duel-two-rounds",
        "a unit each, one point, two rounds, no reports",
        lab_setup(DUEL, rounds=2),
    ),
    small_table("pairs", "two units each, one point, one round, no reports", lab_setup(PAIRS)),
    small_table(
        "will",
        "a unit with Will of the Masters that holds two restrictions against a plain one, one point",
        lab_setup({"a1": WILLING, "b1": {**WILLING, "owner": "ben"}}),
        also=(REMOVED,),
    ),
    small_table(
        "ram",
        "a unit each, one point, one round, no reports; a command of the table's own that charges and answers",
        lab_setup(DUEL, commands={"ram": RAM}),
    ),
    small_table(
        "objective",
        "scenario 1, a unit each, one point; who controls the objective is reported",
        lab_setup(DUEL, scenario=1),
        NEITHER_FALLS_NOR_ARRIVES,
    ),
    small_table(
        "wall",
        "scenario 4, a unit each, one point; who is near an objective is reported",
        lab_setup(DUEL, scenario=4),
        NEITHER_FALLS_NOR_ARRIVES,
    ),
)


def _nothing_under_way(view: View) -> bool:
    return not view["over"] or (
        view["phase"] == "idle" and not view["queue"] and not view["to_act"] and not view["acting"]
    )


def _of_the_enemy(view: View) -> bool:
    acting, reaction, units = view["acting"], view["reaction"], view["units"]
    if acting is None or reaction is None:
        return reaction is None
    return bool(units[acting["unit"]]["owner"] != units[reaction["unit"]]["owner"])


INVARIANTS = (
    Invariant("nobody has fewer than no points", lambda view: min(view["points"].values()) >= 0),
    Invariant(
        "a destroyed unit holds no restriction",
        lambda view: not any(u["destroyed"] and u["restrictions"] for u in view["units"].values()),
    ),
    Invariant("nothing is under way once the game is over", _nothing_under_way),
    Invariant("only the enemy of the acting unit reacts, and only to a command", _of_the_enemy),
    Invariant(
        "a window asks one player",
        lambda view: view["phase"] != "reaction" or len(view["to_act"]) == 1,
    ),
    Invariant(
        "something is to be done exactly while a command is under way",
        lambda view: (view["phase"] == "idle") == (view["acting"] is None),
    ),
)

VIEW = {
    **OF_EVERY_VIEW,
    "round": int,
    "phase": ("reaction", "movement", "targeting", "resolution", "idle"),
    "acting": (None, {"unit": str, "command": str, "charge": bool, "target": WORD}),
    "reaction": (None, {"unit": str, "command": str, "target": str}),
    "queue": [str],
    "points": {str: int},
    "units": {str: {"owner": str, "restrictions": [str], "destroyed": bool}},
}

LAB = Lab(
    tables=TABLES,
    invariants=INVARIANTS,
    view_shape=VIEW,
    window_open=lambda view: bool(view["phase"] == "reaction"),
    entry_fields=frozenset(
        {"entry", "declared", "Held.since", "destroyed", "ended"}
        | {"Go.given", "Go.reaction", "Go.passed", "done", "unanswered"}
    ),
    ignored_fields=frozenset(
        {"law", "commands", "full_points", "reactions", "removals", "lost", "Table.spent"}
        | {"Fact.by", "Held.command", "Held.reaction"}
    ),
)
