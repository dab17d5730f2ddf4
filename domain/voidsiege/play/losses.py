"""What the table reports, and what falls away with a unit that is destroyed."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import reader_by, shown
from domain.voidsiege.play.ground_rules import missing
from domain.voidsiege.table.events import (
    ArrivalReported,
    ObjectiveControlReported,
    ObjectiveNearnessReported,
    OwedStepsFell,
    UnitDestroyed,
    WindowClosed,
)
from domain.voidsiege.table.state import Item, Table
from domain.voidsiege.table.steps import (
    ReportArriving,
    ReportDestroyed,
    ReportNearObjective,
    ReportObjectiveControl,
)

Report = ReportDestroyed | ReportObjectiveControl | ReportNearObjective | ReportArriving


@requires("G1")
def what_is_reported_exists(table: Table, step: Report) -> Refusal | None:
    if not isinstance(step, ReportObjectiveControl):
        return missing(table, step.unit)
    if step.player in table.players:
        return None
    return illegal(f"there is no player {shown(step.player)} in this game")


def report(table: Table, step: Report) -> Happening:
    """A fact of the table, taken on the word of the one who reports it."""
    match step:
        case ReportDestroyed(unit=unit):
            yield grounds(f"{step.by} reports that “{unit}” is destroyed.")
            return (yield from destroyed(table, (unit,), step.by))
        case ReportObjectiveControl(player=player, value=value):
            yield grounds(f"{step.by} reports that {player} {_does(value)} control an objective.")
            return (yield ObjectiveControlReported(player, value, step.by))
        case ReportNearObjective(unit=unit, value=value):
            yield grounds(f"{step.by} reports that “{unit}” is {_is(value)}near an objective.")
            return (yield ObjectiveNearnessReported(unit, value, step.by))
        case ReportArriving(unit=unit, value=value):
            yield grounds(f"{step.by} reports that “{unit}” is {_is(value)}arriving.")
            return (yield ArrivalReported(unit, value, step.by))


def _does(value: bool) -> str:
    return "does" if value else "does not"


def _is(value: bool) -> str:
    return "" if value else "not "


def destroyed(table: Table, units: tuple[str, ...], by: str) -> Happening:
    """All at once: they are gone, and what they still owed falls away (E8)."""
    fell = owed_no_more(table, units)
    for unit in units:
        table = yield UnitDestroyed(unit, by)
    if fell:
        table = yield OwedStepsFell(tuple((item.unit, item.step) for item in fell))
    window, acting = table.window, table.acting
    if window is not None and acting is not None and acting.unit in units:
        table = yield WindowClosed(window.player, ("E8",))
    return table


def owed_no_more(table: Table, units: tuple[str, ...]) -> tuple[Item, ...]:
    """The items that leave the queue with these units: all of theirs but a shot that is due (T12).

    With a charged unit the melee goes, if the charger has moved.
    """
    acting, due = table.acting, table.due
    if acting is None or not units:
        return ()
    overtaken = acting.charge and acting.target in units and not table.acting_unit_still_moves
    return tuple(
        item
        for item in table.queue
        if (item.unit in units and not (item.step == "shoot" and item in due))
        or (item.step == "melee" and overtaken)
    )


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
