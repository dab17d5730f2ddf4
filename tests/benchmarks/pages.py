"""What the desk transfers for a long game: its first view, and a move of its scrubber."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlsplit

from adapters.web.pages.parts import HELD
from adapters.wiring import umpire_on
from application.records.records import record_from
from tests.adapters.servers import inside
from tests.benchmarks import Line, Lines
from tests.benchmarks.games import ENTRIES, PLAYERS, Said, opening, steps
from tests.benchmarks.long.voidsiege import moves

ALLOWED = 150_000
"""Bytes of the first view, with everything it loads."""
AT_ONCE = 0.1
"""Seconds in which a judge sees the answer."""
MOVES = 60
LOADS = re.compile(r'(?:src|href)="(/static/[^"]+)"')
PART = re.compile(r'data-part="([^"]+)"')
IMPORTS = re.compile(r'from "\./([\w.]+)"|import "\./([\w.]+)"')


def parts_in(page: str) -> str:
    """The digests of a page's parts, as its script sends them."""
    return ",".join(PART.findall(page))


@dataclass
class Reader:
    """A browser's requests, counted as they come over the line."""

    connection: HTTPConnection
    cookie: str

    def asks(self, path: str, encoding: str = "gzip", held: str = "") -> tuple[int, bytes]:
        """Bytes on the line, head and body, and the body. `held`: the parts that need not come again."""
        headers = {"cookie": self.cookie, "accept-encoding": encoding, HELD: held}
        self.connection.request("GET", path, headers=headers)
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (path, answer.status)
        return len(body) + sum(
            len(f"{name}: {value}\r\n") for name, value in answer.getheaders()
        ), body

    def first_view(self, path: str) -> int:
        """The page with its sheet, its modules and their modules."""
        _, page = self.asks(path, "identity")
        whole, _ = self.asks(path)
        wanted, seen = LOADS.findall(page.decode()), set()
        while wanted:
            file = wanted.pop()
            if file not in seen:
                seen.add(file)
                whole += self.asks(file)[0]
                text = self.asks(file, "identity")[1].decode()
                wanted += [f"/static/{one or other}" for one, other in IMPORTS.findall(text)]
        return whole


FIRST_VIEW, REFRESH = 60_000, 3_000
"""Bytes of a player's table, packed: everything it loads, and what a step changes."""
A_SIDE = 12


def lines() -> Lines:
    with TemporaryDirectory() as folder:
        yield from _measured(Path(folder) / "games.umpire")
        yield from _table(Path(folder) / "table.umpire")


def _table(store: Path) -> Lines:
    """A player's table with twelve units a side: what it weighs, and how long a refresh takes."""
    units = {f"{side[0]}{n}": {"owner": side} for side in PLAYERS for n in range(1, A_SIDE + 1)}
    setup = {"points": dict.fromkeys(PLAYERS, 2 * A_SIDE), "units": units}
    record = {"record": 1, "ruleset": "voidsiege", "players": [*PLAYERS], "setup": setup}
    umpire = umpire_on(str(store))
    game = umpire.open(record_from(record, "a table").opening)
    umpire.store.close()
    steps, refreshes = [], []
    with inside(store) as client:
        tokens = client.app.state.context.seats.issue(game, [*PLAYERS])
        connection = HTTPConnection(urlsplit(str(client.base_url)).netloc)
        reader = Reader(connection, f"umpire-{game}={tokens['ana']}")
        first = reader.first_view(f"/games/{game}")
        held = parts_in(reader.asks(f"/games/{game}", "identity")[1].decode())
        for said in _moves():
            began = perf_counter()
            head = {"authorization": f"Bearer {tokens[said['by']]}"}
            client.post(f"/api/games/{game}/steps", json=said, headers=head)
            steps.append(perf_counter() - began)
            began = perf_counter()
            refresh, _ = reader.asks(f"/games/{game}/now", held=held)
            refreshes.append(perf_counter() - began)
            held = parts_in(reader.asks(f"/games/{game}/now", "identity")[1].decode())
        connection.close()
    name = f"table of {A_SIDE} units a side"
    yield Line(f"{name}, first view", first, FIRST_VIEW, "≤ 1", "bytes")
    yield Line(f"{name}, a refresh", refresh, REFRESH, "≤ 1", "bytes")
    yield Line(f"{name}, a refresh", median(refreshes), median(steps), "≤ 0.6", "s")


def _moves() -> Iterator[Said]:
    for n in range(1, A_SIDE + 1):
        for one, other in (PLAYERS, PLAYERS[::-1]):
            yield from moves(one, f"{one[0]}{n}", other)


def _measured(store: Path) -> Lines:
    umpire = umpire_on(str(store))
    game = umpire.open(opening("voidsiege"))
    for said in steps("voidsiege"):
        umpire.step(game, said)
    umpire.store.close()
    with inside(store) as client:
        token = client.app.state.context.seats.issue(game, ["judge"])["judge"]
        connection = HTTPConnection(urlsplit(str(client.base_url)).netloc)
        reader = Reader(connection, f"umpire-{game}={token}")
        yield from _told(reader, f"/games/{game}")


def _told(reader: Reader, here: str) -> Lines:
    began = perf_counter()
    first = reader.first_view(here)
    opened, logged = [], []
    for _ in range(5):
        began = perf_counter()
        reader.asks(here)
        opened.append(perf_counter() - began)
        began = perf_counter()
        reader.asks(f"/api{here}/log")
        logged.append(perf_counter() - began)
    moves, waits = [], []
    for n in range(ENTRIES // MOVES, ENTRIES, ENTRIES // MOVES):
        began = perf_counter()
        moves.append(reader.asks(f"{here}/at/{n}")[0])
        waits.append(perf_counter() - began)
    reader.connection.close()
    name = f"desk of {ENTRIES} entries"
    yield Line(f"{name}, first view", first, ALLOWED, "≤ 1", "bytes")
    yield Line(f"{name}, a move of the scrubber", max(moves), first, "≤ 0.1", "bytes")
    yield Line(f"{name}, until it is there", median(opened), 10 * AT_ONCE, "≤ 1", "s")
    beside = f"{name}, until it is there, beside its log over HTTP"
    yield Line(beside, median(opened), median(logged), "≤ 20", "s")
    yield Line(f"{name}, a move until it is there", median(waits), AT_ONCE, "≤ 1", "s")
