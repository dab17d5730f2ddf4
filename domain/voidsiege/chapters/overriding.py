"""Steps that are not carried out: overridden by the reaction (P7, C33) or failed (C23, C24)."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from domain.kernel.fields import UNSAID, WORDS, StepFields, one_of
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, Since, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, stored_as
from domain.kernel.wording import list_in_words
from domain.voidsiege.chapters.losses import with_nobody_to_fight
from domain.voidsiege.chapters.windows import pass_over
from domain.voidsiege.commands import NOUNS, STEP_OF_PART, spoken_name
from domain.voidsiege.fields import UNITS
from domain.voidsiege.table import Reaction, Rules, Table, without_step

DECIDES = ("P7",)


@one_of("the unit that owes it", UNITS)
def owing_unit(table: Table, player: str, said: StepFields) -> Iterable[str]:
    return [
        item.unit
        for item in table.queue
        if item.step == said["do"] and table.units[item.unit].owner == player
    ]


@one_of("whether it was carried out", WORDS)
def whether_it_was_done() -> Iterable[Any]:
    return (UNSAID, False)


@one_of("why it was not", WORDS)
def why_it_was_not(said: StepFields) -> Iterable[Any]:
    return ("reaction", "own") if "completed" in said else (UNSAID,)


class CarriedOut(Step):
    """A step of the queue: carried out, or not, with the reason."""

    owed: ClassVar[str]
    """The step of the queue that it carries out."""
    unit: Annotated[str, owing_unit]
    completed: Annotated[bool, whether_it_was_done] = True
    because: Annotated[Literal["reaction", "own"] | None, why_it_was_not] = None


@stored_as("voidsiege/part_failed/v1")
class PartFailed(Event):
    """A declared part is done with, but was not carried out."""

    SAYS = "The {event.part} of “{unit}” is not carried out."

    unit: str
    step: str
    """`move`, `shoot` or `melee`."""
    because: str
    """`reaction`: the reaction made it impossible; `own`: anything else."""
    rules: Rules

    @property
    def part(self) -> str:
        return NOUNS[self.step]

    def after(self, table: Table, entry: int) -> Table:
        after = table.with_steps_done(((self.unit, self.step),), entry, self.because)
        if self.step != "shoot" or table.acting is None or table.acting.unit != self.unit:
            return after
        # A shot that was given up needs no target any more.
        return changed(after, queue=without_step(after.queue, self.unit, "target"))


@requires("P7", "T12", "C33")
def a_reaction_made_it_impossible(table: Table, step: CarriedOut) -> Refusal | None:
    if step.because != "reaction":
        return None
    reaction = table.reaction
    if reaction is None:
        why = "nobody has reacted to this command, so no reaction made it impossible"
        return illegal(why, "P7", since=table.under_way)
    if reaction.unit == step.unit:
        why = f"“{step.unit}” is the reacting unit, and nothing answers a reaction"
        return illegal(why, "P7", since=reaction)
    wanted = step.owed
    if _has_done_something(reaction, wanted) or _has_braced(table, reaction):
        return None
    return _it_has_done_nothing(table, reaction, wanted)


def _has_done_something(reaction: Reaction, wanted: str) -> bool:
    """Whether the reaction has carried out a move or shot that can have overridden this step."""
    together = wanted == "shoot" and reaction.exchanged
    shot = reaction.has_carried_out("shoot") and not together
    return shot or reaction.has_carried_out("move")


def _has_braced(table: Table, reaction: Reaction) -> bool:
    """Whether the reaction overrides by bracing or rallying alone (C33)."""
    return table.law["C33"] == "brace_overrides" and table.row(reaction.command).braces


def _it_has_done_nothing(table: Table, reaction: Reaction, wanted: str) -> Refusal:
    row, cites = table.row(reaction.command), ["P7"]
    due = (item.step for item in table.queue if item.unit == reaction.unit)
    why = [f"its {NOUNS[step]} is still due" for step in due]
    for step, failed in reaction.failed.items():
        fell = "fell away" if failed == "fell" else "was not carried out"
        why.append(f"its {NOUNS[step]} {fell}")
    if wanted == "shoot" and (reaction.exchanged or table.shots_are_exchanged):
        cites.append("T12")
        why.append("shots that are due together override nothing in each other")
    if row.braces:
        cites.append("C33")
        why.append("at this table bracing or rallying overrides nothing")
    reason = (
        f"{row.words} of “{reaction.unit}” has not made it impossible: "
        f"{'; '.join(why) or 'it has done nothing'}"
    )
    return illegal(reason, *cites, since=(reaction, *reaction.done.values()))


def fail(table: Table, step: CarriedOut) -> Happening:
    """Ends a step that was not carried out: by P7, or as C23 and C24 say."""
    assert step.because is not None
    wanted, command = step.owed, table.order_of(step.unit).command
    question = "C23" if step.unit == table.under_way.unit else "C24"
    rule = "P7" if step.because == "reaction" else question
    why = _what_becomes_of_restriction(table, wanted, command, rule)
    order = {"move": ("T7",), "shoot": ("T12",), "melee": ("T13",)}[wanted]
    also, since = _rules_of_overriding(table, wanted) if rule == "P7" else ((), ())
    table = yield from pass_over(table)
    reason = (
        f"The {NOUNS[wanted]} of “{step.unit}” ({spoken_name(command)}) is not carried out: {why}."
    )
    yield grounds(reason, rule, *also, since=since)
    table = yield PartFailed(step.unit, wanted, step.because, (rule, *also, *order))
    return (yield from with_nobody_to_fight(table))


def _rules_of_overriding(table: Table, wanted: str) -> tuple[tuple[str, ...], Since]:
    """C33 if a brace or a rally alone made this step impossible; and the entry of the reaction."""
    reaction = table.reaction
    if reaction is None:
        return (), ()
    alone = _has_braced(table, reaction) and not _has_done_something(reaction, wanted)
    return ("C33",) if alone else (), reaction


def _what_becomes_of_restriction(table: Table, wanted: str, command: str, rule: str) -> str:
    """Why no restriction, or which one, comes of a part that was not carried out: the end of a sentence."""
    if rule == "P7":
        return "the reaction made it impossible"
    applied = [
        one for part, its in table.row(command).parts for one in its if STEP_OF_PART[part] == wanted
    ]
    if not applied:
        return "it would have applied no restriction"
    stays = "arrives all the same" if table.law[rule] == "applies" else "falls away"
    return f"its restriction ({list_in_words(applied)}) {stays}"
