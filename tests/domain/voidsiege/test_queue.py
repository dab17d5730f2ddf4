"""Working off the queue: T7 to T9, T12, T13, P7, C2, C3, C23 to C25, and the page's timing examples."""

from tests.domain.voidsiege.tables import ruled, table
from tests.spec import Story


def ana(do: str, **more: object) -> dict[str, object]:
    return {"by": "ana", "do": do, **more}


def ben(do: str, **more: object) -> dict[str, object]:
    return {"by": "ben", "do": do, **more}


def charge(command: str = "assault", **readings: str) -> Story:
    """a1 charges b1, and ben is asked."""
    said = ana("declare", unit="a1", command=command, charge=True, target="b1")
    return table(readings).when(**said)


def failed(because: str) -> dict[str, object]:
    return {"completed": False, "because": because}


def test_example_1_a_move_and_snap_fire() -> None:
    """Timing example 1: Snap Fire is declared at once, a1 moves, then the shot lands (T4, T7, C2)."""
    (
        table()
        .when(**ana("declare", unit="a1", command="move")).then_legal("T1")
        .when(**ben("react", unit="b1", command="snap_fire")).then_legal("T4")
        .when(**ben("shoot", unit="b1")).then_illegal("T7", "C2").then_since(1)
        .when(**ana("move", unit="a1")).then_legal("T7")
        .when(**ben("shoot", unit="b1")).then_legal("T12", "C2").happened("GoPassed", "C8", "P3")
        .then_state(phase="idle", to_act=["ana"], queue=[], points={"ana": 2, "ben": 2})
        .then_state(units__a1__restrictions=[], units__b1__restrictions=[])
    )  # fmt: skip


def test_example_2_an_assault_and_snap_fire() -> None:
    """Timing example 2: ben waits for the target (T5); the shots are simultaneous (T12)."""
    (
        table()
        .when(**ana("declare", unit="a1", command="assault")).then_legal("T1")
        .when(**ben("react", unit="b1", command="snap_fire")).then_illegal("T5", "C1")
        .when(**ana("target", target="b1")).then_illegal("T7", "T9")
        .when(**ana("move", unit="a1")).then_legal("T7")
        .when(**ana("shoot", unit="a1")).then_illegal("T9")
        .when(**ana("target", target="b1")).then_legal("T9")
        .when(**ben("react", unit="b1", command="snap_fire")).then_legal("T10")
        .then_state(queue=["a1 shoot", "b1 shoot"], to_act=["ana", "ben"])
        .when(**ben("shoot", unit="b1")).then_legal("T12")
        .when(**ana("shoot", unit="a1")).then_legal("T12")
        .then_state(phase="idle", to_act=["ana"], points={"ana": 2, "ben": 2})
        .then_state(units__a1__restrictions=["run", "shoot"], units__b1__restrictions=[])
    )  # fmt: skip


def test_example_3_a_charge_and_intervene() -> None:
    """Timing example 3: the reaction moves first (T8), then charger, shot, and melee last (T13)."""
    (
        charge().then_legal("T1", "T3")
        .when(**ana("move", unit="a1")).then_illegal("P2", "T6", "T8")
        .when(**ben("react", unit="b2", command="intervene")).then_legal("T6", "C6", "E2")
        .then_state(queue=["b2 move", "a1 move", "a1 shoot", "a1 melee"], to_act=["ben"])
        .when(**ana("move", unit="a1")).then_illegal("T8").then_since(3)
        .when(**ben("move", unit="b2")).then_legal("T8")
        .when(**ana("melee", unit="a1")).then_illegal("T7")
        .when(**ana("move", unit="a1")).then_legal("T8")
        .when(**ana("melee", unit="a1")).then_illegal("T13")
        .when(**ana("shoot", unit="a1")).then_legal("T12")
        .when(**ana("melee", unit="a1")).then_legal("T13")
        .then_state(phase="idle", to_act=["ana"], points={"ana": 2, "ben": 2})
        .then_state(units__a1__restrictions=["run", "shoot"], units__b2__restrictions=[])
    )  # fmt: skip


def test_snap_fire_lands_before_the_move() -> None:
    """C2 before_move: the shot is due first of all."""
    (
        table({"C2": "before_move"})
        .when(**ana("declare", unit="a1", command="move"))
        .when(**ben("react", unit="b1", command="snap_fire")).then_state(queue=["b1 shoot", "a1 move"])
        .when(**ana("move", unit="a1")).then_illegal("C2")
        .when(**ben("shoot", unit="b1")).then_legal("T12", "C2")
        .when(**ana("move", unit="a1")).then_legal("T7")
    )  # fmt: skip


def test_snap_fire_lands_before_the_move_and_the_target() -> None:
    """C1 snap_fire, C2 before_move: shot, move, and only then the target (T7, T9)."""
    (
        table({"C1": "snap_fire", "C2": "before_move"})
        .when(**ana("declare", unit="a1", command="assault"))
        .when(**ben("react", unit="b1", command="snap_fire"))
        .then_state(queue=["b1 shoot", "a1 move", "a1 target", "a1 shoot"])
        .when(**ana("target", target="b1")).then_illegal("C2", "T7", "T9")
    )  # fmt: skip


def test_shots_in_a_charge_come_after_its_move() -> None:
    """C3 after_move: with the charger's own shot, before the melee."""
    (
        charge()
        .when(**ben("react", unit="b1", command="snap_fire"))
        .then_state(queue=["a1 move", "a1 shoot", "b1 shoot", "a1 melee"])
        .when(**ben("shoot", unit="b1")).then_illegal("T7", "C3")
    )  # fmt: skip


def test_shots_in_a_charge_come_before_its_move() -> None:
    """C3 before_move: the charger is shot at before it moves."""
    (
        charge(C3="before_move")
        .when(**ben("react", unit="b1", command="snap_fire"))
        .then_state(queue=["b1 shoot", "a1 move", "a1 shoot", "a1 melee"])
        .when(**ana("move", unit="a1")).then_illegal("C3")
        .when(**ben("shoot", unit="b1")).then_legal("T12", "C3")
    )  # fmt: skip


def test_the_reactions_movement_comes_at_once() -> None:
    """T10: after a target was named the reacting unit moves before the shot."""
    (
        table()
        .when(**ana("declare", unit="a1", command="shoot", target="b1"))
        .when(**ben("react", unit="b1", command="run"))
        .when(**ana("shoot", unit="a1")).then_illegal("T10")
        .when(**ben("move", unit="b1")).then_legal("T10")
        .when(**ana("shoot", unit="a1", **failed("reaction"))).then_legal("P7")
        .then_state(units__a1__restrictions=[], units__b1__restrictions=["run"])
    )  # fmt: skip


def test_a_part_that_a_reaction_made_impossible() -> None:
    """P7: only where there was a reaction, and never for the reacting unit."""
    (
        table()
        .when(**ana("declare", unit="a1", command="shoot", target="b1"))
        .when(**ben("decline"))
        .when(**ana("shoot", unit="a1", **failed("reaction"))).then_illegal("P7")
    )  # fmt: skip
    (
        table()
        .when(**ana("declare", unit="a1", command="shoot", target="b1"))
        .when(**ben("react", unit="b1", command="shoot"))
        .when(**ben("shoot", unit="b1", **failed("reaction"))).then_illegal("P7").then_since(2)
    )  # fmt: skip


def test_a_failure_says_why() -> None:
    """G1: “because” goes with “completed: false”, and only with it; so do losses with success."""
    (
        table()
        .when(**ana("declare", unit="a1", command="shoot", target="b1"))
        .when(**ben("decline"))
        .when(**ana("shoot", unit="a1", completed=False)).then_illegal("G1")
        .when(**ana("shoot", unit="a1", because="own")).then_illegal("G1")
        .when(**ana("shoot", unit="a1", **failed("weather"))).then_illegal("G1")
        .when(**ana("shoot", unit="a1", **failed("own"), destroyed=["b1"])).then_illegal("G1")
        .when(**ana("shoot", unit="a1", destroyed=["b1", "b1"])).then_illegal("G1")
        .when(**ana("shoot", unit="a1", destroyed=["b9"])).then_illegal("G1")
        .when(**ben("shoot", unit="a1")).then_illegal("G2")
    )  # fmt: skip


def test_losses_are_told_with_what_was_carried_out() -> None:
    """G1: and each once."""
    story = table().when(**ana("declare", unit="a1", command="shoot", target="b1"))
    story.when(**ben("decline")).when(**ana("shoot", unit="a1", **failed("own"), destroyed=["b1"]))
    why = "“destroyed” goes only with a step that was carried out."
    ruled(story, "illegal", "G1", reason=why, since=())
    story.when(**ana("shoot", unit="a1", destroyed=["b1", "b1"]))
    ruled(story, "illegal", "G1", reason="“destroyed” names a unit twice.", since=())


def test_what_is_still_to_do_is_told() -> None:
    """T2, P2: all of it, in the order due."""
    story = table().when(**ana("declare", unit="a1", command="assault"))
    why = (
        "no melee of “a1” stands in the queue: it was not declared "
        "(still to do: move of “a1”, naming of a target of “a1”, shot of “a1”)."
    )
    ruled(story.when(**ana("melee", unit="a1")), "illegal", "T2", "P2", reason=why, since=(1,))


def test_only_the_acting_units_shot_is_given_up_while_its_target_is_due() -> None:
    """T9: the shot of a reaction waits for the target, carried out or not."""
    story = table({"C1": "snap_fire"}).when(**ana("declare", unit="a1", command="assault"))
    story.when(**ben("react", unit="b1", command="snap_fire")).when(**ana("move", unit="a1"))
    why = (
        "first comes the naming of a target of “a1”, which ana declared in entry 1; "
        "the shot of “b1” comes later."
    )
    for more in ({}, failed("own")):
        story.when(**ben("shoot", unit="b1", **more))
        ruled(story, "illegal", "T9", reason=why, since=(1,))
    story.when(**ana("shoot", unit="a1", **failed("own"))).then_legal("C23")
    story.then_state(queue=["b1 shoot"])


def test_a_reactions_movement_follows_the_move() -> None:
    """T10, C20 binding: directly behind the acting unit's move, before its shot."""
    story = table({"C20": "binding"})
    story.when(**ana("declare", unit="a1", command="assault", target="b1"))
    story.when(**ben("react", unit="b1", command="run"))
    story.then_state(queue=["a1 move", "b1 move", "a1 shoot"])


def shot_that_fails(**readings: str) -> Story:
    return (
        table(readings)
        .when(**ana("declare", unit="a1", command="shoot", target="b1"))
        .when(**ben("react", unit="b1", command="shoot"))
        .when(**ana("shoot", unit="a1", **failed("own"))).then_legal("C23")
        .when(**ben("shoot", unit="b1", **failed("own"))).then_legal("C24")
    )  # fmt: skip


def test_failed_parts_restrict() -> None:
    """C23 applies, C24 applies: what fails by itself restricts all the same."""
    (
        shot_that_fails().happened("RestrictionArrived", "S2", "S6", "C23", "C24", "E5")
        .then_state(units__a1__restrictions=["shoot"], units__b1__restrictions=["shoot"])
    )  # fmt: skip


def test_failed_parts_do_not_restrict() -> None:
    """C23 none, C24 none: only what was carried out restricts."""
    shot_that_fails(C23="none").then_state(
        units__a1__restrictions=[], units__b1__restrictions=["shoot"]
    )
    shot_that_fails(C24="none").then_state(
        units__a1__restrictions=["shoot"], units__b1__restrictions=[]
    )


def test_a_shot_is_given_up_while_its_target_is_due() -> None:
    """T9: target and shot leave the queue together, and no window opens."""
    (
        table({"C23": "none"})
        .when(**ana("declare", unit="a1", command="assault"))
        .when(**ana("move", unit="a1"))
        .when(**ana("shoot", unit="a1", **failed("own"))).then_legal("C23")
        .then_state(phase="idle", to_act=["ben"], units__a1__restrictions=["run"])
    )  # fmt: skip


def test_a_charge_keeps_its_target() -> None:
    """C25 no_new_target, T3: a charger whose target ran away takes no other."""
    (
        charge()
        .when(**ben("react", unit="b1", command="run"))
        .when(**ben("move", unit="b1"))
        .when(**ana("target", target="b2")).then_illegal("T3", "C25")
        .when(**ana("move", unit="a1", **failed("reaction"))).then_legal("P7")
        .then_state(queue=["a1 shoot", "a1 melee"])
    )  # fmt: skip


def test_a_charger_takes_another_target() -> None:
    """C25 new_target: after the reaction's move, before its own, with no new window."""
    (
        charge(C25="new_target")
        .when(**ben("react", unit="b1", command="run"))
        .when(**ana("target", target="b2")).then_illegal("T3", "C25")
        .when(**ben("move", unit="b1"))
        .when(**ben("target", target="b2")).then_illegal("G2")
        .when(**ana("target", target="a2")).then_illegal("E11")
        .when(**ana("target", target="b2")).then_legal("C25").events("TargetNamed")
        .when(**ana("move", unit="a1"))
        .when(**ana("target", target="b1")).then_illegal("T3", "C25")
        .then_reason("the Charge of “a1” is aimed at “b2” and takes no other")
        .then_state(acting__target="b2")
    )  # fmt: skip


def test_no_other_target_where_nobody_moved_away() -> None:
    """C25 new_target, T3: it takes a reaction that moves, and one that has moved."""
    why = "the Charge of “a1” is aimed at “b1” and takes no other."
    for answer in (ben("decline"), ben("react", unit="b1", command="defend")):
        story = charge(C25="new_target").when(**answer).when(**ana("target", target="b2"))
        ruled(story, "illegal", "T3", "C25", reason=why, since=(1,))


def test_the_target_is_named_once_and_when_it_is_due() -> None:
    """T9, P2: no target without a command that asks for one."""
    why = "no command is under way that needs a target."
    ruled(table().when(**ana("target", target="b1")), "illegal", "T9", "P2", reason=why)
    (
        table()
        .when(**ana("target", target="b1")).then_illegal("T9", "P2")
        .when(**ana("declare", unit="a1", command="shoot", target="b1"))
        .when(**ana("target", target="b2")).then_illegal("P2", "T10")
        .when(**ben("decline"))
        .when(**ana("target", target="b2")).then_illegal("T9", "P2")
        .when(**ana("shoot", unit="a1")).then_legal("T12")
    )  # fmt: skip
