"""A ruleset's own small table, for as many players as may play it."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.history import check_seats
from domain.kernel.ruleset import Ruleset, SetupError

SEATS = ("ana", "ben", "cem", "dia", "eli", "fay")
"""What players are called where nobody says it."""


def fewest_players(known: Ruleset) -> tuple[str, ...]:
    """Names for as few players as may play, in turn order."""
    least = known.seats[0]
    return (*SEATS, *(f"player{n}" for n in range(len(SEATS) + 1, least + 1)))[:least]


def example_for(known: Ruleset, players: Sequence[str]) -> Mapping[str, Any]:
    """The set-up of its small table for these players. Raises SetupError where it has none for so many."""
    check_seats(known, players)
    if known.example is None:
        raise SetupError(f"there is no example of {known.title}")
    return known.example(tuple(players))
