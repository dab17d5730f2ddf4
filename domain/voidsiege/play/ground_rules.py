"""What is asked of every step first: that what it names exists (G1), and is one's own to use (G2).

With them the questions that commands and reactions share: whose go it is (T1), the bond of a
restriction removed (E15), restrictions held (S1) and the bar on Rally (P14).
"""

from typing import Any

from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.steps import shown
from domain.kernel.wording import listed
from domain.voidsiege.law.commands import RESTRICTED_BY, spoken
from domain.voidsiege.table.state import Held, Table, Unit
from domain.voidsiege.table.steps import Aimed, React

WILL = "will_of_the_masters"


def missing(table: Table, name: str) -> Refusal | None:
    """Refuses a unit that this game does not know, or that was destroyed."""
    unit = table.units.get(name)
    if unit is None:
        return illegal(f"there is no unit {shown(name)} in this game")
    if unit.destroyed is not None:
        return illegal(
            f"“{name}” was reported destroyed in entry {unit.destroyed} and no longer exists",
            since=(unit.destroyed,),
        )
    return None


def gone(table: Table, *names: str | None) -> Refusal | None:
    """The first of these units that does not exist, refused; a judge's ruling asks it once more."""
    refusals = (missing(table, name) for name in names if name is not None)
    return next((refusal for refusal in refusals if refusal is not None), None)


@requires("G1")
def the_unit_exists(table: Table, step: Any) -> Refusal | None:
    return missing(table, step.unit)


@requires("G1")
def the_target_exists(table: Table, step: Any) -> Refusal | None:
    return missing(table, step.target) if step.target is not None else None


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
        f"{spoken(acting.command)} of “{acting.unit}” is under way since entry {acting.entry}; "
        "one command at a time, and none interrupts another",
        since=(acting.entry,),
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
        since = (*since, *table.spent.get(step.by, ()))
    return illegal(f"it is {go.player}'s go, not {step.by}'s{why}", *cites, since=since)


def whose_go(table: Table) -> tuple[str, tuple[int, ...]]:
    """Why the go is this player's, as the end of a sentence, and the entries behind it."""
    go = table.go
    other = table.opponent(go.player)
    if go.skipped:
        return f", as {other} has no command point left this round", table.spent.get(other, ())
    if not go.given:
        return "", ()
    if not go.reaction:
        return f", as {other} had the last one", (go.given,)
    if table.law["C8"] == "costs_go":
        why = f", as {other} reacted to the last command in entry {go.reaction}"
        return why, (go.reaction,)
    return f", as {other} gave the last command, and a reaction costs no go here", (go.given,)


def removed_by(table: Table, rule: str) -> tuple[str, ...]:
    """What a removal by this special rule rests on: its own page, or the table's word on U4."""
    settled = ("U4",) if rule in table.removals else ()
    return ("P16", *settled) if rule == WILL or not settled else settled


@requires("P16", "U4", "E15")
def no_other_unit_is_bound(table: Table, step: Aimed) -> Refusal | None:
    bond = table.bonds.get(step.by)
    if bond is None or bond.unit == step.unit:
        return None
    return illegal(
        f"{step.by} used {spoken(bond.rule)} for “{bond.unit}” in entry {bond.entry}, "
        f"so that unit acts next and not “{step.unit}”",
        *removed_by(table, bond.rule),
        "E15",
        since=(bond.entry,),
    )


def told(unit: Unit, *restrictions: str) -> str:
    """Where restrictions come from: “b1” holds shoot since entry 14 (ben reacted with Shoot)."""
    from_where: dict[Held, list[str]] = {}
    for restriction in restrictions:
        from_where.setdefault(unit.held[restriction], []).append(restriction)
    parts = (f"{listed(held)} {_since(unit, how)}" for how, held in from_where.items())
    return f"“{unit.name}” holds {', and '.join(parts)}"


def _since(unit: Unit, held: Held) -> str:
    if not held.declared:
        return "since the set-up"
    how = "reacted with" if held.reaction else "gave it"
    what = f"{unit.owner} {how} {spoken(held.command)}"
    if held.declared == held.entry:
        return f"since entry {held.entry} ({what})"
    return f"since entry {held.entry} ({what} in entry {held.declared})"


def made_by(unit: Unit, *restrictions: str) -> tuple[int, ...]:
    """The entries that these restrictions come from."""
    entries = [n for one in restrictions for n in (unit.held[one].declared, unit.held[one].entry)]
    return tuple(dict.fromkeys(n for n in entries if n))


@requires("S1", "S5", "P11", "E1", "C14")
def it_holds_no_restriction_of_the_command(table: Table, step: Aimed) -> Refusal | None:
    unit = table.units[step.unit]
    if not unit.held:
        return None
    row = table.row(step.command)
    if row.name == "snap_fire":
        return _snap_fire_despite_shoot(table, unit)
    overlap = [one for one in row.restrictions if one in unit.held]
    if not overlap:
        return None
    lasts, again = ("it lasts", "it") if len(overlap) == 1 else ("they last", "them")
    return illegal(
        f"{told(unit, *overlap)}; {lasts} until the round ends, "
        f"and {spoken(row.name)} would apply {again} again",
        *RESTRICTED_BY.get(row.name, ("S1",)),
        since=made_by(unit, *overlap),
        restrictions=overlap,
    )


def _snap_fire_despite_shoot(table: Table, unit: Unit) -> Refusal | None:
    if table.law["C14"] == "exempt" or "shoot" not in unit.held:
        return None
    return illegal(
        f"{told(unit, 'shoot')}, and at this table Snap Fire is not exempt from restrictions",
        "C14",
        "S1",
        since=made_by(unit, "shoot"),
        restrictions=["shoot"],
    )


@requires("P14")
def no_objective_bars_rally(table: Table, step: Aimed) -> Refusal | None:
    fact = table.holds_objective(step.by) if step.command == "rally" else None
    if fact is None:
        return None
    return illegal(
        f"in scenario 1 Rally is closed to {step.by}, who controls an objective "
        f"({fact.by} reported it in entry {fact.entry})",
        since=(fact.entry,),
        controls_objective={"player": step.by, "reported_by": fact.by, "entry": fact.entry},
    )


@requires("T3")
def charge_is_no_reaction(_table: Table, step: React) -> Refusal | None:
    if step.command != "charge":
        return None
    return illegal("a Charge is a way to use another command; there is no reaction “charge”")
