"""What the table played although it was refused, and what it takes to go back behind dice."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import (
    attacks,
    fights,
    formation,
    hits,
    late,
    moves,
    rolls,
    sortie,
    table,
    trigger,
)
from tests.spec import Story


def played(story: Story, *rules: str, by: str = "ana", **said: Any) -> Story:
    """A refused step that the table played: the ruling stays, and it happens."""
    story.when(by=by, **said, played=True).then_illegal(*rules)
    return story.happened("EntryPlayed")


def judge_says(story: Story, entry: int) -> Story:
    return story.when(by="judge", do="played", entry=entry, because="they went on")


def test_a_payment_without_a_figure_pushes_nobody() -> None:
    """U1, U3: `pushed` stays, so a third order of the type may still be pushed."""
    a1 = formation("ana", orders_given={"move": 1})
    story = table(units={"a1": a1, "b1": formation("ben")}, start=late())
    story.when(by="ana", do="order", unit="a1", order="move")
    played(story, "U1", do="pay", points=2).when(by="ana", do="stop").then_legal("M.e")
    story.then_state(units={"a1": {"pushed": False, "figures": 6, "orders_given": {"move": 2}}})
    moves(story, figure="f6").then_state(units={"a1": {"pushed": True}})
    story.when(by="ana", do="stop").when(by="ana", do="order", unit="a1", order="move")
    story.then_illegal("U3")


def test_dice_that_were_too_many_lie_as_they_were_rolled() -> None:
    """K2, K6: the hits go by the dice on the table."""
    story = played(attacks(table()), "K2", do="roll", attack=[6, 5, 4, 3], defence=[1])
    hits(story, 5).then_illegal("K6")
    hits(story, 4, 2).then_illegal("K6")
    hits(story, 4, 1).then_legal("C.g").then_state(outstanding={"a1": 1, "b1": 4})


@pytest.mark.parametrize("figures", [["f1"], ["f1", "f2", "f3"], []])
def test_damage_placed_wrongly_settles_the_unit(figures: list[str]) -> None:
    """K7: too few or too many points; the fight goes on."""
    story = fights(table(), 2)
    played(story, "K7", by="ben", do="damage", unit="b1", figures=figures)
    story.then_state(position=["T2b"], outstanding={}, units={"b1": {"figures": 6 - len(figures)}})


def test_points_stop_at_nothing() -> None:
    """O9, N1."""
    story = table(start=late(order_points={"ana": 1}))
    story.when(by="ana", do="order", unit="a1", order="move")
    played(story, "O9", do="pay", points=2).then_state(order_points={"ana": 0})
    story.when(by="ben", do="decline")
    played(story, "N1", do="step", cost=9).then_state(movement_points=0, position=["T2b", "M.e"])


@pytest.mark.parametrize(
    "said",
    [
        {"do": "step", "cost": 1},
        {"do": "order", "unit": "z", "order": "move"},
        {"do": "trigger", "id": "t", "owner": "ben", "source": "a1"},
        {"do": "report", "fact": "moved", "unit": "z"},
        {"do": "resolve", "trigger": "t"},
    ],
)
def test_with_nothing_to_act_on_it_changes_nothing(said: dict[str, Any]) -> None:
    """X2, G1: the row, names, triggers and reports; a judge cannot say it either."""
    story = table().when(by="ana", **said, played=True)
    story.events().then_state(position=["T2b"], order_points={"ana": 8})
    judge_says(story, 1).then_illegal("G1")


def test_an_item_of_raises_that_fails_is_left_out() -> None:
    """V6, X8, X2: the others arise; a name that is nothing leaves nothing to act on (G1)."""
    units = {
        name: formation(owner) for name, owner in (("a1", "ana"), ("b1", "ben"), ("c1", "cem"))
    }
    story = table(("ana", "ben", "cem"), units=units).when(by="cem", do="concede")
    raised = [
        trigger("a", "cem", "c1"),
        trigger("b", "ana", "b1"),
        trigger("c", "ben", "b1", at="C.e"),
        trigger("d", "ben", "b1", at="T3"),
        trigger("d", "ana", "a1"),
    ]
    played(story, "V6", do="end_orders", raises=raised).then_state(position=["T3"])
    story.then_state(triggers={"ben": ["d"]}, announced=[])
    story = table()
    named = [trigger("a", "ana", "z")]
    story.when(by="ana", do="end_orders", raises=named, played=True).then_illegal("G1").events()


def test_a_shot_beyond_the_side_in_range_was_played() -> None:
    """R.a set aside: the fight goes on with that side."""
    a3 = {"owner": "ana", "base": "formation", "figures": 4, "icons": {"ranged": 4}}
    units = {"a3": a3, "b1": formation("ben", grey=["back"])}
    story = table(units=units, in_range=[["a3", "b1", "left"]])
    story.when(by="ana", do="order", unit="a3", order="ranged")
    played(story, "R.a", "F1", do="target", unit="b1", side="back")
    story.when(by="ana", do="pay", points=2)
    story.when(by="ana", do="roll", attack=[1] * 4, defence=[]).then_legal("R.h")


def test_what_is_undetermined_may_have_been_played() -> None:
    """A19 open: the turn happens; ruled illegal as the newest that stands it is taken back."""
    story = moves(table(units={"a2": sortie("ana"), "b1": formation("ben")}), "a2", points=1)
    story.when(by="ana", do="turn", cost=1, played=True).then_undetermined("A19")
    story.then_state(movement_points=1, position=["T2b", "M.e"])
    story.overrule(3, "illegal").then_legal("G5").then_state(movement_points=2)


def test_a_judge_says_that_it_was_played() -> None:
    """G5: an order of a Beast beside an enemy; the verdict stays."""
    a1 = formation("ana", abilities=["beast"])
    story = table(units={"a1": a1, "b1": formation("ben")}, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("N4")
    judge_says(story, 1).then_legal("G5").then_state(position=["T2b", "M.a"])
    assert story.game.verdict(1) == "illegal"
    judge_says(story, 1).then_illegal("G5")


def test_to_take_back_dice_is_a_request() -> None:
    """G4: a roll and an adjustment told something new; target, payment and hits did not."""
    story = attacks(table()).when(by="ana", do="undo").then_state(position=["T2b", "C.b"])
    story.when(by="ana", do="pay", points=2)
    rolls(story).when(by="ana", do="undo").then_legal("G4").then_state(to_act=["ben"])
    story.when(by="ben", do="object")
    story.when(by="ana", do="adjust", attack=[6, 6, 6]).then_legal("C.g")
    story.when(by="ana", do="undo").then_state(to_act=["ben"])
    story.when(by="ben", do="consent").then_state(to_act=["ana", "ben"], position=["T2b", "C.g"])
    hits(story, 1).when(by="ana", do="undo").then_legal("G4")
    story.then_state(position=["T2b", "C.g"])


def test_dice_that_a_judge_let_happen_are_seen_too() -> None:
    """G4: made legal or said to have been played, they are asked about like any other."""
    story = rolls(attacks(table()), (1,), ()).then_illegal("K2")
    judge_says(story, 4).then_legal("G5")
    hits(story, 1).when(by="ana", do="undo").then_legal("G4").then_state(position=["T2b", "C.g"])
    story.when(by="ana", do="undo").then_illegal("G4")
    story = played(attacks(table()), "K2", do="roll", attack=[1], defence=[])
    story.when(by="ana", do="undo").then_legal("G4").then_state(to_act=["ben"])
