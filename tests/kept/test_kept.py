"""Kept games are ruled again as they were, and the table is told in the same words."""

from pathlib import Path

import pytest
import yaml

from tests.kept import HERE, RULESETS, first_difference, game_in, paths, ruled_otherwise
from tests.kept.telling import entries_told, printed, told
from tests.spec import named

TEXTS = sorted(path.with_suffix(".txt") for path in paths() if path.with_suffix(".txt").exists())


MENDED: dict[str, dict[str, list[int]]] = {
    "P9: an attacker of the player whose turn it is not, whom a judge had let attack, struck his own "
    "sector": {"nullshapers/065": [22]},
    "a rewind leaves no request to take back open": {
        "arcane-legions/039": [15, 16, 17, 18, 19, 20, 42],
        "voidsiege/032": [21, 22, 23],
        "voidsiege/053": [56],
    },
    "G4: to take back dice that were thrown is a request": {
        "voidsiege/020": [21],
        "voidsiege/033": [8],
        "voidsiege/098": [8],
    },
    "U4: the first version of the event does not say by which special rule a judge let it happen": {
        "voidsiege/002": [13],
        "voidsiege/010": [22],
    },
    "E8, C25: the melee falls away with the charged unit also before the charger has moved": {
        "voidsiege/022": [6],
        "voidsiege/032": [19],
        "voidsiege/053": [39],
    },
    "E14: what a judge makes legal closes the window that it passes over": {
        "voidsiege/026": [4],
        "voidsiege/096": [9],
    },
    "P7, T12: shots that are due together override nothing in each other": {
        "voidsiege/035": [4],
        "voidsiege/052": [6],
        "voidsiege/098": [17],
    },
    "C2: outside a Charge a reaction of move and shot shoots after its move": {
        "voidsiege/074": [12],
    },
}
"""Why, and what: the entries of a game whose rulings went against the rulebook as it stands now.

Where they are many they stand in `mended.yaml` beside the games.
"""
for listed in HERE.glob("*/mended.yaml"):
    for why, games in yaml.safe_load(listed.read_text("utf-8")).items():
        MENDED[why] = {f"{listed.parent.name}/{game}": entries for game, entries in games.items()}


def mended(path: Path) -> list[int]:
    """The entries of this game that are ruled otherwise today, for whatever reason."""
    found = (games.get(of_its_ruleset(path), []) for games in MENDED.values())
    return sorted(n for entries in found for n in entries)


def of_its_ruleset(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", paths(), ids=of_its_ruleset)
def test_every_ruling_is_given_again(path: Path) -> None:
    """But for those that were mended: their games load like any other, and they are the ones named."""
    assert ruled_otherwise(game_in(path)) == mended(path)


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
