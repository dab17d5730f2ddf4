"""What judges ruled in like situations, and what departs from it."""
