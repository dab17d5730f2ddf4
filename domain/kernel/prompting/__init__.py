"""What players are asked: steps chosen tap by tap, the long way to any step, what may be said beforehand."""
