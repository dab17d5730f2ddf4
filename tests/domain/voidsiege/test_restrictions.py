"""Restrictions: S1 to S6, P11, P16, E1, E4, E5, E15, E16, C18, C26, U4, and the page's examples."""

from tests.domain.voidsiege.tables import table
from tests.spec import Story


def command(story: Story, unit: str, word: str, **more: object) -> Story:
    """The unit carries the command out, unanswered."""
    by, other = ("ana", "ben") if unit.startswith("a") else ("ben", "ana")
    story.when(by=by, do="declare", unit=unit, command=word, **more).then_legal("T1")
    while story.state.acting is not None:
        if story.state.window is not None:
            story.when(by=other, do="decline").then_legal()
        elif story.state.due[0].step == "target":
            story.when(by=by, do="target", target="b1" if by == "ana" else "a1").then_legal("T9")
        else:
            story.when(by=by, do=story.state.due[0].step, unit=unit).then_legal()
    return story


def held(story: Story, unit: str) -> list[str]:
    return sorted(story.state.units[unit].held)


def test_example_a_unit_that_ran_cannot_rally() -> None:
    """Restriction example 1: Run applies run (S6), Rally would apply it again (S1, S5)."""
    story = command(command(table(), "a1", "run"), "b1", "move")
    assert held(story, "a1") == ["run"]
    story.when(by="ana", do="declare", unit="a1", command="rally").then_illegal("S1", "S5")
    story.then_reason("since entry 3", "until the round ends").then_since(1, 3)


def test_example_a_unit_that_defended_cannot_rally() -> None:
    """Restriction example 2: Defend applies defend, and Rally holds that too."""
    story = command(command(table(), "a1", "defend"), "b1", "move")
    assert held(story, "a1") == ["defend"]
    story.when(by="ana", do="declare", unit="a1", command="rally").then_illegal("S1", "S5")


def test_example_a_unit_that_moved_may_do_anything() -> None:
    """Restriction example 3: Move applies nothing, so Assault follows and applies run and shoot."""
    story = command(command(table(), "a1", "move"), "b1", "move")
    assert held(command(story, "a1", "assault"), "a1") == ["run", "shoot"]


def test_example_a_unit_that_ran_may_still_shoot() -> None:
    """Restriction example 4: different restrictions pile up (S3); one overlap bars the whole command."""
    story = command(command(table(), "a1", "run"), "b1", "move")
    story.when(by="ana", do="declare", unit="a1", command="assault").then_illegal("S1")
    story = command(story, "a1", "shoot", target="b1").happened("RestrictionArrived", "S3")
    assert held(story, "a1") == ["run", "shoot"]


def test_restrictions_arrive_when_the_command_is_resolved() -> None:
    """S2: not with the declaration, not in the middle, but when all is done."""
    story = table().when(by="ana", do="declare", unit="a1", command="assault")
    story.when(by="ana", do="move", unit="a1").then_state(units__a1__restrictions=[])
    story.when(by="ana", do="target", target="b1").when(by="ben", do="decline")
    story.then_state(units__a1__restrictions=[])
    story.when(by="ana", do="shoot", unit="a1").happened("RestrictionArrived", "S2", "S6")
    story.then_state(units__a1__restrictions=["run", "shoot"])


def test_rally_applies_three() -> None:
    """S5, E16: Rally takes no step and applies run, shoot and defend."""
    story = command(table(), "a1", "rally").happened("RestrictionArrived", "S2", "S5", "E16")
    assert held(story, "a1") == ["defend", "run", "shoot"]


def test_ditch_restricts_even_if_its_move_fails() -> None:
    """P11, E4: Ditch applies run and shoot with its bracing."""
    story = table({"C23": "none"}).when(by="ana", do="declare", unit="a1", command="ditch")
    story.when(by="ben", do="decline")
    story.when(by="ana", do="move", unit="a1", completed=False, because="own").then_legal("C23")
    story.happened("RestrictionArrived", "S2", "P11", "E4")
    assert held(story, "a1") == ["run", "shoot"]
    again = {"by": "ana", "do": "declare", "unit": "a1", "command": "ditch"}
    command(story, "b1", "move").when(**again).then_illegal("S1", "P11")


def test_advance_applies_shoot_only() -> None:
    """E1: the move of an Advance applies nothing."""
    story = command(table(), "a1", "advance").happened("RestrictionArrived", "S2", "E1")
    assert held(story, "a1") == ["shoot"]


def test_a_reaction_restricts_when_the_command_closes() -> None:
    """E5: a Defend made in reaction applies defend."""
    story = table().when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(by="ben", do="react", unit="b1", command="defend").then_legal("T10", "P12")
    story.then_state(units__b1__restrictions=[])
    story.when(by="ana", do="shoot", unit="a1").happened("RestrictionArrived", "E5", "E16")
    story.then_state(units__b1__restrictions=["defend"])


def snap_fired(**readings: str) -> Story:
    return (
        table(readings)
        .when(by="ana", do="declare", unit="a1", command="move")
        .when(by="ben", do="react", unit="b1", command="snap_fire")
        .when(by="ana", do="move", unit="a1")
        .when(by="ben", do="shoot", unit="b1").then_legal("T12", "C2")
    )  # fmt: skip


def test_snap_fire_applies_nothing() -> None:
    """C18 none."""
    assert held(snap_fired(), "b1") == []


def test_snap_fire_applies_shoot() -> None:
    """C18 shoot: and says why, with the entry of the reaction."""
    story = snap_fired(C18="shoot").happened("RestrictionArrived", "S2", "C18", "E5")
    command(story, "a1", "move")
    story.when(by="ben", do="declare", unit="b1", command="shoot", target="a1").then_illegal("S1")
    story.then_reason("“b1” holds shoot since entry 4 (ben reacted with Snap Fire in entry 2)")


def test_restrictions_end_with_the_round() -> None:
    """S4: all of them, when nobody has a point left."""
    story = command(table(points=(1, 1)), "a1", "run").then_state(units__a1__restrictions=["run"])
    command(story, "b1", "run").happened("RoundEnded", "S4")
    story.then_state(round=2, units__a1__restrictions=[], units__b1__restrictions=[])


def will(unit: str, restriction: str, rule: str = "will_of_the_masters") -> dict[str, object]:
    by = "ana" if unit.startswith("a") else "ben"
    return {
        "by": by,
        "do": "remove_restriction",
        "unit": unit,
        "restriction": restriction,
        "rule": rule,
    }


def masters(**readings: str) -> Story:
    return table(
        readings,
        masters=("a1", "b1"),
        held={"a1": ["run", "shoot"], "a2": ["run"], "b1": ["shoot"]},
    )


def test_will_of_the_masters_frees_a_unit_about_to_act() -> None:
    """P16: one restriction is gone, and the unit may be given the command."""
    story = masters().when(by="ana", do="declare", unit="a1", command="run").then_illegal("S1")
    story.when(**will("a1", "run")).then_legal("P16").then_state(units__a1__restrictions=["shoot"])
    story.when(by="ana", do="declare", unit="a1", command="run").then_legal("T1")


def test_will_of_the_masters_binds_the_player() -> None:
    """E15: no other unit and no second restriction before that unit has acted."""
    story = masters().when(**will("a1", "run"))
    story.when(**will("a1", "shoot")).then_illegal("P16", "E15").then_since(1)
    move = {"by": "ana", "do": "declare", "unit": "a2", "command": "move"}
    story.when(**move).then_illegal("P16", "E15").then_since(1)
    story.when(by="ana", do="report", fact="destroyed", unit="a1").when(**move).then_legal("T1")


def test_who_may_use_will_of_the_masters() -> None:
    """P16, S4, U4: a restriction held, the ability, the right moment; other rules are not known."""
    story = masters().when(**will("a1", "defend")).then_illegal("S4", "P16")
    story.when(**will("a2", "run")).then_illegal("P16")
    story.when(**will("a2", "run", "pep_talk")).then_undetermined("U4")
    story.when(**will("b1", "shoot")).then_illegal("P16")
    story.when(**{**will("b1", "shoot"), "by": "ana"}).then_illegal("G2")
    story.when(
        by="ana", do="remove_restriction", unit="a1", restriction="fear", rule="x"
    ).then_illegal("G1")


def test_will_of_the_masters_before_a_reaction() -> None:
    """C26 allowed: in a window that its player has to answer, and then that unit answers."""
    story = masters().when(by="ana", do="declare", unit="a2", command="shoot", target="b1")
    story.when(**will("b1", "shoot")).then_legal("P16", "C26")
    story.when(by="ben", do="react", unit="b2", command="snap_fire").then_illegal("P16", "E15")
    story.when(by="ben", do="react", unit="b1", command="shoot").then_legal("T10")


def test_no_will_of_the_masters_before_a_reaction() -> None:
    """C26 refused: only in one's own go."""
    story = masters(C26="refused").when(by="ana", do="declare", unit="a2", command="move")
    story.when(**will("b1", "shoot")).then_illegal("C26", "P16")


def test_a_window_that_closes_ends_the_bond() -> None:
    """E15, E8: the acting unit is destroyed while ben is asked."""
    story = masters().when(by="ana", do="declare", unit="a2", command="move")
    story.when(**will("b1", "shoot")).when(by="ben", do="report", fact="destroyed", unit="a2")
    story.happened("WindowClosed", "E8")
    story.when(by="ben", do="declare", unit="b2", command="move").then_legal("T1")


def test_declining_ends_the_bond() -> None:
    """E15: who declines is free again."""
    story = masters().when(by="ana", do="declare", unit="a2", command="move")
    story.when(**will("b1", "shoot")).when(by="ben", do="decline").when(
        by="ana", do="move", unit="a2"
    )
    story.when(by="ben", do="declare", unit="b2", command="move").then_legal("T1")
