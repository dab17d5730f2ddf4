"""What changed on the table between two entries, for programs and for people."""
