"""The table in a real browser: two phones play, the other one follows."""

import re
from collections.abc import Callable

import pytest
import yaml
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, PHONE, TABLE, Phone, Server, opening
from tests.adapters.web.test_page_weight import BIG
from tests.application.cases import records

Give = Callable[..., Phone]
"""Milliseconds in which the other phone has it."""
CHARGE = ("a1", "Assault", "b1")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_charge_is_played_on_two_phones_and_watched_by_a_judge(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """Ana charges, ben answers, the judge's desk has every entry within a second."""
    game = server.open(opening())
    ana, ben = hand_out(size).sit(game, "ana"), hand_out(size).sit(game, "ben")
    judge = hand_out(size).sit(game, "judge")

    ana.say(*CHARGE)
    ben.sees("ana charges your b1")
    judge.sees("entry 1 of 1")
    ben.say("b2", "Intervene")
    ana.sees("ben moves b2")
    ben.say("Move b2")
    ana.sees("Move your a1")
    ana.say("Move a1")

    judge.sees("entry 4 of 4")
    judge.sees("ana moves “a1”")
    expect(ana.page).to_have_title(re.compile("your turn"))


def test_whose_chance_it_is_stands_on_top_with_what_is_under_way_in_the_middle(
    server: Server, hand_out: Give
) -> None:
    """One sentence to whoever reads, the charger and the charged together, one's own units below."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="assault", charge=True, target="b1")
    ben = hand_out().sit(game, "ben")

    expect(ben.page.locator(".lead")).to_have_text("ana charges your b1")
    expect(ben.page.locator(".stage .t")).to_have_text("ana charges b1 with a1")
    expect(ben.page.locator(".stage .part")).to_have_text(["move", "shoot", "melee"])
    expect(ben.page.locator("#board .tile .name")).to_have_text(["a1", "a2", "b1", "b2"])
    expect(ben.page.locator("#asked")).to_have_text("b1")


def test_units_are_tapped_to_act_and_as_targets(server: Server, hand_out: Give) -> None:
    """A tap on the own unit begins a command; a tap on the enemy's answers “target?”."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")

    ana.page.locator('[data-tap="a1"]').click()
    ana.choose("Assault")
    expect(ana.page.locator('[data-piece="b1"].wanted')).to_have_count(1)
    ana.page.locator('[data-tap="b1"]').click()

    ana.sees("You charge b1 with a1: Assault.")


def test_a_lane_is_tapped_as_a_target_and_a_wrong_tap_forgets_nothing(
    server: Server, hand_out: Give
) -> None:
    """Its heading and both its sectors are the biome; the judge's desk says what went on the queue."""
    from tests.screenshots import played

    game = played(server, "nullshapers/03-two-answers-in-a-row.yaml", 0)
    ana, judge = hand_out().sit(game, "ana"), hand_out(DESK).sit(game, "judge")
    judge.sees("nothing has been said yet")
    ana.choose("quake")
    expect(ana.page.locator("#asked")).to_have_text("quake")
    ana.page.locator("#board [data-tap='b2']").click()
    ana.page.get_by_role("dialog").get_by_text("There is nothing to be done").wait_for()
    ana.problems.clear()
    ana.tap("Close")
    ana.choose(re.compile("^Play"))
    expect(ana.page.locator(".lane.wanted")).to_have_count(3)
    ana.page.locator("#board [data-tap='b2.ben']").dblclick()
    ana.sees("You play quake at Biome 2.")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    judge.sees("on the queue: quake of ana (q1)")
    judge.sees("every entry is legal")


def test_what_is_not_legal_is_greyed_and_says_why_not_and_when(
    server: Server, hand_out: Give
) -> None:
    """The rule, the reason, when it becomes legal; nothing of it stands in the log."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    ana = hand_out().sit(game, "ana")

    ana.choose("a1", "Move a1")

    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_text("illegal").first.wait_for()
    dialog.locator(".cite").first.wait_for()
    dialog.locator(".when", has_text="legal").wait_for()
    assert "entry 2" not in ana.asks(f"/games/{game.id}").text()


def test_a_grey_step_is_said_anyway_and_stands_on_record(server: Server, hand_out: Give) -> None:
    """It gets its ruling; a judge can overrule it then."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    ana = hand_out().sit(game, "ana")
    ana.choose("a2", "Move")
    ana.tap("Say it anyway")
    expect(ana.page.locator("#now")).to_have_attribute("data-entry", "2")
    ana.sees("Refused: You give a2 Move.")
    assert [one["verdict"] for one in server.log(game)] == ["legal", "illegal"]


def test_a_judge_is_called_from_the_why_not(server: Server, hand_out: Give) -> None:
    """The desk has the question with the answer it got."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    ana, judge = hand_out().sit(game, "ana"), hand_out(DESK).sit(game, "judge")
    ana.choose("a2", "Move")
    ana.tap("Call the judge")
    judge.sees(re.compile("A judge, please: may ana declare a2 move"))
    ana.is_told("You call a judge.")


def test_a_judge_lets_happen_what_only_remarks_came_after(server: Server, hand_out: Give) -> None:
    """A call for the judge never ends what the judge may do."""
    game = server.open(opening())
    ana, judge = hand_out().sit(game, "ana"), hand_out(DESK).sit(game, "judge")
    game.step("ana", do="declare", unit="a2", command="run")
    game.step("ana", do="note", text="A judge, please")
    judge.sees("entry 2 of 2")
    judge.page.keyboard.press("ArrowLeft")
    judge.sees("entry 1 of 2")
    form = judge.opens("Overrule the entry shown").locator("form").first
    form.locator("[name=verdict]").select_option("legal")
    form.locator("[name=because]").fill("both had agreed")
    form.locator("button").last.click()
    judge.tap("Do it")
    ana.is_told("The judge rules on 1: both had agreed.")


def test_a_step_is_typed_and_looked_at_before_it_is_said(server: Server, hand_out: Give) -> None:
    """Words that say no step are told so, and nothing is kept."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.more().tap("Say something else")
    ana.page.get_by_label("In words").fill("a1 dance")
    ana.tap("Look")
    expect(ana.page.locator(".typed .problem")).to_be_visible()
    ana.problems.clear()
    ana.page.get_by_label("In words").fill("a1 assault charge b1")
    ana.tap("Look")
    ana.choose(re.compile("gives “a1” Assault as a Charge"))
    expect(ana.page.locator("#now")).to_have_attribute("data-entry", "1")
    ana.sees("You charge b1 with a1: Assault.")
    assert len(server.log(game)) == 1


def test_every_piece_says_something_true_when_it_is_tapped(server: Server, hand_out: Give) -> None:
    """One's own, the other's, a dead one."""
    game = server.open(opening())
    game.step("ana", do="report", fact="destroyed", unit="b1")
    ana = hand_out().sit(game, "ana")
    for name in ("a1", "b2"):
        ana.choose(name)
        expect(ana.page.locator("#asked")).to_have_text(name)
        ana.tap("start again")
    ana.choose("b1")
    ana.sees("There is nothing")
    ana.problems.clear()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_chip_tells_where_it_comes_from(
    server: Server, hand_out: Give, size: tuple[int, int]
) -> None:
    """A restriction is tapped, a glyph on a phone, words on a laptop: which entry, which rule, until when."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="run")
    game.step("ben", do="decline")
    game.step("ana", do="move", unit="a1")
    ben = hand_out(size).sit(game, "ben")

    ben.page.locator('[data-piece="a1"] .chip').click()

    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_text("It came with entry 3. ana moves “a1”").wait_for()
    dialog.get_by_text("It lasts until the round ends.").wait_for()
    rule = dialog.locator(".cite").first
    expect(rule).to_have_attribute("href", re.compile("/rules#S2$"))


def test_after_a_request_the_dock_is_as_it_was_before(server: Server, hand_out: Give) -> None:
    """What is said to whoever has no scripts came with it, and news took the place of the commands."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    game.step("ana", do="undo")
    ana = hand_out((390, 664)).sit(game, "ana")
    ana.tap("Withdraw: I no longer ask")
    ana.choose("a2")
    expect(ana.page.locator("#story")).to_be_hidden()
    expect(ana.page.locator("#choices button").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("answer", "stands"), [("Take it back", 0), ("Let it stand", 1)])
def test_a_step_is_taken_back_by_consent(
    server: Server, hand_out: Give, answer: str, stands: int
) -> None:
    """Others have gone on: the other phone shows the request, and everything waits for the answer."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")

    ana.tap("Ask to take back my entry 1")
    expect(ben.page.locator("#request .gone")).to_have_text(re.compile("^2 You let it happen.$"))
    ana.tap("Withdraw: I no longer ask")
    ben.page.locator("#request").wait_for(state="detached")
    ana.tap("Ask to take back my entry 1")
    ben.tap(answer)

    ana.is_told("ben agrees." if not stands else "ben lets it stand.")
    ana.page.locator("#request").wait_for(state="detached")
    expect(ana.page.locator(".stage")).to_have_count(stands)


def test_a_step_is_taken_back_at_once_while_nobody_has_gone_on(
    server: Server, hand_out: Give
) -> None:
    """And where there is nothing to take back, the button says so."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.tap("Take back my last step")
    ana.page.get_by_role("dialog").get_by_text("no entry of ana's stands").wait_for()
    ana.tap("Close")
    ana.say("a1", "Move")
    ana.sees("You give a1 Move.")

    ana.tap("Take back my last step")

    ana.sees("You take a step back.")


def test_what_is_typed_stays_while_others_act(server: Server, hand_out: Give) -> None:
    """A remark half written is not lost when the table moves on; nor is what has the focus."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.more().page.locator("#note").fill("half a rem")

    game.step("ben", do="note", text="hello")

    ana.sees("ben: hello")
    expect(ana.page.locator("#note")).to_have_value("half a rem")
    assert ana.page.evaluate("document.activeElement.id") == "note"


def test_a_lost_connection_is_said_and_made_good(server: Server, hand_out: Give) -> None:
    """A step said meanwhile is not lost; what others did is there when the connection is back."""
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    ana.choose("a2")
    expect(ana.page.get_by_role("button", name="Defend")).to_be_visible()
    ana.offline = True
    ana.page.context.set_offline(True)
    ana.tap("Defend")
    ana.sees("There is no connection to the server.")
    ana.page.evaluate("dispatchEvent(new Event('offline'))")
    ana.sees("connection lost")
    ana.tap("Close")
    game.step("ben", do="note", text="where are you?")

    ana.page.context.set_offline(False)

    ana.is_told("ben: where are you?", 6_000)
    ana.page.locator("#link:not(.lost)").wait_for(state="attached")
    ana.tap("Defend")
    ana.sees("You give a2 Defend.")
    assert len(ana.asks(f"/api/games/{game.id}/log").json()["entries"]) == 2


def test_the_phones_find_each_other_again_when_the_server_was_away(
    own_server: Server, hand_out: Give
) -> None:
    """A restart: the link says so, then the game goes on."""
    game = own_server.open(opening())
    ana = hand_out(at=own_server).sit(game, "ana")
    ben = hand_out(at=own_server).sit(game, "ben")
    for one in (ana, ben):
        one.offline = True
    own_server.stop()
    ben.sees("connection lost", 6_000)

    own_server.start()

    ben.page.locator("#link:not(.lost)").wait_for(state="attached")
    ana.say(*CHARGE)
    ben.sees("ana charges your b1", 3_000)


def test_a_spectator_watches_and_does_nothing(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    eyes = hand_out().sit(game, "spectator")
    eyes.sees("ana commands a unit")
    game.step("ana", do="declare", unit="a1", command="move")

    eyes.sees("ana gives a1 Move.")
    expect(eyes.page.locator("[data-step], #chooser")).to_have_count(0)


def test_a_moment_can_be_shared(server: Server, hand_out: Give) -> None:
    """A ruling's number leads to the table after it, which tells what changed."""
    game = server.open(opening(setup=TABLE))
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    ben = hand_out().sit(game, "ben")

    ben.page.get_by_role("link", name=re.compile("^Entry 1:")).click()

    ben.sees("The table after entry 1 of 2")
    ben.sees("What changed")
    expect(ben.page.locator("#play")).to_be_visible()
    ben.page.keyboard.press("ArrowRight")
    ben.sees("The table after entry 2 of 2")
    ben.page.keyboard.press("ArrowLeft")
    ben.sees("The table after entry 1 of 2")
    stranger = hand_out().visit(f"/games/{game.id}?at=1")
    stranger.sees("You have no seat here yet")
    stranger.problems.clear()


def test_the_whole_game_is_a_line_that_can_be_dragged(server: Server, hand_out: Give) -> None:
    """Also for a spectator: refused steps and rounds are marked, and lead there."""
    from tests.screenshots import played

    game = played(server, "voidsiege/82-long-two-rounds.yaml", 30)
    eyes = hand_out().sit(game, "spectator")
    eyes.page.get_by_role("link", name="The whole story").first.click()
    eyes.sees("The table after entry 30 of 30")
    expect(eyes.page.locator("#play")).to_be_visible()
    eyes.page.locator("#at").fill("3")
    eyes.sees("The table after entry 3 of 30")
    expect(eyes.page).to_have_url(re.compile("at=3$"))
    eyes.page.get_by_text(re.compile("^Marks")).click()
    eyes.page.locator(".history a.bead", has_text="illegal").first.click()
    expect(eyes.page.locator(".moment .verdict.illegal").first).to_be_visible()
    eyes.page.get_by_role("link", name="The game now").click()
    eyes.page.locator("#now").wait_for()


def test_dice_and_figures_are_tapped_in(server: Server, hand_out: Give) -> None:
    """Arcane Legions asks for dice: they are tapped as they lie, and the ruling has them."""
    from tests.screenshots import played

    game = played(server, "arcane-legions/17-critical-stands-after-reroll.yaml", 3)
    ana = hand_out().sit(game, "ana")
    for kind in ("attack", "defence"):
        legend = ana.page.locator(".dice legend", has_text=kind)
        expect(legend).to_be_visible()
        for _ in range(int(legend.inner_text().rsplit(" ", 1)[1])):
            ana.tap("add a 6")
    ana.sees("Is that right?")
    ana.tap("back")
    expect(legend).to_be_visible()
    ana.page.locator(".dice input").fill("6 6")
    ana.tap("Done")

    ana.is_told("ana: dice 6")
    assert server.log(game)[-1]["verdict"] == "legal"


@pytest.mark.parametrize("ruleset", BIG)
def test_a_table_that_was_followed_is_the_one_that_is_opened_anew(
    server: Server, hand_out: Give, ruleset: str
) -> None:
    """What did not come again, as it was there already, is where it belongs: after every step, for both."""
    (record,) = (one for one in records(ruleset) if one.stem == BIG[ruleset])
    played = yaml.safe_load(record.read_text("utf-8"))
    game = server.play(played, until=0)
    phones = [hand_out().sit(game, player) for player in played["players"]]
    for n, said in enumerate(played["steps"][:16], start=1):
        game.step(**{key: said[key] for key in said if key not in ("expect", "cites")})
        for phone in phones:
            expect(phone.page.locator("#now")).to_have_attribute("data-entry", str(n))
    for phone in phones:
        followed = phone.page.evaluate(SHOWN)
        phone.page.reload()
        assert phone.page.evaluate(SHOWN) == followed


SHOWN = """() => ["board", "story", "chance"].map((id) => {
  const shown = document.getElementById(id).cloneNode(true);
  for (const one of shown.querySelectorAll("*")) {
    one.classList.remove("wanted", "barred", "chosen", "can");
    if (!one.className) one.removeAttribute("class");
  }
  return shown.outerHTML.replaceAll(/ style="[^"]*"/g, "");
})"""
"""What stands on the page, but for what a finger has lit."""
