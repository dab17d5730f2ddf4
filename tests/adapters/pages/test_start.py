"""Opening a game and taking a seat, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, TABLE, Phone, Server, opening

Give = Callable[..., Phone]


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_game_is_opened_in_under_a_minute(hand_out: Give, size: tuple[int, int]) -> None:
    """Names, units, one button: a link and a QR code for every seat; the link seats its holder."""
    host = hand_out(size).visit("/")
    host.page.get_by_label("First player", exact=True).fill("zoë")
    host.page.get_by_label("Second player", exact=True).fill("mika")
    host.tap("Open the game")
    host.sees("is open")
    expect(host.page.locator(".qr svg")).to_have_count(4)
    seats = host.page.locator(".seat h2 bdi")
    expect(seats).to_have_text(["zoë", "mika", "spectator", "judge"])

    host.page.get_by_role("link", name="Open the page of zoë").click()

    host.sees("It is up to you, zoë.")
    expect(host.page).not_to_have_url(re.compile("#"))


@pytest.mark.parametrize("title", ["Nullshapers", "Arcane Legions"])
def test_every_other_ruleset_opens_from_its_example(hand_out: Give, title: str) -> None:
    host = hand_out(DESK).visit("/")
    host.page.get_by_label(title).check()
    expect(host.page.locator("#voidsiege")).to_be_hidden()
    host.tap("Open the game")
    host.sees("is open")


def test_what_players_and_the_game_are_called_is_on_every_page(hand_out: Give) -> None:
    """As text, whatever it says."""
    host = hand_out(DESK).visit("/")
    host.page.get_by_text("Names and event").click()
    host.page.get_by_label("First player is called").fill("Ana <i>Müller</i>")
    host.page.get_by_label("Event", exact=True).fill("Spring Open")
    host.page.get_by_label("Round", exact=True).fill("3")
    host.tap("Open the game")
    expect(host.page.locator(".seat h2 bdi").first).to_have_text("Ana <i>Müller</i> (ana)")
    host.page.get_by_role("link", name="Open the page of ana").click()
    host.sees("you are Ana <i>Müller</i> (ana)")
    host.sees("Spring Open, round 3")


def test_a_tournament_takes_nothing_back(hand_out: Give) -> None:
    host = hand_out().visit("/")
    host.page.get_by_label("tournament").check()
    host.tap("Open the game")
    host.page.get_by_role("link", name="Open the page of ana").click()
    host.sees("In a tournament a judge takes steps back.")


def test_what_is_wrong_with_a_set_up_is_said_on_the_form(hand_out: Give) -> None:
    """One sentence, and nothing typed is lost."""
    host = hand_out().visit("/")
    host.page.get_by_label("Second player", exact=True).fill("ana")
    host.tap("Open the game")
    host.page.get_by_role("alert").wait_for()
    expect(host.page.get_by_label("Second player", exact=True)).to_have_value("ana")
    host.problems.clear()


def test_what_is_no_record_is_said_on_the_form(hand_out: Give) -> None:
    host = hand_out(DESK).visit("/")
    host.page.get_by_text("or paste it").click()
    host.page.get_by_label("The record").fill("steps: [")
    host.tap("Replay it")
    expect(host.page.get_by_role("alert")).to_contain_text("the record")
    expect(host.page.get_by_label("The record")).to_have_value("steps: [")
    host.problems.clear()


def test_a_link_gives_the_seat_and_a_wrong_one_says_so(server: Server, hand_out: Give) -> None:
    """The secret behind the # goes into a cookie that no script reads, and out of the address."""
    game = server.open(opening(setup=TABLE))
    ana = hand_out().visit(game.links["ana"])
    ana.page.wait_for_url(re.compile("/games/"))
    ana.sees("you are ana")
    [cookie] = ana.page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert ana.page.evaluate("document.cookie") == ""

    nobody = hand_out().visit(f"/enter/{game.id}#wrong")
    nobody.sees("This link is not a seat of this game")
    nobody.page.get_by_label("Your seat's secret").fill(game.tokens["ben"])
    nobody.tap("Take the seat")
    nobody.sees("you are ben")
    nobody.problems.clear()


def test_a_link_opened_from_elsewhere_still_finds_its_seat(server: Server, hand_out: Give) -> None:
    """A strict cookie does not come along from another site: the page asks once more, from here."""
    game = server.open(opening(setup=TABLE))
    ana = hand_out().sit(game, "ana")
    here = f"{ana.home}/games/{game.id}?at=0"
    ana.page.route(
        "http://elsewhere.example/",
        lambda route: route.fulfill(
            content_type="text/html", body=f"<a href='{here}'>a moment of our game</a>"
        ),
    )
    ana.page.goto("http://elsewhere.example/")
    ana.page.get_by_role("link").click()
    ana.sees("The table after entry 0")
    ana.problems.clear()


def test_every_citation_leads_into_the_rulebook(server: Server, hand_out: Give) -> None:
    """To the rule itself, in the edition under which the game is played."""
    game = server.open(opening(setup=TABLE))
    game.step("ben", do="declare", unit="b1", command="move")
    ana = hand_out().sit(game, "ana")
    cite = ana.page.locator(".rulings .cite").first
    rule = cite.inner_text()
    cite.click()
    ana.page.locator(f"article:target .cite:text-is('{rule}')").wait_for()
    ana.page.locator(".contents .cite", has_text="C1").first.click()
    ana.page.locator("article:target", has_text="wait").wait_for()
