"""The table as its page draws it: the order's track, and each unit as a tray with its figures."""

from collections.abc import Iterator, Mapping

from domain.arcane_legions.chapters.damage import who_places
from domain.arcane_legions.outline import ORDERS, ROWS, TURN, Row
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import ICONS, Unit
from domain.arcane_legions.view.view import announced_triggers, hands_of_triggers, marks_of
from domain.arcane_legions.waiting import to_act
from domain.kernel.board import Due, Group, Mark, Stage, Words, along, nearest_last
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
    left: int
    """Hit points left to the figure; 0 where nobody stands."""
    full: int
    """Hit points of the figure undamaged."""
    commander: bool
    icons: tuple[str, ...] = ()
    """Printed on the slot, for whoever stands there."""


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
    dice: tuple[int, ...] = ()
    """Those that lie before it in the combat under way."""


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
    due: Due
    stage: Stage | None
    """None while no order is carried out and no damage is to be placed."""
    large: tuple[Tray, ...]
    """The units of the stage, with their figures; the viewer's own first."""
    hands: tuple[Group, ...]
    sides: tuple[Side, ...]
    """The viewer's own last."""
    terrain: Mapping[str, str | None]

    @property
    def says_where(self) -> Words:
        """The same as `where`, for a page to say it."""
        return Words("turn", {"n": self.turn, "player": self.active})

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
        due(table),
        _stage(table),
        _large(table, near),
        (*hands_of_triggers(table), *announced_triggers(table)),
        tuple(_side(table, player) for player in sides),
        table.terrain,
    )


def due(table: Table) -> Due:
    """Whom the table waits for, and for what."""
    if table.over:
        return Due((), Words("won" if table.winner else "draw", _if_any(winner=table.winner)))
    who = to_act(table)
    if table.outstanding:
        points: dict[str, int] = {}
        for unit, n in table.outstanding.items():
            by = who_places(table, unit)
            points[by] = points.get(by, 0) + n
        return Due(who, Words("place", {"n": points}))
    if table.hands:
        return Due(who, Words("triggers"))
    if not table.orders:
        return Due(who, Words("order"), Words("points", {"n": table.order_points[who[0]]}))
    order = table.order
    target = order.fight.target if order.fight is not None else None
    here = next(iter(ROWS[table.row].waits))
    left = Words("movement", {"n": order.movement}) if here == "step" else None
    return Due(who, Words(here, {"unit": order.unit} | _if_any(target=target)), left)


def _if_any(**values: str | None) -> dict[str, str]:
    return {name: value for name, value in values.items() if value is not None}


def _stage(table: Table) -> Stage | None:
    if not table.orders:
        return None
    order = table.order
    target = order.fight.target if order.fight is not None else ""
    values = {"by": table.units[order.unit].owner, "unit": order.unit} | _if_any(
        target=target or None, special=order.special or None
    )
    key = "breakaway" if order.breakaway else order.type
    says = Words(f"{key}.at" if target else key, values)
    return Stage(values["by"], says, order.unit, target, tuple(_decisions(table)))


def _decisions(table: Table) -> Iterator[tuple[str, str]]:
    """The rows of the order at which somebody decides: what is said there, and whether it was."""
    rows = {row.id: row for row in ORDERS[table.order.type]}
    for id, state in along([*rows], table.row):
        waits = rows[id].waits
        if waits and ("breakaway" not in waits or state == "here"):
            says = "hits" if "hits" in waits else next(iter(waits))
            yield says, {"passed": "done", "here": "due", "ahead": "waits"}[state]


def _large(table: Table, near: Viewer) -> tuple[Tray, ...]:
    """The units that fight or carry out an order, and those on which damage is to be placed."""
    drawn = [order.unit for order in table.orders[-1:]]
    fight = table.order.fight if table.orders else None
    drawn += [] if fight is None else [fight.target]
    names = dict.fromkeys((*drawn, *table.outstanding))
    units = sorted((table.units[name] for name in names), key=lambda unit: unit.owner != near)
    return tuple(_tray(table, unit) for unit in units)


def _track(table: Table) -> Track:
    """The turn, or the order on top, with all its rows."""
    if not table.orders:
        return Track(f"Turn {table.turn}, {table.active}", _beads(table, TURN))
    return Track(table.order.name, _beads(table, ORDERS[table.order.type]))


def _beads(table: Table, rows: tuple[Row, ...]) -> tuple[Bead, ...]:
    flags = {trigger.row: (f"{trigger.id} ({trigger.owner})",) for trigger in table.announced}
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
        _dice(table, unit),
    )


def _dice(table: Table, unit: Unit) -> tuple[int, ...]:
    fight = table.order.fight if table.orders else None
    if fight is None:
        return ()
    if fight.target == unit.id:
        return fight.defence
    return fight.attack if table.order.unit == unit.id else ()


def _slots(unit: Unit) -> Iterator[Slot]:
    on = {slot: figure for figure, slot in unit.standing.items()}
    for id, printed in unit.card.figures.items():
        figure = on.get(id, "")
        if not figure:
            yield Slot(id, "", 0, printed.hit_points, False)
            continue
        who = unit.card.figures[figure]
        left = unit.hit_points_left(figure)
        yield Slot(id, figure, left, who.hit_points, who.commander, tuple(printed.icons))
