"""The table of Nullshapers for programs, people and eyes; what may be thought of next."""
