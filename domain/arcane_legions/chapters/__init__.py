"""The chapters of Arcane Legions."""
