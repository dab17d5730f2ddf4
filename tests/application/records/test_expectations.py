"""What a record expects is kept beside its game, and given back."""

import sqlite3
from pathlib import Path

import pytest

from adapters.stores.ledgers import sqlite_ledger
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.store import Damaged
from application.ledger.streams import RECORD
from application.records.expectations import Expectations, expected_by
from application.records.exports import as_yaml
from application.records.records import Record, record_of
from application.records.replay import replay

HEAD = """\
record: 1
ruleset: voidsiege
edition: '2025.1'
readings: {}
mode: casual
players: [ana, ben]
setup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}
steps:
  - {by: ana, do: declare, unit: a1, command: move, at: '2026-11-21T18:04:00Z'}
"""
NOTED = (
    HEAD
    + """\
  - {by: ben, do: react, unit: b1, command: snap_fire, expect: illegal, cites: [T11]}
  - {by: ana, do: move, unit: a1}
  - {by: ben, do: shoot, unit: b1, cites: [T12]}
expect_state:
  phase: queue
"""
)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return sqlite_ledger(tmp_path / "games.umpire")


def imported(ledger: Ledger, record: Record) -> Umpire:
    """The record as the game `hall`."""
    umpire = Umpire(ledger)
    umpire.open(record.opening, "hall", [one.said for one in record.steps])
    Expectations(ledger).keep("hall", record, umpire.clock())
    return umpire


def exported(umpire: Umpire, ledger: Ledger) -> str:
    live = umpire.game("hall")
    return as_yaml(live.game, live.times, Expectations(ledger).of("hall"))


def test_an_imported_record_is_given_back_to_the_byte(ledger: Ledger) -> None:
    """Its notes, its times and what it expects of the state, also where all of them are wrong."""
    assert exported(imported(ledger, record_of(NOTED)), ledger) == NOTED


def test_it_differs_where_a_replay_of_the_record_differs(ledger: Ledger) -> None:
    umpire = imported(ledger, record_of(NOTED))
    expected = Expectations(ledger).of("hall")

    assert expected is not None
    found = expected.mismatches(umpire.game("hall").game)
    assert tuple(found) == replay(record_of(NOTED)).mismatches
    assert [one.n for one in found] == [2, None]


def test_what_is_said_after_the_record_is_noted_as_it_is_ruled(ledger: Ledger) -> None:
    umpire = imported(ledger, record_of(NOTED))
    umpire.step("hall", {"by": "ben", "do": "declare", "unit": "a1", "command": "move"})
    again = record_of(exported(umpire, ledger))

    assert [one.expect for one in again.steps] == ["legal", "illegal", "legal", "legal", "illegal"]
    assert again.expect_state == umpire.game("hall").game.view()


def test_a_record_without_notes_leaves_nothing_beside_its_game(ledger: Ledger) -> None:
    imported(ledger, record_of(HEAD))

    assert expected_by(record_of(HEAD)) is None
    assert Expectations(ledger).of("hall") is None
    assert ledger.streams() == []


def test_it_is_kept_once(ledger: Ledger) -> None:
    """Taken in again after it was broken off, or by two at once."""
    umpire = imported(ledger, record_of(NOTED))
    Expectations(ledger).keep("hall", record_of(HEAD + "expect_state: {round: 7}\n"), 0)

    assert exported(umpire, ledger) == NOTED
    assert ledger.head(f"{RECORD}hall").version == 1


def test_what_somebody_changed_in_it_is_found(ledger: Ledger, tmp_path: Path) -> None:
    imported(ledger, record_of(NOTED))
    with sqlite3.connect(tmp_path / "games.umpire") as connection:
        connection.execute(
            "UPDATE stored_events SET state = replace(state, 'T11', 'T12') WHERE originator_id = ?",
            (f"{RECORD}hall",),
        )

    with pytest.raises(Damaged):
        Expectations(ledger).of("hall")
