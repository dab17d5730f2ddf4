"""The rules of Arcane Legions as we rule them: the rows of the outline, and the others of the page."""

from domain.arcane_legions.outline import PAGE, ROWS

NAMED = ("2010.1", "arcane-legions", "Arcane Legions, revision of 2010", "2010")


EDITIONS = (PAGE.edition(*NAMED, {"outline": ROWS}, (row.rule for row in ROWS.values())),)
