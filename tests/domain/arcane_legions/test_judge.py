"""What a judge may make legal, and what has nothing to act on; taking back."""

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

BEN = {"b1": formation("ben")}


def allowed(story: Story) -> Story:
    """The newest entry, refused, is made legal by a judge."""
    assert story.entry.ruling.verdict != "legal"
    return story.overrule(story.game.length, "legal").then_legal("G5")


def not_allowed(story: Story) -> Story:
    """The newest entry, refused, has nothing to act on."""
    assert story.entry.ruling.verdict == "illegal"
    return story.overrule(story.game.length, "legal").then_illegal("G1")


def test_a_payment_too_small_is_taken_as_it_is() -> None:
    """O6 set aside: points and movement points stop at 0."""
    story = table(start=late(order_points={"ana": 1}))
    story.when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=3).then_illegal("O6")
    allowed(story).then_state(position=["T2b", "G.c"], order_points={"ana": 0})


def test_acting_for_another_may_be_allowed() -> None:
    """G2 of a player is set aside, too: line 5 of how a step is judged."""
    story = table().when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ben", do="pay", points=1).then_illegal("G2")
    allowed(story).then_state(order_points={"ana": 7}, position=["T2b", "G.c"])


def test_a_step_beyond_the_points_takes_them_all() -> None:
    """N1 set aside."""
    story = moves(table(adjacent=[])).when(by="ana", do="step", cost=9).then_illegal("N1")
    allowed(story).then_state(movement_points=0, position=["T2b", "M.e"])


@pytest.mark.parametrize(
    "said",
    [
        {"do": "pay", "points": 2},
        {"do": "order", "unit": "a9", "order": "move"},
        {"do": "report", "fact": "adjacent", "units": ["a1", "a1"]},
        {"do": "trigger", "id": "t", "owner": "ben", "source": "a1"},
        {"do": "undo"},
        {"do": "sing"},
    ],
)
def test_what_has_nothing_to_act_on_cannot_be_made_legal(said: dict[str, object]) -> None:
    """G1: the wrong row, names that do not exist, reports, triggers, shared steps."""
    not_allowed(table().when(by="ana", **said))


def test_what_came_at_the_wrong_row_stays_refused_after_a_rewind() -> None:
    """X2: what line 4 refused is not made legal, even if the row fits now."""
    story = table().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="no_pay").then_legal("M.a")
    story.when(by="ana", do="pay", points=2).then_illegal("X2")
    story.rewind(1).overrule(3, "legal").then_illegal("G1").then_since(3)


def test_a_target_has_the_fields_of_the_row_that_is_reached_now() -> None:
    """G1: a shot that was refused is not made legal as a close combat."""
    story = table(units={"a1": {**formation("ana"), "icons": {"attack": 3, "ranged": 3}}, **BEN})
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    story.when(by="ana", do="no_target").then_legal("C.a")
    story.when(by="ana", do="order", unit="a1", order="ranged").then_legal("T2b")
    story.when(by="ana", do="target", unit="b1", hindering=1).then_illegal("R.a")
    story.rewind(1).overrule(4, "legal").then_illegal("G1").then_since(4)
    story.then_reason("“target” does not know “hindering” here (close combat: the target)")
    story.then_state(position=["T2b", "C.a"])


def test_a_trigger_out_of_turn_may_be_allowed() -> None:
    """X3 set aside; whose turn it is to empty does not change."""
    story = table().when(by="ana", do="trigger", **trigger("a", "ana", "a1"))
    story.when(by="ana", do="trigger", **trigger("b", "ben", "b1"))
    story.when(by="ben", do="resolve", trigger="b", damage={"a1": ["f1", "f1"]})
    story.then_illegal("X3")
    allowed(story).then_state(to_act=["ana"], units={"a1": {"figures": 5}})


def test_an_order_during_a_trigger_may_be_allowed() -> None:
    """X1 set aside: the order lies on the stack, and the hand still has to be emptied."""
    story = table().when(by="ana", do="trigger", **trigger("a", "ana", "a1"))
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("X1")
    allowed(story).then_state(position=["T2b", "M.a"], to_act=["ana"], triggers={"ana": ["a"]})
    story.when(by="ana", do="resolve", trigger="a").then_legal("X3")


def test_damage_placed_otherwise_may_be_allowed() -> None:
    """K7, G2 set aside: what is placed is placed, and settles the unit."""
    story = fights(table(), 2, 1).when(by="ana", do="damage", unit="b1", figures=["f1", "f1"])
    story.then_illegal("G2", "A17")
    allowed(story).then_state(outstanding={"a1": 1}, units={"b1": {"figures": 5}})
    story.when(by="ana", do="damage", unit="a1", figures=["f2"]).then_legal("C.i")
    story.then_state(position=["T2b"], outstanding={})


def test_dice_and_hits_may_be_allowed() -> None:
    """K2, K5, K6, K8 set aside."""
    story = rolls(attacks(table()), (6, 6, 6, 6, 6, 6), ()).then_illegal("K2")
    allowed(story).then_state(position=["T2b", "C.g"])
    story.when(by="ana", do="adjust", attack=[1]).then_illegal("K5")
    allowed(story)
    hits(story, 4).then_illegal("K6")
    allowed(story).then_state(outstanding={"b1": 4})


def test_what_fails_of_a_raised_trigger_is_left_out() -> None:
    """X8: the good one arises, the bad ones are dropped."""
    story = table()
    raised = [
        trigger("a", "ben", "a1"),
        trigger("b", "ben", "b1", at="C.j"),
        trigger("c", "ben", "b1"),
    ]
    story.when(by="ana", do="end_orders", raises=raised).then_illegal("X8")
    allowed(story).then_state(position=["T1"], triggers={"ana": [], "ben": ["c"]})


def test_a_breakaway_attack_from_afar_may_be_allowed() -> None:
    """B4 set aside; everything after it is ruled as usual."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben")}
    story = moves(table(units=units, adjacent=[["a1", "b1"]]))
    story.when(by="ben", do="breakaway", unit="b2").then_illegal("B4")
    allowed(story).then_state(position=["T2b", "M.c", "C.b"])
    story.when(by="ben", do="pay", points=0).then_legal("C.b")


def test_a_reposition_is_made_as_far_as_it_can_be() -> None:
    """H2 set aside: no slot holds two all the same."""
    units = {"a1": formation("ana", down=["f1"]), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    story.when(by="ana", do="reposition", moves={"f2": "f3", "f6": "f1"}).then_illegal("H2")
    allowed(story).then_state(units={"a1": {"standing": {"f2": "f2", "f6": "f1"}}})


def test_an_order_for_a_unit_that_has_gone_passes_without_effect() -> None:
    """O5 set aside, O11: there is nothing left to choose."""
    units = {"a1": formation("ana"), "a2": sortie("ana"), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="report", fact="destroyed", unit="a2")
    story.when(by="ana", do="order", unit="a2", order="move").then_illegal("O5")
    allowed(story).then_state(position=["T2b"], units={"a2": {"orders_given": {"move": 0}}})


def test_undo_puts_the_game_back_as_it_stood() -> None:
    """G4, G6: with the others' consent once they have gone on."""
    story = moves(table()).when(by="ben", do="breakaway", unit="b1")
    story.when(by="ana", do="undo").then_legal("G4")
    story.when(by="ben", do="pay", points=0).then_illegal("G6")
    story.when(by="ben", do="consent").then_legal("G4")
    story.then_state(position=["T2b", "M.a"], order_points={"ana": 8})


def test_a_rewind_restores_the_stack() -> None:
    """G5."""
    story = moves(table()).when(by="ben", do="decline").rewind(2)
    story.then_state(position=["T2b", "M.c"], to_act=["ben"])


def test_only_the_steps_for_anyone_are_a_judges() -> None:
    """G2."""
    story = table().when(by="judge", do="order", unit="a1", order="move").then_illegal("G2")
    story.when(by="judge", do="resolve", trigger="t").then_illegal("G2")
    story.when(by="judge", do="report", fact="apart", units=["a1", "b1"]).then_legal("F1")


def test_damage_on_a_unit_that_has_gone_is_placed_on_nobody() -> None:
    """K7 set aside: it left once, and does not leave again."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben", 1)}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ben", do="report", fact="destroyed", unit="b2", credit="ana")
    fights(story, 1).when(by="ben", do="damage", unit="b2", figures=["f1"]).then_illegal("K7")
    allowed(story).then_state(outstanding={"b1": 1}, victory_points={"ana": 1, "ben": 0})
    assert "UnitLeft" not in [type(event).__name__ for event in story.entry.events]


def test_an_outcome_is_made_as_far_as_it_can_be() -> None:
    """X7: a figure that stands returns no further; O4 is set aside."""
    story = table(units={"a1": formation("ana", down=["f1"]), "b1": formation("ben")})
    for id, owner, source in (("a", "ana", "a1"), ("b", "ben", "b1")):
        story.when(by="ana", do="trigger", **trigger(id, owner, source))
    outcome = {
        "return": {"a1": ["f2", "f1"]},
        "victory_points": {"ben": 1},
        "order_points": {"ben": 2, "ana": -1},
    }
    story.when(by="ben", do="resolve", trigger="b", **outcome).then_illegal("X3")
    allowed(story).then_state(
        units__a1__figures=6,
        victory_points={"ana": 0, "ben": 1},
        order_points={"ana": 7, "ben": 2},
    )
    assert set(story.game.view()["victory_points"]) == {"ana", "ben"}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("T2b", {"do": "resolve", "trigger": "s", "damage": {"a1": ["f9"]}}),
        ("T2b", {"do": "resolve", "trigger": "s", "return": {"z": ["f1"]}}),
        ("T2b", {"do": "resolve", "trigger": "s", "order_points": {"dan": 1}}),
        ("T2b", {"do": "resolve", "trigger": "s", "raises": [trigger("t", "ana", "z")]}),
        ("S.d", {"do": "effect", "damage": {"z": []}}),
        ("S.b", {"do": "pay", "points": 1, "figure": "f9"}),
        ("G.c", {"do": "reposition", "moves": {"f1": "f9"}}),
        ("M.e", {"do": "step", "cost": 9, "raises": [trigger("t", "dan", "a1")]}),
        ("C.f", {"do": "roll", "attack": [7], "defence": []}),
        ("C.f", {"do": "roll", "attack": [1], "defence": [], "melee": True}),
        ("C.g", {"do": "adjust", "attack": [0]}),
        ("C.i", {"do": "damage", "unit": "b1", "figures": ["f9"]}),
    ],
)
def test_a_name_that_is_nothing_stays_refused(row: str, said: dict[str, Any]) -> None:
    """G1: also where another player's step was refused by line 5 already."""
    story = fight_at(row) if row[0] == "C" else order_at(row)
    story.when(**{"by": "ben", **said})
    not_allowed(story)


def test_a_reposition_leaves_out_what_is_down() -> None:
    """H2 set aside: a figure that is down stays so."""
    units = {"a1": formation("ana", down=["f1", "f2"]), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    moves = {"f1": "f2", "f4": "f2", "f5": "f2"}
    story.when(by="ana", do="reposition", moves=moves).then_illegal("H2")
    allowed(story)
    standing = {"f3": "f3", "f4": "f2", "f5": "f5", "f6": "f6"}
    assert story.game.view()["units"]["a1"]["standing"] == standing


def test_out_of_turn_nobody_falls_below_nothing() -> None:
    """O4 set aside: points stop at 0, and a change of nothing is none."""
    story = table().when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", order_points={"ben": -1}).then_illegal("O4")
    allowed(story).then_state(order_points={"ana": 8, "ben": 0})
    assert "OrderPointsChanged" not in [type(event).__name__ for event in story.entry.events]


def test_a_pushed_figure_may_be_allowed_to_return() -> None:
    """H3 set aside: its slot is empty, and its unit is there."""
    story = moves(table(adjacent=[])).when(by="ana", do="stop")
    moves(story, figure="f6").when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", **{"return": {"a1": ["f6"]}})
    story.then_illegal("H3")
    allowed(story).then_state(units={"a1": {"figures": 6}})


@pytest.mark.parametrize("back", [{"b2": ["f1"]}, {"a1": ["f1"]}])
def test_nobody_returns_to_a_unit_that_is_gone_or_to_where_he_stands(back: dict[str, Any]) -> None:
    """H3 set aside: there is nothing to do."""
    story = table(units={"a1": formation("ana"), **BEN, "b2": sortie("ben")})
    story.when(by="ben", do="report", fact="destroyed", unit="b2")
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", **{"return": back}).then_illegal("H3")
    allowed(story).then_state(units={"a1": {"figures": 6}, "b2": {"figures": 0}})
    assert "FigureReturned" not in [type(event).__name__ for event in story.entry.events]


def test_a_reposition_said_by_another_is_made_whole() -> None:
    """G2 set aside: figures that change places do so."""
    story = table().when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    story.when(by="ben", do="reposition", moves={"f1": "f2", "f2": "f1"}).then_illegal("G2")
    allowed(story).then_state(units={"a1": {"standing": {"f1": "f2", "f2": "f1"}}})


def test_a_figure_may_be_allowed_in_a_slot_of_another_kind() -> None:
    """H2 set aside."""
    figures = [{"id": "f1"}, {"id": "f2", "kind": "red"}, {"id": "f3"}, {"id": "f4"}]
    a1 = {"owner": "ana", "base": "formation", "figures": figures, "down": ["f1", "f4"]}
    story = table(units={"a1": a1, **BEN}).when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    story.when(by="ana", do="reposition", moves={"f2": "f1", "f3": "f4"}).then_illegal("H2")
    allowed(story)
    assert story.game.view()["units"]["a1"]["standing"] == {"f2": "f1", "f3": "f4"}


def test_a_conceding_player_takes_only_their_own_triggers_along() -> None:
    """V6: of those in hand and of those still to arise."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    story = table(("ana", "ben", "cem"), units=units, adjacent=[["a1", "b1"]])
    rolls(attacks(story)).then_legal("C.f")
    raised = [
        trigger("a", "ana", "a1"),
        trigger("c", "cem", "c1", at="C.j"),
        trigger("b", "ben", "b1", at="C.j"),
    ]
    hits(story, 0, raises=raised).then_legal("C.g").then_state(position=["T2b", "C.h"])
    words = list(story.game.ruleset.in_words(story.state, "judge"))
    assert (
        "To arise at “close combat: end of close combat”: “c” of c1, since entry 5, cem's." in words
    )
    assert (
        "To arise at “close combat: end of close combat”: “b” of b1, since entry 5, ben's." in words
    )
    story.when(by="ben", do="concede").then_legal("V6")
    story.then_state(triggers={"ana": ["a"], "ben": [], "cem": []})
    story.when(by="ana", do="resolve", trigger="a").then_legal("X3")
    story.then_state(position=["T2b", "C.j"], triggers={"ana": [], "ben": [], "cem": ["c"]})


def fight_at(row: str) -> Story:
    """A close combat that waits at this row."""
    story = attacks(table())
    if row != "C.f":
        rolls(story).then_legal("C.f")
    if row == "C.i":
        hits(story, 1).then_legal("C.g")
    return story


def order_at(row: str) -> Story:
    """A special order, a regroup or a move that waits at this row; at T2b a trigger in hand."""
    a1 = formation("ana", specials=[{"name": "rush", "cost": 1}])
    story = table(units={"a1": a1, **BEN})
    if row == "M.e":
        return moves(story)
    if row == "T2b":
        return story.when(by="ana", do="trigger", **trigger("s", "ana", "a1")).then_legal("X5")
    special = {"order": "special", "special": "rush"}
    said = {"order": "regroup"} if row == "G.c" else special
    story.when(by="ana", do="order", unit="a1", **said).then_legal("T2b")
    return story if row == "S.b" else story.when(by="ana", do="pay", points=1).then_legal()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("S.b", {"do": "pay", "points": 3}),
        ("C.f", {"do": "roll", "attack": [1], "defence": [1]}),
        ("C.g", {"do": "hits", "attacker": 0, "defender": 9}),
        ("C.i", {"do": "damage", "unit": "b1", "figures": ["f1"], "by": "ana"}),
        ("M.e", {"do": "step", "cost": 9}),
        ("M.e", {"do": "stop", "by": "ben"}),
        ("G.c", {"do": "face", "degrees": 45}),
        ("G.c", {"do": "done", "by": "ben"}),
        ("S.d", {"do": "effect", "order_points": {"ben": 1}}),
        ("T2b", {"do": "resolve", "trigger": "s", "order_points": {"ben": 1}}),
    ],
)
def test_what_is_raised_with_a_step_made_legal_arises(row: str, said: dict[str, Any]) -> None:
    """X5: the sequence halts for it, as after a step that was legal at once."""
    story = fight_at(row) if row[0] == "C" else order_at(row)
    story.when(**{"by": "ana", **said, "raises": [trigger("t", "ana", "a1")]})
    allowed(story).then_state(triggers={"ana": ["t"], "ben": []})


def test_damage_outstanding_shrinks_with_the_unit_that_is_put_right() -> None:
    """G7, K7: no more is to be placed than the unit can take."""
    story = fights(table(), attacker=3).then_state(outstanding={"b1": 3})
    parts = {"units": {"b1": {"down": ["f1", "f2", "f3", "f4"]}}}
    story.when(by="judge", do="correct", parts=parts, because="four had fallen").then_legal("G7")
    story.then_state(outstanding={"b1": 2})
    story.when(by="ben", do="damage", unit="b1", figures=["f5", "f6"]).then_legal("C.i")


def test_figures_that_may_be_named_are_told_in_the_order_of_the_card() -> None:
    """G1: in the same words whichever program rules on it."""
    story = table().when(
        by="judge", do="correct", parts={"units": {"b1": {"down": ["f9"]}}}, because="so"
    )
    story.then_illegal("G1")
    reason = story.entry.ruling.reason
    assert reason == "parts.units.b1.down: expected one of f1, f2, f3, f4, f5, f6, found “f9”."
