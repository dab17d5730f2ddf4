"""The shortest game on which two laws rule differently."""
