"""What a judge makes legal happens as its own entry says, only without the checks (section 9)."""

from tests.domain.voidsiege.tables import ONE_EACH, table
from tests.spec import Story


def ana(do: str, **more: object) -> dict[str, object]:
    return {"by": "ana", "do": do, **more}


def ben(do: str, **more: object) -> dict[str, object]:
    return {"by": "ben", "do": do, **more}


def let_through(story: Story) -> Story:
    return story.overrule(story.game.length, "legal").then_legal("G5")


def not_let_through(story: Story) -> Story:
    return story.overrule(story.game.length, "legal").then_illegal("G1")


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
    let_through(story).happened("WindowClosed").happened("WindowOpened", "T10")
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


def test_units_must_still_exist() -> None:
    """Between a refusal and the ruling a judge may have reported the unit destroyed."""
    story = table().when(**ben("declare", unit="b1", command="move")).then_illegal("T1")
    story.when(by="judge", do="report", fact="destroyed", unit="b1")
    story.overrule(1, "legal").then_illegal("G1")


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
