"""The lobby: opening a game, the links of its seats, taking a seat, the lists of games, replaying a file."""
