"""The table for eyes: each player's units with their marks, and the queue, what is due first on top."""

from collections.abc import Iterator

from domain.kernel.board import Group, Mark, Piece
from domain.kernel.ruleset import Viewer
from domain.voidsiege.chapters.ground_rules import whose_go
from domain.voidsiege.chapters.restrictions import rules_of_removal
from domain.voidsiege.chapters.windows import WINDOWS
from domain.voidsiege.commands import spoken_name
from domain.voidsiege.table import Table, Unit
from domain.voidsiege.view.under_way import Part, command_under_way, parts_due


def board(table: Table, _viewer: Viewer) -> tuple[Group, ...]:
    """The queue while a command is under way, then each player's units."""
    sides = tuple(_side(table, player) for player in table.players)
    return (_queue(table), *sides) if table.acting is not None else sides


def _queue(table: Table) -> Group:
    acting, reaction, window = table.under_way, table.reaction, table.window
    note = f"{command_under_way(table)}, entry {acting.entry}"
    if reaction is not None:
        answer = f"{spoken_name(reaction.command)} of “{reaction.unit}”"
        note += f"; answered by {answer}, entry {reaction.entry}"
    pieces = tuple(map(_piece_of_part, parts_due(table)))
    if window is not None:
        asked = f"{window.player} answers first"
        opens = WINDOWS[window.name].opens
        mark = Mark("open", window.entry, opens, "until the answer", binds=True)
        pieces = (Piece("window", asked, _may_answer(window.name), (mark,)), *pieces)
    return Group("To be done", None, pieces, note, ordered=True)


def _may_answer(window: str) -> str:
    return "Snap Fire only" if WINDOWS[window].snap_fire_only else "any reaction"


def _piece_of_part(part: Part) -> Piece:
    marks = [Mark("due", part.since)] if part.is_due else []
    if part.state == "vain":
        marks.append(Mark("in vain: its target is gone", part.fell, ("E8",), binds=True))
    name = f"{part.unit} {part.step}"
    return Piece(name, name, part.whose, tuple(marks))


def _side(table: Table, player: str) -> Group:
    units = (unit for unit in table.units.values() if unit.owner == player)
    points = table.points[player]
    word = "point" if points == 1 else "points"
    pieces = tuple(piece_of(table, unit) for unit in units)
    return Group(player, player, pieces, f"{points} command {word}")


def piece_of(table: Table, unit: Unit) -> Piece:
    gone = unit.destroyed is not None
    note = f"destroyed, entry {unit.destroyed}" if gone else ""
    if not gone and unit.abilities:
        note = ", ".join(spoken_name(ability) for ability in sorted(unit.abilities))
    return Piece(unit.name, unit.name, note, tuple(_marks(table, unit)), gone)


def _marks(table: Table, unit: Unit) -> Iterator[Mark]:
    for restriction in sorted(unit.held):
        held = unit.held[restriction]
        rules = ("S2", *table.row(held.command).applies_by) if held.declared else ()
        yield Mark(restriction, held.since, rules, "until the round ends", binds=True)
    if unit.arriving is not None and unit.is_arriving:
        yield Mark("arriving", unit.arriving.entry, ("P20", "E12"), "until it has moved")
    if unit.near_objective is not None and unit.near_objective.value:
        rules = ("P15",) if table.reinforced else ()
        yield Mark("near objective", unit.near_objective.entry, rules, "until reported otherwise")
    bond = table.bonds.get(unit.owner)
    if bond is not None and bond.unit == unit.name:
        by = (*rules_of_removal(table, bond.rule), "E15")
        yield Mark("acts next", bond.entry, by, "until it was activated")


def chance(table: Table) -> str:
    if table.over:
        result = f"{table.winner} has won" if table.winner else "nobody has won"
        return f"The game is over since entry {table.ended}: {result}."
    if table.window is not None:
        may = _may_answer(table.window.name)
        by = table.window.player
        return f"{by} may answer {command_under_way(table)}: {may}, or let it pass."
    if table.acting is not None:
        due = " and ".join(
            f"{table.units[item.unit].owner} {DUE[item.step].format(item.unit)}"
            for item in table.due
        )
        return f"{due} in {command_under_way(table)}."
    return _go(table)


DUE = {
    "move": "moves “{}”",
    "target": "names the target of “{}”",
    "shoot": "resolves the shot of “{}”",
    "melee": "fights the melee of “{}”",
}


def _go(table: Table) -> str:
    player = table.go.player
    bond = table.bonds.get(player)
    if bond is not None:
        return f"{player} gives “{bond.unit}” a command, bound to it by {spoken_name(bond.rule)}."
    go = table.go
    why, _ = whose_go(table) if go.skipped or go.reaction else ("", ())
    return f"{player} gives a unit a command{why}."
