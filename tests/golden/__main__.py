"""`python -m tests.golden`: see the package."""

import argparse
from functools import partial

from tests.golden import (
    RULESETS,
    add,
    golden_game,
    names,
    sealed,
    texts,
    write_rulings,
    write_texts,
)
from tests.golden.choosing import chosen, games_like, places, reached
from tests.golden.telling import entries_told, printed, told
from tests.spec import named


def keep_more(ruleset: str, number: int, most: int) -> None:
    """Plays so many games, and keeps at most so many that reach something new."""
    before = names(ruleset)
    games = [golden_game(ruleset, name) for name in before]
    known = {one for game in games for entry in reached(game) for one in entry}
    seeds = range(len(before) * number, (len(before) + 1) * number)
    candidates = [partial(games_like, ruleset, seed) for seed in seeds]
    for n, game in enumerate(chosen(candidates, known, most), len(before) + 1):
        add(ruleset, f"{n:03}", sealed(f"{ruleset}-{n:03}", game))
    tell_more(ruleset)


def tell_more(ruleset: str) -> None:
    """Chooses the entries after which the table is told, where no text says them yet."""
    games = {name: golden_game(ruleset, name) for name in names(ruleset)}
    lines = texts(ruleset)
    for name, entries in places(games, set()).items():
        lines[name] = told(games[name], entries)
    write_texts(ruleset, lines)


def write_anew(ruleset: str) -> None:
    """The texts there are, in the words of today."""
    lines = texts(ruleset)
    for name in filter(None, lines):
        lines[name] = told(golden_game(ruleset, name), entries_told(lines[name]))
    write_texts(ruleset, {**lines, "": printed(named(ruleset))})
    write_rulings(ruleset)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    parser.add_argument("--more", type=int, default=0, help="games to play for new ones to keep")
    parser.add_argument("--most", type=int, default=20, help="how many of them to keep at most")
    parser.add_argument("rulesets", nargs="*", default=RULESETS, help="of which; all without one")
    asked = parser.parse_args()
    for ruleset in asked.rulesets:
        if asked.more:
            keep_more(ruleset, asked.more, asked.most)
        write_anew(ruleset)


main()
