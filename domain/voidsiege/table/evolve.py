"""How each event changes the table."""

from collections.abc import Mapping
from typing import Any, TypeVar

from domain.kernel.evolves import Evolves
from domain.kernel.shapes.lasting import ending, outlasting
from domain.kernel.values import changed, made_of, without_item
from domain.voidsiege.table import events as e
from domain.voidsiege.table.queue import (
    queue_of_command,
    still_to_be_shot,
    with_reaction,
    without_step,
)
from domain.voidsiege.table.state import Bond, Fact, Go, Held, Table, Unit
from domain.voidsiege.table.under_way import Acting, OpenWindow, Reaction

evolves = Evolves()


@evolves(e.CommandDeclared)
def after_command_declared(table: Table, event: e.CommandDeclared, entry: int) -> Table:
    remarked = event.remarked or "E17" in event.rules
    acting = made_of(Acting, event, player=event.by, entry=entry, remarked=remarked)
    bonds = without_bond(table, event.by, event.unit)
    return changed(table, acting=acting, queue=queue_of_command(table, event, entry), bonds=bonds)


def without_bond(table: Table, player: str, unit: str) -> Mapping[str, Bond]:
    """The bonds without that of this player to this unit (E15)."""
    bond = table.bonds.get(player)
    if bond is None or bond.unit != unit:
        return table.bonds
    return without_item(table.bonds, player)


@evolves(e.PointSpent)
def after_point_spent(table: Table, event: e.PointSpent, entry: int) -> Table:
    player, spent = event.player, table.spent
    if event.left < table.points[player]:
        spent = {**spent, player: (*spent.get(player, ()), entry)}
    return changed(table, points={**table.points, player: event.left}, spent=spent)


@evolves(e.WindowOpened)
def after_window_opened(table: Table, event: e.WindowOpened, entry: int) -> Table:
    acting = table.acting and changed(table.acting, window=event.window)
    return changed(table, acting=acting, window=OpenWindow(event.window, event.player, entry))


@evolves(e.WindowDeclined, e.WindowClosed)
def after_window_unanswered(
    table: Table, event: e.WindowDeclined | e.WindowClosed, entry: int
) -> Table:
    """With the window goes the bond of the player who was asked (E15)."""
    passed_over = isinstance(event, e.WindowClosed)
    acting = table.acting and changed(table.acting, unanswered=entry, passed_over=passed_over)
    bonds = without_item(table.bonds, event.player)
    return changed(table, acting=acting, window=None, bonds=bonds)


@evolves(e.Reacted)
def after_reacted(table: Table, event: e.Reacted, entry: int) -> Table:
    early = table.acting_unit_still_moves
    reaction = Reaction(event.unit, event.by, event.command, event.target, entry, early)
    closes = table.window is not None
    bonds = (
        without_item(table.bonds, event.by) if closes else without_bond(table, event.by, event.unit)
    )
    queue = with_reaction(table, event, entry)
    return changed(table, reaction=reaction, window=None, queue=queue, bonds=bonds)


@evolves(e.UnitMoved, e.UnitShot, e.MeleeFought)
def after_step_done(
    table: Table, event: e.UnitMoved | e.UnitShot | e.MeleeFought, entry: int
) -> Table:
    return _with_steps_done(table, ((event.unit, DONE[type(event)]),), entry)


DONE: Mapping[type, str] = {e.UnitMoved: "move", e.UnitShot: "shoot", e.MeleeFought: "melee"}

Order = TypeVar("Order", Acting, Reaction)


def _with_steps_done(
    table: Table, steps: tuple[tuple[str, str], ...], entry: int, failed: str = ""
) -> Table:
    """The table with what became of these steps of units; they have left the queue."""
    acting, reaction, queue = table.acting, table.reaction, table.queue
    for unit, step in steps:
        acting = _with_step_done(table, acting, unit, step, entry, failed)
        reaction = _with_step_done(table, reaction, unit, step, entry, failed)
        queue = without_step(queue, unit, step)
    return changed(table, acting=acting, reaction=reaction, queue=queue)


def _with_step_done(
    table: Table, order: Order | None, unit: str, step: str, entry: int, failed: str
) -> Order | None:
    """The command or reaction with what became of this step, if it is that of this unit."""
    if order is None:
        return None
    after = order
    if isinstance(after, Reaction) and step == "shoot" and table.shots_are_exchanged:
        after = changed(after, exchanged=True)
    if order.unit != unit:
        return after
    after = changed(after, done={**order.done, step: entry})
    return changed(after, failed={**order.failed, step: failed}) if failed else after


@evolves(e.PartFailed)
def after_part_failed(table: Table, event: e.PartFailed, entry: int) -> Table:
    after = _with_steps_done(table, ((event.unit, event.step),), entry, event.because)
    if event.step != "shoot" or table.acting is None or table.acting.unit != event.unit:
        return after
    return changed(after, queue=without_step(after.queue, event.unit, "target"))


@evolves(e.TargetNamed)
def after_target_named(table: Table, event: e.TargetNamed, _entry: int) -> Table:
    acting = table.acting and changed(table.acting, target=event.target)
    return changed(table, acting=acting, queue=without_step(table.queue, event.unit, "target"))


def with_unit(table: Table, name: str, **fields: Any) -> Table:
    unit: Unit = changed(table.units[name], **fields)
    return changed(table, units={**table.units, name: unit})


@evolves(e.UnitArrived)
def after_unit_arrived(table: Table, event: e.UnitArrived, _entry: int) -> Table:
    return with_unit(table, event.unit, arriving=None)


@evolves(e.UnitDestroyed)
def after_unit_destroyed(table: Table, event: e.UnitDestroyed, entry: int) -> Table:
    unit = table.units[event.unit]
    return changed(
        with_unit(table, event.unit, destroyed=entry, held={}),
        left={**table.left, unit.owner: table.left[unit.owner] - 1},
        bonds=without_bond(table, unit.owner, event.unit),
        queue=still_to_be_shot(table, event.unit),
    )


@evolves(e.OwedStepsFell)
def after_owed_steps_fell(table: Table, event: e.OwedStepsFell, entry: int) -> Table:
    return _with_steps_done(table, event.steps, entry, "fell")


@evolves(e.RestrictionArrived)
def after_restriction_arrived(table: Table, event: e.RestrictionArrived, entry: int) -> Table:
    held = Held(entry, table.round, event.declared, event.command, event.reaction)
    before = table.units[event.unit].held
    return with_unit(table, event.unit, held={**before, event.restriction: held})


@evolves(e.RestrictionRemoved)
def after_restriction_removed(table: Table, event: e.RestrictionRemoved, entry: int) -> Table:
    unit = table.units[event.unit]
    held = without_item(unit.held, event.restriction)
    lost = {**unit.lost, event.restriction: entry}
    after = with_unit(table, event.unit, held=held, lost=lost)
    if not event.binds:
        return after
    bond = Bond(event.unit, entry, event.rule)
    return changed(after, bonds={**table.bonds, event.by: bond})


@evolves(e.CommandClosed)
def after_command_closed(table: Table, event: e.CommandClosed, _entry: int) -> Table:
    given = table.acting.entry if table.acting is not None else 0
    reaction = table.reaction.entry if table.reaction is not None else 0
    return changed(table, acting=None, reaction=None, go=Go(event.by, given, reaction))


@evolves(e.UnableDeclared)
def after_unable_declared(table: Table, event: e.UnableDeclared, entry: int) -> Table:
    bonds = without_item(table.bonds, event.player)
    return changed(table, go=Go(event.player, entry), bonds=bonds)


@evolves(e.GoPassed)
def after_go_passed(table: Table, event: e.GoPassed, entry: int) -> Table:
    skipped = "E6" in event.rules
    go = changed(table.go, player=event.player, skipped=skipped, passed=entry)
    return changed(table, go=go)


@evolves(e.RoundEnded)
def after_round_ended(table: Table, event: e.RoundEnded, entry: int) -> Table:
    units = {name: _beyond_round(unit, event.round, entry) for name, unit in table.units.items()}
    return changed(table, units=units)


def _beyond_round(unit: Unit, number: int, entry: int) -> Unit:
    """Without what it held through this round (S4)."""
    ended = ending(unit.held, number)
    if not ended:
        return unit
    lost = {**unit.lost, **dict.fromkeys(ended, entry)}
    return changed(unit, held=outlasting(unit.held, number), lost=lost)


@evolves(e.RoundBegan)
def after_round_began(table: Table, event: e.RoundBegan, _entry: int) -> Table:
    return changed(table, round=event.round, points=dict(event.points), spent={})


@evolves(e.ObjectiveControlReported)
def after_objective_control_reported(
    table: Table, event: e.ObjectiveControlReported, entry: int
) -> Table:
    fact = Fact(event.value, event.reported_by, entry)
    return changed(table, controls={**table.controls, event.player: fact})


@evolves(e.ObjectiveNearnessReported)
def after_objective_nearness_reported(
    table: Table, event: e.ObjectiveNearnessReported, entry: int
) -> Table:
    fact = Fact(event.value, event.reported_by, entry)
    return with_unit(table, event.unit, near_objective=fact)


@evolves(e.ArrivalReported)
def after_arrival_reported(table: Table, event: e.ArrivalReported, entry: int) -> Table:
    return with_unit(table, event.unit, arriving=Fact(event.value, event.reported_by, entry))


evolves.sets(e.PlayerConceded)


@evolves(e.GameEnded)
def after_game_ended(table: Table, event: e.GameEnded, entry: int) -> Table:
    nothing_under_way = {"acting": None, "reaction": None, "window": None, "queue": ()}
    return changed(table, over=True, winner=event.winner, ended=entry, **nothing_under_way)
