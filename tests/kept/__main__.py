"""`python -m tests.kept`: see the package."""

import argparse
from functools import partial
from pathlib import Path

from tests.kept import HERE, RULESETS, game_in, paths, sealed
from tests.kept.choosing import chosen, games_like, places, reached
from tests.kept.telling import entries_told, printed, told
from tests.spec import named


def keep_more(ruleset: str, number: int, most: int) -> None:
    """Plays so many games, and keeps at most so many that reach something new."""
    folder = HERE / ruleset
    folder.mkdir(exist_ok=True)
    before = paths(ruleset)
    known = {one for path in before for entry in reached(game_in(path)) for one in entry}
    seeds = range(len(before) * number, (len(before) + 1) * number)
    candidates = [partial(games_like, ruleset, seed) for seed in seeds]
    for n, game in enumerate(chosen(candidates, known, most), len(before) + 1):
        name = f"{ruleset}-{n:03}"
        (folder / f"{n:03}.sealed").write_bytes(sealed(name, game))
    tell_more(ruleset)


def tell_more(ruleset: str) -> None:
    """Chooses the entries after which the table is told, where no text says them yet."""
    games = {path.stem: game_in(path) for path in paths(ruleset)}
    for stem, entries in places(games, set()).items():
        lines = told(games[stem], entries)
        write(HERE / ruleset / f"{stem}.txt", lines)


def write_anew(ruleset: str) -> None:
    """The texts there are, in the words of today."""
    for path in paths(ruleset):
        text = path.with_suffix(".txt")
        if text.exists():
            entries = entries_told(text.read_text("utf-8").splitlines())
            write(text, told(game_in(path), entries))
    write(HERE / ruleset / "printed.txt", printed(named(ruleset)))


def write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kept")
    parser.add_argument("--more", type=int, default=0, help="games to play for new ones to keep")
    parser.add_argument("--most", type=int, default=20, help="how many of them to keep at most")
    asked = parser.parse_args()
    for ruleset in RULESETS:
        if asked.more:
            keep_more(ruleset, asked.more, asked.most)
        write_anew(ruleset)


main()
