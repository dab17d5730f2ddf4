"""Words of several chapters: numbers of things, and refusals of names that this game does not have (G1)."""

from collections.abc import Collection

from domain.arcane_legions.table import Table
from domain.kernel.ruling import Refusal, illegal


def points(number: int, what: str = "order point") -> str:
    """So many points, or whatever else, with the right plural: “2 hits”."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def dice(number: int, kind: str) -> str:
    """So many dice of a kind: “1 attack die”."""
    return f"{number} {kind} {'die' if number == 1 else 'dice'}"


def unknown_unit(table: Table, *units: str) -> Refusal | None:
    """Refuses a unit that this game does not have; a destroyed one it has."""
    return _unknown(units, table.units, "there is no unit “{}” in this game; there are {}")


def unknown_player(table: Table, *players: str) -> Refusal | None:
    """Refuses a player without a seat in this game."""
    return _unknown(players, table.players, "there is no player “{}” in this game; there are {}")


def unknown_figure(table: Table, unit: str, *figures: str) -> Refusal | None:
    """Refuses a figure that the unit never had; a downed one it has."""
    known = table.units[unit].card.figures
    return _unknown(figures, known, f"{unit} has no figure “{{}}”; it has {{}}")


def _unknown(names: Collection[str], known: Collection[str], words: str) -> Refusal | None:
    """Refuses the first of these names that is not among those known; `words` has a place for each."""
    for name in names:
        if name not in known:
            return illegal(words.format(name, ", ".join(known)), "G1")
    return None
