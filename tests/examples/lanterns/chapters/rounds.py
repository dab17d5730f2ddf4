"""All have passed: the top of the stack takes effect, or the round is over."""

from domain.kernel.blocks.lasting import ending
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import grounds
from domain.kernel.values import Event, changed, cites, stored_as
from tests.examples.lanterns.chapters.effects import VeilEnded, takes_effect
from tests.examples.lanterns.table import Rules, Table

DECIDES = ("C3", "C4")


@stored_as("lanterns/round_ended/v1")
class RoundEnded(Event):
    """The round is over, and the next begins with bids."""

    rules: Rules = cites("C4")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, round=table.round + 1, window=None)


def everybody_passed(table: Table) -> bool:
    return table.window is not None and table.window.all_have(table.in_game)


def all_have_passed(table: Table) -> Happening:
    """C3: the top of the stack; C4: the round."""
    if not table.stack:
        for player in ending(table.veils, table.round):
            table = yield VeilEnded(player)
        table = yield RoundEnded()
        yield grounds("all have passed, and the round is over", "C4")
        return table
    top = table.stack[-1]
    yield grounds(f"all have passed: “{top.name}” takes effect", "C3", since=top)
    return (yield from takes_effect(table, top))
