"""The table for programs, people and eyes."""
