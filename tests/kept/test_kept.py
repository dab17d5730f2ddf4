"""Kept games are ruled again exactly as they were, and the table is told in the same words."""

from pathlib import Path

import pytest

from application.seal import examined
from tests.kept import HERE, RULESETS, first_difference, game_in, paths
from tests.kept.telling import entries_told, printed, told
from tests.spec import named

TEXTS = sorted(path.with_suffix(".txt") for path in paths() if path.with_suffix(".txt").exists())


def of_its_ruleset(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", paths(), ids=of_its_ruleset)
def test_every_ruling_is_given_again(path: Path) -> None:
    found = examined(path.read_bytes())
    assert found.holds, f"entry {found.entry}: {found.because}"


@pytest.mark.parametrize("path", TEXTS, ids=of_its_ruleset)
def test_the_table_is_told_as_it_was(path: Path) -> None:
    """For every viewer, with every step somebody might take. On purpose: `python -m tests.kept`."""
    kept = path.read_text("utf-8").splitlines()
    game = game_in(path.with_suffix(".sealed"))
    different = first_difference(kept, told(game, entries_told(kept)))
    assert not different, different


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_tables_of_a_rulebook_are_printed_as_they_were(ruleset: str) -> None:
    kept = (HERE / ruleset / "printed.txt").read_text("utf-8").splitlines()
    different = first_difference(kept, printed(named(ruleset)))
    assert not different, different
