"""Small games of the toy ruleset in a store, for tests that are about the store."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adapters.stores.ledgers import sqlite_ledger
from application import rulesets
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.store import Head, Outcome, Tell
from domain.kernel.history import Entry, Opening

PLAYERS = ("ana", "ben")
TOY = Opening("toy", "1", {}, "casual", PLAYERS, {})

STEPS: tuple[dict[str, Any], ...] = (
    {"by": "ana", "do": "say", "number": 1},
    {"by": "ben", "do": "say", "number": 1},
    {"by": "ben", "do": "say", "number": 2, "note": "“zwölf” — naïve"},
    {"by": "ana", "do": "say", "number": "three"},
    {"by": "ana", "do": "say", "number": 3},
    {"by": "ben", "do": "undo"},
    {"by": "ana", "do": "consent"},
    {"by": "judge", "do": "rewind", "to": 5, "because": "so it was"},
    {"by": "ben", "do": "concede"},
)
"""Legal and refused ones, an undo and a judge's; entry n is STEPS[n - 1]."""


def with_toy() -> None:
    """Adds the toy to the rulesets of this process."""
    rulesets.FOLDERS["toy"] = "tests.toy"


@contextmanager
def umpire_in(path: Path) -> Iterator[Umpire]:
    umpire = Umpire(sqlite_ledger(path))
    try:
        yield umpire
    finally:
        umpire.store.close()


def played(umpire: Umpire, id: str = "toy-game") -> str:
    """A game of all STEPS."""
    umpire.open(TOY, id)
    for said in STEPS:
        umpire.step(id, said)
    return id


def ledger_of(umpire: Umpire) -> Ledger:
    assert isinstance(umpire.store, Ledger)
    return umpire.store


def appended_soon(ledger: Ledger, id: str, head: Head, at: int, entry: Entry) -> Future[Any]:
    """The head after an entry that shares its commit with what waits beside it."""
    return soon(lambda tell: ledger.append(id, head, at, [entry], tell=tell)[0])


def soon(submit: Callable[[Tell], Any]) -> Future[Any]:
    """What is submitted, as a future: what it gives back, once it is durable."""
    future: Future[Any] = Future()
    heard = threading.Event()
    outcomes: list[Outcome] = []

    def told(outcome: Outcome) -> None:
        outcomes.append(outcome)
        heard.wait(5)
        if outcome is None:
            future.set_result(given)
        else:
            future.set_exception(outcome)

    given = submit(told)
    heard.set()
    return future
