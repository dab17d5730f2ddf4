"""Chapter X, triggers said in `raises` with the step that causes them: what they need, and when they arise."""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Annotated, Any

from domain.arcane_legions.chapters.sequence import (
    RowPassed,
    TriggerArose,
    check_victory_and_go_on,
    still_to_come,
    triggers_arise_at,
)
from domain.arcane_legions.fields import (
    ROWS_TO_NAME,
    UNITS,
    Raised,
    RaisedWithIt,
    a_row,
)
from domain.arcane_legions.outline import ROWS, row_in_words
from domain.arcane_legions.table import Table, Trigger, row_meant
from domain.arcane_legions.wording import unknown_player, unknown_unit
from domain.kernel.fields import PLAYERS, UNSAID, StepFields, one_of
from domain.kernel.prompting.prompts import Ask
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Check, Refusal, first_of, illegal, requires
from domain.kernel.steps import FREE, Step
from domain.kernel.values import Event, changed, stored_as

DECIDES = ("X8",)


class Raising(Step, kw_only=True):
    """A step with which triggers that come of it may be said."""

    raises: RaisedWithIt = ()


@one_of("a unit", UNITS)
def its_source(table: Table, player: str) -> Iterable[str]:
    units = sorted(table.units.values(), key=lambda unit: unit.owner != player)
    return [unit.id for unit in units]


@one_of("whose trigger it is", PLAYERS)
def owner_of_source(table: Table, said: StepFields) -> Iterable[str]:
    return (table.units[said["source"]].owner,)


@one_of("a name for the trigger", asks="What is it called?", form=True)
def its_name(table: Table) -> Iterable[Any]:
    numbers = range(1, len(table.used) + 2)
    yield next(f"t{n}" for n in numbers if f"t{n}" not in table.used)
    yield Ask("text", "its name")


@one_of("the row at which it will arise", ROWS_TO_NAME, "When does it arise?", form=True)
def row_to_come(table: Table) -> Iterable[Any]:
    to_come = still_to_come(table)
    return (UNSAID, *(row for row in ROWS if row in to_come))


class RaiseTrigger(Step):
    """Put a trigger into its owner's hand, or announce it for a row still to come."""

    source: Annotated[str, its_source]
    owner: Annotated[str, owner_of_source]
    id: Annotated[str, FREE, its_name]
    row: Annotated[str | None, a_row, row_to_come] = None


@stored_as("arcane-legions/trigger_announced/v1")
class TriggerAnnounced(Event):
    """A trigger will arise at a later row."""

    SAYS = "“{id}” of “{source}” will arise at “{event.title}”."

    id: str
    owner: str
    source: str
    row: RuleId
    rules: tuple[RuleId, ...]

    @property
    def title(self) -> str:
        return row_in_words(self.row)

    def after(self, table: Table, entry: int) -> Table:
        trigger = Trigger(self.id, self.owner, self.source, entry, self.row)
        used = {**table.used, self.id: entry}
        return changed(table, announced=(*table.announced, trigger), used=used)


Happens = Callable[[Table, Any], Happening]


RowOf = Callable[[Table], RuleId]
"""The table before a step → the row at which its triggers arise, unless they name one in `at`."""


def at_this_row(table: Table) -> RuleId:
    """The row at which the step is taken."""
    return table.row


def at_the_next_row(table: Table) -> RuleId:
    """The row after the one at which the step is taken."""
    return ROWS[table.row].then


def at_row(row: RuleId) -> RowOf:
    """This row, wherever the step is taken."""
    return lambda _table: row


@requires("G1")
def owner_and_source_exist(table: Table, raised: Raised | RaiseTrigger) -> Refusal | None:
    return unknown_player(table, raised.owner) or unknown_unit(table, raised.source)


@requires("X8", "V6")
def the_trigger_can_arise(table: Table, raised: Raised | RaiseTrigger) -> Refusal | None:
    """Not one of another player's unit or with a used id (X8), nor of one who has conceded (V6)."""
    return _refusal_to_arise(table, raised, earlier=())


def _refusal_to_arise(
    table: Table, raised: Raised | RaiseTrigger, earlier: Collection[str]
) -> Refusal | None:
    owner = table.units[raised.source].owner
    if owner != raised.owner:
        return illegal(f"“{raised.id}” comes from {raised.source}, which is {owner}'s", "X8")
    if raised.id in table.used:
        at = table.used[raised.id]
        when = f"entry {at}" if at else "by the set-up"
        reason = f"a trigger “{raised.id}” has been in this game already ({when})"
        return illegal(reason, "X8", since=(at))
    if raised.id in earlier:
        return illegal(f"“{raised.id}” is raised twice in this step", "X8")
    if raised.owner in table.conceded:
        at = table.conceded[raised.owner]
        reason = (
            f"{raised.owner} has conceded (entry {at}), and no trigger is raised for them any more"
        )
        return illegal(reason, "V6", since=at)
    return None


@requires("G1")
def what_is_raised_exists(table: Table, step: Any) -> Refusal | None:
    """Owners, sources and rows named in `raises`; without them a judge has nothing to act on."""
    return first_of(_unknown_in_item(table, raised) for raised in step.raises)


def _unknown_in_item(table: Table, raised: Raised) -> Refusal | None:
    if raised.at is not None and raised.at not in ROWS:
        return illegal(f"there is no row “{raised.at}” in the outline", "G1")
    return owner_and_source_exist(table, raised)


def what_it_raises_can_arise(happens: Happens) -> Check:
    """The check of the triggers in `raises`; `happens` is what their step does.

    An item may say in `at` that it arises later than usual: at any row that the sequence passes by
    itself because of this step. Which rows those are is found by trying the step out: the outline alone
    does not tell, since rows are passed, or an order not given, as units and facts have it.
    """

    def what_is_raised_with_it_can_arise(table: Table, step: Any) -> Refusal | None:
        if not step.raises:
            return None
        earlier: set[str] = set()
        rows = partial(_rows_passed, table, step, happens)
        for raised in step.raises:
            refusal = _refusal_of_item(table, raised, earlier, rows)
            if refusal is not None:
                return refusal
            earlier.add(raised.id)
        return None

    return requires("G1", "X8", "X2", "V6")(what_is_raised_with_it_can_arise)


def _refusal_of_item(
    table: Table, raised: Raised, earlier: set[str], rows: Callable[[], frozenset[RuleId]]
) -> Refusal | None:
    """Refuses an item of `raises`. `earlier`: the ids of the items before it; `rows` gives those passed."""
    refusal = _unknown_in_item(table, raised) or _refusal_to_arise(table, raised, earlier)
    if refusal is not None:
        return refusal
    if raised.at is not None and raised.at != table.row and raised.at not in rows():
        reason = (
            f"“{raised.id}” cannot arise at “{row_in_words(raised.at)}”: this step does not lead the sequence "
            "past it"
        )
        return illegal(reason, "X2")
    return None


def _rows_passed(table: Table, step: Step, happens: Happens) -> frozenset[RuleId]:
    """The rows that the sequence would pass by itself after this step, if no trigger halted it."""
    alone = changed(step, raises=())
    after, rows = _after_trying(table, happens(table, alone))
    _, more = _after_trying(after, check_victory_and_go_on(after, halting=False))
    return rows | more | {after.row}


IN_SOME_ENTRY = 10**9
"""An entry number for trying a step out: later than all, as 0 would stand for the set-up."""


def _after_trying(table: Table, happening: Happening) -> tuple[Table, frozenset[RuleId]]:
    """The table after what happens, and the rows that were passed."""
    rows = set()
    try:
        item = next(happening)
        while True:
            if isinstance(item, RowPassed):
                rows.add(item.row)
            if isinstance(item, Event):
                table = item.after(table, IN_SOME_ENTRY)
            item = happening.send(table)
    except StopIteration:
        return table, frozenset(rows)


def announced_triggers_arise(before: Table, table: Table) -> Happening:
    """X9: what was announced for the row of the step arises, if the step has led on from that row."""
    if table.announced and table.done:
        for row in dict.fromkeys((before.row, table.row)):
            table = yield from triggers_arise_at(table, row)
    return table


def raised_triggers_arise(
    before: Table, table: Table, step: Any, happens: Happens, usual: RuleId
) -> Happening:
    """X5: triggers raised for the row of the step go into hands, those for a later row are announced.

    `before` and `table`: as they were before the step, and are after it. `usual`: the row of triggers
    that name none in `at`. If a judge forces the step, triggers that cannot arise are left out.
    """
    rows = partial(_rows_passed, before, step, happens)
    for raised in getattr(step, "raises", ()):
        if step.forced and _refusal_of_item(before, raised, {*table.used}, rows):
            continue
        said = raised.at or usual
        # At G.c a regroup is led on to G.d, which is done with the same step.
        if said == before.row or (table.done and said == table.row):
            table = yield TriggerArose(raised.id, raised.owner, raised.source, ("X5", said))
        else:
            at, rules = row_meant(table, said)
            table = yield TriggerAnnounced(
                raised.id, raised.owner, raised.source, at, ("X5", at, *rules)
            )
    return table
