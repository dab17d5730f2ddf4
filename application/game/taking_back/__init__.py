"""Around undo: how often the others may be asked, and redo."""
