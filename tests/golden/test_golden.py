"""Golden games are ruled again as they were, and the table is told in the same words."""

import pytest
import yaml

from tests.golden import (
    HERE,
    RULESETS,
    first_difference,
    golden_game,
    names,
    ruled_otherwise,
    ruled_today,
    ruling_in_digits,
    rulings_kept,
    texts,
)
from tests.golden.telling import entries_told, printed, told
from tests.spec import named

MENDED: dict[str, dict[str, list[int]]] = yaml.safe_load((HERE / "mended.yaml").read_text("utf-8"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruling_is_given_again(ruleset: str) -> None:
    """But for those that were mended: their games load like any other, and they are the ones named.

    What is ruled and said today changes on purpose: `python -m tests.golden`.
    """
    kept = rulings_kept(ruleset)
    assert [*kept] == names(ruleset)
    for name, before in kept.items():
        mended = (games.get(f"{ruleset}/{name}", []) for games in MENDED.values())
        expected = sorted(n for entries in mended for n in entries)
        game = golden_game(ruleset, name)
        today = ruled_today(game)
        assert ruled_otherwise(game, today) == expected, name
        for entry, was in zip(today, before, strict=True):
            assert ruling_in_digits(entry) == was, f"{name}, today: {entry}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_table_is_told_as_it_was(ruleset: str) -> None:
    """For every viewer, with every step somebody might take. On purpose: `python -m tests.golden`."""
    for name, lines in texts(ruleset).items():
        entries = entries_told(lines)
        again = told(golden_game(ruleset, name), entries) if name else printed(named(ruleset))
        different = first_difference(lines, again)
        assert not different, f"{name or 'printed'}: {different}"
