"""The chapters of Nullshapers."""
