"""A view and a board by default: what the state's fields say, as far as the viewer may see it."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.kernel.blocks.leaving import Seated
from domain.kernel.blocks.secret import Secret
from domain.kernel.blocks.zones import OWNER, Zones
from domain.kernel.faults import RulesetFault
from domain.kernel.hiding import HIDDEN, Hiding
from domain.kernel.rulebook import Law
from domain.kernel.steps import JUDGE
from domain.kernel.values import Value, changed
from domain.kernel.view import PlainView, in_view, plain_board
from tests.toy import EDITION, RULESET
from tests.toy import Table as Toy


class Bell(Value):
    by: str
    rung: bool = True


class Table(Seated):
    law: Law = Law(EDITION)
    bells: tuple[Bell, ...] = (Bell("ana"),)
    marks: frozenset[str] = frozenset({"red", "blue"})
    numbers: Mapping[int, str] = {}
    kinds: Mapping[str, str] = {}
    named: tuple[str, ...] = ("elm2",)
    bids: Secret = Secret({"ana": 3})
    zones: Zones = Zones({"hand": OWNER}).laid_out("hand", {"ana": {"oak1": "oak"}})


class Odd(Value):
    thing: Any


TABLE = Table(players=("ana", "ben"), numbers={7: "ana"}, kinds={"oak1": "oak", "elm2": "elm"})
VIEW = PlainView(
    lambda table: table.in_game[:1],
    lambda table: table.over,
    Hiding(
        names=lambda table: table.kinds,
        sees=lambda table, viewer, name: (viewer, name) == (table.players[0], "oak1"),
    ),
)


def test_structs_are_mappings_sets_are_sorted_lists_and_the_law_is_left_out() -> None:
    shown = VIEW(TABLE, JUDGE)
    assert shown == {
        "players": ["ana", "ben"],
        "out": [],
        "over": False,
        "winner": None,
        "to_act": ["ana"],
        "bells": [{"by": "ana", "rung": True}],
        "marks": ["blue", "red"],
        "numbers": {"7": "ana"},
        "kinds": {"oak1": "oak", "elm2": "elm"},
        "named": ["elm2"],
        "bids": {"ana": 3},
        "zones": {"hand": {"ana": ["oak1"]}},
    }


def test_nobody_is_shown_what_is_hidden_from_them() -> None:
    ana, ben = VIEW(TABLE, "ana"), VIEW(TABLE, "ben")
    assert (ana["kinds"], ben["kinds"]) == ({"oak1": "oak"}, {})
    assert (ana["named"], ben["named"]) == ([HIDDEN], [HIDDEN])
    assert (ana["bids"], ben["bids"]) == ({"ana": 3}, {"ana": HIDDEN})
    assert (ana["zones"], ben["zones"]) == ({"hand": {"ana": ["oak1"]}}, {"hand": {"ana": 1}})


class Mirror(Value):
    def in_view(self, viewer: str) -> str:
        return viewer


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        (Odd(Mirror()), {"thing": "ana"}),
        ({"elm": Mirror()}, {"elm": "ana"}),
        ((Mirror(), "oak"), ["ana", HIDDEN]),
        (frozenset({Mirror()}), ["ana"]),
        (Odd("oak"), {"thing": HIDDEN}),
        ((Odd(("oak", "elm")),), [{"thing": [HIDDEN, "elm"]}]),
    ],
)
def test_what_lies_inside_is_shown_as_all_else(held: Any, shown: Any) -> None:
    assert in_view(Odd(held), "ana", hidden={"oak"}) == {"thing": shown}


def test_a_set_has_its_order_whatever_is_in_it() -> None:
    assert in_view(Odd(frozenset({"elm", 3, None})), "ana") == {"thing": [3, None, "elm"]}


def test_fields_may_be_left_out() -> None:
    left = ("players", "bells", "zones", "kinds", "numbers", "named")
    assert {*in_view(TABLE, "ana", *left)} == {"out", "over", "winner", "marks", "bids"}


def test_what_holds_entries_is_left_out() -> None:
    """It is for explanations; a judge who makes a step legal leaves the same table as one who plays it."""

    class Rung(Value):
        by: str
        since: int
        held_since: int
        mended: int

    said = in_view(Rung("ana", 3, 4, 5), JUDGE, "mended")
    assert said == {"by": "ana"}


def test_a_field_that_no_view_can_hold_is_a_fault_and_is_named() -> None:
    with pytest.raises(RulesetFault, match=r"Odd\.thing: object cannot stand in a view"):
        in_view(Odd(object()), "ana")


def test_a_ruleset_without_a_view_has_this_one_and_keeps_it_when_it_is_changed() -> None:
    toy = changed(RULESET, view=PlainView())
    table = Toy(Law(EDITION), ("ana", "ben"), "ana", {7: 1})
    shown = toy.view(table, "ana")
    assert (shown["over"], shown["to_act"], shown["said"]) == (False, ["ana"], {"7": 1})
    other = changed(toy, to_act=lambda _table: ("ben",))
    assert other.view(table, "ana")["to_act"] == ["ben"]
    assert RULESET.view(table, "ana")["said"] == [7]


def test_what_a_ruleset_hides_or_keeps_for_explanations_is_not_in_its_view() -> None:
    hiding = Hiding(names=lambda _table: ["ana"], sees=lambda _, viewer, _name: viewer == "ben")
    lab = changed(RULESET.lab, entry_fields=frozenset({"out"}))
    toy = changed(RULESET, view=PlainView(), hiding=hiding, lab=lab)
    table = Toy(Law(EDITION), ("ana", "ben"), "ana")
    assert [toy.view(table, viewer)["turn"] for viewer in ("ben", "cem")] == ["ana", HIDDEN]
    assert "out" not in toy.view(table, "ben")


def test_the_zones_lie_on_the_board_by_default() -> None:
    (ana, ben) = plain_board(TABLE, "ana")
    assert ([one.id for one in ana.pieces], ana.note) == (["oak1"], "1 card")
    assert (ben.owner, ben.pieces) == ("ben", ())
    assert plain_board(Toy(Law(EDITION), (), ""), "ana") == ()
    laid = changed(RULESET, board=plain_board)
    assert [laid.pieces(TABLE, one) for one in TABLE.players] == [
        ("oak1", "ana", "ben"),
        TABLE.players,
    ]
