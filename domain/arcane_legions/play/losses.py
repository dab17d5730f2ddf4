"""Figures downed, units that leave the battlefield, and who scores for them (V1)."""

from domain.arcane_legions.table.events_combat import FigureDowned, UnitLeft
from domain.arcane_legions.table.events_table import VictoryPointsScored
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.wording import list_in_words

DECIDES = ("U7", "V1")


def scores(
    table: Table,
    player: str | None,
    unit: Unit,
    worth: int,
    what: str,
    rules: tuple[RuleId, ...] = ("V1",),
) -> Happening:
    """Victory points for an enemy loss; nothing for one's own."""
    if player and player != unit.owner:
        table = yield VictoryPointsScored(player, worth, what, rules)
        yield grounds(score_in_words(table, player, worth))
    return table


def score_in_words(table: Table, player: str, worth: int) -> str:
    """What a player has scored, as a ruling tells it."""
    now = table.victory_points[player]
    return (
        f"{player} scores {points(worth, 'victory point')} and has {now} of {table.victory_target}"
    )


def figures_fall(table: Table, unit: Unit, figures: tuple[str, ...], scorer: str) -> Happening:
    """Figures without hit points go down, and the unit with its last."""
    if not figures:
        return table
    down = [one for one in dict.fromkeys(figures) if table.units[unit.id].left_of(one) <= 0]
    if down:
        yield grounds(
            f"{list_in_words(down)} of {unit.id} {'goes' if len(down) == 1 else 'go'} down"
        )
    for figure in down:
        table = yield FigureDowned(unit.id, figure, ("K7",))
        if unit.card.figures[figure].commander:
            table = yield from scores(table, scorer, unit, 1, f"{unit.id}'s commander is down")
    if table.units[unit.id].standing:
        return table
    table = yield from leaves(unit, "destroyed", ("K7", "F1"))
    return (yield from scores(table, scorer, unit, unit.worth, f"{unit.id} is destroyed"))


LEFT = {"destroyed": "is destroyed", "pushed": "is pushed to death"}
"""Why a unit left the battlefield, as a ruling tells it; a report has told it itself."""


def leaves(unit: Unit, reason: str, rules: tuple[RuleId, ...]) -> Happening:
    """The unit leaves the battlefield; its owner is out with the last of them (V4)."""
    table = yield UnitLeft(unit.id, reason, rules)
    if reason in LEFT:
        yield grounds(f"{unit.id} {LEFT[reason]}")
    if not table.forces[unit.owner]:
        yield grounds(f"{unit.owner} has no unit left and is out")
    return table


def reported_gone(unit: Unit, credit: str | None) -> Happening:
    """A report takes a unit off; commanders are not counted."""
    table = yield from leaves(unit, "reported", ("F1",))
    return (yield from scores(table, credit, unit, unit.worth, f"{unit.id} is destroyed"))


def pushed_to_death(unit: Unit) -> Happening:
    """The last figure was pushed off (U7)."""
    table = yield from leaves(unit, "pushed", ("U7", "F1"))
    if table.law["A12"] == "none":
        return table
    what = f"{unit.id} was pushed to death"
    for player in table.playing:
        table = yield from scores(table, player, unit, unit.worth, what, ("U7", "A12"))
    return table
