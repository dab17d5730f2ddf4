"""Chapter H: in a regroup figures change their slots (G.c), and the unit its facing (G.d)."""

from collections.abc import Mapping

from domain.arcane_legions.play.judging import at_its_row, procedure_of, the_ordering_player_decides
from domain.arcane_legions.play.raising import at_row
from domain.arcane_legions.table.events import (
    FacingChanged,
    FiguresRepositioned,
    RegroupFinished,
    RowPassed,
)
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Done, Face, Reposition
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import unknown_figure
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires

DECIDES = ("H1", "H2")

FACINGS = {"formation": (180,), "sortie": (90, 180, 270)}
"""By how many degrees a unit may change its facing (H1), by its base."""


@requires("G1")
def figures_and_slots_exist(table: Table, step: Reposition) -> Refusal | None:
    names = (name for move in step.moves.items() for name in move)
    return unknown_figure(table, table.acting_unit().id, *names)


@requires("H2", "G1")
def each_figure_fits_its_slot(table: Table, step: Reposition) -> Refusal | None:
    unit = table.acting_unit()
    for figure, slot in step.moves.items():
        refusal = unknown_figure(table, unit.id, figure, slot) or _misfit(unit, figure, slot)
        if refusal is not None:
            since = entries(unit.figures_since.get(figure), table.order.since)
            return illegal(refusal.reason, *refusal.cites, since=since)
    return None


def _misfit(unit: Unit, figure: str, slot: str) -> Refusal | None:
    if figure not in unit.standing:
        return illegal(f"{figure} does not stand on {unit.id} any more", "H2")
    kind, fits = unit.card.figures[figure].kind, unit.card.figures[slot].kind
    if kind == fits:
        return None
    reason = f"the slot of {slot} takes kind “{fits}”, and {figure} is of kind “{kind}”"
    return illegal(reason, "H2")


@requires("H2")
def no_slot_holds_two(table: Table, step: Reposition) -> Refusal | None:
    unit = table.acting_unit()
    held: dict[str, str] = {}
    for figure, slot in {**unit.standing, **step.moves}.items():
        if slot in held:
            since = entries(unit.slots_since.get(slot), table.order.since)
            return illegal(f"the slot of {slot} would hold {held[slot]} and {figure}", since=since)
        held[slot] = figure
    return None


def _possible_moves(unit: Unit, moves: Mapping[str, str]) -> dict[str, str]:
    """Of these moves, figure → slot, those that can be made: all of them, unless a judge forces the step.

    Then the moves of figures that stand, to slots that hold one figure in the end.
    """
    slots = unit.card.figures
    made = {figure: to for figure, to in moves.items() if figure in unit.standing and to in slots}
    while figure := _one_too_many(unit, made):
        del made[figure]
    return made


def _one_too_many(unit: Unit, moves: dict[str, str]) -> str:
    """The last of the moving figures that ends on a slot with another one; empty if there is none."""
    ends = list({**unit.standing, **moves}.values())
    return next((figure for figure in reversed(moves) if ends.count(moves[figure]) > 1), "")


def reposition_figures(table: Table, step: Reposition) -> Happening:
    unit = table.acting_unit()
    moves = _possible_moves(unit, step.moves)
    yield grounds(f"figures of {unit.id} change their slots", "G.c")
    return (yield FiguresRepositioned(unit.id, moves, ("G.c", "H2")))


REPOSITION = procedure_of(
    Reposition,
    reposition_figures,
    when=at_its_row("reposition", "G.c"),
    checks=(the_ordering_player_decides, each_figure_fits_its_slot, no_slot_holds_two),
    acts_on=(figures_and_slots_exist,),
)


@requires("H1")
def the_facing_fits_the_base(table: Table, step: Face) -> Refusal | None:
    unit = table.acting_unit()
    allowed = FACINGS[unit.card.base]
    if step.degrees in allowed:
        return None
    by = " or ".join(map(str, allowed))
    reason = f"a {unit.card.base} changes its facing by {by} degrees, not {step.degrees}"
    return illegal(reason, since=entries(table.order.since))


def change_facing(table: Table, step: Face) -> Happening:
    unit, row = table.order.unit, table.row
    yield grounds(f"{unit} changes its facing by {step.degrees} degrees", row)
    table = yield from _no_repositioning(table)
    return (yield FacingChanged(unit, step.degrees, ("G.d", "H1")))


def finish_regroup(table: Table, _step: Done) -> Happening:
    unit, row = table.order.unit, table.row
    yield grounds(f"{unit} regroups no further", row)
    table = yield from _no_repositioning(table)
    return (yield RegroupFinished(unit, ("G.d",)))


def _no_repositioning(table: Table) -> Happening:
    """`face` or `done` at G.c passes that row."""
    if table.row == "G.c":
        table = yield RowPassed("G.c", ("G.c",))
    return table


FACE = procedure_of(
    Face,
    change_facing,
    when=at_its_row("face", "G.d"),
    checks=(the_ordering_player_decides, the_facing_fits_the_base),
    triggers_arise=at_row("G.e"),
)
DONE = procedure_of(
    Done,
    finish_regroup,
    when=at_its_row("done", "G.c"),
    checks=(the_ordering_player_decides,),
    triggers_arise=at_row("G.e"),
)
