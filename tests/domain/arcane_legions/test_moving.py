"""Moving: breakaway attacks, movement points, steps and turns; regrouping and special orders."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import (
    formation,
    hits,
    late,
    moves,
    rolls,
    rows,
    sortie,
    table,
    trigger,
)
from tests.spec import Story


def test_a_move_goes_through_its_rows() -> None:
    """M.b, M.c, M.d, then M.e waits; M.f, M.g, M.h, M.i."""
    story = moves(table(adjacent=[]))
    assert rows(story) == ["M.b", "M.c", "M.d"]
    story.happened("MovementGained", "M.d", "N5").then_state(movement_points=3)
    story.when(by="ana", do="step", cost=1).then_legal("M.e").then_state(movement_points=2)
    assert rows(story) == ["M.f"]
    story.when(by="ana", do="stop").happened("MovementLapsed", "M.h")
    assert rows(story) == ["M.f", "M.g", "M.h", "M.i"]
    story.then_state(movement_points=0, position=["T2b"])


def test_nothing_is_paid_beyond_the_points() -> None:
    """N1."""
    story = moves(table(adjacent=[])).when(by="ana", do="step", cost=2).then_legal("M.e")
    story.when(by="ana", do="step", cost=2).then_illegal("N1").then_since(3)
    story.when(by="ana", do="step", cost=-1).then_illegal("G1")


def test_a_step_costs_what_its_side_costs() -> None:
    """N2."""
    units = {"a1": formation("ana", costs={"front": 1, "back": 2}), "b1": formation("ben")}
    story = moves(table(units=units))
    story.when(by="ana", do="step", cost=1, side="back").then_illegal("N2")
    story.when(by="ana", do="step", cost=2, side="left").then_legal("M.e")
    story.when(by="ana", do="step", cost=1, side="front").then_legal("M.e")


def test_a_turn_costs_two_or_three_sides() -> None:
    """N3."""
    units = {"a1": formation("ana", costs={"front": 1}), "b1": formation("ben")}
    story = moves(table(units=units))
    story.when(by="ana", do="turn", cost=1, side="front").then_illegal("N3")
    story.when(by="ana", do="turn", cost=3, side="front", onto="left").then_legal("M.e")
    story.happened("UnitMoved", "N3")


@pytest.mark.parametrize(
    ("reading", "verdict"),
    [("open", "undetermined"), ("as_formation", "illegal"), ("as_declared", "legal")],
)
def test_a_sorties_turn(reading: str, verdict: str) -> None:
    """A19: open, as a formation's, or as declared; but never beyond the points."""
    units = {"a2": sortie("ana", costs={"front": 2}), "b1": formation("ben")}
    story = moves(table(units=units, readings={"A19": reading}), "a2", points=1)
    story.when(by="ana", do="turn", cost=3, side="front").then_illegal("N1")
    story.when(by="ana", do="turn", cost=1, side="front")
    assert story.entry.ruling.verdict == verdict
    assert verdict == "legal" or "A19" in story.entry.ruling.cites


def test_hustle_adds_two_to_a_pushed_move() -> None:
    """N5."""
    units = {"a1": formation("ana", abilities=["hustle"]), "b1": formation("ben")}
    story = moves(table(units=units)).then_state(movement_points=3)
    story.when(by="ana", do="stop")
    moves(story, figure="f6").then_state(movement_points=5)


def test_breakaway_attacks_have_one_window_a_move() -> None:
    """B1: at M.c only, before the mover has points."""
    story = table().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("X2", "B1")
    story.when(by="ana", do="pay", points=2).then_state(position=["T2b", "M.c"], to_act=["ben"])
    story.when(by="ben", do="decline").then_legal("M.c").happened("BreakawayDeclined", "B8")
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("X2", "B1")
    story.when(by="ben", do="decline").then_illegal("X2", "B1")


def test_no_breakaway_attack_on_a_sortie() -> None:
    """B2."""
    units = {"a2": sortie("ana"), "b1": formation("ben")}
    story = moves(table(units=units, adjacent=[["a2", "b1"]]), "a2", points=1)
    story.then_state(position=["T2b", "M.e"])
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("X2", "B1", "B2")


def test_no_breakaway_attack_on_a_unit_with_mobility() -> None:
    """B3."""
    units = {"a1": formation("ana", abilities=["mobility"]), "b1": formation("ben")}
    story = moves(table(units=units, adjacent=[["a1", "b1"]]))
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("X2", "B1", "B3")


def test_only_adjacent_enemies_break_in() -> None:
    """B4: an enemy, on the battlefield, adjacent; B3 does not matter here."""
    units = {"a1": formation("ana"), "a2": formation("ana"), "b1": formation("ben")}
    units["b2"] = formation("ben")
    story = moves(table(units=units, adjacent=[["a1", "b1"], ["a1", "a2"]]))
    story.when(by="ben", do="breakaway", unit="b2").then_illegal("B4")
    story.when(by="ana", do="breakaway", unit="a2").then_illegal("B4")
    story.when(by="ana", do="breakaway", unit="b1").then_illegal("G2")


def broken_away(story: Story) -> Story:
    """ben's b1 attacks and hits nothing."""
    story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c")
    story.when(by="ben", do="pay", points=0).then_legal("C.b")
    rolls(story, (1, 1, 1), (6, 6)).then_legal("C.f")
    return hits(story).then_legal("C.g")


def test_a_breakaway_attack_is_a_close_combat_order_for_nothing() -> None:
    """B5, B9: C.a is passed with the mover as target; it counts for the attacker."""
    story = moves(table()).when(by="ben", do="breakaway", unit="b1")
    story.happened("BreakawayDeclared", "B1", "B5").happened("RowPassed", "C.a", "B5")
    story.then_state(position=["T2b", "M.c", "C.b"], to_act=["ben"])
    story.when(by="ben", do="pay", points=1).then_illegal("O6", "B5")
    story.when(by="ana", do="pay", points=0).then_illegal("G2")
    story.when(by="ben", do="pay", points=0).happened("OrderGiven", "B9")
    story.then_state(units={"b1": {"orders_given": {"close": 1}}})


def test_a_unit_attacks_once_in_a_window() -> None:
    """B6: but an attack let go does not use it up."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": formation("ben")}
    story = moves(table(units=units, adjacent=[["a1", "b1"], ["a1", "b2"]]))
    story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c")
    story.when(by="ben", do="no_pay").then_legal("C.b").then_state(position=["T2b", "M.c"])
    broken_away(story).then_state(position=["T2b", "M.c"])
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B6").then_since(6)


def test_the_owners_decide_one_after_the_other() -> None:
    """B7: from the active player on; each finishes before the next."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    adjacent = [["a1", "b1"], ["a1", "c1"]]
    story = moves(table(("ana", "ben", "cem"), units=units, adjacent=adjacent))
    story.when(by="cem", do="breakaway", unit="c1").then_illegal("B7")
    story.when(by="cem", do="decline").then_illegal("G2", "B7")
    story.when(by="ben", do="decline").then_state(to_act=["cem"])
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B7").then_since(5)
    story.when(by="cem", do="decline").then_state(position=["T2b", "M.e"])


def test_an_owner_is_through_when_the_next_has_attacked() -> None:
    """B7: who becomes eligible later does not come before the one now attacking."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    units["c2"] = formation("cem")
    adjacent = [["a1", "c1"], ["a1", "c2"]]
    story = moves(table(("ana", "ben", "cem"), units=units, adjacent=adjacent))
    story.when(by="cem", do="breakaway", unit="c1").then_legal("M.c")
    story.when(by="cem", do="no_pay")
    story.when(by="ben", do="report", fact="adjacent", units=["a1", "b1"])
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B7")


def moved_twice(reading: str) -> Story:
    story = broken_away(moves(table(readings={"A3": reading})))
    story.when(by="ana", do="stop")
    moves(story, figure="f6")
    return story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c")


def test_a_second_breakaway_attack_is_a_push() -> None:
    """A3 push: it needs a figure, and once pushed there is no third."""
    story = moved_twice("push").when(by="ben", do="pay", points=0).then_illegal("U1", "A3")
    story.when(by="ben", do="pay", points=0, figure="f6").then_legal("C.b")
    story.then_state(units={"b1": {"figures": 5, "pushed": True}})


def test_a_second_breakaway_attack_is_free() -> None:
    """A3 free."""
    story = moved_twice("free")
    story.when(by="ben", do="pay", points=0, figure="f6").then_illegal("U5", "A3")
    story.when(by="ben", do="pay", points=0).then_legal("C.b")


def test_a_pushed_unit_makes_no_second_breakaway_attack() -> None:
    """U3, A3: it is not eligible, and the owner is not asked."""
    b1 = formation("ben", orders_given={"close": 1}, pushed=True)
    units = {"a1": formation("ana"), "b1": b1, "b2": formation("ben")}
    story = moves(table(units=units, adjacent=[["a1", "b1"], ["a1", "b2"]], start=late()))
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("U3", "A3")


@pytest.mark.parametrize(("reading", "cost"), [("stays_zero", 0), ("raised", 1)])
def test_breaking_away_from_an_elusive_unit(reading: str, cost: int) -> None:
    """A4."""
    units = {"a1": formation("ana", abilities=["elusive"]), "b1": formation("ben")}
    story = moves(table(units=units, adjacent=[["a1", "b1"]], readings={"A4": reading}))
    story.when(by="ben", do="breakaway", unit="b1")
    story.when(by="ben", do="pay", points=1 - cost).then_illegal("O6", "O8", "B5", "A4")


def test_an_attack_may_cost_the_mover_its_life() -> None:
    """O11: M.c closes, M.d gives nothing, the rest is passed; no points come back."""
    units = {"a1": formation("ana", 1), "a2": sortie("ana"), "b1": formation("ben")}
    story = moves(table(units=units, adjacent=[["a1", "b1"]]))
    story.when(by="ben", do="breakaway", unit="b1")
    story.when(by="ben", do="pay", points=0)
    rolls(story, (6, 5, 4), (1,))
    hits(story, 1)
    story.when(by="ana", do="damage", unit="a1", figures=["f1"])
    assert rows(story) == ["C.j", "C.k", *(f"M.{row}" for row in "cdefghi")]
    story.then_state(position=["T2b"], order_points={"ana": 6}, victory_points={"ben": 2})


def test_the_window_closes_when_nobody_is_adjacent_any_more() -> None:
    """M.c waits only while an owner has an eligible unit."""
    story = moves(table()).when(by="ana", do="report", fact="apart", units=["a1", "b1"])
    story.then_legal("F1").then_state(position=["T2b", "M.e"])


def regrouping(**a1: Any) -> Story:
    units = {"a1": formation("ana", **a1), "a2": sortie("ana"), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="order", unit="a1", order="regroup")
    return story.when(by="ana", do="pay", points=1).then_legal("G.a")


def test_a_regroup_goes_through_its_rows() -> None:
    """G.b is passed, G.c and G.d wait, G.e and G.f lead back."""
    story = regrouping(down=["f1"])
    assert rows(story) == ["G.b"]
    story.when(by="ana", do="reposition", moves={"f6": "f1"}).then_legal("G.c")
    story.then_state(position=["T2b", "G.d"], units={"a1": {"standing": {"f6": "f1"}}})
    story.when(by="ana", do="reposition", moves={}).then_illegal("X2", "G.c")
    story.when(by="ana", do="face", degrees=180).then_legal("G.d")
    assert rows(story) == ["G.e", "G.f"]


def test_facing_at_once_passes_the_repositioning() -> None:
    """`face` or `done` at G.c pass it, and what is raised for G.d arises there."""
    for step in ({"do": "face", "degrees": 180}, {"do": "done"}):
        raised = trigger("t", "ana", "a1", at="G.d")
        ahead = regrouping().when(by="ana", **step, raises=[raised]).then_legal("G.c")
        ahead.then_state(position=["T2b", "G.d"], triggers={"ana": ["t"]})
        ahead.when(by="ana", do="resolve", trigger="t").then_legal("X3").then_state(
            position=["T2b"]
        )
    story = regrouping().when(by="ana", do="face", degrees=180).then_legal("G.c")
    assert rows(story) == ["G.c", "G.e", "G.f"]
    story.when(by="ana", do="face", degrees=180).then_illegal("X2", "G.d")
    story.when(by="ana", do="done").then_illegal("X2", "G.c")


def test_a_formation_turns_round_and_a_sortie_by_quarters() -> None:
    """H1: a formation by 180 degrees only, a sortie by 90, 180 or 270."""
    story = regrouping().when(by="ana", do="face", degrees=90).then_illegal("H1")
    story.when(by="ana", do="done")
    story.when(by="ana", do="order", unit="a2", order="regroup")
    story.when(by="ana", do="pay", points=1)
    story.when(by="ana", do="face", degrees=45).then_illegal("H1")
    story.when(by="ana", do="face", degrees=270).then_legal("G.c")


def test_slots_take_their_own_kind_and_one_figure() -> None:
    """H2: figures may change places, and the icons of the slots count."""
    figures = [
        {"id": "f1", "icons": ["movement"]},
        {"id": "f2", "icons": ["attack"]},
        {"id": "f3", "kind": "red"},
    ]
    a1 = {"owner": "ana", "base": "formation", "figures": figures, "down": ["f1"]}
    story = table(units={"a1": a1, "b1": formation("ben")})
    story.when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    for moves_, rule in (
        ({"f1": "f2"}, "H2"),
        ({"f2": "f3"}, "H2"),
        ({"f9": "f1"}, "G1"),
        ({"f2": "f9"}, "G1"),
    ):
        story.when(by="ana", do="reposition", moves=moves_).then_illegal(rule)
    story.when(by="ana", do="reposition", moves={"f2": "f1"}).then_legal("G.c")
    story.happened("FiguresRepositioned", "H2")
    story.when(by="ana", do="done")
    moves(story).then_state(movement_points=1)


def test_who_comes_before_the_last_attackers_owner_is_through() -> None:
    """B7: also with a unit that has become eligible since; the refusal names the attack."""
    units = {
        "a1": formation("ana"),
        "b1": formation("ben"),
        "c1": formation("cem"),
        "c2": formation("cem"),
    }
    beside = [["a1", "c1"], ["a1", "c2"]]
    story = moves(table(("ana", "ben", "cem"), units=units, adjacent=beside))
    story.when(by="ben", do="decline").then_illegal("G2", "B7")
    story.when(by="cem", do="breakaway", unit="c1").then_legal("M.c")
    story.when(by="cem", do="no_pay").then_legal("C.b").then_state(to_act=["cem"])
    story.when(by="ben", do="report", fact="adjacent", units=["a1", "b1"])
    story.then_state(to_act=["cem"])
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B7").then_since(4)
    story.then_reason("cem decides now", "cem has begun since, and ben is through")


def test_a_slot_never_holds_two() -> None:
    """H2: in the end."""
    story = regrouping().when(by="ana", do="reposition", moves={"f2": "f1"}).then_illegal("H2")
    story.when(by="ana", do="reposition", moves={"f2": "f1", "f1": "f2"}).then_legal("G.c")


def special(targets: bool = True) -> Story:
    rush = [{"name": "rush", "cost": 1, "targets": targets}]
    units = {"a1": formation("ana", specials=rush), "b1": formation("ben"), "b2": sortie("ben")}
    return table(units=units).when(by="ana", do="order", unit="a1", order="special", special="rush")


def test_a_special_order_goes_through_its_rows() -> None:
    """S.a waits if it has targets; S.b; S.c is passed; S.d waits; S.e, S.f."""
    story = special().then_state(position=["T2b", "S.a"])
    story.when(by="ana", do="target", unit="b1", what="the hill").then_illegal("G1")
    story.when(by="ana", do="target", unit="b1", side="front").then_illegal("G1")
    story.when(by="ana", do="target", units=["b1", "b2"]).then_legal("S.a")
    story.when(by="ana", do="pay", points=1).then_legal("S.b")
    assert rows(story) == ["S.c"]
    story.when(by="ana", do="effect", damage={"b1": ["f1"]}).then_legal("S.d")
    assert rows(story) == ["S.e", "S.f"]
    story.then_state(position=["T2b"], units={"b1": {"figures": 5}})


def test_a_special_order_without_targets_begins_at_its_costs() -> None:
    """S.a is passed; S.e is not when it is not paid."""
    story = special(targets=False)
    assert rows(story) == ["S.a"]
    story.when(by="ana", do="no_pay").then_legal("S.b")
    assert rows(story) == ["S.f"]


def test_a_special_orders_targets_are_on_the_battlefield() -> None:
    """S.a."""
    story = special().when(by="ben", do="report", fact="destroyed", unit="b2")
    story.when(by="ana", do="target", unit="b2").then_illegal("S.a").then_since(2)
    story.when(by="ana", do="target", what="the hill").then_legal("S.a")
    story.when(by="ana", do="effect").then_illegal("X2", "S.d")
