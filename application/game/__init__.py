"""One game: opened, stepped, looked at by whoever may see what."""
