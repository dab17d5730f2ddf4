"""Chapter H: in a regroup figures change their slots (G.c), and the unit its facing (G.d)."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from domain.arcane_legions.chapters.judging import (
    at_its_row,
    procedure_of,
    the_ordering_player_decides,
)
from domain.arcane_legions.chapters.raising import Raising, at_row
from domain.arcane_legions.chapters.sequence import row_passed
from domain.arcane_legions.facts import with_ranges_marked
from domain.arcane_legions.fields import (
    FIGURES,
)
from domain.arcane_legions.outline import ROWS
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Unit
from domain.arcane_legions.wording import unknown_figure
from domain.kernel.fields import Each, StepFields, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, stored_as

DECIDES = ("H1", "H2")


@one_of("a figure", FIGURES, "Which figure?")
def standing_figure(table: Table) -> Iterable[str]:
    return [*table.acting_unit().standing]


@one_of("a slot", FIGURES, lambda said: f"Where does {said['/key']} go?")
def slot_for_it(table: Table, said: StepFields) -> Iterable[str]:
    """Empty ones first; not one that another figure goes to."""
    unit, taken = table.acting_unit(), said.get("moves", {}).values()
    slots = sorted(unit.card.figures, key=lambda slot: slot in unit.standing.values())
    return [slot for slot in slots if slot not in taken]


figures_to_slots = Each(standing_figure, slot_for_it, verb="Put")


@one_of("by how many degrees", asks="By how much?")
def degrees_to_turn(table: Table) -> Iterable[int]:
    return FACINGS[table.acting_unit().card.base]


class Reposition(Step):
    """Put figures on other slots."""

    moves: Annotated[Mapping[str, str], figures_to_slots]


class Face(Raising):
    """Change the unit's facing."""

    degrees: Annotated[int, degrees_to_turn]


class Done(Raising):
    """Regroup no further."""


@stored_as("arcane-legions/figures_repositioned/v1")
class FiguresRepositioned(Event):
    """Figures stand on other slots."""

    SAYS = "Figures of “{unit}” stand on other slots."

    unit: str
    moves: Mapping[str, str]
    """Figure → slot."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        unit = table.units[self.unit]
        left = [unit.standing[figure] for figure in self.moves]
        moved = changed(
            unit,
            standing={**unit.standing, **self.moves},
            figures_since={**unit.figures_since, **dict.fromkeys(self.moves, entry)},
            slots_since={**unit.slots_since, **dict.fromkeys((*left, *self.moves.values()), entry)},
        )
        return changed(table, units={**table.units, unit.id: moved}, done=True)


@stored_as("arcane-legions/facing_changed/v1")
class FacingChanged(Event):
    """The unit faces another way."""

    SAYS = "“{unit}” faces another way."

    unit: str
    degrees: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """Only ranges of the unit are marked: one that turns on the spot stays in contact (F2)."""
        marked = with_ranges_marked(table.in_range, self.unit, entry)
        return regroup_done(changed(table, in_range=marked), "face", entry)


@stored_as("arcane-legions/regroup_finished/v1")
class RegroupFinished(Event):
    """The unit regroups no further."""

    SAYS = "“{unit}” regroups no further."

    unit: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        return regroup_done(table, "done", entry)


def regroup_done(table: Table, do: str, entry: int) -> Table:
    """The regroup has passed G.d, wherever it was, and goes on where its row says."""
    row = ROWS[table.row]
    return changed(table, row="G.d", done=True, jump=row.waits[do] or row.then, since=entry)


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
    yield grounds(f"Figures of {unit.id} change their slots", "G.c")
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
    return illegal(reason, since=(table.order.since))


def change_facing(table: Table, step: Face) -> Happening:
    unit, row = table.order.unit, table.row
    yield grounds(f"{unit} changes its facing by {step.degrees} degrees", row)
    table = yield from _no_repositioning(table)
    marks = with_ranges_marked(table.in_range, unit, step.entry or 1) != table.in_range
    rules = ("G.d", "H1", "F2") if marks else ("G.d", "H1")
    return (yield FacingChanged(unit, step.degrees, rules))


def finish_regroup(table: Table, _step: Done) -> Happening:
    unit, row = table.order.unit, table.row
    yield grounds(f"{unit} regroups no further", row)
    table = yield from _no_repositioning(table)
    return (yield RegroupFinished(unit, ("G.d",)))


def _no_repositioning(table: Table) -> Happening:
    """`face` or `done` at G.c passes that row."""
    if table.row == "G.c":
        table = yield row_passed(table, "G.c")
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
