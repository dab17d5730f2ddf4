"""Seat order, with any number of seats."""

from collections.abc import Collection, Sequence


def from_seat(
    seats: Sequence[str], first: str, among: Collection[str] | None = None
) -> tuple[str, ...]:
    """Everybody in seat order beginning with one, or those of them who are among these.

    What happens to several at once, triggers for instance, happens in this order.
    """
    at = seats.index(first)
    around = (*seats[at:], *seats[:at])
    return tuple(one for one in around if among is None or one in among)


def next_seat(seats: Sequence[str], player: str, among: Collection[str] | None = None) -> str:
    """Who comes after a player in seat order, of these; the player where there is nobody else."""
    at = seats.index(player)
    for after in range(at + 1 - len(seats), at):  # places below 0 are counted from the end
        if among is None or seats[after] in among:
            return seats[after]
    return player
