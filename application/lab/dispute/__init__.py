"""The smallest dispute: a game cut down to what one ruling rests on."""
