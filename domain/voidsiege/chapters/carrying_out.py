"""Working off the queue: moves, shots and melees, carried out or not, in the order due."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from domain.kernel.fields import UNSAID, Several, StepFields, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, Since, grounds, illegal, requires
from domain.kernel.steps import NAMED
from domain.kernel.values import Event, cites, stored_as
from domain.kernel.wording import list_in_words
from domain.voidsiege.chapters.ground_rules import (
    refusal_if_gone,
    refusal_if_missing,
    the_unit_is_ones_own,
)
from domain.voidsiege.chapters.losses import destroy, with_nobody_to_fight
from domain.voidsiege.chapters.overriding import CarriedOut, a_reaction_made_it_impossible, fail
from domain.voidsiege.chapters.windows import no_answer_is_awaited, pass_over
from domain.voidsiege.commands import NOUNS
from domain.voidsiege.fields import UNITS
from domain.voidsiege.table import Acting, Item, Rules, Table

DECIDES = ("T2", "T7", "T8", "T12", "T13", "E8", "E12", "E18")


@one_of("units that fell to it, if any", UNITS, "Who fell?")
def fallen_unit(table: Table, player: str, said: StepFields) -> Iterable[str]:
    """Whom it was aimed at first, then the opponent's."""
    item = next((item for item in table.queue if item.unit == said.get("unit")), None)
    aim = item and table.aim_of(item)
    likely = sorted(table.living, key=lambda unit: (unit.name != aim, unit.owner == player))
    return [unit.name for unit in likely if unit.name not in said["destroyed"]]


def _any_number(_table: Table, _player: str, said: StepFields) -> tuple[int, int | None]:
    return (0, 0) if "completed" in said else (0, None)


those_who_fell = Several(fallen_unit, _any_number, listed=False, mostly_one=True)


@one_of("whom it fights", UNITS, "Whom does it fight?")
def whom_it_fights(table: Table, said: StepFields) -> Iterable[Any]:
    """The charged unit is not said; one that has come between is (E18)."""
    between = table.came_between
    if between is None or "completed" in said or table.units[between].destroyed is not None:
        return (UNSAID,)
    return (UNSAID, between)


class Move(CarriedOut):
    """Carry out the move that is due, or say that it could not be done."""

    owed: ClassVar[str] = "move"


class Shoot(CarriedOut):
    """Resolve the shot that is due, with those who fell to it, or give it up."""

    owed: ClassVar[str] = "shoot"

    destroyed: Annotated[tuple[str, ...] | None, NAMED, those_who_fell] = None


class Melee(CarriedOut):
    """Fight the melee of a Charge, with those who fell in it, or say that it did not come to it."""

    owed: ClassVar[str] = "melee"

    destroyed: Annotated[tuple[str, ...] | None, NAMED, those_who_fell] = None
    target: Annotated[str | None, whom_it_fights] = None
    """Whom it fights; the command's target where nobody is named."""


@stored_as("voidsiege/unit_moved/v1")
class UnitMoved(Event):
    """A unit carried out its move."""

    SAYS = "“{unit}” moves."

    unit: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        return table.with_steps_done(((self.unit, "move"),), entry)


@stored_as("voidsiege/unit_arrived/v1")
class UnitArrived(Event):
    """An arriving unit has moved and may be chosen as a target again."""

    SAYS = "“{unit}” has arrived."

    unit: str
    rules: Rules = cites("P20", "E12")

    def after(self, table: Table, _entry: int) -> Table:
        return table.with_unit(self.unit, arriving=None)


@stored_as("voidsiege/unit_shot/v1")
class UnitShot(Event):
    """A unit's shot was resolved."""

    SAYS = "The shot of “{unit}” is resolved."

    unit: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        return table.with_steps_done(((self.unit, "shoot"),), entry)


@stored_as("voidsiege/melee_fought/v2")
class MeleeFought(Event):
    """The melee of a Charge was fought."""

    SAYS = "The melee of “{unit}” is fought."

    unit: str
    rules: Rules
    target: str | None = None
    """The unit that was fought, where it is another than the command's target (E18)."""

    def after(self, table: Table, entry: int) -> Table:
        return table.with_steps_done(((self.unit, "melee"),), entry)


@requires("G1")
def the_unit_exists_or_its_shot_stands(table: Table, step: CarriedOut) -> Refusal | None:
    if isinstance(step, Shoot) and table.item_asking(step.unit, "shoot") is not None:
        return None
    return refusal_if_missing(table, step.unit)


@requires("G1")
def a_failure_has_its_reason(_table: Table, step: CarriedOut) -> Refusal | None:
    if step.completed == (step.because is None):
        return None
    if step.completed:
        return illegal("“because” goes with “completed: false” only")
    return illegal("“completed: false” needs “because”: reaction or own")


@requires("G1")
def those_who_fell_existed(table: Table, step: Shoot | Melee) -> Refusal | None:
    if step.destroyed is None:
        return None
    if not step.completed:
        return illegal("“destroyed” goes only with a step that was carried out")
    if len(set(step.destroyed)) < len(step.destroyed):
        return illegal("“destroyed” names a unit twice")
    return refusal_if_gone(table, *step.destroyed)


@requires("T2", "P2")
def it_stands_in_the_queue(table: Table, step: CarriedOut) -> Refusal | None:
    wanted = step.owed
    if table.item_asking(step.unit, wanted) is not None:
        return None
    noun = NOUNS[wanted]
    if table.acting is None:
        why = f"no command is under way, so no {noun} of “{step.unit}” is to be done"
        return illegal(why, since=table.go)
    why, since = _why_not_in_the_queue(table, step.unit, wanted)
    left = ", ".join(f"{NOUNS[item.step]} of “{item.unit}”" for item in table.queue)
    reason = f"no {noun} of “{step.unit}” stands in the queue: {why} (still to do: {left})"
    return illegal(reason, since=since)


def _why_not_in_the_queue(table: Table, unit: str, wanted: str) -> tuple[str, Since]:
    """What became of the step, and the entry behind it."""
    order = table.order_of(unit)
    if order.unit != unit or wanted not in order.done:
        return "it was not declared", order
    entry, failed = order.done[wanted], order.failed.get(wanted)
    became = {None: "it was carried out", "fell": "it fell away"}.get(failed, "it was given up")
    return f"{became} in entry {entry}", (order, entry)


@requires("T7", "T8", "T9", "T10", "T13", "C2", "C3")
def it_is_due(table: Table, step: CarriedOut) -> Refusal | None:
    wanted = step.owed
    due = table.due
    if any(item.unit == step.unit and item.step == wanted for item in due):
        return None
    if _gives_up_the_shot(table.under_way, step, due[0]):
        return None
    return not_its_turn(table, step.unit, wanted)


def _gives_up_the_shot(acting: Acting, step: CarriedOut, due: Item) -> bool:
    """While its target is due, the acting unit's shot may be given up."""
    if due.step != "target" or step.completed:
        return False
    return isinstance(step, Shoot) and step.unit == acting.unit


def not_its_turn(table: Table, unit: str, wanted: str) -> Refusal:
    """The refusal of a step before which another is due; that other step decides the rules cited."""
    due = table.due[0]
    owner = table.units[due.unit].owner
    why = (
        f"first comes the {NOUNS[due.step]} of “{due.unit}”, which {owner} declared in entry "
        f"{due.entry}; the {NOUNS[wanted]} of “{unit}” comes later"
    )
    return illegal(why, *_rules_of_order(table.under_way, due, unit, wanted), since=due)


def _rules_of_order(acting: Acting, due: Item, unit: str, wanted: str) -> tuple[str, ...]:
    timing = "C3" if acting.charge else "C2"
    if due.step == "move" and due.unit == acting.unit:
        reactions_shot = wanted == "shoot" and unit != acting.unit
        return ("T7", timing) if reactions_shot else ("T7",)
    if due.step == "move":
        return ("T8",) if acting.charge else ("T10",)
    if due.step == "target":
        return ("T9",)
    return ("T13",) if wanted == "melee" else (timing,)


@requires("E8")
def its_target_was_there(table: Table, step: Shoot | Melee) -> Refusal | None:
    wanted = step.owed
    item = table.item_asking(step.unit, wanted)
    if not step.completed or item is None or not table.is_in_vain(item):
        return None
    aim = table.aim_of(item)
    fell = table.units[aim or ""].destroyed or 0
    return illegal(
        f"“{aim}” was reported destroyed in entry {fell}, before the {NOUNS[wanted]} of "
        f"“{step.unit}” was due: say “completed: false”",
        since=fell,
    )


@requires("G1")
def who_is_fought_exists(table: Table, step: Melee) -> Refusal | None:
    if step.target is not None and not step.completed:
        return illegal("“target” goes only with a melee that was carried out")
    return refusal_if_gone(table, step.target)


@requires("T13", "E11", "E18")
def it_fights_whom_it_charged(table: Table, step: Melee) -> Refusal | None:
    acting, target = table.under_way, step.target
    if target is None or target in (acting.target, table.came_between):
        return None
    if table.units[target].owner == step.by:
        why = f"“{target}” is {step.by}'s own; a melee is fought with a unit of the opponent"
        return illegal(why, "T13", "E11")
    reason = f"“{acting.unit}” charged “{acting.target}”, and “{target}” has not come between"
    return illegal(reason, "T13", "E18", since=(acting, table.reaction))


@requires("G1")
def there_is_something_to_carry_out(table: Table, step: CarriedOut) -> Refusal | None:
    """The step is in the queue and a shot has a target; a judge cannot force a step without them."""
    acting, wanted = table.acting, step.owed
    if acting is None or table.item_asking(step.unit, wanted) is None:
        return illegal(f"no {NOUNS[wanted]} of “{step.unit}” stands in the queue")
    untargeted = step.unit == acting.unit and acting.target is None
    if wanted == "shoot" and step.completed and untargeted:
        return illegal("the shot has no target yet", since=acting)
    if not isinstance(step, Shoot | Melee):
        return None
    return refusal_if_gone(
        table, *(step.destroyed or ()), step.target if isinstance(step, Melee) else None
    )


def move(table: Table, step: Move) -> Happening:
    """The unit moves; a unit that was arriving has now arrived (E12)."""
    if not step.completed:
        return (yield from fail(table, step))
    acting = table.under_way
    own = step.unit == acting.unit
    rules = ("T8",) if acting.charge else ("T7",) if own else ("T10",)
    table = yield from pass_over(table)
    yield grounds(f"“{step.unit}” moves.", *rules)
    table = yield UnitMoved(step.unit, rules)
    if table.units[step.unit].is_arriving:
        table = yield UnitArrived(step.unit)
        yield grounds("It has arrived.")
    return (yield from with_nobody_to_fight(table))


def shoot(table: Table, step: Shoot) -> Happening:
    """The shot is resolved, and the units it destroyed are gone."""
    if not step.completed:
        return (yield from fail(table, step))
    rules, fell = rules_of_shot(table, step), step.destroyed or ()
    aim = table.order_of(step.unit).target
    table = yield from pass_over(table)
    yield grounds(f"“{step.unit}” shoots at “{aim}”{_and_fell(fell)}.", *rules)
    table = yield UnitShot(step.unit, rules)
    return (yield from destroy(table, fell, step.by))


def _and_fell(units: tuple[str, ...]) -> str:
    if not units:
        return ""
    names = list_in_words([f"“{unit}”" for unit in units])
    return f": {names} {'is' if len(units) == 1 else 'are'} destroyed"


def rules_of_shot(table: Table, step: Shoot) -> tuple[str, ...]:
    """The rules that a legal shot rests on.

    T12; for a reaction made before the acting unit moved C2, or C3 in a Charge: they say when it was
    due; for a unit destroyed in the exchange E8, by which its shot stays.
    """
    reaction = table.reaction
    rules = ["T12"]
    if reaction is not None and reaction.unit == step.unit and reaction.before_move:
        rules.append("C3" if table.under_way.charge else "C2")
    if table.units[step.unit].destroyed is not None:
        rules.append("E8")
    return tuple(rules)


def fight(table: Table, step: Melee) -> Happening:
    """The melee of a Charge is fought, and those who fell in it are gone."""
    if not step.completed:
        return (yield from fail(table, step))
    charged, fell = table.under_way.target, step.destroyed or ()
    other = step.target if step.target != charged else None
    rules = ("T13",) if other is None else ("T13", "E18")
    table = yield from pass_over(table)
    yield grounds(f"“{step.unit}” fights “{other or charged}” in melee{_and_fell(fell)}.", *rules)
    table = yield MeleeFought(step.unit, rules, other)
    return (yield from destroy(table, fell, step.by))


BEFORE: tuple[Check, ...] = (the_unit_exists_or_its_shot_stands, a_failure_has_its_reason)


IN_TURN: tuple[Check, ...] = (
    the_unit_is_ones_own,
    no_answer_is_awaited,
    it_stands_in_the_queue,
    it_is_due,
)


MOVE = Procedure(
    Move,
    move,
    checks=(*BEFORE, *IN_TURN, a_reaction_made_it_impossible),
    acts_on=there_is_something_to_carry_out,
)


SHOOT = Procedure(
    Shoot,
    shoot,
    checks=(
        *BEFORE,
        those_who_fell_existed,
        *IN_TURN,
        its_target_was_there,
        a_reaction_made_it_impossible,
    ),
    acts_on=there_is_something_to_carry_out,
)


MELEE = Procedure(
    Melee,
    fight,
    checks=(
        *BEFORE,
        those_who_fell_existed,
        who_is_fought_exists,
        *IN_TURN,
        its_target_was_there,
        it_fights_whom_it_charged,
        a_reaction_made_it_impossible,
    ),
    acts_on=there_is_something_to_carry_out,
)
