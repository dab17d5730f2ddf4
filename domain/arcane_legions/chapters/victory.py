"""Chapter V: losses and who scores for them (U7, V1), who has won (V3 to V5), and conceding (V6)."""

from collections.abc import Iterable, Mapping

from domain.arcane_legions.facts import facts_without, neighbours, shooters_at
from domain.arcane_legions.table import Table, with_points_changed
from domain.arcane_legions.units import Unit, without_figure
from domain.arcane_legions.wording import points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import grounds
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, stored_as, without_item
from domain.kernel.wording import list_in_words

DECIDES = ("U7", "V1", "V3", "V4", "V5", "V6")


class Concede(Step):
    """Give the game up."""


@stored_as("arcane-legions/victory_points_scored/v1")
class VictoryPointsScored(Event):
    """A player scores victory points."""

    SAYS = "{player} scores {points} victory points."

    player: str
    points: int
    reason: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        points = with_points_changed(table.victory_points, self.player, self.points)
        return changed(table, victory_points=points)


@stored_as("arcane-legions/trigger_dropped/v1")
class TriggerDropped(Event):
    """A trigger of a player who conceded is gone."""

    SAYS = "The trigger “{id}” of {owner} is gone."

    id: str
    owner: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        table = table.without_trigger(self.id, self.owner, entry)
        return table if table.hands else changed(table, emptier="", since=entry)


@stored_as("arcane-legions/player_conceded/v1")
class PlayerConceded(Event):
    """A player gives the game up and is out."""

    SAYS = "{player} gives up and is out."

    player: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """Their units leave, and their triggers are dropped, with the events after it."""
        return changed(table, conceded={**table.conceded, self.player: entry})


@stored_as("arcane-legions/game_won/v1")
class GameWon(Event):
    """The game is over and won."""

    SAYS = "{player} has won the game."

    player: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, over=True, winner=self.player)


@stored_as("arcane-legions/game_drawn/v1")
class GameDrawn(Event):
    """The game is over without a winner."""

    SAYS = "The game is over without a winner."

    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, over=True, winner=None)


@stored_as("arcane-legions/figure_downed/v1")
class FigureDowned(Event):
    """A figure has no hit points left and is downed."""

    SAYS = "“{figure}” of “{unit}” is downed."

    unit: str
    figure: str
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        unit = without_figure(table.units[self.unit], self.figure, entry)
        return table.with_unit(changed(unit, down=unit.down | {self.figure}))


@stored_as("arcane-legions/unit_left/v1")
class UnitLeft(Event):
    """A unit has left the battlefield; the facts about it end."""

    SAYS = "“{unit}” has left the battlefield."

    unit: str
    reason: str
    """Destroyed, pushed, reported or conceded."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        """The facts about the unit end with it (F1), and damage outstanding on it is dropped (K9)."""
        unit = table.units[self.unit]
        forces = {**table.forces, unit.owner: table.forces[unit.owner] - 1}
        gone = changed(
            unit,
            standing={},
            damage={},
            left=entry,
            figures_since={**unit.figures_since, **dict.fromkeys(unit.standing, entry)},
            slots_since={**unit.slots_since, **dict.fromkeys(unit.standing.values(), entry)},
        )
        return changed(
            table,
            units={**table.units, unit.id: gone},
            forces=forces,
            playing=tuple(player for player in table.playing if forces[player]),
            adjacent=facts_without(table.adjacent, unit.id),
            in_range=facts_without(table.in_range, unit.id),
            parted=_with_entry_for(table.parted, neighbours(table.adjacent, unit.id), entry),
            lost_sight=_with_entry_for(
                table.lost_sight, shooters_at(table.in_range, unit.id), entry
            ),
            outstanding=without_item(table.outstanding, unit.id),
        )


def _with_entry_for(
    entries: Mapping[str, tuple[int, ...]], units: Iterable[str], entry: int
) -> Mapping[str, tuple[int, ...]]:
    """Unit → entries, with this entry added for each of these units."""
    return {**entries, **{unit: (*entries.get(unit, ()), entry) for unit in units}}


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
    table = yield from unit_leaves(unit, "destroyed", ("F1", "K7"))
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
    table = yield from unit_leaves(unit, "pushed", ("F1", "U7"))
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
    yield grounds("The game is over without a winner")
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
            table = yield UnitLeft(unit.id, "conceded", ("F1", "V6"))
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
