"""Lanterns: secret bids, a stack on which all pass, counters to counters, mirrors in seat order, dice.

For two to five players; an example of what a ruleset can be made of. The chapters: bidding, stack,
effects, dice, leaving.
"""

from domain.kernel.lab import Invariant, Lab, SmallTable
from domain.kernel.ruleset import Ruleset
from tests.examples.lanterns import views
from tests.examples.lanterns.bidding import BID
from tests.examples.lanterns.dice import AGAIN, KEEP, ROLL
from tests.examples.lanterns.evolve import evolves
from tests.examples.lanterns.leaving import CONCEDE, REPORT, follow
from tests.examples.lanterns.rulebook import EDITIONS
from tests.examples.lanterns.setup import Setup, example, lay_out
from tests.examples.lanterns.stack import LAY, PASS
from tests.examples.lanterns.state import in_game, to_act

THREE = SmallTable(
    "three",
    "three players, three cards each, a mirror",
    {
        "hands": {
            "ana": {"spark1": "spark", "snuff1": "snuff", "gust1": "gust"},
            "ben": {"spark2": "spark", "snuff2": "snuff", "veil2": "veil"},
            "cem": {"spark3": "spark", "snuff3": "snuff", "gust3": "gust"},
        },
        "lights": {"ana": 2, "ben": 2, "cem": 1},
        "mirrors": {"ana": 1, "cem": 1},
    },
    ("ana", "ben", "cem"),
    {"dice": ([1, 6],), "face": (6,)},
)
LAB = Lab(
    tables=(THREE,),
    invariants=(
        Invariant("nobody has fewer than no coins", lambda view: min(view["coins"].values()) >= 0),
        Invariant(
            "who is out has nothing on the stack",
            lambda view: not {one["by"] for one in view["stack"]} & {*view["out"]},
        ),
    ),
)
PROCEDURES = {"bid": BID, "lay": LAY, "pass": PASS, "roll": ROLL, "again": AGAIN, "keep": KEEP}
PROCEDURES |= {"report": REPORT, "concede": CONCEDE}
RULESET = Ruleset(
    name="lanterns",
    title="Lanterns",
    editions=EDITIONS,
    opens=lay_out,
    setup=Setup,
    procedures=PROCEDURES,
    evolve=evolves,
    view=views.view,
    candidates=views.candidates,
    in_game=in_game,
    to_act=to_act,
    seats=(2, 5),
    follow=follow,
    reveals=views.reveals,
    going_on=views.going_on,
    declining=views.DECLINING,
    hiding=views.HIDING,
    in_words=views.in_words,
    chance=views.chance,
    board=views.board,
    lab=LAB,
    example=example,
)
