"""Working off the queue: moves, shots and melees, carried out or not, in the order due."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Refusal, grounds, illegal, requires
from domain.voidsiege.law.commands import NOUNS, STEP_OF_PART, spoken
from domain.voidsiege.play.ground_rules import gone, listed, missing, the_unit_is_ones_own
from domain.voidsiege.play.losses import destroyed
from domain.voidsiege.play.windows import waits_for_answer
from domain.voidsiege.table.events import MeleeFought, PartFailed, UnitArrived, UnitMoved, UnitShot
from domain.voidsiege.table.state import Acting, Item, Table
from domain.voidsiege.table.steps import STEP_OF, CarriedOut, Melee, Move, Shoot


@requires("G1")
def the_unit_exists_or_its_shot_stands(table: Table, step: CarriedOut) -> Refusal | None:
    if isinstance(step, Shoot) and table.stands(step.unit, "shoot") is not None:
        return None
    return missing(table, step.unit)


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
    return gone(table, *step.destroyed)


@requires("P2", "T4", "P6", "C16", "C1", "T6", "T8", "T10")
def no_answer_is_awaited(table: Table, _step: CarriedOut) -> Refusal | None:
    return waits_for_answer(table)


@requires("T2", "P2")
def it_stands_in_the_queue(table: Table, step: CarriedOut) -> Refusal | None:
    wanted = STEP_OF[type(step)]
    if table.stands(step.unit, wanted) is not None:
        return None
    acting, noun = table.acting, NOUNS[wanted]
    if acting is None:
        return illegal(f"no command is under way, so no {noun} of “{step.unit}” is to be done")
    return illegal(
        f"no {noun} of “{step.unit}” stands in the queue: it was not declared, or is done "
        f"({_in_order(table.queue)})",
        since=(acting.entry,),
    )


def _in_order(queue: tuple[Item, ...]) -> str:
    left = ", ".join(f"{NOUNS[item.step]} of “{item.unit}”" for item in queue)
    return f"still to do: {left}"


@requires("T7", "T8", "T9", "T10", "T13", "C2", "C3")
def it_is_due(table: Table, step: CarriedOut) -> Refusal | None:
    wanted = STEP_OF[type(step)]
    due = table.due
    if any(item.unit == step.unit and item.step == wanted for item in due):
        return None
    acting = table.under_way
    if _gives_up_the_shot(acting, step, due[0]):
        return None
    return not_its_turn(table, acting, due[0], step.unit, wanted)


def _gives_up_the_shot(acting: Acting, step: CarriedOut, due: Item) -> bool:
    """While its target is due, the acting unit's shot may be given up."""
    if due.step != "target" or step.completed:
        return False
    return isinstance(step, Shoot) and step.unit == acting.unit


def not_its_turn(table: Table, acting: Acting, due: Item, unit: str, wanted: str) -> Refusal:
    """Something else is due first; the rules depend on what."""
    owner = table.units[due.unit].owner
    return illegal(
        f"first comes the {NOUNS[due.step]} of “{due.unit}”, which {owner} declared in entry "
        f"{due.entry}; the {NOUNS[wanted]} of “{unit}” comes later",
        *_order(acting, due, unit, wanted),
        since=(due.entry,),
    )


def _order(acting: Acting, due: Item, unit: str, wanted: str) -> tuple[str, ...]:
    timing = "C3" if acting.charge else "C2"
    if due.step == "move" and due.unit == acting.unit:
        reactions_shot = wanted == "shoot" and unit != acting.unit
        return ("T7", timing) if reactions_shot else ("T7",)
    if due.step == "move":
        return ("T8",) if acting.charge else ("T10",)
    if due.step == "target":
        return ("T9",)
    return ("T13",) if wanted == "melee" else (timing,)


@requires("P7")
def a_reaction_made_it_impossible(table: Table, step: CarriedOut) -> Refusal | None:
    if step.because != "reaction":
        return None
    reaction = table.reaction
    if reaction is None:
        why = "nobody has reacted to this command, so no reaction made it impossible"
        return illegal(why, since=(table.under_way.entry,))
    if reaction.unit != step.unit:
        return None
    return illegal(
        f"“{step.unit}” is the reacting unit, and nothing answers a reaction",
        since=(reaction.entry,),
    )


@requires("G1")
def there_is_something_to_carry_out(table: Table, step: CarriedOut) -> Refusal | None:
    """What a judge needs: the step stands in the queue, and a shot that is fired has a target."""
    acting, wanted = table.acting, STEP_OF[type(step)]
    if acting is None or table.stands(step.unit, wanted) is None:
        return illegal(f"no {NOUNS[wanted]} of “{step.unit}” stands in the queue")
    untargeted = step.unit == acting.unit and acting.target is None
    if wanted == "shoot" and step.completed and untargeted:
        return illegal("the shot has no target yet", since=(acting.entry,))
    return None if isinstance(step, Move) else gone(table, *(step.destroyed or ()))


def move(table: Table, step: Move) -> Happening:
    """The unit has moved; one that was arriving has arrived."""
    if not step.completed:
        return (yield from fail(table, step))
    acting = table.under_way
    own = step.unit == acting.unit
    rules = ("T8",) if acting.charge else ("T7",) if own else ("T10",)
    yield grounds(f"“{step.unit}” moves.", *rules)
    table = yield UnitMoved(step.unit, rules)
    if table.units[step.unit].is_arriving:
        table = yield UnitArrived(step.unit)
    return table


def shoot(table: Table, step: Shoot) -> Happening:
    """The shot is resolved, and those who fell to it are gone."""
    if not step.completed:
        return (yield from fail(table, step))
    rules = shot_by(table, step)
    yield grounds(f"“{step.unit}” shoots at “{_aimed_at(table, step.unit)}”.", *rules)
    table = yield UnitShot(step.unit, rules)
    return (yield from destroyed(table, step.destroyed or (), step.by))


def _aimed_at(table: Table, unit: str) -> str | None:
    if table.reaction is not None and table.reaction.unit == unit:
        return table.reaction.target
    return table.under_way.target


def shot_by(table: Table, step: Shoot) -> tuple[str, ...]:
    """The rules a shot rests on: C2 or C3 where a reaction's was declared before the move."""
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
    yield grounds(f"“{step.unit}” fights “{table.under_way.target}” in melee.", "T13")
    table = yield MeleeFought(step.unit, ("T13",))
    return (yield from destroyed(table, step.destroyed or (), step.by))


def fail(table: Table, step: CarriedOut) -> Happening:
    """The step is done with, but was not carried out: P7, or what C23 and C24 say."""
    assert step.because is not None
    wanted, command = STEP_OF[type(step)], _command_of(table, step.unit)
    question = "C23" if step.unit == table.under_way.unit else "C24"
    rule = "P7" if step.because == "reaction" else question
    why = _what_it_costs(table, wanted, command, rule)
    order = {"move": ("T7",), "shoot": ("T12",), "melee": ("T13",)}[wanted]
    yield grounds(
        f"The {NOUNS[wanted]} of “{step.unit}” ({spoken(command)}) is not carried out: {why}.",
        rule,
    )
    return (yield PartFailed(step.unit, wanted, step.because, (rule, *order)))


def _what_it_costs(table: Table, wanted: str, command: str, rule: str) -> str:
    """What becomes of the restriction of a part that was not carried out."""
    if rule == "P7":
        return "the reaction made it impossible"
    applied = [
        one for part, its in table.row(command).parts for one in its if STEP_OF_PART[part] == wanted
    ]
    if not applied:
        return "it would have applied no restriction"
    stays = "arrives all the same" if table.law[rule] == "applies" else "falls away"
    return f"its restriction ({listed(applied)}) {stays}"


def _command_of(table: Table, unit: str) -> str:
    if table.reaction is not None and table.reaction.unit == unit:
        return table.reaction.command
    return table.under_way.command


BEFORE: tuple[Check, ...] = (the_unit_exists_or_its_shot_stands, a_failure_has_its_reason)
IN_TURN: tuple[Check, ...] = (
    the_unit_is_ones_own,
    no_answer_is_awaited,
    it_stands_in_the_queue,
    it_is_due,
    a_reaction_made_it_impossible,
)

MOVE = Procedure(Move, move, checks=(*BEFORE, *IN_TURN), acts_on=there_is_something_to_carry_out)
SHOOT = Procedure(
    Shoot,
    shoot,
    checks=(*BEFORE, those_who_fell_existed, *IN_TURN),
    acts_on=there_is_something_to_carry_out,
)
MELEE = Procedure(
    Melee,
    fight,
    checks=(*BEFORE, those_who_fell_existed, *IN_TURN),
    acts_on=there_is_something_to_carry_out,
)
