"""Nullshapers: a queue of actions, last in, first executed; three biomes, cards that are hidden in hands.

The chapters: naming, aiming, declaring and its costs, timing, answering, choosing, battle, executing
and its effects, the turn, winning, reports. Beside them: targets (what a text may name), reacting
(skills that enter by themselves), battle_actions, outside_the_queue, moves.
"""

from domain.kernel.assembly import events_in
from domain.kernel.ruleset import Procedure, Ruleset
from domain.kernel.values import changed
from domain.nullshapers.chapters.answering import NEXT, PASS
from domain.nullshapers.chapters.battle_actions import ADVANCE, ATTACK, DEFEND
from domain.nullshapers.chapters.choosing import CHOOSE
from domain.nullshapers.chapters.declaring import ACTIVATE, PLAY
from domain.nullshapers.chapters.outside_the_queue import ANOMALY, CONVERT, ENERGY
from domain.nullshapers.chapters.reports import REPORT
from domain.nullshapers.chapters.turn import follow
from domain.nullshapers.chapters.winning import CONCEDE
from domain.nullshapers.hints import HINTS, SAYS, going_on
from domain.nullshapers.lab import LAB
from domain.nullshapers.outline import PAGE
from domain.nullshapers.roster import ROSTER, example
from domain.nullshapers.rulebook import EDITIONS
from domain.nullshapers.setup import CORRECTS, Setup, lay_out
from domain.nullshapers.table import Table
from domain.nullshapers.view.board import board, chance
from domain.nullshapers.view.changes import CHANGES
from domain.nullshapers.view.declining import DECLINING
from domain.nullshapers.view.known import setup_seen
from domain.nullshapers.view.picture import picture
from domain.nullshapers.view.redaction import HIDING, card_was_drawn
from domain.nullshapers.view.view import SETS, in_words, printed_lines, to_act, view

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
    events=events_in(__name__),
    view=view,
    changes=CHANGES,
    hints=HINTS,
    says=SAYS,
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
    corrects=CORRECTS,
)
