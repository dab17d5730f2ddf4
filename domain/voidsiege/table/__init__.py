"""The table of VoidSiege: its state, its events and what each does to it, steps, set-up."""
