"""What is proved of the rulebooks: the quick part is proved here, the page says the rest."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import application.lab
from adapters.cli import cli
from adapters.stores.exploration_file import ExplorationFile
from application.lab.exploration.proofs import Theorem, prove, theorems
from application.rulesets import FOLDERS, ruleset
from tests.application.lab.tables import explored

PAGE = Path(application.lab.__file__).with_name("PROVED.md")
QUICK = [one for name in FOLDERS for one in theorems(ruleset(name), quick=True)]


@pytest.mark.parametrize(
    "theorem", QUICK, ids=lambda one: one.command.removeprefix("umpire explore ")
)
def test_a_quick_table_is_explored_to_the_end_and_all_holds(theorem: Theorem) -> None:
    found = prove(theorem, ExplorationFile).result
    assert found.finished
    assert [(one.kind, one.words) for one in found.counterexamples] == []


ALIKE = {
    "voidsiege": ("duel", "duel-reported", "will", "wall"),
    "arcane-legions": ("duel", "leaving", "sources"),
    "nullshapers": ("duel", "skills", "beside", "losing"),
}


SHORT, LONG = 60, 300
"""Tables looked at: three times as many as by the kit, and as many as it takes to lose energy in two turns."""


@pytest.mark.parametrize(
    ("name", "table"), [(name, table) for name, tables in ALIKE.items() for table in tables]
)
def test_tables_that_are_called_alike_answer_alike(name: str, table: str) -> None:
    most = LONG if table == "losing" else SHORT
    found = explored(ruleset(name), table, most=most, sound=True)
    assert [(one.kind, one.words) for one in found.counterexamples] == []


def test_each_ruleset_has_quick_tables() -> None:
    assert {one.exploration.ruleset for one in QUICK} == set(FOLDERS) - {"toy"}


def test_the_page_holds_every_quick_proof() -> None:
    page = PAGE.read_text("utf-8")
    assert [one.command for one in QUICK if f"`{one.command}`" not in page] == []


def test_the_command_writes_a_page_and_goes_on_from_its_files(tmp_path: Path) -> None:
    words = ["prove", "nullshapers", "--quick", "--jobs", "1", "--files", str(tmp_path / "files")]
    first = CliRunner().invoke(cli, [*words, "--write", str(tmp_path / "page.md")])
    assert first.exit_code == 0, first.output
    assert first.stdout.startswith("holds: umpire explore nullshapers --table ")
    page = (tmp_path / "page.md").read_text("utf-8")
    assert "| all | `umpire explore nullshapers --table overload` |" in page
    again = CliRunner().invoke(cli, [*words, "--write", str(tmp_path / "again.md")])
    assert again.stdout == first.stdout
    assert (tmp_path / "again.md").read_text("utf-8") == page
