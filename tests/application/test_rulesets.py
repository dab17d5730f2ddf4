"""Which rulesets there are: ours, and those that installed packages offer."""

import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from application import rulesets
from application.rulesets import FOLDERS, GROUP, OURS, Folders, NoRuleset, place_in_a_ruleset
from domain.kernel.faults import RulesetFault


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Name → module, of what a package offers in this test."""
    found: dict[str, str] = {}

    def entry_points(*, group: str) -> list[metadata.EntryPoint]:
        return [metadata.EntryPoint(name, value, group) for name, value in found.items()]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    monkeypatch.setattr(rulesets, "FOLDERS", Folders({name: FOLDERS[name] for name in OURS}))
    rulesets.ruleset.cache_clear()
    return found


def test_a_ruleset_of_an_installed_package_is_found(offered: dict[str, str]) -> None:
    offered["toy"] = "tests.toy"
    assert rulesets.ruleset("toy").title == "Toy"
    assert [one.name for one in rulesets.rulesets()] == [*OURS, "toy"]


def test_no_package_takes_the_place_of_a_ruleset_of_ours(offered: dict[str, str]) -> None:
    offered["voidsiege"] = "tests.toy"
    assert rulesets.ruleset("voidsiege").title == "VoidSiege"


def test_a_package_that_cannot_be_used_is_named_and_left_out_of_the_list(
    offered: dict[str, str],
) -> None:
    offered |= {"gone": "no_such_module", "other": "tests.toy", "empty": "tests.stores"}
    with pytest.raises(RulesetFault, match="gone: no_such_module cannot be imported"):
        rulesets.ruleset("gone")
    with pytest.raises(RulesetFault, match=r"empty: tests.stores has no RULESET$"):
        rulesets.ruleset("empty")
    with pytest.raises(RulesetFault, match=r"other: RULESET in tests.toy is no ruleset of this"):
        rulesets.ruleset("other")
    assert [one.name for one in rulesets.rulesets()] == list(OURS)


def test_a_name_in_a_record_names_no_code(offered: dict[str, str]) -> None:
    for name in ("tests.toy", "domain.voidsiege", "os"):
        with pytest.raises(NoRuleset, match="there is no ruleset"):
            rulesets.ruleset(name)
    assert GROUP == "umpire.rulesets"


def test_where_in_a_ruleset_a_fault_happened_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FOLDERS, "toy", "tests.toy")
    from tests.toy import view

    try:
        table: Any = None
        view(table, "ana")
    except AttributeError:
        place = place_in_a_ruleset(sys.exc_info()[2])
    assert place.startswith("toy: toy.py, line ")
    assert place.endswith(", in over")
    assert place_in_a_ruleset(None) == ""
    assert Path(rulesets.folder_of("toy")).name == "toy.py"
