"""Questions to a rulebook as a whole: the smallest dispute, the shortest difference, every state."""
