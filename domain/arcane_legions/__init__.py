"""Arcane Legions: a turn of lettered rows; orders leave it and come back to it, triggers halt it.

The rows are a table of the page (`outline`). `sequence` passes them, and `rows` says what happens
at each. Where a row waits for a player, a chapter rules on what they do: turn, targets, paying, combat,
damage, moving, regroup, outcomes, triggers, reports, victory; `judging` says in which order.

Beside them: costs (and what keeps a unit from an order), sides (which are named), keeping (orders that an
effect keeps from being given), windows (who may break away), raising (triggers said with a step), marks
(rulings that rest on facts from before a move).
"""

from domain.arcane_legions.chapters.combat import ADJUST, HITS, ROLL, DiceAdjusted, DiceRolled
from domain.arcane_legions.chapters.damage import DAMAGE
from domain.arcane_legions.chapters.judging import stands_firm
from domain.arcane_legions.chapters.moving import BREAKAWAY, DECLINE, STEP, STOP, TURN
from domain.arcane_legions.chapters.outcomes import EFFECT
from domain.arcane_legions.chapters.paying import NO_PAY, PAY
from domain.arcane_legions.chapters.regroup import DONE, FACE, REPOSITION
from domain.arcane_legions.chapters.reports import REPORT
from domain.arcane_legions.chapters.sequence import follow
from domain.arcane_legions.chapters.targets import NO_TARGET, TARGET
from domain.arcane_legions.chapters.triggers import RESOLVE, TRIGGER
from domain.arcane_legions.chapters.turn import END_ORDERS, ORDER
from domain.arcane_legions.chapters.victory import CONCEDE
from domain.arcane_legions.hints import HINTS, SAYS, going_on
from domain.arcane_legions.lab import LAB
from domain.arcane_legions.outline import PAGE, printed_lines
from domain.arcane_legions.roster import ROSTER
from domain.arcane_legions.rulebook import EDITIONS
from domain.arcane_legions.setup import CORRECTS, Setup, example, lay_out
from domain.arcane_legions.table import Table
from domain.arcane_legions.view.chances import chance
from domain.arcane_legions.view.changes import CHANGES
from domain.arcane_legions.view.declining import DECLINING
from domain.arcane_legions.view.picture import picture
from domain.arcane_legions.view.view import board, in_words, view
from domain.arcane_legions.waiting import to_act
from domain.kernel.assembly import events_in
from domain.kernel.ruleset import Procedure, Ruleset

PROCEDURES: dict[str, Procedure] = {
    "order": ORDER,
    "end_orders": END_ORDERS,
    "target": TARGET,
    "no_target": NO_TARGET,
    "pay": PAY,
    "no_pay": NO_PAY,
    "roll": ROLL,
    "adjust": ADJUST,
    "hits": HITS,
    "damage": DAMAGE,
    "breakaway": BREAKAWAY,
    "decline": DECLINE,
    "step": STEP,
    "turn": TURN,
    "stop": STOP,
    "reposition": REPOSITION,
    "face": FACE,
    "done": DONE,
    "effect": EFFECT,
    "trigger": TRIGGER,
    "resolve": RESOLVE,
    "report": REPORT,
    "concede": CONCEDE,
}


def dice_were_seen(event: object, _before: Table) -> bool:
    """Dice were rolled or adjusted: nobody can make that unseen."""
    return isinstance(event, DiceRolled | DiceAdjusted)


RULESET = Ruleset(
    name="arcane-legions",
    title="Arcane Legions",
    editions=EDITIONS,
    opens=lay_out,
    setup=Setup,
    procedures=PROCEDURES,
    events=events_in(__name__),
    view=view,
    changes=CHANGES,
    hints=HINTS,
    says=SAYS,
    in_game=lambda table: table.playing,
    to_act=to_act,
    seats=(2, 6),
    follow=follow,
    judge_may=frozenset({"report", "trigger"}),
    stands_firm=stands_firm,
    reveals=dice_were_seen,
    going_on=going_on,
    declining=DECLINING,
    in_words=in_words,
    chance=chance,
    board=board,
    picture=picture,
    printed=printed_lines,
    example=example,
    roster=ROSTER,
    chapters=PAGE.chapters,
    lab=LAB,
    corrects=CORRECTS,
)
