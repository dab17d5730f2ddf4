"""Reports and losses: P14, P15, P18, P20, C28, E8, E10, E12."""

from collections.abc import Mapping

import pytest

from application.game.follows import follows
from tests.domain.voidsiege.tables import ONE_EACH, table
from tests.spec import Story


def report(by: str, fact: str, **more: object) -> dict[str, object]:
    return {"by": by, "do": "report", "fact": fact, **more}


def test_a_destroyed_unit_no_longer_exists() -> None:
    """E23, G1: it holds nothing, and no step may name it."""
    story = table(held={"b1": ["run"]}).when(**report("ben", "destroyed", unit="b1")).then_legal()
    story.happened("UnitDestroyed", "E23")
    story.then_state(units__b1={"owner": "ben", "restrictions": [], "destroyed": True})
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1").then_illegal("G1")
    story.then_since(1).when(**report("judge", "destroyed", unit="b1")).then_illegal("G1")
    story.when(**report("ana", "near_objective", unit="b1", value=True)).then_illegal("G1")


def test_reports_must_name_facts_that_exist() -> None:
    """G1: fact, unit, player and value."""
    story = table().when(**report("ana", "weather", value=True)).then_illegal("G1")
    story.when(**report("ana", "destroyed", unit="zz")).then_illegal("G1")
    story.when(**report("ana", "controls_objective", player="cleo", value=True)).then_illegal("G1")
    story.when(**report("ana", "arriving", unit="a1")).then_illegal("G1")
    story.when(**report("ana", "destroyed", unit="b1", value=True)).then_illegal("G1")


@pytest.mark.parametrize(
    ("fact", "about", "says"),
    [
        ("controls_objective", {"player": "ben"}, "ben {} control an objective"),
        ("near_objective", {"unit": "b1"}, "“b1” {} near an objective"),
        ("arriving", {"unit": "b1"}, "“b1” {} arriving"),
    ],
)
@pytest.mark.parametrize("value", [True, False])
def test_what_is_reported_is_told_with_who_reports_it(
    fact: str, about: Mapping[str, str], says: str, value: bool
) -> None:
    word = "does" if "control" in fact else "is"
    said = says.format(word if value else f"{word} not")
    story = table().when(**report("ana", fact, **about, value=value))
    story.then_reason(f"ana reports that {said}.")
    assert [one.says for one in follows(story.entry)] == [f"{said}, as ana reports."]


def test_who_reports_a_loss_and_what_falls_away_are_told() -> None:
    story = charged().when(by="ben", do="decline").when(by="ana", do="move", unit="a1")
    story.when(**report("judge", "destroyed", unit="b1"))
    story.then_reason("the judge reports that “b1” is destroyed.", "The melee of “a1” falls away.")
    assert [one.says for one in follows(story.entry)] == [
        "“b1” is gone, as the judge reports.",
        "It falls away: the melee of “a1”.",
    ]


def both_shoot() -> Story:
    return (
        table()
        .when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
        .when(by="ben", do="react", unit="b1", command="shoot")
    )  # fmt: skip


def test_a_unit_shot_to_pieces_still_shoots() -> None:
    """E8, T12: its shot was due when it fell, and stays."""
    (
        both_shoot()
        .when(by="ana", do="shoot", unit="a1", destroyed=["b1"]).then_legal("T12")
        .then_state(queue=["b1 shoot"], to_act=["ben"], units__b1__destroyed=True)
        .when(by="ben", do="shoot", unit="b1").then_legal("T12", "E8")
        .then_state(phase="idle", units__a1__restrictions=["shoot"], units__b1__restrictions=[])
    )  # fmt: skip


def charged(**readings: str) -> Story:
    return table(readings).when(
        by="ana", do="declare", unit="a1", command="assault", charge=True, target="b1"
    )


def test_the_melee_goes_with_the_charged_unit() -> None:
    """E8, T13: nobody else is charged, so nobody is fought."""
    story = charged().when(by="ben", do="decline").when(by="ana", do="move", unit="a1")
    story.when(by="ana", do="shoot", unit="a1", destroyed=["b1"]).happened("OwedStepsFell", "E8")
    story.then_state(phase="idle", queue=[], units__a1__restrictions=["run", "shoot"])


def test_the_melee_falls_before_the_charger_has_moved() -> None:
    """E8, C25 no_new_target: at once, also while ben is asked; there is nobody to shoot at either."""
    gone = report("ana", "destroyed", unit="b1")
    story = charged().when(**gone).happened("OwedStepsFell", "E8")
    story.then_state(queue=["a1 move", "a1 shoot"], phase="reaction")
    story.then_reason("The melee of “a1” falls away.").when(by="ben", do="decline")
    story.when(by="ana", do="melee", unit="a1").then_illegal("T2", "P2").then_since(1, 2)
    story.then_reason("it fell away in entry 2").when(by="ana", do="move", unit="a1")
    story.when(by="ana", do="shoot", unit="a1").then_illegal("E8").then_since(2)
    story.when(by="ana", do="shoot", unit="a1", completed=False, because="own").then_legal("C23")
    story.then_state(phase="idle", units__a1__restrictions=["run", "shoot"])


def test_the_melee_waits_for_another_target() -> None:
    """E8, C25 new_target: until the charger's move is done with, carried out or not."""
    for more in ({}, {"completed": False, "because": "own"}):
        story = charged(C25="new_target").when(by="ben", do="decline")
        story.when(**report("ana", "destroyed", unit="b1"))
        story.then_state(queue=["a1 move", "a1 shoot", "a1 melee"])
        story.when(by="ana", do="move", unit="a1", **more).happened("OwedStepsFell", "E8")
        story.then_state(queue=["a1 shoot"])


def test_a_charger_whose_target_is_gone_takes_another() -> None:
    """C25 new_target: before its own move, without a new window, and fights it."""
    story = charged(C25="new_target").when(by="ana", do="target", target="b2").then_illegal("P2")
    story.when(**report("ana", "destroyed", unit="b1"))
    story.when(by="ana", do="target", target="b2").then_illegal("P2", "T6", "T8")
    story.when(by="ben", do="decline").when(by="ana", do="target", target="b2").then_legal("C25")
    story.events("TargetNamed").when(by="ana", do="move", unit="a1")
    story.when(by="ana", do="shoot", unit="a1").then_legal("T12")
    story.when(by="ana", do="melee", unit="a1").then_legal("T13").then_reason("fights “b2”")


def test_the_melee_goes_also_where_another_came_between() -> None:
    """E8, T3, E18: a Charge is aimed at the unit it names."""
    story = charged().when(by="ben", do="react", unit="b2", command="intervene")
    story.when(by="ben", do="move", unit="b2").when(by="ana", do="move", unit="a1")
    story.when(by="ana", do="shoot", unit="a1", destroyed=["b1"]).happened("OwedStepsFell", "E8")
    story.then_reason("“b1” is destroyed.", "The melee of “a1” falls away.").then_state(
        phase="idle"
    )


def test_a_charge_with_nothing_left_closes() -> None:
    """E8: a Move as a Charge whose charger could not move and whose target is gone."""
    story = table().when(
        by="ana", do="declare", unit="a1", command="move", charge=True, target="b1"
    )
    story.when(by="ben", do="decline").when(by="ana", do="move", unit="a1")
    story.when(**report("ana", "destroyed", unit="b1")).happened("CommandClosed", "E22")
    story.then_state(phase="idle", to_act=["ben"])


def test_nothing_is_shot_at_that_was_gone_before() -> None:
    """E8: the shot was not due when its target fell, so it is not carried out."""
    story = table().when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(**report("ana", "destroyed", unit="b1")).when(by="ben", do="decline")
    story.when(by="ana", do="shoot", unit="a1").then_illegal("E8").then_since(2)
    story.then_reason("“b1” was reported destroyed in entry 2, before the shot of “a1” was due")
    (queue, _, _) = story.game.ruleset.board(story.state, "ana")
    (marked,) = (mark for mark in queue.pieces[0].marks if mark.binds)
    assert (marked.since, marked.rules) == (2, ("E8",))
    going_on = story.game.ruleset.plainest_step(story.state)
    assert going_on == {
        "by": "ana", "do": "shoot", "unit": "a1", "completed": False, "because": "own",
    }  # fmt: skip
    story.when(**going_on).then_legal("C23")


def test_a_snap_fire_at_a_mover_that_is_gone() -> None:
    """E8: it was due only after the move."""
    story = table().when(by="ana", do="declare", unit="a1", command="run")
    story.when(by="ben", do="react", unit="b1", command="snap_fire")
    story.when(**report("judge", "destroyed", unit="a1")).then_state(queue=["b1 shoot"])
    story.then_reason("The move of “a1” falls away.")
    story.when(by="ben", do="shoot", unit="b1").then_illegal("E8").then_since(3)
    said = {"by": "ben", "do": "shoot", "unit": "b1", "completed": False}
    story.when(**said, because="reaction").then_illegal("P7").then_since(2)
    story.when(**said, because="own").then_legal("C24")


def test_who_falls_in_the_exchange_may_still_be_shot_at() -> None:
    """E8, T12: a target that fell while the shot was due, before its shooter fell or after."""
    story = both_shoot().when(**report("ana", "destroyed", unit="b1"))
    story.when(**report("ben", "destroyed", unit="a1"))
    story.when(by="ana", do="shoot", unit="a1").then_legal("T12", "E8")
    story.when(by="ben", do="shoot", unit="b1").then_legal("T12", "E8")


def test_what_the_reacting_unit_owed_falls_away() -> None:
    """E8: a move that was still to be made."""
    story = charged().when(by="ben", do="react", unit="b2", command="intervene")
    story.when(**report("ben", "destroyed", unit="b2")).happened("OwedStepsFell", "E8")
    story.then_state(queue=["a1 move", "a1 shoot", "a1 melee"])


def test_the_acting_unit_falls_while_the_opponent_is_asked() -> None:
    """E8: nothing is due then, so the window closes and the command with it."""
    story = table().when(by="ana", do="declare", unit="a1", command="rally")
    story.when(**report("judge", "destroyed", unit="a1")).happened("WindowClosed", "E8")
    story.then_state(phase="idle", to_act=["ben"], units__a1__restrictions=[])


def test_a_player_without_units_has_lost() -> None:
    """P18: a player with no unit left has lost, at once."""
    story = table(units=ONE_EACH, scenario=5).when(**report("ana", "destroyed", unit="b1"))
    story.then_legal("P18").then_basis("rule")
    story.then_state(over=True, winner="ana", to_act=[], phase="idle")
    story.when(by="ana", do="declare", unit="a1", command="move").then_illegal("G3")
    story.when(**report("judge", "arriving", unit="a1", value=True)).then_legal()


def test_annihilation_without_a_scenario() -> None:
    """E10: it holds where no scenario is named, and cuts a command short."""
    story = table(units=ONE_EACH).when(by="ana", do="declare", unit="a1", command="run")
    story.when(**report("ana", "destroyed", unit="b1")).then_legal("P18", "E10")
    story.then_state(winner="ana", acting=None, queue=[], units__a1__restrictions=[])


def test_no_annihilation_in_scenario_3() -> None:
    """E10: scenario 3 plays on."""
    table(units=ONE_EACH, scenario=3).when(**report("ana", "destroyed", unit="b1")).then_state(
        over=False, to_act=["ana"]
    )


def test_annihilation_waits_for_the_shots() -> None:
    """E10, T12: both last units fall in the exchange, and nobody wins."""
    story = table(units=ONE_EACH)
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(by="ben", do="react", unit="b1", command="shoot")
    story.when(by="ana", do="shoot", unit="a1", destroyed=["b1"]).then_state(over=False)
    story.when(by="ben", do="shoot", unit="b1", destroyed=["a1"]).then_legal("E8", "P18", "E10")
    story.then_state(over=True, winner=None)


def test_who_controls_an_objective_does_not_rally() -> None:
    """P14: in scenario 1 who controls an objective does not Rally, until that is reported otherwise."""
    rally = {"by": "ana", "do": "declare", "unit": "a1", "command": "rally"}
    controls = report("ben", "controls_objective", player="ana", value=True)
    story = table(scenario=1).when(**controls).happened("ObjectiveControlReported", "P14")
    story.when(**rally).then_illegal("P14").then_reason("ben reported it in entry 1").then_since(1)
    assert story.entry.ruling.facts["controls_objective"]["reported_by"] == "ben"
    story.when(**{**controls, "value": False}).when(**rally).then_legal("T1")
    table(scenario=2).when(**controls).when(**rally).then_legal("T1")


def test_a_unit_near_an_objective_is_charged_with_move_only() -> None:
    """P15: in scenarios 4 and 6 a unit near an objective is charged with Move only."""
    near = report("ana", "near_objective", unit="b1", value=True)
    story = table(scenario=4).when(**near).happened("ObjectiveNearnessReported", "P15")
    aim = {"by": "ana", "do": "declare", "unit": "a1", "charge": True, "target": "b1"}
    story.when(**aim, command="assault").then_illegal("P15").then_since(1)
    story.when(**aim, command="move").then_legal("T3", "C10")
    table(scenario=2).when(**near).when(**aim, command="assault").then_legal("T3")


def test_nearness_matters_in_two_scenarios() -> None:
    """P15: elsewhere the mark on the table names no rule."""
    near = report("ana", "near_objective", unit="b1", value=True)
    for scenario, rules in ((2, ()), (4, ("P15",)), (6, ("P15",))):
        story = table(scenario=scenario).when(**near)
        _ana, ben = story.game.ruleset.board(story.state, "ana")
        (mark,) = ben.pieces[0].marks
        assert (mark.word, mark.since, mark.rules) == ("near objective", 1, rules)


def test_a_new_target_near_an_objective() -> None:
    """P15, C25: it is not taken with an Assault either."""
    story = table({"C25": "new_target"}, scenario=6)
    story.when(**report("ana", "near_objective", unit="b2", value=True))
    story.when(by="ana", do="declare", unit="a1", command="assault", charge=True, target="b1")
    story.when(by="ben", do="react", unit="b1", command="move").when(by="ben", do="move", unit="b1")
    story.when(by="ana", do="target", target="b2").then_illegal("P15")


def test_a_new_target_near_an_objective_for_a_move() -> None:
    """P15, C25: with Move it may be charged, there too."""
    story = table({"C25": "new_target"}, scenario=6)
    story.when(**report("ana", "near_objective", unit="b2", value=True))
    story.when(by="ana", do="declare", unit="a1", command="move", charge=True, target="b1")
    story.when(by="ben", do="react", unit="b1", command="move").when(by="ben", do="move", unit="b1")
    story.when(by="ana", do="target", target="b2").then_legal("C25")


def test_an_arriving_unit_is_no_target() -> None:
    """P20, E12: until its owner has moved it."""
    arriving = report("ben", "arriving", unit="b1", value=True)
    story = table().when(**arriving).happened("ArrivalReported", "P20", "E12")
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1").then_illegal("P20")
    story.when(by="ana", do="declare", unit="a1", command="assault").when(
        by="ana", do="move", unit="a1"
    )
    story.when(by="ana", do="target", target="b1").then_illegal("P20").then_since(1)
    story.when(by="ana", do="target", target="b2").then_legal("T9")
    story.when(by="ben", do="decline").when(by="ana", do="shoot", unit="a1")
    story.when(by="ben", do="declare", unit="b1", command="move").when(by="ana", do="decline")
    story.when(by="ben", do="move", unit="b1").happened("UnitArrived", "P20")
    story.when(by="ana", do="declare", unit="a2", command="shoot", target="b1").then_legal("T1")


def test_an_arriving_target_bound_early() -> None:
    """P20, C20 binding: asked with the declaration."""
    story = table({"C20": "binding"}).when(**report("ben", "arriving", unit="b1", value=True))
    story.when(by="ana", do="declare", unit="a1", command="advance", target="b1")
    story.then_illegal("P20", "C20")


def arriving_mover(**readings: str) -> Story:
    story = table(readings).when(**report("ana", "arriving", unit="a1", value=True))
    return story.when(by="ana", do="declare", unit="a1", command="move")


def test_no_snap_fire_at_an_arriving_unit() -> None:
    """C28 barred: it is not shot at before it has moved."""
    story = arriving_mover().when(by="ben", do="react", unit="b1", command="snap_fire")
    story.then_illegal("C28", "P20").then_since(1)


def test_snap_fire_at_an_arriving_unit() -> None:
    """C28 allowed; an ordinary shot remains barred by P20."""
    story = arriving_mover(C28="allowed")
    story.when(by="ben", do="react", unit="b1", command="snap_fire").then_legal("T4", "C28")
    charge = table({"C28": "allowed"}).when(**report("ana", "arriving", unit="a1", value=True))
    charge.when(by="ana", do="declare", unit="a1", command="move", charge=True, target="b1")
    charge.when(by="ben", do="react", unit="b1", command="shoot").then_illegal("P20")
