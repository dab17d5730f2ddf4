"""The words people type: kinds of steps, names that are near, a step in short, which game is meant."""
