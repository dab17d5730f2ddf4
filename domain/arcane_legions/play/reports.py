"""Chapter F: facts of the table that people report, taken on their word (F1)."""

from typing import Any

from domain.arcane_legions.play.targets import refusal_if_gone
from domain.arcane_legions.play.victory import unit_leaves_as_reported
from domain.arcane_legions.table import steps as s
from domain.arcane_legions.table.events_table import (
    AdjacencyReported,
    ControlReported,
    DestructionReported,
    MoveReported,
    RangeReported,
)
from domain.arcane_legions.table.facts import NO_SIDE
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.wording import unknown_player, unknown_unit
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, first_of, grounds, illegal, requires
from domain.kernel.steps import Step, reader_by

DECIDES = ("F1", "F2")


def _units(step: Any) -> tuple[str, ...]:
    """The units that the report is about."""
    if isinstance(step, s.Adjacent | s.Apart):
        return step.units
    if isinstance(step, s.InRange | s.OutOfRange):
        return (step.unit, step.target)
    return (step.unit,) if isinstance(step, s.Destroyed | s.Moved) else ()


@requires("G1")
def two_units_are_two(_table: Table, step: Step) -> Refusal | None:
    if not isinstance(step, s.Adjacent | s.Apart):
        return None
    if len(step.units) == 2 and step.units[0] != step.units[1]:  # noqa: PLR2004
        return None
    return illegal("“units” names two different units")


@requires("G1")
def what_is_named_exists(table: Table, step: Step) -> Refusal | None:
    refusal = unknown_unit(table, *_units(step))
    if refusal is not None:
        return refusal
    if isinstance(step, s.Destroyed) and step.credit is not None:
        return unknown_player(table, step.credit)
    if isinstance(step, s.Controls):
        return _unknown_terrain(table, step)
    return None


def _unknown_terrain(table: Table, step: s.Controls) -> Refusal | None:
    if step.terrain not in table.terrain:
        known = ", ".join(table.terrain) or "none"
        reason = f"there is no control terrain “{step.terrain}” in this game; there is {known}"
        return illegal(reason)
    return unknown_player(table, step.player) if step.player is not None else None


@requires("F1")
def the_units_are_on_the_battlefield(table: Table, step: Step) -> Refusal | None:
    return first_of(refusal_if_gone(table.units[id]) for id in _units(step))


def report(_table: Table, step: Any) -> Happening:
    """What is reported holds from now on, until another report changes it (F1)."""
    by = step.by
    match step:
        case s.Adjacent(units=(one, other)) | s.Apart(units=(one, other)):
            together = isinstance(step, s.Adjacent)
            stand = "are adjacent" if together else "are adjacent no longer"
            yield grounds(f"{by} reports that {one} and {other} {stand}", "F1")
            return (yield AdjacencyReported((one, other), together, by, ("F1",)))
        case s.InRange(unit=unit) | s.OutOfRange(unit=unit):
            within = isinstance(step, s.InRange)
            target = f"the {step.side} of {step.target}" if step.side else step.target
            is_it = "in range" if within else "out of range"
            yield grounds(f"{by} reports that {target} is {is_it} of {unit}", "F1")
            side = step.side or NO_SIDE
            return (yield RangeReported(unit, step.target, within, by, ("F1",), side))
        case s.Controls(terrain=terrain, player=holder):
            yield grounds(f"{by} reports that {holder or 'nobody'} holds the {terrain}", "F1")
            return (yield ControlReported(terrain, holder, by, ("F1",)))
        case s.Moved(unit=unit):
            yield grounds(f"{by} reports that {unit} has moved", "F1", "F2")
            return (yield MoveReported(unit, by, ("F2",)))
    yield grounds(f"{by} reports that {step.unit} is destroyed", "F1")
    table = yield DestructionReported(step.unit, step.credit, by, ("F1",))
    return (yield from unit_leaves_as_reported(table.units[step.unit], step.credit))


REPORT = Procedure(
    Step,
    report,
    (two_units_are_two, what_is_named_exists, the_units_are_on_the_battlefield),
    reads=reader_by("fact", s.FACTS),
)
