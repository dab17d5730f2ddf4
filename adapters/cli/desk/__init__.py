"""The judge's desk at the command line."""
