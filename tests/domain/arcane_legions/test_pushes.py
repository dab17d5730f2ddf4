"""Pushes: the second order of a type in a turn takes a figure."""

import pytest

from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
    fights,
    formation,
    late,
    moves,
    sortie,
    table,
)
from tests.spec import Story


def moved_once(**setup: object) -> Story:
    story = moves(table(**setup, adjacent=[]))  # type: ignore[arg-type]
    return story.when(by="ana", do="stop").then_legal("M.e")


def test_the_second_order_of_a_type_needs_a_figure() -> None:
    """U1, U2, U6: the figure leaves with its icons."""
    story = moved_once().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2).then_illegal("U1").then_since(2)
    story.when(by="ana", do="pay", points=2, figure="f9").then_illegal("G1")
    story.when(by="ana", do="pay", points=2, figure="f1").then_legal("M.a")
    story.happened("FigurePushed", "U2", "U6").then_state(movement_points=2)
    story.then_state(units={"a1": {"figures": 5, "pushed": True, "orders_given": {"move": 2}}})


def test_a_figure_that_does_not_stand_cannot_be_pushed() -> None:
    """U2."""
    units = {"a1": formation("ana", down=["f6"]), "b1": formation("ben")}
    story = moved_once(units=units).when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2, figure="f6").then_illegal("U2")


def test_a_unit_is_pushed_once_in_a_turn() -> None:
    """U3: no third order of a type, and no second type doubled."""
    story = moved_once()
    moves(story, figure="f6").when(by="ana", do="stop")
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("U3").then_since(5)
    story.when(by="ana", do="order", unit="a1", order="regroup").then_legal("T2b")
    story.when(by="ana", do="pay", points=1).then_legal("G.a")
    story.when(by="ana", do="done")
    story.when(by="ana", do="order", unit="a1", order="regroup").then_illegal("U3")
    story.when(by="ana", do="end_orders").then_state(units={"a1": {"pushed": False}})


def test_a_figure_is_taken_only_when_a_push_is_needed() -> None:
    """U5."""
    story = table().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2, figure="f6").then_illegal("U5").then_basis("inferred")


@pytest.mark.parametrize(("reading", "figures"), [("removal", 1), ("damage", 2)])
def test_a_push_takes_the_figure_or_damages_it(reading: str, figures: int) -> None:
    """A11."""
    figure = {"id": "f1", "icons": ["movement"], "hit_points": 2}
    a1 = {"owner": "ana", "base": "formation", "figures": [figure, {"id": "f2"}]}
    units = {"a1": a1, "b1": formation("ben")}
    story = moves(moved_once(units=units, readings={"A11": reading}), figure="f1")
    story.then_state(units={"a1": {"figures": figures, "pushed": True}})


@pytest.mark.parametrize(("reading", "scored"), [("none", 0), ("opponents", 1)])
def test_a_unit_may_be_pushed_to_death(reading: str, scored: int) -> None:
    """U7, A12: the order is still given and runs out; nobody scores, or the others do."""
    units = {"a1": formation("ana"), "a2": sortie("ana", 1), "b1": formation("ben")}
    story = table(units=units, readings={"A12": reading})
    moves(story, "a2", points=1).when(by="ana", do="stop")
    moves(story, "a2", points=1, figure="f1").happened("UnitLeft", "U7")
    story.then_state(position=["T2b"], victory_points={"ana": 0, "ben": scored})
    story.then_state(units={"a2": {"destroyed": True, "orders_given": {"move": 2}}})


@pytest.mark.parametrize(
    ("reading", "points", "figures", "pushed"),
    [("lost", 6, 5, True), ("refunded", 8, 6, False)],
)
def test_an_order_that_the_push_makes_impossible_is_not_given(
    reading: str, points: int, figures: int, pushed: bool
) -> None:
    """C.c, A1: costs are lost, or come back; the order does not count."""
    a1 = formation("ana", orders_given={"close": 1})
    a1["icons"]["attack"] = 1
    units = {"a1": a1, "b1": formation("ben")}
    story = table(readings={"A1": reading}, units=units, adjacent=[["a1", "b1"]], start=late())
    attacks(story, figure="f1").happened("OrderNotGiven", "C.c", "K1", "A1")
    back = [event for event in story.entry.events if type(event).__name__ == "CostRefunded"]
    assert [(event.points, event.figure) for event in back] == [(2, "f1")] * (points == 8)
    story.then_state(position=["T2b"], order_points={"ana": points})
    story.then_state(
        units={"a1": {"figures": figures, "pushed": pushed, "orders_given": {"close": 1}}}
    )


def test_a_refund_brings_a_unit_back_that_was_pushed_to_death() -> None:
    """A1 refunded with the last figure: unit and facts are as before; nobody scores (A12)."""
    a1 = formation("ana", 1, orders_given={"close": 1})
    units = {"a1": a1, "a2": sortie("ana"), "b1": formation("ben")}
    readings = {"A1": "refunded", "A12": "opponents"}
    story = table(readings=readings, units=units, adjacent=[["a1", "b1"]], start=late())
    attacks(story, figure="f1").happened("CostRefunded", "A1")
    story.then_state(victory_points={"ben": 0}, adjacent=[["a1", "b1"]])
    story.then_state(units={"a1": {"figures": 1, "destroyed": False, "pushed": False}})


def test_a_shot_that_the_push_makes_impossible_is_not_given() -> None:
    """R.c lands at R.l."""
    a1 = archers("ana", orders_given={"ranged": 1}, down=["f2", "f3", "f4"])
    units = {"a1": a1, "a2": sortie("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a1", "b1"]], start=late())
    story.when(by="ana", do="order", unit="a1", order="ranged")
    story.when(by="ana", do="target", unit="b1")
    story.when(by="ana", do="pay", points=2, figure="f1").happened("OrderNotGiven", "R.c")
    story.then_state(position=["T2b"], units={"a1": {"orders_given": {"ranged": 1}}})


def test_special_orders_are_never_pushed() -> None:
    """U4, A20 one_special: one special order for each unit and turn."""
    specials = [{"name": "rush", "cost": 1}, {"name": "cry", "cost": 1}]
    units = {"a1": formation("ana", specials=specials), "b1": formation("ben")}
    story = table(units=units, readings={"A20": "one_special"})
    story.when(by="ana", do="order", unit="a1", order="special", special="rush")
    story.when(by="ana", do="pay", points=1, figure="f1").then_illegal("U5")
    story.when(by="ana", do="pay", points=1).then_legal("S.b")
    story.when(by="ana", do="effect").then_legal("S.d")
    story.when(by="ana", do="order", unit="a1", order="special", special="cry")
    story.then_illegal("U4", "A20").then_since(3)


def test_each_special_order_once() -> None:
    """A20 each_special."""
    specials = [{"name": "rush", "cost": 0}, {"name": "cry", "cost": 0}]
    units = {"a1": formation("ana", specials=specials), "b1": formation("ben")}
    story = table(units=units, readings={"A20": "each_special"})
    for name in ("rush", "cry"):
        story.when(by="ana", do="order", unit="a1", order="special", special=name).then_legal()
        story.when(by="ana", do="pay", points=0).then_legal("S.b")
        story.when(by="ana", do="effect").then_legal("S.d")
    story.when(by="ana", do="order", unit="a1", order="special", special="rush")
    story.then_illegal("U4", "A20")


def test_a_disciplined_unit_regroups_without_a_push() -> None:
    """U8."""
    units = {"a1": formation("ana", abilities=["disciplined"]), "b1": formation("ben")}
    story = table(units=units)
    for _ in range(3):
        story.when(by="ana", do="order", unit="a1", order="regroup").then_legal("T2b")
        story.when(by="ana", do="pay", points=1).then_legal("G.a")
        story.when(by="ana", do="done").then_legal("G.c")
    story.then_state(units={"a1": {"figures": 6, "orders_given": {"regroup": 3}}})
    story.when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1, figure="f6").then_illegal("U5", "U8")
    story.when(by="ana", do="pay", points=1).happened("OrderGiven", "U8")


def test_a_forbidden_order_is_refused_when_picked() -> None:
    """A2 when_picked: K1 and its like keep it from being picked."""
    story = table(units={"a1": archers("ana"), "b1": formation("ben")}, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close").then_illegal("K1", "A2")


def test_a_forbidden_order_is_refused_when_paid() -> None:
    """A2 when_paid: it is picked, and only its payment is refused."""
    beast = formation("ana", abilities=["beast"])
    units = {"a1": beast, "a2": archers("ana"), "b1": formation("ben")}
    adjacent = [["a1", "b1"], ["a2", "b1"]]
    story = table(units=units, adjacent=adjacent, readings={"A2": "when_paid"})
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ana", do="pay", points=2).then_illegal("N4", "A2")
    story.when(by="ana", do="no_pay").then_legal("M.a")
    story.when(by="ana", do="order", unit="a2", order="close").then_legal("T2b")
    story.when(by="ana", do="target", unit="b1").then_legal("C.a")
    story.when(by="ana", do="pay", points=2).then_illegal("K1", "A2")


def test_a_third_order_is_refused_when_paid() -> None:
    """A2 when_paid with U3."""
    story = moved_once(readings={"A2": "when_paid"})
    moves(story, figure="f6").when(by="ana", do="stop")
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ana", do="pay", points=2, figure="f5").then_illegal("U3", "A2")


def test_a_beast_does_not_move_beside_an_enemy() -> None:
    """N4."""
    units = {"a1": formation("ana", abilities=["beast"]), "b1": formation("ben")}
    story = table(units=units).when(by="ben", do="report", fact="adjacent", units=["a1", "b1"])
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("N4").then_since(1)
    story.then_reason("ben reported it in entry 1")
    story.when(by="ana", do="report", fact="apart", units=["b1", "a1"]).then_legal("F1")
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")


def test_different_units_are_pushed_each_for_itself() -> None:
    """U3 is for each unit: two fights of each of two units."""
    units = {"a1": formation("ana"), "a2": sortie("ana"), "b1": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"], ["a2", "b1"]])
    fights(story)
    attacks(story, figure="f6").then_legal("C.b")
