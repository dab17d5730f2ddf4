"""Examines games one by one and counts the outcomes. A broken game never stops the rest."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from dataclasses import field as made_anew
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from application.answer import Answer
from application.desk.batch.journal import Journal, NoJournal
from application.desk.batch.sources import SEALED, Source, is_file
from application.game.checked_step import NotAStep
from application.ledger.store import StoreProblem
from application.named_file import why_no_file
from application.records.records import SUFFIXES, BadRecord
from application.seal.sealed_file import BadSeal
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game
from domain.kernel.ruleset import SetupError
from domain.kernel.steps import AT, Said
from domain.kernel.values import changed, field

BROKEN = "broken"
"""The outcome of a game that could not be read, whatever was to be done with it."""


class Outcome(Answer):
    """The outcome of one game."""

    name: str
    outcome: str
    """A word or two: `agrees`, `differs`, `holds`, `imported`, `broken` …"""
    said: str
    """The same in a sentence, without the name."""
    fell_out: bool = False
    digest: str = ""
    """Of the game as it was played, whatever it is called; empty where it cannot be read."""
    details: dict[str, Any] = field(default_factory=dict)
    """What only this command has to say."""


class Fallen(Answer):
    """A game that fell out, and why."""

    name: str
    outcome: str
    said: str


class SameGame(Answer):
    """A game that is the same as one before it."""

    name: str
    same_as: str


class Summary(Answer):
    """How many games there were, which fell out and which are the same."""

    games: int
    outcomes: dict[str, int]
    fell_out: tuple[Fallen, ...]
    twice: tuple[SameGame, ...]


class Batch(Answer):
    """Several games, or a folder: an outcome for each, and the table at the end."""

    games: tuple[Outcome, ...]
    summary: Summary


Work = Callable[[Source], Outcome]
"""What is done with each game of a folder. `replays`, `audits`, `verifies`, `seals`, `pins` … make one."""


@dataclass
class Tally:
    """The outcomes of all games."""

    outcomes: Counter[str] = made_anew(default_factory=Counter)
    fell_out: list[Outcome] = made_anew(default_factory=list)
    twice: list[tuple[str, str]] = made_anew(default_factory=list)
    """A game and the one before it that is the same."""
    _first: dict[str, str] = made_anew(default_factory=dict)

    @property
    def games(self) -> int:
        return self.outcomes.total()

    def take(self, outcome: Outcome) -> Outcome:
        """Counts the outcome, and returns it."""
        self.outcomes[outcome.outcome] += 1
        if outcome.fell_out:
            self.fell_out.append(changed(outcome, details={}))
        first = (
            self._first.setdefault(outcome.digest, outcome.name) if outcome.digest else outcome.name
        )
        if first != outcome.name:
            self.twice.append((outcome.name, first))
        return outcome

    def summary(self) -> Summary:
        """The table at the end."""
        return Summary(
            self.games,
            dict(self.outcomes.most_common()),
            tuple(Fallen(outcome.name, outcome.outcome, outcome.said) for outcome in self.fell_out),
            tuple(SameGame(name, first) for name, first in self.twice),
        )


def sources_of(names: Iterable[str]) -> Iterator[Source]:
    """The games in these files and folders, and the stored ones with these ids.

    Of a folder, and of the folders in it, every record and sealed file, in the order of their paths, but
    none whose path has a part that begins with a dot.
    """
    for name in names:
        path = Path(name)
        if path.is_dir():
            for file in _inside(path):
                short = str(file.relative_to(path))
                why_not = why_no_file(file)
                yield Source(str(file), True, short, why_not and f"{why_not}.")
        else:
            yield Source(name, is_file(name))


def _inside(folder: Path) -> list[Path]:
    wanted = (*SUFFIXES, SEALED)
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in wanted
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not path.is_dir()
    )


CANNOT_BE_READ = (
    BadRecord,
    StoreProblem,
    SetupError,
    RulesetFault,
    NotAStep,
    BadSeal,
    OSError,
)


def go_over(
    sources: Iterable[Source], work: Work, tally: Tally, journal: Journal | NoJournal
) -> Iterator[tuple[Outcome, bool]]:
    """The outcome of each game as soon as it is there, and whether it is new.

    One that the journal knows is not examined again.
    """
    for source in sources:
        known = journal.notes_on(source)
        if known is not None:
            yield tally.take(Outcome(**known)), False
            continue
        outcome = outcome_of(source, work)
        journal.note(source, outcome.as_json())
        yield tally.take(outcome), True


def outcome_of(source: Source, work: Work) -> Outcome:
    """The outcome of one game. Raises nothing: of a game that cannot be read the outcome says why."""
    if source.problem:
        return Outcome(source.name, BROKEN, source.problem, fell_out=True)
    try:
        return work(source)
    except CANNOT_BE_READ as why:
        said = str(why).removeprefix(f"{source.name}: ")
        return Outcome(source.name, BROKEN, said, fell_out=True)
    except Exception as why:  # one broken game never stops a folder
        said = f"a fault of umpire itself: {type(why).__name__}: {why}"
        return Outcome(source.name, BROKEN, said, fell_out=True)


def entries_counted(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"


def digest_of(game: Game, steps: Iterable[Said]) -> str:
    """The digest of a game as it was laid out and played: what it is called, and when, do not count."""
    opening = game.opening
    begun = (
        opening.ruleset,
        opening.edition,
        opening.edition_page,
        sorted(game.law.readings.items()),
        opening.players,
        opening.setup,
    )
    in_order = msgspec.json.Encoder(order="deterministic").encode
    digest = sha256(in_order(begun))
    for said in steps:
        untimed = {key: value for key, value in said.items() if key != AT} if AT in said else said
        digest.update(in_order(untimed))
    return digest.hexdigest()
