"""Figures downed, units that leave the battlefield, and who scores for them (V1)."""

from domain.arcane_legions.table.events_combat import FigureDowned, UnitLeft
from domain.arcane_legions.table.events_table import VictoryPointsScored
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening


def scores(table: Table, player: str | None, unit: Unit, points: int, what: str) -> Happening:
    """Victory points for an enemy loss; nothing for one's own."""
    if player and player != unit.owner:
        table = yield VictoryPointsScored(player, points, what, ("V1",))
    return table


def taken(table: Table, unit: Unit, figures: tuple[str, ...], scorer: str) -> Happening:
    """Figures without hit points go down, and the unit with its last."""
    if not figures:
        return table
    for figure in dict.fromkeys(figures):
        if table.units[unit.id].left_of(figure) > 0:
            continue
        table = yield FigureDowned(unit.id, figure, ("K7",))
        if unit.card.figures[figure].commander:
            table = yield from scores(table, scorer, unit, 1, f"{unit.id}'s commander is down")
    return (yield from _destroyed(table, unit, scorer))


def _destroyed(table: Table, unit: Unit, scorer: str) -> Happening:
    if table.units[unit.id].standing:
        return table
    table = yield UnitLeft(unit.id, "destroyed", ("K7", "F1"))
    return (yield from scores(table, scorer, unit, unit.worth, f"{unit.id} is destroyed"))


def reported_gone(unit: Unit, credit: str | None) -> Happening:
    """A report takes a unit off; commanders are not counted."""
    table = yield UnitLeft(unit.id, "reported", ("F1",))
    return (yield from scores(table, credit, unit, unit.worth, f"{unit.id} is destroyed"))


def pushed_to_death(unit: Unit) -> Happening:
    """The last figure was pushed off (U7)."""
    table = yield UnitLeft(unit.id, "pushed", ("U7", "F1"))
    if table.law["A12"] == "none":
        return table
    rules: tuple[RuleId, ...] = ("U7", "A12")
    for player in table.playing:
        if player != unit.owner:
            what = f"{unit.id} was pushed to death"
            table = yield VictoryPointsScored(player, unit.worth, what, rules)
    return table
