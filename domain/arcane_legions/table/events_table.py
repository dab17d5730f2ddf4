"""What may be ruled to have happened to triggers, facts, scores, and the game as a whole."""

from domain.kernel.events import event
from domain.kernel.rulebook import RuleId


@event
class VictoryPointsScored:
    """A player scores victory points."""

    player: str
    points: int
    reason: str
    rules: tuple[RuleId, ...]


@event
class VictoryPointsChanged:
    """An effect gives or takes victory points."""

    player: str
    change: int
    """Never takes more than there are."""
    rules: tuple[RuleId, ...]


@event
class TriggerAnnounced:
    """A trigger will arise at a later row."""

    id: str
    owner: str
    source: str
    row: RuleId
    rules: tuple[RuleId, ...]


@event
class TriggerArose:
    """A trigger goes into its owner's hand; the sequence halts."""

    id: str
    owner: str
    source: str
    rules: tuple[RuleId, ...]


@event
class TriggerResolved:
    """A trigger is resolved and leaves the hand."""

    id: str
    owner: str
    emptying: str
    """Whose hand was being emptied; that player goes on until it is empty."""
    rules: tuple[RuleId, ...]


@event
class TriggerDropped:
    """A trigger of a player who conceded is gone."""

    id: str
    owner: str
    rules: tuple[RuleId, ...]


@event
class AnnouncementDropped:
    """A trigger announced for a row of an order will not arise: the order went back before it."""

    id: str
    owner: str
    row: RuleId
    rules: tuple[RuleId, ...]


@event
class AdjacencyReported:
    """Two units are reported to stand side by side, or no longer to."""

    units: tuple[str, str]
    adjacent: bool
    by: str
    rules: tuple[RuleId, ...]


@event
class RangeReported:
    """A unit is reported to have another in range, or no longer to."""

    VERSION = 2

    unit: str
    target: str
    in_range: bool
    by: str
    rules: tuple[RuleId, ...]
    side: str = ""
    """The side of the target it is about; empty where none was said."""


@event
class MoveReported:
    """A unit is reported to have moved; facts about it that were reported before are marked."""

    unit: str
    by: str
    rules: tuple[RuleId, ...]


@event
class DestructionReported:
    """A unit is reported to have been destroyed."""

    unit: str
    credit: str | None
    by: str
    rules: tuple[RuleId, ...]


@event
class ControlReported:
    """A control terrain is reported to be held by a player, or by nobody."""

    terrain: str
    player: str | None
    by: str
    rules: tuple[RuleId, ...]


@event
class PlayerConceded:
    """A player gives the game up and is out."""

    player: str
    rules: tuple[RuleId, ...]


@event
class GameWon:
    """The game is over and won."""

    player: str
    rules: tuple[RuleId, ...]


@event
class GameDrawn:
    """The game is over without a winner."""

    rules: tuple[RuleId, ...]
