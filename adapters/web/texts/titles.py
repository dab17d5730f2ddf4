"""The names of seats, and what a game is about, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from adapters.web.texts.catalogue import text
from application.game.titles import about_in_words
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE


def seat_shown(seat: str) -> str:
    """A player's seat by its name; the judge's and the spectators' by a word of the catalogue."""
    return text(f"seat.{seat}") if seat in (JUDGE, SPECTATOR) else seat


def about_shown(about: Mapping[str, Any]) -> str:
    """`Spring Open, round 3, table 7`; empty if the game says nothing about itself."""
    return about_in_words(about, {one: f"{text(f'about.{one}')} " for one in ("round", "table")})
