"""Twenty-four units a side: each side scrolls within itself, and stays where its reader left it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import PHONE, Phone, Server
from tests.adapters.pages.tables import SIZES, damaged, large

Give = Callable[..., Phone]
UNREACHED = """all => all.filter((one) => {
  const side = one.parentElement;
  side.scrollTop = one.offsetTop - side.offsetTop - (side.clientHeight - one.offsetHeight) / 2;
  const box = one.getBoundingClientRect(), within = side.getBoundingClientRect();
  return box.top < within.top - 0.5 || box.bottom > within.bottom + 0.5;
}).map((one) => one.dataset.piece)"""
"""Units that are not whole in their side, wherever it is scrolled to."""
CUT = """all => all.filter((one) => {
  const is = one.querySelector(".name").getBoundingClientRect(), tile = one.getBoundingClientRect();
  return is.bottom > tile.bottom || is.top < tile.top || one.scrollHeight > one.clientHeight + 1;
}).map((one) => one.dataset.piece)"""
"""Units of which the tile shows a part."""
BESIDE = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.dataset.piece)"""
"""Units of which a part lies beside the tile."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_unit_is_reached_and_read(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    game, asked = large(server)
    tiles = hand_out(size, reduced_motion="reduce").sit(game, asked).page.locator(".tiles > .tile")
    expect(tiles).to_have_count(48)
    assert tiles.evaluate_all(CUT) == []
    assert tiles.evaluate_all(UNREACHED) == []


@pytest.mark.parametrize("seat", ["judge", "ben"])
def test_between_two_columns_every_unit_is_read(server: Server, hand_out: Give, seat: str) -> None:
    """The board is no wider than a phone there: six in a row were cut off, with the words of restrictions."""
    page = hand_out((1024, 768), reduced_motion="reduce").sit(large(server)[0], seat).page
    tiles = page.locator(".tiles > .tile")
    expect(tiles).to_have_count(48)
    assert tiles.evaluate_all(CUT) == []
    assert tiles.evaluate_all(BESIDE) == []


@pytest.mark.parametrize("size", [*SIZES, (768, 1024)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("more", [8, 26])
def test_the_two_that_fight_keep_their_figures(
    server: Server, hand_out: Give, size: tuple[int, int], more: int
) -> None:
    """Whoever is hit taps who takes it; the armies give way, and no unit lies over the dock."""
    game, asked = damaged(server, more=more)
    page = hand_out(size, reduced_motion="reduce").sit(game, asked).page
    figures = page.locator('[data-large="Jade Guard"] .figure')
    for figure in (figures.first, figures.last):
        box = figure.bounding_box()
        assert box is not None and box["height"] >= 44
        figure.click()
    page.locator("#last button.main").click()
    expect(page.locator("#now")).to_have_attribute("data-entry", "6")


def test_who_charges_whom_is_in_view_and_news_scroll_nothing(
    server: Server, hand_out: Give
) -> None:
    """Twenty-four points are a number, as so many dots would push the name and the count aside."""
    game, asked = large(server)
    one = hand_out((360, 640)).sit(game, asked)
    for unit in ("Alpha Squad 20", "Bravo Squad 21"):
        expect(one.page.locator(f'[data-piece="{unit}"]')).to_be_in_viewport(ratio=0.9)
    expect(one.page.locator(".own .whose")).to_have_text("You, ben")
    expect(one.page.locator(".side:not(.own) .pips")).to_have_text("23")
    own = one.page.locator(".own .tiles")
    own.evaluate("one => { one.scrollTop = 30; }")
    game.step("ana", do="note", text="Look here.")
    one.is_told("Look here.")
    assert own.evaluate("one => one.scrollTop") == 30


def test_the_whole_sentence_is_read_where_a_name_is_long(server: Server, hand_out: Give) -> None:
    """On two lines; the board gives way."""
    game, asked = large(server)
    for size in (PHONE, (360, 640)):
        lead = hand_out(size).sit(game, asked).page.locator(".lead")
        expect(lead).to_have_text("ana charges your Bravo Squad 21")
        assert lead.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        assert lead.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
