"""Arcane Legions: a turn of lettered rows; orders leave it and come back to it, triggers halt it.

The rows are a table of the page (law/outline.py). `sequence` passes them, and `rows` says what happens
at each. Where a row waits for a player, a chapter rules on what they do: turn, targets, paying, combat,
damage, moving, regroup, outcomes, triggers, reports, victory; `judging` says in which order.

Beside them: costs (and what keeps a unit from an order), window (who may break away), raising
(triggers said with a step), marks (rulings that rest on facts from before a move).
"""

from domain.arcane_legions.law.lab import LAB
from domain.arcane_legions.law.outline import PAGE, printed_lines
from domain.arcane_legions.law.rulebook import EDITIONS
from domain.arcane_legions.play.combat import ADJUST, HITS, ROLL
from domain.arcane_legions.play.damage import DAMAGE
from domain.arcane_legions.play.judging import stands_firm
from domain.arcane_legions.play.moving import BREAKAWAY, DECLINE, STEP, STOP, TURN
from domain.arcane_legions.play.outcomes import EFFECT
from domain.arcane_legions.play.paying import NO_PAY, PAY
from domain.arcane_legions.play.regroup import DONE, FACE, REPOSITION
from domain.arcane_legions.play.reports import REPORT
from domain.arcane_legions.play.sequence import follow
from domain.arcane_legions.play.targets import NO_TARGET, TARGET
from domain.arcane_legions.play.triggers import RESOLVE, TRIGGER
from domain.arcane_legions.play.turn import END_ORDERS, ORDER
from domain.arcane_legions.play.victory import CONCEDE
from domain.arcane_legions.table.events_combat import DiceAdjusted, DiceRolled
from domain.arcane_legions.table.evolve import evolves
from domain.arcane_legions.table.example import example
from domain.arcane_legions.table.roster import ROSTER
from domain.arcane_legions.table.setup import Setup, lay_out
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.views.chances import chance, going_on, to_act
from domain.arcane_legions.views.changes import CHANGES
from domain.arcane_legions.views.declining import DECLINING
from domain.arcane_legions.views.options import candidates
from domain.arcane_legions.views.picture import picture
from domain.arcane_legions.views.prompts import namable, prompts
from domain.arcane_legions.views.view import board, in_words, view
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
    evolve=evolves,
    view=view,
    changes=CHANGES,
    candidates=candidates,
    prompts=prompts,
    namable=namable,
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
)
