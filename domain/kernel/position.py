"""The opening of a game, an entry of its log, and the position after an entry."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from domain.kernel.ruleset import State
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import Value
from domain.kernel.wording import list_in_words

Mode = Literal["casual", "tournament"]


class Opening(Value):
    """Entry 0: who plays what, under which law, from which set-up."""

    ruleset: str
    edition: str
    readings: Mapping[str, str]
    """Those the table chose; the others are as the edition has them."""
    mode: Mode
    players: tuple[str, ...]
    setup: Mapping[str, Any]
    origin: str = ""
    """For a fork: the game and entry it was taken from."""
    names: Mapping[str, str] = {}
    """Seat → what it is called before people, where that is said. Nothing is ruled by it."""
    about: Mapping[str, Any] = {}
    """Event, round, table, title, date: words for people and lists."""
    salt: str = ""
    """Random, where something is hidden: nobody finds it by guessing what leads to a digest of the game."""
    edition_page: Mapping[str, Any] = {}
    """An organiser's own edition, written out; empty where it is a published one."""
    law: str = ""
    """The fingerprint of the law as it stood when the game was opened: the edition, and what rules by it."""


class Entry(Value):
    """A step once it stands in the log: what was said, the ruling, what happened."""

    n: int
    said: Said
    ruling: Ruling
    events: tuple[Any, ...] = ()

    @property
    def happened(self) -> bool:
        """Whether something came of it: it was legal, or was played all the same."""
        return self.ruling.verdict == LEGAL or bool(self.events)


class Standing(Value, eq=False):
    """An entry that stands (was not taken back), linked to those that stand below it."""

    entry: int
    by: str
    happened: int
    """Where it took effect: its own entry, or the judge's that made it legal or said it was played."""
    below: "Standing | None" = None

    def __eq__(self, other: object) -> bool:
        """Compares this entry alone, not those below: a long game would take long to compare."""
        return isinstance(other, Standing) and self._alone == other._alone

    def __ne__(self, other: object) -> bool:
        """What is equal is not unequal; the library's own tells whether it is the very same object."""
        return not self == other

    def __hash__(self) -> int:
        return hash(self._alone)

    def __repr__(self) -> str:
        return f"Standing{self._alone}"

    @property
    def _alone(self) -> tuple[int, str, int]:
        return self.entry, self.by, self.happened


class Request(Value):
    """An open request: to take an entry back, to put the table right, or to set chance made together aside."""

    entry: int
    """The number of the entry that made the request."""
    by: str
    takes_back: Standing | None
    """None where it asks for something else."""
    waiting: tuple[str, ...]
    """Who has not answered yet."""
    sets_aside: bool = False
    """Whether chance made together is to be set aside (G8)."""

    @property
    def purpose(self) -> str:
        """What it asks for, as a clause."""
        if self.sets_aside:
            return "to set aside what is made together"
        if self.takes_back is None:
            return "to put the table right"
        return f"to take back entry {self.takes_back.entry}"

    @property
    def blocking_reason(self) -> str:
        """Why nothing else happens while it is open (G6)."""
        waiting = list_in_words(self.waiting)
        return f"{self.by} has asked {self.purpose}; {waiting} must answer first"


class Chance(Value):
    """Chance that is being made together (G8)."""

    entry: int
    """The entry of the first commitment."""
    to: str
    """What it is made for: `3d6`, `shuffle 5` or `choice`."""
    parties: tuple[str, ...]
    """Who has to commit and to reveal, in seat order."""
    commitments: Mapping[str, str] = {}
    secrets: Mapping[str, str] = {}
    """What was revealed, in hexadecimal."""
    choices: Mapping[str, str] = {}
    entries: tuple[int, ...] = ()
    """Those that commit or reveal, oldest first."""

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has to commit next; once all have, who has to reveal."""
        done = self.commitments if len(self.commitments) < len(self.parties) else self.secrets
        return tuple(party for party in self.parties if party not in done)

    @property
    def is_revealing(self) -> bool:
        """Whether all have committed."""
        return len(self.commitments) == len(self.parties)


class DiceMade(Value):
    """Dice that were made together, and that nobody has reported yet."""

    entry: int
    """The entry that revealed the last secret."""
    to: str
    values: tuple[int, ...]


class Position(Value):
    """Where a game stands after an entry."""

    state: State
    standing: Standing | None = None
    request: Request | None = None
    barrier: int = 0
    """The newest concession, judge's step or putting right: players cannot undo entries before it (G4)."""
    conceded: int = 0
    """The newest concession that is in force; only a rewind goes back behind it (G5)."""
    corrected: tuple[int, ...] = ()
    """The entries that put the table right and are in force, newest first."""
    agreed: tuple[str, ...] = ()
    """Those who want everything laid open after the game; a judge alone is enough."""
    chance: Chance | None = None
    """What is being made together (G8)."""
    dice: DiceMade | None = None
    """Dice made together that are to be reported."""

    def stands(self) -> Iterator[Standing]:
        """The entries that stand, newest first."""
        standing = self.standing
        while standing is not None:
            yield standing
            standing = standing.below

    def since(self, standing: Standing) -> list[Standing]:
        """The entries that stand above this one, newest first: they go when it is taken back."""
        above = []
        for one in self.stands():
            if one is standing:
                break
            above.append(one)
        return above

    def is_laid_open(self, players: Iterable[str]) -> bool:
        """Whether nothing is hidden any more: a judge, or each of these players, has said so."""
        return bool(self.agreed) and (JUDGE in self.agreed or set(players) <= set(self.agreed))
