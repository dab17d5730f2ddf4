"""What players take back: asked for how often, and taken again."""
