"""What others do reaches whoever is not looking: the strip over the table, the sound, the tab."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.adapters.pages.hall import Phone, Server, opening

Give = Callable[..., Phone]
RUNG = """navigator.vibrate = () => {
  const { dataset } = document.documentElement; dataset.rung = Number(dataset.rung ?? 0) + 1; };"""


def test_what_the_others_did_stands_in_the_dock(server: Server, hand_out: Give) -> None:
    """In words, with its entry, the newest first; nothing floats over the table."""
    game = server.open(opening())
    ben = hand_out().sit(game, "ben")
    ben.sees("Nothing has been said yet.")
    game.step("ana", do="note", text="one")
    game.step("ana", do="note", text="two")
    news = ben.page.locator("#news li > div")
    expect(news).to_have_text(["ana: two", "ana: one"])
    game.step("judge", do="rewind", to=0, because="the wrong unit")
    expect(news.first).to_have_text("The judge puts the game back to 0: the wrong unit.")
    expect(ben.page.locator("#news")).to_be_in_viewport()


def test_ones_own_turn_is_heard_and_the_sound_goes_off_with_one_tap(
    server: Server, hand_out: Give
) -> None:
    """It stays off in this browser."""
    game = server.open(opening())
    ben = hand_out()
    ben.page.add_init_script(RUNG)
    ben.sit(game, "ben")
    root, sound = ben.page.locator("html"), ben.page.get_by_role("button", name="sound")
    ben.page.locator(".lead").click()
    game.step("ana", do="declare", unit="a1", command="move")
    expect(root).to_have_attribute("data-rung", "1")
    expect(ben.page).to_have_title(re.compile("^● your turn"))
    ben.more()
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    game.step("ben", do="decline")
    game.step("ana", do="move", unit="a1")
    game.step("ana", do="note", text="and so on")
    expect(ben.page.locator("#news")).to_contain_text("and so on")
    expect(root).to_have_attribute("data-rung", "1")
    ben.page.reload()
    ben.more()
    expect(sound).to_have_text("sound off")


def test_nothing_hidden_is_in_the_news(server: Server, hand_out: Give) -> None:
    game = server.play(
        {
            "record": 1,
            "ruleset": "nullshapers",
            "players": ["ana", "ben"],
            "setup": {
                "turn_player": "ana",
                "step": "first_primary",
                "decks": {"ana": ["pearl"], "ben": []},
                "energy": {"ana": {"void": 3}},
                "cards": {
                    "scry": {
                        "type": "event",
                        "speed": 3,
                        "cost": {"void": 1},
                        "effects": [{"do": "draw", "amount": 1}],
                        "owner": "ana",
                        "zone": "hand",
                    },
                    "pearl": {"type": "event", "speed": 2, "owner": "ana", "zone": "deck"},
                },
            },
            "steps": [
                {"by": "ana", "do": "play", "card": "scry"},
                {"by": "ben", "do": "pass"},
                {"by": "ana", "do": "pass"},
            ],
        }
    )
    ben, judge = hand_out().sit(game, "ben"), hand_out().sit(game, "judge")
    told = ben.asks(f"/games/{game.id}/now").text()
    assert "scry" in told and "pearl" not in told
    assert "scry" in judge.asks(f"/games/{game.id}/at/1").text()
