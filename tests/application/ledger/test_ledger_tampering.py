"""Whoever changes what is stored is found out, and the entry is named."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.stores.ledgers import sqlite_ledger
from application import rulesets
from application.ledger.rows import RULED, Row, chain_rows
from application.ledger.store import Damaged, Head
from application.ledger.verification import verify
from application.ledger.verified import VerifiedGame
from tests.stores import STEPS, played, umpire_in

GAME = "toy-game"
SAME = "though the law is the one under which it was opened"


class Listed:
    """Rows as a list."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def raw(self, _game: str) -> Iterator[tuple[int, str, bytes]]:
        return iter(self._rows)

    def names(self) -> list[str]:
        return [GAME]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")
    path = tmp_path / "games.umpire"
    with umpire_in(path) as umpire:
        played(umpire)
    return path


@pytest.fixture
def rows(path: Path) -> list[Row]:
    ledger = sqlite_ledger(path)
    found = [Row(*row) for row in ledger.rows.rows(GAME)]
    ledger.close()
    return found


def entries_of(rows: list[Row]) -> list[int]:
    """The entry of each row."""
    entries, n = [], 0
    for row in rows:
        n += row.name == RULED
        entries.append(n)
    return entries


def examined(rows: list[Row], game: str = GAME) -> VerifiedGame:
    return verify(Listed(rows), game)


def with_row(rows: list[Row], at: int, row: Row) -> list[Row]:
    return [*rows[:at], row, *rows[at + 1 :]]


def test_any_byte_of_any_row(rows: list[Row]) -> None:
    entries = entries_of(rows)
    for at, row in enumerate(rows):
        for place in range(len(row.state)):
            state = bytearray(row.state)
            state[place] ^= 0x01
            found = examined(with_row(rows, at, row._replace(state=bytes(state))))
            assert not found.holds and found.entry == entries[at], (at, place)


def test_any_letter_of_any_name(rows: list[Row]) -> None:
    entries = entries_of(rows)
    for at, row in enumerate(rows):
        for place in range(len(row.name)):
            name = row.name[:place] + chr(ord(row.name[place]) ^ 1) + row.name[place + 1 :]
            found = examined(with_row(rows, at, row._replace(name=name)))
            assert not found.holds and found.entry == entries[at], (at, place)


def test_any_version_and_any_row_gone_or_twice(rows: list[Row]) -> None:
    entries = entries_of(rows)
    for at, row in enumerate(rows):
        for version in (0, row.version + 1, row.version ^ 64):
            assert examined(with_row(rows, at, row._replace(version=version))).entry == entries[at]
        if at < len(rows) - 1:
            gone = examined([*rows[:at], *rows[at + 1 :]])
            assert not gone.holds and gone.entry == entries[at]
        twice = examined([*rows[: at + 1], row, *rows[at + 1 :]])
        assert not twice.holds


def test_another_games_name(rows: list[Row]) -> None:
    found = examined(rows, "toy-gamf")
    assert not found.holds and found.entry == 0


def test_events_of_the_newest_entry_that_are_gone(rows: list[Row]) -> None:
    story = rows[: entries_of(rows).index(3) + 2]
    found = examined(story)

    assert (found.holds, found.entry) == (False, 3)
    assert "missing at the end" in found.because


def test_a_chain_forged_from_some_row_on_is_still_ruled_otherwise(rows: list[Row]) -> None:
    entries = entries_of(rows)
    at = entries.index(1) + 1
    head = Head(rows[at - 1].version, rows[at - 1].state[28:71].decode())
    payloads = [(row.name, row.state[77:-1]) for row in rows[at:]]
    payloads[0] = (payloads[0][0], payloads[0][1].replace(b'"number":1', b'"number":7'))
    forged, _ = chain_rows(GAME, head, 1, payloads)
    found = examined([*rows[:at], *(Row(*row) for row in forged)])

    assert (found.holds, found.entry) == (False, 1)
    assert "ruled otherwise" in found.because


def test_a_ruling_forged_with_its_chain(rows: list[Row]) -> None:
    payloads = [(row.name, row.state[77:-1].replace(b'"N2"', b'"N1"')) for row in rows]
    forged, _ = chain_rows(GAME, Head(0, ""), 1, payloads)
    found = examined(forged)

    assert (found.holds, found.entry) == (False, 2)
    assert "cites is ('N1',)" not in found.because and "cites" in found.because


def test_a_ruling_that_today_is_given_in_other_words_still_holds(rows: list[Row]) -> None:
    payloads = [(row.name, row.state[77:-1]) for row in rows]
    at = entries_of(rows).index(2)
    payloads[at] = (RULED, payloads[at][1].replace(b'"reason":"', b'"reason":"Well, ', 1))
    found = examined(chain_rows(GAME, Head(0, ""), 1, payloads)[0])

    assert found.holds
    assert found.reworded == (2,)


def test_rules_after_which_less_or_more_happens_are_told_with_the_entry(rows: list[Row]) -> None:
    """Never that a row cannot be read: nothing in them is unknown."""
    at = entries_of(rows).index(2)
    without = [(row.name, row.state[77:-1]) for n, row in enumerate(rows) if n != at - 1]
    found = examined(chain_rows(GAME, Head(0, ""), 1, without)[0])
    assert (found.holds, found.entry) == (False, 1)
    assert found.because == f"it is ruled otherwise today: “turn passed” happens too, {SAME}"

    twice = [(row.name, row.state[77:-1]) for row in rows]
    found = examined(chain_rows(GAME, Head(0, ""), 1, [*twice[:at], *twice[at - 1 :]])[0])
    assert (found.holds, found.entry) == (False, 1)
    assert found.because == f"it is ruled otherwise today: no “turn passed” happens, {SAME}"


@pytest.mark.parametrize(
    ("moved", "entry", "because"),
    [
        ([1, 0], 0, "it begins with game/step_ruled/v1 instead of game/opened/v3"),
        ([0, 2, 1], 0, f"it is ruled otherwise today: no “number said” happens, {SAME}"),
    ],
)
def test_rows_in_another_order_with_their_chain_forged(
    rows: list[Row], moved: list[int], entry: int, because: str
) -> None:
    payloads = [(rows[n].name, rows[n].state[77:-1]) for n in moved]
    forged, _ = chain_rows(GAME, Head(0, ""), 1, payloads)
    found = examined(forged)

    assert (found.holds, found.entry, found.because) == (False, entry, because)


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        ("UPDATE stored_events SET topic = CAST(x'ff' || topic AS TEXT) WHERE rowid = 4", 1),
        ("UPDATE stored_events SET state = CAST(state AS TEXT) WHERE rowid = 3", 1),
        ("UPDATE stored_events SET state = NULL WHERE rowid = 5", 2),
        ("UPDATE stored_events SET topic = NULL WHERE rowid = 5", 2),
        ("UPDATE stored_events SET state = zeroblob(3) WHERE rowid = 1", 0),
        ("UPDATE stored_events SET originator_id = 'else' WHERE rowid = 1", 0),
        ("UPDATE stored_events SET originator_id = 'else' WHERE rowid = 6", 3),
        ("UPDATE stored_events SET originator_version = 'six' WHERE rowid = 6", 3),
        ("UPDATE stored_events SET originator_version = 600 WHERE rowid = 6", 3),
        ("UPDATE stored_events SET originator_id = CAST(x'ff' AS TEXT) WHERE rowid = 6", 3),
        ("DELETE FROM stored_events WHERE rowid = 6", 3),
    ],
)
def test_changes_in_the_database(path: Path, change: str, entry: int) -> None:
    altered = sqlite3.connect(path)
    altered.execute(change)
    altered.commit()
    altered.close()
    ledger = sqlite_ledger(path)
    broken = {one.game: one for one in ledger.verify_all()}

    assert not broken[GAME].holds
    assert broken[GAME].entry == entry, broken[GAME].because
    assert not any(one.holds for one in broken.values())
    if "AS TEXT) WHERE rowid = 3" not in change:
        with pytest.raises(Damaged) as raised:
            ledger.load(GAME)
        assert raised.value.entry == entry
    ledger.close()


def test_a_newest_entry_given_to_another_game(path: Path) -> None:
    altered = sqlite3.connect(path)
    altered.execute(
        "UPDATE stored_events SET originator_id = 'else' "
        "WHERE rowid = (SELECT MAX(rowid) FROM stored_events)"
    )
    altered.commit()
    altered.close()
    ledger = sqlite_ledger(path)

    assert {one.game for one in ledger.verify_all() if not one.holds} == {GAME, "else"}
    ledger.close()


def test_rows_that_vanished_leave_a_gap(path: Path) -> None:
    altered = sqlite3.connect(path)
    altered.execute("DELETE FROM stored_events WHERE rowid = 7")
    altered.commit()
    altered.close()
    ledger = sqlite_ledger(path)

    assert ledger.rows.missing() == 1
    ledger.close()


def test_bytes_flipped_in_the_file_itself(path: Path) -> None:
    """Every ninth byte of every row, wherever in the file it stands."""
    whole = path.read_bytes()
    ledger = sqlite_ledger(path)
    states = [row[2] for row in ledger.rows.rows(GAME)]
    ledger.close()
    for row, state in enumerate(states):
        start = whole.index(state)
        record = start - 2 - len("toy/number_said/v1") - len(GAME)
        for place in range(record, start + len(state), 9 + row % 3):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
            assert not _holds(path), (row, place - start)


def _holds(path: Path) -> bool:
    try:
        ledger = sqlite_ledger(path)
    except Damaged:
        return False
    try:
        return all(one.holds for one in ledger.verify_all()) and not ledger.rows.missing()
    except Damaged:
        return False
    finally:
        ledger.close()


def test_every_step_of_the_story_is_covered(rows: list[Row]) -> None:
    assert max(entries_of(rows)) == len(STEPS)


def test_the_umpire_tells_of_damage_when_it_loads(path: Path) -> None:
    altered = sqlite3.connect(path)
    altered.execute("UPDATE stored_events SET topic = 'toy/nothing/v1' WHERE rowid = 3")
    altered.commit()
    altered.close()
    with umpire_in(path) as umpire, pytest.raises(Damaged) as raised:
        umpire.game(GAME)
    assert raised.value.entry == 1
    assert "entry 1" in str(raised.value)


def under_the_law(rows: list[Row], law: bytes) -> list[Row]:
    """The game as if it had been opened under this law, with its second ruling given otherwise."""
    payloads = [(row.name, row.state[77:-1].replace(b'"N2"', b'"N1"')) for row in rows]
    name, first = payloads[0]
    payloads[0] = (name, first[:-1] + b',"law":"%b"}' % law)
    return [Row(*row) for row in chain_rows(GAME, Head(0, ""), 1, payloads)[0]]


def test_what_is_wrong_is_told_apart(rows: list[Row]) -> None:
    """Bytes that were changed, rows that are gone, rules that have been changed since."""
    assert examined(rows).fault is None
    broken = [*rows[:-1], Row(rows[-1].version, rows[-1].name, rows[-1].state[:-2] + b" }")]
    assert examined(broken).fault == "bytes_changed"
    assert examined([*rows[:2], *rows[3:]]).fault == "cut_short"
    otherwise = examined(under_the_law(rows, b"AAAA-BBBB-CCCC-DDDD"))
    assert otherwise.fault == "ruled_otherwise"
    assert otherwise.law == "AAAA-BBBB-CCCC-DDDD" and otherwise.under_another_law


def test_under_the_same_law_nothing_is_ruled_otherwise_unless_it_was_changed(
    rows: list[Row],
) -> None:
    law = examined(rows).law_now
    found = examined(under_the_law(rows, law.encode()))
    assert found.fault == "bytes_changed"
    assert found.because.endswith(SAME)
