"""A player's own code: one for the whole event, scanned or typed, which leads to the table that is on."""

import re
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.web.events import pages
from adapters.web.limits import GUESSES
from application.game.seats import as_typed, typed_token
from domain.tournament.pairing import Unpair
from tests.adapters.events import NAME, AtEvent, event_in, paired, repository_at
from tests.adapters.servers import inside
from tests.application.event.halls import give

URL = "https://umpire.example"


def codes(db: Path, *words: str) -> dict[str, str]:
    """Name → code, as the sheet has them."""
    page = db.with_name("codes.html")
    made = ("event", "codes", NAME, "--url", URL, "-o", str(page), "--db", str(db), *words)
    done = CliRunner().invoke(cli, made)
    assert done.exit_code == 0, done.output
    assert page.stat().st_mode & 0o077 == 0, "whoever reads it plays in these names"
    found = re.findall(r"<b>(.+?)</b><br>(.+?)<br><code>(.+?)</code>", page.read_text("utf-8"))
    assert all(typed == f"umpire.example/enter/event/{NAME}" for _, typed, _ in found)
    page.unlink()
    return {name: code for name, _, code in found}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.umpire"


@pytest.fixture
def at(db: Path) -> AtEvent:
    return event_in(db, 2)


def enter(client: httpx.Client, code: str) -> httpx.Response:
    return client.post(f"/enter/event/{NAME}", data={"token": code})


def to_table(client: httpx.Client) -> str:
    return client.post(f"/events/{NAME}/me").headers["location"]


def test_a_code_is_good_for_every_round_and_leads_to_the_table_that_is_on(
    db: Path, at: AtEvent
) -> None:
    """Typed in capitals with blanks it is the same; the seat is not given twice to one phone."""
    code = codes(db)["Ana 2"]
    assert code == as_typed(code.upper().replace("-", " "))
    with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
        assert enter(phone, code.upper().replace("-", " ")).headers["location"].endswith("/me?go")
        shown = phone.get(f"/events/{NAME}/me").text
        assert "Round 1, table 2." in shown and "Ben 2" in shown
        assert to_table(phone) == to_table(phone) == f"/games/{at.game(2)}/@ana"
        assert phone.get(f"/games/{at.game(2)}/@ana").status_code == 200
        with repository_at(db) as repository:
            paired(repository, 2, 2)
        assert to_table(phone) == f"/games/{NAME}.r2.t2/@ana"


def test_a_seat_is_taken_so_often_and_no_more(
    db: Path, at: AtEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps no cookie would have a token more each time, and every page reads them all."""
    monkeypatch.setattr(pages, "MOST_TAKEN", 4)
    code = codes(db)["Ana 1"]
    with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
        shown = {"authorization": f"Bearer {code}"}
        taken = [httpx.post(f"{server.base_url}/events/{NAME}/me", headers=shown) for _ in range(5)]
        assert [one.status_code for one in taken] == [303, 303, 303, 429, 429]
        enter(phone, codes(db)["Ben 1"])
        assert to_table(phone) == f"/games/{at.game(1)}/@ben"


def test_a_player_s_code_opens_nothing_of_a_judge_s(db: Path, at: AtEvent) -> None:
    code = codes(db)["Ana 1"]
    with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
        enter(phone, code)
        shown = {"authorization": f"Bearer {code}"}
        for path in (f"/events/{NAME}", f"/api/events/{NAME}/hall", f"/events/{NAME}/r1/t1"):
            assert phone.get(path).status_code == 403, path
        acts = f"/api/events/{NAME}/acts"
        assert phone.post(acts, json={"do": "call"}, headers=shown).status_code == 403
        assert phone.get(f"/games/{at.game(2)}/@ana").status_code == 401


def test_a_lost_code_ends_with_a_new_one_and_nobody_else_s_does(db: Path, at: AtEvent) -> None:
    before = codes(db)
    anew = codes(db, "--player", "Ana 1", "--anew")
    assert anew.keys() == {"Ana 1"}
    with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
        assert enter(phone, before["Ana 1"]).status_code == 401
        assert enter(phone, anew["Ana 1"]).status_code == 303
        assert enter(phone, before["Ben 1"]).status_code == 303
        mistyped = enter(phone, typed_token())
        assert mistyped.status_code == 401
        assert "This is no code or link of this event" in mistyped.text


def test_a_code_is_not_found_by_trying_also_where_no_judge_has_a_key(db: Path, at: AtEvent) -> None:
    """It is short, so that it can be typed; whoever has one gets in meanwhile."""
    code = codes(db)["Ana 1"]
    with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
        tried = [enter(phone, typed_token()).status_code for _ in range(GUESSES + 1)]
        assert tried == [401] * GUESSES + [429]
        shown = {"authorization": f"Bearer {typed_token()}"}
        assert phone.get(f"/api/events/{NAME}/hall", headers=shown).status_code == 429
        assert enter(phone, code).status_code == 303
        several = {"cookie": f"umpire-event:{NAME}~1={typed_token()}; umpire-event:{NAME}~2={code}"}
        assert phone.get(f"/games/event:{NAME}", headers=several).status_code == 404


def test_with_a_lost_code_end_the_seats_that_were_taken_by_it(db: Path, at: AtEvent) -> None:
    """Whoever found it had only to look once; the other seats of the table go on."""
    before = codes(db)
    phones: dict[str, httpx.Cookies] = {}
    for name in ("Ana 1", "Ben 1"):
        with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
            enter(phone, before[name])
            assert phone.get(to_table(phone)).status_code == 200
            phones[name] = phone.cookies
    codes(db, "--player", "Ana 1", "--anew")
    with inside(db) as server:
        for name, seat, found in (("Ana 1", "ana", 401), ("Ben 1", "ben", 200)):
            with httpx.Client(base_url=server.base_url, cookies=phones[name]) as phone:
                assert phone.get(f"/games/{at.game(1)}/@{seat}").status_code == found


def test_who_was_paired_by_a_wrong_list_alone_has_no_code(db: Path, at: AtEvent) -> None:
    with repository_at(db) as repository:
        paired(repository, 3, 2)
        give(repository, NAME, Unpair(2, "another event's list", by="j1"))
    assert "Ana 3" not in codes(db)


def test_who_has_no_table_yet_is_told_and_waits(db: Path, at: AtEvent) -> None:
    """Nobody without a code is told anything."""
    with inside(db) as server, httpx.Client(base_url=server.base_url) as phone:
        assert phone.get(f"/events/{NAME}/me").status_code == 401
        assert phone.post(f"/events/{NAME}/me").status_code == 401


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("codes", NAME, "--url", "umpire.example", "-o", "a.html"),
            "expected http://… or https://…",
        ),
        *(
            (("codes", NAME, "--anew", "--url", url, "-o", "a.html"), says)
            for url, says in (
                ("http://", "expected http://… or https://…"),
                ("https:///x", "expected http://… or https://…"),
                ("http://a b", "expected http://… or https://…"),
                (f"http://{'a' * 4000}", "has 4007 characters; expected at most 500"),
            )
        ),
        (("codes", NAME, "--url", URL, "-o", "a.html", "--player", "Kim Lee"), "is a judge"),
        (("codes", NAME, "--url", URL, "-o", "a.html", "--player", "Zoë"), "Zoë"),
        (("codes", "nowhere", "--url", URL, "-o", "a.html"), "nowhere"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(
    db: Path, at: AtEvent, words: tuple[str, ...], says: str
) -> None:
    done = CliRunner().invoke(cli, ["event", *words, "--db", str(db)])
    assert (done.exit_code, says in done.stderr) == (2, True), done.output
