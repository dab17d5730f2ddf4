"""What an order is against: sides in range, what lies in the way, and whom an effect reaches."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import archers, attacks, formation, shoots, sortie, table
from tests.spec import Story

UNITS = {"a3": archers("ana"), "b1": formation("ben"), "b2": formation("ben")}


def ranged(**setup: Any) -> Story:
    """A ranged order of a3 is picked."""
    story = table(**{"units": UNITS, **setup})
    return story.when(by="ana", do="order", unit="a3", order="ranged").then_legal("T2b")


def in_range(story: Story, target: str, fact: str = "in_range", **side: str) -> Story:
    said = {"fact": fact, "unit": "a3", "target": target, **side}
    return story.when(by="ben", do="report", **said).then_legal("F1")


def test_where_sides_are_known_one_of_them_is_named() -> None:
    """R.a, K10, F1: where none was said any will do, or none."""
    story = ranged(in_range=[["a3", "b1", "left"], ["a3", "b2"]])
    story.when(by="ana", do="target", unit="b1", side="front").then_illegal("R.a", "F1")
    story.then_reason("of b1 left is in range, not front")
    story.when(by="ana", do="target", unit="b1").then_illegal("R.a", "K10")
    for target in ({"unit": "b1", "side": "left"}, {"unit": "b2"}, {"unit": "b2", "side": "back"}):
        story.when(by="ana", do="target", **target).then_legal("R.a")
        story.when(by="ana", do="undo").then_legal("G4")


def test_a_report_adds_and_ends_sides() -> None:
    """F1: with a side that side, without one all of it."""
    story = ranged(in_range=[["a3", "b1", "left"]])
    in_range(story, "b1", side="back").then_reason("the back of b1 is in range of a3")
    in_range(story, "b1", "out_of_range", side="left")
    story.then_state(in_range=[["a3", "b1", "back"]])
    story.when(by="ana", do="target", unit="b1", side="left").then_illegal("R.a").then_since(3)
    in_range(story, "b1").then_state(in_range=[["a3", "b1"], ["a3", "b1", "back"]])
    in_range(story, "b1", "out_of_range").then_state(in_range=[])
    story.when(by="ana", do="target", unit="b1").then_illegal("R.a").then_since(6)


def test_out_of_range_to_one_side_leaves_the_others() -> None:
    """F1: with the last of them the target is out of range."""
    story = ranged(in_range=[["a3", "b1", "left"], ["a3", "b1", "back"]])
    in_range(story, "b1", "out_of_range", side="back").then_state(in_range=[["a3", "b1", "left"]])
    in_range(story, "b1", "out_of_range", side="left").then_state(in_range=[])
    story.when(by="ana", do="target", unit="b1", side="left").then_illegal("R.a")
    assert "F1" not in story.entry.ruling.cites


@pytest.mark.parametrize("fact", ["in_range", "out_of_range"])
def test_a_side_is_one_of_four(fact: str) -> None:
    """G1."""
    said = {"fact": fact, "unit": "a3", "target": "b1", "side": "top"}
    ranged().when(by="ben", do="report", **said).then_illegal("G1")


def test_a_side_in_close_combat_is_taken_on_its_word() -> None:
    """C.a: sides are in range, not adjacent."""
    facts = {"adjacent": [["a1", "b1"]], "in_range": [["a1", "b1", "left"]]}
    story = table(units={"a1": formation("ana"), "b1": formation("ben")}, **facts)
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1", side="front").then_legal("C.a")


def test_what_lies_in_the_way_is_said_with_the_roll() -> None:
    """K3: field by field what was said last counts; one die for each kind."""
    story = shoots(table(units=UNITS, in_range=[["a3", "b1"]]), units_between=1)
    roll: dict[str, Any] = {"by": "ana", "do": "roll", "defence": [1, 1]}
    story.when(**roll, attack=[6] * 4).then_illegal("K2", "K3")
    story.when(**roll, attack=[6] * 3, hindering=1).then_illegal("K2", "K3")
    story.when(**roll, attack=[6] * 3, units_between=0).then_illegal("K2", "K3")
    story.when(**roll, attack=[6] * 3, units_between=0, melee=True).then_legal("R.h")
    story.happened("ObstaclesFound", "K3", "R.e", "R.f")


def test_what_is_said_again_with_the_roll_is_no_news() -> None:
    """K3: the roll alone happens."""
    story = shoots(table(units=UNITS, in_range=[["a3", "b1"]]), units_between=1)
    said = {"attack": [1, 1, 1], "defence": [1, 1], "units_between": 1, "hindering": 0}
    story.when(by="ana", do="roll", **said).events("DiceRolled", "RowReached")


def test_two_obstacles_said_with_the_roll_are_open() -> None:
    """A18 open: a roll that is right under once or each is undetermined, any other K2 and K3."""
    story = shoots(table(units=UNITS, in_range=[["a3", "b1"]]), melee=True)
    roll: dict[str, Any] = {"by": "ana", "do": "roll", "defence": [1, 1], "hindering": 2}
    story.when(**roll, attack=[6] * 2).then_undetermined("A18")
    story.then_reason("2 hindering terrains lie in the way")
    story.when(**roll, attack=[6] * 1).then_undetermined("A18")
    story.when(**roll, attack=[6] * 3).then_illegal("K2", "K3")
    story.overrule(5, "legal").then_illegal("G5")
    story.overrule(6, "legal").then_legal("G5").then_state(position=["T2b", "R.i"])


@pytest.mark.parametrize("field", [{"units_between": 0}, {"hindering": 1}, {"melee": False}])
def test_in_close_combat_nothing_lies_in_the_way(field: dict[str, Any]) -> None:
    """G1: fields of R.h."""
    story = attacks(table())
    story.when(by="ana", do="roll", attack=[6] * 3, defence=[1, 1], **field).then_illegal("G1")


def test_obstacles_are_numbers() -> None:
    """G1."""
    story = shoots(table(units=UNITS, in_range=[["a3", "b1"]]))
    for field in ({"units_between": -1}, {"hindering": "two"}, {"melee": 1}, {"blocking": True}):
        story.when(by="ana", do="roll", attack=[6] * 4, defence=[1, 1], **field).then_illegal("G1")


VOLLEY = {"specials": [{"name": "volley", "cost": 1, "targets": True}, {"name": "cry", "cost": 0}]}


def aimed(reading: str, special: str = "volley", **target: Any) -> Story:
    """A special order of a4 waits for its effect."""
    a4 = sortie("ana", down=["f3"], **VOLLEY)
    story = table(units={"a4": a4, "b1": UNITS["b1"], "b2": UNITS["b2"]}, readings={"A23": reading})
    story.when(by="ana", do="order", unit="a4", order="special", special=special)
    if target:
        story.when(by="ana", do="target", **target).then_legal("S.a")
    points = 1 if special == "volley" else 0
    return story.when(by="ana", do="pay", points=points).then_legal("S.b")


@pytest.mark.parametrize(
    "outcome",
    [
        {"damage": {"b1": ["f1"], "b2": ["f1"]}},
        {"damage": {"b1": ["f1"]}, "return": {"a4": ["f3"]}},
    ],
)
def test_an_effect_that_reaches_a_unit_not_named(outcome: dict[str, Any]) -> None:
    """S.a, A23 any, targets_only: legal and said so, or illegal."""
    story = aimed("any", unit="b1").when(by="ana", do="effect", **outcome)
    story.then_legal("S.d", "A23").then_basis("reading").then_since(2)
    story.then_reason("was not a target: the order was aimed at b1")
    story = aimed("targets_only", unit="b1").when(by="ana", do="effect", **outcome)
    story.then_illegal("S.a", "A23").then_since(2).then_reason("was aimed at b1, not at ")
    story.overrule(4, "legal").then_legal("G5").then_reason("was not a target")


@pytest.mark.parametrize("reading", ["any", "targets_only"])
@pytest.mark.parametrize(
    ("target", "outcome"),
    [
        ({"units": ["b1", "b2"]}, {"damage": {"b1": ["f1"], "b2": ["f1"]}}),
        ({"unit": "b1"}, {"damage": {"b1": ["f1"], "b2": []}, "victory_points": {"ana": 1}}),
        ({"what": "the slope"}, {"damage": {"b2": ["f1"]}}),
        ({}, {"damage": {"b2": ["f1"]}, "return": {"a4": ["f3"]}}),
    ],
)
def test_an_effect_on_what_was_named_says_nothing_of_it(
    reading: str, target: dict[str, Any], outcome: dict[str, Any]
) -> None:
    """A23: words name no unit, and an order without targets has none to keep to."""
    story = aimed(reading, "volley" if target else "cry", **target)
    story.when(by="ana", do="effect", **outcome).then_legal("S.d")
    assert "A23" not in story.entry.ruling.cites


def test_an_outcome_is_looked_at_before_its_targets() -> None:
    """K7 comes before S.a: checks from left to right."""
    story = aimed("targets_only", unit="b1")
    story.when(by="ana", do="effect", damage={"b2": ["f1", "f1"]}).then_illegal("K7")
    story.when(by="ana", do="effect", damage={"b2": ["f1"]}, order_points={"ben": 1})
    story.then_illegal("O4")
