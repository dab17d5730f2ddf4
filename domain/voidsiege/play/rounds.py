"""Goes, rounds and the end: what follows by itself, and giving up a go or the game."""

from typing import Any

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.voidsiege.play.ground_rules import it_is_the_players_go, no_command_is_under_way
from domain.voidsiege.play.restrictions import arrive
from domain.voidsiege.table.events import (
    CommandClosed,
    GameEnded,
    GoPassed,
    PlayerConceded,
    PointSpent,
    RoundBegan,
    RoundEnded,
    UnableDeclared,
)
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.steps import Concede, Unable
from domain.voidsiege.table.under_way import Acting

DECIDES = ("P3", "P9", "P10", "P18", "E6", "E7", "E9", "E10")


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
    """All restrictions end (S4); the game is over after its last round (E9), or the next begins."""
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
    return illegal("a command is under way", since=(table.acting.entry,))


def unable(table: Table, step: Unable) -> Happening:
    """The go is given up and a point discarded; the other player is next."""
    rules = ("P9", "C12") if table.left[step.by] else ("P9",)
    yield grounds(f"{step.by} gives up the go and discards a command point.", *rules)
    table = yield UnableDeclared(step.by, rules)
    table = yield PointSpent(step.by, max(0, table.points[step.by] - 1), ("P9",))
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
