"""An author's mistake is told as the ruleset's, with its file and line, and never as one of umpire itself."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from application import rulesets

FOLLOW = """
from domain.kernel.values import changed
from tests import toy

def follow(table, entry):
    {line}
    yield from ()
    return table

RULESET = changed(toy.RULESET, follow=follow)
"""
OPEN = ("new", "--ruleset", "toy", "--players", "ana,ben")


@pytest.fixture
def fault(
    umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Callable[[str], str]]:
    """What is told of a ruleset with this file."""
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"faulty_{abs(hash(request.node.name))}"

    def told(text: str) -> str:
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.setitem(rulesets.FOLDERS, "toy", name)
        rulesets.ruleset.cache_clear()
        found = umpire(*OPEN)
        assert found.exit_code == 70, found.output
        return str(found.stderr).replace(name, "faulty").strip()

    yield told
    rulesets.ruleset.cache_clear()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "table.law['Q9']",
            "toy: there is no question “Q9”; expected “Q1” or “Q2” (faulty.py, line 6, in follow)",
        ),
        (
            "table.law.is_('Q1', 'nobody')",
            "toy: “nobody” is no reading of Q1; expected “no”, “yes” or “open” "
            "(faulty.py, line 6, in follow)",
        ),
        (
            "yield from follow(table, entry)",
            "toy: what happens with entry 0 calls itself without an end: "
            "let it see in the state what has happened (faulty.py, line 6, in follow)",
        ),
        (
            "table.peak",
            "toy: faulty.py, line 6, in follow: AttributeError: 'Table' object has no attribute 'peak'; "
            "UMPIRE_DEBUG=1 tells the way there",
        ),
        (
            "changed(table, peak=1)",
            "toy: faulty.py, line 6, in follow: TypeError: `Table` has no field 'peak'; "
            "UMPIRE_DEBUG=1 tells the way there",
        ),
    ],
)
def test_a_mistake_in_a_chapter(fault: Callable[[str], str], line: str, sentence: str) -> None:
    assert fault(FOLLOW.format(line=line)) == f"umpire: the ruleset is at fault: {sentence}"


def test_a_mistake_in_a_file_as_it_is_imported(fault: Callable[[str], str], tmp_path: Path) -> None:
    told = fault("from tests import toy\nRULESET = toy.RULLESET\n")
    assert told.startswith("umpire: the ruleset is at fault: toy: faulty cannot be imported: ")
    assert told.endswith(f"({tmp_path}/faulty.py, line 2)")
