"""What attackers get out of a server: memory, other people's time, a second game, a look too long."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, process_time, sleep

import httpx
import psutil

from adapters.wiring import umpire_on
from application.desk.backup import advice
from application.desk.policy import policy_for
from application.game.umpire import Umpire
from domain.kernel.history import Game as History
from domain.kernel.history import Opening
from tests.adapters.servers import VOIDSIEGE, Game, Server, opened, serving
from tests.benchmarks import Line, Lines

MB = 1024 * 1024
CHUNK = b"10000\r\n" + b"a" * 65536 + b"\r\n"
HALVES, PATIENCE = 400, 20
LONG, BACK = 5_000, 16_000
FORKS = 40


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        with serving(Path(folder) / "one.umpire") as server:
            form = (
                b"POST /enter/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            name = f"memory taken by a form of {600} MB without a token, MB"
            yield Line(name, memory_taken(server, form, CHUNK, 600), 0, "≤ 10")
            grows = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "
            name = "memory taken by a head that grows by 100 MB, MB"
            yield Line(name, memory_taken(server, grows, b"a" * 65536, 100), 0, "≤ 10")
            name = f"wait of others beside {HALVES} half requests, s"
            yield Line(name, wait_beside_halves(server), 0, "≤ 0.5")
        yield Line(
            f"longest wait for a step beside answers to “entry 0” of {LONG:,}, s",
            wait_beside_conflicts(Path(folder) / "long.umpire"),
            0,
            "≤ 0.2",
        )
        yield Line(
            f"games too many of {FORKS} forks asked for at two servers at once",
            forks_too_many(Path(folder) / "two.umpire"),
            0,
            "≤ 0",
        )
        yield Line(
            "from a token's end to the end of its feed at another server, s",
            feed_outlives(Path(folder) / "feed.umpire"),
            0,
            "≤ 0.3",
        )
    short, long = (seconds_for_a_backup(entries) for entries in (BACK // 4, BACK))
    yield Line(f"a backup over {BACK:,} entries of declare and undo, s", long, 0, "≤ 5")
    yield Line(f"the same beside one over {BACK // 4:,}", long, short, "≤ 6")


def memory_taken(server: Server, first: bytes, piece: bytes, megabytes: int) -> float:
    """What the process grows by, at most, while somebody sends as much as it takes in; MB."""
    process = psutil.Process(server.running.pid)
    before = most = process.memory_info().rss
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as made:
        made.sendall(first)
        with suppress(OSError):
            for _ in range(megabytes * MB // len(piece)):
                made.sendall(piece)
                most = max(most, process.memory_info().rss)
    return (most - before) / MB


def wait_beside_halves(server: Server) -> float:
    """Seconds until somebody else is answered, while many have begun to ask and never go on."""
    with ExitStack() as held:
        for _ in range(HALVES):
            made = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            held.enter_context(made).sendall(b"POST /enter/x HTTP/1.1\r\nHost: localhost\r\nX: ")
        began = perf_counter()
        with suppress(httpx.TransportError):
            httpx.get(f"{server.url}/health", timeout=PATIENCE)
        return perf_counter() - began


def wait_beside_conflicts(db: Path) -> float:
    """The longest wait for a step of one game, while others are told all of another that is long."""
    with serving(db) as server, httpx.Client(base_url=server.url) as client:
        long, other = opened(client), opened(client)
        server.stop()
        umpire = umpire_on(str(db))
        for n in range(LONG):
            umpire.step(long.id, {"by": "ana", "do": "note", "text": f"{n}"})
        umpire.store.close()
        server.start()
        # What the first step after a start takes is another matter.
        other.step("ana", {"do": "note", "text": "hm"})
        waits: list[float] = []
        with beside(lambda: ask_from_the_start(server.url, long)):
            until = monotonic() + 5
            while monotonic() < until:
                began = perf_counter()
                other.step("ana", {"do": "note", "text": "hm"})
                waits.append(perf_counter() - began)
    return max(waits)


def ask_from_the_start(url: str, game: Game) -> None:
    step = {"do": "note", "text": "hm", "expected_entry": 0}
    httpx.post(f"{url}{game.path('/steps')}", json=step, headers=game.as_("ben"), timeout=PATIENCE)


@contextmanager
def beside(work: Callable[[], None]) -> Iterator[None]:
    """Somebody does this again and again in the meantime."""
    over = threading.Event()

    def again() -> None:
        while not over.is_set():
            with suppress(httpx.TransportError):
                work()

    busy = threading.Thread(target=again)
    busy.start()
    try:
        yield
    finally:
        over.set()
        busy.join()


def forks_too_many(db: Path) -> float:
    """Games made beyond one, of forks that all have the same key, half of them at each of two servers."""
    with serving(db) as one, serving(db) as two, httpx.Client(base_url=one.url) as client:
        game = opened(client)
        game.step("ana", {"do": "note", "text": "hm"})
        too_many = 0
        for n in range(FORKS):
            made = asyncio.run(forked_twice(game, (one.url, two.url), f"again {n}"))
            too_many += len(made) - 1
    return too_many


async def forked_twice(game: Game, urls: tuple[str, ...], key: str) -> set[str]:
    headers = {**game.as_("ana"), "idempotency-key": key}
    async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as client:
        asked = (client.post(f"{url}{game.path('/fork')}", json={"at": 1}) for url in urls)
        return {answer.json()["game"] for answer in await asyncio.gather(*asked)}


def feed_outlives(db: Path) -> float:
    """Seconds for which a feed at one server goes on after the token was ended at another."""
    with serving(db) as one, serving(db) as two, httpx.Client(base_url=one.url) as client:
        game = opened(client)
        path = f"{two.url}{game.path('/feed')}"
        with httpx.stream("GET", path, headers=game.as_("ben"), timeout=PATIENCE) as feed:
            listening = feed.iter_raw()
            next(listening)
            sleep(1)
            began = perf_counter()
            client.delete(game.path("/seats/ben"), headers=game.as_("judge"))
            with suppress(httpx.HTTPError):
                for _ in listening:
                    pass
            return perf_counter() - began


def seconds_for_a_backup(entries: int) -> float:
    """Of work, to grade going back to the beginning after so many entries of declare and undo."""
    with TemporaryDirectory() as folder:
        umpire = umpire_on(str(Path(folder) / "back.umpire"))
        game = told_and_taken_back(umpire, entries)
        began = process_time()
        advice(game, policy_for("voidsiege"), 0)
        umpire.store.close()
        return process_time() - began


def told_and_taken_back(umpire: Umpire, entries: int) -> History:
    opening = Opening("voidsiege", "2025.1", {}, "casual", ("ana", "ben"), VOIDSIEGE["setup"])
    id = umpire.open(opening)
    declare = {"by": "ana", "do": "declare", "unit": "a1", "command": "move"}
    for _ in range(entries // 2):
        umpire.step(id, declare)
        umpire.step(id, {"by": "ana", "do": "undo"})
    return umpire.game(id).game
