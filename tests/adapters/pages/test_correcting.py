"""What lies otherwise is put right at the desk by tapping it; a player's word is answered by a tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, Phone, Server, opening

Give = Callable[..., Phone]
NAME = "What lies on the table is otherwise"
FREE = {"units": {"a2": {"restrictions": []}}}


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_judge_taps_what_is_wrong(server: Server, hand_out: Give, size: tuple[int, int]) -> None:
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(size).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    tool = judge.opens(NAME)
    judge.page.locator("#moment [data-piece=a2]").first.click()
    restrictions = tool.get_by_role("group", name="restrictions").locator("visible=true")
    expect(restrictions.get_by_label("run")).to_be_checked()
    restrictions.get_by_label("run").uncheck()
    tool.locator("[data-of=ben] summary").click()
    tool.get_by_role("spinbutton", name="points").locator("visible=true").fill("2")
    tool.locator("[name=because]").fill("it was a1")
    judge.tap("Put it right…")
    expect(judge.page.locator("#sure")).to_contain_text("restrictions of “a2”: run → nothing")
    judge.page.locator("#sure-yes").click()
    judge.sees("entry 2 of 2")
    told = server.log(game)[-1]
    assert told["verdict"] == "legal"
    assert told["said"]["parts"] == {**FREE, "points": {"ben": 2}}


def test_what_cannot_be_is_told_before_it_is_done(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=0")
    tool = judge.opens(NAME)
    tool.locator("[data-of=ana] summary").click()
    tool.get_by_role("spinbutton", name="points").locator("visible=true").fill("-1")
    tool.locator("[name=because]").fill("a slip")
    judge.tap("Put it right…")
    expect(judge.page.locator("#sure")).to_contain_text("expected a whole number from 0, found -1")
    expect(judge.page.locator("#sure-yes")).to_be_hidden()
    assert server.log(game) == []


def test_the_other_player_says_by_a_tap_that_it_lies_so(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    game.step("ana", do="correct", parts=FREE, because="it never ran")
    ben = hand_out(PHONE).sit(game, "ben")
    asked = ben.page.locator("#request")
    expect(asked).to_contain_text("restrictions of “a2”: run → nothing")
    asked.get_by_role("button", name="So it lies").click()
    expect(asked).to_have_count(0)
    assert server.log(game)[-1]["verdict"] == "legal"
