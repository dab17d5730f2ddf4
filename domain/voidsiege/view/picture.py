"""The table as its page draws it: two sides of unit cards, and what is still to be done between them."""

from collections.abc import Iterator

from domain.kernel.board import Due, Piece, Stage, Words, nearest_last
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value
from domain.voidsiege.commands import spoken_name
from domain.voidsiege.table import Acting, Reaction, Table, Unit
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
    due: Due
    stage: Stage | None
    """None while no command is under way."""
    sides: tuple[Side, ...]
    """The viewer's own last: it is nearest to them."""

    @property
    def says_where(self) -> Words:
        """The same as `where`, for a page to say it."""
        key = "round.of" if self.rounds else "round"
        return Words(key, {"n": self.round, "of": self.rounds or 0})

    @property
    def where(self) -> str:
        """The round, as a heading."""
        return f"Round {self.round} of {self.rounds}" if self.rounds else f"Round {self.round}"


def picture(table: Table, near: Viewer, _viewer: Viewer) -> Picture:
    """The table with the viewer's own side last."""
    sides = nearest_last(table.players, near)
    acting, reaction = table.acting, table.reaction
    answered = ""
    if reaction is not None:
        answered = (
            f"{reaction.player} answers with {spoken_name(reaction.command)} of “{reaction.unit}”"
        )
    return Picture(
        table.round,
        table.rounds,
        "" if acting is None else f"{acting.player}: {command_under_way(table)}",
        answered,
        (*parts_done(table), *parts_due(table)),
        due(table),
        _stage(table),
        tuple(_side(table, player) for player in sides),
    )


def due(table: Table) -> Due:
    """Whom the table waits for, and for what."""
    if table.over:
        winner = {"winner": table.winner} if table.winner else {}
        return Due((), Words("won" if winner else "draw", winner))
    acting, window = table.acting, table.window
    if window is not None and acting is not None:
        key = "charge" if acting.charge else "aim" if acting.target else "give"
        return Due((window.player,), _order(key, acting), Words("answers"), acting.target or "")
    if acting is not None and table.due:
        item = table.due[0]
        owners = {table.units[one.unit].owner: None for one in table.due}
        return Due(tuple(owners), Words(item.step, {"unit": item.unit}), None, item.unit)
    player = table.go.player
    left = Words("commands", {"n": table.points[player]})
    bond = table.bonds.get(player)
    if bond is not None:
        return Due((player,), Words("bound", {"unit": bond.unit}), left, bond.unit)
    return Due((player,), Words("go"), left)


def _order(key: str, order: Acting | Reaction) -> Words:
    values = {"by": order.player, "unit": order.unit, "command": spoken_name(order.command)}
    return Words(key, values | ({"target": order.target} if order.target else {}))


def _stage(table: Table) -> Stage | None:
    """The reaction while it is carried out, the command before and after."""
    acting, reaction = table.acting, table.reaction
    if acting is None:
        return None
    parts = (*parts_done(table), *parts_due(table))
    answers = reaction is not None and any(
        part.unit == reaction.unit and part.state not in ("done", "failed") for part in parts
    )
    order: Acting | Reaction = reaction if answers and reaction is not None else acting
    key = "charge" if order is acting and acting.charge else "aim" if order.target else "give"
    return Stage(
        order.player,
        _order(f"answer.{key}" if order is reaction else key, order),
        order.unit,
        order.target or "",
        tuple((part.step, part.state) for part in parts if part.unit == order.unit),
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
