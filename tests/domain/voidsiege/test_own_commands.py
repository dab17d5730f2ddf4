"""The table's own commands and restrictions, from the set-up: E20."""

from typing import Any

import jsonschema_rs

from application.game.choices import ELSE, prompt_at
from application.law.step_account import steps_schema
from application.records.short_steps import step_on_line
from application.rulesets import ruleset
from domain.kernel.prompting.prompts import Prompt
from tests.domain.voidsiege.tables import ONE_EACH, ruled, table
from tests.spec import Story

RAM = {"parts": ["run"], "restrictions": {"run": ["run", "engines"]}, "as_charge": True}
JAM = {"parts": ["brace"], "restrictions": {"brace": ["jam"]}, "target": "declared"}
PARRY = {"parts": ["brace"], "as_command": False, "as_reaction": True}
OWN: dict[str, Any] = {"ram": RAM, "jam": JAM, "parry": PARRY}


def own_table(**more: Any) -> Story:
    return table(commands=OWN, **more)


def declare(unit: str, command: str, **more: Any) -> dict[str, Any]:
    by = "ana" if unit.startswith("a") else "ben"
    return {"by": by, "do": "declare", "unit": unit, "command": command, **more}


def test_a_command_of_the_tables_own_is_given() -> None:
    """E20, C16: without a target Snap Fire alone answers; its restrictions arrive by E20."""
    (
        own_table()
        .when(**declare("a1", "ram")).then_legal("T1", "E20").happened("WindowOpened", "T4", "C16")
        .when(by="ben", do="react", unit="b1", command="shoot").then_illegal("T4", "C16")
        .when(by="ben", do="decline")
        .when(by="ana", do="move", unit="a1").happened("RestrictionArrived", "S2", "E20", "S3")
        .then_state(units__a1__restrictions=["engines", "run"])
    )  # fmt: skip


def test_a_command_that_no_row_names_is_none() -> None:
    """E20, G1: not even in capitals."""
    story = own_table().when(**declare("a1", "Ram")).then_illegal("G1")
    story.then_reason("“command” is one of move, run", "parry, charge, not “Ram”")
    story.overrule(1, "legal").then_illegal("G1")


def test_it_charges_where_its_row_says_so() -> None:
    """E20, T3: the Ram does, the Jam does not."""
    (
        own_table()
        .when(**declare("a1", "jam", charge=True, target="b1")).then_illegal("T3", "E20")
        .when(**declare("a1", "ram", charge=True, target="a2")).then_illegal("E11", "T3")
        .when(**declare("a1", "ram", charge=True, target="b1")).then_legal("T3", "E20")
        .then_state(queue=["a1 move", "a1 melee"])
        .when(by="ben", do="react", unit="b1", command="ram").then_illegal("E20")
    )  # fmt: skip
    assert (
        "C10"
        not in own_table().when(**declare("a1", "ram", charge=True, target="b1")).entry.ruling.cites
    )


def test_it_is_aimed_without_a_shot() -> None:
    """E20, E13: a Jam names its target with the declaration, and any reaction answers it."""
    (
        own_table()
        .when(**declare("a1", "jam")).then_illegal("G1", "E13", "E20")
        .when(**declare("a1", "jam", target="b1")).then_legal("E20").then_state(queue=[])
        .happened("WindowOpened", "T10")
        .when(by="ben", do="react", unit="b1", command="parry").then_legal("T10", "E20")
        .happened("CommandClosed", "E22")
    )  # fmt: skip


def test_it_is_a_reaction_only_where_its_row_says_so() -> None:
    """E20: a Parry."""
    story = own_table().when(**declare("a1", "parry")).then_illegal("E20")
    story.then_reason("Parry is a reaction only").then_basis("inferred")


def test_its_restriction_forbids_and_is_told_with_its_entry() -> None:
    """E20, S1: a restriction of the table's own, held since an entry."""
    story = own_table().when(**declare("a1", "jam", target="b1"))
    story.when(by="ben", do="decline").when(**declare("b1", "move")).when(by="ana", do="decline")
    story.when(by="ben", do="move", unit="b1").when(**declare("a1", "jam", target="b1"))
    ruled(
        story,
        "illegal",
        "S1",
        "E20",
        reason="“a1” holds jam since entry 2 (ana gave it Jam in entry 1); it lasts until the round "
        "ends, and Jam would apply it again.",
        since=(1, 2),
    )


def test_its_restriction_is_held_from_the_set_up_and_removed() -> None:
    """E20, P16, G1: one that no command of this game applies is nothing."""
    story = own_table(held={"a1": ["jam"]}, masters=("a1",))
    removed = {"by": "ana", "do": "remove_restriction", "unit": "a1", "rule": "will_of_the_masters"}
    story.when(**declare("a1", "jam", target="b1")).then_illegal("S1", "E20")
    story.when(**removed, restriction="speed").then_illegal("G1")
    story.then_reason("“restriction” is one of run, shoot, defend, engines, jam, not “speed”")
    story.when(**removed, restriction="jam").then_legal("P16")
    story.when(**declare("a1", "jam", target="b1")).then_legal("E20")


def test_a_row_may_leave_out_its_target() -> None:
    """E20: after the move with a move and a shot, at once with a shot alone, none else."""
    rows = {"strafe": ["move", "shoot"], "broadside": ["shoot"], "idle": ["rally"]}
    story = table(commands={name: {"parts": parts} for name, parts in rows.items()})
    found = {name: story.state.commands[name].target for name in rows}
    assert found == {"strafe": "after_move", "broadside": "declared", "idle": "none"}
    story.when(**declare("a1", "strafe")).then_state(queue=["a1 move", "a1 target", "a1 shoot"])


def test_it_is_offered_and_typed_like_any() -> None:
    """E20: in the list, on the board, in a few words, and written out."""
    story = own_table(units=ONE_EACH)
    offered = [one.said for one in story.game.ruleset.offers.candidates(story.state, "ana")]
    assert {"by": "ana", "do": "declare", "unit": "a1", "command": "ram"} in offered
    charge = {**declare("a1", "ram"), "charge": True, "target": "b1"}
    assert charge in offered
    assert step_on_line(story.game, "a1 ram charge b1") == charge
    assert step_on_line(story.game, "{by: ana, do: declare, unit: a1, command: parry}") == declare(
        "a1", "parry"
    )
    prompt = prompt_at(story.game, "ana", ("@a1",))
    assert isinstance(prompt, Prompt)
    words = [one.words for one in prompt.answers]
    assert "Ram" in words
    assert "Ram as a Charge" in words


def test_any_step_is_put_together_with_its_words() -> None:
    """E20: the long way, field by field, lists the table's own commands and restrictions."""
    story = own_table()
    for taps, word in (
        (("declare", "@a1"), "@ram"),
        (("remove_restriction", "@a1"), "@engines"),
    ):
        prompt = prompt_at(story.game, "ana", (ELSE, *taps))
        assert isinstance(prompt, Prompt)
        assert word in [one.key for one in prompt.answers]


def test_programs_may_send_its_words() -> None:
    """E20: the schema of steps takes words that only a set-up has."""
    valid = jsonschema_rs.validator_for(steps_schema(ruleset("voidsiege"))).is_valid
    assert valid(declare("a1", "ram"))
    assert not valid(declare("a1", "ram", charge="yes"))
