"""Triggers of a payment, and what comes back of an order that is not given (A1)."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import attacks, formation, late, shoots, table, trigger
from tests.spec import Story

SNIPE = trigger("snipe", "ben", "b1")


def listed(*icons: list[str], **more: Any) -> dict[str, Any]:
    """A formation of ana's whose figures carry these icons, that was given a close order before."""
    figures = [{"id": f"f{n}", "icons": each} for n, each in enumerate(icons, 1)]
    given = {"orders_given": {"close": 1}}
    return {"owner": "ana", "base": "formation", "figures": figures, **given, **more}


def second_attack(
    a1: dict[str, Any], reading: str = "refunded", more: dict[str, str] | None = None
) -> Story:
    """a1 has fought in this turn; another attack is a push."""
    readings = {"A1": reading, **(more or {})}
    units = {"a1": a1, "b1": formation("ben")}
    return table(units=units, adjacent=[["a1", "b1"]], readings=readings, start=late())


@pytest.mark.parametrize(("reading", "left"), [("lost", 6), ("refunded", 8)])
def test_a_trigger_of_the_payment_can_keep_the_order_from_being_given(
    reading: str, left: int
) -> None:
    """C.c, K1, A1: it takes the last attack icon at C.b."""
    units = {"a1": {**formation("ana"), "icons": {"attack": 1}}, "b1": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A1": reading})
    attacks(story, raises=[SNIPE]).then_state(position=["T2b", "C.b"], order_points={"ana": 6})
    story.then_state(units={"a1": {"orders_given": {"close": 0}}})
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1"]}).then_legal("X3")
    story.happened("OrderNotGiven", "C.c", "K1").then_reason("a1 has no attack icon ready")
    story.then_state(position=["T2b"], order_points={"ana": left})
    story.then_state(units={"a1": {"figures": 5, "orders_given": {"close": 0}}})


def test_what_was_paid_and_pushed_comes_back_and_what_was_hurt_does_not() -> None:
    """A1 refunded at C.c."""
    story = second_attack(listed(["attack"], ["attack"], ["movement"], []))
    attacks(story, figure="f3", raises=[SNIPE]).then_state(units={"a1": {"pushed": True}})
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1", "f2"]})
    story.happened("CostRefunded", "A1").then_reason("ana gets 2 order points and f3 back")
    story.then_state(order_points={"ana": 8})
    story.then_state(units={"a1": {"pushed": False, "figures": 2, "ready": {"movement": 1}}})


def test_what_came_back_is_as_it_was_before() -> None:
    """A1, A3: the figure with its damage; a unit that was pushed before stays so."""
    figures = [
        {"id": "f1", "icons": ["attack"]},
        {"id": "f2", "hit_points": 2},
        {"id": "f3"},
    ]
    a1 = {**listed(), "figures": figures}
    story = second_attack(a1, more={"A11": "removal"})
    story.when(by="ben", do="trigger", **trigger("t", "ben", "b1"))
    story.when(by="ben", do="resolve", trigger="t", damage={"a1": ["f2"]})
    attacks(story, figure="f2", raises=[SNIPE]).then_state(units={"a1": {"damage": {}}})
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1"]})
    story.then_state(units={"a1": {"damage": {"f2": 1}, "standing": {"f2": "f2", "f3": "f3"}}})


def test_points_come_back_for_a_unit_that_has_gone() -> None:
    """A1 refunded: the figure does not."""
    story = second_attack({**listed(["attack"], []), "owner": "ana"})
    units = {"a1": listed(["attack"], []), "a2": formation("ana"), "b1": formation("ben")}
    readings = {"A1": "refunded"}
    story = table(units=units, adjacent=[["a1", "b1"]], readings=readings, start=late())
    attacks(story, figure="f2", raises=[SNIPE])
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1"]})
    story.then_reason("ana gets 2 order points back").then_state(order_points={"ana": 8})
    story.then_state(units={"a1": {"destroyed": True, "figures": 0, "pushed": True}})


@pytest.mark.parametrize(("reading", "hit_points"), [("removal", 2), ("damage", 1)])
def test_a_slot_that_is_taken_keeps_the_figure_off(reading: str, hit_points: int) -> None:
    """A1 refunded, A11: f1 has returned to its own slot, on which f3 stood when it was pushed off."""
    a1 = listed([], ["attack"], [], down=["f1"])
    a1["figures"][2]["hit_points"] = hit_points
    story = second_attack(a1, more={"A11": reading})
    story.when(by="ana", do="order", unit="a1", order="regroup").when(by="ana", do="pay", points=1)
    story.when(by="ana", do="reposition", moves={"f3": "f1"}).when(by="ana", do="done")
    raised = [trigger("t", "ana", "a1"), SNIPE]
    attacks(story, figure="f3", raises=raised)
    story.when(by="ana", do="resolve", trigger="t", **{"return": {"a1": ["f1"]}}).then_legal("X3")
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f2"]})
    story.then_reason("ana gets 2 order points back").then_state(order_points={"ana": 7})
    story.then_state(units={"a1": {"figures": 1, "standing": {"f1": "f1"}, "pushed": True}})


def test_the_last_figure_comes_back_with_the_payment() -> None:
    """A1 refunded: all of it at once; the order is not paid for, and not given."""
    story = second_attack(listed(["attack"]))
    attacks(story, figure="f1", raises=[SNIPE]).happened("CostRefunded", "C.b", "A1")
    story.then_state(position=["T2b", "C.b"], order_points={"ana": 8}, to_act=["ben"])
    story.then_state(units={"a1": {"figures": 1, "pushed": False, "destroyed": False}})
    story.when(by="ben", do="resolve", trigger="snipe").happened("OrderNotGiven", "C.c")
    story.then_reason("a1's close combat order is not given: it is not paid for.")
    story.then_state(position=["T2b"], order_points={"ana": 8})


def test_a_push_that_damages_gives_its_point_back() -> None:
    """A1, A11 damage: the figure's point; what the trigger did to it stays."""
    figures = [{"id": "f1", "icons": ["attack"]}, {"id": "f2", "hit_points": 3}]
    story = second_attack({**listed(), "figures": figures}, more={"A11": "damage"})
    attacks(story, figure="f2", raises=[SNIPE])
    story.then_state(units={"a1": {"figures": 2, "damage": {"f2": 1}, "pushed": True}})
    outcome = {"a1": ["f1", "f2"]}
    story.when(by="ben", do="resolve", trigger="snipe", damage=outcome).happened("CostRefunded")
    story.then_state(units={"a1": {"figures": 1, "damage": {"f2": 1}, "pushed": False}})


def test_a_figure_that_its_push_left_one_hit_point_is_whole_again() -> None:
    """A1, A11 damage: it has kept its slot."""
    figures = [{"id": "f1", "icons": ["attack"]}, {"id": "f2", "hit_points": 2}]
    story = second_attack({**listed(), "figures": figures}, more={"A11": "damage"})
    attacks(story, figure="f2", raises=[SNIPE])
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1"]})
    a1 = {"figures": 1, "standing": {"f2": "f2"}, "pushed": False}
    story.happened("CostRefunded", "A1").then_state(units={"a1": a1})
    assert story.state.units["a1"].damage == {}


def test_a_figure_downed_by_the_trigger_stays_down() -> None:
    """A1, A11 damage: its point is gone with it; the unit does not count as pushed."""
    figures = [{"id": "f1", "icons": ["attack"]}, {"id": "f2", "hit_points": 2}, {"id": "f3"}]
    story = second_attack({**listed(), "figures": figures}, more={"A11": "damage"})
    attacks(story, figure="f2", raises=[SNIPE])
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1", "f2"]})
    a1 = {"figures": 1, "standing": {"f3": "f3"}, "damage": {}, "pushed": False}
    story.then_state(units={"a1": a1})


def test_a_figure_that_its_push_downed_comes_back() -> None:
    """A1, A11 damage: it stands where it stood, and is not one of those that may return (H3)."""
    story = second_attack(listed(["attack"], [], []), more={"A11": "damage"})
    attacks(story, figure="f2", raises=[SNIPE]).then_state(units={"a1": {"figures": 2}})
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1"]})
    story.happened("CostRefunded", "A1")
    a1 = {"figures": 2, "standing": {"f2": "f2", "f3": "f3"}, "pushed": False}
    story.then_state(units={"a1": a1})
    assert story.state.units["a1"].down == {"f1"}


def test_a_shot_that_is_not_given() -> None:
    """R.c: it lands at R.l; its costs are lost."""
    a3 = {**formation("ana"), "icons": {"ranged": 1}}
    units = {"a3": a3, "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]])
    story.when(by="ana", do="order", unit="a3", order="ranged")
    story.when(by="ana", do="target", unit="b1")
    raised = [SNIPE, trigger("late", "ben", "b1", at="R.c")]
    story.when(by="ana", do="pay", points=2, raises=raised).then_state(position=["T2b", "R.b"])
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a3": ["f1"]})
    story.happened("OrderNotGiven", "R.c").then_reason("What ana paid for it is lost")
    story.then_state(position=["T2b", "R.c"], triggers={"ben": ["late"]})
    story.when(by="ben", do="resolve", trigger="late").then_state(position=["T2b"])
    shoots(table(units=units, in_range=[["a3", "b1"]])).then_state(position=["T2b", "R.h"])


def test_a_target_that_has_gone_does_not_keep_a_paid_order_from_being_given() -> None:
    """O11, C.c: the unit and its icon are there; nothing is chosen after that."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": formation("ben", 1)}
    story = table(units=units, adjacent=[["a1", "b2"]])
    attacks(story, target="b2", raises=[trigger("t", "ana", "a1")])
    story.when(by="ana", do="resolve", trigger="t", damage={"b2": ["f1"]}).happened("OrderGiven")
    story.then_state(position=["T2b"], units={"a1": {"orders_given": {"close": 1}}})


def test_a_paid_move_is_given_to_a_unit_that_has_gone() -> None:
    """O11, M.b."""
    units = {"a1": formation("ana", 1), "a2": formation("ana"), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2, raises=[SNIPE]).then_state(position=["T2b", "M.a"])
    story.when(by="ben", do="resolve", trigger="snipe", damage={"a1": ["f1"]})
    story.happened("OrderGiven", "M.b")
    story.then_state(position=["T2b"], units={"a1": {"orders_given": {"move": 1}}})
