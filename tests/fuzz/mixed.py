"""Mixed load: everything that is done with games at once, each kind of work in a thread of its own."""

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import httpx

from adapters.stores.ledgers import sqlite_ledger
from adapters.stores.ruling_table import RulingTable
from adapters.stores.seat_tables import SqliteTables
from application.desk.audit import audit, audit_in_words
from application.desk.backup import advice
from application.desk.batch.sources import Source
from application.desk.compare import comparison_of
from application.desk.explain import why, why_not
from application.desk.fork import what_if
from application.desk.policy import policy_for
from application.desk.precedents import PrecedentIndex, PrecedentQuery
from application.desk.ruling_sheet import sheet
from application.game.checked_step import NotAStep
from application.game.difference import difference
from application.game.live_game import LiveGame
from application.game.redaction import entry_seen
from application.game.transcript import log_lines, state_lines
from application.game.umpire import Umpire
from application.law.law_spec import LawSpec
from application.ledger.verification import verify
from application.records.exports import as_record, as_yaml
from application.records.records import read_record
from application.seal.seal import examine, seal_game
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE
from tests.adapters.servers import Client, inside
from tests.archive import RULESETS, opening
from tests.properties.play import filled, somebody_says
from tests.stores import ledger_of

MOST_LIVE = 16
AT_ONCE = 48
"""Games that are played; a new one takes the place of the oldest."""
LONGEST = 120
"""Entries after which a game is over."""
CLIENTS = 4
"""Who step in one event loop."""
HANGS = 300
"""Seconds after which nobody believes any more that there will be an answer."""
HEARD = 200
"""Lines after which a listener goes to another game."""
WORDS = Path(__file__).parents[1] / "conformance"


@dataclass(frozen=True)
class Table:
    """A game that was opened over HTTP, and its tokens."""

    id: str
    tokens: dict[str, str]

    def as_(self, seat: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[seat]}"}


@dataclass
class Mixed:
    """A server and two umpires on one file, and what was done there."""

    path: Path
    client: Client
    tables: "deque[Table]" = field(default_factory=lambda: deque(maxlen=AT_ONCE))
    done: Counter[str] = field(default_factory=Counter)
    failed: list[BaseException] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def table(self, chance: Random) -> Table:
        while not self.tables and not self.ended.is_set():
            self.ended.wait(0.05)
        return chance.choice(list(self.tables))

    def each(self, name: str, one: Callable[[], Any]) -> None:
        """Does it again and again until the end, or until one fails."""
        try:
            while not self.ended.is_set():
                one()
                self.done[name] += 1
        except BaseException as why:
            self.failed.append(why)
            self.ended.set()


@contextmanager
def mixed_load(path: Path) -> Iterator[Mixed]:
    """The load, until the block ends."""
    with inside(path, live_games=MOST_LIVE) as client:
        mixed = Mixed(path, client)
        threads = [threading.Thread(target=work, args=(mixed,)) for work in WORK]
        for thread in threads:
            thread.start()
        try:
            yield mixed
        finally:
            mixed.ended.set()
            for thread in threads:
                thread.join()
    if mixed.failed:
        raise mixed.failed[0]


@contextmanager
def umpire_on(path: Path) -> Iterator[Umpire]:
    umpire = Umpire(sqlite_ledger(path), most_live=MOST_LIVE)
    try:
        yield umpire
    finally:
        umpire.store.close()


def said_in(live: LiveGame, chance: Random) -> dict[str, Any]:
    """What somebody says next in a game that others step in, too."""
    with live.lock:
        return dict(somebody_says(live.game, chance, filled))


def stepping(mixed: Mixed) -> None:
    """One client in a thread, many in an event loop, on one umpire."""
    chance = Random(1)
    with umpire_on(mixed.path) as umpire:
        together = threading.Thread(target=asyncio.run, args=(_together(mixed, umpire),))
        together.start()

        def one() -> None:
            table = mixed.table(chance).id
            with nagging_refused():
                umpire.step(table, said_in(umpire.game(table), chance), key=str(chance.random()))

        mixed.each("step", one)
        together.join()


def nagging_refused() -> suppress:
    """A third request to take the same entry back, which is no step."""
    return suppress(NotAStep)


async def _together(mixed: Mixed, umpire: Umpire) -> None:
    try:
        await asyncio.gather(*(_client(mixed, umpire, Random(n)) for n in range(CLIENTS)))
    except BaseException as why:
        mixed.failed.append(why)
        mixed.ended.set()


async def _client(mixed: Mixed, umpire: Umpire, chance: Random) -> None:
    while not mixed.ended.is_set():
        if not mixed.tables:
            await asyncio.sleep(0.05)
            continue
        table = mixed.table(chance).id
        said = said_in(await umpire.game_soon(table), chance)
        with nagging_refused():
            await umpire.step_soon(table, said, key=str(chance.random()))
        mixed.done["step_soon"] += 1


def over_http(mixed: Mixed) -> None:
    """Opens games, steps in them and asks everything that a page may ask."""
    chance = Random(2)
    with umpire_on(mixed.path) as umpire, whoever_waits(mixed) as client:

        def one() -> None:
            if len(mixed.tables) < AT_ONCE or chance.random() < 0.02:
                mixed.tables.append(opened(client, chance))
            table = mixed.table(chance)
            live = umpire.game(table.id)
            if live.game.length >= LONGEST:
                with suppress(ValueError):
                    mixed.tables.remove(table)
                return
            said = dict(somebody_says(live.game, chance, filled))
            seat = said.pop("by")
            key = {"idempotency-key": str(chance.random())}
            path = f"/api/games/{table.id}/steps"
            answer = client.post(path, json=said, headers={**table.as_(seat), **key})
            assert answer.status_code in (200, 400, 422), (said, answer.text)
            asked(client, table, live.game.length, chance)

        mixed.each("http", one)


def whoever_waits(mixed: Mixed) -> httpx.Client:
    """A client that is given up only where the server hangs, however busy the machine is."""
    return httpx.Client(base_url=mixed.client.base_url, timeout=HANGS)


def opened(client: httpx.Client, chance: Random) -> Table:
    """A game from the table of a conformance record."""
    found = opening(chance.choice(RULESETS), chance)
    record = {"record": 1, "ruleset": found.ruleset, "edition": found.edition, "mode": found.mode}
    record |= {"readings": found.readings, "players": found.players, "setup": found.setup}
    answer = client.post("/api/games", json=record)
    assert answer.status_code == 201, answer.text
    return Table(answer.json()["game"], answer.json()["tokens"])


def asked(client: httpx.Client, table: Table, length: int, chance: Random) -> None:
    """One question, of whoever has a seat: an answer, or a refusal that says why."""
    n, m = (chance.randrange(length + 1) for _ in range(2))
    seat = chance.choice(list(table.tokens))
    api, page = f"/api/games/{table.id}", f"/games/{table.id}"
    path = chance.choice(
        (
            f"{api}/state?at={n}",
            f"{api}/log?after={n}",
            f"{api}/options",
            f"{api}/why?entry={n}",
            f"{api}/diff?from={n}&to={m}",
            f"{api}/audit",
            f"{api}/backup?to={n}",
            f"{api}/sheet?entry={n}",
            f"{api}/record",
            f"{api}/seal",
            page,
            f"{page}/now",
            f"{page}/at/{n}",
            f"{page}/log",
            f"{page}/why/{n}",
            f"{page}/sheet/{n}",
            "/",
            "/metrics",
        )
    )
    answer = client.get(path, headers=table.as_(seat), follow_redirects=True)
    assert answer.status_code < 500, (path, answer.text)


def listening(mixed: Mixed) -> None:
    """Listens to a game for a while, then to another."""
    chance = Random(3)
    with httpx.Client(base_url=mixed.client.base_url, timeout=2) as client:

        def one() -> None:
            table = mixed.table(chance)
            seat = chance.choice(list(table.tokens))
            path = f"/api/games/{table.id}/feed"
            with (
                suppress(httpx.TimeoutException),
                client.stream("GET", path, headers=table.as_(seat)) as told,
            ):
                for _ in zip(range(HEARD), told.iter_lines(), strict=False):
                    if mixed.ended.is_set():
                        return

        mixed.each("feed", one)


def judging(mixed: Mixed) -> None:
    """The judge's desk, as it stands beside the server: an umpire of its own on the same file."""
    chance = Random(4)
    with umpire_on(mixed.path) as umpire:
        docket = PrecedentIndex(umpire, RulingTable(SqliteTables(mixed.path)))

        def one() -> None:
            live = umpire.game(mixed.table(chance).id)
            n = chance.randrange(live.game.length + 1)
            chance.choice(DESK)(umpire, live, n, chance)
            if chance.random() < 0.05:
                assert not docket.catch_up()
                docket.precedents(PrecedentQuery(ruleset=live.game.ruleset.name))

        mixed.each("desk", one)
        docket.rows.close()


def viewer(game: Game, chance: Random) -> str:
    return chance.choice((*game.players, JUDGE, SPECTATOR))


def looks(_umpire: Umpire, live: LiveGame, n: int, chance: Random) -> None:
    who = viewer(live.game, chance)
    live.game.view(n, who)
    list(state_lines(live.game, n, who))
    entries = [entry_seen(live.game, one, who) for one in live.game.log]
    list(
        log_lines(
            live.game,
            entries,
            [datetime.fromtimestamp(at / 1e6, UTC) for at in live.times],
            everything=n % 2 == 0,
        )
    )


def explains(_umpire: Umpire, live: LiveGame, n: int, chance: Random) -> None:
    if n:
        list(why(live.game, n).lines(live.game.ruleset))
        sheet(live, n)
        said = live.game.entry(n).said
        list(
            why_not(live.game, said, chance.randrange(live.game.length + 1)).lines(
                live.game.ruleset
            )
        )


def weighs(_umpire: Umpire, live: LiveGame, n: int, _chance: Random) -> None:
    policy = policy_for(live.game.ruleset.name)
    list(audit_in_words(audit(live.game, policy), {}))
    advice(live.game, policy, n)


def compares(umpire: Umpire, live: LiveGame, n: int, chance: Random) -> None:
    difference(live.game, n, chance.randrange(live.game.length + 1))
    questions = live.game.law.edition.questions
    asked = chance.choice(list(questions))
    reading = chance.choice(list(questions[asked].readings) or [""])
    if reading:
        comparison_of(Source(live.id, is_file=False), LawSpec({asked: reading}), umpire.store)


def tries(_umpire: Umpire, live: LiveGame, n: int, chance: Random) -> None:
    what_if(live.game, [dict(somebody_says(live.game, chance, filled))], n)


def exports(_umpire: Umpire, live: LiveGame, _n: int, _chance: Random) -> None:
    as_record(live.game)
    as_yaml(live.game)


def seals(umpire: Umpire, live: LiveGame, _n: int, _chance: Random) -> None:
    assert examine(seal_game(ledger_of(umpire).rows, live.id)).holds


def verifies(umpire: Umpire, live: LiveGame, _n: int, _chance: Random) -> None:
    assert verify(ledger_of(umpire).rows, live.id).holds


def reads(_umpire: Umpire, _live: LiveGame, _n: int, chance: Random) -> None:
    read_record(chance.choice(sorted(WORDS.glob("*/*.yaml"))))


DESK: tuple[Callable[[Umpire, LiveGame, int, Random], None], ...] = (
    looks,
    explains,
    weighs,
    compares,
    tries,
    exports,
    seals,
    verifies,
    reads,
)
WORK: tuple[Callable[[Mixed], None], ...] = (stepping, over_http, listening, listening, judging)
