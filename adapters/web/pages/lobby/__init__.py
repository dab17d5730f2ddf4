"""The ways in: opening a game, the links of its seats, taking a seat, one's own games."""
