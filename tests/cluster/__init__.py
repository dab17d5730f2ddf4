"""A cluster that dies in parts, and what comes of the games on it."""
