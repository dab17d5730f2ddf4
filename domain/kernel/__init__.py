"""What every ruleset shares; nothing to inherit from but the two fields of a step."""
