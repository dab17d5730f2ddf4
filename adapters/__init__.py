"""The edges: they parse, call a use case, and show the answer. No decision lives here."""

INTERRUPTED = 130
"""As a shell says of a program that Ctrl-C ended: known before anything else is imported."""
