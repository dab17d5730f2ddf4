"""Sealed files, their signatures, and receipts for rulings."""
