"""What is filled in when a table of VoidSiege is set up by hand."""

from domain.kernel.shapes.roster import Roster, number, pick

SCENARIOS = range(1, 7)

ROSTER = Roster(
    pieces="units",
    piece="unit",
    own=(number("points", 3),),
    table=(
        number("rounds", least=1),
        pick("scenario", {str(n): str(n) for n in SCENARIOS}, number=True),
    ),
    presets={"unit": {}},
)
