"""A small battle for the first minute: two units a side, one pair in contact, one in range."""

from collections.abc import Mapping, Sequence
from typing import Any


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """A set-up for these players: a line against another, and a unit of scouts for each player more."""
    first, second, *others = players
    line = {"base": "formation", "figures": 6, "icons": {"attack": 3, "defence": 2, "movement": 3}}
    bows = {"base": "sortie", "figures": 3, "icons": {"ranged": 2, "defence": 1, "movement": 2}}
    few = {"base": "sortie", "figures": 2, "icons": {"attack": 1, "movement": 2}}
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
