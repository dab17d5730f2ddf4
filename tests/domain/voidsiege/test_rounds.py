"""Goes, rounds and the end: T1, P3, P9, P10, C8, C12, E6, E7, E9."""

from tests.domain.voidsiege.tables import ONE_EACH, WILL, table
from tests.spec import Story


def reacted_to(**readings: str) -> Story:
    return (
        table(readings)
        .when(by="ana", do="declare", unit="a1", command="rally")
        .when(by="ben", do="react", unit="b1", command="snap_fire")
        .when(by="ben", do="shoot", unit="b1").then_legal("T12")
    )  # fmt: skip


def test_a_reaction_costs_the_next_go() -> None:
    """C8 costs_go, P3: ana goes again, and ben is told why he does not."""
    (
        reacted_to().happened("GoPassed", "C8", "P3").then_state(to_act=["ana"])
        .when(by="ben", do="declare", unit="b1", command="move").then_illegal("T1", "C8", "P3")
    )  # fmt: skip


def test_a_reaction_costs_nothing_more() -> None:
    """C8 free: the players simply take turns."""
    reacted_to(C8="free").then_state(to_act=["ben"])


def test_who_has_no_point_is_passed_over() -> None:
    """E6: ben goes on until the round ends."""
    (
        table(points=(1, 2))
        .when(by="ana", do="declare", unit="a1", command="rally").when(by="ben", do="decline")
        .when(by="ben", do="declare", unit="b1", command="move")
        .when(by="ben", do="move", unit="b1").happened("GoPassed", "T1", "E6")
        .when(by="ana", do="declare", unit="a2", command="move").then_illegal("T1", "P1", "E6")
        .then_state(to_act=["ben"])
    )  # fmt: skip


def test_the_first_player_without_points_is_passed_over() -> None:
    """E6: from the beginning."""
    table(points=(0, 2)).then_state(to_act=["ben"])


def test_the_next_round() -> None:
    """E19, E7: points are back, the number goes up, and the go passes on."""
    (
        table(points=(1, 0))
        .when(by="ana", do="declare", unit="a1", command="defend").then_legal("P8")
        .happened("RoundEnded", "E19", "S4").happened("RoundBegan", "E19", "E7")
        .happened("GoPassed", "E7", "E6")
        .then_state(round=2, points={"ana": 1, "ben": 0}, to_act=["ana"])
    )  # fmt: skip


def test_a_round_waits_for_the_command_that_is_under_way() -> None:
    """E19, E22: the last point went on a reaction, whose shot is still to come."""
    (
        table(points=(1, 1), held={"a2": ["shoot"]})
        .when(by="ana", do="declare", unit="a1", command="move")
        .when(by="ben", do="react", unit="b1", command="snap_fire")
        .when(by="ana", do="move", unit="a1").then_legal("T7").events("UnitMoved")
        .then_state(round=1, points={"ana": 0, "ben": 0}, units__a2__restrictions=["shoot"])
        .when(by="ben", do="shoot", unit="b1").happened("RoundEnded", "E19")
        .then_state(round=2, points={"ana": 1, "ben": 1}, units__a2__restrictions=[])
    )  # fmt: skip


def test_the_last_round() -> None:
    """E9: after it the game is over and nobody has won."""
    (
        table(points=(1, 0), rounds=1)
        .when(by="ana", do="declare", unit="a1", command="defend").then_legal("P8", "E9")
        .then_state(over=True, winner=None, round=1, points={"ana": 0, "ben": 0}, to_act=[])
        .then_state(units__a1__restrictions=[])
    )  # fmt: skip


def test_scenarios_have_their_length() -> None:
    """E9: scenarios 4 and 6 last five rounds, scenario 5 three, and a number given wins."""
    lengths = {n: table(scenario=n).state.rounds for n in range(1, 7)}
    assert lengths == {1: None, 2: None, 3: None, 4: 5, 5: 3, 6: 5}
    assert table(scenario=4, rounds=2).state.rounds == 2


def test_inability_to_command() -> None:
    """P9: in scenario 3 a player without units gives up the go and discards a point."""
    (
        table(units=ONE_EACH, scenario=3)
        .when(by="ana", do="unable").then_illegal("P9", "C12")
        .when(by="ben", do="unable").then_illegal("T1")
        .when(by="ben", do="report", fact="destroyed", unit="a1")
        .when(by="ana", do="unable").then_legal("P9").then_basis("rule")
        .happened("PointSpent", "P9")
        .then_state(points__ana=2, to_act=["ben"])
    )  # fmt: skip


def test_a_free_pass() -> None:
    """C12 allowed: in each go of one's own."""
    table({"C12": "allowed"}).when(by="ana", do="unable").then_legal("P9", "C12").then_state(
        points__ana=2, to_act=["ben"]
    )


def test_a_pass_ends_the_bond() -> None:
    """E15, C12 allowed: until the player has said “unable”."""
    story = table({"C12": "allowed"}, held={"a1": ["run"]}, masters=("a1",))
    story.when(by="ana", do="remove_restriction", unit="a1", restriction="run", rule=WILL[0])
    story.when(by="ana", do="unable").then_legal("P9").when(by="ben", do="unable")
    story.when(by="ana", do="declare", unit="a2", command="move").then_legal("T1")


def test_whoever_concedes_has_lost() -> None:
    """P10: at any time; the other player has won."""
    (
        table()
        .when(by="ana", do="declare", unit="a1", command="assault")
        .when(by="ben", do="concede").then_legal("P10")
        .then_state(over=True, winner="ana", acting=None, queue=[], phase="idle")
        .when(by="ana", do="concede").then_illegal("G3")
    )  # fmt: skip
    table().when(by="ana", do="concede").then_legal("P10").then_state(over=True, winner="ben")


def ruled_to_be_anas_go(story: Story, why: str, since: tuple[int, ...]) -> None:
    """ben may not go, and the table says for the same reason whose go it is."""
    story.when(by="ben", do="declare", unit="b1", command="move").then_illegal("T1")
    assert story.entry.ruling.reason == f"it is ana's go, not ben's{why}."
    assert story.entry.ruling.because == since


def chance(story: Story) -> str:
    return story.game.ruleset.chance(story.state)


def test_the_first_go_has_no_reason() -> None:
    """T1: the first player begins."""
    ruled_to_be_anas_go(table(), "", ())


def test_whose_go_it_is_names_the_last_go() -> None:
    """T1: the command that was given in it, or “unable”."""
    story = table({"C12": "allowed"}).when(by="ana", do="unable").when(by="ben", do="unable")
    ruled_to_be_anas_go(story, ", as ben had the last one", (2,))


def test_whose_go_it_is_names_the_reaction() -> None:
    """C8, P3: not the shot that closed the command."""
    story = reacted_to()
    assert (
        chance(story)
        == "ana gives a unit a command, as ben reacted to the last command in entry 2."
    )
    ruled_to_be_anas_go(story, ", as ben reacted to the last command in entry 2", (2,))


def test_whose_go_it_is_where_a_reaction_costs_none() -> None:
    """C8 free, T1: ana gave the last command, so it is ben's."""
    story = reacted_to(C8="free").when(by="ana", do="declare", unit="a1", command="move")
    story.then_illegal("T1", "C8", "P3").then_since(1)
    why = "as ana gave the last command, and a reaction costs no go here."
    story.then_reason(why)
    assert chance(story) == f"ben gives a unit a command, {why}"


def test_whose_go_it_is_where_the_other_has_no_point() -> None:
    """E6, C8: ben goes on for want of ana's points, although it would be her go again by C8."""
    story = table(points=(1, 3)).when(by="ana", do="declare", unit="a1", command="rally")
    story.when(by="ben", do="react", unit="b1", command="snap_fire")
    story.when(by="ben", do="shoot", unit="b1").happened("GoPassed", "C8", "P3", "E6")
    why = "as ana has no command point left this round."
    assert chance(story) == f"ben gives a unit a command, {why}"
    story.when(by="ana", do="declare", unit="a2", command="move")
    story.then_illegal("T1", "C8", "P3", "P1", "E6").then_reason(why).then_since(1)


def test_a_missing_point_is_told_besides_the_turn() -> None:
    """P1, E6: it is ana's go anyway, and ben has spent his points himself."""
    story = table(points=(2, 1)).when(by="ana", do="declare", unit="a1", command="rally")
    story.when(by="ben", do="react", unit="b1", command="snap_fire")
    story.when(by="ben", do="shoot", unit="b1")
    why = (
        ", as ben reacted to the last command in entry 2; and ben has no command point left this "
        "round"
    )
    ruled_to_be_anas_go(story, why, (2,))


def test_what_comes_too_late_names_the_end_of_the_command() -> None:
    """T2, T4, T9: no command is under way since then."""
    story = reacted_to()
    for said in (
        {"by": "ben", "do": "react", "unit": "b1", "command": "snap_fire"},
        {"by": "ben", "do": "decline"},
        {"by": "ben", "do": "shoot", "unit": "b1"},
        {"by": "ana", "do": "target", "target": "b1"},
    ):
        story.when(**said).then_illegal().then_reason("no command is under way")
        assert story.entry.ruling.because == (3,)


def test_a_round_that_ends_is_told() -> None:
    """S4: with the step that ends it."""
    story = table(points=(1, 0)).when(by="ana", do="declare", unit="a1", command="defend")
    story.then_reason("“a1” now holds defend.")
    story.then_reason("Round 1 is over, and all restrictions with it.")
