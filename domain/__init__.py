"""The rules: pure functions over frozen values; no clock, no chance, no disk, no third party."""
