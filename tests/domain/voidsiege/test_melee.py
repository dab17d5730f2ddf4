"""Whom a charger fights: T13, E11, E18."""

import pytest

from tests.domain.voidsiege.tables import ruled, table
from tests.spec import Story


def ana(do: str, **more: object) -> dict[str, object]:
    return {"by": "ana", "do": do, **more}


def ben(do: str, **more: object) -> dict[str, object]:
    return {"by": "ben", "do": do, **more}


FAILED = {"completed": False, "because": "own"}


def charged(command: str = "intervene", unit: str = "b2", **moved: object) -> Story:
    """a1 charged b1, ben reacted, and the melee is due."""
    units = {"a1": "ana", "b1": "ben", "b2": "ben", "b3": "ben"}
    story = table(units=units)
    story.when(**ana("declare", unit="a1", command="move", charge=True, target="b1"))
    story.when(**ben("react", unit=unit, command=command))
    story.when(**ben("move", unit=unit, **moved)).when(**ana("move", unit="a1")).then_legal("T8")
    return story


def test_the_charger_fights_the_unit_it_charged() -> None:
    """E18: where nobody else is named, or it is named itself."""
    for more in ({}, {"target": "b1"}):
        story = charged().when(**ana("melee", unit="a1", **more))
        ruled(story, "legal", "T13", reason="“a1” fights “b1” in melee.")
        assert story.entry.events[0].target is None


def test_the_unit_that_came_between_may_be_fought() -> None:
    """E18: it Intervened, and is destroyed."""
    story = charged().when(**ana("melee", unit="a1", target="b2", destroyed=["b2"]))
    why = "“a1” fights “b2” in melee: “b2” is destroyed."
    ruled(story, "legal", "T13", "E18", reason=why).then_basis("inferred")
    assert story.entry.events[0].target == "b2"
    story.then_state(units__b2__destroyed=True, units__b1__destroyed=False)


def test_nobody_else_is_fought() -> None:
    """T13, E11, E18: no unit of one's own, and none that did not come between."""
    story = charged().when(**ana("melee", unit="a1", target="a1")).then_illegal("T13", "E11")
    story.when(**ana("melee", unit="a1", target="b3"))
    why = "“a1” charged “b1”, and “b3” has not come between."
    ruled(story, "illegal", "T13", "E18", reason=why, since=(1, 2))


def test_who_did_not_move_has_not_come_between() -> None:
    """E18: a move of the reaction must have been carried out."""
    story = charged(**FAILED).when(**ana("melee", unit="a1", target="b2"))
    story.then_illegal("T13", "E18")
    shot = table().when(**ana("declare", unit="a1", command="move", charge=True, target="b1"))
    shot.when(**ben("react", unit="b2", command="snap_fire")).when(**ana("move", unit="a1"))
    shot.when(**ben("shoot", unit="b2"))
    shot.when(**ana("melee", unit="a1", target="b2")).then_illegal("T13", "E18")


@pytest.mark.parametrize(
    "more", [{"target": "b9"}, {"target": "b2", **FAILED}, {"target": 2}, {"target": "b3"}]
)
def test_who_is_fought_exists_and_is_fought(more: dict[str, object]) -> None:
    """G1: a unit there is, and only with a melee that was carried out."""
    story = charged().when(by="judge", do="report", fact="destroyed", unit="b3")
    story.when(**ana("melee", unit="a1", **more)).then_illegal("G1")


def test_the_unit_that_fled_may_be_caught() -> None:
    """E18, C25 new_target: b1 ran, a1 took b2 for its target and meets b1 all the same."""
    story = table({"C25": "new_target"})
    story.when(**ana("declare", unit="a1", command="move", charge=True, target="b1"))
    story.when(**ben("react", unit="b1", command="run")).when(**ben("move", unit="b1"))
    story.when(**ana("target", target="b2")).when(**ana("move", unit="a1"))
    story.when(**ana("melee", unit="a1", target="b1")).then_legal("T13", "E18")


def test_the_melee_with_who_came_between_is_offered() -> None:
    story = charged()
    offered = [one.said for one in story.game.ruleset.offers.candidates(story.state, "ana")]
    melees = [said for said in offered if said["do"] == "melee" and "completed" not in said]
    assert melees == [ana("melee", unit="a1"), ana("melee", unit="a1", target="b2")]


def test_a_judge_lets_a_melee_happen_with_who_stands_there() -> None:
    """Section 9: without the checks, but with a unit there is."""
    story = charged().when(**ana("melee", unit="a1", target="b3")).then_illegal("E18")
    story.overrule(5, "legal").then_legal("G5").then_reason("fights “b3” in melee")
