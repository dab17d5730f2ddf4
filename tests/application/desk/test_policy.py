"""The policies that ship: whole, about things that exist, and every word of them read."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from application.desk.partial_fixes import possible_fixes
from application.desk.policy import BadPolicy, own_policy, policy_for
from application.rulesets import ruleset
from domain.kernel.events import EVENTS
from domain.kernel.shared import READERS
from tests import archive
from tests.application.cases import played

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


CLUB = """\
policy: 1
table: {"units.*.figures.*.*": "figure {2} of {1}: {3}"}
fixes:
  - {id: note, title: Say it in the log, steps: [{by: judge, do: note, text: "{because}"}]}
"""


def test_a_judges_own_policy_is_laid_over_the_rulesets() -> None:
    found = own_policy("voidsiege", CLUB, "club.yaml")
    assert [fix.id for fix in (*found.own_fixes, *found.fixes)] == ["note"]
    assert found.place("units.a.b.figures.0.wounds") == "figure 0 of a.b: wounds"
    assert found.steps == policy_for("voidsiege").steps


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "policy: 1\nfixes: [{id: x, title: x, steps: [{by: ana, do: concede}]}]",
            "a judge's steps",
        ),
        ("policy: 2", "club.yaml: policy: expected 1, found 2"),
        ("policy: 1\nlimits: [{count: dice}]", "club.yaml: limits[0]: “over” is missing"),
        ("policy: 1\nruleset: nullshapers", "is for nullshapers"),
        ("- policy", "a mapping"),
        ("policy: [", "line"),
        ("policy: 1\n" + "#" * 40_000, "no longer than"),
        ("policy: 1\ntable: {" + ", ".join(f"p{n}: x" for n in range(300)) + "}", "200 are read"),
        ("policy: !!python/object:os.system 1", "club.yaml"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadPolicy, match=re.escape(says)):
        own_policy("voidsiege", text, "club.yaml")


def test_many_stars_and_wide_braces_cost_nothing() -> None:
    """A place of many stars is found or not in one go; braces are filled, never formatted."""
    stars = "*a" * 40
    found = own_policy("voidsiege", f'policy: 1\ntable: {{"{stars}": x}}', "club.yaml")
    assert found.place("a" * 90 + "b") == "a" * 90 + "b"
    wide = CLUB.replace("{because}", "{because} {because:>99999999}")
    (fix,) = possible_fixes(
        played("voidsiege", "29"), own_policy("voidsiege", wide, "club.yaml"), 3, "So be it."
    )
    assert fix.steps[0]["text"] == "So be it. {because:>99999999}"
