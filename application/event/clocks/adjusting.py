"""What is decided about clocks: a round gets them, a judge adjusts one, a judge rules on a flag."""

from collections.abc import Iterator, Mapping

from application.event.clocks.player_clocks import ClockReading
from application.event.facts import Fact
from application.event.facts_time import ClockAdjusted, ClockRules, ClocksSet, FlagRuled
from application.event.names import hide_checked_words, said_before
from application.event.people import Keyring
from application.event.state import Event, Refused, Table

MOST_SECONDS = 24 * 60 * 60


def set_clocks(event: Event, number: int, rules: ClockRules) -> Iterator[Fact]:
    """In this round every player has a clock; said before it begins. Raises Refused."""
    round = event.round(number)
    if round.started is not None:
        raise Refused(f"round {number} has begun: its clocks run as they are")
    for name in ("main", "increment", "delay", "most"):
        value = getattr(rules, name)
        if not 0 <= value <= MOST_SECONDS:
            raise Refused(f"{name}: {value} seconds; expected 0 to {MOST_SECONDS}")
    if rules.main == 0:
        raise Refused("main: 0 seconds; expected at least 1")
    if event.clocks.get(number) != rules:
        yield ClocksSet(number, rules)


def adjust(
    event: Event,
    keyring: Keyring,
    by: str,
    table: Table,
    player: str,
    seconds: int,
    because: str,
    key: str = "",
) -> Iterator[Fact]:
    """A judge adds seconds to a player's clock, or takes some away, with a reason.

    Sent again with the same key, it counts once. Raises Refused.
    """
    if key and any((one.by, one.key) == (by, key) for _, one in event.adjusted.get(table.key, ())):
        return
    _has_clock(event, table, player)
    event.judge(by)
    if not 0 < abs(seconds) <= MOST_SECONDS:
        raise Refused(f"{seconds} seconds: expected up to {MOST_SECONDS}, not 0")
    hidden = hide_checked_words(event, keyring, by, because, "the reason")
    yield ClockAdjusted(table.round, table.number, player, seconds, by, hidden, key)


def rule_on_flag(
    event: Event,
    keyring: Keyring,
    by: str,
    table: Table,
    player: str,
    clocks: Mapping[str, ClockReading],
    because: str,
) -> Iterator[Fact]:
    """A judge finds that a player's time ran out, and says what that means. Raises Refused."""
    _has_clock(event, table, player)
    event.judge(by)
    fell = clocks[table.seat_of(player)].fell
    if fell is None:
        raise Refused(f"the clock of {player} has not run out")
    flags = event.flags.get(table.key, ())
    before = next((one for one in flags if (one.player, one.fell) == (player, fell)), None)
    if before is not None:
        if said_before(keyring, by, because, before.by, before.because):
            return
        raise Refused(f"it was ruled already that the clock of {player} ran out")
    hidden = hide_checked_words(event, keyring, by, because, "the ruling")
    yield FlagRuled(table.round, table.number, player, fell, by, hidden)


def _has_clock(event: Event, table: Table, player: str) -> None:
    if table.round not in event.clocks:
        raise Refused(f"in round {table.round} players have no clocks")
    if player not in table.players:
        raise Refused(f"“{player}” does not sit at table {table.number}")
