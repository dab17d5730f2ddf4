"""Outcomes of special orders and triggers: damage, figures that return, points."""

from collections.abc import Mapping

from domain.arcane_legions.play.damage import cannot_take, takable
from domain.arcane_legions.play.judging import (
    how_we_came_here,
    judged,
    unknown_figure,
    unknown_player,
    unknown_unit,
)
from domain.arcane_legions.play.losses import taken
from domain.arcane_legions.play.raising import raised
from domain.arcane_legions.play.targets import gone
from domain.arcane_legions.play.wording import entries
from domain.arcane_legions.table.events import EffectHappened, OrderPointsChanged
from domain.arcane_legions.table.events_combat import FigureReturned, FiguresHurt
from domain.arcane_legions.table.events_table import VictoryPointsChanged
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Effect, Resolve
from domain.arcane_legions.table.units import Unit
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.values import changed

Outcome = Effect | Resolve


@requires("F1", "K7", "G1")
def the_damage_can_be_taken(table: Table, step: Outcome) -> Refusal | None:
    for id, figures in step.damage.items():
        refusal = (
            unknown_unit(table, id)
            or gone(table.units[id], "F1")
            or cannot_take(table, table.units[id], figures)
        )
        if refusal is not None:
            return refusal
    return None


@requires("H3", "G1")
def the_figures_can_return(table: Table, step: Outcome) -> Refusal | None:
    for id, figures in step.returns.items():
        refusal = unknown_unit(table, id) or unknown_figure(table, id, *figures)
        if refusal is not None:
            return refusal
        unit = _hurt(table.units[id], step.damage.get(id, ()))
        for figure in figures:
            reason = _cannot_return(unit, figure)
            if reason:
                return illegal(reason, "H3", since=_behind(table, unit))
            unit = _returned(unit, figure)
    return None


def _hurt(unit: Unit, figures: tuple[str, ...]) -> Unit:
    """The unit after this damage, which comes before the returning."""
    down = {figure for figure in figures if figures.count(figure) >= unit.left_of(figure)}
    standing = {figure: slot for figure, slot in unit.standing.items() if figure not in down}
    return changed(unit, standing=standing, down=unit.down | down)


def _returned(unit: Unit, figure: str) -> Unit:
    return changed(unit, standing={**unit.standing, figure: figure})


def _behind(table: Table, unit: Unit) -> tuple[int, ...]:
    return entries(unit.touched) or how_we_came_here(table)


def _cannot_return(unit: Unit, figure: str) -> str:
    """Why this figure does not return; empty where it does."""
    if not unit.standing:
        return f"{unit.id} is no longer on the battlefield"
    if figure in unit.standing:
        return f"{figure} stands on {unit.id}; only a downed figure returns"
    if figure not in unit.down:
        return f"{figure} was pushed off {unit.id}; only a downed figure returns"
    holder = next((one for one, slot in unit.standing.items() if slot == figure), None)
    return f"{figure} returns to its own slot only, and {holder} stands there" if holder else ""


def _has_room(unit: Unit, figure: str) -> bool:
    """Whether the unit is there, the figure is not, and nobody stands on its slot."""
    return bool(unit.standing) and figure not in {*unit.standing, *unit.standing.values()}


@requires("G1", "O4")
def the_points_go_to_players(table: Table, step: Outcome) -> Refusal | None:
    refusal = unknown_player(table, *step.victory_points, *step.order_points)
    if refusal is not None:
        return refusal
    other = next((player for player in step.order_points if player != table.active), None)
    if other is None:
        return None
    reason = f"it is {table.active}'s turn, so {other} gains no order points"
    return illegal(reason, "O4", since=entries(table.turn_since))


THE_OUTCOME_HOLDS = (the_damage_can_be_taken, the_figures_can_return, the_points_go_to_players)


def come_about(table: Table, step: Outcome, player: str) -> Happening:
    """The outcome for its player, in the order of its fields; what cannot be done is left out."""
    for id, figures in step.damage.items():
        if id in table.units and table.units[id].standing:
            table = yield from _damage(table.units[id], figures, player)
    for id, figures in step.returns.items():
        for figure in figures:
            unit = table.units.get(id)
            if unit and figure in unit.card.figures and _has_room(unit, figure):
                table = yield FigureReturned(id, figure, ("H3",))
    return (yield from _points(table, step))


def _damage(unit: Unit, figures: tuple[str, ...], player: str) -> Happening:
    placed = takable(unit, figures)
    table = yield FiguresHurt(unit.id, placed, ("K7",))
    return (yield from taken(table, unit, placed, player))


def _points(table: Table, step: Outcome) -> Happening:
    for player, change in step.victory_points.items():
        if player in table.players:
            n = _at_most_all(change, table.victory_points, player)
            table = yield VictoryPointsChanged(player, n, ("X7",))
    for player, change in step.order_points.items():
        if player in table.players:
            n = _at_most_all(change, table.order_points, player)
            if n or player == table.active:
                table = yield OrderPointsChanged(player, n, ("O4",))
    return table


def _at_most_all(change: int, there: Mapping[str, int], player: str) -> int:
    return max(change, -there[player])


def effect(table: Table, step: Effect) -> Happening:
    order = table.order
    yield grounds(f"{order.name} has its effect", "S.d")
    table = yield from come_about(table, step, table.acting_unit().owner)
    table = yield EffectHappened(order.unit, order.special, ("S.d",))
    if step.raises:
        table = yield from raised(table, step)
    return table


EFFECT = judged("effect", Effect, effect, besides=("S.d",), checks=THE_OUTCOME_HOLDS)
