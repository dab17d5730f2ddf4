"""Which parts of a rulebook a set of recorded games has met."""
