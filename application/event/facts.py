"""What happens at an event, as its log keeps it: who judges, who plays where, rounds and results.

People have numbers (`p12`, `j1`). Their names and their own words stand here only as a cipher under
a key of theirs (see `people`); when is said by the row.
"""

from typing import Any

from domain.kernel.values import Value, field

Cipher = str
"""Somebody's name or words, under their key; base64. Where words name others, under theirs too: `p2 j1:…`."""


class Fact(Value, omit_defaults=True):
    """Something that happened at an event."""


class Played(Value, omit_defaults=True):
    """A ruleset that is played at an event, and under which law."""

    ruleset: str
    """The ruleset's name."""
    edition: str
    """The edition every table is pinned to."""
    readings: dict[str, str] = field(default_factory=dict)
    """The readings in force at all tables; the others are the edition's."""
    edition_page: dict[str, Any] = field(default_factory=dict)
    """An organiser's own edition, as its page has it; empty where it is a published one."""


class EventOpened(Fact):
    """An event was opened: what is played, and under which book of infractions."""

    name: str
    """What the event is called."""
    played: tuple[Played, ...]
    """The rulesets that are played."""
    book: dict[str, Any]
    """The book of infractions, as it stood on that day."""


class PolicySet(Fact):
    """From now on going back is weighed by this policy at the event's tables."""

    rulesets: tuple[str, ...]
    """Of these rulesets' tables."""
    page: str
    """The policy's page, as YAML; it is laid over the ruleset's."""


class JudgeAppointed(Fact):
    """Somebody judges at this event."""

    judge: str
    """The judge's number."""
    name: Cipher
    """The judge's name, under their key."""
    head: bool = False
    """They are the head judge from now on; there is one."""
    key: str = ""
    """The public key with which they sign; empty where they have none."""


class JudgeRelieved(Fact):
    """Somebody no longer judges."""

    judge: str
    """The judge's number."""


class Person(Value):
    """Somebody who plays."""

    id: str
    """The player's number."""
    name: Cipher
    """The player's name, under their key."""


class PlayersEntered(Fact):
    """Players have come to the event."""

    players: tuple[Person, ...]
    """Who has come."""


class Place(Value):
    """Who sits where at a table."""

    seat: str
    """The seat, as the table's game names it."""
    player: str
    """The player's number."""


class Pairing(Value, omit_defaults=True):
    """A table of a round. Somebody alone at it has a bye."""

    table: int
    """The number of the table."""
    places: tuple[Place, ...]
    """Who plays there, in turn order."""
    game: str = ""
    """The table's game; empty for a bye."""
    ruleset: str = ""
    """What is played there; empty for a bye."""


class TablesPaired(Fact):
    """Tables of a round were paired, and their games opened."""

    round: int
    """The number of the round."""
    tables: tuple[Pairing, ...]
    """The tables, as the list had them."""


class RoundStarted(Fact):
    """A round has begun."""

    round: int
    """The number of the round."""
    minutes: int
    """How long it lasts."""


class RoundPaused(Fact):
    """The clock of the round stands."""

    round: int
    """The number of the round."""
    by: str
    """The judge who stopped it."""
    because: Cipher
    """Their reason, under their key."""


class RoundResumed(Fact):
    """The clock of the round runs again."""

    round: int
    """The number of the round."""
    by: str
    """The judge who let it run."""


class GameHead(Value):
    """How far a game had come: its newest row."""

    table: int
    """The number of the table."""
    game: str
    """The game's id."""
    row: int
    """The number of its newest row."""
    digest: str
    """The digest of that row."""


class RoundEnded(Fact):
    """A round is over; this is where its games stood."""

    round: int
    """The number of the round."""
    heads: tuple[GameHead, ...]
    """Every game of the round."""


class ResultEntered(Fact):
    """How a table ended. A later one takes the place of an earlier one."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The judge who entered it; `organiser`; or `game`, where the game itself says so."""
    points: dict[str, int]
    """Player → points, in the order of their seats."""
    winner: str | None = None
    """The player who won; null for a draw."""
    head: GameHead | None = None
    """Where the game stood; null for a bye."""


class EventClosed(Fact):
    """The event is over: nothing more is entered."""

    by: str
    """The judge, or `organiser`."""


class PeopleForgotten(Fact):
    """The keys of people were destroyed: nobody can read their names and words again."""

    people: tuple[str, ...]
    """Their numbers."""
