"""A choice that all make in secret: each commits to theirs, and once all have, all are shown.

The step of the choice and the event that it was made keep what was chosen to their player: name
their fields in `Hiding.secret_step_fields` and `Hiding.secret_event_fields`. An event of its own
shows what all chose, and is one of those that the ruleset `reveals`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.hiding import HIDDEN
from domain.kernel.steps import JUDGE
from domain.kernel.values import Value


class Secret(Value):
    """What each has chosen so far."""

    chosen: Mapping[str, Any] = {}

    def with_choice(self, player: str, choice: Any) -> "Secret":
        return Secret({**self.chosen, player: choice})

    def waiting(self, players: Iterable[str]) -> tuple[str, ...]:
        """Who of these has not chosen yet, in this order."""
        return tuple(one for one in players if one not in self.chosen)

    def seen_by(self, viewer: str) -> dict[str, Any]:
        """Player → their choice, or that there is one."""
        return {
            player: choice if viewer in (player, JUDGE) else HIDDEN
            for player, choice in self.chosen.items()
        }
