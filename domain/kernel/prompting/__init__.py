"""Steps chosen tap by tap: prompts and their answers, and the long way to any step."""
