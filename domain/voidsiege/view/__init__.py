"""The table of VoidSiege for programs, people and eyes; what may be thought of next."""
