"""What a form asks for when a table is set up by hand: of a piece, of a player, of the table."""

from collections.abc import Mapping
from typing import Any, Literal

from domain.kernel.values import Value

Stand = Literal["owned", "held", "bare"]
"""Pieces name their owner each, or stand under their player, perhaps as one bare value each."""


class Field(Value):
    """One thing that is filled in."""

    at: str
    """Its path in the piece, the player's part or the set-up: `icons.attack`."""
    kind: Literal["number", "pick", "tick", "words"] = "number"
    value: Any = None
    """What stands there at first."""
    least: int | None = None
    most: int | None = None
    choices: Mapping[str, str] = {}
    """What may be picked, or the words that there are: each with what people read."""
    needed: bool = False
    """Whether one has to be picked."""
    number: bool = False
    """Whether what is picked is a number."""
    only: str | None = None
    """The `type` of the pieces that have it; all without."""
    present: bool = False
    """Only where the piece has it already."""
    label: str | None = None
    """What it is called where no page has a text for it."""


class Roster(Value):
    """The fields of a set-up, and the pieces to begin with."""

    pieces: str | None = None
    """The key of the set-up under which the pieces stand; None where there are none."""
    piece: Literal["unit", "card", "piece"] = "piece"
    """What people call one of them."""
    stand: Stand = "owned"
    """The field of a bare value is `value`."""
    fields: tuple[Field, ...] = ()
    own: tuple[Field, ...] = ()
    """What each player has besides: `points`."""
    table: tuple[Field, ...] = ()
    pairs: tuple[str, ...] = ()
    """The keys under which pairs of pieces stand."""
    presets: Mapping[str, Mapping[str, Any]] = {}
    """What may be added → the piece as it is at first."""

    @property
    def own_keys(self) -> tuple[str, ...]:
        """The keys of a set-up that hold something for each seat."""
        return tuple(dict.fromkeys(field.at.partition(".")[0] for field in self.own))


def number(at: str, value: int | None = None, **more: Any) -> Field:
    """A whole number at this place of a set-up, from 0 on unless said otherwise."""
    return Field(at, value=value, **{"least": 0, **more})


def pick(at: str, choices: Mapping[str, str], **more: Any) -> Field:
    """One of these words at this place of a set-up; word → as people read it."""
    return Field(at, "pick", choices=choices, **more)
