"""The policies that ship: whole, about things that exist, and every word of them read."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from application.desk.policy import policy_for
from application.rulesets import ruleset
from domain.kernel.events import EVENTS
from domain.kernel.shared import READERS
from tests import archive

RULESETS = archive.RULESETS


@pytest.mark.parametrize("name", RULESETS)
def test_every_kind_of_step_has_its_weight(name: str) -> None:
    """And the policy names no step that there is not."""
    steps = {*ruleset(name).procedures, *READERS}
    assert set(policy_for(name).steps) == steps


@pytest.mark.parametrize("name", RULESETS)
def test_every_event_it_names_exists(name: str) -> None:
    known = {event.STORED_AS.split("/")[1] for event in (*ruleset(name).events, *EVENTS)}
    assert set(policy_for(name).events) <= known


@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_it_names_exists(name: str) -> None:
    edition = ruleset(name).edition()
    for rules in policy_for(name).classes.values():
        assert all(map(edition.knows, rules))


@pytest.mark.parametrize("name", RULESETS)
def test_whatever_is_more_than_simple_says_why(name: str) -> None:
    policy = policy_for(name)
    for weight in (*policy.steps.values(), *policy.events.values()):
        assert weight.because or weight.grade == "simple"


@pytest.mark.parametrize("name", RULESETS)
def test_what_is_to_be_put_back_speaks_of_fields_that_are_there(name: str) -> None:
    policy = policy_for(name)
    events = {event.STORED_AS.split("/")[1]: event for event in ruleset(name).events}
    for event, weight in policy.events.items():
        for field in re.findall(r"\{(\w+)\}", weight.put_back):
            assert field in events[event].__struct_fields__


@pytest.mark.parametrize("name", RULESETS)
def test_every_place_of_the_state_has_a_name_on_the_table_or_none(name: str) -> None:
    policy = policy_for(name)
    unnamed = set()
    for game in archive.games(6, 12, (name,)):
        for n in range(game.length + 1):
            unnamed |= {path for path in _paths(game.view(n)) if _is_unnamed(policy, path)}
    assert not unnamed


def _is_unnamed(policy: Any, path: str) -> bool:
    words = policy.place(path)
    return words == path.replace(".", " › ") and path not in policy.table


def _paths(state: Any, path: str = "") -> Iterator[Any]:
    for key, value in state.items():
        here = f"{path}.{key}" if path else str(key)
        if isinstance(value, dict):
            yield from _paths(value, here)
        else:
            yield here
