"""VoidSiege: alternating commands, windows for one reaction each, restrictions that pile up.

The chapters: declaring, reacting, targeting, carrying_out, overriding, losses, windows, rounds, restrictions,
charging.
Under them ground_rules: what several steps ask first.
"""

from domain.kernel.assembly import events_in
from domain.kernel.ruleset import Procedure, Ruleset
from domain.voidsiege.chapters.carrying_out import MELEE, MOVE, SHOOT, MeleeFought, UnitShot
from domain.voidsiege.chapters.declaring import DECLARE
from domain.voidsiege.chapters.losses import REPORT
from domain.voidsiege.chapters.reacting import DECLINE, REACT
from domain.voidsiege.chapters.restrictions import REMOVE_RESTRICTION
from domain.voidsiege.chapters.rounds import CONCEDE, UNABLE, follow
from domain.voidsiege.chapters.targeting import TARGET
from domain.voidsiege.commands import PAGE, USES, spoken_name
from domain.voidsiege.hints import HINTS, SAYS, going_on
from domain.voidsiege.lab import LAB
from domain.voidsiege.rulebook import EDITIONS
from domain.voidsiege.setup import CORRECTS, ROSTER, Setup, example, lay_out
from domain.voidsiege.table import Table
from domain.voidsiege.view.board import board, chance
from domain.voidsiege.view.changes import CHANGES
from domain.voidsiege.view.declining import DECLINING
from domain.voidsiege.view.picture import picture
from domain.voidsiege.view.view import in_words, printed_lines, view

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
    events=events_in(__name__),
    view=view,
    changes=CHANGES,
    hints=HINTS,
    says=SAYS,
    spoken=spoken_name,
    going_on=going_on,
    to_act=lambda table: table.to_act,
    follow=follow,
    reveals=dice_were_thrown,
    declining=DECLINING,
    in_words=in_words,
    chance=chance,
    board=board,
    picture=picture,
    printed=printed_lines,
    lab=LAB,
    example=example,
    roster=ROSTER,
    corrects=CORRECTS,
    chapters=PAGE.chapters,
    ruled_from={"commands": ("parts", "restrictions", "target", *USES)},
)
