"""Combat: targets, dice, hits, damage."""

import pytest

from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
    fights,
    formation,
    hits,
    in_the_way,
    rolls,
    rows,
    shoots,
    sortie,
    table,
)


def test_close_combat_goes_through_its_rows() -> None:
    """C.c, C.d, C.e are passed, C.f waits; C.h; C.i waits; C.j, C.k lead back."""
    story = attacks(table()).then_state(position=["T2b", "C.f"], to_act=["ana", "ben"])
    assert rows(story) == ["C.c", "C.d", "C.e"]
    rolls(story).then_legal("C.f").then_state(position=["T2b", "C.g"])
    hits(story, 1).then_legal("C.g").then_state(position=["T2b", "C.i"], to_act=["ben"])
    assert rows(story) == ["C.h"]
    story.when(by="ben", do="damage", unit="b1", figures=["f6"]).then_legal("C.i")
    assert rows(story) == ["C.j", "C.k"]
    story.then_state(position=["T2b"], units={"a1": {"orders_given": {"close": 1}}})


def test_without_damage_its_row_is_passed() -> None:
    """With none outstanding C.i is passed like the others."""
    story = fights(table())
    assert rows(story) == ["C.h", "C.i", "C.j", "C.k"]


def test_ranged_combat_goes_through_its_rows() -> None:
    """R.c to R.g, then R.h waits; R.i, R.j, R.k, R.l, R.m."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = shoots(table(units=units, in_range=[["a3", "b1"]]))
    assert rows(story) == ["R.c", "R.d", "R.e", "R.f", "R.g"]
    rolls(story, (6, 5, 4, 4), (1, 1)).then_legal("R.h")
    hits(story, 1, 0).then_legal("R.i").then_state(position=["T2b", "R.k"])
    assert rows(story) == ["R.j"]
    story.when(by="ben", do="damage", unit="b1", figures=["f6"]).then_legal("R.k")
    assert rows(story) == ["R.l", "R.m"]


def test_a_target_is_an_adjacent_enemy_on_the_battlefield() -> None:
    """C.a."""
    units = {"a1": formation("ana"), "a2": sortie("ana"), "b1": formation("ben")}
    units["b2"] = formation("ben")
    story = table(units=units, adjacent=[["a1", "b1"], ["a1", "a2"]])
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b2").then_illegal("C.a")
    story.when(by="ana", do="target", unit="a2").then_illegal("C.a")
    story.when(by="ana", do="target", unit="b9").then_illegal("G1")
    story.when(by="ana", do="target", unit="b1", melee=True).then_illegal("G1")
    story.when(by="ana", do="target").then_illegal("G1")
    story.when(by="ben", do="target", unit="b1").then_illegal("G2")
    story.when(by="ben", do="report", fact="destroyed", unit="b1", credit="ana")
    story.when(by="ana", do="target", unit="b1").then_illegal("C.a").then_since(8)


def test_a_shot_needs_range_and_nothing_that_blocks() -> None:
    """R.a, K3."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="order", unit="a3", order="ranged")
    story.when(by="ana", do="target", unit="b1").then_illegal("R.a")
    story.when(by="ben", do="report", fact="in_range", unit="a3", target="b1")
    story.when(by="ana", do="target", unit="b1", blocking=True).then_illegal("K3")
    story.when(by="ana", do="target", unit="b1", hindering=-1).then_illegal("G1")
    story.when(by="ana", do="target", unit="b1", **{"from": "front"}).then_legal("R.a")


def test_a_combat_order_needs_a_ready_icon() -> None:
    """K1."""
    story = table(units={"a3": archers("ana"), "b1": formation("ben")}, adjacent=[["a3", "b1"]])
    story.when(by="ana", do="order", unit="a3", order="close").then_illegal("K1")


def test_dice_are_the_ready_icons() -> None:
    """K2: attack icons against defence icons, with declared changes, never below 0."""
    story = attacks(table()).happened("DiceCounted", "K2")
    rolls(story, (5, 4), (3, 3)).then_illegal("K2")
    rolls(story, (5, 4, 2), (3,)).then_illegal("K2")
    rolls(story, (5, 4, 7), (3, 3)).then_illegal("G1")
    rolls(story, (5, 4), (), change={"attack": -1, "defence": -9}).then_legal("C.f")


def test_a_grey_side_takes_three_dice() -> None:
    """K2: of the attacker's own side, and of the target's."""
    units = {"a1": formation("ana", grey=["back"]), "b1": formation("ben", grey=["left"])}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1", side="left", **{"from": "back"})
    story.when(by="ana", do="pay", points=2)
    rolls(story, (1, 2, 3), (3, 3)).then_illegal("K2")
    rolls(story, (), ()).then_legal("C.f")


def test_obstacles_take_attack_dice() -> None:
    """K3: a unit in the way, hindering terrain and a melee, 1 die each."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]])
    shoots(story, units_between=1, hindering=1, melee=True).happened("DiceCounted", "K3")
    rolls(story, (1, 2), (3, 3)).then_illegal("K2", "K3")
    rolls(story, (1,), (3, 3)).then_legal("R.h")


def test_several_obstacles_are_open() -> None:
    """A18 open: either number is undetermined, another one is wrong."""
    story = in_the_way("open")
    rolls(story, (1, 2, 3, 4), (3, 3)).then_illegal("K2", "K3")
    rolls(story, (1, 2, 3), (3, 3, 3)).then_illegal("K2")
    rolls(story, (1, 2, 3), (3, 3)).then_undetermined("A18").then_basis("reading")
    rolls(story, (1, 2), (3, 3)).then_undetermined("A18")
    story.overrule(story.game.length, "legal").then_legal("G5")
    story.then_state(position=["T2b", "R.i"])


@pytest.mark.parametrize(("reading", "right", "wrong"), [("once", 3, 2), ("each", 2, 3)])
def test_several_obstacles_decided(reading: str, right: int, wrong: int) -> None:
    """A18 once: 1 die a kind; each: 1 die an obstacle."""
    story = in_the_way(reading)
    rolls(story, (1,) * wrong, (3, 3)).then_illegal("K2", "K3", "A18")
    rolls(story, (1,) * right, (3, 3)).then_legal("R.h")


@pytest.mark.parametrize(("abilities", "most"), [([], 4), (["deadly"], 4)])
def test_three_sixes_are_a_critical(abilities: list[str], most: int) -> None:
    """K4: one hit more for three sixes; for a deadly unit for two."""
    a1 = formation("ana", abilities=abilities)
    story = attacks(table(units={"a1": a1, "b1": formation("ben")}, adjacent=[["a1", "b1"]]))
    rolls(story, (6, 6, 5 if abilities else 6)).happened("DiceRolled", "K4")
    hits(story, most + 1).then_illegal("K6")
    hits(story, most).then_legal("C.g")


def test_two_sixes_are_no_critical() -> None:
    """K4, K6: no more hits than dice."""
    story = rolls(attacks(table()), (6, 6, 5))
    hits(story, 4).then_illegal("K6").then_basis("rule")
    hits(story, 0, 3).then_illegal("K6")
    hits(story, 3, 2).then_legal("C.g")


def test_the_number_of_dice_stays() -> None:
    """K5."""
    story = rolls(attacks(table()))
    story.when(by="ben", do="adjust").then_illegal("G1")
    story.when(by="ben", do="adjust", attack=[1, 1]).then_illegal("K5")
    story.when(by="ben", do="adjust", defence=[1, 0]).then_illegal("G1")
    story.when(by="ben", do="adjust", defence=[1, 6]).then_legal("C.g")
    story.happened("DiceAdjusted", "K5").then_state(position=["T2b", "C.g"])


@pytest.mark.parametrize(("reading", "verdict"), [("as_scored", "legal"), ("recounted", "illegal")])
def test_criticals_after_rerolls(reading: str, verdict: str) -> None:
    """A13: those of the first roll stand, or those of the dice as they lie."""
    story = rolls(attacks(table(readings={"A13": reading})), (6, 6, 6))
    story.when(by="ana", do="adjust", attack=[6, 6, 1])
    hits(story, 4)
    assert story.entry.ruling.verdict == verdict
    assert verdict == "legal" or {"K6", "A13"} <= set(story.entry.ruling.cites)


def test_a_shot_hits_only_the_defender() -> None:
    """K8."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = shoots(table(units=units, in_range=[["a3", "b1"]]))
    rolls(story, (1, 1, 1, 1), (6, 6))
    hits(story, 0, 1).then_illegal("K8")
    hits(story, 0, 0, change={"defender": 1}).then_illegal("K8")
    hits(story, 0, 0).then_legal("R.i")


def test_only_the_two_sides_speak() -> None:
    """G2: somebody without a unit in the fight does not say dice, hits or damage."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    story = attacks(table(("ana", "ben", "cem"), units=units, adjacent=[["a1", "b1"]]))
    story.when(by="cem", do="roll", attack=[1, 1, 1], defence=[1, 1]).then_illegal("G2")


def test_damage_is_placed_whole_on_standing_figures() -> None:
    """K7: as many points as outstanding, none beyond a figure's hit points."""
    story = fights(table(), 2)
    for figures, rule in (
        (["f1"], "K7"),
        (["f1", "f1"], "K7"),
        (["f1", "f9"], "G1"),
    ):
        story.when(by="ben", do="damage", unit="b1", figures=figures).then_illegal(rule)
    story.when(by="ana", do="damage", unit="a1", figures=["f1"]).then_illegal("K7")
    story.when(by="ben", do="damage", unit="b1", figures=["f1", "f2"]).then_legal("C.i")
    story.happened("FigureDowned", "K7").then_state(units={"b1": {"figures": 4}})
    story.when(by="ben", do="damage", unit="b1", figures=["f3"]).then_illegal("X2")


def test_damage_beyond_the_unit_is_lost() -> None:
    """K7: no more is outstanding than the unit can take."""
    units = {"a1": formation("ana"), "b1": formation("ben", 1), "b2": formation("ben")}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    rolls(story, (6, 5, 4), (1,)).then_legal("C.f")
    hits(story, 3).then_state(outstanding={"b1": 1})


@pytest.mark.parametrize(
    ("reading", "placer", "other"), [("owner", "ben", "ana"), ("opponent", "ana", "ben")]
)
def test_who_places_damage(reading: str, placer: str, other: str) -> None:
    """A17: the unit's owner, or the owner of the other unit."""
    story = fights(table(readings={"A17": reading}), 1).then_state(to_act=[placer])
    story.when(by=other, do="damage", unit="b1", figures=["f6"]).then_illegal("G2", "A17")
    story.when(by=placer, do="damage", unit="b1", figures=["f6"]).then_legal("C.i")


def test_damage_of_both_sides_is_one_event() -> None:
    """K9, X6: triggers and victory wait until all of it is placed."""
    units = {"a1": formation("ana", 1), "b1": sortie("ben", 1)}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    rolls(story, (5,), (4,)).then_legal()
    hits(story, 1, 1).then_state(to_act=["ana", "ben"])
    spite = [{"id": "spite", "owner": "ben", "source": "b1"}]
    story.when(by="ben", do="damage", unit="b1", figures=["f1"], raises=spite)
    story.happened("DamagePlaced", "K9").then_state(over=False)
    story.when(by="ben", do="resolve", trigger="spite").then_illegal("X6").then_basis("inferred")
    story.when(by="ana", do="damage", unit="a1", figures=["f1"]).then_state(over=True, winner="ben")


def test_destroyed_units_and_commanders_score() -> None:
    """V1: a sortie 1, a commander 1 more, for the owner of the opposing unit."""
    figures = [{"id": "f1", "commander": True}]
    b1 = {"owner": "ben", "base": "sortie", "figures": figures}
    units = {"a1": formation("ana"), "b1": b1, "b2": formation("ben")}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    rolls(story, (6, 5, 4), ())
    hits(story, 1)
    story.when(by="ben", do="damage", unit="b1", figures=["f1"])
    story.happened("VictoryPointsScored", "V1").then_state(victory_points={"ana": 2, "ben": 0})


def test_when_the_target_has_gone_the_order_runs_out() -> None:
    """O11: its rows are passed without effect, in letter order."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": formation("ben")}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    story.when(by="ben", do="report", fact="destroyed", unit="b1").then_legal("F1")
    assert rows(story) == ["C.f", "C.g", "C.h", "C.i", "C.j", "C.k"]
    story.happened("RowPassed", "O11").then_state(position=["T2b"], order_points={"ana": 6})


def test_an_order_not_yet_paid_is_not_given_when_the_target_has_gone() -> None:
    """O11, C.c."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1")
    story.when(by="ben", do="report", fact="destroyed", unit="b1")
    story.happened("OrderNotGiven", "C.c", "O11")
    story.then_state(position=["T2b"], units={"a1": {"orders_given": {"close": 0}}})


def test_everything_in_a_fight_at_its_row() -> None:
    """X2."""
    story = attacks(table())
    for said in (
        {"do": "hits", "attacker": 0, "defender": 0},
        {"do": "adjust", "attack": [1, 1, 1]},
        {"do": "pay", "points": 2},
        {"do": "no_target"},
        {"do": "damage", "unit": "b1", "figures": ["f1"]},
    ):
        story.when(by="ana", **said).then_illegal("X2").then_since(1)
