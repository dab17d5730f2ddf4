"""At an event's table a ruling is called wrong: what the judge writes is under a key, and nobody is named."""

import sqlite3
from pathlib import Path

from tests.adapters.commands import umpire
from tests.adapters.events import NAME, event_in

TABLE = f"{NAME}.r1.t1"
SAID = "Ana 1 is right, Ben 1 is a zebrafinch"


def test_neither_words_nor_names_are_kept_for_the_authors(tmp_path: Path) -> None:
    db = tmp_path / "games.umpire"
    event_in(db)
    for words in (
        ("step", TABLE, "ana", "note", f"text={SAID}"),
        ("step", TABLE, "ana", "a1", "overrun"),
        ("wrong", TABLE, 2, "--should", "illegal", "--because", SAID),
    ):
        told = umpire("--db", db, *words)
        assert told.exit_code == 0, told.output
    assert "For the authors: defect " in told.stdout
    with sqlite3.connect(db) as store:
        kept = repr(store.execute("SELECT * FROM umpire_defects").fetchall())
        log = repr(store.execute("SELECT state FROM stored_events").fetchall())
    for name in ("Ana", "Ben", "ana", "ben", "zebrafinch"):
        assert name not in kept.replace(TABLE, "")
    assert "zebrafinch" not in log
    assert TABLE in umpire("--db", db, "defects").stdout
