"""Set-ups spoiled at random are laid out, or refused with one sentence; never anything else."""

import copy
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from application.records.notation import values
from application.records.records import BadRecord, open_record, record_from
from application.rulesets import FOLDERS

RECORDS = Path(__file__).parents[2] / "conformance"

SPOILERS: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    10**15,
    "",
    "ana",
    "judge",
    "x y",
    "a1",
    [],
    [1],
    ["ana", "ana"],
    [[]],
    {},
    {"ana": 3},
    {"ana": None},
    {"x": {"owner": "ana"}},
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything in a set-up."""
    found = [path]
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        found += places(one, (*path, key))
    return found


def spoiled(setup: Any, path: tuple[Any, ...], how: str, spoiler: Any) -> Any:
    """The set-up with one place replaced, dropped, or given a key more."""
    if not path:
        return spoiler
    setup = copy.deepcopy(setup)
    inside = setup
    for key in path[:-1]:
        inside = inside[key]
    if how == "drop":
        del inside[path[-1]]
    elif how == "add" and isinstance(inside[path[-1]], dict):
        inside[path[-1]]["surplus"] = spoiler
    else:
        inside[path[-1]] = spoiler
    return setup


def contents(name: str) -> list[dict[str, Any]]:
    found = [values(path.read_text(encoding="utf-8")) for path in (RECORDS / name).glob("*.yaml")]
    return [{key: one[key] for key in one if key not in ("steps", "expect_state")} for one in found]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_spoiled_set_up_gets_a_sentence(name: str) -> None:
    records = contents(name)

    @settings(max_examples=250, deadline=None, derandomize=True)
    @given(st.data())
    def spoil(data: st.DataObject) -> None:
        content = data.draw(st.sampled_from(records))
        setup = content.get("setup", {})
        for _ in range(data.draw(st.integers(1, 2))):
            path = data.draw(st.sampled_from(places(setup)))
            how = data.draw(st.sampled_from(("replace", "replace", "drop", "add")))
            setup = spoiled(setup, path, how, data.draw(st.sampled_from(SPOILERS)))
        try:
            open_record(record_from({**content, "setup": setup})).view()
        except BadRecord as why:
            assert str(why).count(": ") >= 2, f"names no place: {why}"
            assert "\n" not in str(why)

    spoil()
