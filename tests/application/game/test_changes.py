"""What changed on the table between two entries."""

import re
from typing import Any

import pytest

from application.game.difference import (
    MISSING,
    NoSuchEntry,
    changes,
    difference,
    templates_of,
    with_template,
)
from application.records.replay import replay
from application.rulesets import ruleset
from tests.application.cases import RULESETS, played, record, records


def said(before: Any, after: Any, **more: Any) -> Any:
    return [change.sentence for change in changes(before, after, **more)]


def test_a_number_a_name_and_what_came_and_went() -> None:
    assert said({"round": 1}, {"round": 2}) == ["round: 1 → 2"]
    assert said({"points": {"ana": 3}}, {"points": {"ana": 2}}) == ["ana, points: 3 → 2"]
    assert said({"units": {"a1": {"held": []}}}, {"units": {"a1": {"held": ["run"]}}}) == [
        "a1, held: nothing → run"
    ]
    assert said({"queue": ["a", "b"]}, {"queue": ["b", "c"]}) == ["queue: now also c; no longer a"]


def test_the_order_of_a_list_is_told_and_that_of_a_set_is_not() -> None:
    assert said({"queue": ["a", "b"]}, {"queue": ["b", "a"]}) == ["queue: a and b → b and a"]
    assert said({"hand": ["a", "b"]}, {"hand": ["b", "a"]}, sets=frozenset({"hand"})) == []


def test_what_is_new_and_what_is_gone() -> None:
    assert said({}, {"acting": "a1"}) == ["acting: new, a1"]
    assert said({"acting": {"unit": "a1"}}, {"acting": None}) == ["acting: (unit a1) → nothing"]
    assert said({"x": False}, {"x": 0}) == ["x: no → 0"]


def test_a_restriction_is_told_with_the_entry_that_put_it_there() -> None:
    found = difference(played("voidsiege", "29"), 0, 4)
    (change,) = (one for one in found.changes if "restrictions" in one.path)
    assert change.words == "a1 now holds run (since entry 4)"
    assert change.as_json()["since"] == {"run": 4}
    assert change.as_json()["path"] == "units.a1.restrictions"


def undone(state: Any, change: Any) -> None:
    """The state with this change taken back."""
    at = state
    *path, last = change.path
    for name in path:
        at = at[name]
    if change.before is not MISSING:
        at[last] = change.before
    else:
        del at[last]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_left_out(ruleset: str) -> None:
    """With every change taken back the later state is the earlier one."""
    for path in records(ruleset)[::5]:
        game = replay(record(path)).game
        m, n = game.length, game.length // 2
        state = game.view(m)
        before = game.view(n)
        for change in changes(before, game.view(m), sets=game.ruleset.sets):
            undone(state, change)
        assert not list(changes(state, before, sets=game.ruleset.sets)), path.stem


@pytest.mark.parametrize("name", RULESETS)
def test_every_change_is_said_in_words(name: str) -> None:
    """Every place of the table has its words, on whatever a record changes; no key is shown."""
    for path in records(name)[::3]:
        game = replay(record(path)).game
        steps = [(n, n + 1) for n in range(game.length)]
        for n, m in (*steps, *((game.length, n) for n in range(0, game.length, 5))):
            found = changes(game.view(n), game.view(m), sets=game.ruleset.sets)
            for change in (with_template(one, templates_of(game.ruleset)) for one in found):
                assert change.template is not None, change.path
                assert not re.search(r"\b[a-z]+_[a-z_]+\b|[{}]", change.sentence), change.sentence


def test_a_unit_is_called_as_it_is_called_in_words_of_ours() -> None:
    """The underline of a name stays."""
    said = {"units": {"big_orks": {"destroyed": False}}, "phase": "idle"}
    then = {"units": {"big_orks": {"destroyed": True}}, "phase": "reaction"}
    words = ruleset("voidsiege").changes
    assert [with_template(one, words).sentence for one in changes(said, then)] == [
        "big_orks is destroyed",
        "a reaction may be given",
    ]


def test_the_same_entry_twice() -> None:
    assert list(difference(played("voidsiege", "29"), 3, 3).lines()) == [
        "Nothing on the table differs between entry 3 and entry 3."
    ]


def test_an_entry_or_a_looker_that_is_not_there() -> None:
    with pytest.raises(NoSuchEntry, match="no entry 99"):
        difference(played("voidsiege", "29"), 1, 99)
    with pytest.raises(NoSuchEntry, match="is nobody here"):
        difference(played("voidsiege", "29"), 1, 2, "zoe")
