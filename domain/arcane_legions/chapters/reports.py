"""Chapter F: facts of the table that people report, taken on their word (F1)."""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.arcane_legions.chapters.targets import refusal_if_gone
from domain.arcane_legions.chapters.victory import unit_leaves_as_reported
from domain.arcane_legions.facts import NO_SIDE, Fact, with_adjacency, with_range
from domain.arcane_legions.fields import (
    TERRAIN,
    UNITS,
    a_side,
    any_unit,
)
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import SIDES, Side
from domain.arcane_legions.wording import unknown_player, unknown_unit
from domain.kernel.fields import PLAYERS, UNSAID, Several, StepFields, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, first_of, grounds, illegal, requires
from domain.kernel.steps import NAMED, Step, reader_by, speaker
from domain.kernel.values import Event, changed, stored_as

DECIDES = ("F1", "F2")


@one_of("a unit", UNITS, "Which unit?")
def unit_beside(table: Table, player: str, said: StepFields) -> Iterable[str]:
    """Any first; then one of another owner."""
    if not said["units"]:
        return any_unit.fit(table, player, said)
    owner = table.units[said["units"][0]].owner
    return [unit.id for unit in table.on_battlefield if unit.owner != owner]


two_units = Several(unit_beside, lambda *_: (2, 2), listed=False)


@one_of("the unit that sees it", UNITS)
def seeing_unit(table: Table, player: str) -> Iterable[str]:
    """Who can shoot first, one's own first."""
    units = sorted(
        table.on_battlefield, key=lambda unit: (not unit.ready("ranged"), unit.owner != player)
    )
    return [unit.id for unit in units]


@one_of("the unit in range", UNITS, "Which unit?")
def unit_seen(table: Table, said: StepFields) -> Iterable[str]:
    owner = table.units[said["unit"]].owner
    return [unit.id for unit in table.on_battlefield if unit.owner != owner]


any_side = a_side("one of its sides", lambda _table, _said: (UNSAID, *SIDES))


@one_of("who scores it", PLAYERS, "Who scores it?", form=True)
def who_scores(table: Table) -> Iterable[Any]:
    return (UNSAID, *table.players)


@one_of("the terrain", TERRAIN, "Which terrain?")
def which_terrain(table: Table) -> Iterable[str]:
    return table.terrain


@one_of("who holds it", PLAYERS)
def who_holds_it(table: Table) -> Iterable[str | None]:
    return (*table.players, None)


class Adjacent(Step):
    """Two units have come to stand side by side."""

    units: Annotated[tuple[str, ...], two_units]


class Apart(Step):
    """Two units stand side by side no longer."""

    units: Annotated[tuple[str, ...], two_units]


class InRange(Step):
    """A unit has another one in range."""

    unit: Annotated[str, seeing_unit]
    target: Annotated[str, unit_seen]
    side: Annotated[Side | None, any_side] = None


class OutOfRange(Step):
    """A unit has another one in range no longer."""

    unit: Annotated[str, seeing_unit]
    target: Annotated[str, unit_seen]
    side: Annotated[Side | None, any_side] = None


class Moved(Step):
    """A unit has moved, by an effect or for whatever reason."""

    unit: Annotated[str, any_unit]


class Destroyed(Step):
    """A unit has left the battlefield."""

    unit: Annotated[str, any_unit]
    credit: Annotated[str | None, NAMED, who_scores] = None


class Controls(Step):
    """A control terrain is held by a player, or by nobody."""

    terrain: Annotated[str, which_terrain]
    player: Annotated[str | None, who_holds_it] = None


FACTS: dict[str, type[Step]] = {
    "adjacent": Adjacent,
    "apart": Apart,
    "in_range": InRange,
    "out_of_range": OutOfRange,
    "moved": Moved,
    "destroyed": Destroyed,
    "controls": Controls,
}


@stored_as("arcane-legions/adjacency_reported/v1")
class AdjacencyReported(Event):
    """Two units are reported to stand side by side, or no longer to."""

    SAYS = "{units} {event.are_now} adjacent, as {by} reports."

    units: tuple[str, str]
    adjacent: bool
    by: str
    rules: tuple[RuleId, ...]

    @property
    def are_now(self) -> str:
        return "are" if self.adjacent else "are no longer"

    def after(self, table: Table, entry: int) -> Table:
        fact = Fact(self.adjacent, self.by, entry)
        return changed(table, adjacent=with_adjacency(table.adjacent, *self.units, fact))


@stored_as("arcane-legions/range_reported/v2")
class RangeReported(Event):
    """A unit is reported to have another in range, or no longer to."""

    SAYS = "{event.of_it} {event.is_now} in range of {unit}, as {by} reports."

    unit: str
    target: str
    in_range: bool
    by: str
    rules: tuple[RuleId, ...]
    side: str = ""
    """The side of the target it is about; empty where none was said."""

    @property
    def of_it(self) -> str:
        return f"The {self.side} of {self.target}" if self.side else self.target

    @property
    def is_now(self) -> str:
        return "is" if self.in_range else "is no longer"

    def after(self, table: Table, entry: int) -> Table:
        fact = Fact(self.in_range, self.by, entry)
        facts = with_range(table.in_range, self.unit, self.target, self.side, fact)
        return changed(table, in_range=facts)


@stored_as("arcane-legions/move_reported/v1")
class MoveReported(Event):
    """A unit is reported to have moved; facts about it that were reported before are marked."""

    SAYS = "“{unit}” is reported to have moved."

    unit: str
    by: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        return table.with_unit_moved(self.unit, entry)


@stored_as("arcane-legions/destruction_reported/v1")
class DestructionReported(Event):
    """A unit is reported to have been destroyed."""

    SAYS = "“{unit}” is reported to have been destroyed."

    unit: str
    credit: str | None
    by: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return table


@stored_as("arcane-legions/control_reported/v1")
class ControlReported(Event):
    """A control terrain is reported to be held by a player, or by nobody."""

    SAYS = "{event.holder} holds “{terrain}”, as {by} reports."

    terrain: str
    player: str | None
    by: str
    rules: tuple[RuleId, ...]

    @property
    def holder(self) -> str:
        return self.player or "Nobody"

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, terrain={**table.terrain, self.terrain: self.player})


def _units(step: Any) -> tuple[str, ...]:
    """The units that the report is about."""
    if isinstance(step, Adjacent | Apart):
        return step.units
    if isinstance(step, InRange | OutOfRange):
        return (step.unit, step.target)
    return (step.unit,) if isinstance(step, Destroyed | Moved) else ()


@requires("G1")
def two_units_are_two(_table: Table, step: Step) -> Refusal | None:
    if not isinstance(step, Adjacent | Apart):
        return None
    if len(step.units) == 2 and step.units[0] != step.units[1]:  # noqa: PLR2004
        return None
    return illegal("“units” names two different units")


@requires("G1")
def what_is_named_exists(table: Table, step: Step) -> Refusal | None:
    refusal = unknown_unit(table, *_units(step))
    if refusal is not None:
        return refusal
    if isinstance(step, Destroyed) and step.credit is not None:
        return unknown_player(table, step.credit)
    if isinstance(step, Controls):
        return _unknown_terrain(table, step)
    return None


def _unknown_terrain(table: Table, step: Controls) -> Refusal | None:
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
        case Adjacent(units=(one, other)) | Apart(units=(one, other)):
            together = isinstance(step, Adjacent)
            stand = "are adjacent" if together else "are adjacent no longer"
            yield grounds(f"{speaker(by)} reports that {one} and {other} {stand}", "F1")
            return (yield AdjacencyReported((one, other), together, by, ("F1",)))
        case InRange(unit=unit) | OutOfRange(unit=unit):
            within = isinstance(step, InRange)
            target = f"the {step.side} of {step.target}" if step.side else step.target
            is_it = "in range" if within else "out of range"
            yield grounds(f"{speaker(by)} reports that {target} is {is_it} of {unit}", "F1")
            side = step.side or NO_SIDE
            return (yield RangeReported(unit, step.target, within, by, ("F1",), side))
        case Controls(terrain=terrain, player=holder):
            yield grounds(
                f"{speaker(by)} reports that {holder or 'nobody'} holds the {terrain}", "F1"
            )
            return (yield ControlReported(terrain, holder, by, ("F1",)))
        case Moved(unit=unit):
            yield grounds(f"{speaker(by)} reports that {unit} has moved", "F1", "F2")
            return (yield MoveReported(unit, by, ("F2",)))
    yield grounds(f"{speaker(by)} reports that {step.unit} is destroyed", "F1")
    table = yield DestructionReported(step.unit, step.credit, by, ("F1",))
    return (yield from unit_leaves_as_reported(table.units[step.unit], step.credit))


REPORT = Procedure(
    Step,
    report,
    (two_units_are_two, what_is_named_exists, the_units_are_on_the_battlefield),
    reads=reader_by("fact", FACTS),
)
