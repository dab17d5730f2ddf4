"""Rulebooks looked up and cited, and an organiser's own editions."""
