"""Coverage of the rulebooks: what a pile of records has met, and what not."""

import json
from pathlib import Path

import pytest

from application.lab.coverage import EVENT, READING, ROW, RULE, Coverage, coverage_of
from application.rulesets import OURS
from tests.adapters.commands import umpire
from tests.application.cases import RECORDS

CHARGE = RECORDS / "voidsiege" / "03-charge-then-intervene.yaml"


@pytest.fixture(scope="module")
def everything() -> Coverage:
    return coverage_of([RECORDS])


@pytest.mark.parametrize("ruleset", OURS)
@pytest.mark.parametrize("kind", [RULE, READING, ROW, EVENT])
def test_the_records_of_this_tree_meet_all_that_can_be_met(
    everything: Coverage, ruleset: str, kind: str
) -> None:
    missing = everything.rulesets[ruleset].missing(kind)
    assert [one for one, why in missing.items() if not why] == []


def test_a_single_record_meets_what_it_cites() -> None:
    coverage = coverage_of([CHARGE]).rulesets["voidsiege"]
    assert coverage.games == 1 and not coverage.complete
    assert {"T3", "T8", "E2"} <= set(coverage.met[RULE].games)
    assert coverage.met[RULE].first["T8"] == str(CHARGE)
    assert {"assault", "intervene"} == set(coverage.met[ROW].games)
    assert {"C6=snap_and_intervene"} <= set(coverage.met[READING].games)
    assert "P17" in coverage.missing(RULE) and "P18" in coverage.missing(RULE)


def test_the_command_prints_a_table_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "coverage.html"
    found = umpire("coverage", CHARGE, "--html", page)
    assert found.exit_code == 1
    assert "VoidSiege 2025.1: 1 game" in found.stdout
    assert "P18 Annihilation" in found.stdout
    html = page.read_text("utf-8")
    assert 'id="voidsiege-T8" class="met"' in html
    assert 'id="voidsiege-P18" class="not"' in html
    assert 'id="voidsiege-P17" class="never"' in html


def test_what_is_no_record_is_named_beside_what_is(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(CHARGE.read_text("utf-8"))
    (tmp_path / "b.yaml").write_text("record: 2\n")
    told = json.loads(umpire("coverage", tmp_path, "--json").stdout)
    assert told["rulesets"]["voidsiege"]["games"] == 1
    assert len(told["unread"]) == 1 and "b.yaml" in told["unread"][0]


def test_a_folder_without_a_record_is_refused(tmp_path: Path) -> None:
    found = umpire("coverage", tmp_path)
    assert (found.exit_code, found.stdout) == (2, "")
    (sentence,) = found.stderr.splitlines()
    assert "no record" in sentence
