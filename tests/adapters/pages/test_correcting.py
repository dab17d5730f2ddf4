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
    judge.page.locator(
        "#moment [data-piece=a2]"
    ).first.click()  # before the list is there, at times
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


def test_in_german_its_parts_are_called_in_german(server: Server, hand_out: Give) -> None:
    """What may be said of them are words of the edition, and stay as they are."""
    game = server.open(opening())
    tool = hand_out(DESK, locale="de-DE").sit(game, "judge").opens("Auf dem Tisch liegt es anders")
    tool.locator("[data-of=a2] summary").click()
    held = tool.locator("[data-of=a2]").get_by_role("group", name="Einschränkungen")
    expect(held.get_by_label("run")).to_be_checked()
    tool.locator("[data-of=ana] summary").click()
    expect(tool.locator("[data-of=ana]").get_by_label("Befehlspunkte")).to_have_value("3")
    for word in ("restrictions", "abilities", "destroyed", "points"):
        expect(tool).not_to_contain_text(word)


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


def test_a_player_says_how_it_lies_and_the_others_are_asked(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    ana = hand_out(PHONE).sit(game, "ana")
    ana.tap("More")
    ana.page.locator("#otherwise").click()
    form = ana.page.locator("#why [data-form=correct]")
    form.locator("[data-of=a2] summary").click()
    form.get_by_role("group", name="restrictions").get_by_label("run").locator(
        "visible=true"
    ).uncheck()
    form.locator("[name=because]").fill("it never ran")
    form.get_by_role("button", name="Ask the others").click()
    expect(ana.page.locator("#request")).to_contain_text("You say how the table lies")
    assert server.log(game)[-1]["said"]["parts"] == FREE


def test_in_a_tournament_no_player_is_offered_it(server: Server, hand_out: Give) -> None:
    game = server.open(opening(mode="tournament"))
    ana = hand_out(PHONE).sit(game, "ana")
    ana.tap("More")
    expect(ana.page.locator("#concede")).to_be_visible()
    expect(ana.page.locator("#otherwise")).to_have_count(0)


def test_the_other_player_says_by_a_tap_that_it_lies_so(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    game.step("ana", do="correct", parts=FREE, because="it never ran")
    ben = hand_out(PHONE).sit(game, "ben")
    asked = ben.page.locator("#request")
    expect(asked).to_contain_text("restrictions of “a2”: run → nothing")
    asked.get_by_role("button", name="So it lies").click()
    expect(asked).to_have_count(0)
    assert server.log(game)[-1]["verdict"] == "legal"
