"""Who is out, who has won, what is reported, and what follows after every step."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.steps import Step, reader_by
from tests.examples.lanterns.bidding import bids_shown
from tests.examples.lanterns.events import GameEnded, LightsReported, PlayerFell
from tests.examples.lanterns.stack import all_have_passed, everybody_passed, falls
from tests.examples.lanterns.state import Table, in_game
from tests.examples.lanterns.steps import Concede, ReportLights

DECIDES = ("W1", "W2")


@requires("W1")
def they_are_in_the_game(table: Table, step: Concede) -> Refusal | None:
    return illegal(f"{step.by} is out already") if step.by in table.out else None


@requires("G1", "W1")
def there_is_such_a_player(table: Table, step: ReportLights) -> Refusal | None:
    if step.player not in table.players:
        return illegal(f"nobody is called “{step.player}”", "G1")
    return illegal(f"{step.player} is out", "W1") if step.player in table.out else None


def concede(table: Table, step: Concede) -> Happening:
    yield grounds(f"{step.by} gives up", "W1")
    return (yield from _is_out(table, step.by))


def report(table: Table, step: ReportLights) -> Happening:
    table = yield LightsReported(step.by, step.player, step.change)
    lights = table.lights[step.player]
    yield grounds(f"{step.by} reports that {step.player} has {lights} lights", "G1")
    return table


def _is_out(table: Table, player: str) -> Happening:
    table = yield from falls(table, player)
    return (yield PlayerFell(player))


def follow(table: Table, _entry: int) -> Happening:
    """What follows by itself: W1 and W2, then B1, then C3."""
    for player in in_game(table):
        if not table.lights[player]:
            table = yield from _is_out(table, player)
    left = in_game(table)
    if len(left) <= 1 and not table.over:
        table = yield GameEnded(left[0] if left else None)
        yield grounds(f"{left[0] if left else 'nobody'} has won", "W2")
    if table.over or table.rolling is not None:
        return table
    if table.window is None and not table.bids.waiting(left):
        return (yield from bids_shown(table))
    if everybody_passed(table):
        table = yield from all_have_passed(table)
        return (yield from follow(table, _entry))
    return table


CONCEDE = Procedure(Concede, concede, (they_are_in_the_game,))
REPORT = Procedure(
    Step,
    report,
    (there_is_such_a_player,),
    acts_on=there_is_such_a_player,
    reads=reader_by("fact", {"lights": ReportLights}),
)
