"""Answering: who holds the chance, passing, and saying that the step should end (N3, N4, A11, T5, T6, E5)."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from domain.kernel.fields import UNSAID, WORDS, one_of
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, all_of, entries, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from domain.nullshapers.chapters.choosing import NOTHING_ELSE_IS_WAITED_FOR
from domain.nullshapers.chapters.moves import ending_standing_passes_if_ruled
from domain.nullshapers.chapters.turn import Passed, step_ends
from domain.nullshapers.outline import NOBODY_ACTS, step_name
from domain.nullshapers.queue import name_of
from domain.nullshapers.table import Table

DECIDES = ("A11", "N3", "N4", "T5", "T6", "E5")


@one_of("how long", WORDS)
def how_long() -> Iterable[Any]:
    """Once, or until the step ends (N7)."""
    return (UNSAID, "step_end")


class Pass(Step):
    """Decline to act (N3), once or until the step ends (N7)."""

    until: Annotated[Literal["step_end"] | None, how_long] = None


class Next(Step):
    """Say that the step should end (E5)."""


@stored_as("nullshapers/standing_pass_given/v1")
class StandingPassGiven(Event):
    """A player passes by themselves from now on, until the step ends."""

    SAYS = "{player} passes by themselves until the step ends."

    player: str
    rules: tuple[RuleId, ...] = cites("N7")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, standing={**table.standing, self.player: entry})


@requires("T5")
def somebody_may_act_in_this_step(table: Table, _step: Any) -> Refusal | None:
    if table.step in NOBODY_ACTS:
        return illegal(f"nobody acts in {step_name(table.step)}", step=table.step)
    return None


@requires("T6", "N3", "N4", "M2")
def they_hold_the_chance(table: Table, step: Any) -> Refusal | None:
    if step.by == table.chance:
        return None
    since = entries(table.chance_since)
    if not table.queue:
        return illegal(
            _why_not_on_an_empty_queue(table, step.by), "T6", since=since, chance=table.chance
        )
    top = table.queue[-1]
    cites = ["N3"]
    reason = f"{_holds_the_chance(table)}, not {step.by}"
    if top.by == step.by:
        cites.append("N4")
        reason += f"; {name_of(top)} on top is {step.by}'s own"
    if table.law["M2"] == "until_execution" and step.by in table.passed:
        cites.append("M2")
        reason += f"; {step.by} has passed and is not asked again before the next execution"
        since = entries(table.chance_since, table.passed_since.get(step.by, 0))
    return illegal(reason, *cites, since=since, chance=table.chance, top=top.name)


def _why_not_on_an_empty_queue(table: Table, by: str) -> str:
    if by == table.turn_player:
        return f"{by} has declined; {_holds_the_chance(table)}"
    return (
        f"nothing waits in the queue and it is {table.turn_player}'s turn: {by} may start "
        f"something only after {table.turn_player} has declined"
    )


def _holds_the_chance(table: Table) -> str:
    return f"{table.chance} holds the chance since entry {table.chance_since}"


@requires("A11", "N1")
def the_top_can_be_answered(table: Table, _step: Any) -> Refusal | None:
    top = table.top
    if top is None or top.card is None or top.skill is not None:
        return None
    if not table.printed[top.card].unanswerable:
        return None
    return illegal(f"{name_of(top)} is on top and cannot be answered", since=top)


def pass_chance(table: Table, step: Pass | Next) -> Happening:
    """The player passes (N3), or declines on an empty queue (T6); with `until`, for the whole step (N7)."""
    rule = "N3" if table.queue else "T6"
    standing = isinstance(step, Pass) and step.until is not None
    until = " until the step ends" if standing else ""
    yield grounds(f"{step.by} declines{until}", rule, *(("N7",) if standing else ()))
    table = yield Passed(step.by, step.forced, (rule,))
    if standing and not step.forced:
        table = yield StandingPassGiven(step.by)
    return table


@requires("T5")
def only_the_turn_player_ends_a_step_without_a_window(table: Table, step: Next) -> Refusal | None:
    if table.nobody_acts and step.by != table.turn_player:
        return illegal(f"only {table.turn_player}, whose turn it is, ends {step_name(table.step)}")
    return None


@requires("E5")
def nothing_waits_in_the_queue(table: Table, _step: Next) -> Refusal | None:
    if table.queue:
        number = len(table.queue)
        waiting = "an action waits" if number == 1 else f"{number} actions wait"
        why = f"{waiting} in the queue, and a step ends only when the queue is empty"
        return illegal(why, since=tuple(item.since for item in table.queue[-1:]))
    return None


@requires("T6")
def they_may_decline(table: Table, step: Next) -> Refusal | None:
    """In a step in which nobody acts there is no chance to hold, and nothing to decline."""
    if table.nobody_acts:
        return None
    return they_hold_the_chance(table, step)


def end_step_or_pass(table: Table, step: Next) -> Happening:
    """On an empty queue the same as a pass; in refresh and reset the step ends."""
    if not table.nobody_acts:
        return (yield from pass_chance(table, step))
    yield grounds(f"{step.by} ends {step_name(table.step)}", "E5")
    table = yield Passed(step.by, step.forced, ("T6",))
    # Made legal, the step keeps its own entry's number; that of the judge's is in `ruled`.
    return (yield from step_ends(table, table.ruled if step.forced else step.entry, "T5"))


def somebody_acts(table: Table, step: Any) -> Refusal | None:
    """What a judge needs to act on: no choice is waited for, and the step is not refresh or reset (T5)."""
    waiting = all_of(*NOTHING_ELSE_IS_WAITED_FOR)(table, step)
    if waiting is not None:
        return waiting
    if table.nobody_acts:
        return illegal(f"nobody acts in {step_name(table.step)}")
    return None


MAY_ACT = (*NOTHING_ELSE_IS_WAITED_FOR, somebody_may_act_in_this_step, they_hold_the_chance)


PASS = Procedure(
    Pass, ending_standing_passes_if_ruled(pass_chance), MAY_ACT, acts_on=all_of(somebody_acts)
)


NEXT = Procedure(
    Next,
    ending_standing_passes_if_ruled(end_step_or_pass),
    checks=(
        *NOTHING_ELSE_IS_WAITED_FOR,
        only_the_turn_player_ends_a_step_without_a_window,
        nothing_waits_in_the_queue,
        they_may_decline,
    ),
    acts_on=all_of(*NOTHING_ELSE_IS_WAITED_FOR),
)
