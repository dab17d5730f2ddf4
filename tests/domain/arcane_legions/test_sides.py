"""Sides: where it matters from which a unit attacks, and on which its target is attacked (K10)."""

from typing import Any

import pytest

from application.game.choices import prompt_at
from domain.arcane_legions import RULESET
from domain.kernel.prompting.prompts import Prompt
from domain.kernel.ruleset import Candidate
from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
    formation,
    hits,
    in_the_way,
    moves,
    rolls,
    shoots,
    table,
)
from tests.spec import Story

ALL = ["front", "back", "left", "right"]


def shot(*ranges: list[str], **grey: list[str]) -> Story:
    """A ranged order of a3 at b1 is picked; `a3` and `b1` may have grey sides."""
    units = {
        "a3": archers("ana", grey=grey.get("a3", [])),
        "b1": formation("ben", grey=grey.get("b1", [])),
    }
    story = table(units=units, in_range=list(ranges) or [["a3", "b1"]])
    return story.when(by="ana", do="order", unit="a3", order="ranged").then_legal("T2b")


def fight(**grey: list[str]) -> Story:
    """A close combat of a1 with b1 waits for its dice; no side is named."""
    units = {
        "a1": formation("ana", grey=grey.get("a1", [])),
        "b1": formation("ben", grey=grey.get("b1", [])),
    }
    return attacks(table(units=units, adjacent=[["a1", "b1"]]))


def test_a_shot_names_ones_own_side_where_some_are_grey() -> None:
    """R.a, K10."""
    story = shot(a3=["back", "left"])
    story.when(by="ana", do="target", unit="b1").then_illegal("R.a", "K10").then_since(1)
    reason = "the back and left of a3 are grey: say with “from” from which side it attacks."
    assert story.entry.ruling.reason == reason
    story.when(by="ana", do="target", unit="b1", side="front").then_illegal("K10")
    story.when(by="ana", do="target", **{"unit": "b1", "from": "front"}).then_legal("R.a")


def test_a_shot_names_the_side_of_its_target_where_some_are_grey() -> None:
    """R.a, K10: and both where both are asked for."""
    story = shot(b1=["back"])
    story.when(by="ana", do="target", unit="b1").then_illegal("R.a", "K10")
    reason = "the back of b1 is grey: say with “side” on which side it is attacked."
    assert story.entry.ruling.reason == reason
    story.when(by="ana", do="target", unit="b1", side="left").then_legal("R.a")
    story = shot(a3=["front"], b1=["back"]).when(by="ana", do="target", unit="b1")
    story.then_illegal("K10").then_reason("“from”", "“side”")


def test_a_shot_names_the_side_of_its_target_where_some_are_in_range() -> None:
    """R.a, K10: not where all four are, nor where none was ever said."""
    known = ["a3", "b1", "left"], ["a3", "b1", "back"]
    story = shot(*known).when(by="ana", do="target", unit="b1").then_illegal("R.a", "K10")
    story.then_reason("of b1 left and back are known to be in range: say with “side”")
    story.when(by="ana", do="target", unit="b1", side="front").then_illegal("R.a", "F1")
    story.when(by="ana", do="target", unit="b1", side="back").then_legal("R.a")
    shot(*(["a3", "b1", side] for side in ALL)).when(by="ana", do="target", unit="b1").then_legal(
        "R.a"
    )
    shot().when(by="ana", do="target", unit="b1").then_legal("R.a")


def test_four_grey_sides_are_grey_without_being_named() -> None:
    """K2, K10: the attacker rolls 3 dice fewer, the defender too."""
    story = shot(a3=ALL, b1=ALL).when(by="ana", do="target", unit="b1").then_legal("R.a")
    story.when(by="ana", do="pay", points=2).happened("DiceCounted", "R.g", "K2", "K10")
    rolls(story, (1, 1, 1, 1), (1, 1)).then_illegal("K2")
    rolls(story, (1,), ()).then_legal("R.h")


def test_a_close_combat_has_time_until_its_roll() -> None:
    """K2, K10: at the latest with the roll, and only the sides that make a difference."""
    story = fight(b1=["back"])
    rolls(story, (5, 4, 2), (3, 3)).then_illegal("K2", "K10").then_since(1, 2)
    story.then_reason("the back of b1 is grey: say with “side” on which side it is attacked")
    rolls(story, (5, 4, 2), (3, 3), side="back").then_illegal("K2")
    rolls(story, (5, 4, 2), (), side="back").then_legal("C.f")
    story.happened("SidesSaid", "C.f", "K2", "K10").happened("DiceRolled", "C.f", "K4")
    story.then_reason("3 attack dice and 0 defence dice are rolled. b1 is attacked on its back.")
    assert story.state.fight.side == "back"
    story = fight(a1=["left"])
    rolls(story, **{"from": "left"}).then_illegal("K2")
    rolls(story, (), (1, 1), **{"from": "left"}).then_legal("C.f")
    (said,) = (event for event in story.entry.events if type(event).__name__ == "SidesSaid")
    assert (said.own_side, said.attack, said.defence) == ("left", 0, 2)
    assert story.state.fight.own_side == "left"
    assert "SidesSaid" not in events(rolls(fight()))


def events(story: Story) -> list[str]:
    return [type(event).__name__ for event in story.entry.events]


def test_a_side_once_said_stands() -> None:
    """K10: said with the target or the breakaway; to say it again is no other one."""
    units = {"a1": formation("ana", grey=["back"]), "b1": formation("ben", grey=["back"])}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", **{"unit": "b1", "side": "back", "from": "front"})
    story.then_legal("C.a").when(by="ana", do="pay", points=2)
    story.happened("DiceCounted", "K10")
    rolls(story, (5, 4, 2), (), side="left").then_illegal("K10").then_since(2)
    story.then_reason("b1 is attacked on its back, as was said with the target, not left")
    rolls(story, (), (), **{"from": "back"}).then_illegal("K10").then_reason("a1 attacks from its")
    rolls(story, (5, 4, 2), (), side="back").then_legal("C.f")
    assert "SidesSaid" not in events(story)


def test_a_breakaway_attack_names_its_sides_with_the_roll_at_the_latest() -> None:
    """K10: of the attacker and of the mover."""
    units = {"a1": formation("ana", grey=["back"]), "b1": formation("ben", grey=["left"])}
    story = moves(table(units=units, adjacent=[["a1", "b1"]]))
    (offered,) = candidates(story, "ben", "breakaway")
    assert (offered.said, {*offered.asks}) == (
        {"by": "ben", "do": "breakaway", "unit": "b1"},
        {"side", "from"},
    )
    story.when(by="ben", do="breakaway", **{"unit": "b1", "from": "left"}).then_legal("M.c")
    story.when(by="ben", do="pay", points=0).then_legal("C.b")
    rolls(story, (), (1, 1)).then_illegal("K2", "K10").then_reason("“side”").then_since(3)
    rolls(story, (1, 1, 1), (), **{"from": "right", "side": "back"}).then_illegal("K10")
    story.then_since(3)
    rolls(story, (), (), side="back").then_legal("C.f")


def test_a_shot_that_was_played_without_its_sides_names_them_with_the_roll() -> None:
    """K10: as far as it can be, the target is chosen; the dice cannot be told without."""
    story = shot(b1=["back"])
    story.when(by="ana", do="target", unit="b1", played=True).then_illegal("K10")
    story.when(by="ana", do="pay", points=2).then_legal("R.b")
    rolls(story, (1, 1, 1, 1), (1, 1)).then_illegal("K2", "K10")
    rolls(story, (1, 1, 1, 1), (1, 1), side="front").then_legal("R.h")
    assert story.state.fight.side == "front"


def test_a_roll_that_was_played_with_another_side_leaves_the_one_that_was_said() -> None:
    """K10: as far as it can be."""
    units = {"a3": archers("ana", grey=["back"]), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]])
    shoots(story, **{"from": "back"})
    rolls(story, (1, 1, 1, 1), (1, 1), played=True, **{"from": "front"}).then_illegal("K10")
    assert story.state.fight.own_side == "back"
    story.then_state(position=["T2b", "R.i"])


def test_a_changed_number_of_dice_goes_with_a_grey_side() -> None:
    """K2, K10: 3 fewer first, then what is declared; never below 0."""
    story = fight(a1=["left"])
    change = {"change": {"attack": 2}}
    rolls(story, (1, 1), (1, 1), **change, **{"from": "left"}).then_legal("C.f")
    hits(story, 2).then_legal("C.g")


def candidates(story: Story, player: str, do: str) -> list[Candidate]:
    found = RULESET.offers.candidates(story.state, player)
    return [one for one in found if one.said["do"] == do]


def dice_asked(story: Story) -> dict[Any, tuple[int | None, ...]]:
    """Sides said → attack and defence dice, as the roll is offered."""
    found: dict[Any, tuple[int | None, ...]] = {}
    for one in candidates(story, "ana", "roll"):
        asks = (one.asks.get(name) for name in ("attack", "defence"))
        said = one.said.get("from"), one.said.get("side")
        found[said] = tuple(ask.count if ask else 0 for ask in asks)
    return found


def test_the_sides_are_offered_with_the_dice_that_they_leave() -> None:
    """K10: each side that has to be said, and no others; those said before are not asked for again."""
    dice = dice_asked(fight(b1=["back"]))
    assert dice == {(None, side): (3, 0 if side == "back" else 2) for side in ALL}
    assert dice_asked(fight()) == {(None, None): (3, 2)}
    assert len(dice_asked(fight(a1=["left"], b1=["back"]))) == 16
    (target,) = candidates(shot(["a3", "b1", "left"], ["a3", "b1", "back"]), "ana", "target")
    assert target.asks["side"].choices == ("left", "back")
    assert target.said["side"] == "left"


def words_of_the_roll(story: Story) -> str:
    """What the roll is called where it is put before ana."""
    prompt = prompt_at(story.game, "ana", ())
    assert isinstance(prompt, Prompt)
    return next(answer.words for answer in prompt.answers if answer.main)


def test_the_roll_is_called_by_its_dice_once_the_sides_are_known() -> None:
    """K10, A18: with two numbers of attack dice only where no reading has chosen one."""
    assert words_of_the_roll(fight()) == "Roll 3 and 2"
    for grey in ({"a1": ["left"]}, {"b1": ["back"]}):
        assert words_of_the_roll(fight(**grey)) == "Roll the dice"
    for reading, words in (("open", "2 or 3"), ("once", "3"), ("each", "2")):
        assert words_of_the_roll(in_the_way(reading)) == f"Roll {words} and 2"


def costs(*known: int, base: str = "formation", **readings: str) -> Story:
    """A move of a1 waits for a step or turn; `known`: what front, back, left and right cost."""
    sides = dict(zip(ALL, known, strict=False))
    icons = {"movement": 6}
    unit = {"owner": "ana", "base": base, "figures": 6, "icons": icons, "costs": sides}
    story = table(units={"a1": unit, "b1": formation("ben")}, readings=readings)
    return moves(story, points=2 if base == "formation" else 1)


def test_a_step_names_its_side_where_a_cost_is_known() -> None:
    """N2, N6: as soon as one is; but not where all four are known and equal."""
    story = costs(2).when(by="ana", do="step", cost=2).then_illegal("N2", "N6").then_since(1)
    reason = (
        "the sides of a1 do not all cost the same (front 2, the others are not known): say with “side” by "
        "which it goes."
    )
    assert story.entry.ruling.reason == reason
    story.when(by="ana", do="step", cost=2, side="front").then_legal("M.e")
    story.happened("UnitMoved", "M.e", "N1", "N2", "N6")
    costs(1, 1, 1, 2).when(by="ana", do="step", cost=1).then_illegal("N6")
    costs(1, 1, 1, 1).when(by="ana", do="step", cost=1).then_legal("M.e")
    costs(1, 1, 1, 1).when(by="ana", do="step", cost=2).then_illegal("N2")
    costs().when(by="ana", do="step", cost=2).then_legal("M.e")


def test_a_side_of_which_nothing_is_known_costs_what_is_said_from_1() -> None:
    """N2, N3: 0 is for what is known to cost nothing."""
    story = costs(2).when(by="ana", do="step", cost=0, side="back").then_illegal("N2")
    story.then_reason(
        "what a step of a1 by its back costs is not known, and then it costs 1 at least"
    )
    story.when(by="ana", do="turn", cost=0, side="back").then_illegal("N3")
    story.when(by="ana", do="step", cost=5, side="back").then_legal("M.e")
    costs().when(by="ana", do="turn", cost=0).then_illegal("N3")


def test_a_side_that_costs_nothing_is_paid_by_nothing() -> None:
    """N2, N3: also with no points left, again and again."""
    story = costs(0, 6).when(by="ana", do="step", cost=6, side="back").then_legal("M.e")
    for _ in range(2):
        story.when(by="ana", do="step", cost=0, side="front").then_legal("M.e")
        story.when(by="ana", do="turn", cost=0, side="front").then_legal("M.e")
    story.when(by="ana", do="step", cost=0, side="back").then_illegal("N2")
    story.when(by="ana", do="turn", cost=1, side="front").then_illegal("N1")
    assert candidates(story, "ana", "turn")
    story = costs(0).when(by="ana", do="turn", cost=1, side="front").then_illegal("N3")
    story.then_reason("with the tool at its front a turn of a1 costs 0, not 1")


def test_a_turn_names_the_side_of_the_tool_where_a_cost_is_known() -> None:
    """N3, N6."""
    story = costs(1, 2).when(by="ana", do="turn", cost=2).then_illegal("N3", "N6")
    story.then_reason("say with “side” against which the tool is laid")
    story.when(by="ana", do="turn", cost=2, onto="left").then_illegal("N6")
    story.when(by="ana", do="turn", cost=4, side="back", onto="left").then_legal("M.e")
    story.happened("UnitMoved", "M.e", "N1", "N3", "N6", "N7")
    costs(2, 2, 2, 2).when(by="ana", do="turn", cost=5).then_illegal("N3")
    costs(2, 2, 2, 2).when(by="ana", do="turn", cost=6).then_legal("M.e")


@pytest.mark.parametrize("base", ["formation", "sortie"])
def test_no_turn_is_onto_its_own_side(base: str) -> None:
    """N7: whatever it costs, a sortie's too."""
    story = costs(base=base).when(by="ana", do="turn", cost=2, side="left", onto="left")
    story.then_illegal("N7").then_since(1)
    story.then_reason("the tool is laid against the left of a1, and it cannot turn onto that")


def test_a_sorties_turn_is_as_the_reading_has_it() -> None:
    """N6, A19: as_formation asks for the side, and cites both; as_declared asks for nothing."""
    turn = {"by": "ana", "do": "turn"}
    costs(1, 2, base="sortie").when(**turn, cost=2).then_undetermined("A19")
    story = costs(1, 2, base="sortie", A19="as_formation").when(**turn, cost=2)
    story.then_illegal("N3", "N6", "A19")
    story.when(**turn, cost=2, side="front").then_legal("M.e").happened("UnitMoved", "N6", "A19")
    story.when(**turn, cost=1, side="back").then_illegal("N3", "A19")
    costs(1, 2, base="sortie", A19="as_declared").when(**turn, cost=0).then_legal("M.e")
    costs(1, 2, base="sortie").when(by="ana", do="step", cost=1).then_illegal("N2", "N6")


def test_sides_are_offered_with_what_they_cost() -> None:
    """N2, N3, N6: a step or turn for each side, and what is not known is asked for."""
    story = costs(0, 2)
    found = {one.said["side"]: one for one in candidates(story, "ana", "step")}
    assert [found[side].said["cost"] for side in ("front", "back")] == [0, 2]
    assert found["left"].asks["cost"].choices == tuple("123456")
    turns = {one.said["side"]: one for one in candidates(story, "ana", "turn")}
    assert turns["back"].asks["cost"].choices == ("4", "6")
    assert turns["front"].said["cost"] == 0
    assert turns["front"].asks["onto"].choices == ("back", "left", "right")
    (plain,) = candidates(costs(2, 2, 2, 2), "ana", "step")
    assert (plain.said["cost"], plain.asks) == (2, {})
