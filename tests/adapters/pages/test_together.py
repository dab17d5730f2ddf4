"""Two phones make dice, an order or a choice together, and nobody has to trust anybody (G8)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import Phone, Played, Server
from tests.adapters.pages.tables import siege
from tests.screenshots import played

Give = Callable[..., Phone]


def said(server: Server, game: Played) -> list[str]:
    return [entry["said"]["do"] for entry in server.log(game)]


SLOWLY = """
const ask = window.fetch;
let said = false;
window.fetch = async (where, ...how) => {
  const waits = said && String(where).endsWith("/now");
  if (waits) said = false;
  const { dataset } = document.documentElement;
  if (waits) dataset.waits = "";
  const answer = await ask(where, ...how);
  if (String(where).endsWith("/steps")) said = true;
  if (waits) await new Promise((go) => setTimeout(go, 1500));
  if (waits) delete dataset.waits;
  return answer;
};
"""
"""What a page asks for after a step of its own comes later than what its feed brings."""


@pytest.mark.parametrize("before", ["", SLOWLY], ids=["at once", "slowly"])
def test_two_phones_roll_the_dice_that_are_asked_for(
    server: Server, hand_out: Give, before: str
) -> None:
    """One tap on each; the dice stand where they are reported, and what is reported is held to them."""
    game = played(server, "arcane-legions/57-long-first-game.yaml", 18)
    bens = hand_out()
    bens.page.add_init_script(before)
    ben, ana = bens.sit(game, "ben"), hand_out().sit(game, "ana")
    ben.tap("Roll together")
    expect(ben.page.locator("#together")).to_contain_text("Waiting for ana")
    ana.tap("Take part")
    expect(ben.page.locator("#now[data-dice]")).to_have_count(1)
    expect(ben.page.locator("#together")).to_have_count(0)
    expect(ben.page.locator("html[data-waits]")).to_have_count(0)
    shown = ben.page.locator(".rolled .pip")
    expect(shown).to_have_count(3)
    assert said(server, game)[-4:] == ["commit", "commit", "reveal", "reveal"]
    expect(ben.page.locator("#news")).to_contain_text("ana shows the secret.")


def test_a_choice_is_made_together_from_the_menu(server: Server, hand_out: Give) -> None:
    game = siege(server)
    zoe, jack = hand_out().sit(game, "zoe"), hand_out().sit(game, "jack")
    zoe.page.locator("[data-opens=menu]").click()
    form = zoe.page.locator("#chance-form")
    form.get_by_label("Made together").fill("choice")
    form.get_by_label("what you choose").fill("left")
    form.get_by_role("button").click()
    jack.page.locator("#together").get_by_label("what you choose").fill("right")
    assert "left" not in str(server.log(game))
    jack.tap("Take part")
    expect(zoe.page.locator("#news")).to_contain_text("left")
    expect(jack.page.locator("#news")).to_contain_text("right")
    expect(jack.page.locator("#news")).to_contain_text("Zoë shows the choice: left.")
