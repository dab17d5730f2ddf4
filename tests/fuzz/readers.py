"""What reads bytes from outside: whatever they are, a value or one sentence, soon and in little room."""

import base64
import contextlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from adapters.stores.ledgers import sqlite_ledger
from application.game.checked_step import NotAStep, checked_step
from application.game.umpire import Umpire
from application.ledger.rows import Row
from application.ledger.rows_read import stored_game
from application.ledger.store import Damaged, StoreProblem
from application.records.notation import Unclear
from application.records.records import BadRecord, open_record, record_of
from application.records.typed import step_from
from application.seal.seal import BadSeal, examine, seal_game
from domain.kernel.shared import adjudicate
from tests.benchmarks.games import opened, opening, steps

CONFORMANCE = Path(__file__).parents[1] / "conformance"


def record(fed: bytes) -> None:
    """A record in a file."""
    with contextlib.suppress(BadRecord, Unclear):
        open_record(record_of(fed.decode("utf-8", "replace")))


def step(fed: bytes) -> None:
    """A step on a line, put before the rules."""
    game = opened("voidsiege")
    try:
        said = checked_step(step_from(fed.decode("utf-8", "replace")), game.players)
    except (BadRecord, Unclear, NotAStep):
        return
    entry, _ = adjudicate(game, said)
    assert entry.ruling.verdict == "legal" or entry.ruling.cites


def rows(fed: bytes) -> None:
    """Stored rows: some of a real game's, with one of them as it is fed."""
    real = _rows()
    at = fed[0] % len(real) if fed else 0
    row = real[at]
    found = [*real[:at], Row(row.version, row.name, fed[1:]), *real[at + 1 :]]
    with contextlib.suppress(Damaged, StoreProblem):
        stored_game("fuzz", [(one.version, one.name, one.state) for one in found])


def seal(fed: bytes) -> None:
    """A sealed file."""
    with contextlib.suppress(BadSeal, Damaged, StoreProblem):
        examine(fed)


@cache
def _stored() -> tuple[tuple[Row, ...], bytes]:
    umpire = Umpire(sqlite_ledger(Path(mkdtemp()) / "games.umpire"))
    game = umpire.open(opening("voidsiege"), "fuzz")
    for said in steps("voidsiege", 40):
        umpire.step(game, said)
    store = umpire.store.rows  # type: ignore[attr-defined]
    found = tuple(Row(*row) for row in store.raw(game))
    whole = seal_game(store, game)
    umpire.store.close()
    return found, whole


def _rows() -> tuple[Row, ...]:
    return _stored()[0]


TARGETS: dict[str, Callable[[bytes], None]] = {
    "record": record,
    "step": step,
    "rows": rows,
    "seal": seal,
}


def seeds(target: str) -> list[bytes]:
    """What a coverage-guided run begins with."""
    if target == "record":
        return [page.read_bytes() for page in sorted(CONFORMANCE.glob("*/*.yaml"))[::6]]
    if target == "step":
        said = steps("voidsiege", 20)
        words = [" ".join(f"{k}={v}" for k, v in one.items()).encode() for one in said]
        return [json.dumps(one).encode() for one in said] + words
    if target == "rows":
        return [bytes([n % 256]) + row.state for n, row in enumerate(_rows())]
    return [_stored()[1], base64.b64encode(_stored()[1])]
