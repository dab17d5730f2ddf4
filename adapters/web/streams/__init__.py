"""Server-sent events: what every stream does, and the feed of a game."""
