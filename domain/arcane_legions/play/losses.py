"""Chapter V, its losses: figures downed, units that leave the battlefield, and who scores for them (V1)."""

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


def player_scores(
    table: Table,
    player: str | None,
    unit: Unit,
    worth: int,
    what: str,
    rules: tuple[RuleId, ...] = ("V1",),
) -> Happening:
    """V1: victory points for an enemy loss, none for one's own. `worth`: how many; `what` was lost."""
    if player and player != unit.owner:
        table = yield VictoryPointsScored(player, worth, what, rules)
        yield grounds(score_in_words(table, player, worth))
    return table


def score_in_words(table: Table, player: str, worth: int) -> str:
    """That a player has scored so many victory points, and how many that makes: “ana scores 2 …”."""
    now = table.victory_points[player]
    return (
        f"{player} scores {points(worth, 'victory point')} and has {now} of {table.victory_target}"
    )


def figures_go_down(table: Table, unit: Unit, figures: tuple[str, ...], scorer: str) -> Happening:
    """K7, V1: of these figures those without hit points go down, and with the last one their unit.

    `scorer`: the player who scores for them.
    """
    if not figures:
        return table
    down = [one for one in dict.fromkeys(figures) if table.units[unit.id].hit_points_left(one) <= 0]
    if down:
        reason = f"{list_in_words(down)} of {unit.id} {'goes' if len(down) == 1 else 'go'} down"
        yield grounds(reason)
    for figure in down:
        table = yield FigureDowned(unit.id, figure, ("K7",))
        if unit.card.figures[figure].commander:
            table = yield from player_scores(
                table, scorer, unit, 1, f"{unit.id}'s commander is down"
            )
    if table.units[unit.id].standing:
        return table
    table = yield from unit_leaves(unit, "destroyed", ("K7", "F1"))
    return (yield from player_scores(table, scorer, unit, unit.worth, f"{unit.id} is destroyed"))


HOW_IT_LEFT = {"destroyed": "is destroyed", "pushed": "is pushed to death"}
"""Why a unit left the battlefield → how the ruling puts it; a report puts it in its own sentence."""


def unit_leaves(unit: Unit, reason: str, rules: tuple[RuleId, ...]) -> Happening:
    """The unit leaves the battlefield; a player whose last unit it was is out (V4)."""
    table = yield UnitLeft(unit.id, reason, rules)
    if reason in HOW_IT_LEFT:
        yield grounds(f"{unit.id} {HOW_IT_LEFT[reason]}")
    if not table.forces[unit.owner]:
        yield grounds(f"{unit.owner} has no unit left and is out")
    return table


def unit_leaves_as_reported(unit: Unit, credit: str | None) -> Happening:
    """F1: a unit leaves as somebody reports; `credit` scores for it, but not for its commanders."""
    table = yield from unit_leaves(unit, "reported", ("F1",))
    return (yield from player_scores(table, credit, unit, unit.worth, f"{unit.id} is destroyed"))


def unit_is_pushed_to_death(unit: Unit) -> Happening:
    """U7: a unit leaves whose last figure was pushed off; nobody scores, unless A12 says so."""
    table = yield from unit_leaves(unit, "pushed", ("U7", "F1"))
    if table.law["A12"] == "none":
        return table
    what = f"{unit.id} was pushed to death"
    for player in table.playing:
        table = yield from player_scores(table, player, unit, unit.worth, what, ("U7", "A12"))
    return table
