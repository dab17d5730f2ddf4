"""Who plays: names as people write them, and the seats that stand for them."""

import re
from collections.abc import Mapping, Sequence

from application.records.records import NAME
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.steps import JUDGE

FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The fields in which players are named, in turn order."""
LETTERS = re.compile(r"[^\W_][\w'’-]*")
LONGEST = 40
RESERVED = (JUDGE, SPECTATOR)


def names_in(form: Mapping[str, str], least: int, most: int) -> list[str]:
    """The form's names in order, at most so many; empty fields are left out, except the first ones."""
    said = [" ".join(form.get(field, "").split()) for field in FIELDS]
    return [name for n, name in enumerate(said) if name or n < least][:most]


def seats_for(names: Sequence[str]) -> list[str]:
    """A seat for each name: the name itself if valid, else its first word, else all its words.

    Equal names get equal seats, which no game takes.
    """
    first = [_seat(name, words=1) for name in names]
    return [
        seat if first.count(seat) == 1 or seat == name else _seat(name, words=9)
        for name, seat in zip(names, first, strict=True)
    ]


def _seat(name: str, words: int) -> str:
    if not name or (NAME.fullmatch(name) and name not in RESERVED):
        return name
    plain = "-".join(LETTERS.findall(name)[:words])[:LONGEST].rstrip("'’-")
    return f"player-{plain}" if plain in RESERVED else plain or "player"


def called_names(names: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """Seat → name, for the seats whose name differs from the seat."""
    pairs = zip(seats, names, strict=True)
    return {seat: name for seat, name in pairs if name and name != seat}
