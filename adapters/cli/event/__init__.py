"""`umpire event`: a tournament from the command line."""
