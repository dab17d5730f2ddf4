"""What follows from a step cites its rule: every event with exactly the rules by which it happened."""

from typing import Any

import pytest

from application.game.follows import follows as what_follows
from tests.domain.voidsiege.tables import ONE_EACH, OVERRUN, WILL, table
from tests.spec import Story


def follows(story: Story, *expected: str) -> Story:
    """Of the newest entry, in order: “RoundEnded E19 S4”."""
    told = [" ".join((type(one).__name__, *one.rules)) for one in story.entry.events]
    assert told == [*expected]
    return story


def declare(unit: str, command: str, **more: Any) -> dict[str, Any]:
    by = "ana" if unit.startswith("a") else "ben"
    return {"by": by, "do": "declare", "unit": unit, "command": command, **more}


def test_a_command_and_its_reaction() -> None:
    """T4, P6, P1, E22, C8, P3: from the declaration to the next go."""
    story = table().when(**declare("a1", "move"))
    follows(story, "CommandDeclared T1", "PointSpent P1", "WindowOpened T4 P6")
    story.when(by="ben", do="react", unit="b1", command="snap_fire")
    follows(story, "Reacted T4", "PointSpent P1")
    follows(story.when(by="ana", do="move", unit="a1"), "UnitMoved T7")
    story.when(by="ben", do="shoot", unit="b1")
    follows(story, "UnitShot T12 C2", "CommandClosed E22", "GoPassed C8 P3")


def test_restrictions_that_arrive() -> None:
    """S2, S3, S6, E5, C23, C24: each by its command; a failed part by its question."""
    story = table().when(**declare("a1", "assault")).when(by="ana", do="move", unit="a1")
    story.when(by="ana", do="target", target="b1")
    follows(story, "TargetNamed T9", "WindowOpened T10")
    story.when(by="ben", do="react", unit="b1", command="shoot")
    story.when(by="ana", do="shoot", unit="a1", completed=False, because="own")
    follows(story, "PartFailed C23 T12")
    story.when(by="ben", do="shoot", unit="b1", completed=False, because="own")
    follows(
        story,
        "PartFailed C24 T12",
        "RestrictionArrived S2 S6",
        "RestrictionArrived S2 S6 C23 S3",
        "RestrictionArrived S2 S6 E5 C24",
        "CommandClosed E22",
        "GoPassed C8 P3",
    )


@pytest.mark.parametrize(
    ("command", "rules"),
    [
        ("rally", ("S2 S5 E16", "S2 S5 E16 S3", "S2 S5 E16 S3")),
        ("defend", ("S2 S6 E16",)),
        ("ditch", ("S2 P11 E4 E16", "S2 P11 E4 E16 S3")),
        ("overrun", ("S2 U1",)),
    ],
)
def test_what_brings_a_restriction(command: str, rules: tuple[str, ...]) -> None:
    """S5, S6, P11, E4, E16, U1: by the command."""
    story = table(commands=OVERRUN).when(**declare("a1", command)).when(by="ben", do="decline")
    if command in ("ditch", "overrun"):
        story.when(by="ana", do="move", unit="a1")
    events = [one for one in story.entry.events if type(one).__name__ == "RestrictionArrived"]
    assert tuple(" ".join(one.rules) for one in events) == rules


def test_windows() -> None:
    """T5, C1, T6, C16, T10, C20: each as it is."""
    for readings, command, more, rules in (
        ({"C1": "snap_fire"}, "assault", {}, "T5 C1"),
        ({}, "assault", {"charge": True, "target": "b1"}, "T6"),
        ({}, "rally", {}, "T4 C16"),
        ({"C20": "binding"}, "advance", {"target": "b1"}, "T10 C20"),
    ):
        story = table(readings).when(**declare("a1", command, **more))
        assert " ".join(story.entry.events[-1].rules) == rules


def test_a_round_that_ends() -> None:
    """E19, S4, E7, E6: its restrictions go, the points come back."""
    story = table(points=(1, 0), held={"a2": ["run"]}).when(**declare("a1", "defend"))
    follows(
        story,
        "CommandDeclared T1 P8",
        "PointSpent P1",
        "RestrictionArrived S2 S6 E16",
        "CommandClosed E22",
        "RoundEnded E19 S4",
        "RoundBegan E19 E7",
        "GoPassed T1 E7 E6",
    )


def test_it_is_told_in_sentences() -> None:
    """E19: what a program or a page is told of it."""
    story = table(points=(1, 0)).when(**declare("a1", "defend"))
    assert [one.says for one in what_follows(story.entry)] == [
        "ana gives “a1” a command.",
        "Command points of ana: 0.",
        "“a1” now holds defend.",
        "The command of “a1” is resolved.",
        "Round 1 is over.",
        "Round 2 begins, with everybody's command points.",
        "ana has the next go.",
    ]


def test_a_round_that_ends_with_a_pass() -> None:
    """P9, E19: also when the last point was discarded."""
    story = table({"C12": "allowed"}, points=(1, 0), rounds=1).when(by="ana", do="unable")
    follows(story, "UnableDeclared P9 C12", "PointSpent P9", "RoundEnded E19 S4", "GameEnded E9")


def test_reports() -> None:
    """E23: what was reported last is so, and whoever was reported destroyed is gone."""
    report = {"by": "ana", "do": "report"}
    story = table().when(**report, fact="controls_objective", player="ana", value=True)
    follows(story, "ObjectiveControlReported E23 P14")
    story.when(**report, fact="near_objective", unit="a1", value=True)
    follows(story, "ObjectiveNearnessReported E23 P15")
    story.when(**report, fact="arriving", unit="a1", value=True)
    follows(story, "ArrivalReported E23 P20 E12")
    story.when(**report, fact="arriving", unit="a1", value=False)
    assert not story.state.units["a1"].is_arriving
    story.when(**report, fact="arriving", unit="a1", value=True)
    story.when(**declare("a1", "move")).when(by="ben", do="decline")
    story.when(by="ana", do="move", unit="a1")
    follows(story, "UnitMoved T7", "UnitArrived P20 E12", "CommandClosed E22", "GoPassed T1")
    follows(story.when(**report, fact="destroyed", unit="b1"), "UnitDestroyed E23")


def test_who_falls_in_the_middle_of_a_command() -> None:
    """E23, E8: what is owed falls away, and a window closes."""
    story = table().when(**declare("a1", "move"))
    story.when(by="ana", do="report", fact="destroyed", unit="a1")
    follows(
        story,
        "UnitDestroyed E23",
        "OwedStepsFell E8",
        "WindowClosed E8",
        "CommandClosed E22",
        "GoPassed T1",
    )


def test_the_end() -> None:
    """P10, P18, E10: conceded, and without a unit; without a scenario E10 says so too."""
    follows(table().when(by="ana", do="concede"), "PlayerConceded P10", "GameEnded P10")
    destroyed = {"by": "ana", "do": "report", "fact": "destroyed", "unit": "b1"}
    follows(table(units=ONE_EACH).when(**destroyed), "UnitDestroyed E23", "GameEnded P18 E10")
    scenario = table(units=ONE_EACH, scenario=1).when(**destroyed)
    follows(scenario, "UnitDestroyed E23", "GameEnded P18")


def test_a_removal() -> None:
    """P16, C26: in a window too."""
    story = table(held={"b1": ["run"]}, masters=("b1",)).when(**declare("a1", "move"))
    removed = {"by": "ben", "do": "remove_restriction", "unit": "b1", "restriction": "run"}
    follows(story.when(**removed, rule=WILL[0]), "RestrictionRemoved P16 C26")
    follows(story.when(by="ben", do="decline"), "WindowDeclined T4")


def test_a_charge() -> None:
    """T3, T6, T8, T13: its steps, and who came between."""
    story = table().when(**declare("a1", "move", charge=True, target="b1"))
    follows(story, "CommandDeclared T1 T3 C10", "PointSpent P1", "WindowOpened T6")
    story.when(by="ben", do="react", unit="b2", command="intervene")
    follows(story, "Reacted T6 C6 E2", "PointSpent P1")
    follows(story.when(by="ben", do="move", unit="b2"), "UnitMoved T8")
    follows(story.when(by="ana", do="move", unit="a1"), "UnitMoved T8")
    story.when(by="ana", do="melee", unit="a1", target="b2")
    follows(story, "MeleeFought T13 E18", "CommandClosed E22", "GoPassed C8 P3")


@pytest.mark.parametrize(
    ("declared", "rules"),
    [
        (declare("a1", "assault"), "T10"),
        (declare("a1", "move"), "T4"),
        (declare("a1", "assault", charge=True, target="b2"), "T6 C6"),
    ],
)
def test_a_reaction_that_a_judge_lets_happen(declared: dict[str, Any], rules: str) -> None:
    """T4, T6, T10, C6: what a legal reaction cites, also where its window was declined or never opened."""
    story = table().when(**declared).when(by="ben", do="decline")
    story.when(by="ben", do="react", unit="b1", command="run").then_illegal()
    story.overrule(3, "legal").then_legal("G5")
    (reacted,) = (one for one in story.entry.events if type(one).__name__ == "Reacted")
    assert " ".join(reacted.rules) == rules
