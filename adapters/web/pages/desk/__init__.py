"""The judge's desk: any moment of the game, the questions a judge asks about it, and what they decide."""
