"""The table of Arcane Legions: its state, its events and what each does to it, steps, set-up."""
