"""The organiser's list of all games, and another game with the same table."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from adapters.web.pages.lobby import organiser
from application.game.live_game import utc
from application.game.moments import DAY
from application.game.seats import tokens_for
from tests.adapters.servers import VOIDSIEGE, Client, Game, inside, opened
from tests.adapters.web.test_claims import RECORD

KEY = "k" * 40
HEAD = {"authorization": f"Bearer {KEY}"}


def test_who_holds_the_key_sees_every_game_where_a_judge_is_called_first(tmp_path: Path) -> None:
    """The browser keeps a pass, not the key."""
    with inside(tmp_path / "g.umpire", key=KEY) as client:
        quiet = opened(client, {**VOIDSIEGE, "about": {"table": 7}}, **HEAD)
        called = opened(client, {**VOIDSIEGE, "names": {"ana": "Ana Müller"}}, **HEAD)
        opened(client, VOIDSIEGE, **HEAD)
        called.step("ben", {"do": "note", "text": "A judge, please: may a1 run?"})
        assert called.id not in client.get("/games").text
        assert "not the organiser" in client.post("/games", data={"key": "x" * 40}).text
        answer = client.post("/games", data={"key": KEY})
        assert (answer.status_code, KEY in answer.headers["set-cookie"]) == (303, False)
        page = client.get("/games").text
        assert page.index(called.id) < page.index(quiet.id)
        assert "a judge is called" in page
        assert quiet.id not in client.get("/games", params={"q": "müller"}).text
        assert "table 7" in client.get("/games", params={"q": "table 7"}).text
        german = {"accept-language": "de"}
        assert "Tisch 7" in client.get("/games", params={"q": "tisch 7"}, headers=german).text
        called.step("judge", {"do": "note", "text": "It may."})
        assert "a judge is called" not in client.get("/games").text


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
def test_there_is_no_game_of_a_name_that_no_game_has(store: str) -> None:
    """PostgreSQL takes no text with a NUL, and was said not to answer."""
    with inside(store, key=KEY) as client:
        for method, path in (("GET", "/seats"), ("POST", "/public"), ("DELETE", "/seats/ana")):
            answer = client.request(method, f"/api/games/a%00b{path}", headers=HEAD)
            assert (answer.status_code, answer.json()["where"]) == (404, "path")


def test_an_organiser_gives_seats_of_their_own_games_alone(tmp_path: Path) -> None:
    """Else any of them is the judge of any game, and sees what is hidden; who takes a seat is told by name."""
    kim, lee = "k" * 30, "l" * 30
    db = tmp_path / "g.umpire"

    def seat(client: httpx.Client, game: str, key: str, seat: str = "judge") -> httpx.Response:
        headers = {"authorization": f"Bearer {key}"}
        return client.post(f"/api/games/{game}/seats/{seat}", headers=headers)

    with inside(db, key=f"kim:{kim},{lee}") as client:
        game = opened(client, RECORD, authorization=f"Bearer {kim}")
        fork = client.post(game.path("/fork"), json={}, headers=game.as_("judge")).json()["game"]
        for id in (game.id, fork):
            for name in ("judge", "ana", "spectator"):
                told = seat(client, id, lee, name)
                assert told.status_code == 403 and "another organiser opened it" in told.text
            for method, path in (("GET", "/seats"), ("POST", "/public"), ("DELETE", "/seats/ana")):
                told = client.request(
                    method, f"/api/games/{id}{path}", headers={"authorization": f"Bearer {lee}"}
                )
                assert told.status_code == 403
        token = seat(client, game.id, kim).json()["token"]
        client.get(game.path("/state"), headers={"authorization": f"Bearer {token}"})
        looks = client.get(game.path("/looks"), headers=game.as_("judge")).json()["looks"]
        assert looks[-1]["viewer"] == "organiser kim"
        other = opened(client, RECORD, authorization=f"Bearer {lee}")
        token = seat(client, other.id, lee).json()["token"]
        client.get(other.path("/state"), headers={"authorization": f"Bearer {token}"})
        looks = client.get(other.path("/looks"), headers=other.as_("judge")).json()["looks"]
        assert looks[-1]["viewer"] == "organiser 2"
    with inside(db, key=f"kim:{kim},{lee}", organisers_share=True) as client:
        assert seat(client, game.id, lee).status_code == 201
        assert seat(client, game.id, f"kim:{kim}").status_code == 201, "as it stands in UMPIRE_KEY"
    with inside(db, key=lee) as client:
        assert seat(client, game.id, lee).status_code == 201, "alone they are the operator"


@pytest.mark.parametrize("kept", ["", "1.x", "99999999999999999.x", "x", "²", "9" * 5000 + ".x"])
def test_no_pass_is_made_up(tmp_path: Path, kept: str) -> None:
    with inside(tmp_path / "g.umpire", key=KEY) as client:
        game = opened(client, VOIDSIEGE, **HEAD)
        cookie = f"umpire-organiser={kept}".encode()
        answer = client.get("/games", headers=[(b"cookie", cookie)])
        assert (answer.status_code, game.id in answer.text) == (200, False)


def sit(client: Client, game: Game, seat: str) -> str:
    """Takes a seat as its link does; where its page is."""
    answer = client.post(f"/enter/{game.id}", data={"token": game.tokens[seat]})
    assert answer.status_code == 303
    return answer.headers["location"]


def test_a_rematch_has_the_same_table_and_somebody_else_begins(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        first = opened(client)
        page = sit(client, first, "ana")
        form = {"first": "ben", "once": "x"}
        answer = client.post(f"{page}/rematch", data=form)
        assert answer.status_code == 303
        again = answer.headers["location"].split("/")[2]
        assert (
            client.post(f"{page}/rematch", data=form).headers["location"] == f"/games/{again}/links"
        )
        listed = {one["game"]: one for one in client.get("/api/games").json()["games"]}
        assert listed[again]["players"] == ["ben", "ana"]
        assert len(listed) == 2


def test_who_only_watches_or_has_no_seat_opens_no_rematch(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        game = opened(client)
        page = sit(client, game, "spectator")
        assert client.post(f"{page}/rematch", data={}).status_code == 403
        nobody = httpx.post(f"{client.base_url}/games/{game.id}/rematch", data={})
        assert nobody.status_code == 401


def test_a_rematch_shows_nobody_what_is_hidden(tmp_path: Path) -> None:
    """Whoever opens a game has the judge's link: while cards are hidden only the judge opens it again."""
    with inside(tmp_path / "g.umpire") as client:
        card = {"type": "event", "speed": 2, "owner": "ben", "zone": "hand"}
        cards = {"ruleset": "nullshapers", "setup": {"cards": {"pearl": card}}}
        game = opened(client, {**VOIDSIEGE, **cards})
        ana, judge = sit(client, game, "ana"), sit(client, game, "judge")
        refused = client.post(f"{ana}/rematch", data={})
        assert refused.status_code == 403
        assert "still hidden" in refused.text
        assert client.post(f"{judge}/rematch", data={}).status_code == 303
        found = game.get("judge", "looks").json()["looks"]
        assert [one["what"] for one in found] == ["another game with this set-up"], (
            "they see it there"
        )


def test_a_call_stands_on_the_first_page_however_many_games_came_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(organiser, "EACH", 2)
    with inside(tmp_path / "g.umpire") as client:
        called = opened(client)
        called.step("ben", {"do": "note", "text": "A judge, please: may a1 run?"})
        others = [opened(client) for _ in range(4)]
        shown = [client.get("/games", params={"page": n}).text for n in (1, 2, 3)]
        assert [called.id in page for page in shown] == [True, False, False]
        assert [sum(one.id in page for one in others) for page in shown] == [1, 2, 1]


def test_where_there_is_no_key_showing_one_leads_to_the_list(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        sent = client.post("/games", data={"key": "guessed"}, follow_redirects=False)
        assert (sent.status_code, sent.headers["location"]) == (303, "/games")
        assert "set-cookie" not in sent.headers


def test_all_who_tap_at_once_sit_at_one_rematch_which_is_told_once(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        game, pages = over(client)
        with ThreadPoolExecutor(2) as taps:
            both = [*taps.map(lambda page: again(client, page), pages)]
        assert both[0].partition("@")[0] == both[1].partition("@")[0]
        log = client.get(game.path("/log"), headers=game.as_("judge")).json()["entries"]
        assert [one["said"]["do"] for one in log] == ["concede", "note"]


def test_who_comes_the_next_day_sits_at_the_same_rematch(tmp_path: Path) -> None:
    """The log says that the button leads there."""
    with inside(tmp_path / "g.umpire") as client:
        _, pages = over(client)
        first = again(client, pages[0])
        context = client.app.state.context
        for clock in (context.umpire, context.openings):
            clock.clock = lambda: utc() + 2 * DAY
        assert again(client, pages[1]).partition("@")[0] == first.partition("@")[0]


def test_what_is_stored_of_a_rematch_makes_nobody_a_token(tmp_path: Path) -> None:
    """A copy of the store has the salt; the request is the same for all who sit down."""
    with inside(tmp_path / "g.umpire") as client:
        game, pages = over(client)
        leads_to = again(client, pages[0])
        assert again(client, pages[0]) == leads_to
        rematch = leads_to.split("/")[2]
        assert client.get(f"/api{leads_to}/state").status_code == 200
        with sqlite3.connect(tmp_path / "g.umpire") as stored:
            of_it = "FROM umpire_{} WHERE game = ?"
            ((salt,),) = stored.execute(f"SELECT salt {of_it.format('openings')}", (rematch,))
            seats = stored.execute(f"SELECT viewer {of_it.format('seats')}", (rematch,)).fetchall()
        assert seats == [("ana",)], "one token for whoever asked, also where they ask again"
        for seat, made in tokens_for(
            ("ana", "judge"), f"rematch {game.id}\n\nshared", salt
        ).items():
            shown = {"authorization": f"Bearer {made}"}
            answer = httpx.get(f"{client.base_url}/api/games/{rematch}/state", headers=shown)
            assert answer.status_code == 401, seat


def test_who_begins_is_not_asked_once_another_has_opened_the_rematch(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        _, pages = over(client)
        assert "Who begins?" in client.get(f"{pages[0]}/rematch").text
        again(client, pages[0])
        asked = client.get(f"{pages[1]}/rematch").text
        assert ("Who begins?" in asked, "has opened the rematch already" in asked) == (False, True)


def test_a_page_behind_the_last_one_is_the_last_one(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        game = opened(client)
        assert game.id in client.get("/games", params={"page": 99}).text


def over(client: Client) -> tuple[Game, list[str]]:
    """A game that is over, and its page for each player."""
    game = opened(client)
    pages = [sit(client, game, player) for player in ("ana", "ben")]
    said = client.post(game.path("/steps"), json={"do": "concede"}, headers=game.as_("ben")).json()
    assert said["verdict"] == "legal"
    return game, pages


def again(client: Client, page: str) -> str:
    """Where the button for a rematch leads."""
    location: str = client.post(f"{page}/rematch").headers["location"]
    return location
