"""Games kept as they were ruled: for ever the same rulings, and the words on the table as they are.

Each folder beside this file holds games of a ruleset. `NAME.sealed` is a sealed game, whose every
ruling is given again: its verdict, its rules and what happened, not the words of its reason, nor the
entries it names. `NAME.txt` holds what no log holds, after a few of its entries: the table for
each viewer, and what each player might have done with the ruling it would have got. `printed.txt` is
what `umpire rules` prints besides the rules.

    python -m tests.kept              # writes the texts anew, where the words have changed on purpose
    python -m tests.kept --more 500   # plays so many games more, and keeps those that reach something new

A sealed game that was kept stays: it is never written again, also where a ruling in it was mended.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from application.ledger.rows import Row, entry_rows, opening_rows
from application.ledger.rows_read import stored_game
from application.ledger.stored_events import as_json, from_json
from application.seal.seal import law_of
from application.seal.sealed_file import opened, written
from domain.kernel.history import Entry, Game, open_game, replay
from domain.kernel.shared import adjudicate
from tests.spec import named

HERE = Path(__file__).parent
RULESETS = ("voidsiege", "arcane-legions", "nullshapers")
BEGAN = 1_763_647_200_000_000
APART = 12_345_678
"""A moment, and how far the entries of a kept game lie apart; microseconds."""


def paths(ruleset: str = "*") -> list[Path]:
    """The sealed games that are kept, in order."""
    return sorted(HERE.glob(f"{ruleset}/*.sealed"))


@cache
def game_in(path: Path) -> Game:
    """The game of a sealed file, folded from its events, without ruling on anything again."""
    file = opened(path.read_bytes())
    stored = stored_game(file.game, list(file.rows()))
    entries = [one.entry for one in stored.entries]
    return replay(named(stored.opening.ruleset), stored.opening, entries)


def ruled_otherwise(game: Game) -> list[int]:
    """The entries that are ruled otherwise today: verdict, basis, rules cited, facts, what happened.

    Each is put before the rules on the table its log led to, so that one does not hide the next.
    """
    again = open_game(game.ruleset, game.opening)
    assert again.opened == game.opened
    found = []
    for entry in game.log:
        today, _ = adjudicate(again, entry.said)
        if _what_was_ruled(today) != _what_was_ruled(entry):
            found.append(entry.n)
        again.take(entry)
    return found


def _what_was_ruled(entry: Entry) -> tuple[object, ...]:
    ruling = entry.ruling
    facts = from_json(as_json(ruling.facts))
    return ruling.verdict, ruling.basis, ruling.cites, facts, entry.events


def event_names(path: Path) -> frozenset[str]:
    """The stored names of its rows, such as `game/step_ruled/v1`."""
    return frozenset(row.name for row in opened(path.read_bytes()).rows())


def sealed(name: str, game: Game) -> bytes:
    """The sealed file of a game in memory."""
    first, head = opening_rows(name, game.opening, game.opened, BEGAN)
    rows = [Row(*row) for row in first]
    for entry in game.log:
        more, head = entry_rows(name, head, entry, BEGAN + entry.n * APART)
        rows += (Row(*row) for row in more)
    opening = game.opening
    title = f"{opening.ruleset} {opening.edition} · {', '.join(opening.players)}"
    return written(name, title, law_of(opening.ruleset, opening.edition), rows, None)


def first_difference(wanted: Sequence[str], found: Sequence[str]) -> str:
    """The first line that differs, in a sentence; empty where all are the same."""
    for n, (before, now) in enumerate(zip(wanted, found, strict=False), 1):
        if before != now:
            return f"line {n} was\n  {before}\nand is\n  {now}"
    if len(wanted) != len(found):
        n = min(len(wanted), len(found))
        rest, word = (wanted, "was") if len(wanted) > n else (found, "is new:")
        return f"line {n + 1} {word}\n  {rest[n]}"
    return ""
