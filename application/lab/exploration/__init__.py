"""Every state that can be reached from a small table, checked for what must hold there."""
