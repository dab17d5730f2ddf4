"""The rulebooks: chapters by name, found by a word, with the table's own readings and a way back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from adapters.web.pages.chapters import SHARED, chapter_of
from application.rulesets import ruleset, rulesets
from tests.adapters.pages.hall import Phone, Server, opening

Give = Callable[..., Phone]


@pytest.mark.parametrize("name", [one.name for one in rulesets()])
def test_every_chapter_has_a_name(name: str) -> None:
    found = ruleset(name)
    assert {chapter_of(id) for id in found.edition().rules} == {*SHARED, *found.chapters}


def test_a_rule_is_found_by_a_word(hand_out: Give) -> None:
    """What does not fit goes, its chapter with it; a citation followed comes back into sight."""
    one = hand_out().visit("/rules/voidsiege")
    find = one.page.get_by_label("Search the rules")
    find.fill("snap fire before")
    expect(one.page.locator("#T4")).to_be_visible()
    expect(one.page.locator("#P1")).to_be_hidden()
    expect(one.page.get_by_role("status")).to_have_text(re.compile(r"^\d+ rules?$"))
    find.fill("c1")
    expect(one.page.locator("#C1")).to_be_visible()
    expect(one.page.locator("#C10")).to_be_hidden()
    find.fill("no such words anywhere")
    expect(one.page.get_by_role("status")).to_have_text("0 rules")
    expect(one.page.locator(".chapter:visible")).to_have_count(0)
    find.fill("")
    expect(one.page.get_by_role("heading", name="A command and its reaction")).to_be_visible()


def test_the_tables_own_readings_are_marked_and_a_way_leads_back(
    server: Server, hand_out: Give
) -> None:
    game = server.open(opening(readings={"C1": "snap_fire"}))
    ana = hand_out().visit(game.links["ana"])
    ana.more().sees("you are ana")
    ana.page.get_by_role("link", name="Rules").click()
    expect(ana.page.locator("#C1")).to_contain_text("this table's own reading")
    expect(ana.page.locator("#C1 li", has_text="at this table")).to_contain_text("snap_fire")
    expect(ana.page.locator("#C2")).not_to_contain_text("own reading")
    ana.page.get_by_role("link", name="Back to the game").click()
    expect(ana.page).to_have_url(re.compile("/@ana$"))
    public = hand_out().visit("/rules/voidsiege")
    expect(public.page.locator("#C1")).not_to_contain_text("own reading")
    expect(public.page.get_by_role("link", name="Back to the game")).to_have_count(0)


def test_the_rulebook_reads_without_javascript(hand_out: Give) -> None:
    one = hand_out(java_script_enabled=False).visit("/rules/nullshapers")
    expect(one.page.get_by_label("Search the rules")).to_be_hidden()
    one.page.locator(".contents .cite", has_text="E2").first.click()
    expect(one.page.locator("#E2")).to_be_in_viewport()
