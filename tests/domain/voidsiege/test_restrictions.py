"""Restrictions: S1 to S6, P11, P16, E1, E4, E5, E15, E16, C18, C26, U4, and the page's examples."""

from tests.domain.voidsiege.tables import ruled, table
from tests.spec import Story, given


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


def test_the_loss_of_another_unit_leaves_its_player_bound() -> None:
    """E15: only with the unit itself the bond ends."""
    story = masters().when(**will("a1", "run"))
    story.when(by="ana", do="report", fact="destroyed", unit="a2")
    story.when(**will("a1", "shoot")).then_illegal("P16", "E15").then_since(1)


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


def relentless(**readings: str) -> Story:
    """a1 and b1 are Relentless, and the table says that this removes a restriction."""
    units = {
        "a1": {"owner": "ana", "abilities": ["relentless", "frenzy"], "restrictions": ["run", "shoot"]},
        "a2": {"owner": "ana", "abilities": ["will_of_the_masters"], "restrictions": ["run"]},
        "b1": {"owner": "ben", "abilities": ["relentless"], "restrictions": ["shoot"]},
        "b2": {"owner": "ben"},
    }  # fmt: skip
    setup = {"points": {"ana": 3, "ben": 3}, "units": units, "removals": ["relentless"]}
    return given("voidsiege", setup, readings=readings)


def test_a_rule_that_the_table_lists_removes_a_restriction() -> None:
    """U4, E15: as Will of the Masters does, citing the gap that the table has settled."""
    story = relentless().when(**will("a1", "run", "frenzy")).then_undetermined("U4")
    story.then_reason("only Will of the Masters and Relentless do")
    story.when(**will("a2", "run", "relentless"))
    ruled(story, "illegal", "U4", reason="“a2” does not have Relentless.")
    story.when(**will("a1", "run")).then_illegal("P16")
    story.when(**will("a1", "defend", "relentless"))
    ruled(story, "illegal", "S4", "U4")
    story.when(**will("b1", "shoot", "relentless"))
    ruled(story, "illegal", "U4")
    story.when(**will("a1", "run", "relentless"))
    ruled(story, "legal", "U4").then_basis("reading")
    assert story.entry.events[0].rule == "relentless"
    story.when(**will("a1", "shoot", "relentless"))
    ruled(story, "illegal", "U4", "E15", since=(6,))
    story.when(by="ana", do="declare", unit="a2", command="move")
    why = "ana used Relentless for “a1” in entry 6, so that unit acts next and not “a2”."
    ruled(story, "illegal", "U4", "E15", reason=why, since=(6,))
    story.when(by="ana", do="declare", unit="a1", command="run").then_legal("T1")


def test_a_special_rule_is_the_same_however_it_is_written() -> None:
    """U4, P16: capitals, spaces, hyphens and underscores make no difference, on a unit or in a step."""
    units = {
        "a1": {"owner": "ana", "abilities": ["relent-less"], "restrictions": ["run"]},
        "a2": {"owner": "ana", "abilities": ["Will of the Masters"], "restrictions": ["run"]},
        "b1": {"owner": "ben"},
    }
    setup = {"points": {"ana": 3, "ben": 3}, "units": units, "removals": ["Relent Less"]}
    for rule in ("relent_less", "Relent Less", "relentless"):
        given("voidsiege", setup).when(**will("a1", "run", rule)).then_legal("U4")
    for rule in ("will_of_the_masters", "Will of the Masters"):
        given("voidsiege", setup).when(**will("a2", "run", rule)).then_legal("P16")


def test_a_bond_cites_the_rule_that_made_it() -> None:
    """P16, U4, E15: Will of the Masters binds by its own page, and a second rule by its own."""
    story = relentless().when(**will("a2", "run")).then_legal("P16")
    story.when(by="ana", do="declare", unit="a1", command="move")
    ruled(story, "illegal", "P16", "E15", since=(1,))
    story.when(**will("a1", "run", "relentless"))
    ruled(story, "illegal", "U4", "E15", since=(1,))


def test_a_rule_that_the_table_lists_before_a_reaction() -> None:
    """U4, C26: in a window too, unless the reading refuses it."""
    for reading, verdict in (("allowed", "legal"), ("refused", "illegal")):
        story = relentless(C26=reading)
        story.when(by="ana", do="declare", unit="a1", command="move")
        story.when(**will("b1", "shoot", "relentless"))
        rules = ("U4", "C26") if verdict == "legal" else ("C26", "U4")
        ruled(story, verdict, *rules)


def test_special_rules_are_told_on_the_table() -> None:
    """Any of them, also those that no ruling knows."""
    story = relentless()
    ana, _ben = story.game.ruleset.board(story.state, "ana")
    assert ana.pieces[0].note == "Frenzy, Relentless"
    assert ana.pieces[1].note == "Will of the Masters"


def test_removals_are_offered() -> None:
    """Those of Will of the Masters and of the rules that the table lists."""
    story = relentless()
    offered = [one.said for one in story.game.ruleset.offers.candidates(story.state, "ana")]
    found = [said for said in offered if said["do"] == "remove_restriction"]
    assert found == [
        will("a1", "run", "relentless"), will("a2", "run"), will("a1", "shoot", "relentless")
    ]  # fmt: skip


def test_what_is_held_no_more_names_the_entry_that_ended_it() -> None:
    """S4, P16: a removal, and the end of a round."""
    story = masters().when(**will("a1", "run")).when(**will("a1", "run"))
    why = "“a1” does not hold run any more since entry 1."
    ruled(story, "illegal", "S4", "P16", reason=why, since=(1,))
    ended = table(points=(1, 0), held={"a1": ["run"]}, masters=("a1",))
    ended.when(by="ana", do="declare", unit="a2", command="rally").then_state(round=2)
    ruled(ended.when(**will("a1", "run")), "illegal", "S4", "P16", since=(1,))
    ruled(ended.when(**will("a1", "defend")), "illegal", "S4", "P16", since=())


def test_what_has_arrived_is_told() -> None:
    """S2: the ruling that closes the command says what the units hold from now on."""
    story = command(table(held={"a1": ["defend"]}), "a1", "assault")
    assert story.entry.ruling.reason == ("“a1” shoots at “b1”. “a1” now holds run and shoot.")


def test_a_unit_that_bears_three_names_the_one_that_bars_it() -> None:
    """S1: with where it comes from; a Rally earlier does not count for what came before it."""
    story = command(command(table(points=(5, 5)), "a1", "shoot", target="b1"), "b1", "move")
    command(command(story, "a1", "run"), "b1", "move")
    command(command(story, "a1", "defend"), "b1", "move")
    story.when(by="ana", do="declare", unit="a1", command="run").then_illegal("S1")
    run = story.state.units["a1"].held["run"]
    ruled(story, "illegal", "S1", since=(run.declared, run.since))
    story.then_reason(f"“a1” holds run since entry {run.since} (ana gave it Run")
