"""Within everybody's reach: by keyboard, enlarged, read aloud, light and dark, without scripts."""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, Phone, Server, opening
from tests.adapters.pages.tables import ASKED
from tests.screenshots import played, scenes

Give = Callable[..., Phone]
GRAVE = ("serious", "critical")
SCENES = (
    *(
        "start",
        "start-cards",
        "start-hand",
        "links",
        "links-waits",
        "side",
        "rules",
        "rulebook",
        "problem",
        "enter",
    ),
    *("own-games", "which-seat", "organiser", "rematch", "rulebook-of-game", "table-news"),
    *("table-go", "table-answer", "table-waits", "table-long", "why-not", "chip", "spectator"),
    *("request", "table-put", "past", "table-cards", "table-queue", "table-legions"),
    *(
        "desk",
        "desk-asked",
        "desk-rewind",
        "desk-docket",
        "desk-put",
        "desk-cards",
        "sheet",
        "replay",
    ),
    *("event-hall", "event-floor", "event-penalty", "event-log"),
    *("event-table", "event-called", "event-ruled", "event-enter", "event-log-player"),
    *("nowhere", "replay-drop", "over-siege", "over-cards", "over-legions"),
    *("dice", "desk-legions", "table-standing"),
)


@cache
def axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def grave(phone: Phone, only: str = "") -> list[str]:
    """What axe-core finds that is serious, with where it is."""
    if not phone.page.evaluate("'axe' in window"):
        phone.page.evaluate(axe())
    asked = {"resultTypes": ["violations"], **({"runOnly": [only]} if only else {})}
    found: Any = phone.page.evaluate("asked => axe.run(asked)", asked)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def cut(phone: Phone) -> Any:
    """Elements that stick out of the page, or whose text is cut off."""
    return phone.page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((one) => {
          const box = one.getBoundingClientRect(), style = getComputedStyle(one);
          if (!box.width || one.closest(".skip, .scroll, svg, option")) return false;
          const beyond = box.right > document.documentElement.clientWidth + 1;
          const clipped = style.overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1;
          return beyond || clipped;
        }).map((one) => `${one.tagName}.${one.className}#${one.id}`)"""
    )


@pytest.fixture(scope="module")
def shown(server: Server) -> dict[str, Callable[[Phone], None]]:
    return dict(scenes(server))


def test_every_scene_is_looked_at(shown: dict[str, Callable[[Phone], None]]) -> None:
    assert set(shown) == set(SCENES)


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_grave_is_found_and_nothing_is_cut_off(
    shown: dict[str, Callable[[Phone], None]], hand_out: Give, scene: str
) -> None:
    """Light and dark; at 195 pixels, which is a phone at 200 %, nothing sticks out."""
    phone = hand_out(DESK if scene.startswith("desk") else PHONE, reduced_motion="reduce")
    shown[scene](phone)
    assert grave(phone) == []
    phone.page.emulate_media(color_scheme="dark")
    assert grave(phone, "color-contrast") == []
    for width in (320, 195):
        phone.page.set_viewport_size({"width": width, "height": 600})
        assert (width, cut(phone)) == (width, [])
    if scene in ("problem", "nowhere"):
        phone.problems.clear()


def tab_to(phone: Phone, wanted: str) -> None:
    """Presses Tab until what has the focus is called this."""
    for _ in range(80):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate(NAME).startswith(wanted):
            return
    raise AssertionError(f"no Tab leads to {wanted}")


NAME = """(() => { const one = document.activeElement;
  return (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent).trim(); })()"""


def test_a_command_is_given_with_the_keyboard_alone(server: Server, hand_out: Give) -> None:
    """Tab and Enter do everything that taps do; each choice takes the focus on to the next."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.sees("Your turn: command a unit")
    tab_to(ana, "a1")
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("button", name="Move", exact=True)).to_be_focused()
    ana.page.keyboard.press("Enter")

    ana.sees("You give a1 Move.")


def test_the_focus_stays_where_a_choice_is_begun_anew(server: Server, hand_out: Give) -> None:
    """“Everything else” leads on to the commands, “start again” back to the unit."""
    ana = hand_out().sit(server.open(opening()), "ana")
    for name, leads in (("everything else", "Move"), ("start again", "a1")):
        ana.page.locator('#board [data-tap="a1"]').click()
        expect(ana.page.get_by_role("button", name="Move", exact=True)).to_be_focused()
        ana.page.get_by_role("button", name=name).focus()
        ana.page.keyboard.press("Enter")
        expect(ana.page.get_by_role("button", name=leads, exact=True)).to_be_focused()


def test_the_focus_is_not_lost_when_the_table_goes_on(server: Server, hand_out: Give) -> None:
    """To a button that is drawn anew, below a sheet, and in place of the one that ended something."""
    game = server.open(opening())
    ben = hand_out().sit(game, "ben")
    ahead = ben.page.get_by_role("button", name="Pass ahead …")
    ahead.focus()
    game.step("ana", do="note", text="Wait a moment.")
    ben.is_told("Wait a moment.")
    expect(ahead).to_be_focused()
    ben.page.keyboard.press("Enter")
    game.step("ana", do="declare", unit="a1", command="move")
    ben.is_told("ana gives a1 Move.")
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("#last button:focus")).to_have_count(1)
    ben.tap("until …")
    ben.tap("until this round ends")
    expect(ben.page.get_by_role("button", name="End it")).to_be_focused()
    ben.page.keyboard.press("Enter")
    expect(ben.page.get_by_role("button", name="End it")).to_have_count(0)
    expect(ben.page.locator("#last button:focus")).to_have_count(1)


def test_the_desk_is_worked_with_the_keyboard_alone(server: Server, hand_out: Give) -> None:
    """Scrub, open a tool, give a reason, read what is undone, confirm."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    judge.page.keyboard.press("Home")
    judge.page.locator("[data-at='0']").wait_for()
    tab_to(judge, "Rewind to the entry shown")
    judge.page.keyboard.press("Enter")
    tab_to(judge, "Because")
    judge.page.keyboard.type("a slip")
    judge.page.keyboard.press("Enter")
    judge.page.locator("#sure[open]").wait_for()
    assert judge.page.evaluate(NAME) == "Leave it as it is"
    tab_to(judge, "Do it")
    judge.page.keyboard.press("Enter")
    judge.sees("entry 2 of 2")


UNDER = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  const x = box.left + Math.min(3, box.width / 2), y = box.top + Math.min(3, box.height / 2);
  const top = document.elementFromPoint(x, Math.min(Math.max(y, 0), innerHeight - 1));
  const seen = one === document.body || !top || one.contains(top) || top.contains(one);
  return seen ? "" : one.outerHTML.slice(0, 80);
}"""
"""What has the focus and lies under something that stays on the screen."""


@pytest.mark.parametrize("size", [(320, 568), (844, 390), DESK])
@pytest.mark.parametrize("path", ["?at=17", "/rules"])
def test_what_has_the_focus_lies_under_nothing(
    server: Server, hand_out: Give, size: tuple[int, int], path: str
) -> None:
    """The scrubber, the search of a rulebook and what can be ruled stay on the screen over what moves."""
    game = played(server, "voidsiege/83-long-with-undo-and-rewind.yaml")
    judge = hand_out(size).sit(game, "judge").visit(f"/games/{game.id}{path}")
    judge.page.get_by_role("searchbox" if path == "/rules" else "slider").first.wait_for()
    under = list[str]()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(70):
            judge.page.keyboard.press(key)
            under.append(judge.page.evaluate(UNDER))
    assert list(filter(None, under)) == []


def test_a_table_is_set_up_with_the_keyboard_alone(hand_out: Give) -> None:
    """A unit is added, named and taken off again; the game is opened."""
    host = hand_out(DESK).visit("/")
    tab_to(host, "a small example")
    host.page.keyboard.press("ArrowRight")
    for who in ("Wolves", "Orks"):
        tab_to(host, "Add a unit")
        host.page.keyboard.press("Enter")
        expect(host.page.locator("[data-name]:focus")).to_have_count(1)
        host.page.keyboard.press("ControlOrMeta+a")
        host.page.keyboard.type(who)
        tab_to(host, "Keep this army")
    tab_to(host, "Open the game")
    host.page.keyboard.press("Enter")
    host.sees("is open")
    host.page.get_by_role("link", name="Open the page of Ana").click()
    host.sees("Orks")


def test_a_game_is_opened_without_javascript(hand_out: Give) -> None:
    """The example, the links, the list of one's own games."""
    host = hand_out(java_script_enabled=False).visit("/")
    host.page.get_by_label("Nullshapers").check()
    host.tap("Open the game")
    host.sees("is open")
    host.page.locator(".brand").click()
    host.sees("with the links of their seats")


def test_the_desk_and_the_table_read_without_javascript(server: Server, hand_out: Give) -> None:
    """The seat is taken by hand; the log, every moment and every rule are links."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    reader = hand_out(DESK, java_script_enabled=False)
    reader.visit(game.links["judge"].partition("#")[0])
    reader.page.locator("#token").fill(game.tokens["judge"])
    reader.tap("Take the seat")
    reader.sees("ana gives “a1”")
    reader.page.locator("#log a").first.click()
    reader.page.locator("[data-at='1']").wait_for()
    reader.page.locator("#moment .cite").first.click()
    reader.page.locator("article:target").wait_for()
    ana = hand_out(java_script_enabled=False).sit(game, "ana")
    expect(ana.page.locator("noscript p")).to_be_visible()
    ana.sees("You give a1 Move.")


HEARD: dict[str, tuple[str, ...]] = {
    "voidsiege": (
        *("status: Zoë charges your Knights", 'button "More"'),
        *('region "Zoë"', "acting", 'button "Grey Wolves"', 'button "Ogre: no run"'),
        *('region "What is under way"', "Zoë charges Knights with Grey Wolves"),
        *('region "Jack"', "You, Jack", "target", 'button "Knights"', 'button "Snipers"'),
        *('region "Knights"', 'button "Move"', 'button "Let it happen"'),
    ),
    "arcane-legions": (
        *("status: Place 2 damage", 'button "More"', 'region "Zoë"', 'button "First Legion"'),
        *('region "What is under way"', "Zoë fights Jade Guard with First Legion"),
        *('heading "Jade Guard"', "dice: 4, 1", "Figure 1, attack, defence, movement"),
        *('region "Max"', "You, Max", 'button "Jade Guard"', "Who of Jade Guard takes the damage?"),
    ),
    "nullshapers": (
        *("status:", "Ana: Jolt at Spark Fox", 'button "More"', 'region "Ana"', "2 void"),
        *('region "The queue"', 'button "Jolt"', "→ Spark Fox", 'region "The planet"'),
        *('button "Glass Archer"', 'button "Spark Fox"', 'region "Ben"', "You, Ben"),
        *('list "hand"', 'button "Veto"', "agent → damage 2", 'button "Pass"'),
    ),
}


@pytest.mark.parametrize("ruleset", HEARD)
def test_a_screen_reader_hears_the_table_in_the_order_of_the_screen(
    server: Server, hand_out: Give, ruleset: str
) -> None:
    """Whose turn it is; the other side, what is under way, one's own; last what is due. No key is read out."""
    game, asked = ASKED[ruleset](server)
    one, ends = hand_out().sit(game, asked), monotonic() + 15
    expect(one.page.locator("#last button").first).to_be_visible()
    expect(one.page.locator("#chooser[aria-busy]")).to_have_count(0)
    main = one.page.locator("main")
    heard = main.aria_snapshot()
    while not all(words in heard for words in HEARD[ruleset]) and monotonic() < ends:
        # What can be chosen comes a moment after the table.
        one.page.wait_for_timeout(50)
        heard = main.aria_snapshot()
    at = 0
    for words in HEARD[ruleset]:
        assert words in heard[at:], words
        at = heard.index(words, at)
    assert re.findall(r"\b[fq]\d+\b", heard) == []
