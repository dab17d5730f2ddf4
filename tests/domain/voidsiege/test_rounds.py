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
    """E7: points are back, the number goes up, and the go passes on."""
    (
        table(points=(1, 0))
        .when(by="ana", do="declare", unit="a1", command="defend").then_legal("P8")
        .happened("RoundEnded", "S4").happened("RoundBegan", "E7").happened("GoPassed", "E7", "E6")
        .then_state(round=2, points={"ana": 1, "ben": 0}, to_act=["ana"])
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


def test_conceding() -> None:
    """P10: at any time; the other player has won."""
    (
        table()
        .when(by="ana", do="declare", unit="a1", command="assault")
        .when(by="ben", do="concede").then_legal("P10")
        .then_state(over=True, winner="ana", acting=None, queue=[], phase="idle")
        .when(by="ana", do="concede").then_illegal("G3")
    )  # fmt: skip
    table().when(by="ana", do="concede").then_legal("P10").then_state(over=True, winner="ben")
