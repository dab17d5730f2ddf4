"""Chapter K, its damage: placing the damage of a combat on figures, at C.i and R.k (K7, K9)."""

from domain.arcane_legions.law.outline import rows_waiting_for
from domain.arcane_legions.play.judging import (
    behind_the_row,
    procedure_of,
    refusal_at_another_row,
    the_unit_exists,
)
from domain.arcane_legions.play.victory import figures_go_down
from domain.arcane_legions.table.events_combat import DamagePlaced, DamageWaived
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Damage
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import points, unknown_figure
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.wording import list_in_words

DECIDES = ("K7", "K9")


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
    reason = f"no damage is outstanding at {table.where}"
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


def damage_that_fits(unit: Unit, figures: tuple[str, ...]) -> tuple[str, ...]:
    """Of this damage, a figure for each point, what the figures that stand have hit points for."""
    left = {figure: unit.hit_points_left(figure) for figure in unit.standing}
    placed = []
    for figure in figures:
        if left.get(figure, 0) > 0:
            left[figure] -= 1
            placed.append(figure)
    return tuple(placed)


def room_for_damage(unit: Unit, points: int) -> tuple[str, ...]:
    """Each figure that stands, as often as it has a hit point for one of these points."""
    return damage_that_fits(unit, tuple(figure for figure in unit.standing for _ in range(points)))


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
        yield grounds(f"{points(table.outstanding[unit.id], 'point')} of it is placed on nobody")
        table = yield DamageWaived(unit.id, table.outstanding[unit.id], (row, "K9"))
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
