"""The table as its page draws it: the order's track, and each unit as a tray with its figures."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.outline import ORDERS, TURN, Row
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import ICONS, Unit
from domain.arcane_legions.view.view import announced_triggers, hands_of_triggers, marks_of
from domain.kernel.board import Group, Mark, along, nearest_last
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value


class Bead(Value):
    """A row of the outline on the track."""

    row: str
    title: str
    state: str
    """`passed`, `here` or `ahead`."""
    flags: tuple[str, ...]
    """Triggers announced for it, with their owners."""


class Track(Value):
    """The turn, or an order, with the row that was reached."""

    words: str
    beads: tuple[Bead, ...]


class Slot(Value):
    """A slot of a tray, and who stands on it."""

    id: str
    figure: str
    """Empty where nobody stands."""
    words: str
    left: int
    """Hit points left to the figure; 0 where nobody stands."""
    full: int
    """Hit points of the figure undamaged."""
    commander: bool


class Tray(Value):
    """A unit, as a tray with its slots."""

    id: str
    base: str
    slots: tuple[Slot, ...]
    ready: tuple[tuple[str, int], ...]
    """Icon, and how many of it are ready."""
    grey: tuple[str, ...]
    abilities: tuple[str, ...]
    marks: tuple[Mark, ...]
    acting: bool
    """Whether it carries out an order."""
    target: bool
    """Whether it is the target of the combat on top."""
    due: int
    """Points of damage still to be placed on it."""
    gone: bool


class Side(Value):
    """A player's points and units."""

    player: str
    order_points: int
    victory_points: int
    victory_target: int
    active: bool
    out: bool
    trays: tuple[Tray, ...]


class Picture(Value):
    """The whole table."""

    turn: int
    active: str
    tracks: tuple[Track, ...]
    hands: tuple[Group, ...]
    sides: tuple[Side, ...]
    """The viewer's own last."""
    terrain: Mapping[str, str | None]

    @property
    def where(self) -> str:
        """The turn, as a heading."""
        return f"Turn {self.turn}, {self.active}"


def picture(table: Table, near: Viewer, _viewer: Viewer) -> Picture:
    """The table with the viewer's own units last."""
    sides = nearest_last(table.players, near)
    return Picture(
        table.turn,
        table.active,
        (_track(table),),
        (*hands_of_triggers(table), *announced_triggers(table)),
        tuple(_side(table, player) for player in sides),
        table.terrain,
    )


def _track(table: Table) -> Track:
    """The turn, or the order on top, with all its rows."""
    if not table.orders:
        return Track(f"Turn {table.turn}, {table.active}", _beads(table, TURN))
    return Track(table.order.name, _beads(table, ORDERS[table.order.type]))


def _beads(table: Table, rows: tuple[Row, ...]) -> tuple[Bead, ...]:
    flags = {one.row: (f"{one.id} ({one.owner})",) for one in table.announced}
    titles = {row.id: row.title for row in rows}
    states = along([*titles], table.row)
    return tuple(Bead(row, titles[row], state, flags.get(row, ())) for row, state in states)


def _side(table: Table, player: str) -> Side:
    return Side(
        player,
        table.order_points[player],
        table.victory_points[player],
        table.victory_target,
        player == table.active,
        table.is_out(player),
        tuple(_tray(table, unit) for unit in table.units_of(player)),
    )


def _tray(table: Table, unit: Unit) -> Tray:
    fight = table.order.fight if table.orders else None
    return Tray(
        unit.id,
        unit.card.base,
        tuple(_slots(unit)),
        tuple((icon, unit.ready(icon)) for icon in ICONS if unit.card.icons_on_slots.get(icon)),
        unit.card.grey,
        unit.card.abilities,
        marks_of(table, unit),
        any(order.unit == unit.id for order in table.orders),
        fight is not None and fight.target == unit.id,
        table.outstanding.get(unit.id, 0),
        not unit.standing,
    )


def _slots(unit: Unit) -> Iterator[Slot]:
    on = {slot: figure for figure, slot in unit.standing.items()}
    for id, printed in unit.card.figures.items():
        figure = on.get(id, "")
        if not figure:
            yield Slot(id, "", f"{id}: nobody stands here", 0, printed.hit_points, False)
            continue
        who = unit.card.figures[figure]
        left = unit.hit_points_left(figure)
        hurt = "" if left == who.hit_points else f", {left} of {who.hit_points} hit points left"
        lead = ", commander" if who.commander else ""
        icons = f", {' '.join(printed.icons)}" if printed.icons else ""
        yield Slot(id, figure, f"{figure}{lead}{icons}{hurt}", left, who.hit_points, who.commander)
