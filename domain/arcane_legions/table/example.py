"""A small battle for the first minute: two units a side, one pair in contact, one in range."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.arcane_legions.table.roster import ROSTER


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """A set-up for these players: a line against another, and a unit of scouts for each player more."""
    first, second, *others = players
    line, bows, few = (ROSTER.presets[name] for name in ("formation", "archers", "scouts"))
    return {
        "ambush": False,
        "units": {
            "legion": {"owner": first, **line},
            "archers": {"owner": first, **bows},
            "guard": {"owner": second, **line},
            "scouts": {"owner": second, **few},
            **{f"scouts{n}": {"owner": one, **few} for n, one in enumerate(others, 3)},
        },
        "adjacent": [["legion", "guard"]],
        "in_range": [["archers", "guard"]],
    }
