"""The live feed: every entry once and in order, to whoever may know it, whatever happens to the line."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from adapters.web.streams.feed import Feeds
from adapters.wiring import ledger_on, tables_on
from application.game.moments import DAY
from application.game.seats import LATELY, TRUSTED, Seats
from application.ledger.ledger import Ledger
from tests.adapters.servers import Game, inside, opened, serving

NOTE = {"do": "note", "text": "hm"}
LISTENERS = 1000


class Listener:
    """A stream and the entries that came through it."""

    def __init__(self, game: Game, seat: str, **headers: str) -> None:
        self.lines: list[str] = []
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._headers = {**game.as_(seat), **named}
        self._game = game
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        assert self._ready.wait(5)

    def _listen(self) -> None:
        address = self._game.path("/feed")
        stream = self._game.client.stream("GET", address, headers=self._headers, timeout=30)
        with suppress(httpx.TransportError), stream as answer:
            self.status = answer.status_code
            for line in answer.iter_lines():
                self.lines.append(line)
                self._ready.set()
        self._ready.set()

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line[6:]) for line in list(self.lines) if line.startswith("data: ")]

    def heard(self, number: int, within: float = 5) -> list[int]:
        """The numbers of the entries, once there are so many."""
        end = monotonic() + within
        while len(self.entries) < number and monotonic() < end:
            sleep(0.01)
        return [entry["n"] for entry in self.entries]

    def ended(self, within: float = 5) -> bool:
        self._thread.join(within)
        return not self._thread.is_alive()


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with inside(tmp_path / "games.umpire", streams_per_token=3) as client:
        yield opened(client)


def test_new_entries_come_as_they_are_made(game: Any) -> None:
    game.step("ana", NOTE)
    listener = Listener(game, "spectator")
    game.step("ben", NOTE)
    game.step("ana", {"do": "fly"})
    assert listener.heard(2) == [2, 3]
    assert listener.entries[1]["verdict"] == "illegal"
    assert [line for line in listener.lines if line.startswith("event")] == ["event: entry"] * 2


def test_a_listener_goes_on_where_it_was(game: Any) -> None:
    for _ in range(120):
        game.step("ana", NOTE)
    assert Listener(game, "ben", last_event_id="0").heard(120) == list(range(1, 121))
    assert Listener(game, "ben", last_event_id="118").heard(2) == [119, 120]
    ahead = Listener(game, "ben", last_event_id="900")
    game.step("ana", NOTE)
    assert ahead.heard(1) == [121]


def test_a_feed_from_the_start_says_what_the_log_says(game: Any) -> None:
    """An entry that was sent before it was overruled was sent so ever after."""
    listens = Listener(game, "spectator")
    game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
    assert listens.heard(1) == [1]
    game.step("judge", {"do": "overrule", "entry": 1, "verdict": "illegal", "because": "so"})
    assert listens.heard(2) == [1, 2]
    anew = Listener(game, "spectator", last_event_id="0")
    assert anew.heard(2) == [1, 2]
    overruled = [entry["overruled"] for entry in game.log("spectator")]
    assert overruled[0] and [entry["overruled"] for entry in anew.entries] == overruled


def test_no_more_streams_than_a_token_may_have(game: Any) -> None:
    listeners = [Listener(game, "ana") for _ in range(3)]
    refused = game.get("ana", "feed")
    assert refused.status_code == 429
    assert Listener(game, "ben").status == 200
    assert all(one.status == 200 for one in listeners)


def test_head_of_a_feed_ends_and_leaves_no_stream_open(game: Any) -> None:
    for _ in range(9):
        answer = game.client.head(game.path("/feed"), headers=game.as_("ana"))
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-type"].startswith("text/event-stream")
    assert Listener(game, "ana").status == 200


def test_streams_end_when_the_server_does_and_nothing_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path / "g.umpire") as server:
        with httpx.Client(base_url=server.url) as client:
            game = opened(client)
            listener = Listener(game, "ana")
            assert game.step("ana", NOTE).status_code == 200
            assert listener.heard(1) == [1]
            server.stop()
            assert listener.ended()
            assert not [line for line in server.lines() if "shutdown exceeded" in line]
        server.start()
        with httpx.Client(base_url=server.url) as client:
            again = Game(game.id, game.tokens, client)
            assert Listener(again, "ana", last_event_id="0").heard(1) == [1]


def test_a_store_is_closed_when_nobody_reads_in_it_any_longer(tmp_path: Path) -> None:
    """SQLite ends the whole process where a connection is closed beneath a thread that reads."""
    reads, may_end, closed = threading.Event(), threading.Event(), threading.Event()
    while_reading = []

    def hear() -> bool:
        reads.set()
        may_end.wait()
        while_reading.append(closed.wait(0.2))
        return False

    async def stop(stops: Any = Feeds.stop) -> None:
        await stops(context.feeds)
        may_end.set()

    def close(closes: Any = Ledger.close) -> None:
        closed.set()
        closes(context.umpire.store)

    with inside(tmp_path / "games.umpire") as client:
        context = client.app.state.context
        context.seats.refresh_revoked, context.feeds.stop, context.umpire.store.close = (
            hear,
            stop,
            close,
        )
        assert reads.wait(5)
    assert closed.is_set()
    assert not any(while_reading)


def test_what_another_server_writes_is_heard_too(store_of_two: Any) -> None:
    first, second = store_of_two
    listener = Listener(first, "ben")
    for n in range(5):
        second.step("ana", {"do": "note", "text": str(n)})
        first.step("ben", {"do": "note", "text": str(n)})
    assert listener.heard(10) == list(range(1, 11))
    assert [entry["n"] for entry in second.log()] == list(range(1, 11))


@pytest.fixture(params=["sqlite", "postgres"])
def store_of_two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Game, Game]]:
    """The same game, seen from two servers on one store."""
    db = tmp_path / "games.umpire"
    address = str(db) if request.param == "sqlite" else request.getfixturevalue("postgres_server")
    with inside(address) as one, inside(address) as two:
        game = opened(one)
        yield game, Game(game.id, game.tokens, two)


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Game]:
    """A game on a server that never lets a slow listener go."""
    with inside(tmp_path / "games.umpire", patience=3600) as client:
        yield opened(client)


@pytest.mark.timeout(120)
def test_a_listener_that_takes_nothing_in_harms_nobody(patient: Any) -> None:
    game = patient
    host, port = game.client.base_url.host, game.client.base_url.port
    deaf = socket.create_connection((host, port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    token = game.tokens["spectator"]
    deaf.sendall(
        f"GET {game.path('/feed')} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    hears = Listener(game, "ben")
    long = {"do": "note", "text": "x" * 30_000}
    for _ in range(60):
        assert game.step("ana", long).status_code == 200
    assert hears.heard(60) == list(range(1, 61))
    deaf.close()


@pytest.mark.timeout(120)
def test_a_thousand_listeners_on_one_game(tmp_path: Path) -> None:
    with serving(tmp_path / "g.umpire") as server, httpx.Client(base_url=server.url) as client:
        game = opened(client)
        asyncio.run(everybody_hears(server.port, game))


async def everybody_hears(port: int, game: Game) -> None:
    head = (
        f"GET {game.path('/feed')} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {game.tokens['spectator']}\r\n\r\n"
    ).encode()
    lines = [await begun(port, head) for _ in range(LISTENERS)]
    for n in range(3):
        await asyncio.to_thread(game.step, "ana", {"do": "note", "text": f"note {n}"})
    heard = await asyncio.gather(*(until(reader, b'"text":"note 2"') for reader, _ in lines))
    assert all(text.count(b"event: entry") == 3 for text in heard)
    for _, writer in lines:
        writer.close()


async def begun(port: int, head: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head)
    await until(reader, b"retry:")
    return reader, writer


async def until(reader: asyncio.StreamReader, wanted: bytes) -> bytes:
    """What comes until this does."""
    found = b""
    while wanted not in found:
        chunk = await asyncio.wait_for(reader.read(65536), 20)
        assert chunk, found[-200:]
        found += chunk
    return found


def test_a_revoked_token_hears_and_does_no_more_on_any_server(store_of_two: Any) -> None:
    first, second = store_of_two
    listeners = [Listener(game, seat) for game in (first, second) for seat in ("ana", "ben")]
    assert second.step("ben", NOTE).status_code == 200
    assert [one.heard(1) for one in listeners] == [[1]] * 4
    ended = first.client.delete(first.path("/seats/ben"), headers=first.as_("judge"))
    assert ended.json()["revoked"] == 1
    assert first.step("ben", NOTE).status_code == 401
    assert listeners[1].ended() and listeners[3].ended()
    assert second.step("ben", NOTE).status_code == 401
    assert Listener(second, "ben").status == 401
    first.step("ana", NOTE)
    assert [one.heard(2) for one in listeners] == [[1, 2], [1], [1, 2], [1]]


def test_a_feed_ends_when_its_token_does(tmp_path: Path) -> None:
    with inside(tmp_path / "games.umpire", token_days=1) as client:
        game = opened(client)
        listener = Listener(game, "ana")
        seats: Seats = client.app.state.context.seats
        now = seats.clock
        seats.clock = lambda: now() + DAY + 1
        client.app.state.context.feeds.wake(client.app.state.context.umpire.game(game.id))
        assert listener.ended()


def test_a_seat_is_looked_up_again_when_nothing_was_heard_for_a_while(tmp_path: Path) -> None:
    now = 10 * LATELY
    ledger_on(str(tmp_path / "games.umpire")).close()
    tables = tables_on(str(tmp_path / "games.umpire"))
    here, elsewhere = Seats(tables, lambda: now), Seats(tables, lambda: now - LATELY // 2)
    here.refresh_revoked()
    token = here.issue("game", ["ana"])["ana"]
    assert here.holder(token) is not None and here.remembered_holder(token) is not None
    now += TRUSTED
    assert here.remembered_holder(token) is not None
    now += 1
    assert here.remembered_holder(token) is None
    here.refresh_revoked()
    assert here.remembered_holder(token) is not None
    elsewhere.revoke("game", "ana")
    assert here.remembered_holder(token) is not None
    assert (
        here.refresh_revoked()
        and here.remembered_holder(token) is None
        and here.holder(token) is None
    )
    now += 2 * LATELY
    assert not here.refresh_revoked() and here.remembered_holder(token) is None


def look_elsewhere(client: Any, game: Game) -> None:
    """Something else of this server, a hall for instance, reads the game."""
    client.app.state.context.umpire.game(game.id)


def test_a_listener_hears_what_something_else_of_its_server_read_first(store_of_two: Any) -> None:
    first, second = store_of_two
    listener = Listener(first, "ben")
    for n in range(1, 6):
        second.step("ana", NOTE)
        look_elsewhere(first.client, first)
        assert listener.heard(n) == list(range(1, n + 1))


def test_a_listener_hears_what_was_written_just_before_it_joined(store_of_two: Any) -> None:
    first, second = store_of_two
    other = opened(first.client)
    hears_other = Listener(other, "ben")
    context = first.client.app.state.context
    read_before = context.umpire.game(first.id)
    second.step("ana", NOTE)
    Game(other.id, other.tokens, second.client).step("ana", NOTE)
    assert hears_other.heard(1) == [1], "the feeds have looked for news"

    async def joins() -> int:
        channel, listener = context.feeds.join(read_before, "somebody")
        await asyncio.wait_for(listener.fresh.wait(), 5)
        context.feeds.leave(first.id, listener)
        return int(channel.live.game.length)

    loop = context.feeds._loop
    assert asyncio.run_coroutine_threadsafe(joins(), loop).result(10) == 1


def test_a_game_that_is_held_up_keeps_no_other_waiting(
    store_of_two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = store_of_two
    held, umpire = opened(first.client), first.client.app.state.context.umpire

    async def slow(id: str, soon: Any = umpire.game_soon) -> Any:
        if id == held.id:
            await asyncio.sleep(3600)
        return await soon(id)

    listener = Listener(first, "ben")
    hears_held = Listener(held, "ben")
    monkeypatch.setattr(umpire, "game_soon", slow)
    Game(held.id, held.tokens, second.client).step("ana", NOTE)
    sleep(0.3)
    second.step("ana", NOTE)
    assert listener.heard(1) == [1]
    assert not hears_held.entries


def test_a_worker_goes_on_while_the_store_is_slow_to_say_what_others_wrote(
    store_of_two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = store_of_two
    store = first.client.app.state.context.umpire.store
    asked, answers = threading.Event(), threading.Event()

    def since(*given: Any, asks: Any = store.since) -> Any:
        asked.set()
        assert answers.wait(30)
        return asks(*given)

    monkeypatch.setattr(store, "since", since)
    looking = threading.Thread(target=look_elsewhere, args=(first.client, first))
    looking.start()
    assert asked.wait(5)
    try:
        assert first.step("ana", NOTE).status_code == 200
        assert first.client.get("/health", timeout=5).status_code == 200
    finally:
        answers.set()
        looking.join()
