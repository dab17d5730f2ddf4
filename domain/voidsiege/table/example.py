"""A small table for the first minute: two units a side, three command points."""

from collections.abc import Mapping, Sequence
from typing import Any


def example(players: Sequence[str]) -> Mapping[str, Any]:
    """A set-up for these two players."""
    first, second = players[:2]
    return {
        "points": {first: 3, second: 3},
        "rounds": 3,
        "units": {
            "a1": {"owner": first},
            "a2": {"owner": first},
            "b1": {"owner": second},
            "b2": {"owner": second},
        },
    }
