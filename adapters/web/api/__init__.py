"""The HTTP API: its routes, and what it promises."""
