"""What the table reports, and what falls away with a unit that is destroyed."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from domain.kernel.fields import PLAYERS, WORDS, StepFields, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import Step, quoted_value, reader_by, speaker
from domain.kernel.values import Event, changed, cites, stored_as
from domain.kernel.wording import list_in_words
from domain.voidsiege.chapters.ground_rules import refusal_if_missing
from domain.voidsiege.chapters.windows import WindowClosed
from domain.voidsiege.commands import NOUNS
from domain.voidsiege.fields import any_unit
from domain.voidsiege.table import Fact, Item, Rules, Table

DECIDES = ("E23",)


@one_of("a player", PLAYERS)
def the_player(table: Table) -> Iterable[str]:
    return table.players


@one_of("whether they do now", WORDS)
def whether_it_does_now(table: Table, said: StepFields) -> Iterable[bool]:
    return (table.holds_objective(said["player"]) is None,)


@one_of("whether it is now", WORDS)
def whether_it_is_near(table: Table, said: StepFields) -> Iterable[bool]:
    return (table.near_objective(said["unit"]) is None,)


@one_of("whether it is now", WORDS)
def whether_it_is_arriving(table: Table, said: StepFields) -> Iterable[bool]:
    return (not table.units[said["unit"]].is_arriving,)


class ReportDestroyed(Step):
    """A unit was destroyed on the table."""

    unit: Annotated[str, any_unit]


class ReportObjectiveControl(Step):
    """A player controls an objective, or does no longer."""

    player: Annotated[str, the_player]
    value: Annotated[bool, whether_it_does_now]


class ReportNearObjective(Step):
    """A unit is near an objective, or is no longer."""

    unit: Annotated[str, any_unit]
    value: Annotated[bool, whether_it_is_near]


class ReportArriving(Step):
    """A unit has just been placed by its first model, or has arrived whole."""

    unit: Annotated[str, any_unit]
    value: Annotated[bool, whether_it_is_arriving]


@stored_as("voidsiege/unit_destroyed/v1")
class UnitDestroyed(Event):
    """A unit was reported destroyed; it no longer exists for later steps."""

    SAYS = "“{unit}” is gone, as {reported_by} reports."

    unit: str
    reported_by: str
    rules: Rules = cites("E23")

    def after(self, table: Table, entry: int) -> Table:
        unit = table.units[self.unit]
        return changed(
            table.with_unit(self.unit, destroyed=entry, held={}),
            left={**table.left, unit.owner: table.left[unit.owner] - 1},
            bonds=table.without_bond(unit.owner, self.unit),
            queue=still_to_be_shot(table, self.unit),
        )


def still_to_be_shot(table: Table, fallen: str) -> tuple[Item, ...]:
    """The queue, the shots at this unit that are due marked: they stay (T12, E8)."""
    if not table.shot_is_due:
        return table.queue
    due = [item for item in table.due if table.aim_of(item) == fallen]
    return tuple([changed(item, was_due=True) if item in due else item for item in table.queue])


@stored_as("voidsiege/owed_steps_fell/v1")
class OwedStepsFell(Event):
    """Steps that a destroyed unit, or a melee with one, still owed left the queue."""

    SAYS = "It falls away: {event.what}."

    steps: tuple[tuple[str, str], ...]
    """Unit and step, in the order of the queue."""
    rules: Rules = cites("E8")

    @property
    def what(self) -> str:
        return list_in_words(f"the {NOUNS[step]} of “{unit}”" for unit, step in self.steps)

    def after(self, table: Table, entry: int) -> Table:
        return table.with_steps_done(self.steps, entry, "fell")


@stored_as("voidsiege/objective_control_reported/v1")
class ObjectiveControlReported(Event):
    """A player was reported to control an objective, or not to."""

    SAYS = "{player} {event.does} control an objective, as {reported_by} reports."

    player: str
    value: bool
    reported_by: str
    rules: Rules = cites("E23", "P14")

    @property
    def does(self) -> str:
        return "does" if self.value else "does not"

    def after(self, table: Table, entry: int) -> Table:
        fact = Fact(self.value, self.reported_by, entry)
        return changed(table, controls={**table.controls, self.player: fact})


@stored_as("voidsiege/objective_nearness_reported/v1")
class ObjectiveNearnessReported(Event):
    """A unit was reported to be near an objective, or not to be."""

    SAYS = "“{unit}” {event.is_now} near an objective, as {reported_by} reports."

    unit: str
    value: bool
    reported_by: str
    rules: Rules = cites("E23", "P15")

    @property
    def is_now(self) -> str:
        return "is" if self.value else "is not"

    def after(self, table: Table, entry: int) -> Table:
        fact = Fact(self.value, self.reported_by, entry)
        return table.with_unit(self.unit, near_objective=fact)


@stored_as("voidsiege/arrival_reported/v1")
class ArrivalReported(Event):
    """A unit was reported to be arriving, or not to be."""

    SAYS = "“{unit}” {event.is_now} arriving, as {reported_by} reports."

    unit: str
    value: bool
    reported_by: str
    rules: Rules = cites("E23", "P20", "E12")

    @property
    def is_now(self) -> str:
        return "is" if self.value else "is not"

    def after(self, table: Table, entry: int) -> Table:
        return table.with_unit(self.unit, arriving=Fact(self.value, self.reported_by, entry))


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
            yield grounds(f"{speaker(step.by)} reports that “{unit}” is destroyed.")
            return (yield from destroy(table, (unit,), step.by))
        case ReportObjectiveControl(player=player, value=value):
            holds = ObjectiveControlReported(player, value, step.by)
            yield grounds(
                f"{speaker(step.by)} reports that {player} {holds.does} control an objective."
            )
            return (yield holds)
        case ReportNearObjective(unit=unit, value=value):
            lies = ObjectiveNearnessReported(unit, value, step.by)
            yield grounds(
                f"{speaker(step.by)} reports that “{unit}” {lies.is_now} near an objective."
            )
            return (yield lies)
        case ReportArriving(unit=unit, value=value):
            comes = ArrivalReported(unit, value, step.by)
            yield grounds(f"{speaker(step.by)} reports that “{unit}” {comes.is_now} arriving.")
            return (yield comes)


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
    acts_on=what_is_reported_exists,
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
