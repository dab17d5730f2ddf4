"""Time at an event: the round's clock, and a clock for each player where the round has them."""
