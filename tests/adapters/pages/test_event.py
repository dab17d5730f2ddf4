"""An event on four phones: two players, a judge, the head judge; from the tap to the appeal."""

import re
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from httpx import Client
from playwright.sync_api import Route, expect

from adapters.wiring import seats_on
from application.event.log.proving import checkpoint, origin_of
from application.event.log.signed_note import Signer, note_of, verifier_of
from application.game.seats import typed_token
from application.ledger.streams import EVENT
from domain.tournament import rounds
from domain.tournament.clocks import SetClocks
from tests.adapters.events import NAME, AtEvent, event_in, paired, repository_at
from tests.adapters.pages.events import Give, judge, player
from tests.adapters.pages.hall import STORE, Server, server_within
from tests.application.event.halls import give

ABLE = "crypto.subtle.generateKey('Ed25519', false, ['sign']).then(() => true, () => false)"


def test_a_call_from_a_table_of_an_earlier_round_is_heard_in_the_hall(
    tmp_path: Path, hand_out: Give
) -> None:
    """It has been opened again while the next round is played."""
    at = event_in(tmp_path / STORE, 24)
    with repository_at(tmp_path / STORE) as repository:
        for table in range(1, 25):
            give(repository, NAME, rounds.Result(1, table, {}, None, by="j1"))
        give(repository, NAME, rounds.End(1))
        paired(repository, 24, 2)
        give(repository, NAME, rounds.Start(2, 50))
        give(repository, NAME, rounds.Reopen(1, 1, "a step was missing", by="j1"))
    with server_within(tmp_path) as server:
        noa = judge(hand_out, server, at, "j2")
        with Client(base_url=server.home) as client:
            assert at.player(client, 1, "ana", "call").status_code == 200
            told = noa.page.locator("#elsewhere li.waits")
            expect(told).to_have_text("Call at table 1 of round 1")
            assert at.judge(client, "j1", "take", call=1).status_code == 200
            expect(noa.page.locator("#elsewhere li.coming")).to_be_visible()
        noa.page.get_by_role("link", name="Call at table 1 of round 1").click()
        noa.page.get_by_role("button", name="I go instead of Kim Lee").wait_for()


def test_two_phones_a_judge_and_a_head_judge_from_the_tap_to_the_appeal(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    ana, ben = (player(hand_out, server, at, seat) for seat in ("ana", "ben"))
    kim, noa = (judge(hand_out, server, at, number) for number in ("j1", "j2"))

    ana.page.get_by_role("link", name="Call a judge").click()
    ana.page.get_by_role("button", name="What happened is disputed").click()
    ana.page.get_by_role("heading", name="A judge is called").wait_for()
    for one in (kim, noa):
        one.page.locator("#calls li.waits", has_text="Table 7").wait_for()
        expect(one.page).to_have_title(re.compile("^● 1"))
    ana.page.get_by_label("What happened").fill("Ben moved <b>twice</b>.")
    ana.page.get_by_role("button", name="Say it").click()
    ana.page.get_by_text("Ben moved <b>twice</b>.").wait_for()

    noa.page.locator("#calls").get_by_role("link", name="Table 7").click()
    noa.page.get_by_role("button", name="I take it").click()
    noa.page.get_by_text("A ruling can be given once both sides were heard.").wait_for()
    kim.page.locator("#calls li.coming").wait_for()
    ana.page.get_by_role("heading", name="Noa Berg is on the way").wait_for()

    ben.page.get_by_role("link", name="Call a judge").click()
    ben.page.get_by_role("heading", name="Noa Berg is on the way").wait_for()
    ben.page.get_by_label("What happened").fill("Only once.")
    ben.page.get_by_role("button", name="Say it").click()
    ben.page.get_by_text("Only once.").wait_for()

    noa.page.get_by_label("The ruling").wait_for()
    expect(noa.page.get_by_text("Only once.")).to_be_visible()
    noa.page.get_by_label("The ruling").fill("The second move is taken back.")
    noa.page.get_by_label("What is ruled").select_option("illegal")
    noa.page.get_by_label("Rules as").fill("T4")
    noa.page.get_by_role("button", name="Rule", exact=True).click()
    ben.page.get_by_role("heading", name="The judge has ruled").wait_for()
    expect(ben.page.get_by_text("the step was illegal (T4)")).to_be_visible()

    ben.page.get_by_text("Appeal to the head judge").click()
    ben.page.get_by_label("On what").select_option("fact")
    ben.page.get_by_label("In your own words").fill("There was no second move.")
    packet = "p1:fyae-2dr3-yqqk-tesl-wcqg-kmyy-o4"
    ben.page.get_by_label("The packet, where there is one").fill(packet)
    ben.page.get_by_role("button", name="Appeal", exact=True).click()
    ben.page.get_by_role("heading", name="The head judge decides").wait_for()

    kim.page.locator("#calls li", has_text="Table 7").get_by_role("link").click()
    kim.sees(f"on fact (packet {packet}): There was no second move.")
    kim.page.get_by_label("The final ruling").fill("Nobody saw it: the move stands.")
    kim.page.get_by_label("What is ruled").select_option("legal")
    kim.page.get_by_role("button", name="Rule finally").click()
    for one in (ana, ben):
        one.page.get_by_text(f"final ruling of Kim Lee (packet {packet})").wait_for()
    kim.visit(f"/events/{NAME}")
    kim.page.locator("#t7 .owed").wait_for()
    expect(kim.page.locator("#calls li")).to_have_count(0)


def test_on_the_smallest_phone_a_long_ruling_is_read_whole_and_lies_over_nothing(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """Its last lines were written over the sentence above it and the units below."""
    server, at = at_server
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call", words="Ben moved twice.")
        for seat in ("ana", "ben"):
            at.player(client, 7, seat, "say", call=1, words="so it was")
        at.judge(client, "j2", "take", call=1)
        at.judge(client, "j2", "rule", call=1, words="The second move is taken back. " * 8)
    ben = hand_out((320, 568), at=server)
    ben.page.goto(f"{server.home}/enter/{at.game(7)}#{at.seats[at.game(7)]['ben']}")
    told = ben.page.locator("#called p")
    expect(told).to_contain_text("The judge has ruled")
    assert told.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    ruled, strip, board = (
        ben.page.locator(part).bounding_box() for part in ("#called p", ".top", ".board")
    )
    assert ruled and strip and board
    assert ruled["y"] >= strip["y"]
    assert ruled["y"] + ruled["height"] <= strip["y"] + strip["height"] <= board["y"] + 1


def test_a_call_is_seen_by_both_at_the_table_and_who_goes_on_is_asked(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """By whom, who comes, one's own statement a tap away; then the ruling, until the game goes on."""
    server, at = at_server
    ana, ben = (player(hand_out, server, at, seat) for seat in ("ana", "ben"))
    strips = [one.page.locator("#called") for one in (ana, ben)]
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call", words="Ben moved twice.")
        for strip in strips:
            expect(strip).to_contain_text("A judge is called")
            expect(strip).to_contain_text("Ana 7")
        expect(strips[0].get_by_role("link")).to_have_text("Look")
        expect(strips[1].get_by_role("link")).to_have_text("Your statement")
        at.judge(client, "j2", "take", call=1)
        for strip in strips:
            expect(strip).to_contain_text("Noa Berg is on the way")

        ana.choose("a1", "Move")
        ana.page.get_by_role("dialog", name="A judge is called").wait_for()
        ana.tap("Wait")
        expect(ana.page.locator("#now")).to_have_attribute("data-entry", "0")
        ana.choose("Move")
        ana.tap("Go on")
        expect(ana.page.locator("#now")).to_have_attribute("data-entry", "2")
        expect(ben.page.locator("#news")).to_contain_text("I go on although a judge is called.")

        at.player(client, 7, "ben", "say", call=1, words="Only once.")
        ruling = {"words": "The second move is taken back.", "verdict": "illegal"}
        at.judge(client, "j2", "rule", call=1, **ruling)
        for strip in strips:
            expect(strip).to_contain_text("The judge has ruled")
            expect(strip).to_contain_text("The second move is taken back")
        ben.tap("Let it happen")
        for strip in strips:
            expect(strip).to_have_count(0)
        at.judge(client, "j1", "result", round=1, table=7, winner="p13")
        for strip in strips:
            expect(strip).to_contain_text("Ana 7")


def test_a_player_with_a_code_is_led_to_the_next_round_without_a_tap(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """By the code to the table that is on; when the next round is paired, on by itself."""
    server, at = at_server
    seats = seats_on(str(server.store))
    code = typed_token()
    seats.give(EVENT + NAME, {"p13": code})
    ana = hand_out(at=server)
    ana.page.goto(f"{server.home}/enter/event/{NAME}#{code}")
    ana.page.wait_for_url(re.compile(rf"/games/{NAME}\.r1\.t7/@ana$"))
    ana.page.locator("#now").wait_for()
    with Client(base_url=server.home) as client:
        at.judge(client, "j1", "result", round=1, table=7, winner="p13")
    expect(ana.page.locator("#called")).to_contain_text("Ana 7")
    with repository_at(server.store) as repository:
        paired(repository, 24, 2)
    ana.page.wait_for_url(re.compile(rf"/games/{NAME}\.r2\.t7/@ana$"))
    seats.close()


def test_the_hall_is_searched_and_sifted_on_one_phone(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    kim = judge(hand_out, server, at, "j1")
    page = kim.page
    expect(page.locator("#hall > li:visible")).to_have_count(24)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_label("Search the tables").fill("ana 1")
    expect(page.locator("#hall > li:visible")).to_have_count(1)
    page.get_by_label("Search the tables").fill("12")
    expect(page.locator("#hall > li:visible")).to_have_count(1)
    page.get_by_label("Search the tables").fill("")
    page.get_by_label("Which tables").select_option("done")
    expect(page.get_by_text("No table matches.")).to_be_visible()
    page.get_by_label("Which tables").select_option("")
    page.get_by_role("button", name="tiles").click()
    expect(page.locator("#hall.tiles")).to_be_visible()
    tall = page.locator("#hall").bounding_box()
    assert tall is not None and tall["height"] < 400, "24 tables in a few rows"


def test_a_laptop_shows_128_tables_at_once_with_who_is_out_called_for_and_on_the_way(
    tmp_path: Path, hand_out: Give
) -> None:
    at = event_in(tmp_path / STORE, 128)
    with server_within(tmp_path) as server:
        laptop = hand_out((1366, 768), at=server)
        laptop.page.goto(f"{server.home}/enter/event/{NAME}#{at.judges['j2']}")
        laptop.page.locator("#t128").wait_for()
        with Client(base_url=server.home) as client:
            at.player(client, 14, "ana", "call", words="look")
            at.player(client, 37, "ana", "call", words="look")
            at.judge(client, "j1", "take", call=2)
            at.judge(client, "j1", "offence", round=1, table=20, player="p39", kind="cheating")
        called, coming = laptop.page.locator("#t14 .call"), laptop.page.locator("#t37 .call")
        expect(called.locator("time")).to_be_visible()
        expect(coming).to_contain_text("Kim Lee")
        expect(laptop.page.locator("#t20")).to_contain_text("out: Ana 20")
        seen = laptop.page.evaluate(
            "[...document.querySelectorAll('#hall > li')].filter((one) =>"
            " one.getBoundingClientRect().bottom <= innerHeight"
            " && one.scrollHeight <= one.clientHeight + 1).length"
        )
        assert seen == 128
        assert laptop.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_tap_that_comes_before_the_page_listens_is_not_lost(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    ana = player(hand_out, server, at, "ana")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ana.page.route("**/static/event.js", hold)
    with ana.page.expect_request("**/static/event.js"):
        ana.page.goto(f"{server.home}/games/{at.game(7)}/call", wait_until="commit")
    ana.page.get_by_role("button", name="Slow play").click()
    expect(ana.page).not_to_have_url(re.compile(r"\?"))  # no form was sent by itself
    held[0].continue_()
    ana.page.get_by_role("heading", name="A judge is called").wait_for()


def test_a_judge_says_why_a_ruling_departs_and_the_head_judge_hears_of_it(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """From a call on the judge's phone, and from an overruling at the desk of a game."""
    server, at = at_server
    kim, noa = (judge(hand_out, server, at, number) for number in ("j1", "j2"))
    with Client(base_url=server.home) as client:
        for call in (1, 2):
            at.player(client, call, "ana", "call", words="look")
            at.player(client, call, "ben", "say", call=call, words="no")
            at.judge(client, "j2", "take", call=call)
        at.judge(client, "j2", "rule", call=1, words="so", verdict="legal", cites=["T1"])
        for table in (3, 4):
            step = {"do": "declare", "unit": "a1", "command": "overrun"}
            ana = {"authorization": f"Bearer {at.seats[at.game(table)]['ana']}"}
            client.post(f"/api/games/{at.game(table)}/steps", json=step, headers=ana)
    noa.visit(f"/events/{NAME}/r1/t2")
    noa.page.get_by_label("The ruling").fill("so")
    noa.page.get_by_label("What is ruled").select_option("illegal")
    noa.page.get_by_label("Rules as").fill("T1")
    noa.page.get_by_label("Why it departs").fill("the dice lay otherwise")
    noa.page.get_by_role("button", name="Rule", exact=True).click()
    told = kim.page.get_by_role("link", name="Call 2 departs, table 2")
    told.click()
    expect(kim.page.get_by_text("departs from call 1: the dice lay otherwise.")).to_be_visible()
    kim.page.get_by_role("button", name="I have seen that it departs").click()
    expect(kim.page.get_by_role("button", name="I have seen")).to_have_count(0)
    kim.visit(f"/events/{NAME}")
    expect(kim.page.locator("#t2")).to_be_visible()
    expect(told).to_have_count(0)
    expect(noa.page.locator("#departures")).to_have_count(0)

    for table, verdict in ((3, "illegal"), (4, "legal")):
        noa.visit(f"/events/{NAME}/r1/t{table}")
        noa.page.get_by_role("button", name="To the desk of this game").click()
        form = noa.opens("Overrule the entry shown").locator("form").first
        form.locator("[name=verdict]").select_option(verdict)
        form.locator("[name=because]").fill("as the card reads")
        form.locator("button").last.click()
        asks = noa.page.locator("#sure[open]").get_by_label("Why this ruling departs")
        if table == 4:
            expect(noa.page.locator("#sure")).to_contain_text("“as the card reads”")
            asks.fill("the card was changed")
        with noa.page.expect_response("**/say"):
            noa.tap("Do it")
    kim.page.get_by_role("link", name="A ruling departs, table 4").click()
    expect(kim.page.get_by_text(f"departs from {at.game(3)} entry 1")).to_contain_text(
        "the card was changed"
    )


def test_clocks_run_on_the_player_s_page_and_on_the_desk(tmp_path: Path, hand_out: Give) -> None:
    at = event_in(tmp_path / STORE, 7, start=False)
    with repository_at(tmp_path / STORE) as repository:
        give(repository, NAME, SetClocks(1, 600))
        give(repository, NAME, rounds.Start(1, 50))
    with server_within(tmp_path) as server:
        ana = player(hand_out, server, at, "ana")
        clocks = ana.page.get_by_role("group", name="Clocks")
        expect(clocks.locator(".clock")).to_have_text(
            [re.compile(r"Ana 7 \(ana\) 9:"), "Ben 7 (ben) 10:00"]
        )
        noa = hand_out(at=server)
        noa.page.goto(f"{server.home}/enter/event/{NAME}#{at.judges['j2']}")
        row = noa.page.locator("#t7")
        expect(row).to_contain_text("9:")
        room = row.bounding_box()
        assert room is not None and room["height"] < 120  # clocks leave the names their place
        row.locator("a").click()
        noa.page.get_by_role("button", name="To the desk of this game").click()
        shown = noa.page.get_by_role("group", name="Clocks").locator(".clock")
        expect(shown).to_have_text([re.compile(r"Ana 7 \(ana\) 9:"), "Ben 7 (ben) 10:00"])
        with Client(base_url=server.home) as client:
            taken = {"player": "p13", "seconds": -700, "because": "late by all of it"}
            answer = at.judge(client, "j2", "adjust", round=1, table=7, **taken)
            assert answer.status_code == 200, answer.text
        noa.visit(f"/events/{NAME}/r1/t7")
        expect(noa.page.get_by_role("heading", name="The clock of Ana 7 ran out")).to_be_visible()
        noa.page.get_by_label("What it means").fill("Ben wins on time")
        noa.page.get_by_role("button", name="Rule on it").click()
        expect(noa.page.get_by_text("Ben wins on time")).to_be_visible()
        expect(noa.page.get_by_role("button", name="Rule on it")).to_have_count(0)


def test_a_player_s_phone_cosigns_the_log_with_a_key_of_its_own(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    signer = Signer(origin_of(NAME), Ed25519PrivateKey.generate())
    with repository_at(server.store) as repository:
        checkpoint(repository, NAME, signer)
    ana = player(hand_out, server, at, "ana")
    ana.visit(f"/games/{at.game(7)}/call")
    ana.page.get_by_role("link", name="The log").click()
    sign, told = ana.page.get_by_role("button", name="Sign it"), ana.page.locator("#told")
    expect(sign.or_(ana.page.get_by_text("cannot sign with Ed25519 keys"))).to_be_visible()
    if ana.page.evaluate(ABLE):
        sign.click()
        expect(told).to_have_text(re.compile("^Signed, as phone-[0-9a-f]{8}"))
        with repository_at(server.store) as repository:
            note = note_of(repository.proofs(NAME).newest)
            (kept,) = repository.proofs(NAME).cosigned[max(repository.proofs(NAME).checkpoints)]
            assert note.signed_by([verifier_of(kept.key)])
        ana.page.reload()
        expect(ana.page.locator("#signed")).to_have_text(re.compile(r"^Signed too by p\d+\.$"))


def test_a_penalty_is_given_and_a_player_reads_it(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    noa = judge(hand_out, server, at, "j2")
    ana = player(hand_out, server, at, "ana")
    noa.visit(f"/events/{NAME}/r1/t7")
    noa.page.get_by_text("Give a penalty").click()
    noa.page.locator("form[data-do=offence] [name=kind]").select_option("slow_play")
    noa.page.get_by_label("What happened").fill("five minutes")
    noa.page.get_by_role("button", name="Give it").click()
    noa.page.get_by_text("Slow play, number 1: a note, by Noa Berg: five minutes.").wait_for()
    ana.visit(f"/games/{at.game(7)}/call")
    ana.page.get_by_text("Slow play, number 1: a note").wait_for()


def called(at: AtEvent, client: Client) -> None:
    """Ben's refused step at table 7 is what Ana calls about; Noa Berg takes the call."""
    headers = {"authorization": f"Bearer {at.seats[at.game(7)]['ben']}"}
    step = {"do": "declare", "unit": "b1", "command": "move"}
    client.post(f"/api/games/{at.game(7)}/steps", json=step, headers=headers)
    at.player(client, 7, "ana", "call", words="look", about=1)
    at.judge(client, "j2", "take", call=1)


def test_at_the_table_a_judge_reads_the_disputed_step_and_the_desk_opens_there(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """The game may have gone on; without a line the page says so. A tap leads back to the call."""
    server, at = at_server
    with Client(base_url=server.home) as client:
        called(at, client)
        client.post(
            f"/api/games/{at.game(7)}/steps",
            json={"do": "declare", "unit": "a1", "command": "move"},
            headers={"authorization": f"Bearer {at.seats[at.game(7)]['ana']}"},
        )
    noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
    expect(noa.page.locator(".disputed")).to_have_text("1 Refused: Ben 7 gives b1 Move.")
    to_the_desk = noa.page.get_by_role("button", name="To the desk of this game")
    noa.offline = True
    noa.page.context.set_offline(True)
    to_the_desk.click()
    noa.page.get_by_text("There is no connection to the server.").wait_for()
    noa.page.context.set_offline(False)
    to_the_desk.click()
    noa.page.wait_for_url(re.compile(r"\?at=1$"))
    noa.sees("entry 1 of 2")
    noa.page.get_by_role("link", name="round 1, table 7").click()
    noa.page.get_by_role("heading", name="Ana 7 – Ben 7").wait_for()


def test_what_is_said_meanwhile_comes_to_a_judge_who_has_closed_a_fold(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """A button that has the focus keeps it."""
    server, at = at_server
    with Client(base_url=server.home) as client:
        called(at, client)
        noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
        fold = noa.page.get_by_text("Give a penalty", exact=True)
        fold.click()
        fold.click()
        expect(noa.page.locator("summary:focus")).to_have_count(1)
        at.player(client, 7, "ben", "say", call=1, words="It was my go.")
        noa.sees("It was my go.")
        expect(noa.page.locator("summary:focus")).to_have_text("Give a penalty")


def test_a_ruling_that_is_half_written_stays_when_a_penalty_is_given(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    with Client(base_url=server.home) as client:
        called(at, client)
        for seat in ("ana", "ben"):
            at.player(client, 7, seat, "say", call=1, words="so it was")
    noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
    noa.page.get_by_text("Rule otherwise").click()
    noa.page.get_by_label("The ruling").fill("Ben waits until Ana has gone.")
    noa.page.get_by_label("What is ruled").select_option("legal")
    noa.page.get_by_text("Give a penalty", exact=True).click()
    noa.page.get_by_label("What happened", exact=True).fill("asked twice")
    noa.page.locator("form[data-do=offence] button").click()
    noa.page.locator("li", has_text="asked twice").wait_for()
    expect(noa.page.get_by_label("The ruling")).to_have_value("Ben waits until Ana has gone.")
    expect(noa.page.get_by_label("What is ruled")).to_have_value("legal")
    expect(noa.page.locator("form[data-do=offence] [name=because]")).to_have_value("")


def test_a_reason_about_one_player_is_never_put_into_the_form_about_another(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call")
        noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
        noa.page.get_by_text("They say nothing").first.click()
        noa.page.locator("form[data-do=waive] label [name=because]").first.fill(
            "Ana has left the hall"
        )
        at.player(client, 7, "ana", "say", call=1, words="so it was")
        noa.page.get_by_text("Give a penalty", exact=True).click()
        noa.page.get_by_label("What happened", exact=True).fill("asked twice")
        noa.page.locator("form[data-do=offence] button").click()
        noa.page.locator("li", has_text="asked twice").wait_for()
    expect(noa.page.locator("form[data-do=waive] label [name=because]")).to_have_value("")


def test_a_call_stays_under_the_finger_while_other_tables_go_on(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """By keyboard too one goes on from the call that was taken."""
    server, at = at_server
    noa = judge(hand_out, server, at, "j2")
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call", words="look")
        go = noa.page.locator("#calls").get_by_role("button", name="I go")
        go.wait_for()
        under = go.element_handle()
        at.judge(client, "j1", "result", round=1, table=12, winner="p23")
        noa.page.locator("#t12.done").wait_for()
        assert under.evaluate("one => one.isConnected")
    go.focus()
    noa.page.keyboard.press("Enter")
    noa.page.locator("#calls li.coming", has_text="you go").wait_for()
    expect(noa.page.locator("#calls a:focus")).to_have_text("Table 7")


def test_the_call_to_which_a_judge_goes_stands_first_for_them(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """For others after those that nobody has taken."""
    server, at = at_server
    kim, noa = (judge(hand_out, server, at, number) for number in ("j1", "j2"))
    with Client(base_url=server.home) as client:
        for table in (2, 7, 9):
            at.player(client, table, "ana", "call", words="look")
        at.judge(client, "j2", "take", call=2)
    for one, places in ((noa, "7 2 9"), (kim, "2 9 7")):
        one.page.locator("#calls li.coming").wait_for()
        links = one.page.locator("#calls li a")
        expect(links).to_have_text([f"Table {number}" for number in places.split()])


def test_a_call_is_seen_by_a_judge_who_has_scrolled_down_the_hall(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """The calls stay on top of the list, with the button to go there; that the line is lost is said below."""
    server, at = at_server
    noa = judge(hand_out, server, at, "j2")
    noa.page.locator("#t24").scroll_into_view_if_needed()
    with Client(base_url=server.home) as client:
        at.player(client, 2, "ana", "call", words="look")
    go = noa.page.locator("#calls").get_by_role("button", name="I go")
    expect(go).to_be_in_viewport(ratio=1)
    go.click(trial=True)
    expect(noa.page.locator("#t2")).not_to_be_in_viewport()
    noa.offline = True
    noa.page.context.set_offline(True)
    noa.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(noa.page.locator("#link.lost")).to_be_in_viewport(ratio=1)
