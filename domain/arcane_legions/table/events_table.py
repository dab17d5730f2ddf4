"""What may be ruled to have happened to triggers, facts, scores, and the game as a whole."""

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Event, stored_as


@stored_as("arcane-legions/victory_points_scored/v1")
class VictoryPointsScored(Event):
    """A player scores victory points."""

    player: str
    points: int
    reason: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/victory_points_changed/v1")
class VictoryPointsChanged(Event):
    """An effect gives or takes victory points."""

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/trigger_announced/v1")
class TriggerAnnounced(Event):
    """A trigger will arise at a later row."""

    id: str
    owner: str
    source: str
    row: RuleId
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/trigger_arose/v1")
class TriggerArose(Event):
    """A trigger goes into its owner's hand; the sequence halts."""

    id: str
    owner: str
    source: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/trigger_resolved/v1")
class TriggerResolved(Event):
    """A trigger is resolved and leaves the hand."""

    id: str
    owner: str
    emptying: str
    """Whose hand was being emptied; that player goes on until it is empty."""
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/trigger_dropped/v1")
class TriggerDropped(Event):
    """A trigger of a player who conceded is gone."""

    id: str
    owner: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/announcement_dropped/v1")
class AnnouncementDropped(Event):
    """A trigger announced for a row of an order will not arise: the order went back before it."""

    id: str
    owner: str
    row: RuleId
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/adjacency_reported/v1")
class AdjacencyReported(Event):
    """Two units are reported to stand side by side, or no longer to."""

    units: tuple[str, str]
    adjacent: bool
    by: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/range_reported/v2")
class RangeReported(Event):
    """A unit is reported to have another in range, or no longer to."""

    unit: str
    target: str
    in_range: bool
    by: str
    rules: tuple[RuleId, ...]
    side: str = ""
    """The side of the target it is about; empty where none was said."""


@stored_as("arcane-legions/move_reported/v1")
class MoveReported(Event):
    """A unit is reported to have moved; facts about it that were reported before are marked."""

    unit: str
    by: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/destruction_reported/v1")
class DestructionReported(Event):
    """A unit is reported to have been destroyed."""

    unit: str
    credit: str | None
    by: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/control_reported/v1")
class ControlReported(Event):
    """A control terrain is reported to be held by a player, or by nobody."""

    terrain: str
    player: str | None
    by: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/player_conceded/v1")
class PlayerConceded(Event):
    """A player gives the game up and is out."""

    player: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/game_won/v1")
class GameWon(Event):
    """The game is over and won."""

    player: str
    rules: tuple[RuleId, ...]


@stored_as("arcane-legions/game_drawn/v1")
class GameDrawn(Event):
    """The game is over without a winner."""

    rules: tuple[RuleId, ...]
