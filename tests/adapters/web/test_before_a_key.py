"""Attacks by whoever has no key: nothing of them is kept, and others are answered meanwhile."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPResponse
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from pydantic import SecretStr

from adapters.cli.store.serve import serve
from adapters.web import server as web_server
from adapters.web.connections import HEAD
from adapters.web.limits import GUESSES
from adapters.web.server import OWN_FILES
from adapters.web.settings import LONG, WebSettings
from tests.adapters.servers import VOIDSIEGE, Client, Game, inside, opened

SOON = {"patience": 0.3}
MUCH = 64 * 1024 * 1024
KEY, OTHER, JUDGES = "k" * LONG, "o" * LONG, "j" * LONG
NOTE = {"do": "note", "text": "hm"}


@contextmanager
def line(client: Client, first: bytes = b"", takes_in: int = 0) -> Iterator[socket.socket]:
    """A connection of one's own, on which this is said first; `takes_in`: bytes kept until they are read."""
    url = httpx.URL(client.base_url)
    with socket.socket() as made:
        made.settimeout(20)
        if takes_in:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes_in)
        made.connect((url.host, url.port or 0))
        made.sendall(first)
        yield made


def end_of(made: socket.socket) -> bytes:
    """Whatever the server still says until it ends the connection."""
    found = b""
    with suppress(ConnectionError):
        while chunk := made.recv(1 << 16):
            found += chunk
    return found


def sent_before_the_end(made: socket.socket, piece: bytes, most: int = MUCH) -> int:
    """Bytes that the server lets somebody send, until it ends the connection or reads nothing more."""
    sent = 0
    with suppress(ConnectionError, TimeoutError):
        while sent < most:
            made.sendall(piece)
            sent += len(piece)
    return sent


def head(method: str, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    "path", ["/enter/some-game", "/start", "/replay", "/api/games", "/static/x"]
)
def test_a_body_without_end_is_not_kept(client: Any, path: Path) -> None:
    with line(client, head("POST", path, CHUNKED)) as made:
        assert sent_before_the_end(made, b"10000\r\n" + b"a" * 65536 + b"\r\n") < MUCH
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize("path", ["/enter/some-game", "/start", "/replay", "/api/games"])
def test_a_body_that_says_it_is_too_long_is_refused_unread(client: Any, path: Path) -> None:
    json = "Content-Type: application/json"
    with line(client, head("POST", path, json, f"Content-Length: {MUCH}")) as made:
        assert made.recv(12) == b"HTTP/1.1 413"


@pytest.mark.parametrize(
    "piece", [b"1;" + b"x" * 65536 + b"\r\na\r\n", b"0\r\n" + b"X: yy\r\n" * 9000]
)
def test_what_comes_beside_a_body_is_bounded_too(client: Any, piece: Any) -> None:
    with line(client, head("POST", "/start", CHUNKED)) as made:
        assert sent_before_the_end(made, piece) < MUCH


def test_requests_sent_ahead_without_end_are_not_kept(client: Any) -> None:
    """100 MB of them, whose answers nobody took in, were 2 GB of memory."""
    with line(client, takes_in=4096) as made:
        made.settimeout(5)
        assert sent_before_the_end(made, head("GET", "/health") * 1000) < MUCH
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize("piece", [b"a" * 4096, b"a: b\r\n" * 512])
def test_a_head_that_grows_without_end_is_refused(client: Any, piece: Any) -> None:
    with line(client, b"GET / HTTP/1.1\r\nX: ") as made:
        assert sent_before_the_end(made, piece) < MUCH


def test_a_head_that_comes_whole_and_is_too_long_is_refused(client: Any) -> None:
    with line(client, head("GET", "/" + "a" * HEAD)) as made:
        assert made.recv(12) in (b"HTTP/1.1 431", b"HTTP/1.1 400")


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        head("POST", "/start", "Content-Length: 9") + b"a",
        head("POST", "/api/games", "Content-Type: application/json", "Content-Length: 9") + b"{",
        head("GET", "/health", "Content-Length: 9"),
    ],
)
def test_half_a_request_is_not_waited_for(tmp_path: Path, half: bytes) -> None:
    with inside(tmp_path / "g.umpire", **SOON) as client, line(client, half) as made:
        assert end_of(made)[:12] in (b"", b"HTTP/1.1 408", b"HTTP/1.1 200")


def status_on(made: socket.socket) -> int:
    """Of the next answer, which is read whole."""
    answer = HTTPResponse(made)
    answer.begin()
    answer.read()
    return answer.status


def test_a_body_that_comes_after_its_answer_ends_nothing(tmp_path: Path) -> None:
    """Not on a line that has been open for long either: the next request is answered on it."""
    with inside(tmp_path / "g.umpire", **SOON) as client, line(client) as made:
        for _ in range(3):
            made.sendall(head("POST", "/api/nothing", "Content-Length: 2"))
            assert status_on(made) == 404
            made.sendall(b"{}")
            sleep(1)
        made.sendall(head("GET", "/health"))
        assert made.recv(12) == b"HTTP/1.1 200"


def test_half_requests_take_nobodys_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "many_files", lambda: 2 * OWN_FILES)
    with inside(tmp_path / "g.umpire") as client, ExitStack() as lines:
        for _ in range(OWN_FILES + 40):
            lines.enter_context(line(client, b"GET / HT"))
        assert httpx.get(client.base_url.join("/health")).status_code == 200


def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", connections_per_address=3) as client, ExitStack() as lines:
        game = opened(client)
        feed = head("GET", game.path("/feed"), f"Authorization: Bearer {game.tokens['ana']}")
        begun = [lines.enter_context(line(client, feed)).recv(12) for _ in range(4)]
        assert begun == [b"HTTP/1.1 200"] * 3 + [b"HTTP/1.1 429"]


def test_who_waits_with_nothing_to_say_makes_room_for_who_comes(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", connections_per_address=3) as client, ExitStack() as lines:
        waiting = [lines.enter_context(line(client)) for _ in range(4)]
        assert end_of(waiting[0]) == b""
        assert client.get("/health").status_code == 200


def test_a_listener_that_takes_nothing_in_loses_its_line(tmp_path: Path, caplog: Any) -> None:
    with inside(tmp_path / "g.umpire", **SOON) as client:
        game = opened(client)
        for _ in range(120):
            game.step("ana", {"do": "note", "text": "x" * 60_000})
        asks = f"Authorization: Bearer {game.tokens['spectator']}"
        url = httpx.URL(client.base_url)
        with socket.socket() as made:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made.settimeout(20)
            made.connect((url.host, url.port))
            made.sendall(head("GET", game.path("/feed?after=0"), asks))
            wait_until(lambda: "nothing was taken in" in caplog.text)
            assert b'"n":120' not in end_of(made)


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(1000):
        if holds():
            return
        sleep(0.02)
    raise AssertionError


def test_keys_beyond_this_machine_are_long_and_no_two_are_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(key: str, judge_key: str, host: str = "0.0.0.0") -> str:
        monkeypatch.setenv("UMPIRE_KEY", key)
        monkeypatch.setenv("UMPIRE_JUDGE_KEY", judge_key)
        words = ["--host", host, "--db", str(tmp_path / "none" / "g.umpire")]
        result = CliRunner().invoke(serve, words)
        assert result.exit_code == 2
        return result.output

    assert "UMPIRE_KEY is shorter" in refused(KEY[1:], "")
    assert "UMPIRE_JUDGE_KEY is shorter" in refused(KEY, JUDGES[1:])
    assert f"at least {LONG} characters" in refused(f"{KEY} short", "")
    for host in ("0.0.0.0", "127.0.0.1"):
        assert "two keys are equal" in refused(KEY, KEY, host)
        assert "two keys are equal" in refused(f"{KEY},{KEY}", "", host)


def test_every_organiser_may_have_a_key(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", key=f"{KEY}, {OTHER}") as client:
        for key in (KEY, OTHER):
            opened(client, authorization=f"Bearer {key}")
        both = {"authorization": f"Bearer {KEY}, {OTHER}"}
        assert client.post("/api/games", json=VOIDSIEGE, headers=both).status_code == 401


def guess(client: Client, number: int) -> int:
    shown = {"authorization": f"Bearer {number:>024}"}
    return client.post("/api/games", json=VOIDSIEGE, headers=shown).status_code


def test_whoever_guesses_a_key_is_slowed_and_logged(tmp_path: Path, caplog: Any) -> None:
    with inside(tmp_path / "g.umpire", key=KEY, judge_key=JUDGES) as client:
        game = opened(client, authorization=f"Bearer {KEY}")
        assert [guess(client, n) for n in range(GUESSES)] == [401] * GUESSES
        assert "a wrong key from 127.0.0.1" in caplog.text
        assert guess(client, GUESSES) == 429
        # The right one is not looked at either: otherwise it could be found at any speed.
        right = client.post("/api/games", json=VOIDSIEGE, headers=bearer(KEY))
        assert (right.status_code, int(right.headers["retry-after"]) > 0) == (429, True)
        assert client.get(game.path("/state"), headers=bearer(JUDGES)).status_code == 429
        form = {"key": KEY, "first": "ana", "second": "ben", "ruleset": "voidsiege"}
        assert client.post("/start", data=form).status_code == 429
        enter = client.post(f"/enter/{game.id}", data={"token": JUDGES})
        assert enter.status_code == 429
        assert game.step("ana", NOTE).status_code == 200
        assert KEY not in caplog.text


def test_the_organisers_key_is_not_guessed_where_seats_are_given_either(tmp_path: Path) -> None:
    """Without a judge's key, any number was tried there and none was logged."""
    with inside(tmp_path / "g.umpire", key=KEY) as client:
        path = opened(client, authorization=f"Bearer {KEY}").path("/seats")
        asked = [client.get(path, headers=bearer(f"{n:>024}")) for n in range(GUESSES + 1)]
        assert [one.status_code for one in asked] == [401] * GUESSES + [429]
        assert client.get(path, headers=bearer(KEY)).status_code == 429


@pytest.mark.parametrize("path", ["games/x/entry/{}", "games/x/diff/1/{}", "events/x/r{}/t1"])
def test_a_number_without_end_is_no_address(client: Any, path: str) -> None:
    assert client.get("/" + path.format("1" * 5000)).status_code == 404


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def test_a_token_that_has_ended_is_no_guess(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", judge_key=JUDGES) as client:
        game = opened(client)
        client.delete(game.path("/seats/ben"), headers=game.as_("judge"))
        asked = {game.step("ben", NOTE).status_code for _ in range(GUESSES + 2)}
        assert asked == {401}


def test_a_form_is_read_on_only_for_whoever_has_a_key(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", key=KEY, most_step=1024) as client:
        form = {"key": KEY, "first": "ana", "second": "ben", "ruleset": "voidsiege"}
        long = {"setup": "# " + "x" * 4096}
        assert client.post("/start", data={**form, **long}).status_code == 303
        with line(client, head("POST", "/start", f"Content-Length: {1024 * 1024}")) as made:
            made.sendall(b"setup=" + b"x" * 4096)
            assert made.recv(12) == b"HTTP/1.1 401"


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_behind_tls_a_seat_is_kept_in_a_secure_cookie(client: Any, scheme: Any) -> None:
    game: Game = opened(client)
    said = {"token": game.tokens["ana"]}
    through = {"x-forwarded-proto": scheme}
    answer = client.post(f"/enter/{game.id}", data=said, headers=through, follow_redirects=False)
    assert answer.status_code == 303
    assert ("; Secure" in answer.headers["set-cookie"]) is (scheme == "https")


def test_judges_with_names_have_a_name_and_a_key_each() -> None:
    def refused(keys: str) -> str | None:
        return WebSettings(host="127.0.0.1", judge_key=SecretStr(keys)).refusal()

    assert refused("kim:one,noa:two") is None
    assert "one name" in str(refused("kim:one,kim:two"))
    assert "two keys are equal" in str(refused("kim:one,noa:one"))
    assert "without a key" in str(refused("kim:"))
    abroad = WebSettings(host="0.0.0.0", key=SecretStr(KEY), judge_key=SecretStr("kim:short"))
    assert "UMPIRE_JUDGE_KEY is shorter" in str(abroad.refusal())
