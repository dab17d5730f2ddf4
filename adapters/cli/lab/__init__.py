"""The lab: questions to a rulebook as a whole."""
