"""The table as its page draws it: two sides of unit cards, and what is still to be done between them."""

from collections.abc import Iterator

from domain.kernel.board import Piece, nearest_last
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value
from domain.voidsiege.commands import spoken
from domain.voidsiege.table import Table, Unit
from domain.voidsiege.view.board import piece_of
from domain.voidsiege.view.under_way import Part, command_under_way, parts_done, parts_due


class Role(Value):
    """What a unit is in the command under way."""

    sign: str
    words: str


class Card(Value):
    """A unit, with its marks and its part in the command under way."""

    piece: Piece
    roles: tuple[Role, ...]


class Side(Value):
    """A player's points and units."""

    player: str
    points: int
    full: int
    """What they have at the beginning of a round."""
    bound: bool
    """Whether they act next with a certain unit."""
    cards: tuple[Card, ...]
    left: int


class Picture(Value):
    """The whole table."""

    round: int
    rounds: int | None
    under_way: str
    """The command in words; empty while there is none."""
    answered: str
    parts: tuple[Part, ...]
    asks: str
    """Who is asked for an answer first."""
    sides: tuple[Side, ...]
    """The viewer's own last: it is nearest to them."""

    @property
    def where(self) -> str:
        """The round, as a heading."""
        return f"Round {self.round} of {self.rounds}" if self.rounds else f"Round {self.round}"


def picture(table: Table, near: Viewer, _viewer: Viewer) -> Picture:
    """The table with the viewer's own side last."""
    sides = nearest_last(table.players, near)
    acting, reaction, window = table.acting, table.reaction, table.window
    answered = ""
    if reaction is not None:
        answered = f"{reaction.player} answers with {spoken(reaction.command)} of “{reaction.unit}”"
    return Picture(
        table.round,
        table.rounds,
        "" if acting is None else f"{acting.player}: {command_under_way(table)}",
        answered,
        (*parts_done(table), *parts_due(table)),
        window.player if window is not None else "",
        tuple(_side(table, player) for player in sides),
    )


def _side(table: Table, player: str) -> Side:
    units = [unit for unit in table.units.values() if unit.owner == player]
    return Side(
        player,
        table.points[player],
        table.full_points[player],
        player in table.bonds,
        tuple(Card(piece_of(table, unit), tuple(_roles(table, unit))) for unit in units),
        table.left[player],
    )


def _roles(table: Table, unit: Unit) -> Iterator[Role]:
    acting, reaction = table.acting, table.reaction
    if acting is not None and acting.unit == unit.name:
        yield Role("⚡", "acting")
    if acting is not None and acting.target == unit.name:
        yield Role("◎", "target")
    if reaction is not None and reaction.unit == unit.name:
        yield Role("↩", "reacting")
