"""Chapter K, its damage: placing the damage of a combat on figures, at C.i and R.k (K7, K9)."""

from collections.abc import Iterable
from typing import Annotated

from domain.arcane_legions.chapters.judging import (
    behind_the_row,
    figures_to_hurt,
    procedure_of,
    refusal_at_another_row,
    the_unit_exists,
)
from domain.arcane_legions.chapters.raising import Raising
from domain.arcane_legions.chapters.victory import figures_go_down
from domain.arcane_legions.fields import (
    FIGURES,
    UNITS,
)
from domain.arcane_legions.outline import row_in_words, rows_waiting_for
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Unit, damage_that_fits, with_damage
from domain.arcane_legions.wording import points, unknown_figure
from domain.kernel.fields import Several, StepFields, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, stored_as, without_item
from domain.kernel.wording import list_in_words

DECIDES = ("K7", "K9")


@one_of("the unit that is damaged", UNITS)
def damaged_unit(table: Table, player: str) -> Iterable[str]:
    return [id for id in table.outstanding if who_places(table, id) == player]


@one_of("a figure", FIGURES, lambda said: f"Who of {said['unit']} takes the damage?")
def damaged_figure(table: Table, said: StepFields) -> Iterable[str]:
    return figures_to_hurt(table.units[said["unit"]], said["figures"])


def _one_a_point(table: Table, _player: str, said: StepFields) -> tuple[int, int]:
    number = table.outstanding[said["unit"]]
    return min(number, table.units[said["unit"]].hit_points), number


damaged_figures = Several(
    damaged_figure,
    _one_a_point,
    listed=False,
    label=lambda _table, said: f"figures of {said['unit']}, one a point",
)


class Damage(Raising):
    """Place outstanding damage: one figure for each point."""

    unit: Annotated[str, damaged_unit]
    figures: Annotated[tuple[str, ...], damaged_figures]


@stored_as("arcane-legions/damage_placed/v1")
class DamagePlaced(Event):
    """Outstanding damage is placed on figures, a point each."""

    SAYS = "Damage is placed on {figures} of “{unit}”."

    unit: str
    figures: tuple[str, ...]
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        table = table.with_unit(with_damage(table.units[self.unit], self.figures, entry))
        return _with_less_outstanding(table, self.unit, len(self.figures))


@stored_as("arcane-legions/damage_waived/v1")
class DamageWaived(Event):
    """Less was placed than is outstanding, and it stays at that: the unit is settled."""

    SAYS = "{points} of the damage of “{unit}” are placed on nobody."

    unit: str
    points: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return _with_less_outstanding(table, self.unit, self.points)


def _with_less_outstanding(table: Table, unit: str, points: int) -> Table:
    """So much less is outstanding on the unit; with the last point of all the row is done."""
    left = table.outstanding.get(unit, 0) - points
    rest = without_item(table.outstanding, unit)
    if left > 0:
        rest = {**rest, unit: left}
    return changed(table, outstanding=rest, done=not rest)


def opposing_unit(table: Table, unit: str) -> Unit:
    """The unit that this one fights in the combat being carried out."""
    target = table.fight.target
    return table.units[table.order.unit if unit == target else target]


def who_places(table: Table, unit: str) -> str:
    """The player who places damage on this unit's figures (A17); its owner if the opponent has conceded."""
    owner = table.units[unit].owner
    if table.law["A17"] == "owner":
        return owner
    opponent = opposing_unit(table, unit).owner
    return owner if opponent in table.conceded else opponent


@requires("X2")
def damage_is_outstanding(table: Table, _step: Step) -> Refusal | None:
    rows = rows_waiting_for("damage")
    if table.row not in rows:
        return refusal_at_another_row(table, "damage", rows)
    if table.outstanding:
        return None
    reason = f"no damage is outstanding at “{row_in_words(table.row)}”"
    return illegal(reason, since=behind_the_row(table), position=table.where)


@requires("K7")
def it_is_outstanding_on_that_unit(table: Table, step: Damage) -> Refusal | None:
    if step.unit in table.outstanding:
        return None
    there = list_in_words(f"{n} on {unit}" for unit, n in table.outstanding.items())
    return illegal(f"no damage is outstanding on {step.unit}; there is {there}")


@requires("G2", "A17")
def it_is_theirs_to_place(table: Table, step: Damage) -> Refusal | None:
    placing = who_places(table, step.unit)
    if step.by == placing:
        return None
    return illegal(f"{placing} places the damage on {step.unit} at this table, not {step.by}")


@requires("K7")
def all_of_it_is_placed(table: Table, step: Damage) -> Refusal | None:
    due, said = table.outstanding[step.unit], len(step.figures)
    if said == due:
        return None
    reason = f"{points(due, 'point')} of damage must be placed on {step.unit}, not {said}"
    return illegal(reason, outstanding=due, said=said)


@requires("G1")
def the_figures_exist(table: Table, step: Damage) -> Refusal | None:
    return unknown_figure(table, step.unit, *step.figures)


@requires("K7", "G1")
def the_figures_can_take_it(table: Table, step: Damage) -> Refusal | None:
    return refusal_of_damage(table, table.units[step.unit], step.figures)


def refusal_of_damage(table: Table, unit: Unit, figures: tuple[str, ...]) -> Refusal | None:
    """Refuses damage on a figure that is none (G1), does not stand, or has too few hit points left (K7).

    `figures`: one for each point of damage.
    """
    refusal = unknown_figure(table, unit.id, *figures)
    if refusal is not None:
        return illegal(refusal.reason, "G1", since=behind_the_row(table))
    for figure in dict.fromkeys(figures):
        since = entries(unit.figures_since.get(figure)) or behind_the_row(table)
        if figure not in unit.standing:
            return illegal(f"{figure} does not stand on {unit.id} any more", "K7", since=since)
        left, said = unit.hit_points_left(figure), figures.count(figure)
        if said > left:
            has = points(left, "hit point")
            return illegal(f"{figure} of {unit.id} has {has} left, not {said}", "K7", since=since)
    return None


def room_for_damage(unit: Unit, points: int) -> tuple[str, ...]:
    """Each figure that stands, as often as it has a hit point for one of these points."""
    return tuple(
        figure for figure in unit.standing for _ in range(min(points, unit.hit_points_left(figure)))
    )


def place_damage(table: Table, step: Damage) -> Happening:
    """The figures are hurt or go down; the owner of the opposing unit scores for them (V1).

    Points that are not placed, which only a judge or `played` can bring about, are waived.
    """
    row, unit = table.row, table.units[step.unit]
    scorer = opposing_unit(table, unit.id).owner
    figures = damage_that_fits(unit, step.figures)
    placed = f"{points(len(figures), 'point')} of damage on {unit.id}: {list_in_words(figures)}"
    yield grounds(placed if figures else f"no damage is placed on {unit.id}", row)
    table = yield DamagePlaced(unit.id, figures, (row, "K7", "K9"))
    table = yield from figures_go_down(table, unit, figures, scorer)
    if unit.id in table.outstanding:
        left = table.outstanding[unit.id]
        are = "is" if left == 1 else "are"
        yield grounds(f"{points(left, 'point')} of it {are} placed on nobody")
        table = yield DamageWaived(unit.id, left, (row, "K9"))
    return table


DAMAGE = procedure_of(
    Damage,
    place_damage,
    names=(the_unit_exists,),
    when=damage_is_outstanding,
    checks=(
        it_is_outstanding_on_that_unit,
        it_is_theirs_to_place,
        all_of_it_is_placed,
        the_figures_can_take_it,
    ),
    acts_on=(the_figures_exist,),
    during_triggers=True,
)
