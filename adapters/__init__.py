"""The edges: they parse, call a use case, and show the answer. No decision lives here."""
