"""The rules of Arcane Legions as we rule them: the rows of the outline, and the others of the page."""

from domain.arcane_legions.law.outline import PAGE, ROWS
from domain.kernel.rulebook import edition

RULES = (*(row.rule for row in ROWS.values()), *PAGE.rules)
NAMED = ("2010.1", "arcane-legions", "Arcane Legions, revision of 2010", "2010")

EDITIONS = (edition(*NAMED, RULES, PAGE.questions, {"outline": ROWS}),)
