"""Declaring a command: T1 to T3, P1, P2, P8, E2, E3, E11, E13, E17, C10, C19, C20, U1, U2."""

import pytest

from tests.domain.voidsiege.tables import ONE_EACH, OVERRUN, ruled, table


def declare(unit: str, command: str, **more: object) -> dict[str, object]:
    by = "ana" if unit.startswith("a") else "ben"
    return {"by": by, "do": "declare", "unit": unit, "command": command, **more}


def test_players_take_turns_with_one_command_each() -> None:
    """T1, P1: ana gives a command and pays a point; then it is ben's go."""
    (
        table()
        .when(**declare("b1", "move")).then_illegal("T1")
        .when(**declare("a1", "move")).then_legal("T1").then_state(points__ana=2)
        .happened("PointSpent", "P1")
        .when(by="ben", do="decline").then_legal("T4")
        .when(by="ana", do="move", unit="a1").then_legal("T7")
        .happened("GoPassed", "T1")
        .then_state(phase="idle", to_act=["ben"])
        .when(**declare("a2", "move")).then_illegal("T1").then_reason("ben's go")
    )  # fmt: skip


def test_one_command_at_a_time() -> None:
    """P2: while a command is under way no other is given."""
    (
        table()
        .when(**declare("a1", "move"))
        .when(**declare("a2", "move")).then_illegal("P2", "T1").then_since(1)
        .when(by="ana", do="unable").then_illegal("P2", "T1")
    )  # fmt: skip


def test_a_command_is_declared_whole() -> None:
    """T2: a Move does not turn into a Charge, nor does a shot come with it."""
    (
        table()
        .when(**declare("a1", "move"))
        .when(by="ben", do="decline")
        .when(by="ana", do="shoot", unit="a1").then_illegal("T2", "P2")
        .when(by="ana", do="melee", unit="a1").then_illegal("T2", "P2")
    )  # fmt: skip


def test_a_charge_is_a_way_to_use_another_command() -> None:
    """T3: there is no command “charge”, and none without a command or without a target."""
    (
        table()
        .when(**declare("a1", "charge")).then_illegal("T3")
        .when(by="ana", do="declare", unit="a1", charge=True, target="b1").then_illegal("T3")
        .when(**declare("a1", "assault", charge=True)).then_illegal("T3")
        .when(**declare("a1", "assault", charge=True, target="b1")).then_legal("T1", "T3")
        .then_state(queue=["a1 move", "a1 shoot", "a1 melee"], acting__target="b1")
    )  # fmt: skip


def test_a_charge_needs_a_move_or_a_run() -> None:
    """E3: Shoot, Defend and Rally do not move, so they do not charge."""
    story = table({"C10": "any_move"})
    for command in ("shoot", "defend", "rally"):
        story.when(**declare("a1", command, charge=True, target="b1")).then_illegal("T3", "E3")


def test_which_commands_charge_as_documented() -> None:
    """C10 documented: Move charges; of Run, Ditch and Overrun nothing is known."""
    (
        table()
        .when(**declare("a1", "run", charge=True, target="b1")).then_undetermined("C10")
        .when(**declare("a1", "ditch", charge=True, target="b1")).then_undetermined("C10")
        .when(**declare("a1", "overrun", charge=True, target="b1")).then_undetermined("U1", "C10")
        .when(**declare("a1", "move", charge=True, target="b1")).then_legal("T3", "C10")
        .then_basis("reading")
    )  # fmt: skip


def test_any_move_charges() -> None:
    """C10 any_move: a Run charges too."""
    charge = declare("a1", "run", charge=True, target="b1")
    table({"C10": "any_move"}).when(**charge).then_legal("C10")


def test_only_advance_and_assault_charge() -> None:
    """C10 advance_assault: Move does not charge, Advance does; no gap matters then."""
    (
        table({"C10": "advance_assault"})
        .when(**declare("a1", "move", charge=True, target="b1")).then_illegal("C10", "T3")
        .when(**declare("a1", "overrun", charge=True, target="b1")).then_illegal("C10", "T3")
        .when(**declare("a1", "advance", charge=True, target="b1")).then_legal("T3", "E1")
    )  # fmt: skip


def test_intervene_is_a_reaction_only() -> None:
    """E2: Intervene is not given as a command."""
    table().when(**declare("a1", "intervene")).then_illegal("E2").then_basis("inferred")


def test_shoot_names_its_target() -> None:
    """E13: without a target there is no Shoot; E11: the target is an enemy."""
    (
        table()
        .when(**declare("a1", "shoot")).then_illegal("E13", "G1")
        .when(**declare("a1", "shoot", target="a2")).then_illegal("E11")
        .when(**declare("a1", "assault", charge=True, target="a2")).then_illegal("E11", "T3")
        .when(**declare("a1", "shoot", target="b1")).then_legal("T1")
        .then_state(queue=["a1 shoot"], acting__target="b1")
    )  # fmt: skip


def test_snap_fire_is_a_reaction() -> None:
    """C19 reaction_only: not in one's own go."""
    table().when(**declare("a1", "snap_fire", target="b1")).then_illegal("C19")


def test_snap_fire_as_a_command() -> None:
    """C19 command: declared as Shoot is; any reaction answers it."""
    (
        table({"C19": "command"})
        .when(**declare("a1", "snap_fire")).then_illegal("E13")
        .when(**declare("a1", "snap_fire", target="b1")).then_legal("C19")
        .happened("WindowOpened", "T10")
    )  # fmt: skip


def test_a_target_named_early_is_a_remark() -> None:
    """C20 remark: the Assault still names its target after the move."""
    (
        table()
        .when(**declare("a1", "assault", target="b1")).then_legal("C20")
        .then_state(queue=["a1 move", "a1 target", "a1 shoot"], acting__target=None)
        .when(by="ben", do="decline").then_illegal("T5", "C20")
    )  # fmt: skip


def test_a_target_named_early_binds() -> None:
    """C20 binding: it is the target, an enemy, and answered at once."""
    (
        table({"C20": "binding"})
        .when(**declare("a1", "assault", target="a2")).then_illegal("E11", "C20")
        .when(**declare("a1", "assault", target="b1")).then_legal("C20")
        .happened("WindowOpened", "T10", "C20")
        .then_state(queue=["a1 move", "a1 shoot"], acting__target="b1")
    )  # fmt: skip


@pytest.mark.parametrize("command", ["move", "run", "ditch", "rally", "defend"])
def test_a_target_nobody_asked_for_is_a_remark(command: str) -> None:
    """E17: only G1 is asked of it, the ruling says so, and it opens no other window."""
    why = f"ana gives “a1” {command.title()}. Naming “a2” is a remark: {command.title()} takes no target."
    story = table().when(**declare("a1", command, target="a2"))
    ruled(story, "legal", "T1", "E17", reason=why).then_state(acting__target=None)
    story.when(by="ben", do="react", unit="b1", command="shoot").then_illegal("T4", "E17")
    story.then_reason("takes no target, and the one named with it is a remark")
    table().when(**declare("a1", command, target="b9")).then_illegal("G1")


def test_a_charge_aims_in_earnest() -> None:
    """E17, T3: the target of a Charge is none of those."""
    story = table().when(**declare("a1", "move", charge=True, target="b1")).then_legal("T3")
    assert "E17" not in story.entry.ruling.cites
    story.when(by="ben", do="react", unit="b1", command="defend").then_legal("T6")


def test_a_row_that_takes_no_target() -> None:
    """E17, U1: a supplied row is asked as the table's own are."""
    table(commands=OVERRUN).when(**declare("a1", "overrun", target="b1")).then_legal("U1", "E17")


def test_what_undocumented_commands_do_is_undetermined() -> None:
    """U1, U2: what Overrun and Covering Fire do is not known."""
    (
        table()
        .when(**declare("a1", "overrun")).then_undetermined("U1").then_basis("reading")
        .when(**declare("a1", "covering_fire")).then_undetermined("U2")
    )  # fmt: skip


def test_a_supplied_row_settles_a_gap() -> None:
    """U1: a table that says what Overrun does may use it; its restriction cites the gap."""
    (
        table(commands=OVERRUN)
        .when(**declare("a1", "overrun")).then_legal("T1", "U1")
        .happened("WindowOpened", "T4", "P6")
        .when(by="ben", do="decline")
        .when(by="ana", do="move", unit="a1").then_legal("T7")
        .happened("RestrictionArrived", "S2", "U1")
        .then_state(units__a1__restrictions=["run"])
    )  # fmt: skip


def test_covering_fire_with_a_row() -> None:
    """U2: a row with a shot names its target with the declaration (E13)."""
    row = {"covering_fire": {"parts": ["shoot"], "target": "declared"}}
    (
        table(commands=row)
        .when(**declare("a1", "covering_fire")).then_illegal("E13")
        .when(**declare("a1", "covering_fire", target="b1")).then_legal("U2")
    )  # fmt: skip


def test_spoils_of_war() -> None:
    """P8: the round's last point buys a command that nobody can answer."""
    (
        table(points=(1, 0), rounds=2)
        .when(**declare("a1", "shoot", target="b1")).then_legal("P8").then_state(phase="resolution")
        .when(by="ben", do="react", unit="b1", command="defend").then_illegal("P1", "P8")
        .then_since(1)
    )  # fmt: skip


def test_things_that_do_not_exist() -> None:
    """G1, G2: units must exist and be one's own, commands must be known."""
    (
        table(units=ONE_EACH)
        .when(**declare("a9", "move")).then_illegal("G1").then_reason("“a9”")
        .when(**declare("a1", "fly")).then_illegal("G1")
        .when(by="ana", do="declare", unit="a1").then_illegal("G1")
        .when(**declare("a1", "move", target="b7")).then_illegal("G1")
        .when(by="ana", do="declare", unit="b1", command="move").then_illegal("G2")
    )  # fmt: skip


def test_advance_is_a_move_and_a_shot() -> None:
    """E1: only the shot of an Advance applies a restriction."""
    (
        table(held={"a1": ["run"], "a2": ["shoot"]})
        .when(**declare("a2", "advance")).then_illegal("S1", "E1")
        .when(**declare("a1", "advance")).then_legal("T1", "E1").then_basis("inferred")
    )  # fmt: skip
