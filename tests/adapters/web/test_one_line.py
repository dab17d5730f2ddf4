"""What anybody says on one line beside a request, or ahead of the answer to an earlier one."""

import json
import socket
from collections.abc import Iterator
from http.client import parse_headers
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.web.limits import GUESSES
from tests.adapters.servers import VOIDSIEGE, Game, Server, opened
from tests.adapters.web.test_before_a_key import CHUNKED, KEY, head

JSON = "Content-Type: application/json"
MANY = 400
"""Requests sent ahead; their bytes come in one piece and are more than are read of it at once."""


@pytest.fixture(scope="module", params=["httptools", "h11"])
def server(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Server]:
    """With each of the two parsers: in the path of the second, the first is not installed."""
    folder: Path = tmp_path_factory.mktemp("served")
    if request.param == "h11":
        (folder / "httptools.py").write_text("raise ImportError\n")
    settings = {"UMPIRE_KEY": KEY, "PYTHONPATH": str(folder)}
    running = Server(str(folder / "games.umpire"), settings)
    yield running
    running.kill()


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url) as client:
        yield client


@pytest.fixture
def game(client: httpx.Client) -> Game:
    return opened(client, authorization=f"Bearer {KEY}")


def line_to(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def with_trailers(path: str, body: bytes, *trailers: str, headers: tuple[str, ...] = ()) -> bytes:
    """A request whose body comes in a chunk, with these lines after it."""
    begun = head("POST", path, JSON, CHUNKED, *headers)
    after = "".join(f"{one}\r\n" for one in trailers).encode()
    return b"%b%x\r\n%b\r\n0\r\n%b\r\n" % (begun, len(body), body, after)


def answers(made: socket.socket, number: int) -> list[tuple[int, bytes]]:
    """Status and body of so many answers on this line."""
    found = []
    with made.makefile("rb") as told:
        for _ in range(number):
            status = int(told.readline().split()[1])
            length = int(parse_headers(told)["content-length"])
            found.append((status, told.read(length)))
    return found


def answer_to(server: Server, request: bytes) -> tuple[int, bytes]:
    with line_to(server) as made:
        made.sendall(request)
        return answers(made, 1)[0]


def step_of(game: Game, text: str) -> bytes:
    body = json.dumps({"do": "note", "text": text}).encode()
    token = f"Authorization: Bearer {game.tokens['ana']}"
    length = f"Content-Length: {len(body)}"
    return head("POST", game.path("/steps"), JSON, token, length) + body


def traces(server: Server) -> list[str]:
    return [line for line in server.lines() if "trace" in line.lower()]


def test_a_key_that_comes_after_the_body_opens_nothing(server: Server) -> None:
    body = json.dumps(VOIDSIEGE).encode()
    status, _ = answer_to(server, with_trailers("/api/games", body, f"Authorization: Bearer {KEY}"))
    assert status == 401


def test_an_idempotency_key_that_comes_after_the_body_is_none(server: Server, game: Game) -> None:
    token = f"Authorization: Bearer {game.tokens['ana']}"
    said = with_trailers(
        game.path("/steps"), b'{"do": "note"}', "Idempotency-Key: x", headers=(token,)
    )
    assert [json.loads(answer_to(server, said)[1])["n"] for _ in range(2)] == [1, 2]


def test_steps_that_are_sent_ahead_are_all_answered_in_turn(server: Server, game: Game) -> None:
    with line_to(server) as made:
        made.sendall(b"".join(step_of(game, str(n)) for n in range(MANY)))
        found = answers(made, MANY)
    assert [json.loads(body)["n"] for _, body in found] == list(range(1, MANY + 1))
    assert [entry["said"]["text"] for entry in whole_log(game)] == [str(n) for n in range(MANY)]


def whole_log(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while page := game.log(after=len(found)):
        found += page
    return found


def test_requests_without_a_key_that_are_sent_ahead_are_all_answered(server: Server) -> None:
    asked = head("POST", "/api/games/no-game/steps", JSON, "Content-Length: 2") + b"{}"
    with line_to(server) as made:
        made.sendall(asked * 150)
        assert [status for status, _ in answers(made, 150)] == [401] * 150
    assert not traces(server)


@pytest.mark.parametrize("after", [b"", b"GET / HT", b"what is this?\r\n\r\n"])
def test_whoever_goes_before_the_answers_leaves_no_trace_in_the_log(
    server: Server, game: Game, after: bytes
) -> None:
    for _ in range(5):
        with line_to(server) as made:
            made.sendall(step_of(game, "gone") * 20 + after)
    # What was sent before they went is ruled on, or is not; the next is answered as ever.
    assert game.step("ana", {"do": "note", "text": "here"}).status_code == 200
    assert not traces(server)


def test_a_body_too_long_behind_others_ends_the_line_after_their_answers(
    server: Server, game: Game
) -> None:
    token = f"Authorization: Bearer {game.tokens['ana']}"
    long = head("POST", game.path("/steps"), JSON, token, "Content-Length: 9000000")
    with line_to(server) as made:
        made.sendall(step_of(game, "first") * 3 + long + b"x" * 4096)
        assert [status for status, _ in answers(made, 4)] == [200, 200, 200, 413]
    assert not traces(server)


def test_wrong_keys_are_counted_for_who_sends_them_whatever_comes_after_the_body(
    server: Server,
) -> None:
    """The last one here: from then on the address waits."""
    asked = [
        with_trailers(
            "/api/games",
            b"{}",
            f"X-Forwarded-For: 10.0.0.{n}",
            headers=(f"Authorization: Bearer {n:>024}",),
        )
        for n in range(2 * GUESSES)
    ]
    status = [answer_to(server, one)[0] for one in asked]
    assert status[:GUESSES] == [401] * GUESSES
    assert 429 in status[GUESSES:]
