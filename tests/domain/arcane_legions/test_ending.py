"""Facts, victory, conceding."""

import pytest

from tests.domain.arcane_legions.tables import archers, formation, late, sortie, table, trigger


def test_a_fact_stands_until_another_report() -> None:
    """F1: of units on the battlefield, two different ones; it ends with the unit."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben")}
    story = table(units=units)
    for pair in (["a1", "a1"], ["a1"], ["a1", "b9"]):
        story.when(by="ana", do="report", fact="adjacent", units=pair).then_illegal("G1")
    story.when(by="ana", do="report", fact="beside", units=["a1", "b1"]).then_illegal("G1")
    story.when(by="ben", do="report", fact="adjacent", units=["b2", "a1"]).then_legal("F1")
    story.then_basis("inferred").then_state(adjacent=[["a1", "b2"]])
    story.when(by="judge", do="report", fact="in_range", unit="a1", target="b2").then_legal("F1")
    story.when(by="ben", do="report", fact="destroyed", unit="b2", credit="dan").then_illegal("G1")
    story.when(by="ben", do="report", fact="destroyed", unit="b2", credit="ana").then_legal("F1")
    story.then_state(adjacent=[], in_range=[], victory_points={"ana": 1})
    story.when(by="ben", do="report", fact="adjacent", units=["b2", "a1"]).then_illegal("F1")
    story.when(by="ben", do="report", fact="destroyed", unit="b2").then_illegal("F1").then_since(8)


def test_range_is_not_mutual() -> None:
    """F1: the shooter comes first."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units)
    story.when(by="ana", do="report", fact="in_range", unit="a3", target="b1")
    story.then_state(in_range=[["a3", "b1"]])
    story.when(by="ana", do="report", fact="out_of_range", unit="a3", target="b1")
    story.then_state(in_range=[])


def test_terrain_changes_hands_by_report() -> None:
    """F1, V2."""
    story = table(terrain={"hill": None})
    story.when(by="ana", do="report", fact="controls", terrain="ford", player="ana")
    story.then_illegal("G1")
    story.when(by="ana", do="report", fact="controls", terrain="hill", player="dan")
    story.then_illegal("G1")
    story.when(by="ana", do="report", fact="controls", terrain="hill", player="ben").then_legal(
        "F1"
    )
    story.then_state(terrain={"hill": "ben"})
    story.when(by="ana", do="report", fact="controls", terrain="hill").then_legal("F1")
    story.then_state(terrain={"hill": None})


def nearly(reading: str = "at_once", **points: int) -> object:
    return {
        "readings": {"A15": reading},
        "units": {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben")},
        "start": late(victory_points=points),
    }


def test_whoever_has_the_target_wins() -> None:
    """V3, A15 at_once; G3 afterwards."""
    story = table(**nearly(ana=20))  # type: ignore[arg-type]
    story.when(by="ben", do="report", fact="destroyed", unit="b2", credit="ana")
    story.happened("GameWon", "V3").then_state(over=True, winner="ana", to_act=[])
    story.when(by="ana", do="end_orders").then_illegal("G3")
    assert "won" in story.game.ruleset.chance(story.state)


def test_the_target_may_be_looked_at_as_the_turn_ends() -> None:
    """A15 turn_end: at T3c, before the turn passes."""
    story = table(**nearly("turn_end", ana=20))  # type: ignore[arg-type]
    story.when(by="ben", do="report", fact="destroyed", unit="b2", credit="ana")
    story.then_state(over=False, victory_points={"ana": 21})
    story.when(by="ana", do="end_orders").happened("GameWon", "V3")
    story.then_state(over=True, winner="ana", turn=5, active="ana", position=["T3c"])


def test_a_trigger_halts_the_turn_of_one_who_has_the_target() -> None:
    """X1 before A15 turn_end."""
    story = table(**nearly("turn_end", ana=21))  # type: ignore[arg-type]
    late_one = trigger("t", "ana", "a1", at="T3a")
    story.when(by="ana", do="end_orders", raises=[late_one]).then_legal("T2b")
    story.then_state(over=False, turn=5, position=["T3a"])
    story.when(by="ana", do="resolve", trigger="t").happened("GameWon", "V3")


@pytest.mark.parametrize(("ben", "winner"), [(20, "ben"), (19, None)])
def test_of_several_with_the_target_more_points_win(ben: int, winner: str | None) -> None:
    """V5: level, the game is over without a winner."""
    story = table(**nearly(ana=20, ben=ben))  # type: ignore[arg-type]
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", victory_points={"ana": 1, "ben": 2})
    story.happened("GameWon" if winner else "GameDrawn", "V3", "V5")
    story.then_state(over=True, winner=winner)
    assert story.game.ruleset.plainest_step(story.state) is None


def test_the_last_one_with_units_wins() -> None:
    """V4."""
    story = table().when(by="ben", do="report", fact="destroyed", unit="b1")
    story.happened("GameWon", "V4").then_state(over=True, winner="ana")


def test_a_player_without_units_is_out_and_skipped() -> None:
    """V4, T3c: the turn passes to the next who is not out."""
    units = {"a1": formation("ana"), "b1": sortie("ben"), "c1": formation("cem")}
    story = table(("ana", "ben", "cem"), units=units)
    story.when(by="ben", do="report", fact="destroyed", unit="b1").then_state(over=False)
    story.when(by="ana", do="end_orders").then_state(active="cem", turn=2)


def test_who_concedes_is_out() -> None:
    """V6: units leave, nobody scores, triggers are dropped; the sequence goes on."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    story = table(("ana", "ben", "cem"), units=units)
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="concede").then_legal("V6").then_basis("inferred")
    story.happened("TriggerDropped", "V6").happened("UnitLeft", "V6")
    story.then_state(active="ben", position=["T2b"], victory_points={"ana": 0, "ben": 0, "cem": 0})
    story.when(by="cem", do="trigger", **trigger("u", "ana", "a1")).then_illegal("V6").then_since(2)
    story.when(by="cem", do="concede").then_state(over=True, winner="ben")


def test_conceding_in_the_middle_of_an_order() -> None:
    """V6, O11: the order runs out, and the next turn begins."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    story = table(("ana", "ben", "cem"), units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1")
    story.when(by="ana", do="concede").then_state(active="ben", position=["T2b"], turn=2)


def test_a_set_up_wins_nothing_before_the_first_step() -> None:
    """V3, V4: they are looked at after a step, and when T1a has scored."""
    down = {"a1": formation("ana"), "b1": formation("ben", 1, down=["f1"])}
    for setup, rule in (
        ({"start": late(victory_points={"ana": 21})}, "V3"),
        ({"units": down, "start": late()}, "V4"),
    ):
        story = table(**setup).then_state(over=False, position=["T2b"])  # type: ignore[arg-type]
        story.when(by="ana", do="order", unit="a1", order="move").happened("GameWon", rule)
        story.then_state(over=True, winner="ana")
    table(victory_target=3, terrain={"hill": "ana"}).then_state(over=True, winner="ana")
