"""The log of tokens and looks, its examination, and public games."""
