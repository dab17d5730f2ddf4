"""Lanterns: secret bids, a stack on which all pass, counters to counters, mirrors in seat order, dice.

For two to five players; an example of what a ruleset can be made of.
"""

from domain.kernel.assembly import events_in
from domain.kernel.ruleset import Ruleset
from tests.examples.lanterns.chapters.bidding import BID
from tests.examples.lanterns.chapters.dice import AGAIN, KEEP, ROLL
from tests.examples.lanterns.chapters.leaving import LEAVING, REPORT, follow
from tests.examples.lanterns.chapters.stack import LAY, PASS
from tests.examples.lanterns.hints import DECLINING, HINTS
from tests.examples.lanterns.lab import LAB
from tests.examples.lanterns.rulebook import EDITIONS
from tests.examples.lanterns.setup import Setup, example, lay_out
from tests.examples.lanterns.table import Table
from tests.examples.lanterns.view import HIDING, board, chance, in_words, view

RULESET = Ruleset(
    name="lanterns",
    title="Lanterns",
    editions=EDITIONS,
    seats=(2, 5),
    setup=Setup,
    opens=lay_out,
    example=example,
    procedures={
        "bid": BID,
        "lay": LAY,
        "pass": PASS,
        "roll": ROLL,
        "again": AGAIN,
        "keep": KEEP,
        "report": REPORT,
        "concede": LEAVING.concede,
    },
    events=events_in(__name__),
    follow=follow,
    in_game=lambda table: table.in_game,
    to_act=Table.to_act,
    hints=HINTS,
    declining=DECLINING,
    hiding=HIDING,
    view=view,
    in_words=in_words,
    chance=chance,
    board=board,
    lab=LAB,
)
