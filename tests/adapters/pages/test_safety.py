"""Nothing that others write or send does harm: hostile words, other sites, strict policies."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import DESK, Phone, Played, Server, opening
from tests.screenshots import played

Give = Callable[..., Phone]
SCRIPT = "<script>document.title='taken'</script><img src=x onerror=alert(1)>"
BACKWARDS = "\u202egnissor\u2066 <b>bold</b> {{ 7 * 7 }}"
LONG = "unbroken" * 1_250
EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈 ok"
NAMES = ["O’Hara", "مريم"]
"""Seats have names of one word; a name may run from right to left."""


@pytest.fixture(scope="module")
def hostile(server: Server) -> Played:
    """A game whose players, units and remarks are meant ill."""
    first, second = NAMES
    units = {
        "<b onclick=alert(1)>u</b>": {"owner": first},
        "'\"--><svg/onload=alert(2)>": {"owner": second},
    }
    setup = {"points": {first: 3, second: 3}, "units": units}
    record = {"record": 1, "ruleset": "voidsiege", "players": NAMES, "setup": setup}
    game = server.open(record)
    for text in (SCRIPT, BACKWARDS, LONG, EMOJI):
        game.step(first, do="note", text=text)
    game.step(first, do=SCRIPT)
    game.step(first, do="declare", unit="<b onclick=alert(1)>u</b>", command="move")
    return game


@pytest.mark.parametrize("seat", [*NAMES, "spectator", "judge"])
def test_hostile_words_are_words(hostile: Played, hand_out: Give, seat: str) -> None:
    """They are read as they were written; none of them runs, bolds or widens anything."""
    phone = hand_out(DESK if seat == "judge" else (390, 844)).sit(hostile, seat)
    phone.page.get_by_text("onclick=alert(1)").first.wait_for()
    for n in (1, 2, 3, 4, 5):
        phone.visit(f"/games/{hostile.id}?at={n}")
        phone.page.locator(f"[data-at='{n}']").wait_for()
        page = phone.page
        expect(page).not_to_have_title("taken")
        assert (
            page.locator("[onclick], [onload], [onerror], main img, bdi b, bdi script").count() == 0
        )
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0
    phone.visit(f"/games/{hostile.id}?at=1")
    phone.page.locator("bdi", has_text=SCRIPT).first.wait_for()
    phone.visit(f"/games/{hostile.id}?at=2")
    said = phone.page.locator("bdi", has_text="gnissor").first
    assert said.evaluate("one => getComputedStyle(one).unicodeBidi") in (
        "isolate",
        "isolate-override",
    )


def test_hostile_names_act_like_others(hostile: Played, hand_out: Give) -> None:
    """A chip, a why-not and an undo work on them."""
    phone = hand_out().sit(hostile, NAMES[0])
    phone.page.locator("#board [data-tap]").last.click()
    phone.page.locator("#choices .grey").first.click()
    phone.page.get_by_role("dialog").locator(".cite").first.wait_for()
    phone.tap("Close")
    judge = hand_out(DESK).sit(hostile, "judge")
    judge.page.get_by_label("Search the log").fill("svg/onload")
    judge.opens("The point of error").locator(".result").get_by_text("illegal").first.wait_for()


def test_hostile_words_are_words_around_the_table_too(hostile: Played, hand_out: Give) -> None:
    """One's own games, the organiser's list, a rematch, the docket, the news, a form that comes back."""
    phone = hand_out(DESK).visit(hostile.links[NAMES[1]])
    phone.sees("onclick=alert(1)")
    here = f"/games/{hostile.id}/@{quote(NAMES[1])}"
    for path in (
        "/",
        "/games",
        "/games?show=defects",
        f"{here}/rematch",
        f"{here}?at=3",
        f"{here}/rules",
    ):
        harmless(phone.visit(path))
    judge = hand_out(DESK).sit(hostile, "judge").visit(f"/games/{hostile.id}?at=1")
    judge.opens("The docket").locator(".result .stack").first.wait_for()
    harmless(judge)
    host = hand_out(DESK).visit("/")
    host.page.get_by_label("First player").fill(SCRIPT[:80])
    host.page.get_by_label("Second player").fill(SCRIPT[:80])
    host.page.get_by_label("my own").check()
    host.page.get_by_role("button", name="Add a unit").first.click()
    host.page.get_by_label("Name", exact=True).fill("<b onclick=alert(1)>u</b>")
    harmless(host)
    host.tap("Open the game")
    expect(host.page.get_by_role("alert")).to_contain_text(SCRIPT[:80])
    harmless(host)
    host.problems.clear()


def harmless(phone: Phone) -> None:
    """Nothing of what was written became part of the page."""
    expect(phone.page).not_to_have_title("taken")
    made = phone.page.locator("[onclick], [onload], [onerror], main img, bdi b, bdi script")
    expect(made).to_have_count(0)


def paths(game: Played) -> Iterator[str]:
    yield from ("/", "/rules", "/rules/voidsiege", "/rules/nowhere", f"/enter/{game.id}")
    yield from ("/own", "/games", f"/games/{game.id}/links")
    here = f"/games/{game.id}"
    yield from (here, f"{here}/now", f"{here}?at=1", f"{here}/at/1", f"{here}/log", f"{here}/why/1")
    yield from (f"{here}/audit", f"{here}/backup/1", f"{here}/sheet/1", f"{here}/export")
    yield from (f"{here}/packet/1?at=2", f"{here}/rules", f"{here}/docket/1", f"{here}/rematch")
    yield from (
        "/games/nobody-there-10",
        "/static/table.js",
        "/static/umpire.css",
        "/static/none.js",
        "/nonsense/at/all",
    )


def test_a_strict_policy_holds_on_every_page(server: Server, hand_out: Give) -> None:
    """No inline script or style anywhere; the sheet's own style is named by its digest."""
    game = played(server, "voidsiege/03-charge-then-intervene.yaml")
    judge = hand_out().sit(game, "judge")
    for path in paths(game):
        answer = judge.asks(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy, path
        assert "frame-ancestors 'none'" in policy, path
        assert answer.headers["x-content-type-options"] == "nosniff", path
        if "html" in answer.headers["content-type"]:
            inline(answer.text(), path)


def inline(text: str, path: str) -> None:
    scripts = re.findall(r"<script(?![^>]*(?:src=|application/json))", text)
    assert scripts == [], path
    assert re.findall(r"\sstyle=|\son\w+=\"", text) == [], path
    if "/sheet/" not in path and "/packet/" not in path:
        assert "<style" not in text, path


def test_nothing_private_is_kept_by_caches(server: Server, hand_out: Give) -> None:
    game = server.open(opening())
    ana = hand_out().sit(game, "ana")
    assert ana.asks(f"/games/{game.id}").headers["cache-control"] == "no-store"
    file = ana.asks("/static/table.js")
    again = ana.page.request.get(
        f"{ana.home}/static/table.js", headers={"if-none-match": file.headers["etag"]}
    )
    assert again.status == 304


FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}
ELSEWHERE = {"origin": "https://evil.example"}
CROSS = {"sec-fetch-site": "cross-site"}


@pytest.mark.parametrize("sent", [ELSEWHERE, CROSS, {"origin": "null"}])
def test_other_sites_open_nothing_and_seat_nobody(server: Server, sent: dict[str, str]) -> None:
    game = server.open(opening())
    for path in ("/start", "/replay", f"/enter/{game.id}"):
        assert (path, server.posted(path, {}, {**FORM, **sent})) == (path, 403)


def test_a_cookie_alone_changes_nothing(server: Server) -> None:
    """Without our own header a seat's cookie takes no step; with it, only from our own pages."""
    game = server.open(opening())
    step = {"do": "note", "text": "hello"}
    api = f"/api/games/{game.id}/steps"
    ana = {**JSON, "cookie": f"umpire-{game.id}={game.tokens['ana']}"}
    assert server.posted(api, step, ana) == 403
    assert server.posted(api, step, {**ana, "x-umpire": "page"}) == 200
    judge = {**JSON, "cookie": f"umpire-{game.id}={game.tokens['judge']}"}
    for path in ("say", "remedy", "fork", "seat", "tried"):
        desk = f"/games/{game.id}/{path}"
        assert (path, server.posted(desk, {"step": step}, judge)) == (path, 403)
        told = {**judge, "x-umpire": "page", **ELSEWHERE}
        assert (path, server.posted(desk, {"step": step}, told)) == (path, 403)
    assert [one["said"]["do"] for one in server.log(game)] == ["note"]


def test_a_page_is_packed_only_for_those_who_unpack_it(server: Server, hand_out: Give) -> None:
    """The live feed is never packed: it would wait for more."""
    game = played(server, "voidsiege/03-charge-then-intervene.yaml")
    ana = hand_out().sit(game, "ana")
    packed = ana.asks(f"/games/{game.id}")
    assert packed.headers["content-encoding"] == "gzip"
    plain = ana.page.request.get(
        f"{ana.home}/games/{game.id}", headers={"accept-encoding": "identity"}
    )
    assert "content-encoding" not in plain.headers
    assert plain.text() == packed.text()


def test_what_is_not_there_is_a_page_for_people_and_a_problem_for_programs(
    hand_out: Give,
) -> None:
    """The API keeps its own answers, its refused methods too."""
    one = hand_out()
    nothing = one.asks("/nonsense")
    assert (nothing.status, nothing.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is no page at this address." in nothing.text()
    for path, status in (("/api/nonsense", 404), ("/api/games/x/steps", 405), ("/health", 200)):
        answer = one.asks(path)
        assert (path, answer.status) == (path, status)
        assert "json" in answer.headers["content-type"]
