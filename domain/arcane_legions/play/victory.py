"""Chapter V: losses and who scores for them (U7, V1), who has won (V3 to V5), and conceding (V6)."""

from collections.abc import Iterable

from domain.arcane_legions.table.events_combat import FigureDowned, UnitLeft
from domain.arcane_legions.table.events_table import (
    GameDrawn,
    GameWon,
    PlayerConceded,
    TriggerDropped,
    VictoryPointsScored,
)
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Concede
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import grounds
from domain.kernel.wording import list_in_words

DECIDES = ("U7", "V1", "V3", "V4", "V5", "V6")


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


def check_for_a_winner(table: Table) -> Happening:
    """Ends the game if somebody has won: after each step and at T1a, once all damage is placed (K9)."""
    if table.over or table.outstanding:
        return table
    if table.law["A15"] == "at_once":
        table = yield from check_victory_target(table)
    return table if table.over else (yield from _last_one_standing(table))


def may_be_won(table: Table) -> bool:
    """Whether a check is worth making: a player has the target (V3), or no two have units left (V4).

    It is asked after every step, so it must be quick; it may say yes where nobody has won.
    """
    alone = len(table.playing) <= 1
    return alone or max(table.victory_points.values()) >= table.victory_target


def check_victory_target(table: Table) -> Happening:
    """V3: a player with enough victory points wins; of several the one with most (V5)."""
    target = table.victory_target
    reached = [
        player
        for player, points in table.victory_points.items()
        if points >= target and player not in table.conceded
    ]
    return (yield from _most_points_win(table, reached, "V3", "A15")) if reached else table


def _last_one_standing(table: Table) -> Happening:
    """V4: a player who alone has units left wins; if nobody has, most victory points do (V5)."""
    left = table.playing
    if len(left) == 1:
        table = yield GameWon(left[0], ("V4",))
        yield grounds(f"{left[0]} alone still has units and has won the game")
    elif not left:
        players = [player for player in table.players if player not in table.conceded]
        table = yield from _most_points_win(table, players, "V4")
    return table


def _most_points_win(table: Table, players: Iterable[str], *rules: RuleId) -> Happening:
    """V5: of these players the one with most victory points wins; if they are level, nobody does."""
    scored = {player: table.victory_points[player] for player in players}
    most = max(scored.values())
    best = [player for player, points in scored.items() if points == most]
    if len(best) == 1:
        table = yield GameWon(best[0], rules if len(scored) == 1 else (*rules, "V5"))
        yield grounds(f"{best[0]} has won the game with {points(most, 'victory point')}")
        return table
    table = yield GameDrawn((*rules, "V5"))
    yield grounds("the game is over without a winner")
    return table


def concede(table: Table, step: Concede) -> Happening:
    """V6: the player's units leave, their triggers are dropped, and a last player left has won."""
    player = step.by
    yield grounds(f"{player} concedes and is out of the game", "V6")
    if player in table.conceded:
        return table
    table = yield PlayerConceded(player, ("V6",))
    for unit in table.units.values():
        if unit.owner == player and unit.standing:
            table = yield UnitLeft(unit.id, "conceded", ("V6", "F1"))
            yield grounds(f"{unit.id} leaves the battlefield")
    for trigger in (*table.hand(player), *table.announced):
        if trigger.owner == player:
            table = yield TriggerDropped(trigger.id, player, ("V6",))
    left = table.playing
    if len(left) == 1:
        table = yield GameWon(left[0], ("V6",))
        yield grounds(f"{left[0]} is left and has won the game")
    return table


CONCEDE = Procedure(Concede, concede)
