"""A chat hears whom a game waits for: bounded, only where the operator allows it, and nobody waits for it."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from adapters.web.settings import WebSettings
from adapters.web.webhooks.timed_post import post
from adapters.web.webhooks.webhook_queue import MOST_WAITING, WebhookQueue
from tests.adapters.servers import Game, inside, opened

FORM = {"first": "ana", "second": "ben", "ruleset": "voidsiege"}
CHAT = "https://discord.com/api/webhooks/1/secret"


@contextmanager
def ear(status: int = 204, to: str = "") -> Iterator[tuple[str, "Queue[Any]"]]:
    """An address that hears, and what it heard."""
    heard: Queue[Any] = Queue()

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(status)
            if to:
                self.send_header("location", to)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/chat", heard
    server.shutdown()
    server.server_close()


def test_a_chat_hears_whom_a_game_waits_for(tmp_path: Path) -> None:
    public = "https://umpire.example"
    with (
        ear() as (url, heard),
        inside(tmp_path / "g.umpire", webhook=url, public_url=public) as client,
    ):
        game = opened(client)
        game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        told = heard.get(timeout=10)
    assert told["waiting"] == ["ben"]
    assert told["entry"] == 1
    assert told["link"] == f"https://umpire.example/games/{game.id}"
    assert game.id in told["text"] and "ben" in told["text"]
    assert told["allowed_mentions"] == {"parse": []}
    assert game.tokens["ben"] not in json.dumps(told)


def test_a_chat_is_not_told_twice_of_the_same(tmp_path: Path) -> None:
    """A remark moves nobody's turn."""
    with ear() as (url, heard), inside(tmp_path / "g.umpire", webhook=url) as client:
        game = opened(client)
        for text in ("one", "two"):
            game.step("ana", {"do": "note", "text": text})
        game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        entries = [heard.get(timeout=10)["entry"]]
        if entries == [1]:
            entries.append(heard.get(timeout=10)["entry"])
    assert entries[-1] == 3
    assert heard.empty()


def test_a_chat_hears_of_every_turn_whichever_server_takes_the_step(tmp_path: Path) -> None:
    """What another server has told since made each of them silent about its own last word."""
    db = tmp_path / "g.umpire"
    with (
        ear() as (url, heard),
        inside(db, webhook=url) as one,
        inside(db, webhook=url) as two,
    ):
        game = opened(one)
        other = Game(game.id, game.tokens, two)
        game.step("ana", {"do": "note", "text": "we begin"})
        other.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        told = [heard.get(timeout=10)["waiting"] for _ in range(2)]
        game.step("ben", {"do": "decline"})
        told.append(heard.get(timeout=10)["waiting"])
    assert told == [["ana"], ["ben"], ["ana"]]


def test_a_ruling_at_the_desk_that_is_sent_again_is_told_once(tmp_path: Path) -> None:
    back = {"do": "rewind", "to": 0, "because": "a slip"}
    with ear() as (url, heard), inside(tmp_path / "g.umpire", webhook=url) as client:
        game = opened(client)
        game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        assert heard.get(timeout=10)["waiting"] == ["ben"]
        headers = {**game.as_("judge"), "idempotency-key": "1"}
        for _ in range(2):
            ruled = client.post(
                f"/games/{game.id}/say", json={"step": back, "seen": 1}, headers=headers
            )
            assert ruled.status_code == 200, ruled.text
        assert heard.get(timeout=10)["waiting"] == ["ana"]
        game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        assert heard.get(timeout=10)["waiting"] == ["ben"]


def test_a_chat_hears_that_a_judge_is_called(tmp_path: Path) -> None:
    with ear() as (url, heard), inside(tmp_path / "g.umpire", webhook=url) as client:
        game = opened(client)
        game.step("ben", {"do": "note", "text": "A judge, please: may a1 run?"})
        told = heard.get(timeout=10)
    assert told["judge_called"]
    assert "ben calls a judge" in told["content"]


def test_a_step_is_taken_also_where_nobody_hears(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", webhook="http://127.0.0.1:9/nowhere") as client:
        game = opened(client)
        step = {"do": "declare", "unit": "a1", "command": "move"}
        assert game.step("ana", step).json()["verdict"] == "legal"


def test_an_answer_that_is_none_leaves_the_next_to_be_told() -> None:
    """The thread that tells of all games ended with it, and nobody was told of anything any more."""
    with socket.create_server(("127.0.0.1", 0)) as place:

        def mumble() -> None:
            with place.accept()[0] as line:
                line.recv(1 << 16)
                line.sendall(b"no line of HTTP\r\n\r\n")

        threading.Thread(target=mumble, daemon=True).start()
        post(f"http://127.0.0.1:{place.getsockname()[1]}/chat", {"game": "g"})
    post("http://127.0.0.1:9/a b", {"game": "g"})


@pytest.mark.parametrize("setting", ["webhook", "call_webhook"])
@pytest.mark.parametrize(
    "url",
    [
        "discord.com/api/webhooks/1/secret",
        "https://ana:secret@discord.com/x",
        "https://discord.com/secret y",
        "https:///secret",
        "https://discord.com/secret/é",
    ],
)
def test_an_address_that_nobody_could_be_told_at_ends_the_start_and_is_no_more_told(
    setting: str, url: str
) -> None:
    said = WebSettings(**{setting: url}).refusal()
    assert said is not None
    assert said.startswith(f"UMPIRE_{setting.upper()}: expected an address as https://")
    assert "secret" not in said
    assert WebSettings(**{setting: f"{CHAT}?thread=1"}).refusal() is None


def test_a_chat_leads_nowhere_else() -> None:
    with ear() as (inner, reached), ear(307, inner) as (outer, heard):
        post(outer, {"game": "g"})
        assert heard.get(timeout=10) == {"game": "g"}
        assert reached.empty()


@pytest.mark.parametrize(
    "url",
    [
        "http://discord.com/x",
        "https://discord.com.evil.example/x",
        "https://discord.com@127.0.0.1/x",
        "https://discord.com:22/x",
        "https://169.254.169.254/latest",
        "file:///etc/passwd",
        "https://[discord.com]/x",
        "https://discord.com/x\r\nhost: evil.example",
        "https://discord.com/x y",
        "https://discord.com/é",
        "not an address",
    ],
)
def test_a_game_names_a_chat_only_where_the_operator_allows_it(tmp_path: Path, url: str) -> None:
    """Nothing is opened, and the form says what was expected."""
    with inside(tmp_path / "g.umpire", webhook_hosts="discord.com") as client:
        answer = client.post("/start", data={**FORM, "webhook": url})
        assert answer.status_code == 422
        assert "leads to discord.com" in answer.text
        assert client.get("/api/games").json()["games"] == []


def test_a_game_is_told_at_the_address_it_was_opened_with(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", webhook_hosts="discord.com") as client:
        heard: Queue[Any] = Queue()
        client.app.state.context.chats.send = lambda url, told: heard.put((url, told["game"]))
        assert client.post("/start", data={**FORM, "webhook": CHAT}).status_code == 303
        mine = client.get("/api/games").json()["games"][0]["game"]
        links = client.get(f"/games/{mine}/links").text
        token = re.findall(rf"/enter/{mine}#([\w-]+)", links)[0]
        other = opened(client)
        other.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
        client.post(
            f"/api/games/{mine}/steps",
            json={"do": "declare", "unit": "a1", "command": "move"},
            headers={"authorization": f"Bearer {token}"},
        )
        assert heard.get(timeout=10) == (CHAT, mine)
        assert heard.empty()
        assert CHAT not in links


def test_without_hosts_no_game_names_a_chat(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire") as client:
        assert "webhook" not in client.get("/").text
        assert client.post("/start", data={**FORM, "webhook": CHAT}).status_code == 422


def test_however_slow_whoever_is_told_is_only_so_much_waits() -> None:
    """One thread, and what has waited longest goes; a thread for each call was 69 a second by one player."""
    began, go_on, heard = threading.Event(), threading.Event(), Queue[str]()

    def tell(of: str) -> None:
        began.set()
        go_on.wait(10)
        heard.put(of)

    def threads() -> int:
        return sum(one.name == "webhooks" for one in threading.enumerate())

    queue, before = WebhookQueue(), threads()
    queue.enqueue("first", partial(tell, "first"))
    assert began.wait(10)
    for n in range(2 * MOST_WAITING):
        queue.enqueue(str(n), partial(tell, str(n)))
    assert threads() <= before + 1
    go_on.set()
    told = [heard.get(timeout=10) for _ in range(MOST_WAITING + 1)]
    assert told == ["first", *map(str, range(MOST_WAITING, 2 * MOST_WAITING))]


def judge_called_at(client: Any, url: str) -> None:
    """A game opened with this address, and a judge called there."""
    opening = client.post("/start", data={**FORM, "webhook": url})
    assert opening.status_code == 303
    links = client.get(opening.headers["location"]).text
    mine, token = re.findall(r"/enter/([\w-]+)#([\w-]+)", links)[0]
    headers = {"authorization": f"Bearer {token}"}
    step = {"do": "note", "text": "A judge, please."}
    assert client.post(f"/api/games/{mine}/steps", json=step, headers=headers).status_code == 200


def test_a_chat_that_does_not_answer_keeps_no_other_waiting(tmp_path: Path) -> None:
    """And it holds one thread, however many addresses of it are named."""
    began, go_on, heard = threading.Event(), threading.Event(), Queue[str]()

    def send(url: str, _told: Any) -> None:
        if "slow" in url:
            began.set()
            go_on.wait(60)
        else:
            heard.put(url)

    def threads() -> int:
        return sum(one.name == "webhooks" for one in threading.enumerate())

    before = threads()
    with inside(tmp_path / "g.umpire", webhook_hosts="slow.example,discord.com") as client:
        client.app.state.context.chats.send = send
        try:
            for n in range(6):
                judge_called_at(client, f"https://slow.example/{n}")
            assert began.wait(10)
            judge_called_at(client, CHAT)
            assert heard.get(timeout=10) == CHAT
            assert threads() <= before + 3
        finally:
            go_on.set()


def test_a_fault_in_one_message_leaves_the_next_to_be_told() -> None:
    told: Queue[str] = Queue()
    queue = WebhookQueue()
    queue.enqueue("g1", lambda: told.put(str(1 // 0)))
    queue.enqueue("g2", lambda: told.put("g2"))
    assert told.get(timeout=10) == "g2"
