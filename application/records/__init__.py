"""The record format: read, written, replayed, told."""
