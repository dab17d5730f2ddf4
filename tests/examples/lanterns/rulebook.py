"""The rules of Lanterns, read from the page beside this file, and two of its numbers."""

from domain.kernel.page import page_beside

PAGE = page_beside(__file__)
LIGHTEST = 5
"""The lowest face of a die that takes a light."""
DICE = 2
EDITIONS = (PAGE.edition("1", "lanterns", "Lanterns", "2026-01-01"),)
