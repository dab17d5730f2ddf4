"""E21: each cell of the command table rules, also one that an organiser's page has changed."""

from typing import Any

import pytest

from application.editions import BadEdition, Page, edition_of, with_edition
from application.rulesets import ruleset
from tests.domain.voidsiege.tables import UNITS
from tests.spec import Story, given


def changed_cells(readings: Any = None, setup: Any = None, **rows: Any) -> Story:
    """The plain table, under an organiser's page with these rows."""
    edition = edition_of(Page(1, "voidsiege", "club", tables={"commands": rows}))
    units = {name: {"owner": owner} for name, owner in UNITS.items()}
    laid = {"points": {"ana": 3, "ben": 3}, "units": units, **(setup or {})}
    known = with_edition(ruleset("voidsiege"), edition)
    return given(known, laid, readings=readings, edition="club")


def ana(unit: str, command: str, **more: Any) -> dict[str, Any]:
    return {"by": "ana", "do": "declare", "unit": unit, "command": command, **more}


def test_an_organisers_cell_lets_a_command_charge_that_does_not_move() -> None:
    """E21, E3: yes wins over E3, and C10 is asked only where the cell says so."""
    (
        changed_cells({"C10": "advance_assault"}, shoot={"as_charge": True}, move={"as_charge": "yes"})
        .when(**ana("a1", "run", charge=True, target="b1")).then_illegal("C10", "T3")
        .when(**ana("a1", "shoot", charge=True, target="b1")).then_legal("T3").then_basis("rule")
        .then_state(queue=["a1 shoot", "a1 melee"])
    )  # fmt: skip
    move = ana("a1", "move", charge=True, target="b1")
    story = changed_cells({"C10": "advance_assault"}, move={"as_charge": "yes"}).when(**move)
    assert story.entry.ruling.cites == ("T1", "T3")


def test_an_organisers_cell_bars_by_the_rule_in_brackets() -> None:
    """E21: the rule that it names, and E21 where it names none."""
    barred = changed_cells(
        run={"as_command": "no", "as_charge": "no (S6)"}, defend={"as_reaction": "no (P4)"}
    )
    (
        barred
        .when(**ana("a1", "run")).then_illegal("E21").then_reason("Run is a reaction only")
        .when(**ana("a1", "shoot", target="b1")).then_legal("T1")
        .when(by="ben", do="react", unit="b1", command="run", charge=True).then_illegal("T3", "S6")
        .when(by="ben", do="react", unit="b1", command="defend").then_illegal("P4")
        .then_reason("Defend is no reaction").then_since(2)
    )  # fmt: skip
    nowhere = changed_cells(run={"as_command": False, "as_reaction": False})
    nowhere.when(**ana("a1", "run")).then_illegal("E21").then_reason(
        "Run is not given as a command"
    )


def test_an_organisers_cell_leaves_a_use_open() -> None:
    """E21: a gap's id; U1 only while nobody says what Overrun does."""
    open_ones = {"as_command": "U4", "as_reaction": "U3", "as_charge": "U4"}
    (
        changed_cells(move=open_ones, setup={"reactions": {"move": False}})
        .when(**ana("a1", "move")).then_undetermined("U4")
        .then_reason("whether Move may be given as a command")
        .when(**ana("a1", "move", charge=True, target="b1")).then_undetermined("U4")
        .when(**ana("a1", "shoot", target="b1"))
        .when(by="ben", do="react", unit="b1", command="move").then_illegal("U3")
    )  # fmt: skip
    overrun = {"parts": ["run", "shoot"]}
    changed_cells(overrun=overrun).when(**ana("a1", "overrun")).then_legal("U1").then_state(
        queue=["a1 move", "a1 target", "a1 shoot"]
    )
    changed_cells(overrun={"as_charge": "no"}).when(**ana("a1", "overrun")).then_undetermined("U1")


def test_c19_is_asked_where_a_cell_says_so() -> None:
    """E21, C19 reaction_only: of Shoot, if its cell says it; not of Snap Fire, if that says yes."""
    story = changed_cells(shoot={"as_command": "C19"}, snap_fire={"as_command": "yes"})
    story.when(**ana("a1", "shoot", target="b1")).then_illegal("C19")
    story.when(**ana("a1", "snap_fire", target="b1")).then_legal("T1")
    assert "C19" not in story.entry.ruling.cites


def test_a_row_says_what_snap_fire_applies() -> None:
    """E21, C18 none: what an organiser's page says of its shot is not for C18 to decide."""
    story = changed_cells(snap_fire={"restrictions": {"shoot": ["run"]}})
    story.when(**ana("a1", "move")).when(by="ben", do="react", unit="b1", command="snap_fire")
    story.when(by="ana", do="move", unit="a1").when(by="ben", do="shoot", unit="b1")
    story.then_state(units__b1__restrictions=["run"])


YES_NO = "expected yes, no, no with a rule of this page in brackets, as no (E3), "


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"as_charge": "maybe"}, f".as_charge: {YES_NO}C10 or a gap, as U3, found “maybe”"),
        ({"as_reaction": "C19"}, f".as_reaction: {YES_NO}a gap, as U3, found “C19”"),
        ({"as_command": "C10"}, f".as_command: {YES_NO}C19 or a gap, as U3, found “C10”"),
        ({"as_command": "no (T99)"}, f".as_command: {YES_NO}C19 or a gap, as U3, found “no (T99)”"),
        ({"as_command": "no (C6)"}, f".as_command: {YES_NO}C19 or a gap, as U3, found “no (C6)”"),
        ({"as_command": None}, f".as_command: {YES_NO}C19 or a gap, as U3, found nothing"),
        ({"target": "none"}, ".target: expected after_move for run, shoot, found “none”"),
        ({"parts": None}, ".parts: expected a list, found nothing"),
        ({"restrictions": {"run": ["Run"]}}, ".restrictions.run[0]: expected a small letter"),
    ],
)
def test_a_cell_that_says_nothing_is_refused(row: Any, sentence: str) -> None:
    """E21: the page is refused with the place."""
    with pytest.raises(BadEdition) as why:
        changed_cells(assault=row)
    assert str(why.value).startswith(f"tables.commands.assault{sentence}")


def test_what_nobody_knows_applies_nothing() -> None:
    with pytest.raises(BadEdition, match=r"tables\.commands\.overrun: “parts” is missing"):
        changed_cells(overrun={"restrictions": {"run": ["run"]}})
