"""Random games, and the choice of those few that together reach all that thousands reach."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from application.ledger.stored_events import stored_form
from domain.kernel.history import Entry, Game, open_game
from domain.kernel.shared import adjudicate
from tests.archive import opening, tables
from tests.golden.telling import paragraph
from tests.properties.play import play
from tests.properties.tables import fill_of, some_game
from tests.spec import named

MOST_ENTRIES = 60
MOST_BYTES = 300_000
"""What the texts of a ruleset may come to."""

MADE_LEGAL = "entry # is legal and happens now. "
NOT_MADE_LEGAL = "cannot be made legal: "
QUOTED = re.compile("“[^”]*”")
NUMBERS = re.compile(r"\w*\d\w*")
NAMES = re.compile(r"(?<=[a-z*”#,;(] )[A-Z][a-z]+")
NOT_IN_NAMES = ".:()“”’'s"
SPACES = re.compile(r"[\s,;]+")


def shape(sentence: str, names: frozenset[str]) -> str:
    """The sentence with names and numbers blanked, so that it counts once."""
    blanked = NUMBERS.sub("#", QUOTED.sub("“”", sentence.partition(", not ")[0]))
    blanked = NAMES.sub("*", blanked.removeprefix(MADE_LEGAL))
    blanked = blanked.partition(NOT_MADE_LEGAL)[2] or blanked
    words = SPACES.split(blanked)
    return " ".join(
        dict.fromkeys("*" if word.strip(NOT_IN_NAMES) in names else word for word in words)
    )


def names_in(game: Game) -> frozenset[str]:
    """The names of players and pieces of a game."""
    pieces = (game.opening.setup.get(kind, {}) for kind in ("units", "cards", "terrain"))
    return frozenset((*game.players, *(name for one in pieces for name in one)))


def reached(game: Game) -> list[set[str]]:
    """What each entry of a game shows: events by their rules, rulings by their rules, sentences."""
    names = names_in(game)
    return [_reached(entry, names) for entry in game.log]


def _reached(entry: Entry, names: frozenset[str]) -> set[str]:
    ruling = entry.ruling
    found = {f"{ruling.verdict} {rule}" for rule in ruling.cites}
    found.add(f"{ruling.verdict} {shape(ruling.reason, names)}")
    found.add(f"{ruling.verdict} {ruling.basis} {' '.join(sorted(ruling.facts))}")
    for event in entry.events:
        name, _ = stored_form(event)
        found |= {f"{name} {rule}" for rule in (*event.rules, "")}
    return found


def games_like(ruleset: str, seed: int) -> Game:
    """A random game: from a record's table, from the steps of a record on, or from a random table."""
    chance = Random(seed)
    start = (_from_a_table, _from_a_record, _from_a_random_table)[seed % 3]
    return start(ruleset, chance)


def _from_a_table(ruleset: str, chance: Random) -> Game:
    game = open_game(named(ruleset), opening(ruleset, chance))
    return play(game, chance, chance.randrange(10, MOST_ENTRIES), fill_of(ruleset)).game


def _from_a_record(ruleset: str, chance: Random) -> Game:
    record = chance.choice(tables(ruleset))
    steps = chance.randrange(min(MOST_ENTRIES, len(record["steps"])) + 1)
    game = of_record(ruleset, record, steps)
    left = max(0, MOST_ENTRIES - game.length)
    return play(game, chance, min(left, chance.randrange(5, 25)), fill_of(ruleset)).game


def _from_a_random_table(ruleset: str, chance: Random) -> Game:
    game = some_game(ruleset, chance)
    return play(game, chance, chance.randrange(10, MOST_ENTRIES), fill_of(ruleset)).game


def of_record(ruleset: str, record: Mapping[str, Any], steps: int) -> Game:
    """The first steps of a record, put before the rules."""
    chosen = Random()
    chosen.choice = lambda _: record  # type: ignore[method-assign, assignment, return-value]
    game = open_game(named(ruleset), opening(ruleset, chosen))
    for said in record["steps"][:steps]:
        step = {name: value for name, value in said.items() if name not in ("expect", "cites")}
        game.take(*adjudicate(game, step))
    return game


def records(ruleset: str) -> Iterator[Game]:
    """The conformance records, as far as they are short."""
    for record in tables(ruleset):
        if len(record["steps"]) <= MOST_ENTRIES:
            yield of_record(ruleset, record, MOST_ENTRIES)


def chosen(games: Iterable[Callable[[], Game]], known: set[str], most: int) -> Iterator[Game]:
    """Greedily those that reach most that is not known, each up to its last entry that does."""
    found = [(make, set().union(*reached(make()))) for make in games]
    for _ in range(most):
        found = [(make, new) for make, all_of_it in found if (new := all_of_it - known)]
        if not found:
            return
        make, new = max(found, key=lambda one: len(one[1]))
        game = make()
        showing = [n for n, one in enumerate(reached(game), 1) if one & new]
        yield game.at(showing[-1])
        known |= new


def places(
    games: Mapping[str, Game], known: set[str], bytes_left: int = MOST_BYTES
) -> dict[str, list[int]]:
    """After which entries the table is told: those with the most new lines for their length."""
    found = [
        (name, n, set(lines), size)
        for name, game in games.items()
        for n in range(game.length + 1)
        for lines, size in [_lines(game, n)]
    ]
    taken: dict[str, list[int]] = {}
    while found:
        found = [(name, n, new, size) for name, n, lines, size in found if (new := lines - known)]
        found = [one for one in found if one[3] <= bytes_left]
        if not found:
            break
        name, n, new, size = max(found, key=lambda one: len(one[2]) / one[3])
        taken.setdefault(name, []).append(n)
        known |= new
        bytes_left -= size
    return {name: sorted(entries) for name, entries in taken.items()}


def _lines(game: Game, n: int) -> tuple[list[str], int]:
    """The shapes of the lines told after an entry, and their length in bytes."""
    lines = paragraph(game.at(n))
    names = names_in(game)
    shapes = [part for line in lines for part in _parts(line, names)]
    return shapes, sum(len(line.encode()) + 1 for line in lines)


def _parts(line: str, names: frozenset[str]) -> Iterator[str]:
    """What counts of a line: the whole, or each step of a line of steps with its ruling."""
    ruled, colon, steps = line.partition(": ")
    if colon and ruled.partition(" ")[0] in ("legal", "illegal", "undetermined"):
        yield from {f"{ruled} {shape(step, names)}" for step in steps.split(" | ")}
    else:
        yield shape(line, names)
