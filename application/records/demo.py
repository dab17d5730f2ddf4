"""A turn of a ruleset, to be told to somebody who has never seen it: its page, or a game as it goes on."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from application.examples import example_for, fewest_players
from application.records.records import Record, record_from, record_of
from application.rulesets import FOLDERS, folder_of, ruleset
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said

PAGE = "demo.md"
RECORD = re.compile(r"^```yaml\n(.*?)^```$", re.M | re.S)
MOST_STEPS = 8


class NoDemo(Exception):
    """There is nothing to tell; the message is a sentence."""


class Demo(NamedTuple):
    """A record, and the paragraphs before and after it."""

    before: tuple[str, ...]
    record: Record
    after: tuple[str, ...]


def demo_of(name: str) -> Demo:
    """The page `demo.md` beside the ruleset; without one, its example as it goes on.

    Raises NoDemo; RulesetFault where a package's ruleset cannot be used.
    """
    if name not in FOLDERS:
        raise NoDemo(f"no demo of “{name}”; expected one of {', '.join(FOLDERS)}")
    known = ruleset(name)
    page = Path(folder_of(name)) / PAGE
    return _from_page(page) if page.is_file() else _as_it_goes_on(known)


def _from_page(page: Path) -> Demo:
    """Words, the record in a block of YAML, words. Raises NoDemo, BadRecord."""
    before, *told = RECORD.split(page.read_text(encoding="utf-8"))
    if not told:
        raise NoDemo(f"{page}: expected a record between ```yaml and ```")
    return Demo(_paragraphs(before), record_of(told[0], str(page)), _paragraphs(told[1]))


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.strip().split("\n\n") if part.strip())


def _as_it_goes_on(known: Ruleset) -> Demo:
    opening = plain_opening(known)
    steps = [*plain_steps(open_game(known, opening), MOST_STEPS)]
    record = {
        "record": 1,
        "ruleset": known.name,
        "players": [*opening.players],
        "setup": dict(opening.setup),
        "steps": steps,
    }
    before = f"{known.title}: its small table, and the plainest steps that let the game go on."
    return Demo((before,), record_from(record, "the demo"), ())


def plain_opening(known: Ruleset) -> Opening:
    """The example for as few as may play, or the first of the small tables. Raises NoDemo."""
    if known.example is not None:
        players = fewest_players(known)
        setup = example_for(known, players)
    elif known.lab.tables:
        players, setup = known.lab.tables[0].players, known.lab.tables[0].setup
    else:
        raise NoDemo(f"{known.title} brings no example, and no small table to be shown on")
    return Opening(known.name, known.edition().id, {}, "casual", tuple(players), setup)


def plain_steps(game: Game, most: int) -> Iterator[Said]:
    """What is said while the game goes on in the plainest way; it is taken in this game."""
    for _ in range(most):
        said = game.ruleset.plainest_step(game.now.state)
        if said is None:
            return
        entry, position = adjudicate(game, said)
        if entry.ruling.verdict != LEGAL:
            return
        game.take(entry, position)
        yield dict(said)
