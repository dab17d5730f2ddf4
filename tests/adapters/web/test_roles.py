"""Who may do what, as one table; what is hidden stays hidden; keys and tokens are secrets."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from adapters.cli.store.serve import serve
from application.game.seats import Seats, digest_of
from application.rulesets import FOLDERS
from tests.adapters.servers import VOIDSIEGE, Game, inside, opened, serving
from tests.archive import tables

SEATS = ("ana", "ben", "spectator", "judge", "nobody", "other")
"""`nobody` shows no token, `other` one of another game."""
NOTE = {"do": "note", "text": "hm"}

MATRIX: tuple[tuple[str, str, Any, str, tuple[int, ...]], ...] = (
    #                                          ana  ben  spect judge nobody other
    ("POST", "/steps", NOTE, "", (200, 200, 403, 200, 401, 403)),
    ("POST", "/steps", {"by": "ana", **NOTE}, "", (200, 403, 403, 403, 401, 403)),
    ("POST", "/steps", {"do": "undo"}, "", (200, 200, 403, 200, 401, 403)),
    ("GET", "/state", None, "", (200, 200, 200, 200, 401, 403)),
    ("GET", "/state", None, "at=0", (200, 200, 200, 200, 401, 403)),
    ("GET", "/state", None, "as=ana", (200, 403, 403, 200, 401, 403)),
    ("GET", "/state", None, "as=spectator", (403, 403, 200, 200, 401, 403)),
    ("GET", "/log", None, "", (200, 200, 200, 200, 401, 403)),
    ("GET", "/log", None, "as=ben", (403, 200, 403, 200, 401, 403)),
    ("GET", "/options", None, "", (200, 200, 403, 422, 401, 403)),
    ("GET", "/options", None, "for=ana", (200, 403, 403, 200, 401, 403)),
    ("GET", "/parts", None, "", (200, 200, 403, 200, 401, 403)),
    ("GET", "/chance", None, "", (200, 200, 200, 200, 401, 403)),
    ("GET", "/seats", None, "", (403, 403, 403, 200, 401, 403)),
    ("POST", "/seats/ben", None, "", (403, 403, 403, 201, 401, 403)),
    ("GET", "/why", None, "entry=1", (200, 200, 200, 200, 401, 403)),
    ("POST", "/why", {"step": NOTE}, "", (200, 200, 403, 200, 401, 403)),
    ("POST", "/why", {"step": {"by": "ana", **NOTE}}, "", (200, 403, 403, 200, 401, 403)),
    ("GET", "/diff", None, "", (200, 200, 200, 200, 401, 403)),
    ("POST", "/fork", {"at": 0}, "", (201, 201, 403, 201, 401, 403)),
    ("GET", "/knowledge", None, "", (200, 200, 200, 200, 401, 403)),
    ("GET", "/audit", None, "", (403, 403, 403, 200, 401, 403)),
    ("GET", "/backup", None, "to=0", (403, 403, 403, 200, 401, 403)),
    ("GET", "/sheet", None, "entry=1", (403, 403, 403, 200, 401, 403)),
    ("GET", "/packet", None, "entry=1", (403, 403, 403, 200, 401, 403)),
    ("GET", "/precedents", None, "entry=1", (403, 403, 403, 200, 401, 403)),
    ("GET", "/compare", None, "edition=?", (403, 403, 403, 422, 401, 403)),
    ("POST", "/acts", {"do": "call"}, "", (404, 404, 404, 404, 401, 403)),  # at no event
    ("GET", "/slip", None, "", (404, 404, 404, 404, 401, 403)),
    ("GET", "/standing-answer", None, "", (200, 200, 403, 403, 401, 403)),
    ("PUT", "/standing-answer", {"until": "?"}, "", (422, 422, 403, 403, 401, 403)),
    ("DELETE", "/standing-answer", None, "", (200, 200, 403, 403, 401, 403)),
    ("DELETE", "/seats/nobody", None, "", (403, 403, 403, 404, 401, 403)),
)
WHILE_HIDDEN = ("/looks", "/record", "/seal", "/shrink")
HIDDEN = {False: (200, 200, 200, 200, 401, 403), True: (403, 403, 403, 200, 401, 403)}
"""By whether the ruleset hides anything."""

PLAYERS = {"ana", "ben"}


def record_of(ruleset: str) -> dict[str, Any]:
    """A table of the conformance records at which ana and ben sit."""
    found = next(one for one in tables(ruleset) if set(one["players"]) == PLAYERS)
    kept = ("record", "ruleset", "edition", "readings", "mode", "players", "setup")
    return {key: found[key] for key in kept if key in found}


@pytest.fixture(scope="module", params=list(FOLDERS))
def table(request: pytest.FixtureRequest, client: httpx.Client) -> Game:
    game = opened(client, record_of(request.param))
    game.tokens["other"] = opened(client, record_of(request.param)).tokens["judge"]
    game.tokens["nobody"] = ""
    game.step("ana", NOTE)  # whichever route is asked first, there is an entry 1
    return game


def asked(game: Game, seat: str, method: str, path: str, body: Any, query: str) -> int:
    headers = game.as_(seat) if game.tokens[seat] else {}
    address = game.path(path) + (f"?{query}" if query else "")
    return game.client.request(method, address, json=body, headers=headers).status_code


@pytest.mark.parametrize(
    "route", list(MATRIX), ids=lambda route: f"{route[1]} {route[2]} {route[3]}"
)
def test_every_route_for_every_role(table: Any, route: Any) -> None:
    *asks, expected = route
    assert tuple(asked(table, seat, *asks) for seat in SEATS) == expected


def test_what_was_hidden_opens_when_all_have_agreed_after_the_game(table: Any) -> None:
    hidden = (
        table.client.app.state.context.umpire.game(table.id).game.ruleset.entry_seen is not None
    )
    for path in WHILE_HIDDEN:
        route = ("GET", path, None, "")
        assert tuple(asked(table, seat, *route) for seat in SEATS) == HIDDEN[hidden]
    for seat, do, still in (
        ("ana", "concede", hidden),
        ("ana", "open", hidden),
        ("ben", "open", False),
    ):
        table.step(seat, {"do": do})
        assert table.state()["over"]
        for path in WHILE_HIDDEN:
            route = ("GET", path, None, "")
            assert tuple(asked(table, one, *route) for one in SEATS) == HIDDEN[still]


def test_every_route_of_a_game_is_in_the_table(client: Any) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    known = {(route[0], path_of(route[1])) for route in MATRIX} | {
        ("GET", "/feed"),
        ("POST", "/public"),
    }
    known |= {("GET", path) for path in WHILE_HIDDEN}
    found = {
        (method.upper(), path.removeprefix("/api/games/{game}"))
        for path, methods in paths.items()
        if path.startswith("/api/games/{game}")
        for method in methods
    }
    assert found == known


def path_of(path: str) -> str:
    return "/seats/{seat}" if path.startswith("/seats/") else path


def test_a_revoked_token_ends_at_once_and_a_new_one_goes_on(client: Any) -> None:
    game = opened(client)
    revoked = client.delete(game.path("/seats/ben"), headers=game.as_("judge"))
    assert revoked.json() == {"seat": "ben", "revoked": 1}
    assert game.step("ben", NOTE).status_code == 401
    made = client.post(game.path("/seats/ben"), headers=game.as_("judge")).json()
    game.tokens["ben"] = made["token"]
    assert game.step("ben", NOTE).status_code == 200
    held = client.get(game.path("/seats"), headers=game.as_("judge")).json()["seats"]
    assert [bool(one["revoked"]) for one in held if one["seat"] == "ben"] == [True, False]


def test_a_new_token_asked_for_twice_with_a_key_is_one_token(client: Any) -> None:
    game = opened(client)
    headers = {**game.as_("judge"), "idempotency-key": "lost"}
    first, again = (client.post(game.path("/seats/ben"), headers=headers).json() for _ in range(2))
    assert first == again
    other = client.post(game.path("/seats/ana"), headers=headers).json()
    assert other["token"] != first["token"]


def test_a_token_expires(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", token_days=1) as client:
        game = opened(client)
        seats: Seats = client.app.state.context.seats
        now = seats.clock
        seats.clock = lambda: now() + 25 * 60 * 60 * 1_000_000
        assert game.get("ana", "state").status_code == 401


def test_only_digests_are_stored(tmp_path: Path) -> None:
    db = tmp_path / "g.umpire"
    with inside(db) as client:
        game = opened(client)
        keyed = opened(client, idempotency_key="a-key-of-mine")
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in (*game.tokens.values(), *keyed.tokens.values()):
        assert token.encode() not in stored
        assert digest_of(token).encode() in stored
    assert b"a-key-of-mine" not in stored


def test_nothing_secret_or_said_is_logged(tmp_path: Path) -> None:
    with serving(tmp_path / "g.umpire") as server, httpx.Client(base_url=server.url) as client:
        game = opened(client, idempotency_key="a-key-of-mine")
        game.step("ana", {"do": "note", "text": "my secret plan"}, idempotency_key="k-of-step")
        client.get(game.path("/state"), headers={"authorization": "Bearer wrong-token"})
        server.stop()
    ruling = next(json.loads(line) for line in server.lines() if "verdict" in line)
    assert (ruling["game"], ruling["entry"], ruling["verdict"]) == (game.id, 1, "legal")
    assert set(ruling) == {"at", "level", "game", "entry", "verdict", "rules", "ms"}
    told = "".join(server.lines())
    for secret in (
        *game.tokens.values(),
        "a-key-of-mine",
        "k-of-step",
        "secret plan",
        "wrong-token",
    ):
        assert secret not in told


def test_a_cookie_shows_a_seat_but_acts_only_from_our_own_pages(client: Any) -> None:
    game = opened(client)
    cookie = {"cookie": f"umpire-{game.id}={game.tokens['ana']}"}
    assert client.get(game.path("/state"), headers=cookie).status_code == 200
    assert client.post(game.path("/steps"), json=NOTE, headers=cookie).status_code == 403
    page = {**cookie, "x-umpire": "page"}
    assert client.post(game.path("/steps"), json=NOTE, headers=page).status_code == 200


def test_with_a_key_set_opening_asks_for_it(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", key="k" * 40, judge_key="j" * 40) as client:
        assert client.post("/api/games", json=VOIDSIEGE).status_code == 401
        assert client.get("/metrics").status_code == 401
        assert client.get("/api/games").status_code == 401
        wrong = {"authorization": "Bearer " + "x" * 40}
        assert client.post("/api/games", json=VOIDSIEGE, headers=wrong).status_code == 401
        right = {"authorization": "Bearer " + "k" * 40}
        game = opened(client, **right)
        assert client.get("/metrics", headers=right).status_code == 200
        assert client.get(game.path("/seats"), headers=right).status_code == 200
        assert client.get(game.path("/state"), headers=right).status_code == 401
        judge = {"authorization": "Bearer " + "j" * 40}
        assert client.get(game.path("/state"), headers=judge).status_code == 200
        assert client.post("/api/games", json=VOIDSIEGE, headers=judge).status_code == 401
        rewind = {"do": "rewind", "to": 0, "because": "it was agreed"}
        ruled = client.post(game.path("/steps"), json=rewind, headers=judge).json()
        assert (ruled["by"], ruled["verdict"]) == ("judge", "legal")


def test_without_a_key_a_page_from_elsewhere_opens_nothing(client: Any) -> None:
    elsewhere = {"host": "evil.example"}
    answer = client.post("/api/games", json=VOIDSIEGE, headers=elsewhere)
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "umpire.example"])
def test_a_server_for_others_does_not_start_without_a_key(
    host: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UMPIRE_KEY", raising=False)
    refused = CliRunner().invoke(serve, ["--host", host, "--db", str(tmp_path / "g.umpire")])
    assert refused.exit_code == 2
    assert "UMPIRE_KEY" in refused.output


HIDING = "nullshapers"


def hidden_of(state: dict[str, Any], player: str) -> set[str]:
    zones = state["zones"][player]
    kept = [zones[zone] for zone in ("hand", "deck") if isinstance(zones[zone], list)]
    return {card for cards in kept for card in cards}


def names(value: Any) -> set[str]:
    """Every word in it."""
    if isinstance(value, dict):
        return set(value) | {name for one in value.values() for name in names(one)}
    if isinstance(value, list):
        return {name for one in value for name in names(one)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("seed", range(12))
def test_what_stays_in_a_hand_or_deck_is_never_shown_to_others(client: Any, seed: Any) -> None:
    from random import Random

    from tests.properties.play import filled

    chance = Random(seed)
    records = [one for one in tables(HIDING) if set(one["players"]) == PLAYERS]
    record = chance.choice(records)
    kept = ("record", "ruleset", "edition", "readings", "players", "setup")
    game = opened(client, {key: record[key] for key in kept if key in record})
    always = hidden_of(game.state(), "ben")
    for _ in range(12):
        state = game.state()
        if state["over"]:
            break
        player = chance.choice(state["to_act"] or ["ana", "ben"])
        options = game.get(player, "options").json()["options"]
        legal = [one for one in options if one["verdict"] == "legal"]
        one = chance.choice(legal if legal and chance.random() < 0.8 else options)
        asks = {k: asking(v) for k, v in one["asks"].items()}
        said = {**one["step"], **{k: filled(k, v, chance) for k, v in asks.items()}}
        if said["do"] == "concede":
            continue
        game.step(player, {key: value for key, value in said.items() if key != "by"})
        always &= hidden_of(game.state(), "ben")
    if game.state()["over"]:
        return
    for seat in ("ana", "spectator"):
        shown = json.dumps(everything(game, seat), ensure_ascii=False)
        for card in always:
            assert card not in names(json.loads(shown)), f"{seat} is shown {card}"
            assert f"“{card}”" not in shown
    looked = game.client.get(game.path("/looks"), headers=game.as_("judge")).json()["looks"]
    assert {one["viewer"] for one in looked} == {"judge"}


def test_the_salt_of_a_game_is_shown_to_nobody_while_things_are_hidden(client: Any) -> None:
    game = opened(client, record_of(HIDING))
    game.step("ana", NOTE)
    salt = client.app.state.context.umpire.game(game.id).game.opening.salt
    assert len(salt) == 22
    asks = [route for route in MATRIX if route[0] == "GET"]
    asks += [("GET", path, None, "", ()) for path in WHILE_HIDDEN]
    for seat in ("ana", "spectator", "judge"):
        shown = [
            client.get(game.path(path) + f"?{query}", headers=game.as_(seat))
            for _, path, _, query, _ in asks
        ]
        page = {"cookie": f"umpire-{game.id}={game.tokens[seat]}"}
        shown += [client.get(f"/games/{game.id}", headers=page)]
        assert not [one.url for one in shown if salt in one.text]


def everything(game: Game, seat: str) -> list[Any]:
    """Whatever this seat can ask for."""
    log = game.log(seat)
    newest = len(log)
    asked: list[tuple[str, dict[str, Any]]] = [("diff", {"from_": 0}), ("state", {"at": 0})]
    asked += [("why", {"entry": n}) for n in range(1, newest + 1)]
    if seat != "spectator":
        asked += [("options", {}), ("options", {"at": newest // 2})]
    found = [game.get(seat, what, **query) for what, query in asked]
    assert all(answer.status_code == 200 for answer in found)
    with game.client.stream(
        "GET", game.path("/feed"), headers={**game.as_(seat), "last-event-id": "0"}
    ) as feed:
        lines = islice((one for one in feed.iter_lines() if one.startswith("data:")), newest)
        heard = [json.loads(line[5:]) for line in lines]
    return [log, game.state(seat), heard, *(answer.json() for answer in found)]


def asking(ask: dict[str, Any]) -> Any:
    from domain.kernel.ruleset import Ask

    return Ask(ask["kind"], ask["label"], ask["count"], tuple(ask["choices"]))
