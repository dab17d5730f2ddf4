"""How many taps it takes at an event to call a judge, to go there and to rule."""

from httpx import Client
from playwright.sync_api import expect

from tests.adapters.events import NAME, AtEvent
from tests.adapters.pages.events import Give, judge, player
from tests.adapters.pages.finger import Finger
from tests.adapters.pages.hall import Server


def refused_steps(client: Client, at: AtEvent, *units: str) -> None:
    """Ben, whose turn it is not, tries to move these units."""
    headers = {"authorization": f"Bearer {at.seats[at.game(7)]['ben']}"}
    for unit in units:
        step = {"do": "declare", "unit": unit, "command": "move"}
        client.post(f"/api/games/{at.game(7)}/steps", json=step, headers=headers)


def test_a_call_is_two_taps_going_there_is_one_and_ruling_as_proposed_is_two(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """The call is about the newest refused step by itself, and the rules' own answer is proposed."""
    server, at = at_server
    with Client(base_url=server.home) as client:
        refused_steps(client, at, "b1")
        ana = Finger(player(hand_out, server, at, "ana"))
        ana.on(ana.page.get_by_role("link", name="Call a judge")).called("A question of the rules")
        ana.page.get_by_role("heading", name="A judge is called").wait_for()
        assert ana.taps == 2
        expect(ana.page.locator("#part")).to_contain_text("Call 1 about entry 1")

        noa = Finger(judge(hand_out, server, at, "j2"))
        noa.on(noa.page.locator("#calls").get_by_role("button", name="I go"))
        noa.page.locator("#calls li.coming", has_text="you go").wait_for()
        assert noa.taps == 1
        for seat in ("ana", "ben"):
            at.player(client, 7, seat, "say", call=1, words="so it was")

        noa.taps = 0
        noa.on(noa.page.locator("#calls").get_by_role("link", name="Table 7")).called("Rule so")
        ana.page.get_by_role("heading", name="The judge has ruled").wait_for()
        assert noa.taps == 2
        expect(ana.page.locator("#part")).to_contain_text("it was illegal")


def test_a_call_is_about_another_step_by_one_tap_more(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    with Client(base_url=server.home) as client:
        refused_steps(client, at, "b1", "b1")
    ana = Finger(player(hand_out, server, at, "ana"))
    ana.on(ana.page.get_by_role("link", name="Call a judge"))
    picks = ana.page.get_by_role("group", name="About which step")
    expect(picks.get_by_role("radio")).to_have_count(2)
    expect(picks.get_by_role("radio").first).to_be_checked()
    ana.on(picks.get_by_role("radio").nth(1)).called("What happened is disputed")
    expect(ana.page.locator("#part")).to_contain_text("Call 1 about entry 1")
    assert ana.taps == 3


def test_a_judge_goes_instead_of_another_with_one_tap(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call", words="look")
        at.judge(client, "j1", "take", call=1)
        noa = judge(hand_out, server, at, "j2")
        noa.visit(f"/events/{NAME}/r1/t7")
        noa.page.get_by_role("button", name="I go instead of Kim Lee").click()
        noa.page.get_by_text("Noa Berg is on the way").wait_for()


def test_the_hall_says_whose_call_it_is_while_nobody_goes(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """After the book's first wait it is the next judge's, after the second the head judge's."""
    server, at = at_server
    kim, noa = (judge(hand_out, server, at, number) for number in ("j1", "j2"))
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call", words="look")
    called = [one.page.locator("#calls li", has_text="Table 7") for one in (kim, noa)]
    for one in called:
        one.wait_for()
        expect(one).not_to_have_class("mine")
    for one in (kim, noa):
        one.page.clock.install()
        one.page.clock.fast_forward("03:05")
    expect(called[0]).to_contain_text("Noa Berg is next")
    expect(called[1]).to_have_class("waits mine")
    for one in (kim, noa):
        one.page.clock.fast_forward("04:00")
    expect(called[0]).to_have_class("waits mine")
    expect(called[1]).to_contain_text("for the head judge")
