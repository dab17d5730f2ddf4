"""Outcomes of special orders and triggers: damage, figures that return, points."""

from collections.abc import Mapping

from domain.arcane_legions.play.damage import cannot_take, takable
from domain.arcane_legions.play.judging import (
    at_its_row,
    behind_the_row,
    procedure_of,
    the_ordering_player_decides,
)
from domain.arcane_legions.play.losses import figures_fall
from domain.arcane_legions.play.targets import refusal_if_gone
from domain.arcane_legions.table.events import EffectHappened, OrderPointsChanged
from domain.arcane_legions.table.events_combat import FigureReturned, FiguresHurt
from domain.arcane_legions.table.events_table import VictoryPointsChanged
from domain.arcane_legions.table.names import unknown_figure, unknown_player, unknown_unit
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Effect, Outcome
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import points
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, first_of, grounds, illegal, requires
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words

DECIDES = ("O4", "H3", "X7")


@requires("F1", "K7", "G1")
def the_damage_can_be_taken(table: Table, step: Outcome) -> Refusal | None:
    return first_of(
        unknown_unit(table, id)
        or refusal_if_gone(table.units[id], "F1")
        or cannot_take(table, table.units[id], figures)
        for id, figures in step.damage.items()
    )


@requires("H3", "G1")
def the_figures_can_return(table: Table, step: Outcome) -> Refusal | None:
    for id, figures in step.returns.items():
        refusal = unknown_unit(table, id) or unknown_figure(table, id, *figures)
        if refusal is not None:
            return refusal
        unit = _after_damage(table.units[id], step.damage.get(id, ()))
        for figure in figures:
            reason = _cannot_return(unit, figure)
            if reason:
                return illegal(reason, "H3", since=_behind(table, unit, figure))
            unit = _with_figure_back(unit, figure)
    return None


def _after_damage(unit: Unit, figures: tuple[str, ...]) -> Unit:
    """The unit after this damage; damage comes before figures return."""
    down = {figure for figure in figures if figures.count(figure) >= unit.left_of(figure)}
    standing = {figure: slot for figure, slot in unit.standing.items() if figure not in down}
    return changed(unit, standing=standing, down=unit.down | down)


def _with_figure_back(unit: Unit, figure: str) -> Unit:
    return changed(unit, standing={**unit.standing, figure: figure})


def _behind(table: Table, unit: Unit, figure: str) -> tuple[int, ...]:
    since = entries(unit.touched.get(figure), unit.slots.get(figure), unit.left)
    return since or behind_the_row(table)


def _cannot_return(unit: Unit, figure: str) -> str:
    """Why this figure cannot return; empty where it can."""
    if not unit.standing:
        return f"{unit.id} is no longer on the battlefield"
    if figure in unit.standing:
        return f"{figure} stands on {unit.id}; only a downed figure returns"
    if figure not in unit.down:
        return f"{figure} was pushed off {unit.id}; only a downed figure returns"
    holder = next((one for one, slot in unit.standing.items() if slot == figure), None)
    return f"{figure} returns to its own slot only, and {holder} stands there" if holder else ""


def _has_room(unit: Unit, figure: str) -> bool:
    """Whether there is room for the figure: the unit stands, the figure is off it, and its slot is free."""
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
    """Carries out damage, returns and points, in this order; what cannot be done is left out."""
    for id, figures in step.damage.items():
        if id in table.units and table.units[id].standing:
            table = yield from _damage(table.units[id], figures, player)
    for id, figures in step.returns.items():
        for figure in figures:
            unit = table.units.get(id)
            if unit and figure in unit.card.figures and _has_room(unit, figure):
                table = yield FigureReturned(id, figure, ("H3",))
    return (yield from _points(table, step))


@requires("G1")
def what_it_names_exists(table: Table, step: Outcome) -> Refusal | None:
    """The units, figures and players named exist; a judge cannot force a step without them."""
    named = (*step.damage.items(), *step.returns.items())
    return first_of(
        unknown_unit(table, id) or unknown_figure(table, id, *figures) for id, figures in named
    ) or unknown_player(table, *step.victory_points, *step.order_points)


def _damage(unit: Unit, figures: tuple[str, ...], player: str) -> Happening:
    placed = takable(unit, figures)
    table = yield FiguresHurt(unit.id, placed, ("K7",))
    return (yield from figures_fall(table, unit, placed, player))


def _points(table: Table, step: Outcome) -> Happening:
    for player, change in step.victory_points.items():
        if player in table.players:
            n = _at_most_all(change, table.victory_points, player)
            table = yield VictoryPointsChanged(player, n, ("X7",))
            yield grounds(_has_changed(player, n, table.victory_points, "victory point"))
    for player, change in step.order_points.items():
        if player in table.players:
            n = _at_most_all(change, table.order_points, player)
            if n or player == table.active:
                table = yield OrderPointsChanged(player, n, ("O4",))
                yield grounds(_has_changed(player, n, table.order_points, "order point"))
    return table


def _has_changed(player: str, n: int, there: Mapping[str, int], kind: str) -> str:
    gains = "gains" if n >= 0 else "loses"
    return f"{player} {gains} {points(abs(n), kind)} and has {there[player]}"


def _at_most_all(change: int, there: Mapping[str, int], player: str) -> int:
    return max(change, -there[player])


def _not_named(table: Table, step: Effect) -> tuple[str, ...]:
    """Units hurt or helped by a special order that was aimed at other units (A23)."""
    named = table.order.named
    if not named:
        return ()
    reached = (*step.damage.items(), *step.returns.items())
    return tuple(dict.fromkeys(id for id, figures in reached if figures and id not in named))


@requires("S.a", "A23")
def it_reaches_its_targets_only(table: Table, step: Effect) -> Refusal | None:
    """A special order reaches only the units it was aimed at, unless A23 is read as “any”."""
    others = _not_named(table, step)
    if table.law["A23"] == "any" or not others:
        return None
    aimed = list_in_words(table.order.named)
    reason = f"{table.order.name} was aimed at {aimed}, not at {list_in_words(others)}"
    return illegal(reason, since=entries(table.order.aimed, table.order.since))


def effect(table: Table, step: Effect) -> Happening:
    order, others = table.order, _not_named(table, step)
    yield grounds(f"{order.name} has its effect", "S.d")
    if others:
        plural = "were not targets" if len(others) > 1 else "was not a target"
        reason = (
            f"{list_in_words(others)} {plural}: the order was aimed at {list_in_words(order.named)}"
        )
        yield grounds(reason, "A23", since=entries(order.aimed))
    table = yield from come_about(table, step, table.acting_unit().owner)
    return (yield EffectHappened(order.unit, order.special, ("S.d",)))


EFFECT = procedure_of(
    Effect,
    effect,
    when=at_its_row("effect", "S.d"),
    checks=(the_ordering_player_decides, *THE_OUTCOME_HOLDS, it_reaches_its_targets_only),
    acts_on=(what_it_names_exists,),
)
