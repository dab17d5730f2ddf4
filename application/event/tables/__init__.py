"""Tables of a round: pairing lists read, games opened, rounds begun and ended, results."""
