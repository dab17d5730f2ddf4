"""Asked of every step first: what it names exists (G1) and is one's own (G2); whose go it is (T1)."""

from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Refusal, Since, first_of, illegal, requires
from domain.kernel.steps import quoted_value
from domain.voidsiege.commands import spoken_name
from domain.voidsiege.fields import Aimed
from domain.voidsiege.table import Table

DECIDES = ("T1", "P1", "P2")


def refusal_if_missing(table: Table, name: str) -> Refusal | None:
    """Refuses a unit that this game does not know, or that was destroyed."""
    unit = table.units.get(name)
    if unit is None:
        return illegal(f"there is no unit {quoted_value(name)} in this game")
    if unit.destroyed is not None:
        why = f"“{name}” was reported destroyed in entry {unit.destroyed} and no longer exists"
        return illegal(why, since=unit.destroyed)
    return None


def refusal_if_gone(table: Table, *names: str | None) -> Refusal | None:
    """Refuses the first of these units that does not exist; also asked when a judge rules."""
    return first_of(refusal_if_missing(table, name) for name in names if name is not None)


@requires("G1")
def the_unit_exists(table: Table, step: Any) -> Refusal | None:
    return refusal_if_missing(table, step.unit)


@requires("G1")
def the_target_exists(table: Table, step: Any) -> Refusal | None:
    return refusal_if_missing(table, step.target) if step.target is not None else None


@requires("G1")
def the_command_exists(table: Table, step: Aimed) -> Refusal | None:
    word = step.command
    if word in table.commands or word is None or word == "charge":
        return None
    known = ", ".join((*table.commands, "charge"))
    return illegal(f"“command” is one of {known}, not {quoted_value(word)}")


@requires("G2")
def the_unit_is_ones_own(table: Table, step: Any) -> Refusal | None:
    owner = table.units[step.unit].owner
    if owner == step.by:
        return None
    return illegal(f"“{step.unit}” is {owner}'s unit; {step.by} does not act with it")


@requires("P2", "T1")
def no_command_is_under_way(table: Table, _step: Any) -> Refusal | None:
    acting = table.acting
    if acting is None:
        return None
    return illegal(
        f"{spoken_name(acting.command)} of “{acting.unit}” is under way since entry {acting.entry}; "
        "one command at a time, and none interrupts another",
        since=acting,
    )


@requires("T1", "C8", "P3", "P1", "E6")
def it_is_the_players_go(table: Table, step: Any) -> Refusal | None:
    go, points = table.go, table.points[step.by]
    if go.player == step.by:
        return None
    why, since = whose_go(table)
    cites = ["T1"]
    if go.reaction:
        cites += ["C8", "P3"]
    if not points:
        cites += ["P1", "E6"]
    if not points and not go.skipped:
        why += f"; and {step.by} has no command point left this round"
        since = (since, table.spent.get(step.by))
    return illegal(f"it is {go.player}'s go, not {step.by}'s{why}", *cites, since=since)


def whose_go(table: Table) -> tuple[str, Since]:
    """Why the go is this player's, as the end of a sentence, and the entries behind it."""
    go = table.go
    other = table.opponent(go.player)
    if go.skipped:
        return f", as {other} has no command point left this round", table.spent.get(other)
    if not go.given:
        return "", ()
    if not go.reaction:
        return f", as {other} had the last one", go.given
    if table.law["C8"] == "costs_go":
        why = f", as {other} reacted to the last command in entry {go.reaction}"
        return why, go.reaction
    return f", as {other} gave the last command, and a reaction costs no go here", go.given


def refusal_if_arriving(
    table: Table,
    unit: str,
    cites: tuple[RuleId, ...] = ("P20",),
    why: str = "is no target until its owner has moved it",
) -> Refusal | None:
    """Refuses a unit that is arriving, as a target or to be shot at (P20)."""
    fact = table.units[unit].arriving
    if fact is None or not fact.value:
        return None
    return illegal(
        f"“{unit}” is arriving ({fact.by} reported it in entry {fact.entry}) and {why}",
        *cites,
        since=fact,
        arriving={"unit": unit, "reported_by": fact.by, "entry": fact.entry},
    )
