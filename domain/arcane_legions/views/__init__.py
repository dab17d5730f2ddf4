"""The table of Arcane Legions for programs, people and eyes; what may be thought of next."""
