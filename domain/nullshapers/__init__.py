"""Nullshapers: a queue of actions, last in, first executed; three biomes, cards that are hidden in hands.

The chapters: naming, aiming, declaring and its costs, timing, answering, choosing, battle, executing
and its effects, the turn, winning, reports. Beside them: targets (what a text may name), reacting
(skills that enter by themselves), battle_actions, beside (what needs no queue), moves.
"""

from domain.kernel.ruleset import Procedure, Ruleset
from domain.kernel.values import changed
from domain.nullshapers.law.lab import LAB
from domain.nullshapers.law.outline import PAGE
from domain.nullshapers.law.rulebook import EDITIONS
from domain.nullshapers.play.answering import NEXT, PASS
from domain.nullshapers.play.battle_actions import ADVANCE, ATTACK, DEFEND
from domain.nullshapers.play.beside import ANOMALY, CONVERT, ENERGY
from domain.nullshapers.play.choosing import CHOOSE
from domain.nullshapers.play.declaring import ACTIVATE, PLAY
from domain.nullshapers.play.reports import REPORT
from domain.nullshapers.play.turn import follow
from domain.nullshapers.play.winning import CONCEDE
from domain.nullshapers.table.evolve import evolves
from domain.nullshapers.table.roster import ROSTER, example
from domain.nullshapers.table.setup import Setup, lay_out
from domain.nullshapers.table.state import Table
from domain.nullshapers.views.board import board, chance
from domain.nullshapers.views.changes import CHANGES
from domain.nullshapers.views.declining import DECLINING
from domain.nullshapers.views.known import setup_seen
from domain.nullshapers.views.options import candidates, going_on
from domain.nullshapers.views.picture import picture
from domain.nullshapers.views.prompts import namable, prompts
from domain.nullshapers.views.redaction import HIDING, card_was_drawn
from domain.nullshapers.views.view import SETS, in_words, printed_lines, to_act, view

PROCEDURES: dict[str, Procedure] = {
    "play": PLAY,
    "activate": ACTIVATE,
    "advance": ADVANCE,
    "attack": ATTACK,
    "defend": DEFEND,
    "convert": CONVERT,
    "anomaly": ANOMALY,
    "energy": ENERGY,
    "pass": PASS,
    "next": NEXT,
    "choose": CHOOSE,
    "report": REPORT,
    "concede": CONCEDE,
}


def without_standing_passes(table: Table) -> Table:
    """A rewind or an overruling ends them (N7)."""
    return changed(table, standing={}) if table.standing else table


RULESET = Ruleset(
    name="nullshapers",
    title="Nullshapers",
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
    to_act=to_act,
    follow=follow,
    sets=SETS,
    reveals=card_was_drawn,
    judged=without_standing_passes,
    going_on=going_on,
    declining=DECLINING,
    hiding=HIDING,
    setup_seen=setup_seen,
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
