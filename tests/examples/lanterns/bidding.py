"""Bids: all at once, in secret; the highest leads."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.shapes.seats import from_seat, next_seat
from tests.examples.lanterns.events import BidMade, BidsShown, LeadTaken
from tests.examples.lanterns.state import Table, in_game
from tests.examples.lanterns.steps import Bid

DECIDES = ("B1", "B2")


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
    seats = from_seat(table.players, first, in_game(table))
    leads = max(seats, key=lambda player: (bids[player], -seats.index(player)))
    table = yield LeadTaken(leads, bids[leads])
    return table


BID = Procedure(Bid, bid, (bids_are_made, they_have_so_much), acts_on=they_have_so_much)
