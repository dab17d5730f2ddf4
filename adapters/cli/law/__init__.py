"""The rulebooks at the command line."""
