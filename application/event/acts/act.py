"""An act: what somebody does at an event, and what has to be known to carry it out."""

from collections.abc import Callable, Iterable, Mapping

from application.event.clocks.player_clocks import ClockReading
from application.event.facts import Fact
from application.event.floor import calls
from application.event.people import Keyring
from application.event.state import Event, Table
from application.event.tables import rounds
from domain.kernel.values import Value


class ActContext(Value):
    """Who acts and when, and what an act may look up."""

    event: Event
    now: int
    """Microseconds since 1970, UTC."""
    keyring: Keyring
    by: str
    """The player or judge."""
    newest_entry: Callable[[Table], int]
    """Table → the newest entry of its game."""
    clocks: Callable[[Table], Mapping[str, ClockReading]]
    head_of: rounds.HeadOf
    key: str = ""
    """The idempotency key that was sent with the act; empty without one."""
    elsewhere: tuple[calls.EarlierRuling, ...] = ()
    """Rulings outside the event's calls from which the ruling that is given departs."""


Happens = Iterable[Fact]


class Act(Value, forbid_unknown_fields=True, tag_field="do"):
    """What somebody does; `happens` gives the facts that it makes. Raises Refused."""

    def happens(self, acting: ActContext) -> Happens:
        raise NotImplementedError


class OfTable(Act):
    """An act that is about a table."""

    round: int
    table: int

    def at(self, acting: ActContext) -> Table:
        return acting.event.table(self.round, self.table)
