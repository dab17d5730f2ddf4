"""Whoever looks at an event writes nothing: not a row more stands in the store afterwards."""

from pathlib import Path

from click.testing import CliRunner

from adapters.cli import cli
from adapters.wiring import repository_on, umpire_on
from application.game.umpire import Umpire
from tests.adapters.events import NAME, event_in
from tests.adapters.servers import inside

COMMANDS = (
    "log",
    "calls",
    "tables",
    "results",
    "offences",
    "clock 1",
    "examine",
    "seen --by j1",
)
ROUTES = (
    f"/api/events/{NAME}/hall",
    f"/api/events/{NAME}/results",
    f"/api/events/{NAME}/calls/1",
    f"/events/{NAME}",
    f"/events/{NAME}/r1/t1",
    f"/events/{NAME}/r1/t1/now",
)


def rows(db: Path) -> int:
    repository = repository_on(str(db))
    try:
        return repository.ledger.newest()
    finally:
        repository.close()


def test_no_query_of_an_event_writes(tmp_path: Path) -> None:
    """Not even where the head judge was not yet told of an overruling, as a server had ended before."""
    db = tmp_path / "games.umpire"
    at = event_in(db)
    umpire = Umpire(umpire_on(str(db)).store)
    umpire.step(at.game(1), {"by": "ben", "do": "declare", "unit": "b1", "command": "move"})
    departs = "seen (departs from tare-mivu-40 entry 2: new dice)"
    overruled = {"by": "judge", "do": "overrule", "entry": 1, "verdict": "legal"}
    umpire.step(at.game(1), {**overruled, "because": departs})
    umpire.store.close()
    before = rows(db)
    headers = {"authorization": f"Bearer {at.judges['j1']}"}
    with inside(db) as client:
        for path in ROUTES:
            assert client.get(path, headers=headers).status_code in (200, 404), path
    for line in COMMANDS:
        command, *more = line.split()
        said = CliRunner().invoke(cli, ["--db", str(db), "event", command, NAME, *more])
        assert said.exit_code == 0, said.output
    assert rows(db) == before
