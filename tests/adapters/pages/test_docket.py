"""What belongs to a ruling: what both sides say, appeal and final ruling, precedents, one page to sign."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, Phone, Server, opening

Give = Callable[..., Phone]


def test_both_sides_and_the_judge_are_on_the_docket(server: Server, hand_out: Give) -> None:
    """A player says it on their own phone; the judge puts the final ruling beside it."""
    game = server.open(opening())
    game.step("ben", do="declare", unit="b1", command="move")
    ben = hand_out().visit(game.links["ben"])
    ben.page.get_by_role("link", name=re.compile("^Entry 1:")).click()
    expect(ben.page.locator(".receipt .mono")).to_contain_text(f"{game.id} entry 1 ")
    ben.page.locator("#about [name=kind]").select_option(label="appeal: the rule reads otherwise")
    ben.page.get_by_label("In your words").fill("It <b>was</b> my go.")
    ben.tap("Put it on record")
    expect(ben.page.locator("#about-told")).to_have_text("It stands in the log as entry 2.")

    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    docket = judge.opens("The docket")
    expect(docket.locator(".result")).to_contain_text("appeal on law")
    expect(docket.locator(".result")).to_contain_text("It <b>was</b> my go.")
    docket.get_by_label("Put on record").select_option("final ruling")
    docket.locator("[name=on]").select_option("law")
    docket.get_by_label("In whose name").fill("Kim Lee")
    docket.get_by_label("The words").fill("Ana begins.")
    docket.get_by_role("button", name="Put it on record").click()
    judge.sees("entry 3 of 3")
    judge.visit(f"/games/{game.id}?at=1")
    docket = judge.opens("The docket")
    expect(docket.locator(".result")).to_contain_text("final ruling on law")
    expect(docket.locator(".result")).to_contain_text("Kim Lee")


def test_a_ruling_on_the_docket_says_what_it_is_on(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    game.step("ben", do="declare", unit="b1", command="move")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    docket = judge.opens("The docket")
    docket.get_by_label("Put on record").select_option("final ruling")
    docket.get_by_label("The words").fill("So be it.")
    docket.get_by_role("button", name="Put it on record").click()
    expect(docket.get_by_role("alert")).to_contain_text("on fact or on law")
    judge.problems.clear()


def test_earlier_rulings_stand_beside_it_with_the_judges_reason(
    server: Server, hand_out: Give
) -> None:
    """But none of a game in which something is hidden."""
    units = {"units": {"lone": {"owner": "ana"}, "other": {"owner": "ben"}}}
    tables = [
        server.open(opening(setup={"points": {"ana": 7, "ben": 7}, **units})) for _ in range(2)
    ]
    for game in tables:
        game.step("ana", do="shoot", unit="lone")
    tables[0].step(
        "judge", do="overrule", entry=1, verdict="illegal", because="Nothing to shoot at."
    )
    judge = hand_out(DESK).sit(tables[1], "judge").visit(f"/games/{tables[1].id}?at=1")
    found = judge.opens("The docket").locator(".result")
    expect(found).to_contain_text("Rulings like this one")
    expect(found).to_contain_text(tables[0].id)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_sheet_is_one_page(server: Server, hand_out: Give, paper: str) -> None:
    """Twelve units a side, statements, an appeal: with event, round, table and names."""
    units = {f"{who} company {n}": {"owner": who} for who in ("ana", "ben") for n in range(12)}
    heads = {
        "names": {"ana": "Ana Müller"},
        "about": {"event": "Spring Open", "round": 3, "table": 7},
    }
    game = server.open(opening(setup={"points": {"ana": 9, "ben": 9}, "units": units}, **heads))
    game.step("ana", do="declare", unit="ana company 1", command="run")
    game.step("ben", do="note", text="statement 1: it did not move at all")
    game.step("ben", do="note", text="appeal 1 (fact): it stood still")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}/sheet/1")
    judge.sees("Spring Open, round 3, table 7")
    judge.sees("Ana Müller (ana)")
    assert len(re.findall(rb"/Type\s*/Page\b", judge.page.pdf(format=paper))) == 1


def test_the_packet_is_a_link_that_freezes(server: Server, hand_out: Give) -> None:
    """One tap; opened after more was said it has the same digest, in a file too."""
    game = server.open(opening())
    game.step("ben", do="declare", unit="b1", command="move")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    docket = judge.opens("The docket")
    with judge.page.expect_popup() as opened:
        docket.get_by_role("link", name="The packet, for an arbiter elsewhere").click()
    opened.value.wait_for_load_state()
    assert opened.value.url.endswith("/packet/1?at=1")
    path = opened.value.url.removeprefix(server.home)
    judge.visit(path)
    before = judge.page.locator("#frozen").text_content()
    assert before and json.loads(before)["at"] == 1
    judge.sees("Nothing has been said or ruled on it.")
    whole = urlsafe_b64encode(sha256(before.encode()).digest()).decode().rstrip("=")
    judge.sees(whole)

    game.step("ben", do="note", text="appeal 1 (law): </script><b>my go</b>")
    game.step("ana", do="declare", unit="a1", command="move")
    judge.visit(path)
    assert judge.page.locator("#frozen").text_content() == before
    judge.sees(whole)
    since = judge.page.locator("section", has_text="What has come since, not in the digest")
    expect(since).to_contain_text("</script><b>my go</b>")
    judge.visit(f"/games/{game.id}/packet/1")
    expect(judge.page).to_have_url(re.compile(r"/packet/1\?at=3$"))
    frozen = json.loads(judge.page.locator("#frozen").text_content() or "")
    assert frozen["sheet"]["attached"][0]["text"] == "</script><b>my go</b>"


def test_the_tools_are_beside_the_table_or_one_tap_away(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    desk = hand_out(DESK).sit(game, "judge")
    expect(desk.page.get_by_text("Why this ruling?")).to_be_in_viewport()
    phone = hand_out().sit(game, "judge")
    phone.page.get_by_role("link", name="Tools").click()
    expect(phone.page.get_by_text("What do you want to know?")).to_be_in_viewport()


def test_a_judge_asks_why_not_by_tapping(server: Server, hand_out: Give) -> None:
    """Whoever would do it, then what: as the table stood after the entry shown."""
    game = server.open(opening())
    game.step("ana", do="declare", unit="a1", command="move")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=0")
    tool = judge.opens("Why not?")
    tool.get_by_role("button", name="ben", exact=True).click()
    taps = tool.locator("#asking .choices")
    taps.get_by_role("button", name="b1").first.click()
    taps.get_by_role("button", name=re.compile("^Run")).first.click()
    expect(tool.locator(".result .verdict").first).to_have_text("illegal")
    expect(tool.locator(".result")).to_contain_text("When")


def test_players_agree_on_their_own_phones(server: Server, hand_out: Give) -> None:
    """To what the judge proposes and to the final ruling; the desk follows, the sheet has it."""
    game = server.open(opening())
    game.step("ben", do="declare", unit="b1", command="move")
    game.step("ana", do="declare", unit="a1", command="move")
    game.step("ben", do="decline")
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")
    judge = hand_out(DESK).sit(game, "judge").visit(f"/games/{game.id}?at=1")
    tool = judge.opens("Back up to the entry shown")
    tool.locator("[name=because]").fill("declined too soon")
    tool.locator("[value=back][data-asks]").click()
    expect(ana.page.locator("#put")).to_contain_text(
        "taken back, last first: 3, 2. Because: declined"
    )
    expect(ana.page.locator("#put .gone li").first).to_have_text(
        re.compile("^3 ben lets it go unanswered$")
    )
    ana.tap("I agree")
    ana.page.locator("#put").wait_for(state="detached")
    ben.tap("I do not agree")
    answers = tool.locator("[data-fresh=answers] li")
    expect(answers).to_have_text([re.compile("^ana: agrees"), re.compile("^ben: does not agree")])
    expect(tool.locator("[name=because]")).to_have_value("declined too soon")

    game.step("judge", do="note", text="final ruling 1 (law), Kim Lee: Ana begins.")
    expect(ben.page.locator("#put")).to_contain_text("Kim Lee")
    ben.tap("I agree")
    ben.page.locator("#put").wait_for(state="detached")
    judge.visit(f"/games/{game.id}/sheet/1")
    judge.sees("ben agrees with entry 7")


def test_who_does_not_agree_that_it_is_over_says_so_on_their_phone(
    server: Server, hand_out: Give
) -> None:
    game = server.open(opening())
    for unit in ("b1", "b2"):
        game.step("ana", do="report", fact="destroyed", unit=unit)
    ben = hand_out().sit(game, "ben")
    ben.tap("It is not over")
    expect(ben.page.locator("#claim")).to_contain_text("ben says that it is not over (entry 3).")
    expect(ben.page.get_by_role("button", name="Agree that it is over")).to_be_visible()
    judge = hand_out(DESK).sit(game, "judge")
    judge.sees("ben says that it is not over (entry 3).")
