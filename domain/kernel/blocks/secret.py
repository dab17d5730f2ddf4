"""A choice that all make in secret: each commits to theirs, and once all have, all are shown.

The table keeps a `Secret`. The event that shows all choices names, once, what they are made with:

    @stored_as("lanterns/bids_shown/v1")
    class BidsShown(ChoicesShown):
        SHOWS = InSecret(do="bid", made=BidMade, kept="bids")
        bids: Mapping[str, int]

From that a ruleset that has this event among its own keeps the whole step and the whole event of a
choice to their player, and asks the others before the showing is taken back (G4); of the entry with
which all is shown everybody is told everything, also by which rules. Who has to choose, and what is
decided once all have, is the ruleset's.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from domain.kernel.faults import RulesetFault, place_of
from domain.kernel.hiding import HIDDEN, InSecret
from domain.kernel.steps import JUDGE
from domain.kernel.values import Event, Value, changed, without_item

__all__ = ["ChoicesShown", "InSecret", "Secret"]


class Secret(Value):
    """What each has chosen so far."""

    chosen: Mapping[str, Any] = {}

    def with_choice(self, player: str, choice: Any) -> "Secret":
        return Secret({**self.chosen, player: choice})

    def without(self, player: str) -> "Secret":
        """After a player has left the game."""
        return Secret(without_item(self.chosen, player))

    def waiting(self, players: Iterable[str]) -> tuple[str, ...]:
        """Who of these has not chosen yet, in this order."""
        return tuple(player for player in players if player not in self.chosen)

    def in_view(self, viewer: str) -> dict[str, Any]:
        """Player → their choice, or that there is one."""
        return {
            player: choice if viewer in (player, JUDGE) else HIDDEN
            for player, choice in self.chosen.items()
        }


class ChoicesShown(Event):
    """All have chosen, and everybody sees what: nothing is kept in secret any more."""

    REVEALS: ClassVar[bool] = True
    SHOWS: ClassVar[InSecret]

    def after(self, table: Any, _entry: int) -> Any:
        """The table with the choices laid open. Raises RulesetFault where `SHOWS` names no such field."""
        kept = self.SHOWS.kept
        if not isinstance(getattr(table, kept, None), Secret):
            raise RulesetFault(
                f"{place_of(type(self))}: SHOWS keeps what was chosen in “{kept}”, and "
                f"`{type(table).__name__}` has no field of that name that is a Secret"
            )
        return changed(table, **{kept: Secret()})
