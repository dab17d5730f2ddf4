"""What the table reports, and what falls away with a unit that is destroyed."""

from collections.abc import Sequence

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import quoted_value, reader_by
from domain.kernel.wording import list_in_words
from domain.voidsiege.law.commands import NOUNS
from domain.voidsiege.play.ground_rules import refusal_if_missing
from domain.voidsiege.table.events import (
    ArrivalReported,
    ObjectiveControlReported,
    ObjectiveNearnessReported,
    OwedStepsFell,
    UnitDestroyed,
    WindowClosed,
)
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.steps import (
    ReportArriving,
    ReportDestroyed,
    ReportNearObjective,
    ReportObjectiveControl,
)
from domain.voidsiege.table.under_way import Item

Report = ReportDestroyed | ReportObjectiveControl | ReportNearObjective | ReportArriving


@requires("G1")
def what_is_reported_exists(table: Table, step: Report) -> Refusal | None:
    if not isinstance(step, ReportObjectiveControl):
        return refusal_if_missing(table, step.unit)
    if step.player in table.players:
        return None
    return illegal(f"there is no player {quoted_value(step.player)} in this game")


def report(table: Table, step: Report) -> Happening:
    """A fact of the table, taken on the word of the one who reports it."""
    match step:
        case ReportDestroyed(unit=unit):
            yield grounds(f"{step.by} reports that “{unit}” is destroyed.")
            return (yield from destroy(table, (unit,), step.by))
        case ReportObjectiveControl(player=player, value=value):
            does = "does" if value else "does not"
            yield grounds(f"{step.by} reports that {player} {does} control an objective.")
            return (yield ObjectiveControlReported(player, value, step.by))
        case ReportNearObjective(unit=unit, value=value):
            is_near = "is near" if value else "is not near"
            yield grounds(f"{step.by} reports that “{unit}” {is_near} an objective.")
            return (yield ObjectiveNearnessReported(unit, value, step.by))
        case ReportArriving(unit=unit, value=value):
            arrives = "is arriving" if value else "is not arriving"
            yield grounds(f"{step.by} reports that “{unit}” {arrives}.")
            return (yield ArrivalReported(unit, value, step.by))


def destroy(table: Table, units: tuple[str, ...], by: str) -> Happening:
    """All at once: they are gone, and what they still owed falls away (E8)."""
    fell = owed_no_more(table, units)
    for unit in units:
        table = yield UnitDestroyed(unit, by)
    if fell:
        table = yield from fall(fell)
    window, acting = table.window, table.acting
    if window is not None and acting is not None and acting.unit in units:
        table = yield WindowClosed(window.player, ("E8",))
    return table


def fall(items: Sequence[Item]) -> Happening:
    """What is owed no more leaves the queue (E8)."""
    steps = list_in_words([f"the {NOUNS[item.step]} of “{item.unit}”" for item in items])
    yield grounds(f"{steps[0].upper()}{steps[1:]} {'falls' if len(items) == 1 else 'fall'} away.")
    return (yield OwedStepsFell(tuple((item.unit, item.step) for item in items)))


def owed_no_more(table: Table, units: tuple[str, ...]) -> tuple[Item, ...]:
    """The items that leave the queue with these units: all of theirs but a shot that is due (T12).

    With a charged unit the melee goes, unless the charger may still take another.
    """
    acting, due = table.acting, table.due
    if acting is None or not units:
        return ()
    overtaken = acting.target in units and no_other_is_charged(table)
    return tuple(
        item
        for item in table.queue
        if (item.unit in units and not (item.step == "shoot" and item in due))
        or (item.step == "melee" and overtaken)
    )


def no_other_is_charged(table: Table) -> bool:
    """Whether the Charge keeps its target whatever becomes of it: C25, or the charger has moved."""
    return table.law["C25"] == "no_new_target" or not table.acting_unit_still_moves


def with_nobody_to_fight(table: Table) -> Happening:
    """Once the charger's move is done, a melee with a unit that is gone falls away (E8, C25)."""
    vain = [item for item in table.queue if item.step == "melee" and table.is_in_vain(item)]
    if vain and no_other_is_charged(table):
        table = yield from fall(vain)
    return table


REPORT = Procedure(
    ReportDestroyed,
    report,
    checks=(what_is_reported_exists,),
    reads=reader_by(
        "fact",
        {
            "destroyed": ReportDestroyed,
            "controls_objective": ReportObjectiveControl,
            "near_objective": ReportNearObjective,
            "arriving": ReportArriving,
        },
    ),
)
