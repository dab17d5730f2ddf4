"""What games in general are built of; each block takes what it needs and knows no ruleset."""
