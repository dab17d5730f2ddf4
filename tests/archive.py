"""An archive of short random games, each begun from the table of a conformance record."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from application.lab.dispute import Dispute, dispute_at
from application.records.demo import plain_opening
from application.records.notation import values
from application.rulesets import OURS
from domain.kernel.history import Game, Opening, open_game
from tests.properties.play import play
from tests.spec import named

RECORDS = Path(__file__).parent / "conformance"
RULESETS = OURS


@cache
def tables(ruleset: str) -> tuple[dict[str, Any], ...]:
    """The conformance records of a ruleset that are played by a published edition."""
    pages = sorted((RECORDS / ruleset).glob("*.yaml"))
    found = (values(page.read_text(encoding="utf-8")) for page in pages)
    return tuple(one for one in found if not isinstance(one.get("edition"), dict))


def opening(ruleset: str, chance: Random) -> Opening:
    """One of those tables, under the readings of its record; its example, where it has no records."""
    if not tables(ruleset):
        return plain_opening(named(ruleset))
    found = chance.choice(tables(ruleset))
    return Opening(
        ruleset,
        found.get("edition") or named(ruleset).edition().id,
        found.get("readings", {}),
        found.get("mode", "casual"),
        tuple(found["players"]),
        found.get("setup", {}),
    )


def games(number: int, steps: int = 12, rulesets: Sequence[str] = RULESETS) -> Iterator[Game]:
    """So many games, the same every time."""
    for seed in range(number):
        chance = Random(seed)
        ruleset = rulesets[seed % len(rulesets)]
        game = open_game(named(ruleset), opening(ruleset, chance))
        yield play(game, chance, steps).game


def disputed(ruleset: str, seed: int, steps: int) -> Dispute:
    """The last ruling of a random game of so many entries, the same every time."""
    chance = Random(seed)
    game = open_game(named(ruleset), opening(ruleset, chance))
    return dispute_at(play(game, chance, steps).game, steps)


def record(game: Game) -> dict[str, Any]:
    """The game as a record, without notes."""
    opening = game.opening
    return {
        "record": 1,
        "ruleset": opening.ruleset,
        "edition": dict(opening.edition_page) or opening.edition,
        "readings": dict(opening.readings),
        "mode": opening.mode,
        "players": list(opening.players),
        "setup": dict(opening.setup),
        "steps": [dict(entry.said) for entry in game.log],
    }


def write(folder: Path, played: Iterator[Game]) -> list[Path]:
    """The games as files of JSON."""
    paths = []
    for n, game in enumerate(played):
        path = folder / f"{n:04}-{game.opening.ruleset}.json"
        path.write_text(json.dumps(record(game)), encoding="utf-8")
        paths.append(path)
    return paths
