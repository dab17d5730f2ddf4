"""Golden games: ruled once, and for ever ruled and told alike.

For each ruleset `NAME.zip` holds sealed games, whose every ruling is given again: its verdict, its rules
and what happened. `mended.yaml` names the entries that a corrected rulebook rules otherwise, and why;
`NAME.rulings.txt` has a few digits for each entry of each game, for all that is ruled and said of it
today. `NAME.txt` holds what no log holds, after a few of their entries: the table for each viewer, and
what each player might have done with the ruling it would have got; first what `umpire rules` prints
besides the rules.

    python -m tests.golden              # writes the texts anew, where the words have changed on purpose
    python -m tests.golden --more 500   # plays so many games more, and keeps those that reach something new

A game that is in the archive stays: it is never written again, also where a ruling in it was mended.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from application.ledger.law_digest import law_of
from application.ledger.rows import Row, opening_rows, rows_of_all
from application.ledger.rows_read import stored_game
from application.ledger.stored_events import as_json, from_json, stored_form
from application.rulesets import OURS
from application.seal.sealed_file import SealedFile, read_sealed, sealed_bytes
from domain.kernel.history import Entry, Game, open_game, replay
from domain.kernel.shared import adjudicate
from tests.spec import named

HERE = Path(__file__).parent
RULESETS = OURS
PRINTED, GAME = "# Printed", "# Game "
BEGAN = 1_763_647_200_000_000
APART = 12_345_678
"""A moment, and how far the entries of a golden game lie apart; microseconds."""


def names(ruleset: str) -> list[str]:
    """The games of a ruleset, in order: `002`; none of one that has no archive yet."""
    if not (HERE / f"{ruleset}.zip").exists():
        return []
    with ZipFile(HERE / f"{ruleset}.zip") as archive:
        return sorted(name.removesuffix(".sealed") for name in archive.namelist())


def sealed_file(ruleset: str, name: str) -> SealedFile:
    with ZipFile(HERE / f"{ruleset}.zip") as archive:
        return read_sealed(archive.read(f"{name}.sealed"))


def add(ruleset: str, name: str, sealed: bytes) -> None:
    """Adds a game to the archive."""
    with ZipFile(HERE / f"{ruleset}.zip", "a", ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(ZipInfo(f"{name}.sealed"), sealed, ZIP_DEFLATED)


@cache
def golden_game(ruleset: str, name: str) -> Game:
    """A game of the archive, folded from its events, without ruling on anything again."""
    file = sealed_file(ruleset, name)
    stored = stored_game(file.game, list(file.rows()))
    entries = [one.entry for one in stored.entries]
    return replay(named(stored.opening.ruleset), stored.opening, entries)


def texts(ruleset: str) -> dict[str, list[str]]:
    """The lines of each game that is told; under an empty name what is printed."""
    found: dict[str, list[str]] = {}
    name, file = "", HERE / f"{ruleset}.txt"
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if line == PRINTED or line.startswith(GAME):
            name = "" if line == PRINTED else line.removeprefix(GAME)
            found[name] = []
        else:
            found[name].append(line)
    return found


def write_texts(ruleset: str, lines: Mapping[str, Sequence[str]]) -> None:
    def written_out() -> Iterator[str]:
        for name in sorted(lines):
            yield f"{GAME}{name}" if name else PRINTED
            yield from lines[name]

    (HERE / f"{ruleset}.txt").write_text("\n".join(written_out()) + "\n", encoding="utf-8")


def ruled_today(game: Game) -> list[Entry]:
    """Each entry as it is ruled today, on the table its log led to, so that one does not hide the next."""
    again = open_game(game.ruleset, game.opening)
    assert again.opened == game.opened
    found = []
    for entry in game.log:
        found.append(adjudicate(again, entry.said)[0])
        again.take(entry)
    return found


def ruled_otherwise(game: Game, today: Sequence[Entry]) -> list[int]:
    """The entries that are ruled otherwise today: verdict, basis, rules cited, facts, what happened."""
    pairs = zip(game.log, today, strict=True)
    return [one.n for one, now in pairs if _what_was_ruled(now) != _what_was_ruled(one)]


def ruling_in_digits(entry: Entry) -> str:
    """All of a ruling, with its reason, the earlier entries it names, and what happened."""
    whole = as_json((entry.ruling, [stored_form(event) for event in entry.events]))
    return sha256(whole).hexdigest()[:4]


def rulings_kept(ruleset: str) -> dict[str, list[str]]:
    """Game → the digits for each of its entries."""
    lines = (HERE / f"{ruleset}.rulings.txt").read_text("utf-8").splitlines()
    return {name: digits for name, *digits in map(str.split, lines)}


def write_rulings(ruleset: str) -> None:
    games = {name: golden_game(ruleset, name) for name in names(ruleset)}
    lines = (
        " ".join((name, *map(ruling_in_digits, ruled_today(game)))) for name, game in games.items()
    )
    (HERE / f"{ruleset}.rulings.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _what_was_ruled(entry: Entry) -> tuple[object, ...]:
    ruling = entry.ruling
    facts = from_json(as_json(ruling.facts))
    return ruling.verdict, ruling.basis, ruling.cites, facts, entry.events


def event_names() -> frozenset[str]:
    """The stored names of all rows, such as `game/step_ruled/v1`."""
    files = (sealed_file(ruleset, name) for ruleset in RULESETS for name in names(ruleset))
    return frozenset(row.name for file in files for row in file.rows())


def sealed(name: str, game: Game) -> bytes:
    """The sealed file of a game in memory."""
    first, head = opening_rows(name, game.opening, game.opened, BEGAN)
    rows = [Row(*row) for row in first]
    for entry in game.log:
        more, (head,) = rows_of_all(name, head, [entry], BEGAN + entry.n * APART)
        rows += (Row(*row) for row in more)
    opening = game.opening
    title = f"{opening.ruleset} {opening.edition} · {', '.join(opening.players)}"
    return sealed_bytes(name, title, law_of(opening), rows, None)


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
