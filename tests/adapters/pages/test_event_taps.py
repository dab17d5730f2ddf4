"""How many taps it takes at an event to call a judge, to go there and to rule."""

import json

from httpx import Client
from playwright.sync_api import expect

from tests.adapters.commands import umpire
from tests.adapters.events import NAME, AtEvent, repository_at
from tests.adapters.pages.events import Give, judge, player
from tests.adapters.pages.finger import Finger
from tests.adapters.pages.hall import Phone, Server


def refused_steps(client: Client, at: AtEvent, *units: str) -> None:
    """Ben, whose turn it is not, tries to move these units."""
    headers = {"authorization": f"Bearer {at.seats[at.game(7)]['ben']}"}
    for unit in units:
        step = {"do": "declare", "unit": unit, "command": "move"}
        client.post(f"/api/games/{at.game(7)}/steps", json=step, headers=headers)


def at_a_call(at_server: tuple[Server, AtEvent], hand_out: Give) -> Phone:
    """Noa at table 7, where Ben's step was refused and Ana has called a judge."""
    server, at = at_server
    with Client(base_url=server.home) as client:
        refused_steps(client, at, "b1")
        at.player(client, 7, "ana", "call", words="look")
        at.judge(client, "j2", "take", call=1)
    return judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")


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
        expect(ana.page.locator("#part")).to_contain_text("the step was illegal")


def test_what_the_rules_say_stands_at_the_table_before_anybody_is_heard(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """The judge who comes knows the rule; they rule once both sides are heard."""
    noa = at_a_call(at_server, hand_out)
    noa.sees("As the rules have it: the step was illegal")
    expect(noa.page.get_by_role("button", name="Rule so")).to_have_count(0)


def test_who_speaks_at_the_table_is_heard_with_a_tap_of_the_judge(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """Whoever called a judge has said why; of the other nothing is typed."""
    noa = Finger(at_a_call(at_server, hand_out))
    noa.called("Heard at the table")
    noa.page.get_by_text("(says nothing here: heard at the table)").wait_for()
    noa.called("Rule so")
    noa.page.get_by_text("the step was illegal").first.wait_for()
    assert noa.taps == 2


def test_that_umpire_is_wrong_is_one_tap_where_a_call_is_answered(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """The entry is overruled and kept for the authors; what the rules say is proposed no longer."""
    server, at = at_server
    noa = Finger(at_a_call(at_server, hand_out))
    with Client(base_url=server.home) as client:
        wrong = noa.page.get_by_role("button", name="umpire is wrong here")
        noa.taps = 0
        noa.on(wrong)
        noa.page.get_by_text("It is kept for umpire's authors").wait_for()
        assert noa.taps == 1
        expect(wrong).to_have_count(0)
        at.player(client, 7, "ben", "say", call=1, words="so it was")
        noa.page.get_by_label("The ruling").wait_for()
        expect(noa.page.get_by_role("button", name="Rule so")).to_have_count(0)
    (kept,) = json.loads(umpire("--db", server.store, "defects", "--json").stdout)["defects"]
    (ruling,) = kept["rulings"]
    assert (ruling["game"], ruling["entry"], ruling["judged"]) == (at.game(7), 1, 2)
    assert (kept["verdict"], kept["expected"]) == ("illegal", "legal")


def test_where_an_earlier_ruling_would_be_departed_from_the_desk_asks_why(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    for table in (7, 8):
        umpire("--db", server.store, "step", at.game(table), "ana", "a1", "overrun")
    so = ("--because", "no such command here")
    assert umpire("--db", server.store, "overrule", at.game(8), 1, "illegal", *so).exit_code == 0
    with Client(base_url=server.home) as client:
        at.player(client, 7, "ana", "call", words="look", about=1)
        at.judge(client, "j2", "take", call=1)
        noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
    noa.page.get_by_role("button", name="umpire is wrong here").click()
    noa.sees("entry 1 of 1")
    noa.tap("umpire is wrong here")
    expect(noa.page.locator("#sure")).to_contain_text("no such command here")


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


def concede(server: Server, at: AtEvent, seat: str) -> None:
    """The game at table 7 ends."""
    with Client(base_url=server.home) as client:
        headers = {"authorization": f"Bearer {at.seats[at.game(7)][seat]}"}
        client.post(f"/api/games/{at.game(7)}/steps", json={"do": "concede"}, headers=headers)


def test_a_result_is_two_taps_for_one_player_and_two_for_the_other(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """Once the game is over, the table asks how it ended; the other agrees to what was said."""
    server, at = at_server
    concede(server, at, "ana")
    ana, ben = (Finger(player(hand_out, server, at, seat)) for seat in ("ana", "ben"))
    ana.on(ana.page.get_by_role("link", name="Enter the result").first).called("Ana 7 won")
    ana.page.get_by_text("You said so.").wait_for()
    assert ana.taps == 2
    ben.on(ben.page.locator("#called").get_by_role("link", name="Agree or not")).called("I agree")
    ben.page.get_by_text("Ana 7 won, 0 : 0, as its players say.").wait_for()
    assert ben.taps == 2


def test_a_player_says_a_result_of_a_game_that_was_not_played_out_here(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """With points, from the menu of the table; where the other differs a judge is called."""
    server, at = at_server
    ana, ben = (player(hand_out, server, at, seat) for seat in ("ana", "ben"))
    ana.more().page.get_by_role("link", name="Enter the result").click()
    ana.page.get_by_text("With points").click()
    ana.page.get_by_label("Points of Ana 7").fill("12")
    ana.tap("Ana 7 won")
    ana.page.get_by_text("Ana 7: Ana 7 won, 12 : 0.").wait_for()
    ben.page.locator("#called").get_by_role("link", name="Agree or not").click()
    ben.tap("Nobody won")
    ben.page.get_by_role("heading", name="A judge is called").wait_for()


def test_the_head_judge_pastes_results_in_the_hall(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    kim = judge(hand_out, server, at, "j1")
    kim.page.get_by_text("Results and lists").click()
    box = kim.page.get_by_label("Enter results from a list")
    box.fill("table,winner\n7,Ana 8\n")
    kim.tap("Enter these results")
    kim.page.get_by_text("line 2, column 2 (“winner”): “Ana 8” does not sit at table 7").wait_for()
    kim.problems.clear()
    box.fill("table\twinner\n7\tAna 7\n8\tdraw\n")
    kim.tap("Enter these results")
    kim.page.get_by_text("2 results stand.").wait_for()
    expect(kim.page.locator("#t7")).to_contain_text("Ana 7 won")
    with kim.page.expect_download() as download:
        kim.page.get_by_role("link", name="Standings as CSV").click()
    assert download.value.suggested_filename == f"{NAME}-standings.csv"
    noa = judge(hand_out, server, at, "j2")
    noa.page.get_by_text("Results and lists").click()
    expect(noa.page.get_by_label("Enter results from a list")).to_have_count(0)


def test_a_judge_who_enters_points_says_who_won_or_that_nobody_did(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    """Points alone do not make a draw."""
    server, at = at_server
    noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
    noa.page.locator("summary", has_text="Result").click()
    noa.page.get_by_label("Points of Ana 7").fill("3")
    noa.page.get_by_role("button", name="Enter the result").click()
    won = noa.page.get_by_label("Who won")
    assert won.evaluate("one => one.validity.valueMissing")
    with repository_at(server.store) as repository:
        assert repository.event(NAME).table(1, 7).result is None
    won.select_option("nobody: a draw")
    noa.page.get_by_role("button", name="Enter the result").click()
    noa.page.get_by_text("Result: Table 7 of round 1: nobody won").wait_for()


def test_a_judge_enters_what_the_game_says_with_one_tap(
    at_server: tuple[Server, AtEvent], hand_out: Give
) -> None:
    server, at = at_server
    concede(server, at, "ben")
    noa = judge(hand_out, server, at, "j2").visit(f"/events/{NAME}/r1/t7")
    noa.page.get_by_text("The game is over: Ana 7 won.").wait_for()
    noa.page.locator("form[data-do=result_of_game] button").click()
    noa.page.get_by_text("Result: Table 7 of round 1: Ana 7 won").wait_for()
