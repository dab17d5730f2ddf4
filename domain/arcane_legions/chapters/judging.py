"""How a step is judged: in which order its checks are asked, and what happens when all of them hold."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from domain.arcane_legions.chapters.keeping import may_be_kept
from domain.arcane_legions.chapters.marks import MarkedFacts
from domain.arcane_legions.chapters.raising import (
    Happens,
    RowOf,
    announced_triggers_arise,
    at_this_row,
    raised_triggers_arise,
    what_is_raised_exists,
    what_it_raises_can_arise,
)
from domain.arcane_legions.fields import FIGURES, TRIGGERS, UNITS, RaisedWithIt
from domain.arcane_legions.outline import row_in_words, rows_in_words, rows_waiting_for
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Unit
from domain.arcane_legions.wording import unknown_unit
from domain.kernel.fields import PLAYERS, Each, Several, StepFields, one_of
from domain.kernel.prompting.prompts import Ask
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Check, Grounds, Refusal, Ruling, all_of, entries, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import changed, field
from domain.kernel.wording import list_in_words

DECIDES = ("X1",)


def figures_to_hurt(unit: Unit, chosen: Iterable[str]) -> list[str]:
    """The figures that can take a point more than those chosen so far."""
    points = Counter(chosen)
    return [name for name in unit.standing if unit.hit_points_left(name) > points[name]]


@one_of("a unit that is damaged", UNITS)
def hurt_unit(table: Table) -> Iterable[str]:
    return [unit.id for unit in table.units.values() if unit.standing]


@one_of("a figure", FIGURES, lambda said: f"Which figures of {said['/key']}?")
def hurt_figure(table: Table, said: StepFields) -> Iterable[str]:
    return figures_to_hurt(table.units[said["/key"]], said["/value"])


@one_of("a unit to which figures return", UNITS)
def unit_with_losses(table: Table, player: str) -> Iterable[str]:
    """One's own first."""
    with_losses = [unit for unit in table.units.values() if unit.down]
    return [unit.id for unit in sorted(with_losses, key=lambda unit: unit.owner != player)]


@one_of("a figure", FIGURES, lambda said: f"Which figures of {said['/key']}?")
def lost_figure(table: Table, said: StepFields) -> Iterable[str]:
    down = table.units[said["/key"]].down
    return [name for name in sorted(down) if name not in said["/value"]]


@one_of("a player", PLAYERS)
def somebody(table: Table) -> Iterable[str]:
    return table.players


@one_of("how many points; less with a minus", asks="How many? Less with a minus.")
def how_many_points() -> Iterable[Ask]:
    return (Ask("number", "points"),)


damage_done = Each(hurt_unit, Several(hurt_figure, most=1), least=0)
figures_back = Each(unit_with_losses, Several(lost_figure), least=0)
points_changed = Each(somebody, how_many_points, least=0)


class Outcome(Step, kw_only=True):
    """What comes of a special order or a trigger."""

    damage: Annotated[Mapping[str, tuple[str, ...]], damage_done] = {}
    returns: Annotated[Mapping[str, tuple[str, ...]], figures_back] = field(
        default_factory=dict, name="return"
    )
    victory_points: Annotated[Mapping[str, int], points_changed] = {}
    order_points: Annotated[Mapping[str, int], points_changed] = {}
    raises: RaisedWithIt = ()


@one_of("a trigger in hand", TRIGGERS)
def trigger_in_hand(table: Table, player: str) -> Iterable[str]:
    return [trigger.id for trigger in table.hand(player)]


class Resolve(Outcome):
    """Resolve a trigger, to whatever comes of it."""

    trigger: Annotated[str, trigger_in_hand]
    not_given: Annotated[bool, may_be_kept] = False


def procedure_of(
    step: type[Step],
    happens: Happens,
    *,
    when: Check,
    checks: tuple[Check, ...],
    names: tuple[Check, ...] = (),
    acts_on: tuple[Check, ...] = (),
    triggers_arise: RowOf | None = at_this_row,
    during_triggers: bool = False,
    of_facts: bool = False,
) -> Procedure:
    """The procedure of a step that the sequence waits for.

    Its checks are asked in this order, and the first that fails refuses:
    1. `names`: what the step names exists (G1);
    2. no trigger is in hand (X1), unless the step may be taken `during_triggers`;
    3. `when`: the sequence is at a row that waits for the step (X2);
    4. `checks`: first whose step it is (G2), then the rules for it;
    5. the triggers raised with it can arise (G1, X8, X2, V6).

    Say ana has ordered a formation to move, and ben says `pay` with 1 point. With a trigger in hand
    the ruling cites X1; without one, but at another row than M.a, X2; at M.a G2, for the order is
    ana's. If ana says it, O6: it costs 2.

    A judge who lets a refused step happen sets these checks aside, but for 1, 3 and `acts_on`, without
    which there is nothing to act on. `triggers_arise`: the row of the triggers raised with the step;
    None if `happens` raises them itself. `of_facts`: whether reported facts decide on the step (A22).
    """
    raises = hasattr(step, "raises")
    asked = (
        *names,
        *(() if during_triggers else (no_trigger_is_in_hand,)),
        when,
        *map(with_causes, checks),
        *((with_causes(what_it_raises_can_arise(happens)),) if raises else ()),
    )
    facts = MarkedFacts(asked, of_facts)
    needed = (when, *names, *acts_on, *((what_is_raised_exists,) if raises else ()))
    return Procedure(
        step,
        all_that_happens(happens, triggers_arise, facts),
        tuple(map(facts.naming_facts, asked)) if of_facts or raises else asked,
        acts_on=all_of(*needed, rules=tuple(rule for check in needed for rule in check.rules)),
    )


def all_that_happens(happens: Happens, triggers_arise: RowOf | None, facts: MarkedFacts) -> Happens:
    """What comes of a legal step: first what it does itself, then the triggers, last what it rests on.

    Of the triggers those announced earlier for its row come first (X9), then those raised with it (X5).
    """

    def it_happens(before: Table, step: Any) -> Happening:
        triggers = before.announced or getattr(step, "raises", ())
        asked = (facts.of_facts or triggers) and not step.forced
        supporting = facts.supporting(before, step) if asked else None
        if supporting is None and not triggers:
            return happens(before, step)
        return it_happens_and_more(before, step, supporting)

    def it_happens_and_more(before: Table, step: Any, supporting: Grounds | None) -> Happening:
        table = yield from happens(before, step)
        if triggers_arise is not None:
            table = yield from announced_triggers_arise(before, table)
            row = triggers_arise(before)
            table = yield from raised_triggers_arise(before, table, step, happens, row)
        if supporting is not None:
            reason = supporting.reason[:1].upper() + supporting.reason[1:]
            table = yield changed(supporting, reason=reason)
        return table

    return it_happens


def with_causes(check: Check) -> Check:
    """The check; a refusal of it that names no entries gets those that led here."""
    return changed(check, causes=what_led_here)


def what_led_here(table: Table, step: Step) -> tuple[int, ...]:
    """The entries that led to this row of an order; for `resolve` the one too that raised the trigger."""
    trigger = table.used.get(step.trigger) if isinstance(step, Resolve) else None
    return entries(*(behind_the_row(table) if table.below else ()), trigger)


def behind_the_row(table: Table) -> tuple[int, ...]:
    """The entries that reached this row, began the orders on the stack, and began the turn."""
    return entries(table.since, *(order.since for order in table.orders), table.turn_since)


@requires("X1")
def no_trigger_is_in_hand(table: Table, _step: Step) -> Refusal | None:
    if not table.hands:
        return None
    waiting = tuple(table.triggers_in_hand())
    hands = list_in_words(
        f"{trigger.id} of {trigger.source} ({trigger.owner}, entry {trigger.since})"
        for trigger in waiting
    )
    reason = (
        f"the sequence halts until every trigger is resolved: {hands} "
        f"{'is' if len(waiting) == 1 else 'are'} in hand, and {table.emptying()} resolves next"
    )
    return illegal(reason, since=entries(*(trigger.since for trigger in waiting)))


def at_its_row(do: str, *besides: RuleId) -> Check:
    """The check that the sequence waits for this step (X2); elsewhere the rules `besides` are cited too."""
    rows = rows_waiting_for(do)

    def the_sequence_is_at_its_row(table: Table, _step: Step) -> Refusal | None:
        waits = table.row in rows and not table.done
        return None if waits else refusal_at_another_row(table, do, rows)

    return requires("X2", *besides)(the_sequence_is_at_its_row)


def refusal_at_another_row(table: Table, do: str, rows: tuple[RuleId, ...]) -> Refusal:
    """Refuses a step that belongs to these rows, and says where the sequence is."""
    doing = f" ({table.order.name} since entry {table.order.since})" if table.orders else ""
    here = f"at “{row_in_words(table.row)}”{doing}"
    reason = f"the sequence is {here}; “{do}” belongs to “{rows_in_words(rows)}”"
    return illegal(reason, since=behind_the_row(table), position=table.where)


def stands_firm(ruling: Ruling) -> bool:
    """Whether no judge can set the refusal aside, because there is nothing to act on.

    So it is with a name that is nothing (G1), a game that is over (G3), an open undo request (G6) and
    another row (X2), but in this game not with G2.
    """
    at_another_row = "X2" in ruling.cites and "position" in ruling.facts
    return at_another_row or not {"G1", "G3", "G6"}.isdisjoint(ruling.cites)


@requires("G2")
def the_ordering_player_decides(table: Table, step: Step) -> Refusal | None:
    owner = table.acting_unit().owner
    if step.by == owner:
        return None
    here = row_in_words(table.row)
    reason = f"{table.order.name} is {owner}'s: {owner} decides now ({here}), not {step.by}"
    return illegal(reason)


@requires("G2")
def an_owner_of_the_two_units_says_it(table: Table, step: Step) -> Refusal | None:
    owners = {unit.owner: unit.id for unit in table.fighters()}
    if step.by in owners:
        return None
    fighting = list_in_words(f"{owner} ({unit})" for owner, unit in owners.items())
    return illegal(f"this is a fight of {fighting}; {step.by} has no part in it")


@requires("G1")
def the_unit_exists(table: Table, step: Any) -> Refusal | None:
    return unknown_unit(table, step.unit)
