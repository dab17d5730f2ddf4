"""VoidSiege: alternating commands, windows for one reaction each, restrictions that pile up.

The chapters: declaring, reacting, targeting, carrying_out, overriding, losses, restrictions, rounds.
Beside them: ground_rules (what several steps ask first), windows (who may answer, and when nobody may).
"""

from domain.kernel.ruleset import Procedure, Ruleset
from domain.voidsiege.law.commands import PAGE
from domain.voidsiege.law.lab import LAB
from domain.voidsiege.law.rulebook import EDITIONS
from domain.voidsiege.play.carrying_out import MELEE, MOVE, SHOOT
from domain.voidsiege.play.declaring import DECLARE
from domain.voidsiege.play.losses import REPORT
from domain.voidsiege.play.reacting import DECLINE, REACT
from domain.voidsiege.play.restrictions import REMOVE_RESTRICTION
from domain.voidsiege.play.rounds import CONCEDE, UNABLE, follow
from domain.voidsiege.play.targeting import TARGET
from domain.voidsiege.table.events import MeleeFought, UnitShot
from domain.voidsiege.table.evolve import evolves
from domain.voidsiege.table.example import example
from domain.voidsiege.table.roster import ROSTER
from domain.voidsiege.table.setup import Setup, lay_out
from domain.voidsiege.table.state import Table
from domain.voidsiege.views.board import board, chance
from domain.voidsiege.views.changes import CHANGES
from domain.voidsiege.views.declining import DECLINING
from domain.voidsiege.views.options import candidates, going_on
from domain.voidsiege.views.picture import picture
from domain.voidsiege.views.prompts import namable, prompts
from domain.voidsiege.views.view import in_words, printed_lines, view

PROCEDURES: dict[str, Procedure] = {
    "declare": DECLARE,
    "react": REACT,
    "decline": DECLINE,
    "move": MOVE,
    "target": TARGET,
    "shoot": SHOOT,
    "melee": MELEE,
    "unable": UNABLE,
    "remove_restriction": REMOVE_RESTRICTION,
    "report": REPORT,
    "concede": CONCEDE,
}


def dice_were_thrown(event: object, _before: Table) -> bool:
    """A shot or a melee that was carried out: its dice cannot be unthrown."""
    return isinstance(event, UnitShot | MeleeFought)


RULESET = Ruleset(
    name="voidsiege",
    title="VoidSiege",
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
    to_act=lambda table: table.to_act,
    follow=follow,
    reveals=dice_were_thrown,
    going_on=going_on,
    declining=DECLINING,
    in_words=in_words,
    chance=chance,
    board=board,
    picture=picture,
    printed=printed_lines,
    lab=LAB,
    example=example,
    roster=ROSTER,
    chapters=PAGE.chapters,
    ruled_from={"commands": ("parts", "restrictions", "target")},
)
