"""A judge who asks for what is hidden leaves a look, on whichever route or page."""

from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from adapters.wiring import seats_on
from tests.adapters.events import NAME, event_in
from tests.adapters.servers import Game, inside, opened
from tests.adapters.web.test_claims import RECORD

OURS = {"x-umpire": "page"}
NOTE = {"do": "note", "text": "hm"}
ASKS: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/api{}/state", None),
    ("GET", "/api{}/state?as=ana", None),
    ("GET", "/api{}/log", None),
    ("GET", "/api{}/options?for=ana", None),
    ("GET", "/api{}/parts", None),
    ("GET", "/api{}/chance", None),
    ("GET", "/api{}/why?entry=1", None),
    ("POST", "/api{}/why", {"step": {"by": "ana", **NOTE}}),
    ("GET", "/api{}/diff", None),
    ("POST", "/api{}/fork", {"at": 0}),
    ("GET", "/api{}/audit?as=spectator", None),
    ("GET", "/api{}/backup?to=0", None),
    ("GET", "/api{}/sheet?entry=1", None),
    ("GET", "/api{}/precedents?entry=1", None),
    ("GET", "/api{}/compare?reading=M13=same_card", None),
    ("GET", "/api{}/shrink?entry=1", None),
    ("GET", "/api{}/record", None),
    ("GET", "/api{}/seal", None),
    ("POST", "/api{}/steps", NOTE),
    ("POST", "/api{}/steps", {**NOTE, "expected_entry": 0}),
    ("GET", "{}", None),
    ("GET", "{}/now", None),
    ("GET", "{}/at/1", None),
    ("GET", "{}/log", None),
    ("GET", "{}/log?as=spectator", None),
    ("GET", "{}/sheet/1", None),
    ("GET", "{}/export", None),
    ("GET", "{}/why/1", None),
    ("POST", "{}/whynot", {"step": "{by: ana, do: pass}"}),
    ("GET", "{}/audit", None),
    ("GET", "{}/backup/0", None),
    ("GET", "{}/parts", None),
    ("GET", "{}/diff/0/1", None),
    ("POST", "{}/tried", {"step": {"do": "rewind", "to": 0, "because": "so"}}),
)


def looks(game: Game) -> list[tuple[str, str]]:
    found = game.get("judge", "looks").json()["looks"]
    return [(one["viewer"], one["what"]) for one in found]


def ask(game: Game, seat: str, method: str, path: str, body: Any = None) -> httpx.Response:
    headers = {**game.as_(seat), "x-umpire": "page"}
    where = path.format(f"/games/{game.id}")
    return game.client.request(method, where, json=body, headers=headers)


@pytest.fixture(scope="module")
def hiding(client: Any) -> Game:
    game = opened(client, RECORD)
    game.step("ana", NOTE)
    return game


@pytest.mark.parametrize("asks", ASKS, ids=lambda asks: f"{asks[0]} {asks[1]}")
def test_every_route_and_page_leaves_a_look_of_the_judge(hiding: Game, asks: Any) -> None:
    before = looks(hiding)
    assert ask(hiding, "judge", *asks).status_code in (200, 201, 409)
    after = looks(hiding)
    assert [viewer for viewer, _ in after[len(before) :]] == ["judge"]
    ask(hiding, "ana", *asks)
    assert looks(hiding) == after


def test_what_everybody_sees_leaves_none(client: Any, hiding: Game) -> None:
    before = looks(hiding)
    ask(hiding, "judge", "GET", "/api{}/state?as=spectator")
    ask(hiding, "judge", "GET", "/api{}/seats")
    assert looks(hiding) == before
    plain = opened(client)
    ask(plain, "judge", "GET", "{}")
    assert looks(plain) == []


def test_a_look_says_what_was_asked_for(hiding: Game) -> None:
    ask(hiding, "judge", "GET", "/api{}/state?at=0&as=ben")
    assert looks(hiding)[-1] == ("judge", "the table (at 0, as ben)")


def test_judges_with_keys_of_their_own_look_by_name(tmp_path: Path) -> None:
    keys = f"kim:{'k' * 30}, noa:{'n' * 30}"
    with inside(tmp_path / "g.umpire", judge_key=keys) as client:
        game = opened(client, RECORD)
        for key in ("k" * 30, "n" * 30):
            game.tokens["judge"] = key
            assert game.get("judge", "state").status_code == 200
        assert [viewer for viewer, _ in looks(game)] == ["judge kim", "judge noa"]
        game.tokens["judge"] = f"kim:{'k' * 30}"
        assert game.get("judge", "state").status_code == 401


def test_a_new_token_for_a_seat_is_told_to_that_seat(client: Any) -> None:
    game = opened(client, RECORD)
    told = "A new link to your seat was made"
    for path in ("{}", "{}/now"):
        assert told not in ask(game, "ben", "GET", path).text
    made = ask(game, "judge", "POST", "/api{}/seats/ben").json()["token"]
    for path in ("{}", "{}/now"):
        assert told in ask(game, "ben", "GET", path).text
        assert told not in ask(game, "ana", "GET", path).text
        with_it = {"authorization": f"Bearer {made}"}
        assert told not in client.get(path.format(f"/games/{game.id}"), headers=with_it).text


def test_a_judge_of_an_event_who_looks_at_a_table_leaves_a_look(tmp_path: Path) -> None:
    """What the page proposes is found in the game, and may tell of what is hidden."""
    setup = yaml.safe_dump({key: RECORD[key] for key in ("players", "setup")})
    db = tmp_path / "games.umpire"
    at = event_in(db, 1, ruleset="nullshapers", setup=setup)
    with inside(db) as client:
        headers = {"authorization": f"Bearer {at.judges['j2']}"}
        assert client.get(f"/events/{NAME}/r1/t1", headers=headers).status_code == 200
        assert client.post(f"/events/{NAME}/r1/t1/desk", headers={**headers, **OURS}).is_success
        game = Game(at.game(1), at.seats[at.game(1)], client)
        assert client.get(f"/games/{game.id}/@judge").status_code == 200
        assert game.get("ana", "looks").status_code == 403, "not before everything is laid open"
    seats = seats_on(str(db))
    looks = seats.accesses_to(game.id)
    seats.close()
    assert [(one.viewer, one.what) for one in looks] == [
        ("judge j2", f"the table at “{NAME}”"),
        ("judge j2", f"the desk at “{NAME}”"),
        ("judge j2", "the desk"),
    ], "who they are goes with them to the desk"


def test_what_is_read_of_another_table_among_the_precedents_is_a_look_at_that_table(
    tmp_path: Path,
) -> None:
    """A refused play names a card that its player holds."""
    setup = yaml.safe_dump({key: RECORD[key] for key in ("players", "setup")})
    db = tmp_path / "games.umpire"
    at = event_in(db, 2, ruleset="nullshapers", setup=setup)
    with inside(db) as client:
        for table in (2, 1):
            game = Game(at.game(table), at.seats[at.game(table)], client)
            assert game.step("ben", {"do": "play", "card": "bens"}).json()["verdict"] == "illegal"
        headers = {"authorization": f"Bearer {at.judges['j2']}"}
        shown = client.get(f"/events/{NAME}/r1/t1/precedents", headers=headers)
        assert "table 2 of round 1" in shown.text
    seats = seats_on(str(db))
    looks = seats.accesses_to(at.game(2))
    seats.close()
    assert [(one.viewer, one.what) for one in looks] == [
        ("judge j2", f"the precedents at “{NAME}”")
    ]
