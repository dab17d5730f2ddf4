"""Outcomes, of special orders at S.d and of triggers: damage, figures that return, points (O4, H3, X7)."""

from collections.abc import Mapping

from domain.arcane_legions.chapters.damage import refusal_of_damage
from domain.arcane_legions.chapters.judging import (
    Outcome,
    at_its_row,
    behind_the_row,
    procedure_of,
    the_ordering_player_decides,
)
from domain.arcane_legions.chapters.targets import refusal_if_gone
from domain.arcane_legions.chapters.victory import figures_go_down
from domain.arcane_legions.table import Table, with_points_changed
from domain.arcane_legions.units import Unit, damage_that_fits, with_damage
from domain.arcane_legions.wording import points, unknown_figure, unknown_player, unknown_unit
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, first_of, grounds, illegal, requires
from domain.kernel.values import Event, changed, stored_as
from domain.kernel.wording import list_in_words

DECIDES = ("O4", "H3", "X7")


class Effect(Outcome):
    """What comes of the special order."""


@stored_as("arcane-legions/order_points_changed/v1")
class OrderPointsChanged(Event):
    """An effect gives or takes order points."""

    SAYS = "The order points of {player} change by {change}."

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        left = with_points_changed(table.order_points, self.player, self.change)
        return changed(table, order_points=left, spent=table.spent_with(self.player, entry))


@stored_as("arcane-legions/effect_happened/v1")
class EffectHappened(Event):
    """The special order has had its effect."""

    SAYS = "The special order “{special}” of “{unit}” has had its effect."

    unit: str
    special: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, done=True)


@stored_as("arcane-legions/victory_points_changed/v1")
class VictoryPointsChanged(Event):
    """An effect gives or takes victory points."""

    SAYS = "The victory points of {player} change by {change}."

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        points = with_points_changed(table.victory_points, self.player, self.change)
        return changed(table, victory_points=points)


@stored_as("arcane-legions/figures_hurt/v1")
class FiguresHurt(Event):
    """An effect damages figures, a point each."""

    SAYS = "An effect damages {figures} of “{unit}”."

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        return table.with_hurt_unit(with_damage(table.units[self.unit], self.figures, entry))


@stored_as("arcane-legions/figure_returned/v1")
class FigureReturned(Event):
    """A downed figure returns to its own slot, undamaged."""

    SAYS = "“{figure}” returns to “{unit}”."

    unit: str
    figure: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        unit, figure = table.units[self.unit], self.figure
        returned = changed(
            unit,
            standing={**unit.standing, figure: figure},
            down=unit.down - {figure},
            figures_since={**unit.figures_since, figure: entry},
            slots_since={**unit.slots_since, figure: entry},
        )
        return table.with_unit(returned)


@requires("F1", "K7", "G1")
def the_damage_can_be_taken(table: Table, step: Outcome) -> Refusal | None:
    return first_of(
        unknown_unit(table, id)
        or refusal_if_gone(table.units[id], "F1")
        or refusal_of_damage(table, table.units[id], figures)
        for id, figures in step.damage.items()
    )


@requires("H3", "A11", "G1")
def the_figures_can_return(table: Table, step: Outcome) -> Refusal | None:
    for id, figures in step.returns.items():
        refusal = unknown_unit(table, id) or unknown_figure(table, id, *figures)
        if refusal is not None:
            return refusal
        unit = _after_damage(table.units[id], step.damage.get(id, ()))
        for figure in figures:
            reason, *reading = _why_it_cannot_return(unit, figure)
            if reason:
                since = _entries_behind(table, unit, figure)
                return illegal(reason, "H3", *reading, since=since)
            unit = _with_figure_back(unit, figure)
    return None


def _after_damage(unit: Unit, figures: tuple[str, ...]) -> Unit:
    """The unit as the damage of the outcome leaves it: that happens before figures return."""
    down = {figure for figure in figures if figures.count(figure) >= unit.hit_points_left(figure)}
    standing = {figure: slot for figure, slot in unit.standing.items() if figure not in down}
    return changed(unit, standing=standing, down=unit.down | down)


def _with_figure_back(unit: Unit, figure: str) -> Unit:
    return changed(unit, standing={**unit.standing, figure: figure})


def _entries_behind(table: Table, unit: Unit, figure: str) -> tuple[int, ...]:
    """The entries that moved the figure, filled its slot, or took the unit off; else those behind the row."""
    since = entries(unit.figures_since.get(figure), unit.slots_since.get(figure), unit.left)
    return since or behind_the_row(table)


def _why_it_cannot_return(unit: Unit, figure: str) -> tuple[str, ...]:
    """Why this figure cannot return (H3), empty if it can; and the reading that decides it."""
    if not unit.standing:
        return (f"{unit.id} is no longer on the battlefield",)
    if figure in unit.standing:
        return (f"{figure} stands on {unit.id}; only a downed figure returns",)
    if figure not in unit.down:
        return (f"{figure} was pushed off {unit.id}; only a downed figure returns", "A11")
    holder = next((one for one, slot in unit.standing.items() if slot == figure), None)
    return (f"{figure} returns to its own slot only, and {holder} stands there" if holder else "",)


def _has_room(unit: Unit, figure: str) -> bool:
    """Whether the figure can stand again: asked here too, since a judge may have set H3 aside."""
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
    return illegal(reason, "O4", since=(table.turn_since))


OUTCOME_CHECKS = (the_damage_can_be_taken, the_figures_can_return, the_points_go_to_players)


def outcome_happens(table: Table, step: Outcome, player: str) -> Happening:
    """Damage, then figures that return, then points; what cannot be done is left out (X7).

    `player`: who scores for the figures and units that go down (V1).
    """
    for id, figures in step.damage.items():
        if table.units[id].standing:
            placed = damage_that_fits(table.units[id], figures)
            table = yield FiguresHurt(id, placed, ("K7",))
            table = yield from figures_go_down(table, table.units[id], placed, player)
    for id, figures in step.returns.items():
        for figure in figures:
            if _has_room(table.units[id], figure):
                table = yield FigureReturned(id, figure, ("H3",))
    return (yield from _points_change(table, step))


@requires("G1")
def what_it_names_exists(table: Table, step: Outcome) -> Refusal | None:
    """Units, figures and players that the outcome names; without them a judge has nothing to act on."""
    named = (*step.damage.items(), *step.returns.items())
    return first_of(
        unknown_unit(table, id) or unknown_figure(table, id, *figures) for id, figures in named
    ) or unknown_player(table, *step.victory_points, *step.order_points)


def _points_change(table: Table, step: Outcome) -> Happening:
    """Victory points, then order points; they do not fall below 0."""
    for player, said in step.victory_points.items():
        change = max(said, -table.victory_points[player])
        table = yield VictoryPointsChanged(player, change, ("X7",))
        yield grounds(_change_in_words(player, change, table.victory_points, "victory point"))
    for player, said in step.order_points.items():
        change = max(said, -table.order_points[player])
        if change or player == table.active:
            table = yield OrderPointsChanged(player, change, ("O4",))
            yield grounds(_change_in_words(player, change, table.order_points, "order point"))
    return table


def _change_in_words(player: str, change: int, there: Mapping[str, int], what: str) -> str:
    """“ana gains 2 victory points and has 5”; `there`: the points after the change."""
    if not change:
        return f"{player} still has {points(there[player], what)}"
    gains = "gains" if change > 0 else "loses"
    return f"{player} {gains} {points(abs(change), what)} and has {there[player]}"


def _units_not_named(table: Table, step: Effect) -> tuple[str, ...]:
    """The units that the effect hurts or helps although the order was aimed at other units (A23)."""
    named = table.order.named
    if not named:
        return ()
    reached = (*step.damage.items(), *step.returns.items())
    return tuple(dict.fromkeys(id for id, figures in reached if figures and id not in named))


@requires("S.a", "A23")
def it_reaches_its_targets_only(table: Table, step: Effect) -> Refusal | None:
    """Asked only where A23 says that the effect reaches no others."""
    others = _units_not_named(table, step)
    if table.law["A23"] == "any" or not others:
        return None
    aimed = list_in_words(table.order.named)
    reason = f"{table.order.name} was aimed at {aimed}, not at {list_in_words(others)}"
    return illegal(reason, since=(table.order.aimed, table.order.since))


def effect_happens(table: Table, step: Effect) -> Happening:
    """The outcome happens; if it reaches units that were not targets, the ruling says so (A23)."""
    order, others = table.order, _units_not_named(table, step)
    yield grounds(f"{order.name} has its effect", "S.d")
    if others:
        plural = "were not targets" if len(others) > 1 else "was not a target"
        reason = (
            f"{list_in_words(others)} {plural}: the order was aimed at {list_in_words(order.named)}"
        )
        yield grounds(reason, "A23", since=(order.aimed))
    table = yield from outcome_happens(table, step, table.acting_unit().owner)
    return (yield EffectHappened(order.unit, order.special, ("S.d",)))


EFFECT = procedure_of(
    Effect,
    effect_happens,
    when=at_its_row("effect", "S.d"),
    checks=(the_ordering_player_decides, *OUTCOME_CHECKS, it_reaches_its_targets_only),
    acts_on=(what_it_names_exists,),
)
