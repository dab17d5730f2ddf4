"""Standing answers on a server: set and ended by a seat, said in its name as they come due."""
