"""Who is out, who has won, what is reported, and what follows after every step."""

from collections.abc import Iterable
from typing import Annotated

from domain.kernel.blocks.leaving import Leaving, Out, Won
from domain.kernel.fields import WORDS, one_of
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import Step, reader_by
from domain.kernel.values import Event, changed, cites, stored_as
from tests.examples.lanterns.chapters.bidding import bids_shown
from tests.examples.lanterns.chapters.rounds import all_have_passed, everybody_passed
from tests.examples.lanterns.chapters.stack import falls
from tests.examples.lanterns.fields import PLAYERS
from tests.examples.lanterns.table import Rules, Table

DECIDES = ("W1", "W2")


@one_of("a player in the game", PLAYERS, "Whose lights?")
def in_the_game(table: Table) -> Iterable[str]:
    return table.in_game


@one_of("how many lights more or fewer", WORDS)
def how_many_more() -> Iterable[int]:
    return (-1, 1)


class ReportLights(Step):
    player: Annotated[str, in_the_game]
    change: Annotated[int, how_many_more]


@stored_as("lanterns/lights_reported/v1")
class LightsReported(Event):
    """Somebody reports that a player has more lights, or less, than was known."""

    reported_by: str
    player: str
    change: int
    """How many more; less than none for fewer."""
    rules: Rules = cites("G1")

    def after(self, table: Table, _entry: int) -> Table:
        return table.with_lights(self.player, self.change)


@stored_as("lanterns/player_fell/v1")
class PlayerFell(Out):
    """A player is out of the game."""

    rules: Rules = cites("W1")

    def after(self, table: Table, entry: int) -> Table:
        after: Table = super().after(table, entry)
        window = after.window and after.window.without(self.player, after.players, after.in_game)
        return changed(after, window=window, bids=after.bids.without(self.player), rolling=None)


@stored_as("lanterns/game_ended/v1")
class GameEnded(Won):
    """The game is over."""

    rules: Rules = cites("W2")

    def after(self, table: Table, entry: int) -> Table:
        return changed(super().after(table, entry), stack=(), rolling=None)


LEAVING = Leaving(PlayerFell, GameEnded, leaves="W1", wins="W2", first=falls)


@requires("G1", "W1")
def there_is_such_a_player(table: Table, step: ReportLights) -> Refusal | None:
    if step.player not in table.players:
        return illegal(f"nobody is called “{step.player}”", "G1")
    return illegal(f"{step.player} is out", "W1") if step.player in table.out else None


def report(table: Table, step: ReportLights) -> Happening:
    table = yield LightsReported(step.by, step.player, step.change)
    lights = table.lights[step.player]
    yield grounds(f"{step.by} reports that {step.player} has {lights} lights", "G1")
    return table


def follow(table: Table, _entry: int) -> Happening:
    """What follows by itself: W1 and W2, then B1, then C3."""
    while True:
        for player in table.in_game:
            if not table.lights[player]:
                table = yield from LEAVING.leave(table, player)
        table = yield from LEAVING.last_one_wins(table)
        if table.over or table.rolling is not None:
            return table
        if table.window is None and not table.bids.waiting(table.in_game):
            return (yield from bids_shown(table))
        if not everybody_passed(table):
            return table
        table = yield from all_have_passed(table)


REPORT = Procedure(
    Step,
    report,
    (there_is_such_a_player,),
    acts_on=there_is_such_a_player,
    reads=reader_by("fact", {"lights": ReportLights}),
)
