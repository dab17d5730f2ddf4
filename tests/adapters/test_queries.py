"""What only looks writes nothing: every row of the store is counted around such routes, pages and commands."""

import re
import shlex
import sqlite3
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from application.records.records import read_record
from tests.adapters.answers import GAMES, RECORDS, record_as_json
from tests.adapters.commands import umpire
from tests.adapters.servers import Client, Game, inside

MAY_GROW = {"umpire_looks", "umpire_pulse"}
"""That something hidden was looked at is kept before it is shown; that the server lives is noted anyway."""
LOOK = "seats/look_kept/v1"
"""The name of the row of a look, in the log of seats."""
FOLLOWS = {
    *("umpire_rulings", "umpire_rulings_by_rule", "umpire_rulings_read"),
    *("umpire_defects", "umpire_defect_claims", "umpire_defects_read"),
}
"""Projections of the log, which catch up when they are read; nothing is in them that the log does not say."""
LOOKS = """\
show GAME
log GAME
options GAME
why GAME --entry 1
diff GAME 0 1
fork GAME --at 1 --dry
sheet GAME 1 --json
audit GAME
packet GAME --json
knowledge GAME
backup GAME --to 1
precedents --ruleset voidsiege
defects
games
verify GAME
verify --all
export GAME
replay GAME
shrink GAME 1
compare GAME --reading C1=snap_fire
standing-answer GAME --by ana
event list
rules voidsiege
"""


def counted(store: Path) -> dict[str, tuple[int, str]]:
    """Table → how many rows it has, and what is in them."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as reading:
        names = [
            name
            for (name,) in reading.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name not in MAY_GROW | FOLLOWS
        ]
        return {
            name: (len(rows), repr(rows))
            for name in names
            for rows in [
                [row for row in reading.execute(f"SELECT * FROM {name}") if LOOK not in row]
            ]
        }


def paths(client: Client) -> Iterator[str]:
    described: dict[str, Any] = client.get("/api/openapi.json").json()["paths"]
    yield from (path for path, methods in described.items() if "get" in methods)
    for route in client.app.routes:
        if isinstance(route, Route) and "GET" in (route.methods or ()):
            yield route.path


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_route_and_no_page_that_looks_writes(ruleset: str, tmp_path: Path) -> None:
    store = tmp_path / "games.umpire"
    record = read_record(RECORDS / ruleset / GAMES[ruleset])
    with inside(store) as client:
        client.timeout = 60
        made = client.post("/api/games", json=record_as_json(record)).json()
        game = Game(made["game"], made["tokens"], client)
        for noted in record.steps:
            said = {key: value for key, value in noted.said.items() if key != "by"}
            assert game.step(noted.said["by"], said).status_code == 200
        before, asked = counted(store), 0
        for path, seat in product(sorted({*paths(client)}), ("judge", "ana", "spectator")):
            if any(word in path for word in ("feed", "/live", "metrics", "news")):
                continue
            address = path.replace("{game}", game.id).replace("{ruleset}", ruleset)
            address = re.sub(r"\{(name)\}", ruleset, address)
            address = re.sub(r"\{\w+(?::\w+)?\}", "1", address)
            cookie = {"cookie": f"umpire-{game.id}={game.tokens[seat]}"}
            answer = client.get(address, headers={**game.as_(seat), **cookie})
            asked += answer.status_code == 200
            now = counted(store)
            assert now == before, (address, seat, _grown(before, now))
    assert asked > 60


def _grown(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    return [name for name in now if now[name] != before.get(name)]


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_command_that_looks_writes(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "games.umpire"
    monkeypatch.setenv("UMPIRE_DB", str(store))
    monkeypatch.chdir(tmp_path)
    game = umpire("import", RECORDS / ruleset / GAMES[ruleset]).stdout.split()[-1]
    umpire("standing-answer", game, "--by", "ana")
    before = counted(store)
    for line in LOOKS.splitlines():
        told = umpire(*(game if word == "GAME" else word for word in shlex.split(line)))
        assert told.exit_code in (0, 1, 2), (line, told.output)
        now = counted(store)
        assert now == before, (line, _grown(before, now))
