"""Goes, rounds and the end: what follows by itself, and giving up a go or the game."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.blocks.lasting import ending, outlasting
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from domain.voidsiege.chapters.ground_rules import it_is_the_players_go, no_command_is_under_way
from domain.voidsiege.chapters.restrictions import arrive
from domain.voidsiege.table import Acting, Go, Rules, Table, Unit

DECIDES = ("P3", "P9", "P10", "P18", "E6", "E7", "E9", "E10", "E19", "E22")


class Unable(Step):
    """Give up the go and discard a point."""


class Concede(Step):
    """Give the game to the other player."""


@stored_as("voidsiege/point_spent/v1")
class PointSpent(Event):
    """A player paid, or discarded, a command point."""

    SAYS = "Command points of {player}: {left}."

    player: str
    left: int
    """The points the player has now."""
    rules: Rules = cites("P1")

    def after(self, table: Table, entry: int) -> Table:
        player, spent = self.player, table.spent
        if self.left < table.points[player]:
            spent = {**spent, player: (*spent.get(player, ()), entry)}
        return changed(table, points={**table.points, player: self.left}, spent=spent)


@stored_as("voidsiege/command_closed/v1")
class CommandClosed(Event):
    """Everything declared has been done with; no command is under way."""

    SAYS = "The command of “{unit}” is resolved."

    unit: str
    by: str
    reacted: bool = False
    rules: Rules = cites("E22")

    def after(self, table: Table, _entry: int) -> Table:
        given = table.acting.entry if table.acting is not None else 0
        reaction = table.reaction.entry if table.reaction is not None else 0
        return changed(table, acting=None, reaction=None, go=Go(self.by, given, reaction))


@stored_as("voidsiege/unable_declared/v1")
class UnableDeclared(Event):
    """A player who can activate no unit gave up the go."""

    SAYS = "{player} gives up the go."

    player: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        bonds = table.without_bond(self.player)
        return changed(table, go=Go(self.player, entry), bonds=bonds)


@stored_as("voidsiege/go_passed/v1")
class GoPassed(Event):
    """The next go is this player's."""

    SAYS = "{player} has the next go."

    player: str
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        skipped = "E6" in self.rules
        go = changed(table.go, player=self.player, skipped=skipped, passed=entry)
        return changed(table, go=go)


@stored_as("voidsiege/round_ended/v1")
class RoundEnded(Event):
    """No player has a command point; all restrictions end."""

    SAYS = "Round {round} is over."

    round: int
    rules: Rules = cites("E19", "S4")

    def after(self, table: Table, entry: int) -> Table:
        units = {name: _beyond_round(unit, self.round, entry) for name, unit in table.units.items()}
        return changed(table, units=units)


def _beyond_round(unit: Unit, number: int, entry: int) -> Unit:
    """Without what it held through this round (S4)."""
    ended = ending(unit.held, number)
    if not ended:
        return unit
    lost = {**unit.lost, **dict.fromkeys(ended, entry)}
    return changed(unit, held=outlasting(unit.held, number), lost=lost)


@stored_as("voidsiege/round_began/v1")
class RoundBegan(Event):
    """A new round, with everybody's points."""

    SAYS = "Round {round} begins, with everybody's command points."

    round: int
    points: Mapping[str, int]
    rules: Rules = cites("E19", "E7")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, round=self.round, points=dict(self.points), spent={})


@stored_as("voidsiege/player_conceded/v1")
class PlayerConceded(Event):
    """A player gave the game up."""

    SAYS = "{player} concedes."

    player: str
    rules: Rules = cites("P10")

    def after(self, table: Table, _entry: int) -> Table:
        return table


@stored_as("voidsiege/game_ended/v1")
class GameEnded(Event):
    """The game is over; a command under way is cut short."""

    SAYS = "The game is over."

    winner: str | None
    """Null when nobody has won."""
    rules: Rules

    def after(self, table: Table, entry: int) -> Table:
        nothing_under_way = {"acting": None, "reaction": None, "window": None, "queue": ()}
        return changed(table, over=True, winner=self.winner, ended=entry, **nothing_under_way)


def spend_a_point(table: Table, player: str, *rules: str) -> Happening:
    """A command point is paid or discarded, if there is one left."""
    left = max(0, table.points[player] - 1)
    return (yield PointSpent(player, left, rules) if rules else PointSpent(player, left))


def follow(table: Table, _entry: int) -> Happening:
    """After every step: a command with nothing left to do closes; a player without units has lost."""
    if table.over:
        return table
    acting = table.acting
    if acting is None or not table.command_is_done:
        return (yield from annihilation(table))
    return (yield from close(table, acting))


def close(table: Table, acting: Acting) -> Happening:
    """Restrictions arrive, annihilation is looked at, and the go passes on, in this order."""
    table = yield from arrive(table)
    table = yield CommandClosed(acting.unit, acting.player, table.reaction is not None)
    table = yield from annihilation(table)
    return table if table.over else (yield from pass_the_go(table))


def annihilation(table: Table) -> Happening:
    """A player with no unit left has lost (P18), once no shot is due (E10)."""
    if all(table.left.values()) or not table.annihilates or table.shot_is_due:
        return table
    standing = [player for player in table.players if table.left[player]]
    winner = standing[0] if standing else None
    # P18 speaks of one player in a scenario; of both at once, or of no scenario, only E10 does.
    rules = ("P18",) if winner and table.scenario else ("P18", "E10")
    fallen = " and ".join(player for player in table.players if not table.left[player])
    has = "have" if winner is None else "has"
    end = f"{winner} has won" if winner else "nobody has won"
    yield grounds(f"{fallen} {has} no unit left: {end}.", *rules)
    return (yield GameEnded(winner, rules))


def pass_the_go(table: Table) -> Happening:
    """The next go; before it the end of the round, if nobody has a point."""
    rules: tuple[str, ...] = ("T1",)
    player = table.opponent(table.go.player)
    if table.go.reaction:
        rules = ("C8", "P3")
        player = table.go.player if table.law["C8"] == "costs_go" else player
    if not any(table.points.values()):
        table = yield from end_the_round(table)
        rules = (*rules, "E7")
        if table.over:
            return table
    if not table.points[player]:
        player, rules = table.opponent(player), (*rules, "E6")
    return (yield GoPassed(player, rules))


def end_the_round(table: Table) -> Happening:
    """Nobody has a point (E19): all restrictions end (S4); the last round ends the game (E9)."""
    table = yield RoundEnded(table.round)
    if table.round != table.rounds:
        yield grounds(f"Round {table.round} is over, and all restrictions with it.")
        return (yield RoundBegan(table.round + 1, table.full_points))
    yield grounds(f"Round {table.round} was the last: the game is over, without a winner.", "E9")
    return (yield GameEnded(None, ("E9",)))


@requires("P9", "C12")
def no_unit_could_be_ordered(table: Table, step: Unable) -> Refusal | None:
    if not table.left[step.by] or table.law["C12"] == "allowed":
        return None
    why = f"{step.by} has a unit left, and Move applies no restriction: it can always be ordered"
    return illegal(why, units_left=table.left[step.by])


@requires("G1")
def a_judge_finds_no_command_under_way(table: Table, _step: Any) -> Refusal | None:
    """What a judge needs: no command under way."""
    if table.acting is None:
        return None
    return illegal("a command is under way", since=table.acting)


def unable(table: Table, step: Unable) -> Happening:
    """The go is given up and a point discarded; the other player is next."""
    rules = ("P9", "C12") if table.left[step.by] else ("P9",)
    yield grounds(f"{step.by} gives up the go and discards a command point.", *rules)
    table = yield UnableDeclared(step.by, rules)
    table = yield from spend_a_point(table, step.by, "P9")
    return (yield from pass_the_go(table))


UNABLE = Procedure(
    Unable,
    unable,
    checks=(no_command_is_under_way, it_is_the_players_go, no_unit_could_be_ordered),
    acts_on=a_judge_finds_no_command_under_way,
)


def concede(table: Table, step: Concede) -> Happening:
    """The other player has won."""
    winner = table.opponent(step.by)
    yield grounds(f"{step.by} concedes: {winner} has won.", "P10")
    yield PlayerConceded(step.by)
    return (yield GameEnded(winner, ("P10",)))


CONCEDE = Procedure(Concede, concede)
