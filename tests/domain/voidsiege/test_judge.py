"""What a judge makes legal happens as its own entry says, only without the checks (section 9)."""

import pytest

from domain.voidsiege.chapters.windows import WindowClosed
from tests.domain.voidsiege.tables import ONE_EACH, WILL, ruled, table
from tests.spec import Story


def ana(do: str, **more: object) -> dict[str, object]:
    return {"by": "ana", "do": do, **more}


def ben(do: str, **more: object) -> dict[str, object]:
    return {"by": "ben", "do": do, **more}


def let_through(story: Story) -> Story:
    return story.overrule(story.game.length, "legal").then_legal("G5")


def not_let_through(story: Story, why: str | None = None) -> Story:
    """There is nothing to act on, and the sentence says so."""
    entry = story.game.length
    story.overrule(entry, "legal")
    said = f"entry {entry} has nothing to act on and cannot be made legal: {why}."
    return ruled(story, "illegal", "G1", reason=why and said)


def still_illegal(story: Story, entry: int, why: str, since: tuple[int, ...]) -> Story:
    """What was said in an earlier entry has nothing to act on now."""
    said = f"entry {entry} has nothing to act on and cannot be made legal: {why}."
    return ruled(story.overrule(entry, "legal"), "illegal", "G1", reason=said, since=since)


def test_out_of_turn_and_without_a_point() -> None:
    """The player is then the acting player, and points do not fall below 0."""
    story = (
        table(points=(2, 0)).when(**ben("declare", unit="b1", command="move")).then_illegal("T1")
    )
    let_through(story).then_state(acting__unit="b1", points__ben=0, to_act=["ana"])


def test_overrun_without_a_row() -> None:
    """It has no parts, applies nothing, and Snap Fire answers it."""
    story = table().when(**ana("declare", unit="a1", command="overrun")).then_undetermined("U1")
    let_through(story).happened("WindowOpened", "T4", "P6").then_state(queue=[])
    story.when(**ben("decline")).then_state(phase="idle", units__a1__restrictions=[])


def test_covering_fire_and_intervene_without_a_row() -> None:
    """They open the window of C16."""
    for command in ("covering_fire", "intervene"):
        story = table().when(**ana("declare", unit="a1", command=command))
        let_through(story).happened("WindowOpened", "T4", "C16")


def test_a_reaction_without_a_window() -> None:
    """Also where none was open, as long as the command is under way and has no reaction."""
    story = table().when(**ana("declare", unit="a1", command="assault"))
    story.when(**ben("react", unit="b1", command="snap_fire")).then_illegal("T5", "C1")
    let_through(story).then_state(reaction__unit="b1", points__ben=2)
    story.when(**ana("move", unit="a1")).when(**ana("target", target="b1")).events("TargetNamed")
    not_let_through(story.when(**ben("react", unit="b2", command="snap_fire")).then_illegal("T14"))


def test_a_step_out_of_its_turn() -> None:
    """What stands in the queue is taken out of its turn."""
    story = table().when(**ana("declare", unit="a1", command="assault", charge=True, target="b1"))
    story.when(**ben("decline")).when(**ana("melee", unit="a1")).then_illegal("T7")
    let_through(story).then_state(queue=["a1 move", "a1 shoot"])


def test_a_target_closes_the_window_and_opens_its_own() -> None:
    """With C1 snap_fire the early window is closed by the target that a judge lets through."""
    story = table({"C1": "snap_fire"}).when(**ana("declare", unit="a1", command="assault"))
    story.when(**ana("target", target="b1")).then_illegal("P2")
    let_through(story).happened("WindowOpened", "T10")
    assert WindowClosed("ben", ("E14",)) in story.entry.events
    story.then_state(queue=["a1 move", "a1 shoot"], acting__target="b1")


def test_what_has_nothing_to_act_on() -> None:
    """No word “charge”, no second command, no shot without a target, no part not declared."""
    story = table()
    not_let_through(story.when(**ana("declare", unit="a1", command="charge")))
    not_let_through(story.when(**ana("declare", unit="a1", charge=True, target="b1")))
    not_let_through(story.when(**ana("declare", unit="a1", command="move", charge=True)))
    not_let_through(story.when(**ana("declare", unit="a1", command="shoot")))
    not_let_through(story.when(**ben("decline")))
    not_let_through(story.when(**ben("react", unit="b1", command="snap_fire")))
    story.when(**ana("declare", unit="a1", command="assault"))
    not_let_through(story.when(**ana("declare", unit="a2", command="move")))
    not_let_through(story.when(**ana("unable")))
    not_let_through(story.when(**ana("shoot", unit="a1")).then_illegal("T7"))
    not_let_through(story.when(**ana("melee", unit="a1")).then_illegal("T2"))
    not_let_through(story.when(**ana("react", unit="a2", command="defend")).then_illegal("T16"))
    not_let_through(story.when(**ben("react", unit="b1", command="charge")))
    not_let_through(story.when(**ana("undo"), colour="red").then_illegal("G1"))


def test_a_restriction_is_removed_without_the_bond() -> None:
    """U4: a judge who knows the special rule lets it happen; it must be held."""
    story = table(held={"a1": ["run"]})
    said = ana("remove_restriction", unit="a1", restriction="run", rule="pep_talk")
    let_through(story.when(**said).then_undetermined("U4")).then_state(units__a1__restrictions=[])
    story.when(**ana("declare", unit="a2", command="move")).then_legal("T1")
    not_let_through(story.when(**ben("remove_restriction", unit="b1", restriction="run", rule="x")))


def test_inability_made_legal() -> None:
    """Out of turn too; the other player is next."""
    story = table().when(**ben("unable")).then_illegal("T1")
    let_through(story).then_state(points__ben=2, to_act=["ana"])


def test_a_report_made_legal_again() -> None:
    """A judge who has taken a player's report back may think better of it, while the unit exists."""
    said = {"fact": "arriving", "unit": "b1", "value": True}
    shot = ana("declare", unit="a1", command="shoot", target="b1")
    story = table().when(**ben("report", **said)).overrule(1, "illegal").then_legal("G5")
    story.overrule(1, "legal").then_legal("G5").when(**shot).then_illegal("P20")
    gone = table().when(**ben("report", **said)).overrule(1, "illegal")
    gone.when(by="judge", do="report", fact="destroyed", unit="b1")
    still_illegal(gone, 1, GONE.format("b1", 3), (3, 1))


GONE = "“{}” was reported destroyed in entry {} and no longer exists"


@pytest.mark.parametrize("gone", ["b1", "a1"])
def test_units_must_still_exist(gone: str) -> None:
    """Between a refusal and the ruling a judge may have reported a unit destroyed: one's own, the target."""
    story = table().when(**ben("declare", unit="b1", command="shoot", target="a1"))
    story.then_illegal("T1").when(by="judge", do="report", fact="destroyed", unit=gone)
    still_illegal(story, 1, GONE.format(gone, 2), (2, 1))


@pytest.mark.parametrize("gone", ["b1", "a2"])
def test_units_of_a_reaction_must_still_exist(gone: str) -> None:
    story = table().when(**ana("declare", unit="a1", command="assault"))
    story.when(**ben("react", unit="b1", command="shoot", target="a2")).then_illegal("T5")
    story.when(by="judge", do="report", fact="destroyed", unit=gone)
    still_illegal(story, 2, GONE.format(gone, 3), (3, 2))


def test_units_that_fell_must_still_exist() -> None:
    """As a target does, and those whom a shot is said to have destroyed."""
    story = table().when(**ana("declare", unit="a1", command="shoot", target="b1"))
    story.when(**ana("shoot", unit="a1", destroyed=["b1", "b2"])).then_illegal("P2")
    story.when(by="judge", do="report", fact="destroyed", unit="b2")
    still_illegal(story, 2, GONE.format("b2", 3), (3, 2))
    story = table().when(**ana("declare", unit="a1", command="assault"))
    story.when(**ana("target", target="b2")).then_illegal("T7")
    story.when(by="judge", do="report", fact="destroyed", unit="b2")
    still_illegal(story, 2, GONE.format("b2", 3), (3, 2))


def test_nothing_to_act_on_is_said_in_words() -> None:
    """What was refused out of turn lacks a target, a command word or a command to answer as well."""
    story = table()
    no_target = "it has no target"
    not_let_through(story.when(**ben("declare", unit="b1", command="shoot")), no_target)
    charge = ben("declare", unit="b1", command="move", charge=True)
    not_let_through(story.when(**charge), no_target)
    word = ben("declare", unit="b1", command="charge")
    not_let_through(story.when(**word), "it names no command")
    answer = ben("react", unit="b1", command="charge")
    not_let_through(story.when(**answer).then_illegal("T4"), "no command is under way")
    not_let_through(story.when(**ben("decline")), "no window is open for ben")
    story.when(**ana("declare", unit="a1", command="assault"))
    not_let_through(story.when(**answer).then_illegal("T5"), "it names no command")
    not_let_through(story.when(**ben("decline")), "no window is open for ben")
    story.when(**ana("move", unit="a1")).when(**ana("target", target="b1"))
    not_let_through(story.when(**ana("decline")), "no window is open for ana")


def test_what_was_refused_may_have_its_moment_later() -> None:
    """A rewind opens the window again; the decline that came too late may count then."""
    story = table().when(**ana("declare", unit="a1", command="move")).when(**ben("decline"))
    story.when(**ben("decline")).then_illegal("E14").rewind(1)
    story.overrule(3, "legal").then_legal("G5").then_state(phase="movement")


def test_one_command_at_a_time_for_a_judge_too() -> None:
    """A second command, or “unable”, while one is under way; the entry of that one is named."""
    for second in (ana("unable"), ana("declare", unit="a2", command="move")):
        story = table().when(**ana("declare", unit="a1", command="assault"))
        story.when(**second).then_illegal("P2", "T1")
        under_way = "another command is" if "unit" in second else "a command is"
        still_illegal(story, 2, f"{under_way} under way", (1, 2))


def test_a_rally_made_legal_adds_what_is_not_held() -> None:
    """S1 is not asked then: each restriction is held once, whatever stands before it."""
    story = table(held={"a1": ["run"]}).when(**ana("declare", unit="a1", command="rally"))
    let_through(story.then_illegal("S1", "S5")).when(**ben("decline"))
    story.then_state(units__a1__restrictions=["defend", "run", "shoot"])


def test_a_target_waits_for_a_reaction_that_was_let_through() -> None:
    """T10: after the acting unit's move its answer moves at once, and only then the target is named."""
    story = table().when(**ana("declare", unit="a1", command="assault"))
    let_through(story.when(**ben("react", unit="b1", command="intervene")).then_illegal("T5"))
    story.when(**ana("move", unit="a1")).then_state(
        queue=["b1 move", "a1 target", "a1 shoot"], to_act=["ben"]
    )
    why = (
        "first comes the move of “b1”, which ben declared in entry 3; "
        "the naming of a target of “a1” comes later."
    )
    ruled(story.when(**ana("target", target="b2")), "illegal", "T10", reason=why)


def test_a_shot_given_up_before_the_move() -> None:
    """No window opened then and none does later, whoever asks (T10, E14)."""
    story = table().when(**ana("declare", unit="a1", command="assault"))
    given_up = ana("shoot", unit="a1", completed=False, because="own")
    let_through(story.when(**given_up).then_illegal("T7")).then_state(queue=["a1 move"])
    story.when(**ben("react", unit="b1", command="snap_fire"))
    why = "no window is open any more, and none opens again."
    ruled(story, "illegal", "T10", "E14", reason=why, since=(1,))


@pytest.mark.parametrize(("unit", "bound"), [("a1", False), ("a2", True)])
def test_the_bond_outlasts_a_reaction_without_a_window(unit: str, bound: bool) -> None:
    """E15: it ends with the window or with a reaction of the unit itself; here none is open."""
    story = table(held={"a1": ["run"]}, masters=("a1",))
    will = {"unit": "a1", "restriction": "run", "rule": WILL[0]}
    story.when(**ana("remove_restriction", **will)).then_legal("P16")
    let_through(story.when(**ben("declare", unit="b1", command="assault")).then_illegal("T1"))
    let_through(story.when(**ana("react", unit=unit, command="snap_fire")))
    assert story.state.reaction.unit == unit
    assert ("ana" in story.state.bonds) is bound


def test_overruling_puts_everything_back() -> None:
    """Queue, points, restrictions, round, reported facts, the go."""
    story = table(points=(1, 0), units=ONE_EACH)
    story.when(by="ana", do="declare", unit="a1", command="defend").then_state(round=2)
    story.overrule(1, "illegal").then_legal("G5").then_state(round=1, points__ana=1, phase="idle")
    story.rewind(1).then_state(round=2)


def test_the_bond_ends_with_the_window() -> None:
    """Also when a judge lets another unit answer in it than the one bound by the Masters (E15)."""
    story = table(held={"b1": ["shoot"]}, masters=("b1",))
    story.when(**ana("declare", unit="a1", command="shoot", target="b1"))
    will = {"unit": "b1", "restriction": "shoot", "rule": "will_of_the_masters"}
    story.when(**ben("remove_restriction", **will)).then_legal("P16", "C26")
    story.when(**ben("react", unit="b2", command="snap_fire")).then_illegal("P16", "E15")
    let_through(story)
    story.when(**ana("shoot", unit="a1")).when(**ben("shoot", unit="b2"))
    story.when(**ana("declare", unit="a2", command="defend")).then_legal("T1")
    story.when(**ben("react", unit="b2", command="snap_fire")).then_legal("T4", "C16")


def test_an_overruling_that_ends_the_game_cites_the_end() -> None:
    """The legal step that ends the game cites P18 or E9 as well, whoever lets it happen."""
    story = table(units=ONE_EACH, scenario=1).when(
        **ana("declare", unit="a1", command="shoot", target="b1")
    )
    story.when(**ana("shoot", unit="a1", destroyed=["b1"])).then_illegal("P2")
    story.overrule(2, "legal").then_legal("G5", "P18").then_state(over=True, winner="ana")
    last = table(points=(1, 0), rounds=1).when(**ana("unable")).then_illegal("P9")
    last.overrule(1, "legal").then_legal("G5", "E9").then_state(over=True, winner=None)


def test_what_is_played_happens_as_a_judge_would_let_it() -> None:
    """Section 9: the state that an overruling would make, the ruling as it was; its player may undo it."""
    said = ana("move", unit="a1")
    declared = ana("declare", unit="a1", command="assault", charge=True, target="b1")
    played = table().when(**declared).when(**said, played=True).then_illegal("P2", "T6", "T8")
    overruled = table().when(**declared).when(**said)
    let_through(overruled)
    assert played.game.view() == overruled.game.view()
    played.events("EntryPlayed", "WindowClosed", "UnitMoved")
    played.when(**ben("react", unit="b1", command="run")).then_illegal("T6", "T8", "E14")
    played.when(**ana("undo")).then_legal("G4").then_state(
        phase="reaction", queue=["a1 move", "a1 shoot", "a1 melee"]
    )


def test_what_is_played_with_nothing_to_act_on_changes_nothing() -> None:
    story = table().when(**ana("shoot", unit="a1"), played=True).then_illegal("T2").events()
    story.when(**ana("declare", unit="a1", command="ditch")).then_legal("T1")
    story.when(**ana("declare", unit="a2", command="move"), played=True).then_illegal("P2").events()


def test_the_undo_of_thrown_dice_is_a_request() -> None:
    """G4: a shot or a melee that was carried out, played or not; not one that was given up."""
    story = table().when(**ana("declare", unit="a1", command="shoot", target="b1"))
    story.when(**ben("decline")).when(**ana("shoot", unit="a1", completed=False, because="own"))
    story.when(**ana("undo")).happened("EntryUndone", "G4")
    story.when(**ana("shoot", unit="a1")).when(**ana("undo")).happened("UndoRequested", "G4")
    story.when(**ben("consent")).then_state(queue=["a1 shoot"])
    charge = table().when(**ana("declare", unit="a1", command="move", charge=True, target="b1"))
    charge.when(**ana("melee", unit="a1"), played=True).then_illegal("P2", "T6")
    charge.when(**ana("undo")).happened("UndoRequested", "G4")


def passed_over(story: Story, entry: int) -> Story:
    """The window closed unanswered, and no answer comes any more."""
    closed = [one for one in story.entry.events if isinstance(one, WindowClosed)]
    assert closed == [WindowClosed("ben", ("E14",))]
    story.then_reason("Nobody waits for ben's answer: that window closes.")
    story.when(**ben("react", unit="b1", command="snap_fire")).then_illegal("E14")
    story.then_since(entry).then_reason(f"play went on in entry {entry} before ben had answered")
    return story


def test_a_move_closes_the_window_it_passes_over() -> None:
    """E14: as if it was declined; the window after the target opens all the same."""
    story = table({"C1": "snap_fire"}).when(**ana("declare", unit="a1", command="assault"))
    story.when(**ana("move", unit="a1")).then_illegal("P2", "T4", "C1")
    passed_over(let_through(story), 3).then_state(queue=["a1 target", "a1 shoot"])
    story.when(**ana("target", target="b1")).happened("WindowOpened", "T10")


def test_a_shot_and_a_melee_close_the_window_they_pass_over() -> None:
    """E14: carried out or not."""
    for more in ({}, {"completed": False, "because": "own"}):
        story = table().when(
            **ana("declare", unit="a1", command="assault", charge=True, target="b1")
        )
        story.when(**ana("shoot", unit="a1", **more)).then_illegal("P2", "T6")
        passed_over(let_through(story), 3).then_state(queue=["a1 move", "a1 melee"])
        story = table().when(**ana("declare", unit="a1", command="move", charge=True, target="b1"))
        story.when(**ana("melee", unit="a1", **more)).then_illegal("P2", "T6")
        passed_over(let_through(story), 3).then_state(queue=["a1 move"])


def test_a_command_closes_the_window_it_passes_over() -> None:
    """E14: where nothing is left to do but to answer, of either player."""
    for by, unit in (("ana", "a2"), ("ben", "b1")):
        story = table().when(**ana("declare", unit="a1", command="rally"))
        story.when(by=by, do="declare", unit=unit, command="move").then_illegal("P2", "T1")
        let_through(story).happened("CommandClosed", "E22").happened("CommandDeclared", "T1")
        story.then_reason("“a1” now holds run, shoot and defend.")
        story.then_state(acting__unit=unit, phase="reaction", queue=[f"{unit} move"])
        story.then_state(units__a1__restrictions=["defend", "run", "shoot"])


def test_a_command_does_not_pass_over_what_is_still_to_do() -> None:
    """Section 9: a second command while a step stands in the queue has nothing to act on."""
    story = table().when(**ana("declare", unit="a1", command="ditch"))
    not_let_through(
        story.when(**ana("declare", unit="a2", command="move")), "another command is under way"
    )


def test_a_window_passed_over_ends_the_bond() -> None:
    """E15: it ends with the window."""
    story = table(held={"b1": ["shoot"]}, masters=("b1",))
    story.when(**ana("declare", unit="a1", command="rally"))
    story.when(**ben("remove_restriction", unit="b1", restriction="shoot", rule=WILL[0]))
    story.when(**ben("declare", unit="b2", command="move"))
    let_through(story).then_state(acting__unit="b2")
    assert not story.state.bonds


def test_a_reaction_still_comes_through_a_judge() -> None:
    """T14: a window that was passed over does not stand in a judge's way, a reaction does."""
    story = table().when(**ana("declare", unit="a1", command="assault", charge=True, target="b1"))
    let_through(story.when(**ana("move", unit="a1")).then_illegal("P2"))
    story.when(**ben("react", unit="b1", command="snap_fire")).then_illegal("T6", "T8", "E14")
    let_through(story).then_state(queue=["a1 shoot", "b1 shoot", "a1 melee"])


def test_a_shot_at_one_that_was_gone_made_legal() -> None:
    """E8: a judge lets it be fired all the same."""
    story = table().when(**ana("declare", unit="a1", command="shoot", target="b1"))
    story.when(by="judge", do="report", fact="destroyed", unit="b1").when(**ben("decline"))
    let_through(story.when(**ana("shoot", unit="a1")).then_illegal("E8")).then_state(phase="idle")
