"""The names of seats, and what a game is about, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.web.texts.catalogue import has_text, text
from application.game.titles import about_in_words
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE


def seat_shown(seat: str) -> str:
    """A player's seat by its name; the judge's and the spectators' by a word of the catalogue."""
    return text(f"seat.{seat}") if seat in (JUDGE, SPECTATOR) else seat


def part_shown(path: Sequence[str]) -> str:
    """What is put right, where the path of a part leads; as its ruleset has it where there is no text."""
    of, *words = path[0], *path[2:]
    key = f"part.{'.'.join((of, *words))}"
    if has_text(key):
        return text(key)
    said = " ".join(words or (of,)).replace("_", " ")
    return text(f"part.{of}.any", word=said) if has_text(f"part.{of}.any") else said


def about_shown(about: Mapping[str, Any]) -> str:
    """`Spring Open, round 3, table 7`; empty if the game says nothing about itself."""
    return about_in_words(about, {name: f"{text(f'about.{name}')} " for name in ("round", "table")})
