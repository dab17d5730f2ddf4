"""The screen on the wall: for everybody, without a key and without a name, read from ten metres."""

import re
from pathlib import Path

from httpx import Client
from playwright.sync_api import expect

from tests.adapters.events import NAME, AtEvent, event_in
from tests.adapters.pages.events import Give
from tests.adapters.pages.hall import STORE, Phone, Server, server_within

HD = (1920, 1080)
FROM_TEN_METRES = 44
"""Pixels of a number of three figures: 4.5 cm on a picture two metres wide, as signs at ten metres have."""


def wall(give: Give, server: Server) -> Phone:
    return give(HD, at=server).visit(f"/events/{NAME}/screen")


def test_128_tables_stand_on_one_screen_by_their_numbers(tmp_path: Path, hand_out: Give) -> None:
    at = event_in(tmp_path / STORE, 128)
    with server_within(tmp_path) as server:
        screen = wall(hand_out, server).page
        tiles = screen.locator("#tables li")
        expect(tiles).to_have_count(128)
        sizes = tiles.locator("b").evaluate_all(
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= FROM_TEN_METRES
        assert screen.evaluate("document.documentElement.scrollHeight") <= HD[1]
        within = tiles.evaluate_all(
            "all => all.every((one) => one.scrollWidth <= one.clientWidth + 1"
            " && one.getBoundingClientRect().bottom <= innerHeight)"
        )
        assert within
        expect(screen.locator("#clock")).to_have_text(re.compile(r"^49:\d\d$"))
        with Client(base_url=server.home) as client:
            at.player(client, 14, "ana", "call", words="look", kind="rules")
            at.player(client, 37, "ana", "call", words="look")
            at.judge(client, "j2", "take", call=2)
            at.judge(client, "j1", "result", round=1, table=128)
            at.judge(client, "j1", "time", round=1, table=9, seconds=180, because="so")
            expect(tiles.nth(13)).to_have_class("waits")
            expect(tiles.nth(36)).to_have_class("judge")
            expect(tiles.nth(127)).to_have_class("done")
            expect(tiles.nth(8)).to_contain_text("+3:00")
            expect(screen.locator("#done")).to_have_text("Round 1 · 1 of 128 tables done")
            expect(screen.locator("#waiting")).to_have_text("1 table waits for a judge")
            whole = screen.content() + client.get(f"/events/{NAME}/screen/now").text
            assert not [
                one for one in ("Ana", "Ben", "Noa", "Kim", "look", "rules") if one in whole
            ]


def test_more_tables_than_fit_come_page_by_page(tmp_path: Path, hand_out: Give) -> None:
    event_in(tmp_path / STORE, 150)
    with server_within(tmp_path) as server:
        phone = hand_out(HD, at=server)
        phone.page.clock.install()
        screen = phone.visit(f"/events/{NAME}/screen").page
        tiles = screen.locator("#tables li")
        expect(tiles).to_have_count(75)
        expect(tiles.first).to_have_text("1")
        screen.clock.run_for(10_500)
        expect(tiles.first).to_have_text("76")
        expect(screen.locator("#done")).to_contain_text("tables 76 to 150")
        screen.clock.run_for(10_000)
        expect(tiles.first).to_have_text("1")


def test_the_judge_s_hall_leads_to_the_screen(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    kim = hand_out(at=server)
    kim.page.goto(f"{server.home}/enter/event/{NAME}#{at.judges['j1']}")
    kim.page.get_by_text("Results and lists").click()
    kim.page.get_by_role("link", name="The screen for the wall").click()
    expect(kim.page.locator("#tables li")).to_have_count(24)
