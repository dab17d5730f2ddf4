"""Kept games are ruled again exactly as they were, and the table is told in the same words."""

from pathlib import Path

import pytest

from application.seal.seal import examined
from tests.kept import HERE, RULESETS, first_difference, game_in, paths
from tests.kept.telling import entries_told, printed, told
from tests.spec import named

TEXTS = sorted(path.with_suffix(".txt") for path in paths() if path.with_suffix(".txt").exists())


MENDED = {"nullshapers/065": 22}
"""Game → the entry whose ruling went against the rulebook and has been mended since.

P9: an attacker of the player whose turn it is not, whom a judge had let attack, struck his own sector.
"""


def of_its_ruleset(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", paths(), ids=of_its_ruleset)
def test_every_ruling_is_given_again(path: Path) -> None:
    """But for a ruling that was mended: its game loads like any other, and it is the one that is named."""
    found = examined(path.read_bytes())
    mended = MENDED.get(of_its_ruleset(path))
    assert found.entry == mended and found.holds == (mended is None), found.because


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
