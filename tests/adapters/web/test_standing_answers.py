"""Standing answers over HTTP: said in a seat's name, told as what they are, nobody else's to see."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from application.game.umpire import KEY_HOLDS
from tests.adapters.commands import umpire
from tests.adapters.servers import Game, inside, opened
from tests.adapters.web.test_claims import RECORD as NULLSHAPERS
from tests.kit.routes import answer_to, paths_of, ways

PATIENCE = 20
"""Seconds in which a server at work has long said what is due."""
BY_HAND, BY_ITSELF = {"do": "decline"}, ("ben", "decline", True)
MOVE = {"do": "declare", "unit": "a1", "command": "move"}


def own(game: Game, seat: str = "ben") -> dict[str, Any]:
    found = game.get(seat, "standing-answer")
    assert found.status_code == 200, found.text
    answer: dict[str, Any] = found.json()
    return answer


def put(game: Game, seat: str = "ben", **said: Any) -> Any:
    content = {"until": "round", **said}
    return game.client.put(game.path("/standing-answer"), json=content, headers=game.as_(seat))


def come_to_be(true: Callable[[], bool]) -> None:
    """Waits for what a server does by itself."""
    begun = monotonic()
    while not true():
        assert monotonic() - begun < PATIENCE
        sleep(0.02)


def told(game: Game, seat: str = "ana") -> list[tuple[Any, ...]]:
    return [(one["by"], one["do"], one.get("standing_answer", False)) for one in game.log(seat)]


def test_it_declines_for_its_seat_and_every_entry_says_so(game: Game) -> None:
    assert put(game).json()["answer"] == {
        "do": "decline",
        "until": "round",
        "unless": None,
        "since": 0,
        "ended": None,
    }
    game.step("ana", MOVE)
    come_to_be(lambda: len(game.log()) > 1)
    game.step("ana", {"do": "move", "unit": "a1"})
    assert told(game) == [("ana", "declare", False), BY_ITSELF, ("ana", "move", False)]
    for seat in ("ben", "spectator", "judge"):
        assert told(game, seat) == told(game)
    assert own(game)["answer"]["ended"] is None


def test_sent_again_under_its_key_it_gets_the_first_answer(game: Game) -> None:
    def sent() -> Any:
        headers = {**game.as_("ben"), "idempotency-key": "1"}
        content = {"until": "command", "now": True, "expected_entry": 1}
        return game.client.put(game.path("/standing-answer"), json=content, headers=headers)

    game.step("ana", MOVE)
    first = sent().json()
    assert (first["ruling"]["n"], sent().json()) == (2, first)
    game.client.delete(game.path("/standing-answer"), headers=game.as_("ben"))
    for seat, said in (
        ("ana", {"do": "move", "unit": "a1"}),
        ("ben", {**MOVE, "unit": "b1"}),
        ("ana", BY_HAND),
        ("ben", {"do": "move", "unit": "b1"}),
        ("ana", {**MOVE, "unit": "a2"}),
    ):
        game.step(seat, said)
    again = sent().json()
    assert (again["ruling"], again["answer"], again["entry"]) == (first["ruling"], None, 7)


def test_after_a_day_its_key_is_a_new_one(tmp_path: Path) -> None:
    content = {"until": "command", "now": True}
    with inside(tmp_path / "g.umpire") as client:
        game, umpire = opened(client), client.app.state.context.umpire
        headers = {**game.as_("ben"), "idempotency-key": "1"}

        def sent() -> Any:
            found = client.put(game.path("/standing-answer"), json=content, headers=headers).json()
            client.delete(game.path("/standing-answer"), headers=game.as_("ben"))
            return found["ruling"]["n"]

        game.step("ana", MOVE)
        assert sent() == 2
        game.step("ana", {"do": "move", "unit": "a1"})
        for seat, said in (
            ("ben", {**MOVE, "unit": "b1"}),
            ("ana", BY_HAND),
            ("ben", {"do": "move", "unit": "b1"}),
            ("ana", {**MOVE, "unit": "a2"}),
        ):
            game.step(seat, said)
        now = umpire.clock
        umpire.clock = lambda: now() + KEY_HOLDS
        assert sent() == 8


def test_it_is_nobody_elses_to_see(game: Game) -> None:
    assert put(game, unless=["b1"]).status_code == 200
    assert own(game, "ana")["answer"] is None
    for seat in ("judge", "spectator"):
        assert game.get(seat, "standing-answer").status_code == 403
        assert put(game, seat).status_code == 403


def test_it_ends_when_its_unit_is_aimed_at_and_says_why(game: Game) -> None:
    put(game)
    game.step("ana", {**MOVE, "command": "shoot", "target": "b1"})
    assert own(game)["answer"]["ended"] == {"why": "aimed", "entry": 1, "what": "b1"}
    assert game.state()["to_act"] == ["ben"]


def test_it_ends_with_one_request(game: Game) -> None:
    put(game)
    ended = game.client.delete(game.path("/standing-answer"), headers=game.as_("ben"))
    assert ended.json()["answer"] is None
    game.step("ana", MOVE)
    assert game.step("ben", BY_HAND).json()["verdict"] == "legal"
    assert told(game)[1] == ("ben", "decline", False)


def test_what_is_asked_already_can_be_answered_with_it_by_hand(game: Game) -> None:
    game.step("ana", MOVE)
    assert own(game)["offer"] == {
        "do": "decline",
        "until": ["command", "round"],
        "unless": ["b1"],
        "due": True,
    }
    found = put(game, now=True, expected_entry=1).json()
    assert (found["ruling"]["verdict"], found["answer"]["since"]) == ("legal", 1)
    assert told(game)[1] == ("ben", "decline", False)
    assert put(game, now=True).status_code == 422
    assert put(game, expected_entry=1).status_code == 409


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
def test_it_outlives_the_server(store: str) -> None:
    with inside(store) as client:
        game = opened(client)
        put(game, unless=[])
    with inside(store) as client:
        game = Game(game.id, game.tokens, client)
        assert own(game)["answer"]["ended"] is None
        game.step("ana", {**MOVE, "command": "shoot", "target": "b1"})
        come_to_be(lambda: told(game)[1:] == [BY_ITSELF])


def test_one_that_was_set_at_the_command_line_is_said_by_a_server(tmp_path: Path) -> None:
    store = tmp_path / "games.umpire"
    with inside(store) as client:
        game = opened(client)
        typed = ("--db", store, "standing-answer", game.id, "--by", "ben")
        assert umpire(*typed, "--until", "round").exit_code == 0
        game.step("ana", MOVE)
        come_to_be(lambda: told(game)[1:] == [BY_ITSELF])
        assert own(game)["answer"]["since"] == 0
        assert umpire(*typed, "--end").exit_code == 0
        assert own(game)["answer"] is None


def test_of_two_servers_one_says_it_once(tmp_path: Path) -> None:
    with inside(tmp_path / "games.umpire") as here, inside(tmp_path / "games.umpire") as there:
        game = opened(here)
        put(game)
        elsewhere = Game(game.id, game.tokens, there)
        elsewhere.step("ana", MOVE)
        come_to_be(lambda: told(game)[1:] == [BY_ITSELF])
        elsewhere.step("ana", {"do": "move", "unit": "a1"})
        assert told(game)[1:] == [BY_ITSELF, ("ana", "move", False)]


def test_it_ends_with_the_link_it_was_set_with(game: Game) -> None:
    put(game)
    judge = game.as_("judge")
    game.client.delete(game.path("/seats/ben"), headers=judge)
    made = game.client.post(game.path("/seats/ben"), headers=judge).json()
    game.tokens["ben"] = made["token"]
    game.step("ana", MOVE)
    come_to_be(lambda: own(game)["answer"]["ended"] is not None)
    assert own(game)["answer"]["ended"]["why"] == "seat"
    assert len(game.log()) == 1


def test_it_moves_with_its_store_and_the_command_tells_its_entries(
    tmp_path: Path,
) -> None:
    with inside(tmp_path / "games.umpire") as client:
        game = opened(client)
        put(game)
        game.step("ana", MOVE)
        come_to_be(lambda: len(game.log()) > 1)
    store, moved = tmp_path / "games.umpire", tmp_path / "moved.umpire"
    assert umpire("db", "copy", store, moved).exit_code == 0
    with inside(moved) as client:
        assert own(Game(game.id, game.tokens, client))["answer"]["ended"] is None
    told_there = umpire("--db", moved, "log", game.id).output
    assert told_there.count("A standing answer: it was said as") == 1


@pytest.mark.parametrize(
    ("said", "where", "expected"),
    [
        ({"until": "tomorrow"}, "until", "round"),
        ({"unless": ["a1"]}, "unless", "b1"),
        ({"unless": "b1"}, "unless", "b1"),
        ({"now": "yes"}, "now", "true or false"),
        ({"now": True}, "now", "false"),
    ],
)
def test_what_cannot_be_meant_gets_a_sentence(
    game: Game, said: Any, where: str, expected: str
) -> None:
    found = put(game, **said)
    assert found.status_code == 422
    assert (found.json()["where"], found.json()["expected"]) == (where, expected)
    assert own(game)["answer"] is None


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Game, Game]]:
    """One game of hidden cards twice, on one server."""
    with inside(tmp_path / "games.umpire") as client:
        yield opened(client, NULLSHAPERS), opened(client, NULLSHAPERS)


def test_nobody_can_tell_whether_one_is_set_that_says_nothing(twins: tuple[Game, Game]) -> None:
    """Every route answers all others alike; only sheets, packets and seals differ, by the salt of a game."""
    plain, with_one = twins
    assert put(with_one, "ben", until="turn", unless=[]).status_code == 200
    for game in twins:
        game.step("ana", {"do": "note", "text": "hm"})
    assert own(with_one)["answer"]["ended"] is None
    salted = ("/seal", "/sheet", "/packet")
    routes = [one for one in paths_of(plain.client) if not any(word in one for word in salted)]
    for viewer in ("ana", "spectator", "judge"):
        for way in ways(routes, 1, ("ana", "ben")):
            one, other = (answer_to(game, viewer, *way) for game in twins)
            assert one == other, (viewer, way)
