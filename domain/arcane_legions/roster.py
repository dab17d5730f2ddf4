"""What is filled in when a table of Arcane Legions is set up by hand."""

from typing import Any

from domain.kernel.roster import Field, Roster, number, pick

ABILITIES = (
    *("banner", "beast", "berserker", "calculating", "deadly", "disciplined", "elusive"),
    *("hustle", "impede", "mobility", "regeneration"),
)


def unit(base: str, figures: int, **icons: int) -> dict[str, Any]:
    return {"base": base, "figures": figures, "icons": icons}


ROSTER = Roster(
    pieces="units",
    piece="unit",
    fields=(
        pick("base", {"formation": "formation", "sortie": "sortie"}, needed=True),
        number("figures", 6, least=1, most=99),
        number("icons.attack"),
        number("icons.defence"),
        number("icons.movement"),
        number("icons.ranged"),
        Field("abilities", "words", choices={one: one for one in ABILITIES}),
    ),
    table=(
        number("order_points", 8),
        number("victory_target", 21, least=1),
        Field("ambush", "tick"),
    ),
    pairs=("adjacent", "in_range"),
    presets={
        "formation": unit("formation", 6, attack=3, defence=2, movement=3),
        "archers": unit("sortie", 3, ranged=2, defence=1, movement=2),
        "scouts": unit("sortie", 2, attack=1, movement=2),
    },
)
