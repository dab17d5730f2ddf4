"""What happens on the floor of an event: calls and rulings, appeals, offences, time given.

Words are ciphers under the key of whoever said them.
"""

from typing import Literal

from application.event.facts import Cipher, Fact

Finding = Literal["legal", "illegal", "neither"]
"""What a judge ruled on what was disputed; `neither` where it was no question of legality."""
On = Literal["fact", "law"]


class CallMade(Fact):
    """Somebody calls a judge to a table."""

    call: int
    """The number of the call, from 1."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The player or judge who calls."""
    entry: int
    """The newest entry of the table's game."""
    about: int | None = None
    """The entry it is about; null where none was named."""


class StatementGiven(Fact):
    """One side says what happened, before the ruling."""

    call: int
    """The number of the call."""
    by: str
    """The player whose words they are."""
    words: Cipher
    """What they say, under their key."""


class StatementWaived(Fact):
    """A judge notes that one side says nothing."""

    call: int
    """The number of the call."""
    player: str
    """The player who says nothing."""
    by: str
    """The judge who notes it."""
    because: Cipher
    """Why, under the judge's key."""


class CallTaken(Fact):
    """A judge is on the way."""

    call: int
    """The number of the call."""
    by: str
    """The judge."""


class CallWithdrawn(Fact):
    """The call is over without a ruling."""

    call: int
    """The number of the call."""
    by: str
    """Who took it back."""


class CallRuled(Fact):
    """A judge rules on a call."""

    call: int
    """The number of the call."""
    by: str
    """The judge."""
    ruling: Cipher
    """The ruling in the judge's words, under their key."""
    verdict: Finding
    """What they ruled on what was disputed."""
    entry: int
    """The newest entry of the table's game then."""
    cites: tuple[str, ...] = ()
    """The rules it rests on."""
    departs: tuple[int, ...] = ()
    """Earlier calls under the same rules that were ruled otherwise."""
    because: Cipher = ""
    """Why it departs from them, under the judge's key."""


class DepartureNoted(Fact):
    """The head judge has seen that a ruling departs from others under the same rules."""

    call: int
    """The number of the call."""
    by: str
    """The head judge."""


class PrecedentDeparted(Fact):
    """A ruling departs from one on a like situation at another event, or in any game of the store."""

    departure: int
    """The number of the departure, from 1."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The judge; `desk` for the judge's seat at the table's game."""
    departs: tuple[str, ...]
    """What it departs from: `autumn-open call 3`, `tare-mivu-40 entry 5`."""
    because: Cipher
    """Why, under the judge's key."""
    call: int | None = None
    """The call that was ruled on; null where a ruling of the game was replaced."""
    entry: int | None = None
    """The entry of the game that replaced a ruling; null for a call."""


class PrecedentDepartureNoted(Fact):
    """The head judge has seen that a ruling departs from one elsewhere."""

    departure: int
    """The number of the departure."""
    by: str
    """The head judge."""


class RulingAppealed(Fact):
    """A player takes a ruling to the head judge."""

    call: int
    """The number of the call."""
    by: str
    """The player."""
    on: On
    """Whether what happened is disputed, or how the rule reads."""
    words: Cipher
    """What they say, under their key."""


class AppealDecided(Fact):
    """The head judge's final ruling."""

    call: int
    """The number of the call."""
    by: str
    """The head judge."""
    upheld: bool
    """Whether the first ruling stands."""
    ruling: Cipher
    """The ruling in their words, under their key."""
    verdict: Finding
    """What they ruled on what was disputed."""
    entry: int
    """The newest entry of the table's game then."""


class OffenceGiven(Fact):
    """A player gets a penalty for an offence."""

    offence: int
    """The number of the offence, from 1."""
    player: str
    """The player."""
    kind: str
    """The infraction, as the book names it."""
    penalty: str
    """The penalty given."""
    proposed: str
    """The penalty the ladder proposed."""
    count: int
    """Which offence of this kind it is for the player, as they are counted."""
    by: str
    """The judge."""
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    call: int | None = None
    """The call it belongs to; null without one."""
    entry: int | None = None
    """The entry of the table's game it is about; null without one."""
    because: Cipher = ""
    """What happened, and why the ladder was departed from, under the judge's key."""
    key: str = ""
    """The sender's own key: sent again with it, it counts once."""


class OffenceAppealed(Fact):
    """A player takes a penalty to the head judge."""

    offence: int
    """The number of the offence."""
    words: Cipher
    """What the player says, under their key."""


class OffenceDecided(Fact):
    """The head judge's final word on an offence."""

    offence: int
    """The number of the offence."""
    by: str
    """The head judge."""
    penalty: str
    """The penalty that stands; empty where the offence is struck out and counts for nothing."""
    because: Cipher
    """Why, under the head judge's key."""


class TimeGiven(Fact):
    """A judge gives a table time besides what its calls took, or takes such time back."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    seconds: int
    """How much; below zero it is taken back."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""
    key: str = ""
    """The sender's own key: sent again with it, it counts once."""
