"""What a judge's word does not change, and what is forgotten or kept as rows are passed."""

from domain.arcane_legions.chapters.victory import VictoryPointsScored
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


def test_what_came_after_the_end_stays_refused_after_a_rewind() -> None:
    """G3: line 1 refused it, and it is not made legal although the game goes on again."""
    story = table().when(by="ana", do="report", fact="destroyed", unit="b1")
    story.then_state(over=True).when(by="ana", do="end_orders").then_illegal("G3")
    story.rewind(0).overrule(2, "legal").then_illegal("G1").then_state(over=False, turn=1)


def test_what_came_during_an_undo_request_stays_refused() -> None:
    """G6: line 1 refused it; it is not made legal when the request is no more."""
    story = moves(table()).when(by="ben", do="decline").then_legal("M.c")
    story.when(by="ana", do="undo").then_legal("G4")
    story.when(by="ana", do="stop").then_illegal("G6")
    story.rewind(3).overrule(5, "legal").then_illegal("G1").then_state(position=["T2b", "M.e"])


def test_an_effect_takes_what_was_still_to_be_placed() -> None:
    """X6 set aside, K7: no more is outstanding than the unit can take."""
    units = {"a1": formation("ana"), "b1": formation("ben", 3), "b2": formation("ben")}
    story = fights(table(units=units, adjacent=[["a1", "b1"]]), 3)
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1")).then_legal("X5")
    story.then_state(outstanding={"b1": 3})
    story.when(by="ana", do="resolve", trigger="t", damage={"b1": ["f1"]}).then_illegal("X6")
    story.overrule(7, "legal").then_legal("G5").then_state(outstanding={"b1": 2})
    story.when(by="ben", do="damage", unit="b1", figures=["f2", "f2"])
    story.then_illegal("K7").then_since(8)
    story.when(by="ben", do="damage", unit="b1", figures=["f2", "f3"]).then_legal("C.i")
    story.then_state(position=["T2b"], units__b1__destroyed=True, outstanding={})


def test_an_effect_leaves_the_damage_that_a_unit_can_still_take() -> None:
    """X6 set aside, K7: of six figures one goes, and the one point is still to be placed."""
    story = fights(table(), 1).when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", damage={"b1": ["f1"]}).then_illegal("X6")
    story.overrule(7, "legal").then_legal("G5").then_state(outstanding={"b1": 1})


def test_a_row_further_on_is_reached_whatever_is_in_hand() -> None:
    """X2: triggers are left aside; another one in hand does not bar the row C.j."""
    story = rolls(attacks(table()))
    hits(story, 0, raises=[trigger("a", "ana", "a1"), trigger("b", "ana", "a1")])
    later = [trigger("c", "ana", "a1", at="C.j")]
    story.when(by="ana", do="resolve", trigger="a", raises=later).then_legal("X3")
    story.when(by="ana", do="resolve", trigger="b").then_state(position=["T2b", "C.j"])


def test_a_push_of_the_set_up_is_forgotten() -> None:
    """T3c: also of a unit that was given no order."""
    units = {"a1": formation("ana", pushed=True), "b1": formation("ben")}
    story = table(units=units, start=late()).then_state(units__a1__pushed=True)
    story.when(by="ana", do="end_orders").then_state(units__a1__pushed=False)


def test_a_unit_that_left_has_no_damage() -> None:
    """F1: what was said of it ends."""
    figures = [{"id": "f1", "hit_points": 2}]
    units = {"a1": formation("ana"), "b1": formation("ben")}
    units["b2"] = {"owner": "ben", "base": "sortie", "figures": figures}
    story = table(units=units, start=late(triggers=[trigger("t", "ana", "a1")]))
    story.when(by="ana", do="resolve", trigger="t", damage={"b2": ["f1"]}).then_legal("X3")
    assert story.game.view()["units"]["b2"]["damage"] == {"f1": 1}
    story.when(by="ben", do="report", fact="destroyed", unit="b2").then_legal("F1")
    assert story.game.view()["units"]["b2"]["damage"] == {}


def test_movement_points_are_gone_at_their_row() -> None:
    """M.h: also while the sequence halts there."""
    story = moves(table(units={"a1": sortie("ana"), "b1": formation("ben")}), points=1)
    story.then_state(movement_points=2)
    story.when(by="ana", do="stop", raises=[trigger("t", "ana", "a1", at="M.h")])
    story.then_state(position=["T2b", "M.h"], movement_points=0)


def test_an_attacker_that_has_gone_deals_no_damage() -> None:
    """O11: the hits were said, and no damage was outstanding yet."""
    units = {"a1": formation("ana", 1), "a2": sortie("ana"), "b1": formation("ben")}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    rolls(story, (1,)).then_legal("C.f")
    hits(story, 1, raises=[trigger("t", "ben", "b1")]).then_state(position=["T2b", "C.h"])
    story.when(by="ben", do="resolve", trigger="t", damage={"a1": ["f1"]}).then_legal("X3")
    story.then_state(position=["T2b"], outstanding={}, units__b1__figures=6)


def test_a_game_is_won_once() -> None:
    """V5: by the target, before it is looked at who is left."""
    story = table(start=late(victory_points={"ana": 20}))
    story.when(by="ben", do="report", fact="destroyed", unit="b1", credit="ana").then_legal("F1")
    won = [event for event in story.entry.events if type(event).__name__ == "GameWon"]
    assert [event.rules for event in won] == [("V3", "A15")]


def test_an_owner_whose_turn_to_decide_is_past_decides_no_more() -> None:
    """B7: a unit that comes to stand beside the mover later makes no attack in this window."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    story = moves(table(("ana", "ben", "cem"), units=units, adjacent=[["a1", "c1"]]))
    story.when(by="cem", do="breakaway", unit="c1").then_legal("M.c")
    story.when(by="ben", do="report", fact="adjacent", units=["a1", "b1"]).then_legal("F1")
    story.when(by="cem", do="no_pay").then_legal("C.b").then_state(to_act=["cem"])
    story.when(by="cem", do="decline").then_legal("M.c")
    story.then_state(position=["T2b", "M.e"], to_act=["ana"])


def test_figures_that_changed_places_stand_so() -> None:
    """H2: in the end no slot holds two."""
    story = table().when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    story.when(by="ana", do="reposition", moves={"f1": "f2", "f2": "f1"}).then_legal("G.c")
    standing = story.game.view()["units"]["a1"]["standing"]
    assert (standing["f1"], standing["f2"]) == ("f2", "f1")


def test_an_effect_scores_for_its_player() -> None:
    """V1: a sortie that a special order destroys."""
    a1 = formation("ana", specials=[{"name": "rush", "cost": 0}])
    units = {"a1": a1, "b1": formation("ben"), "b2": sortie("ben", 1)}
    story = table(units=units)
    story.when(by="ana", do="order", unit="a1", order="special", special="rush")
    story.when(by="ana", do="pay", points=0).when(by="ana", do="effect", damage={"b2": ["f1"]})
    story.then_legal("S.d").then_state(victory_points={"ana": 1, "ben": 0})


def test_opponents_score_for_a_unit_pushed_to_death() -> None:
    """U7, A12: and it is said for what."""
    units = {"a1": sortie("ana", 1, orders_given={"move": 1}), "a2": sortie("ana")}
    units["b1"] = formation("ben")
    story = table(units=units, readings={"A12": "opponents"}, start=late())
    moves(story, points=1, figure="f1")
    scored = [event for event in story.entry.events if isinstance(event, VictoryPointsScored)]
    rules = ("U7", "A12")
    assert scored == [VictoryPointsScored("ben", 1, "a1 was pushed to death", rules)]


def test_dice_made_fewer_by_a_judge_score_fewer_hits() -> None:
    """K5 set aside, K6."""
    story = rolls(attacks(table())).when(by="ana", do="adjust", defence=[]).then_illegal("K5")
    story.overrule(5, "legal").then_legal("G5")
    hits(story, 0, 1).then_illegal("K6").then_reason("0 defence dice score at most 0 hits")


def test_a_turn_costs_three_times_its_side() -> None:
    """N3."""
    a1 = {**formation("ana", costs={"front": 2}), "icons": {"movement": 6}}
    for cost in (4, 6):
        story = moves(table(units={"a1": a1, "b1": formation("ben")}))
        story.when(by="ana", do="turn", cost=cost, side="front").then_legal("M.e")
