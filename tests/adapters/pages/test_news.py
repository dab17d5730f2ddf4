"""What others do reaches whoever is not looking: the strip over the table, the sound, the tab."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.adapters.pages.hall import Phone, Server, opening

Give = Callable[..., Phone]
RUNG = """navigator.vibrate = () => {
  const { dataset } = document.documentElement; dataset.rung = Number(dataset.rung ?? 0) + 1; };"""


def test_what_the_others_did_stands_over_the_table(server: Server, hand_out: Give) -> None:
    """In words, with its entry; what one did oneself does not; it goes with one tap."""
    game = server.open(opening())
    ben = hand_out().sit(game, "ben")
    ben.sees("The last rulings")
    game.step("ana", do="declare", unit="a1", command="move")
    news = ben.page.locator("#news li")
    expect(news).to_have_count(1)
    expect(news).to_contain_text("1")
    expect(news).to_contain_text("a1")
    game.step("judge", do="rewind", to=0, because="the wrong unit")
    expect(news).to_have_count(2)
    expect(news.last).to_contain_text("the judge: the game stands as after entry 0")
    for _ in range(2):
        news.first.get_by_role("button", name="Dismiss").click()
    expect(ben.page.locator("#banner")).to_be_hidden()


def test_nothing_is_told_twice_when_an_answer_comes_late(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    ben, held, late = hand_out().sit(game, "ben"), list[Route](), True

    def hold(route: Route) -> None:
        if late:
            held.append(route)
        else:
            route.continue_()

    ben.sees("The last rulings")
    ben.page.route("**/news?*", hold)
    with ben.page.expect_request("**/news?*"):
        game.step("ana", do="note", text="one")
    game.step("ana", do="note", text="two")
    expect(ben.page.locator("#now")).to_have_attribute("data-entry", "2")
    late = False
    for one in held:
        one.continue_()
    news = ben.page.locator("#news li bdi")
    expect(news).to_have_text([re.compile("one"), re.compile("two")])
    game.step("ana", do="note", text="three")
    expect(news).to_have_text([re.compile("one"), re.compile("two"), re.compile("three")])


def test_ones_own_turn_is_heard_and_the_sound_goes_off_with_one_tap(
    server: Server, hand_out: Give
) -> None:
    """It stays off in this browser."""
    game = server.open(opening())
    ben = hand_out()
    ben.page.add_init_script(RUNG)
    ben.sit(game, "ben")
    root, sound = ben.page.locator("html"), ben.page.get_by_role("button", name="sound")
    ben.page.get_by_text("Remark, concede").click()
    game.step("ana", do="declare", unit="a1", command="move")
    expect(root).to_have_attribute("data-rung", "1")
    expect(ben.page).to_have_title(re.compile("^● your turn"))
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    game.step("ben", do="decline")
    game.step("ana", do="move", unit="a1")
    game.step("ana", do="note", text="and so on")
    expect(ben.page.locator("#news")).to_contain_text("and so on")
    expect(root).to_have_attribute("data-rung", "1")
    ben.page.reload()
    expect(sound).to_have_text("sound off")


def test_whose_turn_it_is_stays_in_view(server: Server, hand_out: Give) -> None:
    """However far down somebody looks; what the others did stays there too."""
    units = {f"{who}{n}": {"owner": who} for who in ("ana", "ben") for n in range(9)}
    game = server.open(opening(setup={"points": {"ana": 3, "ben": 3}, "units": units}))
    ana = hand_out().sit(game, "ana")
    ana.sees("The last rulings")
    game.step("ben", do="note", text="hello")
    expect(ana.page.locator("#news")).to_contain_text("hello")
    ana.page.get_by_text("The last rulings").scroll_into_view_if_needed()
    expect(ana.page.locator("#chance")).to_be_in_viewport()
    expect(ana.page.locator("#news")).to_be_in_viewport()


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
    told = ben.asks(f"/games/{game.id}/news?after=0").text()
    assert "scry" in told and "pearl" not in told
    assert judge.asks(f"/games/{game.id}/news?after=0").status == 200
