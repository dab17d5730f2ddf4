"""Many clients, and accidents: every acknowledged ruling is in the log exactly once."""

import asyncio
import re
import threading
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest

from adapters.wiring import ledger_on
from application.ledger.store import Uncertain
from tests.adapters.clients import Player, all_play, players_of
from tests.adapters.servers import Game, Server, inside, opened, serving

both = pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
CLIENTS = 64


def opened_on(server: Server, number: int) -> list[Game]:
    with httpx.Client(base_url=server.url) as client:
        return [opened(client) for _ in range(number)]


def exactly_once(store: str, players: list[Player], steps: int) -> None:
    """Everything acknowledged stands where it was said to, once; every chain holds."""
    ledger = ledger_on(store)
    try:
        for game in {player.game for player in players}:
            entries = ledger.load(game).entries
            texts = [one.entry.said["text"] for one in entries]
            theirs = [player for player in players if player.game == game]
            expected = Counter(text for player in theirs for text in player.acknowledged)
            assert Counter(texts) == expected
            assert len(texts) == steps * len(theirs)
            for player in theirs:
                assert all(texts[n - 1] == text for text, n in player.acknowledged.items())
            verified = ledger.verify(game)
            assert verified.holds, verified
    finally:
        ledger.close()


@both
@pytest.mark.parametrize(("games", "steps"), [(CLIENTS, 12), (1, 8)])
def test_many_clients_at_once(store: Any, games: Any, steps: Any) -> None:
    with serving(store) as server:
        players = players_of(opened_on(server, games), CLIENTS, [server.port])
        asyncio.run(all_play(players, steps))
        assert sum(player.tried_again for player in players) == 0
    exactly_once(store, players, steps)


@both
def test_two_servers_on_one_store(store: Any) -> None:
    with serving(store) as one, serving(store) as two:
        games = opened_on(one, 4)
        players = players_of(games, 16, [one.port, two.port])
        asyncio.run(all_play(players, 15))
    exactly_once(store, players, 15)


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_two_workers_of_one_server(store: Any) -> None:
    """Each of them tells the numbers of both."""
    with serving(store, "--workers", "2") as server:
        games = [game for _ in range(12) for game in opened_on(server, 1)]
        for _ in range(8):
            assert told_when(server, "umpire_games_opened_total", 12)
        players = players_of(games, 24, [server.port])
        asyncio.run(all_play(players, 10))
        assert server.stop() == 0
    exactly_once(store, players, 10)


@both
def test_a_server_killed_in_the_middle(store: Any) -> None:
    with serving(store) as server:
        games = opened_on(server, 8)
        players = players_of(games, 32, [server.port])
        with accidents(lambda: (server.kill(), server.start()), players, 60, times=2):
            asyncio.run(all_play(players, 60))
        assert sum(player.tried_again for player in players) > 0
    exactly_once(store, players, 60)


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_connections_to_postgres_are_cut(store: Any) -> None:
    with serving(store) as server:
        games = opened_on(server, 8)
        players = players_of(games, 32, [server.port])
        with accidents(lambda: cut(store), players, 40, times=6):
            asyncio.run(all_play(players, 40))
        with httpx.Client(base_url=server.url) as client:
            # The last connections may have been cut just now.
            answers = (client.get("/ready").status_code for _ in range(100) if sleep(0.1) is None)
            assert 200 in answers
    exactly_once(store, players, 40)


def test_what_may_have_been_entered_is_not_denied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_given: Any, **_named: Any) -> None:
        raise Uncertain("the line is cut")

    with inside(tmp_path / "games.umpire") as client:
        game = opened(client)
        with monkeypatch.context() as accident:
            accident.setattr(client.app.state.context.umpire.store, "append", broken_off)
            answer = game.step("ana", {"do": "pass"}, idempotency_key="k")
        assert answer.status_code == 503
        assert answer.json()["what"].startswith("it is not known whether it was entered")
        assert game.step("ana", {"do": "pass"}, idempotency_key="k").json()["n"] == 1


def cut(address: str) -> None:
    """Ends every connection to the database but this one."""
    psycopg: Any = pytest.importorskip("psycopg")
    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"{ends} AND datname = current_database()")


def accidents(happens: Any, players: list[Player], steps: int, times: int = 1) -> ExitStack:
    """It happens so many times, evenly spread over what the players will do."""
    enough = threading.Event()
    total = steps * len(players)

    def go_on() -> None:
        for turn in range(1, times + 1):
            while sum(len(one.acknowledged) for one in players) < total * turn / (times + 1):
                if enough.wait(0.002):
                    return
            happens()

    thread = threading.Thread(target=go_on)
    stack = ExitStack()
    stack.callback(thread.join)
    stack.callback(enough.set)
    thread.start()
    return stack


@both
def test_what_was_accepted_is_answered_before_the_end(store: Any) -> None:
    with serving(store) as server:
        games = opened_on(server, 4)
        players = players_of(games, 8, [server.port])
        with accidents(lambda: (server.stop(), server.start()), players, 60):
            asyncio.run(all_play(players, 60))
        assert not server.fault()
    exactly_once(store, players, 60)


def told_when(server: Server, name: str, number: int) -> bool:
    """Whether a worker, whichever answers, tells this number soon."""
    for _ in range(100):
        told = httpx.get(f"{server.url}/metrics").text
        found = re.findall(rf"^{name}\{{.*\}} (\S+)$", told, re.MULTILINE)
        if sum(map(float, found)) == number:
            return True
        sleep(0.1)
    return False
