"""An entry's row is read in parts; what stands in it is what it would be if read as a whole."""

import json
from typing import Any

import msgspec
import pytest

from application.ledger.rows import RULED as ENTRY
from application.ledger.rows import START, chain_rows
from application.ledger.rows_read import UNREADABLE, read_entry, read_ruled, written_in
from application.ledger.store import Damaged

RULED = {"said": {"by": "ana", "do": "note"}, "verdict": "legal", "cites": ["G1"], "reason": "So."}
TAILS: tuple[dict[str, Any], ...] = (
    {},
    {"because": [1]},
    {"because": [12, 7, 300]},
    {"key": "a-key"},
    {"because": [4], "key": "a-key"},
    {"facts": {"because": [3]}},
    {"because": [2], "facts": {"restrictions": ["run"]}, "key": "k"},
    {"key": 'a "quoted" \\ key'},
    {"key": ""},
    {"because": []},
    {"facts": {"a": {"because": [3], "key": "b"}}, "key": "“ä”"},
)
SAID: tuple[dict[str, Any], ...] = (
    {"by": "ana", "do": "note", "because": [9], "key": "said"},
    {"by": "ana", "do": "note", "text": ',"because":[9],"key":"x'},
    {"by": "ana", "do": "note", "list": [{"a": 1, "because": [9]}]},
)


@pytest.mark.parametrize("tail", TAILS, ids=str)
@pytest.mark.parametrize("said", [RULED["said"], *SAID], ids=str)
def test_an_entry_read_in_parts_is_the_entry_read_whole(said: Any, tail: dict[str, Any]) -> None:
    fields = {"n": 7, **RULED, "said": said, **tail}
    payload = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    whole = read_ruled(payload)
    for _ in range(3):  # what is met again is remembered
        number, (found, ruling, key) = read_entry(payload)
        assert (number, found, key) == (whole.n, whole.said, whole.key)
        assert (ruling.verdict, ruling.cites, ruling.reason) == ("legal", ("G1",), "So.")
        assert (ruling.because, ruling.facts) == (whole.because, whole.facts)


@pytest.mark.parametrize(
    "bad",
    [
        b'{"n":7,"said":{},"verdict":"legal","because":[1,,2]}',
        b'{"n":7,"said":{},"verdict":"legal","because":[01]}',
        b'{"n":7,"said":{},"verdict":"legal","because":["1"]}',
        b'{"n":7,"said":{},"verdict":"legal","key":"a\nb"}',
        b'{"n":7,"said":{},"verdict":"legal","key":"\xff"}',
        b'{"n":7,"said":{},"verdict":"legal","key":"a"]',
        b'{"n":7,"said":{},"verdict":"legal","key":"a"',
        b'{"n":7,"said":{},"because":[1]}',
        b'{"n":7,"said":{"because":[1]}',
        b'{"n":7,"said":{},"verdict":"perhaps","key":"a"}',
        b"",
    ],
)
def test_what_cannot_be_read_whole_cannot_be_read_in_parts(bad: bytes) -> None:
    with pytest.raises(UNREADABLE):
        read_ruled(bad)
    with pytest.raises(UNREADABLE):
        read_entry(bad)
    assert issubclass(msgspec.DecodeError, UNREADABLE)


@pytest.mark.parametrize(
    ("payloads", "row", "entry"),
    [
        (["broken"], "row 1 of “hall” cannot be read", None),
        ([7, "broken"], "row 2 of “hall” (entry 8) cannot be read", 8),
    ],
)
def test_a_damaged_row_names_its_entry_where_that_is_known(
    payloads: list[Any], row: str, entry: int | None
) -> None:
    """What is caught up with begins after a row, of which nobody says to which entry it belongs."""
    written = [
        (ENTRY, json.dumps({"n": one, **RULED} if isinstance(one, int) else one).encode())
        for one in payloads
    ]
    rows, _ = chain_rows("hall", START, 5, written)
    with pytest.raises(Damaged) as raised:
        written_in("hall", rows, 0)
    assert str(raised.value).startswith(row)
    assert raised.value.entry == entry


def test_a_missing_row_names_no_entry_before_one_was_read() -> None:
    rows, _ = chain_rows("hall", START, 5, [(ENTRY, b"{}"), (ENTRY, b"{}")])
    with pytest.raises(Damaged, match=r"^row 1 of “hall” is missing$") as raised:
        written_in("hall", rows[1:], 0)
    assert raised.value.entry is None
