"""Choosing the target of a combat or a special order at C.a, R.a and S.a, or none."""

from domain.arcane_legions.law.outline import ROWS
from domain.arcane_legions.play.judging import at_its_row, procedure_of, the_ordering_player_decides
from domain.arcane_legions.play.raising import RowOf
from domain.arcane_legions.table.events import EffectAimed, OrderAborted, TargetChosen
from domain.arcane_legions.table.facts import Fact
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import NoPay, NoTarget, Target
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import unknown_unit
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, first_of, grounds, illegal, requires
from domain.kernel.steps import said_in
from domain.kernel.wording import list_in_words

SIDE_FIELDS = ("side", "from")
SIGHT_FIELDS = ("units_between", "hindering", "blocking", "melee")
FIELDS = {
    "C.a": ("unit", *SIDE_FIELDS),
    "R.a": ("unit", *SIDE_FIELDS, *SIGHT_FIELDS),
    "S.a": ("unit", "units", "what"),
}
"""The fields that `target` takes at each row."""


@requires("G1")
def the_units_exist(table: Table, step: Target) -> Refusal | None:
    if step.units == ():
        return illegal("“units” names at least one unit")
    if step.unit is None and step.units is None and step.what is None:
        return illegal("“target” needs “unit”; at S.a one of “unit”, “units”, “what”")
    return unknown_unit(
        table, *((step.unit,) if step.unit is not None else ()), *(step.units or ())
    )


@requires("G1")
def the_fields_are_those_of_the_row(table: Table, step: Target) -> Refusal | None:
    row = table.row
    given = list(said_in(step))
    foreign = [name for name in given if name not in FIELDS[row]]
    if foreign:
        takes = ", ".join(FIELDS[row])
        reason = f"“target” at {row} does not know “{foreign[0]}”: it takes {takes}"
        return illegal(reason, since=entries(table.order.since))
    if row == "S.a" and len(given) > 1:
        reason = f"“target” at S.a takes one of unit, units, what, not {' and '.join(given)}"
        return illegal(reason, since=entries(table.order.since))
    return None


@requires("C.a", "R.a", "F1")
def the_target_is_an_enemy_in_reach(table: Table, step: Target) -> Refusal | None:
    """Adjacent at C.a, in range at R.a, as far as was reported; a special order at S.a takes any unit."""
    if table.row == "S.a":
        return None
    assert step.unit is not None
    unit, target = table.acting_unit(), table.units[step.unit]
    if target.owner == unit.owner:
        reason = f"{target.id} is {unit.owner}'s own; a target is an enemy unit"
        return illegal(reason, table.row, since=entries(table.order.since))
    return (
        refusal_if_gone(target, table.row)
        or _refusal_if_out_of_reach(table, unit, target)
        or _refusal_of_side(table, unit, target, step.side)
    )


def refusal_if_gone(unit: Unit, *cites: RuleId) -> Refusal | None:
    """Refuses a unit that is no longer on the battlefield, by the rules of its check or by these."""
    if unit.standing:
        return None
    when = f"in entry {unit.left}" if unit.left else "before the game began"
    reason = f"{unit.id} left the battlefield {when}"
    return illegal(reason, *cites, since=entries(unit.left))


def _refusal_if_out_of_reach(table: Table, unit: Unit, target: Unit) -> Refusal | None:
    if table.row == "C.a":
        there, fact = table.is_adjacent(unit.id, target.id), table.adjacency(unit.id, target.id)
        reach = "adjacent to"
    else:
        there, fact = table.is_in_range(unit.id, target.id), _newest(table, unit, target)
        reach = "in range of"
    if there:
        return None
    said = f" ({fact.source})" if fact else ": nobody has reported it"
    reason = f"{target.id} is not {reach} {unit.id}{said}"
    since = entries(fact.entry if fact else None, table.order.since)
    return illegal(reason, table.row, since=since, **(fact.as_reason if fact else {}))


def _newest(table: Table, unit: Unit, target: Unit) -> Fact | None:
    """The newest report on the range between the two units."""
    sides = table.ranges_between(unit.id, target.id).values()
    return max(sides, key=lambda fact: fact.entry, default=None)


def _refusal_of_side(table: Table, unit: Unit, target: Unit, side: str | None) -> Refusal | None:
    """Refuses a side of the target that is not in range, if any of its sides are known to be."""
    if side is None or table.row == "C.a":
        return None
    known = table.sides_in_range(unit.id, target.id)
    if not known or side in known:
        return None
    facts = table.ranges_between(unit.id, target.id)
    reason = f"of {target.id} {list_in_words(known)} {'is' if len(known) == 1 else 'are'} in range, not {side}"
    since = entries(*(fact.entry for fact in facts.values()), table.order.since)
    return illegal(reason, "R.a", "F1", since=since)


@requires("K3")
def nothing_blocks_the_shot(table: Table, step: Target) -> Refusal | None:
    if not step.blocking:
        return None
    since = entries(table.order.since)
    return illegal("blocking terrain lies in the way, so there is no shot", since=since)


@requires("S.a")
def each_unit_is_on_the_battlefield(table: Table, step: Target) -> Refusal | None:
    named = _units(step) if table.row == "S.a" else ()
    return first_of(refusal_if_gone(table.units[id]) for id in named)


def _units(step: Target) -> tuple[str, ...]:
    """The units named as targets of a special order; none if it is aimed at something else."""
    return step.units or ((step.unit,) if step.unit else ())


def choose_a_target(table: Table, step: Target) -> Happening:
    """What the step leaves unsaid is as if there were none: no side, and nothing in the way of a shot."""
    row, order = table.row, table.order
    if row == "S.a":
        units = _units(step)
        named = " and ".join(units) or f"“{step.what}”"
        yield grounds(f"{order.name} is aimed at {named}", row)
        return (yield EffectAimed(order.unit, units, step.what or "", (row,)))
    assert step.unit is not None
    yield grounds(f"{step.unit} is the target of {order.name}", row)
    sides = step.side or "", step.own_side or ""
    between, melee = (step.units_between or 0, step.hindering or 0), bool(step.melee)
    return (yield TargetChosen(order.unit, step.unit, *sides, *between, melee, (row,)))


TARGET = procedure_of(
    Target,
    choose_a_target,
    names=(the_units_exist,),
    when=at_its_row("target"),
    checks=(
        the_ordering_player_decides,
        the_fields_are_those_of_the_row,
        the_target_is_an_enemy_in_reach,
        nothing_blocks_the_shot,
        each_unit_is_on_the_battlefield,
    ),
    acts_on=(the_fields_are_those_of_the_row,),
    of_facts=True,
)


def abort_order(table: Table, step: NoTarget | NoPay) -> Happening:
    """The order ends without target or payment; it goes on at the row of the outline for that."""
    row = table.row
    do, what = ("no_target", "target") if isinstance(step, NoTarget) else ("no_pay", "payment")
    lands = ROWS[row].waits[do]
    yield grounds(f"without a {what} {table.order.name} ends: it goes on at {lands}", row)
    return (yield OrderAborted(table.order.unit, lands, (row,)))


def where_it_lands(do: str) -> RowOf:
    """The row at which an order goes on that is aborted with this step; they differ (C.j, S.f)."""
    return lambda table: ROWS[table.row].waits[do]


NO_TARGET = procedure_of(
    NoTarget,
    abort_order,
    when=at_its_row("no_target"),
    checks=(the_ordering_player_decides,),
    triggers_arise=where_it_lands("no_target"),
)
