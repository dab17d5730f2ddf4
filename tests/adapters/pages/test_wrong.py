"""“umpire is wrong here”: one tap at the desk, on a phone too, and the organiser's list of it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, Phone, Server, opening

Give = Callable[..., Phone]


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_tap_overrules_and_keeps_it_for_the_authors(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    game = server.open(opening())
    refused = game.step("ben", do="declare", unit="b1", command="move")
    assert refused["verdict"] == "illegal"
    judge = hand_out(size).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    judge.tap("umpire is wrong here")
    expect(judge.page.locator("#open-overrule .result")).to_contain_text(
        "kept for umpire's authors"
    )
    judge.sees("entry 2 of 2")

    organiser = hand_out(size).visit("/games?show=defects")
    listed = organiser.page.locator("section").filter(has_text=game.id)
    expect(listed).to_contain_text("It should be legal.")
    listed.get_by_text("the record").click()
    expect(listed.locator("pre")).to_contain_text("players: [p1")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert organiser.page.evaluate(wide) <= 0


def test_an_entry_that_is_not_the_newest_is_kept_too(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    game.step("ben", do="declare", unit="b1", command="move")
    game.step("ana", do="declare", unit="a1", command="run")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    judge.tap("umpire is wrong here")
    result = judge.page.locator("#open-overrule .result")
    expect(result).to_contain_text(re.compile("only the newest entry"))
    expect(result).to_contain_text("kept for umpire's authors")
