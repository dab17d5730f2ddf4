"""A public game is looked at without a seat; a link to a moment leads to it, or asks for a seat."""

import httpx
import pytest
from click.testing import CliRunner

from adapters.cli import cli
from application.game.seating import public
from application.game.seats import Seat
from tests.adapters.servers import Client, Game, inside, opened
from tests.adapters.web.test_claims import RECORD as HIDDEN


def published(game: Game) -> int:
    return made_public(game, "judge")


def made_public(game: Game, seat: str) -> int:
    """The status of somebody's asking for it."""
    return game.client.post(game.path("/public"), headers=game.as_(seat)).status_code


def stranger(client: Client, path: str, **headers: str) -> httpx.Response:
    """What somebody gets who has no seat and no cookie."""
    return httpx.get(client.base_url.join(path), headers=headers)


def test_a_stranger_opens_a_moment_of_a_public_game(store: str) -> None:
    with inside(store) as client:
        game = opened(client)
        game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        assert stranger(client, f"/games/{game.id}?at=1").status_code == 401
        assert published(game) == 200
        page = stranger(client, f"/games/{game.id}?at=1")
        assert page.status_code == 200 and "The table after entry 1" in page.text
        assert stranger(client, f"/games/{game.id}").status_code == 200
        assert stranger(client, f"/api/games/{game.id}/log").status_code == 200


def test_asked_for_twice_at_once_there_is_one_token_for_all(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside(store) as client:
        game, seats = opened(client), client.app.state.context.seats
        find_seat, before = seats.find_seat, len(seats.of(game.id))

        def find_and_be_overtaken(digest: str) -> Seat | None:
            found: Seat | None = find_seat(digest)
            monkeypatch.undo()
            public.make_public(seats, game.id)
            return found

        monkeypatch.setattr(seats, "find_seat", find_and_be_overtaken)
        public.make_public(seats, game.id)
        assert len(seats.of(game.id)) == before + 1
        public.make_private(seats, game.id)
        assert public.seat_of_all(seats, game.id) is None


def test_a_stranger_acts_nowhere(store: str) -> None:
    with inside(store) as client:
        game = opened(client)
        published(game)
        at = client.base_url.join(f"/api/games/{game.id}/")
        for path in ("steps", "fork", "seats/ana", "public", "why"):
            assert httpx.post(at.join(path), json={"do": "note", "text": "hm"}).status_code == 401
        assert stranger(client, f"/api/games/{game.id}/seats").status_code == 403
        assert stranger(client, f"/api/games/{game.id}/state?as=judge").status_code == 403
        assert stranger(client, f"/games/{game.id}/@judge").status_code == 401


def test_what_is_hidden_stays_hidden_from_strangers(store: str) -> None:
    """They see what a spectator sees, to the byte."""
    with inside(store) as client:
        game = opened(client, HIDDEN)
        published(game)
        for what in ("state", "log"):
            seen = stranger(client, f"/api/games/{game.id}/{what}")
            assert seen.content == game.get("spectator", what).content
        assert stranger(client, f"/api/games/{game.id}/record").status_code == 403


def test_it_ends_and_begins_again_and_the_store_holds(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "MOST_TIMES", 2)
    with inside(store) as client:
        game = opened(client)
        for _ in range(public.MOST_TIMES):
            assert (published(game), published(game)) == (200, 200)
            assert stranger(client, f"/games/{game.id}").status_code == 200
            client.delete(game.path("/seats/spectator"), headers=game.as_("judge"))
            assert stranger(client, f"/games/{game.id}").status_code == 401
        assert published(game) == 429
    assert CliRunner().invoke(cli, ["--db", str(store), "verify", game.id]).exit_code == 0


def test_only_the_judge_makes_it_public(store: str) -> None:
    with inside(store) as client:
        game = opened(client)
        asked = {who: made_public(game, who) for who in game.tokens}
        assert asked == {"ana": 403, "ben": 403, "spectator": 403, "judge": 200}


def test_a_link_to_a_moment_asks_for_a_seat_and_leads_there(store: str) -> None:
    """Without any script; a whole link will do for its secret."""
    with inside(store) as client:
        game = opened(client)
        asked = stranger(client, f"/games/{game.id}?at=0")
        action = f"/enter/{game.id}?at=0"
        assert asked.status_code == 401 and f'action="{action}"' in asked.text
        link = f"http://phone.example/enter/{game.id}#{game.tokens['ana']}"
        entered = httpx.post(client.base_url.join(action), data={"token": link})
        assert entered.headers["location"] == f"/games/{game.id}/@ana?at=0"


def test_who_comes_from_another_site_is_asked_once_more_with_their_seat(store: str) -> None:
    """The cookie of a seat does not come along with a link on another site."""
    with inside(store) as client:
        game = opened(client)
        published(game)
        first = stranger(client, f"/games/{game.id}?at=0", **{"sec-fetch-site": "cross-site"})
        assert 'http-equiv="refresh"' in first.text and "The table" not in first.text


def test_a_game_is_opened_to_anybody_from_the_start(store: str) -> None:
    with inside(store) as client:
        form = {"ruleset": "voidsiege", "first": "Ana", "second": "Ben", "public": "yes"}
        sent = client.post("/start", data=form, follow_redirects=False)
        links = client.base_url.join(sent.headers["location"])
        game = links.path.split("/")[2]
        assert stranger(client, f"/games/{game}").status_code == 200
        assert "Anybody can watch at this address" in client.get(links).text
        assert client.get(links, headers={"host": "h" * 3000}).status_code == 400, (
            "no code holds it"
        )
        client.post(links, data={"public": "no"})
        assert stranger(client, f"/games/{game}").status_code == 401
        client.post(links, data={"public": "yes"})
        assert stranger(client, f"/games/{game}").status_code == 200
        assert httpx.post(links, data={"public": "no"}).status_code == 404
