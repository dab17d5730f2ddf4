"""A ruleset fresh from the scaffold has its table, without a line of its own for any page."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, Phone, Server, server_on
from tests.adapters.pages.test_musters import lays_out, shared
from tests.adapters.test_new_ruleset import TITLE, installed_in

Give = Callable[..., Phone]


@pytest.fixture(scope="module")
def piles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the new ruleset is installed."""
    folder: Path = tmp_path_factory.mktemp("piles")
    with server_on(folder, installed_in(folder)) as running:
        yield running


def test_its_table_is_opened_and_a_card_is_laid_in_two_taps(piles: Server, hand_out: Give) -> None:
    """Faces, seats, the dock and the news are there; the other sees how many cards, not which."""
    host = hand_out(DESK, at=piles).visit("/")
    host.page.get_by_label(TITLE).check()
    host.tap("Open the game")
    host.page.locator("[data-copy]").first.wait_for()
    links = [one.get_attribute("data-copy") or "" for one in host.page.locator("[data-copy]").all()]
    ana, ben = (hand_out(at=piles).visit(link.removeprefix(piles.home)) for link in links[:2])
    ana.sees("Your turn")
    expect(ana.page.locator(".own .tile .face")).to_have_count(3)
    ben.page.locator("#board").wait_for()
    assert "A12" not in ben.page.content()
    ana.choose("A12", "Lay it on the pile")
    expect(ana.page.locator(".own .tile")).to_have_count(2)
    for phone in (ana, ben):
        expect(phone.page.locator("#now")).to_have_attribute("data-entry", "1")
        expect(phone.page.locator("#board")).to_contain_text("A12")
        assert phone.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    ben.sees("Your turn")
    ben.choose("Pass")
    expect(ana.page.locator("#now")).to_have_attribute("data-entry", "2")


def test_each_lays_out_their_own_hand(piles: Server, hand_out: Give) -> None:
    ana_link, ben_link, *_ = shared(hand_out(DESK, at=piles), TITLE, "Ana", "Ben")
    ana, ben = hand_out(at=piles).visit(ana_link), hand_out(at=piles).visit(ben_link)
    lays_out(ana, "Whelk ×2")
    ana.sees("Your side is laid out.")
    lays_out(ben, "Limpet")
    ana.sees("Whelk 3")
    expect(ben.page.locator("#board")).to_contain_text("Limpet")
    assert "Whelk" not in ben.page.content()
