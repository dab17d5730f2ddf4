"""“Decline for me”: set with one tap, seen as long as it holds, ended with one, and told why it ended."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import PHONE, Phone, Server, opening
from tests.adapters.pages.tables import SIZES, siege

Give = Callable[..., Phone]


def test_a_seat_has_declining_said_for_it_until_its_unit_is_aimed_at(
    server: Server, hand_out: Give
) -> None:
    """The other phone, in German, sees of it only that the answer was a standing one."""
    game = server.open(opening())
    ben, ana = hand_out().sit(game, "ben"), hand_out(locale="de-DE").sit(game, "ana")
    strip, offer = (
        ben.page.locator("#standing"),
        ben.page.get_by_role("button", name="Pass ahead …"),
    )
    newest = ben.page.locator("#now")
    offer.click()
    ben.tap("until this round ends")
    expect(strip).to_contain_text("Declining for you, since entry 0, until this round ends.")
    game.step("ana", do="declare", unit="a1", command="move")
    expect(newest).to_have_attribute("data-entry", "2")
    expect(ben.page.locator("#news li").first).to_contain_text("as ben had asked")
    expect(ana.page.locator("#news li").first).to_contain_text("Eine Daueransage")
    expect(ana.page.locator("#standing")).to_have_count(0)
    game.step("ana", do="move", unit="a1")
    game.step("ben", do="declare", unit="b1", command="move")
    game.step("ana", do="decline")
    game.step("ben", do="move", unit="b1")
    game.step("ana", do="declare", unit="a2", command="shoot", target="b1")
    expect(strip).to_contain_text("something was aimed at b1")
    expect(ben.page.locator("#standing-offer")).to_have_count(1)
    ben.tap("until …")
    ben.page.get_by_label("It ends as soon as").select_option(label="b2")
    ben.tap("until this command ends")
    expect(newest).to_have_attribute("data-entry", "8")
    expect(strip).to_contain_text("until this command ends. It ends as soon as")
    expect(strip).to_contain_text("aimed at b2.")
    ben.tap("End it")
    expect(strip).to_have_count(0)


@pytest.mark.parametrize("size", [*SIZES, (768, 1024)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_may_be_answered_is_in_reach_beside_the_word_that_it_has_ended(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """Only “Let it happen” was left of the screen, and half of it."""
    game = siege(server)
    jack = hand_out(size, reduced_motion="reduce").sit(game, "jack")
    jack.tap("Pass ahead …")
    jack.tap("until this round ends")
    expect(jack.page.locator("#standing")).to_contain_text("Declining for you")
    game.step("judge", do="rewind", to=0, because="they were still talking")
    charge = {"command": "assault", "charge": True, "target": "Knights"}
    game.step("zoe", do="declare", unit="Grey Wolves", **charge)
    expect(jack.page.locator("#standing")).to_contain_text("A judge ruled")
    commands = jack.page.locator("#choices button")
    expect(commands).to_have_count(6)
    expect(jack.page.locator("#chooser[aria-busy]")).to_have_count(0)
    for one in commands.all():
        expect(one).to_be_in_viewport(ratio=0.9)
    jack.page.get_by_role("button", name="Let it happen").click(trial=True)


def test_it_is_set_anew_after_its_end(server: Server, hand_out: Give) -> None:
    """“Pass ahead …” is there while it can be set, and opens."""
    ben = hand_out(PHONE).sit(server.open(opening()), "ben")
    ahead = ben.page.get_by_role("button", name="Pass ahead …")
    for _ in range(2):
        ahead.click()
        ben.tap("until this round ends")
        expect(ben.page.locator("#standing")).to_be_visible()
        expect(ahead).to_have_count(0)
        ben.tap("End it")
