"""The words people type: forms of steps, near words, a step in short, which game is meant, texts as stored."""
