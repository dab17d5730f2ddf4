"""Restrictions: what they forbid, when they arrive, how long they last, and who may remove them."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from domain.kernel.fields import WORDS, StepFields, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, Since, grounds, illegal, requires, undetermined
from domain.kernel.steps import Step, quoted_value
from domain.kernel.values import Event, changed, stored_as, without_item
from domain.kernel.wording import list_in_words
from domain.voidsiege.chapters.ground_rules import the_unit_exists, the_unit_is_ones_own, whose_go
from domain.voidsiege.commands import STEP_OF_PART, Command, spoken_name
from domain.voidsiege.fields import RESTRICTIONS, Aimed, RestrictionWord, own_unit
from domain.voidsiege.table import WILL, Acting, Bond, Held, Reaction, Rules, Table, Unit

DECIDES = ("S1", "S2", "S3", "S4", "S5", "P11", "P14", "P16", "E5", "E15")


@one_of("a restriction that it holds", RESTRICTIONS)
def held_restriction(table: Table, said: StepFields) -> Iterable[str]:
    return sorted(table.units[said["unit"]].held)


@one_of("the special rule that removes it", WORDS)
def removing_rule(table: Table, said: StepFields) -> Iterable[str]:
    abilities = table.units[said["unit"]].abilities
    return sorted(name for name in abilities if table.special_rule(name) in (WILL, *table.removals))


class RemoveRestriction(Step):
    """Take a restriction off a unit by a special rule."""

    unit: Annotated[str, own_unit]
    restriction: Annotated[RestrictionWord | str, held_restriction]
    rule: Annotated[str, removing_rule]


@stored_as("voidsiege/restriction_arrived/v1")
class RestrictionArrived(Event):
    """A command has been resolved and its restriction arrives."""

    SAYS = "“{unit}” now holds {restriction}."

    unit: str
    restriction: str
    command: str
    """The command or reaction that applies it."""
    declared: int
    """The entry at which it was declared."""
    rules: Rules
    reaction: bool = False

    def after(self, table: Table, entry: int) -> Table:
        held = Held(entry, table.round, self.declared, self.command, self.reaction)
        before = table.units[self.unit].held
        return table.with_unit(self.unit, held={**before, self.restriction: held})


@stored_as("voidsiege/restriction_removed/v2")
class RestrictionRemoved(Event):
    """A special rule took a restriction off a unit."""

    SAYS = "“{unit}” no longer holds {restriction}."

    unit: str
    restriction: str
    by: str
    rule: str
    """The special rule; empty where an old row does not say which one a judge let through."""
    rules: Rules
    binds: bool = True
    """The player must now activate this unit, and may remove nothing more before (E15)."""

    def after(self, table: Table, entry: int) -> Table:
        unit = table.units[self.unit]
        held = without_item(unit.held, self.restriction)
        lost = {**unit.lost, self.restriction: entry}
        after = table.with_unit(self.unit, held=held, lost=lost)
        if not self.binds:
            return after
        bond = Bond(self.unit, entry, self.rule)
        return changed(after, bonds={**table.bonds, self.by: bond})


def held_in_words(unit: Unit, *restrictions: str) -> str:
    """Where restrictions come from: “b1” holds shoot since entry 14 (ben reacted with Shoot)."""
    from_where: dict[Held, list[str]] = {}
    for restriction in restrictions:
        from_where.setdefault(unit.held[restriction], []).append(restriction)
    parts = (f"{list_in_words(held)} {_since(unit, how)}" for how, held in from_where.items())
    return f"“{unit.name}” holds {', and '.join(parts)}"


def _since(unit: Unit, held: Held) -> str:
    if not held.declared:
        return f"since entry {held.since}" if held.since else "since the set-up"
    how = "reacted with" if held.reaction else "gave it"
    what = f"{unit.owner} {how} {spoken_name(held.command)}"
    if held.declared == held.since:
        return f"since entry {held.since} ({what})"
    return f"since entry {held.since} ({what} in entry {held.declared})"


def entries_behind(unit: Unit, *restrictions: str) -> Since:
    """The entries that these restrictions come from."""
    return [
        (unit.held[restriction].declared, unit.held[restriction].since)
        for restriction in restrictions
    ]


@requires("S1", "S5", "P11", "E1", "E20", "C14")
def it_holds_no_restriction_of_the_command(table: Table, step: Aimed) -> Refusal | None:
    unit = table.units[step.unit]
    if not unit.held:
        return None
    row = table.row(step.command)
    if row.name == "snap_fire":
        return _snap_fire_despite_shoot(table, unit)
    overlap = [restriction for restriction in row.restrictions if restriction in unit.held]
    if not overlap:
        return None
    lasts, again = ("it lasts", "it") if len(overlap) == 1 else ("they last", "them")
    why = (
        f"{held_in_words(unit, *overlap)}; {lasts} until the round ends, "
        f"and {row.words} would apply {again} again"
    )
    since = entries_behind(unit, *overlap)
    return illegal(why, *row.restricted_by, since=since, restrictions=overlap)


def _snap_fire_despite_shoot(table: Table, unit: Unit) -> Refusal | None:
    if table.law["C14"] == "exempt" or "shoot" not in unit.held:
        return None
    held = held_in_words(unit, "shoot")
    why = f"{held}, and at this table Snap Fire is not exempt from restrictions"
    return illegal(why, "C14", "S1", since=entries_behind(unit, "shoot"), restrictions=["shoot"])


@requires("P14")
def no_objective_bars_rally(table: Table, step: Aimed) -> Refusal | None:
    fact = table.holds_objective(step.by) if step.command == "rally" else None
    if fact is None:
        return None
    return illegal(
        f"in scenario 1 Rally is closed to {step.by}, who controls an objective "
        f"({fact.by} reported it in entry {fact.entry})",
        since=fact,
        controls_objective={"player": step.by, "reported_by": fact.by, "entry": fact.entry},
    )


def arrive(table: Table) -> Happening:
    """At the close restrictions arrive: for the acting unit, then the reacting one, part by part."""
    for order in (table.acting, table.reaction):
        if order is None or table.units[order.unit].destroyed is not None:
            continue
        row = table.commands[order.command]
        if not row.restrictions:
            continue
        new = []
        for restriction, rules in restrictions_due(table, row, order):
            held = table.units[order.unit].held
            # Snap Fire, or what is let happen, may apply what is held: that stays as it came.
            if restriction in held:
                continue
            new.append(restriction)
            by = (order.command, order.entry, (*rules, "S3") if held else rules)
            reaction = isinstance(order, Reaction)
            table = yield RestrictionArrived(order.unit, restriction, *by, reaction)
        if new:
            yield grounds(f"“{order.unit}” now holds {list_in_words(new)}.")
    return table


def restrictions_due(
    table: Table, row: Command, order: Acting | Reaction
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each restriction that arrives, with the rules that bring it (S2)."""
    reaction = isinstance(order, Reaction)
    by = ("S2", *row.applies_by, *(("E5",) if reaction else ()))
    question = "C24" if reaction else "C23"
    for part, restrictions in row.parts:
        failed = order.failed.get(STEP_OF_PART[part])
        if failed == "reaction" or (failed and table.law[question] != "applies"):
            continue
        for restriction in restrictions:
            yield restriction, (*by, question) if failed else by


@requires("G1")
def the_restriction_exists(table: Table, step: RemoveRestriction) -> Refusal | None:
    words = table.restriction_words
    if step.restriction in words:
        return None
    found = quoted_value(step.restriction)
    return illegal(f"“restriction” is one of {', '.join(words)}, not {found}")


@requires("S4", "P16", "U4")
def the_unit_holds_it(table: Table, step: RemoveRestriction) -> Refusal | None:
    unit = table.units[step.unit]
    if step.restriction in unit.held:
        return None
    why, entry = f"“{step.unit}” does not hold {step.restriction}", unit.lost.get(step.restriction)
    if entry is not None:
        why += f" any more since entry {entry}"
    return illegal(why, "S4", *rules_of_removal(table, step.rule), since=entry)


@requires("U4")
def the_special_rule_is_known(table: Table, step: RemoveRestriction) -> Refusal | None:
    if table.special_rule(step.rule) in (WILL, *table.removals):
        return None
    known = " and ".join(spoken_name(rule) for rule in (WILL, *sorted(table.removals)))
    return undetermined(
        f"the rulebook at hand does not say whether {quoted_value(step.rule)} removes a restriction; "
        f"at this table only {known} {'do' if table.removals else 'does'}"
    )


@requires("P16", "U4")
def the_unit_has_the_ability(table: Table, step: RemoveRestriction) -> Refusal | None:
    abilities = table.units[step.unit].abilities
    if table.special_rule(step.rule) in map(table.special_rule, abilities):
        return None
    why = f"“{step.unit}” does not have {spoken_name(step.rule)}"
    return illegal(why, *rules_of_removal(table, step.rule))


@requires("P16", "U4")
def it_is_about_to_be_activated(table: Table, step: RemoveRestriction) -> Refusal | None:
    acting = table.acting
    if _answers(table, step.by) or (acting is None and table.go.player == step.by):
        return None
    if acting is None:
        why, since = whose_go(table)
        now = f"it is {table.go.player}'s go{why}"
    else:
        now, since = f"{spoken_name(acting.command)} of “{acting.unit}” is under way", acting
    reason = (
        f"{spoken_name(step.rule)} comes just before the unit is activated, in {step.by}'s own go or "
        f"while {step.by} is asked for a reaction; {now}"
    )
    return illegal(reason, *rules_of_removal(table, step.rule), since=since)


def _answers(table: Table, player: str) -> bool:
    return table.window is not None and table.window.player == player


@requires("C26", "P16", "U4")
def it_may_come_before_a_reaction(table: Table, step: RemoveRestriction) -> Refusal | None:
    window = table.window
    if window is None or table.law["C26"] == "allowed" or not _answers(table, step.by):
        return None
    why = f"at this table {spoken_name(step.rule)} does not come before a reaction"
    return illegal(why, "C26", *rules_of_removal(table, step.rule), since=window)


@requires("P16", "U4", "E15")
def nothing_was_removed_yet(table: Table, step: RemoveRestriction) -> Refusal | None:
    bond = table.bonds.get(step.by)
    if bond is None:
        return None
    why = (
        f"one restriction for each activation: {step.by} removed one from “{bond.unit}” "
        f"in entry {bond.entry}"
    )
    return illegal(why, *rules_of_removal(table, step.rule), "E15", since=bond)


@requires("G1")
def there_is_a_restriction(table: Table, step: RemoveRestriction) -> Refusal | None:
    """The unit holds the restriction; without it a judge's ruling has nothing to act on."""
    if step.restriction in table.units[step.unit].held:
        return None
    return illegal(f"“{step.unit}” does not hold {step.restriction}")


def remove(table: Table, step: RemoveRestriction) -> Happening:
    """The restriction is gone, and the player is bound to the unit, unless a judge let it happen."""
    rules = rules_of_removal(table, step.rule)
    if _answers(table, step.by):
        rules = (*rules, "C26")
    yield grounds(f"“{step.unit}” no longer holds {step.restriction}.", *rules)
    binds = not step.forced
    return (yield RestrictionRemoved(step.unit, step.restriction, step.by, step.rule, rules, binds))


REMOVE_RESTRICTION = Procedure(
    RemoveRestriction,
    remove,
    checks=(
        the_unit_exists,
        the_restriction_exists,
        the_unit_is_ones_own,
        the_unit_holds_it,
        the_special_rule_is_known,
        the_unit_has_the_ability,
        it_is_about_to_be_activated,
        it_may_come_before_a_reaction,
        nothing_was_removed_yet,
    ),
    acts_on=there_is_a_restriction,
)


def rules_of_removal(table: Table, rule: str) -> tuple[str, ...]:
    """P16 for Will of the Masters, U4 for a special rule that the set-up lists.

    P16 also for a rule that the rulebook does not settle: it is cited until U4 is asked.
    """
    return ("U4",) if table.special_rule(rule) in table.removals else ("P16",)


@requires("P16", "U4", "E15")
def no_other_unit_is_bound(table: Table, step: Aimed) -> Refusal | None:
    bond = table.bonds.get(step.by)
    if bond is None or bond.unit == step.unit:
        return None
    why = (
        f"{step.by} used {spoken_name(bond.rule)} for “{bond.unit}” in entry {bond.entry}, "
        f"so that unit acts next and not “{step.unit}”"
    )
    return illegal(why, *rules_of_removal(table, bond.rule), "E15", since=bond)
