"""Sealed bids of lives for the next card of a deck that nobody knows: what is hidden decides what comes next.

Each bids lives in secret; once all have, all are shown and paid, and who bid most draws. A storm is laid
open and costs a life; whatever else is drawn stays in the hand. For tests of what is told of hidden things:
what follows from a bid or a draw is cited, reasoned and asked about as in any game.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from domain.kernel.assembly import events_in
from domain.kernel.blocks.leaving import Leaving, Out, Seated, Won
from domain.kernel.blocks.secret import ChoicesShown, InSecret, Secret
from domain.kernel.blocks.zones import (
    ALL,
    NOBODY,
    OWNER,
    Zones,
    card_in,
    card_names,
    hiding_of,
    lies_in_their,
)
from domain.kernel.fields import WORDS, Names, one_of
from domain.kernel.lab import Lab, SmallTable
from domain.kernel.offers import Hint
from domain.kernel.rulebook import Law, Rule, edition
from domain.kernel.ruleset import Happening, Procedure, Ruleset
from domain.kernel.ruling import Refusal, all_of, grounds, illegal, requires
from domain.kernel.setup import FromZero, Shape, read
from domain.kernel.steps import Step, reader_by
from domain.kernel.values import Event, changed, cites, stored_as

Rules = tuple[str, ...]
DECK, HAND, LAID = "deck", "hand", "laid"
LIVES, MOST = 3, 3

EDITION = edition(
    "1",
    "wreckers",
    "Wreckers",
    "2026-01-01",
    (
        Rule("B1", "Sealed", "Each bids none to three lives, in secret.", "us"),
        Rule("B2", "Shown", "Once all have bid, all bids are shown and paid.", "us"),
        Rule("B3", "The highest", "Who bid most draws; of equals the first in the seats.", "us"),
        Rule("D1", "Drawn", "The next card of one's own deck is drawn.", "us"),
        Rule("D2", "Storm", "A storm that is drawn is laid open and costs a life.", "us"),
        Rule("D3", "Rope", "A rope that is laid gives a life.", "us"),
        Rule("D4", "Laid or kept", "Who has drawn lays a card of their hand, or keeps all.", "us"),
        Rule("L1", "No life left", "Who has no life left is out.", "us"),
        Rule("L2", "Alone", "Who is left alone has won.", "us"),
    ),
    (),
)


class Table(Seated):
    law: Law
    lives: Mapping[str, int]
    zones: Zones = Zones({DECK: NOBODY, HAND: OWNER, LAID: ALL})
    bids: Secret = Secret()
    leads: str | None = None
    """Who bid most, and draws; None while bids are made."""
    drawn: bool = False
    """Whether they have drawn, and may lay."""

    def to_act(self) -> tuple[str, ...]:
        if self.over:
            return ()
        return self.bids.waiting(self.in_game) if self.leads is None else (self.leads,)

    def with_lives(self, player: str, lives: int) -> "Table":
        return changed(self, lives={**self.lives, player: max(0, lives)})


class Setup(Shape):
    decks: Mapping[str, Mapping[str, Literal["gold", "rope", "storm"]]]
    hands: Mapping[str, Mapping[str, Literal["gold", "rope", "storm"]]] = {}
    lives: Mapping[str, FromZero] = {}


def lay_out(law: Law, players: tuple[str, ...], said: Mapping[str, Any]) -> Table:
    setup = read(Setup, said)
    zones = Table(players=players, law=law, lives={}).zones
    zones = zones.laid_out(DECK, setup.decks).laid_out(HAND, setup.hands)
    lives = {**dict.fromkeys(players, LIVES), **setup.lives}
    return Table(players=players, law=law, lives=lives, zones=zones)


CARDS = card_names()
PLAYERS = Names(lambda table, _viewer: table.players, are_pieces=True)


@one_of("lives to bid", WORDS, "How many lives?")
def lives_to_bid() -> Iterable[int]:
    return range(MOST + 1)


@one_of("a player in the game", PLAYERS, "Whose lives?")
def in_the_game(table: Table) -> Iterable[str]:
    return table.in_game


@one_of("how many lives they have", WORDS)
def lives_left() -> Iterable[int]:
    return range(1, LIVES + 1)


class Bid(Step):
    amount: Annotated[int, lives_to_bid]


class Draw(Step):
    """Take the next card of one's deck."""


class Lay(Step):
    card: Annotated[str, card_in(HAND, CARDS)]


class Keep(Step):
    """Lay nothing."""


class ReportLives(Step):
    player: Annotated[str, in_the_game]
    number: Annotated[int, lives_left]


@stored_as("wreckers/bid_made/v1")
class BidMade(Event):
    """A player has bid in secret."""

    by: str
    """Who bids."""
    amount: int
    """How many lives."""
    rules: Rules = cites("B1")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, bids=table.bids.with_choice(self.by, self.amount))


@stored_as("wreckers/bids_shown/v1")
class BidsShown(ChoicesShown):
    """All have bid, and all bids are shown."""

    SHOWS = InSecret(do="bid", made=BidMade, kept="bids")
    bids: Mapping[str, int]
    """Player → lives."""
    rules: Rules = cites("B2")


@stored_as("wreckers/lives_changed/v1")
class LivesChanged(Event):
    """A player has so many lives now."""

    player: str
    """Whose lives."""
    number: int
    """How many they are."""
    rules: Rules

    def after(self, table: Table, _entry: int) -> Table:
        return table.with_lives(self.player, self.number)


@stored_as("wreckers/lead_taken/v1")
class LeadTaken(Event):
    """Who bid most is to draw."""

    player: str
    """Who."""
    rules: Rules = cites("B3")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, leads=self.player)


@stored_as("wreckers/card_drawn/v1")
class CardDrawn(Event):
    """A player drew the next card of their deck."""

    REVEALS = True
    by: str
    """Who drew."""
    card: str | None
    """Which card; null where there was none."""
    rules: Rules = cites("D1")

    def after(self, table: Table, entry: int) -> Table:
        table = changed(table, drawn=True)
        if self.card is None:
            return table
        return changed(table, zones=table.zones.moved(self.card, HAND, self.by, entry))


@stored_as("wreckers/card_laid/v1")
class CardLaid(Event):
    """A card lies open."""

    by: str
    """Whose card it is."""
    card: str
    """Which card."""
    rules: Rules = cites("D4")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, zones=table.zones.moved(self.card, LAID, self.by, entry))


@stored_as("wreckers/turn_ended/v1")
class TurnEnded(Event):
    """All bid once more."""

    rules: Rules = cites("D4")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, leads=None, drawn=False)


@stored_as("wreckers/player_wrecked/v1")
class PlayerWrecked(Out):
    """A player is out of the game."""

    rules: Rules = cites("L1")

    def after(self, table: Table, entry: int) -> Table:
        after: Table = super().after(table, entry)
        after = changed(after, bids=after.bids.without(self.player))
        return changed(after, leads=None, drawn=False) if after.leads == self.player else after


@stored_as("wreckers/game_ended/v1")
class GameEnded(Won):
    """The game is over."""

    rules: Rules = cites("L2")


LEAVING = Leaving(PlayerWrecked, GameEnded, leaves="L1", wins="L2")


@requires("B1", "L1")
def they_have_to_bid(table: Table, step: Bid) -> Refusal | None:
    if step.by in table.out:
        return illegal(f"{step.by} is out of the game", "L1")
    if table.leads is not None:
        return illegal(f"{table.leads} leads, and the next bids come after that", "B1")
    return illegal(f"{step.by} has bid already", "B1") if step.by in table.bids.chosen else None


@requires("B1")
def none_to_three(_table: Table, step: Bid) -> Refusal | None:
    return None if 0 <= step.amount <= MOST else illegal("none to three lives are bid")


@requires("B3", "D1")
def they_are_to_draw(table: Table, step: Draw) -> Refusal | None:
    if table.leads != step.by:
        return illegal(f"{step.by} has not bid most", "B3")
    return illegal(f"{step.by} has drawn already", "D1") if table.drawn else None


@requires("D4")
def they_have_drawn(table: Table, step: Lay | Keep) -> Refusal | None:
    drawn = table.leads == step.by and table.drawn
    return None if drawn else illegal(f"{step.by} has not drawn")


@requires("G1", "L1")
def they_are_in_the_game(table: Table, step: ReportLives) -> Refusal | None:
    if step.player not in table.players:
        return illegal(f"nobody is called “{step.player}”", "G1")
    return illegal(f"{step.player} is out", "L1") if step.player in table.out else None


@requires("G1")
def so_many_there_can_be(_table: Table, step: ReportLives) -> Refusal | None:
    return None if 0 <= step.number <= 99 else illegal("none to 99 lives are reported")


def bid(table: Table, step: Bid) -> Happening:
    table = yield BidMade(step.by, step.amount)
    yield grounds(f"{step.by} bids", "B1")
    return table


def draw(table: Table, step: Draw) -> Happening:
    card = table.zones.top(DECK, step.by)
    yield grounds(f"{step.by} draws", "D1")
    table = yield CardDrawn(step.by, card)
    if card is not None and table.zones.cards[card].kind == "storm":
        table = yield CardLaid(step.by, card, ("D2",))
        yield grounds(f"“{card}” is a storm", "D2")
        table = yield LivesChanged(step.by, table.lives[step.by] - 1, ("D2",))
    return table


def lay(table: Table, step: Lay) -> Happening:
    kind = table.zones.cards[step.card].kind
    table = yield CardLaid(step.by, step.card)
    yield grounds(f"{step.by} lays “{step.card}”, a {kind}", "D4")
    if kind == "rope":
        table = yield LivesChanged(step.by, table.lives[step.by] + 1, ("D3",))
        yield grounds("a rope gives a life", "D3")
    return (yield TurnEnded())


def keep(table: Table, step: Keep) -> Happening:
    yield grounds(f"{step.by} keeps all cards", "D4")
    return (yield TurnEnded())


def report(table: Table, step: ReportLives) -> Happening:
    table = yield LivesChanged(step.player, step.number, ("G1",))
    yield grounds(f"{step.by} reports that {step.player} has {step.number} lives", "G1")
    return table


def follow(table: Table, _entry: int) -> Happening:
    while True:
        for player in table.in_game:
            if not table.lives[player]:
                table = yield from LEAVING.leave(table, player)
                yield grounds(f"{player} has no life left", "L1")
        table = yield from LEAVING.last_one_wins(table)
        if table.over or table.leads is not None or table.bids.waiting(table.in_game):
            return table
        table = yield from bids_are_shown(table)


def bids_are_shown(table: Table) -> Happening:
    bids = dict(table.bids.chosen)
    table = yield BidsShown(bids)
    for player, amount in bids.items():
        if amount:
            table = yield LivesChanged(player, table.lives[player] - amount, ("B2",))
    first = max(table.in_game, key=lambda player: bids[player])
    yield grounds(f"{first} bid most: {bids[first]}", "B2", "B3")
    return (yield LeadTaken(first))


def bids_are_made(table: Table, player: str) -> bool:
    return table.leads is None and player in table.to_act()


def may_draw(table: Table, player: str) -> bool:
    return table.leads == player and not table.drawn


def may_lay(table: Table, player: str) -> bool:
    return table.leads == player and table.drawn


HIDING = hiding_of(("card",), plain=("fact", "player", "number", "amount"))
HINTS = {
    "bid": Hint(
        "Bid {amount}",
        bids_are_made,
        lambda table, player: [{"amount": 0}] if bids_are_made(table, player) else [],
    ),
    "draw": Hint("Draw", may_draw, lambda table, player: [{}] if may_draw(table, player) else []),
    "lay": Hint("Lay it", may_lay),
    "keep": Hint("Keep all", may_lay, lambda table, player: [{}] if may_lay(table, player) else []),
    "report lives": Hint("Lives", aside=True),
}
SETUP = {
    "decks": {
        "ana": {"d1": "storm", "d2": "gold", "d3": "rope", "d4": "gold"},
        "ben": {"e1": "gold", "e2": "storm", "e3": "rope", "e4": "gold"},
        "cem": {"f1": "rope", "f2": "gold", "f3": "storm", "f4": "rope"},
    },
    "hands": {
        "ana": {"h1": "gold", "h2": "rope"},
        "ben": {"i1": "rope", "i2": "gold"},
        "cem": {"j1": "gold", "j2": "rope"},
    },
}
PLAYERS_OF = ("ana", "ben", "cem")
THREE = SmallTable("three", "three players with a deck and a hand each", SETUP, PLAYERS_OF)
RULESET = Ruleset(
    "wreckers",
    "Wreckers",
    (EDITION,),
    lay_out,
    {
        "bid": Procedure(Bid, bid, (they_have_to_bid, none_to_three), none_to_three),
        "draw": Procedure(Draw, draw, (they_are_to_draw,), they_are_to_draw),
        "lay": Procedure(
            Lay,
            lay,
            (they_have_drawn, lies_in_their(HAND, "D4")),
            all_of(they_have_drawn, lies_in_their(HAND, "D4")),
        ),
        "keep": Procedure(Keep, keep, (they_have_drawn,), they_have_drawn),
        "report": Procedure(
            Step,
            report,
            (they_are_in_the_game, so_many_there_can_be),
            reads=reader_by("fact", {"lives": ReportLives}),
        ),
        "concede": LEAVING.concede,
    },
    events_in(__name__),
    seats=(2, 5),
    setup=Setup,
    to_act=Table.to_act,
    in_game=lambda table: table.in_game,
    follow=follow,
    hints=HINTS,
    hiding=HIDING,
    lab=Lab(tables=(THREE,)),
)
