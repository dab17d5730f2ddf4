"""Games played, watched and judged in a real browser."""

import re
from collections.abc import Callable

import pytest

from tests.adapters.pages.hall import DESK, PHONE, TABLE, Phone, Server, opening

Give = Callable[..., Phone]


def say(player: Phone, *choices: str) -> None:
    """Taps these one after the other, and says it."""
    for choice in choices:
        player.page.locator("#choices").get_by_role("button", name=choice, exact=True).click()
    player.tap("Say it")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_charge_is_played_on_two_phones_and_watched_by_a_judge(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """Ana charges, ben answers, the judge's desk has every entry within a second."""
    game = server.open(opening())
    ana, ben = hand_out(size).sit(game, "ana"), hand_out(size).sit(game, "ben")
    judge = hand_out(DESK).sit(game, "judge")

    say(ana, "declare", "a1", "assault", "as a Charge", "b1")

    ben.sees("It is up to you", timeout=1500)
    judge.sees("ana: declare unit a1", timeout=1500)
    say(ben, "react", "b2", "intervene")
    ana.sees("ben: react unit b2", timeout=1500)
    say(ben, "move", "carried out")
    say(ana, "move", "carried out")
    ana.sees("ana: move unit a1")
    assert (
        game.server.post(
            f"/api/games/{game.id}/steps", {"do": "note", "text": "x"}, game.tokens["judge"]
        )["n"]
        == 5
    )


def test_what_is_not_legal_says_why_not_and_when(server: Server, hand_out: Give) -> None:
    """A greyed step is tapped: the rule, the reason, and when it becomes legal."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    ana = hand_out().sit(game, "ana")

    ana.page.locator("#choices .grey").first.click()

    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_text("illegal").first.wait_for()
    dialog.locator(".cite").first.wait_for()


def test_a_chip_tells_where_it_comes_from(server: Server, hand_out: Give) -> None:
    """A restriction is tapped: which entry, which rule, until when."""
    game = server.open(opening())
    for step in (
        {"by": "ana", "do": "declare", "unit": "a1", "command": "run"},
        {"by": "ben", "do": "decline"},
        {"by": "ana", "do": "move", "unit": "a1"},
    ):
        game.step(**step)
    ben = hand_out().sit(game, "ben")

    ben.page.locator('[data-piece="a1"] .chip').click()

    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_text(re.compile("It came with entry 3")).wait_for()
    dialog.get_by_text("until").wait_for()


def test_an_undo_is_asked_for_and_agreed_to(server: Server, hand_out: Give) -> None:
    """The other phone shows the request, and everything waits for the answer."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")

    ana.tap("Take back my last step")
    ben.tap("Agree: take it back")

    ana.sees("ben: consent", timeout=2000)
    ana.page.locator(".chance.yours").wait_for()


def test_a_rewind_at_the_desk_is_seen_on_both_phones(server: Server, hand_out: Give) -> None:
    """The confirmation shows exactly what will be undone."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")
    judge = hand_out(DESK).sit(game, "judge")

    judge.page.keyboard.press("Home")
    judge.sees("entry 0 of 2")
    judge.page.get_by_text("Rewind to the entry shown").click()
    judge.page.locator("[data-form=rewind] [name=because]").fill("wrong unit")
    judge.tap("Rewind…")
    judge.sees("Taken back, newest first:")
    judge.tap("Do it")

    for one in (ana, ben):
        one.sees("judge: rewind", timeout=2000)
    judge.sees("entry 3 of 3")


def test_a_lost_connection_is_said_and_made_good(server: Server, hand_out: Give) -> None:
    """What happened meanwhile is there as soon as the connection is back."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.sees("What do you do?")
    ana.offline = True
    ana.page.context.set_offline(True)
    ana.page.evaluate("dispatchEvent(new Event('offline'))")
    ana.sees("connection lost")
    game.step("ana", do="declare", unit="a1", command="move")
    say(ana, "declare", "a2", "defend")
    ana.sees("try again")
    ana.page.keyboard.press("Escape")

    ana.page.context.set_offline(False)

    ana.sees("ana: declare unit a1", timeout=8000)
    ana.page.locator("#link:not(.lost)").wait_for(state="attached")


def test_a_command_is_given_with_the_keyboard_alone(server: Server, hand_out: Give) -> None:
    """Tab and Enter do everything that taps do."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.sees("What do you do?")
    for choice in ("declare", "a1", "move", "no Charge"):
        button = ana.page.locator("#choices").get_by_role("button", name=choice, exact=True)
        for _ in range(60):
            if button.evaluate("b => b === document.activeElement"):
                break
            ana.page.keyboard.press("Tab")
        ana.page.keyboard.press("Enter")
    for _ in range(60):
        if ana.page.evaluate("document.activeElement.textContent") == "Say it":
            break
        ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")

    ana.sees("ana: declare unit a1, command move")


def test_a_record_is_dropped_and_scrubbed(server: Server, hand_out: Give) -> None:
    """The account, the first entry that is not legal, the scrubber by key."""
    judge = hand_out(DESK).visit("/")
    judge.page.locator("#record").set_input_files(
        "tests/conformance/voidsiege/83-long-with-undo-and-rewind.yaml"
    )
    judge.page.wait_for_url(re.compile("/games/"))
    judge.sees("entry 27 of 27")

    judge.page.keyboard.press("Home")
    judge.sees("entry 0 of 27")
    judge.page.keyboard.press("ArrowRight")
    judge.page.locator("[data-at='1']").wait_for()
    judge.page.keyboard.press("i")
    judge.page.locator("[data-at='9']").wait_for()
    judge.sees("undetermined")
    judge.page.get_by_text("Why this ruling?").click()
    judge.page.locator("[data-tool=why] li").first.wait_for()
    judge.page.get_by_text("The point of error").click()
    judge.page.locator("[data-tool=audit] li").first.wait_for()


def test_a_game_is_opened_in_under_a_minute(server: Server, hand_out: Give) -> None:
    """Names, units, one button: a link and a QR code for every seat."""
    host = hand_out().visit("/")
    host.page.get_by_label("First player", exact=True).fill("zoë")
    host.page.get_by_label("Second player", exact=True).fill("mika")
    host.tap("Open the game")
    host.sees("is open")
    assert host.page.locator(".qr svg").count() == 4

    host.page.get_by_role("link", name="Open the page of zoë").click()

    host.sees("It is up to you, zoë.")


def test_what_is_wrong_with_a_set_up_is_said_on_the_form(server: Server, hand_out: Give) -> None:
    """One sentence, and nothing typed is lost."""
    host = hand_out().visit("/")
    host.problems_expected = True  # type: ignore[attr-defined]
    host.page.get_by_label("Second player", exact=True).fill("ana")
    host.tap("Open the game")
    host.page.get_by_role("alert").wait_for()
    assert host.page.get_by_label("Second player", exact=True).input_value() == "ana"
    host.problems.clear()


def test_the_desk_reads_without_javascript(server: Server, hand_out: Give) -> None:
    """The log, the moment and every entry are there."""
    game = server.open(opening(setup=TABLE))
    game.step("ana", do="declare", unit="a1", command="move")
    reader = hand_out(DESK, java_script_enabled=False)
    reader.visit(game.links["judge"].partition("#")[0])
    reader.page.locator("noscript input, #t").first.fill(game.tokens["judge"])
    reader.page.locator("noscript button, form:has(#t) button").first.click()
    reader.sees("ana: declare unit a1")
    reader.page.get_by_role("link", name=re.compile("ana: declare")).click()
    reader.sees("Entry 1")
