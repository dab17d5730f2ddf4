"""Each seat lays out its own side from its own link; with the last one the game opens, in a real browser."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, Phone

Give = Callable[..., Phone]


def shared(host: Phone, title: str = "VoidSiege", *names: str) -> list[str]:
    """The links of a game that waits for its sides: of the players, the spectators and the judge."""
    host.visit("/").page.get_by_label(title).check()
    for word, name in zip(("First", "Second"), names or ("Zoë", "Jack"), strict=True):
        host.page.get_by_label(f"{word} player").fill(name)
    host.page.get_by_label("each their own side").check()
    host.tap("Open the game")
    host.sees("waits for its sides")
    links = [one.get_attribute("data-copy") or "" for one in host.page.locator("[data-copy]").all()]
    return [link.removeprefix(host.home) for link in links]


def lays_out(player: Phone, *pieces: str) -> None:
    """Pastes a list and gives it."""
    player.page.get_by_label(re.compile("^A list")).fill("\n".join(pieces))
    player.tap("This is my side")


@pytest.mark.parametrize(
    ("title", "first"),
    [
        ("VoidSiege", "Your turn: command a unit"),
        ("Arcane Legions", re.compile("^Your turn")),
        ("Nullshapers", re.compile("^Act, or|^Your turn")),
    ],
)
def test_two_phones_lay_out_their_own_sides_and_the_game_opens(
    hand_out: Give, title: str, first: str | re.Pattern[str]
) -> None:
    zoe_link, jack_link, *_ = shared(hand_out(DESK), title)
    zoe, jack = hand_out().visit(zoe_link), hand_out().visit(jack_link)
    zoe.sees("Nobody else sees a side before the game opens.")
    lays_out(zoe, "Grey Wolves", "Sky Riders")
    zoe.sees("Your side is laid out.")
    jack.sees("Zoë is ready")
    assert "Sky Riders" not in jack.page.content()

    lays_out(jack, "Knights", "Cannon")

    for one in (zoe, jack):
        one.page.locator("#board").wait_for()
    zoe.sees(first)
    zoe.sees("Grey Wolves")
    zoe.sees("Knights")
    jack.more().sees("you are Jack")


def test_a_deck_that_was_laid_out_stays_hidden_from_the_other(hand_out: Give) -> None:
    """Also in what the other browser is answered once the game is open."""
    zoe_link, jack_link, *_ = shared(hand_out(DESK), "Nullshapers")
    zoe, jack = hand_out().visit(zoe_link), hand_out().visit(jack_link)
    heard: list[str] = []
    jack.page.on(
        "response",
        lambda one: heard.append(one.text()) if one.ok and "feed" not in one.url else None,
    )
    zoe.page.get_by_label("A list of cards").fill("Emberfox\nVeto")
    for name in ("Emberfox", "Veto"):
        card = zoe.page.locator(".piece", has=zoe.page.locator(f"[aria-label='Remove {name}']"))
        card.get_by_label("Where it lies").select_option("deck")
    zoe.tap("This is my side")
    zoe.sees("Your side is laid out.")
    lays_out(jack, "Knights")
    jack.page.locator("#board").wait_for()
    zoe.page.locator("#board").wait_for()
    assert "Knights" in "".join(heard)
    assert [name for name in ("Emberfox", "Veto") if name in "".join(heard)] == []


def test_names_that_clash_get_the_next_number(hand_out: Give) -> None:
    """Neither player knows the other's names; the first one's stay."""
    zoe_link, jack_link, *_ = shared(hand_out(DESK))
    jack, zoe = hand_out().visit(jack_link), hand_out().visit(zoe_link)
    lays_out(jack, "Ogre", "Scouts")
    jack.sees("Your side is laid out.")
    lays_out(zoe, "Ogre")
    names = zoe.page.locator("#board .tile .name")
    expect(names).to_have_text(["Ogre 2", "Scouts", "Ogre"])


def test_what_is_wrong_with_a_side_is_said_before_the_other_is_there(hand_out: Give) -> None:
    """In one sentence, and nothing that was filled in is lost."""
    zoe_link, *_ = shared(hand_out(DESK), "Arcane Legions")
    zoe = hand_out().visit(zoe_link)
    zoe.page.get_by_label("A list of units").fill("First Legion")
    figures = zoe.page.get_by_label("Figures").first
    figures.fill("")
    zoe.tap("This is my side")
    expect(zoe.page.get_by_role("alert")).to_contain_text("First Legion: “figures” is missing.")
    expect(zoe.page.get_by_label("Name", exact=True)).to_have_value("First Legion")
    figures.fill("6")
    zoe.tap("This is my side")
    zoe.sees("Your side is laid out.")
    zoe.problems.clear()


def test_a_side_may_be_changed_until_the_game_opens(hand_out: Give) -> None:
    """Also after the page was closed: it comes back as it was given."""
    zoe_link, jack_link, *_ = shared(hand_out(DESK))
    zoe, jack = hand_out().visit(zoe_link), hand_out().visit(jack_link)
    lays_out(zoe, "Ogre")
    zoe.sees("Your side is laid out.")
    zoe.page.reload()
    zoe.tap("Change it")
    zoe.page.get_by_label("Name", exact=True).fill("Titan")
    zoe.tap("This is my side")
    zoe.sees("Your side is laid out.")
    lays_out(jack, "Knights")
    jack.sees("Titan")
    assert "Ogre" not in jack.page.content()


def test_a_side_given_twice_opens_one_game(hand_out: Give) -> None:
    """A lost answer is asked for again, also when the game is open already."""
    zoe_link, jack_link, *_ = shared(hand_out(DESK))
    zoe, jack = hand_out().visit(zoe_link), hand_out().visit(jack_link)
    lays_out(zoe, "Ogre")
    zoe.sees("Your side is laid out.")
    lays_out(jack, "Knights")
    jack.page.locator("#board").wait_for()
    path = jack.page.evaluate("document.body.dataset.here") + "/side"
    for one in (jack, zoe):
        given = told(one, path.replace("@Jack", "@Zo%C3%AB") if one is zoe else path)
        assert given == (200, True)
    jack.page.reload()
    jack.sees("Knights")


def told(player: Phone, path: str) -> tuple[int, bool]:
    """What this browser is answered when it gives a side once more."""
    answer = player.page.request.post(
        f"{player.home}{path}",
        data=json.dumps({"side": {"pieces": [{"name": "Late"}]}}),
        headers={"content-type": "application/json", "x-umpire": "page"},
    )
    found: Any = answer.json()
    return answer.status, found["open"]


def test_only_who_has_a_link_sees_that_a_game_waits(hand_out: Give) -> None:
    """Spectators see who is ready, and lay out nothing; a stranger is asked for their link."""
    host = hand_out(PHONE)
    zoe_link, _, spectator_link, _ = shared(host)
    zoe, watcher = hand_out().visit(zoe_link), hand_out().visit(spectator_link)
    lays_out(zoe, "Ogre")
    zoe.sees("Your side is laid out.")
    watcher.sees("Zoë is ready")
    watcher.sees("Jack is still laying out")
    expect(watcher.page.locator("form")).to_have_count(0)
    assert "Ogre" not in watcher.page.content()
    stranger = hand_out().visit(zoe.page.url.removeprefix(zoe.home))
    stranger.sees("Your seat")
    stranger.problems.clear()
    host.page.reload()
    host.sees("Zoë is ready")


def test_a_whole_army_is_laid_out_in_german(hand_out: Give) -> None:
    """Who watches is called by what they do: nobody is “du bist Zuschauen”."""
    zoe_link, _, spectator_link, _ = shared(hand_out(DESK), "VoidSiege", "Zoë", "Jörg")
    watcher = hand_out(locale="de-DE").visit(spectator_link)
    expect(watcher.page.locator("h1 small")).to_have_text("Zuschauen")
    zoe = hand_out(locale="de-DE").visit(zoe_link)
    zoe.sees("Stell deine Einheiten auf")
    zoe.sees("Jörg stellt noch auf")
    zoe.page.get_by_label("Eine Liste").fill("Wölfe ×3")
    zoe.tap("Das ist meine Seite")
    zoe.sees("Deine Seite steht.")
