"""Bids: all at once, in secret; the highest leads."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from domain.kernel.blocks.passing import Passing
from domain.kernel.blocks.seats import from_seat, next_seat
from domain.kernel.blocks.secret import ChoicesShown, InSecret
from domain.kernel.fields import WORDS, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from tests.examples.lanterns.table import Rules, Table

DECIDES = ("B1", "B2")


@one_of("coins of one's own", WORDS, "How many coins?")
def own_coins(table: Table, player: str) -> Iterable[int]:
    return range(table.coins[player] + 1)


class Bid(Step):
    amount: Annotated[int, own_coins]


@stored_as("lanterns/bid_made/v1")
class BidMade(Event):
    """A player has bid in secret."""

    by: str
    amount: int
    rules: Rules = cites("B1")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, bids=table.bids.with_choice(self.by, self.amount))


@stored_as("lanterns/bids_shown/v1")
class BidsShown(ChoicesShown):
    """All have bid, and all bids are shown."""

    SHOWS = InSecret(do="bid", made=BidMade, kept="bids")
    bids: Mapping[str, int]
    """Player → coins."""
    rules: Rules = cites("B1")


@stored_as("lanterns/lead_taken/v1")
class LeadTaken(Event):
    """A player leads this round and pays their bid."""

    player: str
    points: int
    rules: Rules = cites("B2")

    def after(self, table: Table, _entry: int) -> Table:
        table = table.with_coins(self.player, -self.points)
        return changed(table, led=self.player, window=Passing(self.player))


@requires("B1")
def bids_are_made(table: Table, step: Bid) -> Refusal | None:
    if table.window is not None:
        return illegal("bids are made when a round begins")
    if step.by in table.bids.chosen:
        return illegal(f"{step.by} has bid already")
    return illegal(f"{step.by} is out of the game", "W1") if step.by in table.out else None


@requires("G1", "B1")
def they_have_so_much(table: Table, step: Bid) -> Refusal | None:
    if 0 <= step.amount <= table.coins[step.by]:
        return None
    return illegal(f"{step.by} bids from 0 to their coins")


def bid(table: Table, step: Bid) -> Happening:
    table = yield BidMade(step.by, step.amount)
    yield grounds(f"{step.by} bids", "B1")
    return table


def bids_shown(table: Table) -> Happening:
    """B1, B2: once all have bid."""
    bids = table.bids.chosen
    table = yield BidsShown(bids)
    first = next_seat(table.players, table.led)
    seats = from_seat(table.players, first, table.in_game)
    leads = max(seats, key=lambda player: (bids[player], -seats.index(player)))
    return (yield LeadTaken(leads, bids[leads]))


BID = Procedure(Bid, bid, (bids_are_made, they_have_so_much), acts_on=they_have_so_much)
