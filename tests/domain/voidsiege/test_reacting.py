"""Windows and reactions: T4 to T6, T10, T11, T14 to T16, P4 to P6, P12, E14, C1, C6, C14, C16, U3."""

import pytest

from tests.domain.voidsiege.tables import ONE_EACH, OVERRUN, ruled, table
from tests.spec import Story


def shot_at(unit: str = "b1", **readings: str) -> Story:
    """ana's a1 shoots at ben's unit, and ben is asked."""
    return table(readings).when(by="ana", do="declare", unit="a1", command="shoot", target=unit)


def ben(command: str, unit: str = "b1", **more: object) -> dict[str, object]:
    return {"by": "ben", "do": "react", "unit": unit, "command": command, **more}


@pytest.mark.parametrize("command", ["move", "run"])
def test_movement_is_answered_by_snap_fire_only(command: str) -> None:
    """T4, P6: before a target is named only Snap Fire answers, and before the model moves."""
    (
        table()
        .when(by="ana", do="declare", unit="a1", command=command).happened("WindowOpened", "T4", "P6")
        .when(**ben("shoot")).then_illegal("T4", "P6").then_since(1)
        .when(by="ana", do="move", unit="a1").then_illegal("P2", "T4", "P6").then_since(1)
        .when(**ben("snap_fire", unit="b2")).then_legal("T4")
        .then_state(queue=["a1 move", "b2 shoot"], points__ben=2)
    )  # fmt: skip


def test_a_reaction_comes_in_time_or_not_at_all() -> None:
    """T4, E14: once declined, the window at a Move stays shut."""
    (
        table()
        .when(**ben("snap_fire")).then_illegal("T4", "P6")
        .when(by="ana", do="declare", unit="a1", command="move")
        .when(by="ben", do="decline").then_legal("T4")
        .when(**ben("snap_fire")).then_illegal("T4", "P6", "E14")
        .when(by="ben", do="decline").then_illegal("T4", "P6", "E14")
    )  # fmt: skip


def test_the_opponent_waits_for_the_target() -> None:
    """T5, C1 wait: an Assault is not answered before its target is named."""
    (
        table()
        .when(by="ana", do="declare", unit="a1", command="assault").then_state(phase="movement")
        .when(**ben("snap_fire")).then_illegal("T5", "C1")
        .when(**ben("defend")).then_illegal("T5", "T4")
    )  # fmt: skip


def test_snap_fire_before_the_target() -> None:
    """C1 snap_fire: a window for Snap Fire alone; declined, the one after the target still opens."""
    (
        table({"C1": "snap_fire"})
        .when(by="ana", do="declare", unit="a1", command="assault").happened("WindowOpened", "T5", "C1")
        .when(**ben("defend")).then_illegal("T4", "C1")
        .when(by="ben", do="decline").then_legal("T4")
        .when(**ben("snap_fire")).then_illegal("T4", "C1", "E14")
        .when(by="ana", do="move", unit="a1")
        .when(by="ana", do="target", target="b1").happened("WindowOpened", "T10")
        .when(**ben("defend")).then_legal("T10", "P12")
    )  # fmt: skip


def test_snap_fire_before_the_target_is_the_one_reaction() -> None:
    """C1 snap_fire, T14: used, no second window opens."""
    (
        table({"C1": "snap_fire"})
        .when(by="ana", do="declare", unit="a1", command="assault")
        .when(**ben("snap_fire")).then_legal("T4", "C1")
        .when(by="ana", do="move", unit="a1")
        .when(by="ana", do="target", target="b1").events("TargetNamed")
        .when(**ben("defend")).then_illegal("T14").then_since(2)
    )  # fmt: skip


def test_a_charge_is_answered_at_once() -> None:
    """T6: by any valid reaction."""
    (
        table()
        .when(by="ana", do="declare", unit="a1", command="assault", charge=True, target="b1")
        .happened("WindowOpened", "T6")
        .when(by="ana", do="move", unit="a1").then_illegal("P2", "T6", "T8")
        .when(**ben("run")).then_legal("T6")
    )  # fmt: skip


def test_naming_a_target_may_be_answered() -> None:
    """T10: by any valid reaction, also one that needs no target (C7)."""
    shot_at().when(**ben("move")).then_legal("T10").then_state(queue=["b1 move", "a1 shoot"])


def test_a_reaction_is_aimed_at_its_cause() -> None:
    """T11: not at the unit beside it."""
    (
        shot_at()
        .when(**ben("shoot", target="a2")).then_illegal("T11")
        .when(**ben("shoot", target="a1")).then_legal("T10")
        .then_state(reaction={"unit": "b1", "command": "shoot", "target": "a1"})
    )  # fmt: skip


def test_one_reaction_to_a_command_and_none_to_a_reaction() -> None:
    """T14, T15, T16: ben reacts once; ana neither answers her own command nor his reaction."""
    (
        shot_at()
        .when(by="ana", do="react", unit="a2", command="defend").then_illegal("T16")
        .when(by="ana", do="decline").then_illegal("T16")
        .when(**ben("shoot")).then_legal("T10")
        .when(**ben("defend", unit="b2")).then_illegal("T14").then_since(4)
        .when(by="ana", do="react", unit="a2", command="defend").then_illegal("T16", "T15")
        .when(by="ben", do="decline").then_illegal("T14")
    )  # fmt: skip


def test_who_answers_a_targeting_by_default() -> None:
    """C6 snap_and_intervene, P4: any unit with Snap Fire or Intervene, otherwise the targeted one."""
    (
        shot_at()
        .when(**ben("defend", unit="b2")).then_illegal("C6", "P4").then_reason("“b1” was targeted")
        .when(**ben("intervene", unit="b2")).then_legal("T10", "C6", "E2")
    )  # fmt: skip


def test_any_unit_answers() -> None:
    """C6 any_unit: b2 defends although b1 was targeted."""
    shot_at(C6="any_unit").when(**ben("defend", unit="b2")).then_legal("T10", "C6", "P12")


def test_only_the_targeted_unit_answers() -> None:
    """C6 targeted_unit: not even Snap Fire comes from another; at a Move it does."""
    (
        shot_at(C6="targeted_unit")
        .when(**ben("snap_fire", unit="b2")).then_illegal("C6", "P4")
        .when(**ben("snap_fire")).then_legal("T10")
    )  # fmt: skip
    (
        table({"C6": "targeted_unit"})
        .when(by="ana", do="declare", unit="a1", command="move")
        .when(**ben("snap_fire", unit="b2")).then_legal("T4")
    )  # fmt: skip


def test_snap_fire_whatever_is_held() -> None:
    """P5, C14 exempt: a unit that holds shoot may still Snap Fire, but not Shoot."""
    (
        table(held={"b1": ["shoot"]})
        .when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
        .when(**ben("shoot")).then_illegal("S1").then_reason("since the set-up")
        .when(**ben("snap_fire")).then_legal("T10", "P5", "C14")
    )  # fmt: skip


def test_snap_fire_under_shoot_is_refused() -> None:
    """C14 restricted: a unit that holds shoot does not Snap Fire."""
    (
        table({"C14": "restricted"}, held={"b1": ["shoot"]})
        .when(by="ana", do="declare", unit="a1", command="move")
        .when(**ben("snap_fire")).then_illegal("C14", "S1")
        .when(**ben("snap_fire", unit="b2")).then_legal("T4")
    )  # fmt: skip


@pytest.mark.parametrize("command", ["ditch", "rally", "defend"])
def test_what_answers_a_command_without_a_target(command: str) -> None:
    """C16 snap_fire: Snap Fire alone answers Ditch, Rally and Defend."""
    (
        table()
        .when(by="ana", do="declare", unit="a1", command=command).happened("WindowOpened", "T4", "C16")
        .when(**ben("defend")).then_illegal("T4", "C16")
        .when(**ben("snap_fire")).then_legal("T4", "C16")
    )  # fmt: skip


def test_nothing_answers_a_command_without_a_target() -> None:
    """C16 nothing: no window, so Rally closes at once and Ditch is carried out unanswered."""
    (
        table({"C16": "nothing"})
        .when(by="ana", do="declare", unit="a1", command="ditch").then_state(phase="movement")
        .when(**ben("snap_fire")).then_illegal("C16")
        .when(by="ana", do="move", unit="a1").then_legal("T7")
        .when(by="ben", do="declare", unit="b1", command="rally").then_legal("T1")
        .then_state(phase="idle", to_act=["ana"], units__b1__restrictions=["defend", "run", "shoot"])
    )  # fmt: skip


@pytest.mark.parametrize(
    ("declared", "rules"),
    [({"command": "move"}, ("T4", "P6")), ({"command": "shoot", "target": "b1"}, ("T10",))],
)
def test_other_commands_are_answered_all_the_same(
    declared: dict[str, str], rules: tuple[str, ...]
) -> None:
    """C16 nothing: it is about no others, so it is the declined window that is shut (E14)."""
    story = table({"C16": "nothing"}).when(by="ana", do="declare", unit="a1", **declared)
    story.when(by="ben", do="decline").then_legal(rules[0]).when(**ben("snap_fire"))
    ruled(story, "illegal", *rules, "E14", since=(2,))


def test_without_a_point_there_is_no_reaction() -> None:
    """P1: a reaction costs a point; without one nobody is asked."""
    (
        table(points=(3, 0))
        .when(by="ana", do="declare", unit="a1", command="move").then_state(phase="movement")
        .when(**ben("snap_fire")).then_illegal("P1")
    )  # fmt: skip


def test_without_a_unit_there_is_no_reaction() -> None:
    """P4: in scenario 3 a player without units plays on, but is not asked."""
    (
        table(scenario=3, units=ONE_EACH)
        .when(by="ana", do="report", fact="destroyed", unit="b1")
        .when(by="ana", do="declare", unit="a1", command="move").then_state(phase="movement")
        .when(by="ben", do="decline").then_illegal("P4")
    )  # fmt: skip


@pytest.mark.parametrize("command", ["advance", "assault", "ditch", "rally"])
def test_reactions_nobody_describes(command: str) -> None:
    """U3: whether these may be reactions is not known."""
    shot_at().when(**ben(command)).then_undetermined("U3")


def test_whether_undocumented_commands_react_is_undetermined() -> None:
    """U1, U2, U3: of Overrun and Covering Fire neither is known."""
    (
        shot_at()
        .when(**ben("overrun")).then_undetermined("U1", "U3")
        .when(**ben("covering_fire")).then_undetermined("U2", "U3")
        .when(**ben("charge")).then_illegal("T3")
    )  # fmt: skip


def test_the_table_settles_which_reactions_there_are() -> None:
    """U3: true enters the queue as a reaction's steps do, false forbids, what is not named stays open."""
    story = table(reactions={"assault": True, "advance": False})
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(**ben("advance")).then_illegal("U3").then_reason(
        "at this table Advance is no reaction"
    )
    story.when(**ben("ditch")).then_undetermined("U3")
    story.when(**ben("assault", unit="b2")).then_illegal("C6", "P4")
    story.when(**ben("assault")).then_legal("T10", "U3").then_basis("reading")
    story.then_state(queue=["b1 move", "a1 shoot", "b1 shoot"])
    story.when(by="ben", do="move", unit="b1").then_legal("T10")
    story.when(by="ana", do="shoot", unit="a1").when(by="ben", do="shoot", unit="b1")
    story.then_legal("T12").happened("RestrictionArrived", "E5")
    story.then_state(units__b1__restrictions=["run", "shoot"])


def test_a_rule_forbids_before_the_table_is_asked() -> None:
    """U3, S1, T4: a reaction the table allows is asked everything else as well."""
    story = table(reactions={"rally": True, "advance": True}, held={"b1": ["shoot"]})
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(**ben("rally")).then_illegal("S1", "S5").when(**ben("advance")).then_illegal(
        "S1", "E1"
    )
    story = table(reactions={"rally": True}).when(by="ana", do="declare", unit="a1", command="run")
    story.when(**ben("rally")).then_illegal("T4", "P6")


def test_an_undocumented_reaction_needs_its_row_too() -> None:
    """U1, U2, U3: leave to react does not say what Overrun does; with the row it is legal."""
    allowed = {"overrun": True, "covering_fire": False}
    story = table(reactions=allowed)
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(**ben("covering_fire")).then_illegal("U3")
    ruled(
        story.when(**ben("overrun")),
        "undetermined",
        "U1",
        reason="the rulebook at hand does not settle what Overrun does.",
    )
    story = table(reactions=allowed, commands=OVERRUN)
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(**ben("overrun")).then_legal("T10", "U3", "U1").then_state(
        queue=["b1 move", "a1 shoot"]
    )


@pytest.mark.parametrize(
    ("readings", "charge", "queue"),
    [
        ({"C2": "before_move"}, False, ["a1 move", "b1 move", "a1 shoot", "b1 shoot"]),
        ({}, False, ["a1 move", "b1 move", "a1 shoot", "b1 shoot"]),
        ({"C3": "before_move"}, True, ["b1 move", "b1 shoot", "a1 move", "a1 shoot", "a1 melee"]),
        ({}, True, ["b1 move", "a1 move", "a1 shoot", "b1 shoot", "a1 melee"]),
    ],
)
def test_a_reaction_of_move_and_shot(
    readings: dict[str, str], charge: bool, queue: list[str]
) -> None:
    """C2, C3: outside a Charge it shoots after its own move, whatever C2 says."""
    story = table({"C20": "binding", **readings}, reactions={"advance": True})
    story.when(by="ana", do="declare", unit="a1", command="assault", target="b1", charge=charge)
    story.when(**ben("advance")).then_legal("U3").then_state(queue=queue)


def test_a_missing_point_names_who_spent_it() -> None:
    """P1: the player's own command and reaction of this round, not the command to be answered."""
    story = table(points=(3, 2))
    story.when(by="ana", do="declare", unit="a1", command="rally").when(**ben("snap_fire"))
    story.when(by="ben", do="shoot", unit="b1")
    story.when(by="ana", do="declare", unit="a2", command="move").when(**ben("snap_fire"))
    story.when(by="ana", do="move", unit="a2").when(by="ben", do="shoot", unit="b1")
    story.when(by="ana", do="declare", unit="a2", command="move").when(**ben("snap_fire"))
    ruled(story, "illegal", "P1", "P8", since=(2, 5, 8))
    fresh = table(points=(1, 0)).when(by="ana", do="declare", unit="a1", command="rally")
    fresh.when(by="ana", do="declare", unit="a1", command="assault").then_state(round=2)
    ruled(fresh.when(**ben("snap_fire")), "illegal", "P1", "P8", since=(2,))


def test_who_was_targeted_is_named_with_the_entry_that_did_it() -> None:
    """C6: the naming of the target, not the declaration before it."""
    story = table().when(by="ana", do="declare", unit="a1", command="advance")
    story.when(by="ana", do="move", unit="a1").when(by="ana", do="target", target="b1")
    ruled(story.when(**ben("defend", unit="b2")), "illegal", "C6", "P4", since=(3,))


def test_a_charge_is_no_reaction() -> None:
    """T3: it is a way to use another command."""
    why = "a Charge is a way to use another command; there is no reaction “charge”."
    ruled(shot_at().when(**ben("charge")), "illegal", "T3", reason=why)


def test_whether_a_reaction_may_charge_is_open() -> None:
    """U5, U3, C10: undetermined, with whatever else is open of it."""
    (
        table(reactions={"assault": True})
        .when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
        .when(**charging("move")).then_undetermined("U5").then_since(1)
        .then_reason("whether a reaction may be a Charge")
        .when(**charging("assault")).then_undetermined("U5")
        .when(**charging("run")).then_undetermined("U5", "C10")
        .when(**charging("advance")).then_undetermined("U3", "U5")
        .when(**charging("overrun")).then_undetermined("U1", "U3", "U5", "C10")
        .when(**charging("assault", charge=False)).then_legal("U3")
    )  # fmt: skip


def charging(command: str, **more: object) -> dict[str, object]:
    return {"by": "ben", "do": "react", "unit": "b1", "command": command, "charge": True, **more}


def test_what_forbids_a_charging_reaction_in_any_case() -> None:
    """T3, E3, E2, C10, G1: a command that cannot be a Charge is none as a reaction either."""
    (
        table({"C10": "advance_assault"})
        .when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
        .when(**charging("defend")).then_illegal("T3", "E3")
        .when(**charging("intervene")).then_illegal("T3", "E2")
        .when(**charging("snap_fire")).then_illegal("T3", "E3")
        .when(**charging("move")).then_illegal("T3", "C10")
        .when(**charging("assault", charge="maybe")).then_illegal("G1")
    )  # fmt: skip


def test_at_whom_a_reaction_does_not_charge() -> None:
    """P15, P20: near an objective with Move only, and nobody who is arriving."""
    near = {"by": "ana", "do": "report", "fact": "near_objective", "unit": "a1", "value": True}
    arrives = {"by": "ana", "do": "report", "fact": "arriving", "unit": "a1", "value": True}
    (
        table(scenario=4)
        .when(**near)
        .when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
        .when(**charging("assault")).then_illegal("P15").then_since(1)
        .when(**charging("move")).then_undetermined("U5")
        .when(**arrives)
        .when(**charging("move")).then_illegal("P20").then_reason("is not charged until").then_since(5)
    )  # fmt: skip


def test_a_reaction_said_to_charge_enters_as_its_command() -> None:
    """U5: a judge lets it happen; its melee is the table's."""
    story = table(reactions={"assault": True})
    story.when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    story.when(**charging("assault")).overrule(2, "legal").then_legal("G5")
    story.then_reason("Assault as a Charge", "Its melee is the table's")
    story.then_state(queue=["b1 move", "a1 shoot", "b1 shoot"])
    story.when(by="ben", do="melee", unit="b1").then_illegal("T2")


def test_a_reaction_that_charges_is_offered() -> None:
    """U5: in the list, with those commands that could be one, and told as a Charge."""
    story = table().when(by="ana", do="declare", unit="a1", command="shoot", target="b1")
    offered = [one.said for one in story.game.ruleset.offers.candidates(story.state, "ben")]
    charges = {one["command"] for one in offered if one["do"] == "react" and one.get("charge")}
    assert charges == {"move", "run", "advance", "assault", "ditch"}
