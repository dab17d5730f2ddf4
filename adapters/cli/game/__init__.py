"""Commands about one game: open it, take steps, look at it, replay it."""
