"""The judge's desk in a real browser: any moment at once, asked about, decided on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from application.records.records import record_of
from application.records.replay import replay
from tests.adapters.pages.hall import DESK, PHONE, Phone, Played, Server, opening
from tests.adapters.pages.tables import queued
from tests.screenshots import played

Give = Callable[..., Phone]
RECORD = Path("tests/conformance/voidsiege/83-long-with-undo-and-rewind.yaml")


@pytest.fixture(scope="module")
def disputed(server: Server) -> Played:
    """A game of 27 entries, with an undo and a rewind in it; nobody goes on with it."""
    return played(server, "voidsiege/83-long-with-undo-and-rewind.yaml")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_record_is_scrubbed_at_the_desk(hand_out: Give, size: tuple[int, int]) -> None:
    """It is dropped, opened as a game; the log, the first entry that is not legal, every moment by key."""
    judge = hand_out(size).visit("/replay")
    judge.page.locator("#record").set_input_files(RECORD)
    judge.page.get_by_text("Open it as a game").click()
    judge.tap("To the judge's desk")
    judge.page.wait_for_url(re.compile("/games/"))
    judge.sees("entry 27 of 27")
    judge.sees("first not legal: entry 9")

    for key, n in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("i", 9),
        ("i", 17),
        ("ArrowLeft", 16),
        ("End", 27),
    ):
        judge.page.keyboard.press(key)
        judge.page.locator(f"[data-at='{n}']").wait_for()
    expect(judge.page).to_have_url(re.compile(r"\?at=27$"))


def test_a_file_dropped_by_hand_is_played_back_and_played_on(hand_out: Give) -> None:
    """Marks lead to their entries, one request brings the moments around; nothing is opened before."""
    phone = hand_out().visit("/")
    dropped = phone.page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'a.yaml')); return all; }",
        RECORD.read_text("utf-8").replace("expect: illegal", "expect: legal", 1),
    )
    phone.page.dispatch_event("#drop", "drop", {"dataTransfer": dropped})
    heading = phone.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("The table after entry 0")
    expect(phone.page.locator("#play")).to_be_visible()
    phone.page.get_by_text("1 place differs from the record").click()
    phone.page.get_by_role("link", name="entry 17", exact=True).click()
    expect(heading).to_contain_text("The table after entry 17")
    phone.sees("the record expects legal")
    with phone.page.expect_request("**/replay") as asked:
        phone.page.get_by_role("slider").fill("2")
    assert asked.value.method == "POST"
    expect(heading).to_contain_text("The table after entry 2")
    phone.page.get_by_text("Open it as a game").click()
    phone.tap("Play on from entry 2")
    phone.page.wait_for_url(re.compile("/links$"))


def test_a_file_stays_where_it_was_after_a_look_at_a_rule_and_after_a_reload(
    hand_out: Give,
) -> None:
    """Both in this tab, which keeps it; the rule is that of the file's edition."""
    phone = hand_out().visit("/replay")
    phone.page.locator("#record").set_input_files(RECORD)
    heading = phone.page.get_by_role("heading", level=1)
    expect(phone.page.locator("#play")).to_be_visible()
    phone.page.get_by_role("slider").fill("9")
    expect(heading).to_contain_text("The table after entry 9")
    phone.page.locator("#past-body .cite").first.click()
    phone.page.wait_for_url(re.compile("/rules/voidsiege/2025.1#"))
    phone.page.go_back()
    expect(heading).to_contain_text("The table after entry 9")
    expect(phone.page.locator("#play")).to_be_visible()
    phone.page.get_by_role("slider").fill("4")
    expect(heading).to_contain_text("The table after entry 4")
    phone.page.reload()
    expect(heading).to_contain_text("The table after entry 4")
    expect(phone.page.locator("#play")).to_be_visible()
    phone.page.go_back()
    expect(heading).to_have_text("Replay a record")


def test_the_whole_story_is_a_list_of_all_entries_that_leads_to_each(
    disputed: Played, hand_out: Give
) -> None:
    """As the seat may see them; at a file that is replayed too."""
    ana = hand_out().sit(disputed, "ana")
    ana.page.get_by_role("link", name="The whole story").click()
    rows = ana.page.locator("#entries li")
    expect(rows).to_have_count(27)
    expect(rows.last).to_be_in_viewport()
    expect(rows.last.locator("a")).to_have_attribute("aria-current", "true")
    rows.nth(8).locator("a").click()
    heading = ana.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("The table after entry 9")
    expect(ana.page.locator("#entries [aria-current]")).to_have_attribute("data-go", "9")

    file = hand_out().visit("/replay")
    file.page.locator("#record").set_input_files(RECORD)
    expect(file.page.locator("#play")).to_be_visible()
    file.page.locator("#entries > summary").click()
    file.page.locator("#entries [data-go='17']").click()
    expect(file.page.get_by_role("heading", level=1)).to_contain_text("The table after entry 17")


def test_what_a_finger_taps_at_the_desk_is_large_enough(disputed: Played, hand_out: Give) -> None:
    """Entries, what leads to the next of them, the tools, the way to the rules."""
    judge = hand_out((360, 640), has_touch=True, is_mobile=True).sit(disputed, "judge")
    judge.sees("entry 27 of 27")
    low = judge.page.evaluate(
        """() => [...document.querySelectorAll("#log a, #log button, .scrubber button, summary, header.page a")]
        .filter((one) => one.offsetHeight && one.offsetHeight < 44).map((one) => one.textContent.trim())"""
    )
    assert low == []


def test_on_a_small_phone_the_ruling_and_what_can_be_ruled_stand_on_the_first_screen(
    disputed: Played, hand_out: Give
) -> None:
    """The log above them is shut until it is wanted; a screen reader hears them as they stand."""
    judge = hand_out((360, 640), has_touch=True, is_mobile=True).sit(disputed, "judge")
    judge.visit(f"/games/{disputed.id}?at=17")
    main, log = judge.page.locator("main"), judge.page.locator("#log")
    ruling = judge.page.get_by_role("heading", name="Refused:")
    due = [judge.page.get_by_text(words) for words in ("It stands:", "it counts", "Back to before")]
    opens = judge.page.locator("#entries")
    for one in (opens, ruling, *due):
        expect(one).to_be_in_viewport(ratio=1)
    expect(log).to_be_hidden()
    heard = main.aria_snapshot()
    order = [heard.index(words) for words in ("Entries", "Refused:", "It stands", "Overrule")]
    assert order == sorted(order)
    tops = [one.evaluate("one => one.getBoundingClientRect().top") for one in (opens, ruling, *due)]
    assert tops == sorted(tops)

    opens.click()
    expect(log.locator("[aria-current]")).to_be_in_viewport()
    judge.on(log.locator("[data-go='16']"))
    judge.page.locator("[data-at='16']").wait_for()
    opens.click()
    expect(log).to_be_hidden()


@pytest.mark.parametrize(("locale", "verdict"), [("en", "Refused:"), ("de", "Abgelehnt:")])
def test_on_the_smallest_phone_nothing_lies_over_the_ruling(
    disputed: Played, hand_out: Give, locale: str, verdict: str
) -> None:
    judge = hand_out((320, 568), locale=locale).sit(disputed, "judge")
    judge.visit(f"/games/{disputed.id}?at=17")
    reads = judge.page.get_by_role("heading", name=verdict)
    expect(reads).to_be_in_viewport(ratio=1)
    shown = """one => {
        const { left, bottom } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + 4, bottom - 4));
    }"""
    assert reads.evaluate(shown)


def test_a_moment_that_cannot_be_fetched_is_said_and_the_slider_goes_back(
    disputed: Played, hand_out: Give
) -> None:
    """Once the line is there again, so are the moments."""
    ana = hand_out().sit(disputed, "ana").visit(f"/games/{disputed.id}?at=4")
    heading, slider = ana.page.locator("h1"), ana.page.get_by_role("slider")
    expect(ana.page.locator("#play")).to_be_visible()
    ana.offline = True
    ana.page.context.set_offline(True)
    slider.fill("9")
    ana.sees("There is no connection to the server.")
    expect(heading).to_contain_text("The table after entry 4")
    ana.tap("Close")
    expect(slider).to_have_value("4")
    ana.page.context.set_offline(False)
    slider.fill("9")
    expect(heading).to_contain_text("The table after entry 9")
    assert ana.problems == []


def test_a_judge_far_down_the_desk_is_told_that_the_line_is_lost(
    disputed: Played, hand_out: Give
) -> None:
    """Not over the scrubber, which stays on top; what they are typing stays."""
    judge = hand_out((360, 640)).sit(disputed, "judge")
    because = judge.opens("Rewind to the entry shown").locator("[name=because]")
    because.fill("wrong unit")
    expect(judge.page.locator(".brand")).not_to_be_in_viewport()
    judge.offline = True
    judge.page.context.set_offline(True)
    judge.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(judge.page.locator("#link.lost")).to_be_in_viewport(ratio=1)
    said, line = (judge.page.locator(part).bounding_box() for part in ("#link", ".scrubber"))
    assert said is not None
    assert line is not None
    assert said["y"] >= line["y"] + line["height"]
    judge.page.context.set_offline(False)
    expect(judge.page.locator("#link")).to_have_text("")
    expect(because).to_have_value("wrong unit")


def test_a_moment_that_could_not_be_fetched_is_there_once_the_line_is(
    disputed: Played, hand_out: Give
) -> None:
    judge = hand_out(DESK).sit(disputed, "judge")
    judge.offline = True
    judge.page.context.set_offline(True)
    judge.page.get_by_role("button", name="One entry back").click()
    expect(judge.page.locator("#moment")).to_have_text("There is no connection to the server.")
    judge.page.context.set_offline(False)
    judge.page.locator("[data-at='26']").wait_for()


def test_a_line_lost_right_after_a_ruling_is_no_fault_of_the_page(
    server: Server, hand_out: Give
) -> None:
    """The ruling is in the log; the desk shows it once the line is there again."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    judge.offline = True
    judge.page.route("**/log?after=*", lambda route: route.abort())
    with judge.page.expect_event("requestfailed"):
        judge.tap("It stands: legal")
    # Asked by what was decided and by the feed, in either order, and once more.
    judge.page.wait_for_event("requestfailed")
    judge.page.wait_for_event("requestfailed")
    judge.page.unroute("**/log?after=*")
    judge.sees("entry 2 of 2")
    assert judge.problems == []


def test_a_desk_moved_more_often_than_a_browser_lets_its_address_goes_on(
    disputed: Played, hand_out: Give
) -> None:
    """Safari throws after a hundred times in half a minute; the sheet is of the entry shown all the same."""
    judge = hand_out(DESK)
    judge.page.add_init_script("history.replaceState = () => { throw new Error('too often'); };")
    judge.sit(disputed, "judge")
    judge.page.keyboard.press("ArrowLeft")
    judge.page.locator("[data-at='26']").wait_for()
    expect(judge.page.locator("#sheet")).to_have_attribute("href", re.compile("/sheet/26$"))


def test_a_link_that_cannot_be_copied_is_that_of_the_entry_shown(
    disputed: Played, hand_out: Give
) -> None:
    """A page that is not encrypted may copy nothing."""
    judge = hand_out(DESK)
    judge.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {});")
    judge.sit(disputed, "judge")
    link = judge.page.get_by_label("Link to this moment")
    for n in (27, 26):
        judge.page.locator(f"[data-at='{n}']").wait_for()
        expect(link).to_be_hidden()
        judge.tap("copy link")
        expect(link).to_have_value(re.compile(rf"/games/{disputed.id}\?at={n}$"))
        judge.page.get_by_role("button", name="One entry back").click()


def test_on_a_low_laptop_the_ruling_is_read_beside_what_can_be_ruled(
    disputed: Played, hand_out: Give
) -> None:
    """The buttons took so much of the column that not even the verdict was seen."""
    judge = hand_out((1366, 620)).sit(disputed, "judge").visit(f"/games/{disputed.id}?at=17")
    judge.page.locator("[data-at='17']").wait_for()
    due = judge.page.locator(".rule-on > div").first
    expect(due).to_be_in_viewport(ratio=1)
    below = "one => one.getBoundingClientRect().bottom"
    for part in (".told", ".ruled"):
        assert judge.page.locator(part).evaluate(below) <= due.evaluate(
            "one => one.getBoundingClientRect().top"
        )


@pytest.mark.parametrize("size", [(1024, 700), DESK])
def test_an_open_tool_has_the_room_to_be_read_and_the_verdict_stays(
    disputed: Played, hand_out: Give, size: tuple[int, int]
) -> None:
    judge = hand_out(size).sit(disputed, "judge")
    tools = judge.page.locator(".tools")
    room = "one => one.clientHeight / innerHeight"
    assert tools.evaluate(room) < 0.3
    judge.opens("Why this ruling?")
    assert tools.evaluate(room) > 0.5
    expect(judge.page.locator(".ruling .told")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 640), (768, 700)])
def test_tools_are_opened_below_the_scrubber(
    disputed: Played, hand_out: Give, size: tuple[int, int]
) -> None:
    """Which stays on top of a phone; it lay over the first of them and over the one that a ruling opens."""
    judge = hand_out(size).sit(disputed, "judge")
    judge.sees("entry 27 of 27")
    bottom = "document.querySelector('.scrubber').getBoundingClientRect().bottom"
    top = "one => one.getBoundingClientRect().top"
    judge.page.get_by_role("link", name="Tools").click()
    first = judge.page.get_by_role("heading", name="What do you want to know?")
    expect(first).to_be_in_viewport(ratio=1)
    assert first.evaluate(top) >= judge.page.evaluate(bottom)
    judge.page.get_by_role("button", name="Overrule: it does not count").click()
    summary = judge.page.locator("#open-overrule > summary")
    expect(summary).to_be_in_viewport(ratio=1)
    assert summary.evaluate(top) >= judge.page.evaluate(bottom)


def test_a_move_of_the_scrubber_is_one_small_request(disputed: Played, hand_out: Give) -> None:
    """One answer of a few kilobytes; none when the moment was seen before."""
    judge = hand_out(DESK).sit(disputed, "judge")
    judge.page.wait_for_load_state("load")
    asked: list[str] = []
    judge.page.on("request", lambda request: asked.append(request.url))

    judge.page.keyboard.press("ArrowLeft")
    judge.page.locator("[data-at='26']").wait_for()
    judge.page.keyboard.press("ArrowRight")
    judge.page.locator("[data-at='27']").wait_for()
    judge.page.keyboard.press("ArrowLeft")
    judge.page.locator("[data-at='26']").wait_for()

    moves = [url for url in asked if "/at/" in url]
    assert [url.rpartition("/")[2] for url in moves] == ["26", "27"]
    assert len(judge.asks(f"/games/{disputed.id}/at/26").body()) < 10_000


def test_what_changed_at_an_entry_is_told_and_shown(disputed: Played, hand_out: Give) -> None:
    judge = hand_out(DESK).sit(disputed, "judge").visit(f"/games/{disputed.id}?at=12")
    judge.sees("What changed")
    expect(
        judge.page.locator(".tile.glow .name", has_text=re.compile("^[ab]1")).first
    ).to_be_visible()


def test_what_was_taken_back_is_folded_and_found(disputed: Played, hand_out: Give) -> None:
    """A stretch a line; a tap unfolds it; searching and filters look into it too."""
    judge = hand_out(DESK).sit(disputed, "judge")
    hidden = judge.page.locator("#log li[data-v] [data-go='20']")
    expect(hidden).to_be_hidden()
    judge.tap("show entries 19 to 22, taken back")
    expect(hidden).to_be_visible()

    judge.page.get_by_label("Which entries").select_option("not legal")
    rows = judge.page.locator("#log li[data-v]:visible")
    expect(rows).to_have_count(3)
    judge.page.get_by_label("Search the log").fill("overrun")
    expect(rows).to_have_count(1)
    judge.page.get_by_label("Search the log").fill("no such words")
    judge.sees("No entry matches.")


def test_an_entry_is_found_by_the_words_of_its_ruleset_too(
    disputed: Played, hand_out: Give
) -> None:
    """What the line does not say stands behind it: a screen reader reads each entry once."""
    judge = hand_out(DESK).sit(disputed, "judge")
    words = judge.page.locator("#log .words", has_text="lets it happen").first
    expect(words).not_to_contain_text("unanswered")
    judge.page.get_by_label("Search the log").fill("lets it go unanswered")
    expect(words).to_be_visible()


def test_every_question_is_answered_with_its_rules_and_entries(
    disputed: Played, hand_out: Give
) -> None:
    """Why, why not and when, the point of error, the difference, another reading."""
    judge = hand_out(DESK).sit(disputed, "judge").visit(f"/games/{disputed.id}?at=17")
    why = judge.opens("Why this ruling?")
    why.get_by_text("Rules", exact=True).wait_for()
    expect(why.locator(".cite").first).to_have_attribute("href", f"/games/{disputed.id}/rules#S1")
    expect(why.locator("[data-go]").first).to_be_attached()

    whynot = judge.opens("Why not?")
    whynot.locator("[name=step]").fill("ben decline")
    whynot.get_by_role("button", name="Ask").click()
    whynot.get_by_text("When", exact=True).wait_for()

    audit = judge.opens("The point of error")
    audit.get_by_text("entry 9").first.wait_for()
    diff = judge.opens("What differs from another entry")
    diff.locator("[name=with]").fill("16")
    diff.get_by_role("button").click()
    diff.get_by_text("Nothing on the table differs").wait_for()
    reading = judge.opens("Under another reading")
    reading.get_by_role("button").click()
    reading.get_by_text(re.compile("The result")).wait_for()


def test_the_desk_says_who_saw_what_of_the_hidden_things(server: Server, hand_out: Give) -> None:
    game = played(server, "nullshapers/71-deep-queue.yaml", 3)
    judge = hand_out(DESK).sit(game, "judge")
    told = judge.opens("Who saw what of the hidden things, and when")
    expect(told.locator("li:has([data-go])").first).to_contain_text("plays")


def test_cards_and_people_are_called_by_their_names_where_it_is_weighed_to_go_back(
    server: Server, hand_out: Give
) -> None:
    """“hand0” and the word of a seat say nothing to a judge."""
    game, _ = queued(server)
    judge = hand_out(PHONE).sit(game, "judge").visit(f"/games/{game.id}?at=0")
    expect(
        judge.opens("Back up to the entry shown").get_by_label("Ana", exact=True)
    ).to_be_visible()
    judge.page.keyboard.press("End")
    judge.page.locator("[data-at='1']").wait_for()
    told = judge.opens("Who saw what of the hidden things")
    expect(told).to_contain_text("Null Medic")
    expect(told).not_to_contain_text("hand4")


def test_the_heart_of_a_ruling_is_a_record_to_take_away(disputed: Played, hand_out: Give) -> None:
    judge = hand_out(DESK).sit(disputed, "judge").visit(f"/games/{disputed.id}?at=17")
    heart = judge.opens("The heart of it")
    record = heart.get_by_role("region", name="The record")
    expect(record).to_contain_text("expect: illegal, cites: [S1, E1]")
    expect(heart).to_contain_text("steps of 17 are left")
    found = replay(record_of(record.text_content() or ""))
    assert found.mismatches == ()
    judge.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    heart.get_by_role("button", name="Copy the record").click()
    expect(heart.get_by_role("button", name="copied")).to_be_visible()
    assert judge.page.evaluate("navigator.clipboard.readText()") == record.text_content()


def test_a_step_that_cannot_be_read_is_answered_with_a_sentence(
    disputed: Played, hand_out: Give
) -> None:
    judge = hand_out(DESK).sit(disputed, "judge")
    whynot = judge.opens("Why not?")
    whynot.locator("[name=step]").fill("by=nobody do=declare")
    whynot.get_by_role("button", name="Ask").click()
    whynot.get_by_role("alert").get_by_text("“by” is one of ana, ben, judge").wait_for()
    judge.problems.clear()


def test_a_branch_is_a_game_of_its_own(disputed: Played, hand_out: Give) -> None:
    judge = hand_out(DESK).sit(disputed, "judge").visit(f"/games/{disputed.id}?at=8")
    branch = judge.opens("What if: a branch from here")
    branch.get_by_role("button").click()
    link = branch.get_by_role("link", name="Open it as judge").get_attribute("href")
    judge.visit(link)
    judge.sees("entry 8 of 8")
    judge.sees(f"{disputed.id}@8")


def test_what_a_judge_rules_on_the_entry_shown_is_a_tap_away(
    server: Server, hand_out: Give
) -> None:
    """It stands, with a tap; the verdict it does not have, and going back, with a reason."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    ruling = judge.page.get_by_role("group", name="What do you rule?")
    ruling.get_by_role("button", name="It stands: legal").click()
    judge.sees("Entry 1 stands: legal.")

    judge.page.locator("[data-go='1']").first.click()
    judge.page.locator("[data-at='1']").wait_for()
    ruling.get_by_role("button", name="Overrule: it does not count").click()
    form = judge.page.locator("[data-form=overrule]")
    expect(form.locator("[name=verdict]")).to_have_value("illegal")
    expect(form.locator("[name=because]")).to_be_focused()
    ruling.get_by_text("Back to before 1").click()
    judge.page.locator("[data-at='0']").wait_for()
    judge.page.locator("[data-tool=backup] .result .stack").first.wait_for()
    expect(ruling).to_have_count(0)


def test_a_rewind_at_the_desk_is_seen_on_both_phones(server: Server, hand_out: Give) -> None:
    """The confirmation shows exactly what is undone; both phones have it within a second."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")
    judge = hand_out(DESK).sit(game, "judge")
    judge.page.keyboard.press("Home")
    judge.page.locator("[data-at='0']").wait_for()
    form = judge.opens("Rewind to the entry shown")
    form.locator("[name=because]").fill("wrong unit")
    form.get_by_role("button").click()

    judge.page.locator("#sure[open]").wait_for()
    shown = judge.page.locator("#sure li").all_inner_texts()
    assert [line for line in shown if line[0].isdigit()] == [
        "2 ben lets it go unanswered",
        "1 ana gives “a1” Move",
    ]
    judge.tap("Do it")

    for one in (ana, ben):
        one.sees("The judge puts the game back to 0: wrong unit.")
        expect(one.page.locator(".stage")).to_have_count(0)
    judge.sees("entry 3 of 3")
    judge.sees("show entries 1 to 2, taken back")


def test_nothing_is_undone_that_was_not_shown(server: Server, hand_out: Give) -> None:
    """While the judge reads, somebody goes on: the judge is told, and looks again."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    judge.page.keyboard.press("Home")
    judge.page.locator("[data-at='0']").wait_for()
    form = judge.opens("Rewind to the entry shown")
    form.locator("[name=because]").fill("wrong unit")
    form.get_by_role("button").click()
    judge.page.locator("#sure[open]").wait_for()
    game.step("ben", do="decline")

    judge.tap("Do it")

    judge.sees("nothing was done")
    assert len(server.log(game)) == 2
    judge.problems.clear()


def test_the_verdict_that_a_judge_chose_before_the_page_listened_stays(
    server: Server, hand_out: Give
) -> None:
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="overrun")
    judge, held = hand_out(DESK), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    judge.page.route("**/static/*desk*.js*", hold)
    judge.sit(game, "judge", wait_until="commit")
    chosen = judge.opens("Overrule the entry shown").locator("[name=verdict]")
    expect(chosen).to_have_value("legal")
    chosen.select_option("illegal")
    held[0].continue_()
    judge.page.wait_for_load_state("load")
    expect(chosen).to_have_value("illegal")


def test_what_a_judge_chose_while_a_ruling_was_on_its_way_stays(
    server: Server, hand_out: Give
) -> None:
    """Whether its answer or the news of it comes first."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge, held = hand_out(DESK).sit(game, "judge"), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    judge.page.route("**/say", hold)
    ruling = judge.page.get_by_role("group", name="What do you rule?")
    with judge.page.expect_request("**/say"):
        ruling.get_by_role("button", name="It stands: legal").click()
    judge.page.locator("[data-go='0']").first.click()
    judge.page.locator("[data-go='1']").first.click()
    judge.page.locator("[data-at='1']").wait_for()
    with judge.page.expect_response("**/log?after=*"):
        ruled = held[0].fetch()
    judge.sees("entry 1 of 2")
    held[0].fulfill(response=ruled)
    judge.sees("Entry 1 stands: legal.")
    judge.sees("entry 1 of 2")


def test_what_a_judge_writes_about_the_newest_entry_stays_while_the_game_goes_on(
    server: Server, hand_out: Give
) -> None:
    """It is about the entry shown: the desk goes along once it is said."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    statement = judge.opens("The docket").locator("[name=text]").first
    statement.fill("ana says it was out of range")
    judge.page.keyboard.press("Tab")
    game.step("ben", do="decline")
    judge.sees("entry 1 of 2")
    expect(statement).to_have_value("ana says it was out of range")
    statement.fill("")

    judge.page.locator("[data-by=end]").click()
    judge.page.locator("[data-at='2']").wait_for()
    because = judge.opens("Overrule the entry shown").locator("[name=because]")
    because.fill("not in range")
    game.step("ana", do="move", unit="a1")
    judge.sees("entry 2 of 3")
    because.press("Enter")
    expect(judge.page.locator("#sure-title")).to_have_text(re.compile("Entry 2 "))
    game.step("ben", do="note", text="we go on")
    judge.sees("entry 2 of 4")


def test_a_reason_half_written_keeps_its_entry_also_without_the_focus(
    server: Server, hand_out: Give
) -> None:
    """A tap beside it, or shutting its tool; once it is said, or wiped, the desk goes along again."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    tool = judge.opens("Overrule the entry shown")
    because = tool.locator("[name=because]")
    because.fill("not in ra")
    judge.page.get_by_role("heading").first.click()
    expect(because).not_to_be_focused()
    game.step("ben", do="decline")
    judge.sees("entry 1 of 2")
    tool.locator("summary").click()
    game.step("ana", do="note", text="we wait")
    judge.sees("entry 1 of 3")
    tool.locator("summary").click()
    expect(because).to_have_value("not in ra")
    because.fill("")
    judge.page.get_by_role("heading").first.click()
    judge.page.locator("[data-by=end]").click()
    game.step("ana", do="move", unit="a1")
    judge.sees("entry 4 of 4")

    because.fill("not in range")
    because.press("Enter")
    judge.tap("Do it")
    judge.sees("entry 5 of 5")
    expect(because).to_have_value("")


def test_a_yes_to_one_decision_is_none_to_another(server: Server, hand_out: Give) -> None:
    """Both were on their way while the line was slow: they are asked about one after the other."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    judge, held = hand_out(DESK).sit(game, "judge"), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    judge.page.route("**/tried", hold)
    said = list[str]()
    judge.page.on("request", lambda one: said.append(one.url) if one.url.endswith("/say") else None)
    for tool in ("Overrule the entry shown", "Rewind to the entry shown"):
        form = judge.opens(tool).locator("form").first
        form.locator("[name=because]").fill("wrong unit")
        form.get_by_role("button").click()
        judge.page.get_by_role("button", name="One entry back").click()
        judge.page.locator("[data-at='1'], [data-at='0']").first.wait_for()
    title = judge.page.locator("#sure-title")
    held[0].continue_()
    expect(title).to_have_text(re.compile("Entry 2 "))
    with judge.page.expect_response("**/tried"):
        held[1].continue_()
    expect(title).to_have_text(re.compile("Entry 2 "))
    with judge.page.expect_response("**/say"):
        judge.tap("Do it")
    expect(title).to_have_text(re.compile("Rewind to entry"))
    judge.page.keyboard.press("Escape")
    assert len(said) == 1
    assert [one["said"]["do"] for one in server.log(game)] == ["declare", "decline", "overrule"]


def test_an_entry_that_came_since_is_compared_with(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    judge = hand_out(DESK).sit(game, "judge")
    game.step("ana", do="declare", unit="a1", command="move")
    judge.sees("entry 1 of 1")
    judge.page.keyboard.press("Home")
    judge.page.locator("[data-at='0']").wait_for()
    tool = judge.opens("What differs from another entry")
    tool.locator("[name=with]").fill("1")
    tool.get_by_role("button").click()
    expect(tool.locator(".result")).to_contain_text("From entry 1 to entry 0:")


def test_what_the_rules_leave_open_is_settled_at_the_desk(server: Server, hand_out: Give) -> None:
    """An undetermined entry is ruled illegal, with a reason; the sheet has it."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="overrun")
    judge = hand_out(DESK).sit(game, "judge")
    judge.decides("Overrule the entry shown", verdict="illegal", because="no page for it")

    judge.sees("entry 2 of 2")
    assert server.log(game)[0]["overruled"] == {"verdict": "illegal", "entry": 2}
    with judge.page.context.expect_page() as opened:
        judge.page.keyboard.press("ArrowLeft")
        judge.page.locator("[data-at='1']").wait_for()
        judge.page.locator("#sheet").click()
    sheet = opened.value
    sheet.get_by_text("no page for it").first.wait_for()
    assert sheet.locator("header").evaluate("e => getComputedStyle(e).borderBottomWidth") == "3px"


def test_the_remedies_stand_side_by_side_and_leaving_it_is_one(
    server: Server, hand_out: Give
) -> None:
    """Graded, with partial fixes and the rewind sheet; an accepted state ends the matter."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="overrun")
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    judge = hand_out(DESK).sit(game, "judge")
    judge.opens("The point of error").get_by_text("What could be done about it").click()
    tool = judge.page.locator("[data-tool=backup]")
    tool.get_by_text("Go back to entry 0").wait_for()
    tool.locator(".ticks input").nth(2).wait_for()
    expect(tool.locator(".ticks input")).to_have_count(3)
    tool.locator("[name=because]").fill("both saw it too late")
    tool.get_by_label("ana", exact=True).check()
    tool.get_by_label("ben", exact=True).check()
    tool.get_by_role("button", name="Accept the state…").click()
    judge.sees("Noted first: ana and ben agreed.")
    judge.tap("Do it")

    judge.sees("entry 6 of 6")
    said = [(one["by"], one["said"].get("text", "")) for one in server.log(game)[3:]]
    assert [by for by, _ in said] == ["ana", "ben", "judge"]
    assert said[2][1].startswith("accepted state:")
    audit = judge.page.locator("[data-tool=audit]")
    audit.locator("summary").first.click()
    audit.locator("summary").first.click()
    audit.get_by_text("Every entry is as the rules have it.").wait_for()


def test_going_back_from_the_remedies(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    tool = judge.opens("Back up to the entry shown")
    tool.locator("[name=because]").fill("declined too soon")
    tool.get_by_role("button", name="Go back…").click()
    judge.page.locator("#sure").get_by_text("2 ben lets it go unanswered").wait_for()
    judge.tap("Do it")

    judge.sees("entry 3 of 3")
    assert server.log(game)[-1]["said"]["to"] == 1


def test_the_desk_follows_the_game_without_losing_its_place(server: Server, hand_out: Give) -> None:
    """At the newest entry it goes along; at an earlier one it stays, and counts on."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge")
    judge.page.keyboard.press("Home")
    judge.page.locator("[data-at='0']").wait_for()
    game.step("ben", do="decline")
    judge.sees("entry 0 of 2")
    judge.page.keyboard.press("End")
    judge.page.locator("[data-at='2']").wait_for()
    game.step("ana", do="move", unit="a1")
    judge.sees("entry 3 of 3")


def test_a_lost_link_is_made_anew(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    judge = hand_out(DESK).sit(game, "judge")
    tool = judge.opens("A new link for somebody's seat")
    tool.locator("select").select_option("ben")
    tool.get_by_role("button").click()
    link = tool.locator("input[readonly]").input_value()

    ben = hand_out().visit(link.removeprefix(server.home))

    ben.more().sees("you are ben")


def test_a_judge_weighs_by_a_policy_of_their_own(
    server: Server, hand_out: Give, tmp_path: Path
) -> None:
    """A file that cannot be used says so; one that can holds for the remedies until another is tapped."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="overrun")
    game.step("ana", do="declare", unit="a1", command="move")
    bad, club = tmp_path / "bad.yaml", tmp_path / "club.yaml"
    bad.write_text(
        "policy: 1\nfixes: [{id: x, title: x, steps: [{by: ana, do: concede}]}]", "utf-8"
    )
    club.write_text(
        "policy: 1\nlimits: [{count: entries, over: 0, grade: irreversible, because: never here}]\n"
        "fixes: [{id: say, title: Say it in the log, steps: [{by: judge, do: note, text: '{because}'}]}]",
        "utf-8",
    )
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=0")
    remedies = judge.opens("Back up to the entry shown").locator(".remedies")
    expect(remedies).not_to_contain_text("never here")
    policy = judge.opens("The audit and the remedies follow")
    policy.locator("input[type=file]").set_input_files(bad)
    expect(policy.get_by_role("alert")).to_contain_text("a judge's steps only")
    judge.problems.clear()
    policy.locator("input[type=file]").set_input_files(club)
    expect(remedies).to_contain_text("never here")
    expect(policy.locator("summary")).to_contain_text("club.yaml")
    judge.page.locator("[data-tool=backup] [name=because]").fill("for the record")
    remedies.locator("[value=say]").first.click()
    judge.tap("Do it")
    judge.sees("entry 3 of 3")
    assert server.log(game)[-1]["said"]["text"] == "for the record"


def test_what_was_played_is_said_by_taps(server: Server, hand_out: Give) -> None:
    """From another entry one is led to the one that it can be said of."""
    game = server.open(opening())
    game.step("ben", do="declare", unit="b1", command="move")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=0")
    tool = judge.opens("was refused, but played")
    tool.get_by_role("link", name="entry 1").click()
    tool.get_by_role("button", name="Both players played on from it.").click()
    judge.tap("Do it")
    judge.sees("entry 2 of 2")
    assert server.log(game)[-1]["said"]["because"] == "Both players played on from it."
