"""What may be ruled to have happened at a table of VoidSiege."""

from collections.abc import Mapping

from domain.kernel.events import event

Rules = tuple[str, ...]


@event
class CommandDeclared:
    """A unit was given a command, declared whole; its steps stand in the queue."""

    unit: str
    by: str
    command: str
    rules: Rules
    charge: bool = False
    target: str | None = None
    """The target the command has from now on; null where it has none or it is named later."""
    remarked: bool = False
    """A target was named early that binds nobody (C20)."""
    spoils: bool = False
    """It was paid with the round's last command point (P8)."""


@event
class PointSpent:
    """A player paid, or discarded, a command point."""

    player: str
    left: int
    """The points the player has now."""
    rules: Rules = ("P1",)


@event
class WindowOpened:
    """The opponent is asked for a reaction; nothing else goes on until the answer."""

    player: str
    """Who is asked."""
    window: str
    """Which of the edition's windows it is: what may answer depends on it."""
    rules: Rules


@event
class WindowDeclined:
    """The player who was asked does not react."""

    player: str
    rules: Rules


@event
class WindowClosed:
    """A window closed without an answer."""

    player: str
    rules: Rules


@event
class Reacted:
    """A unit answered the command; its steps enter the queue."""

    unit: str
    by: str
    command: str
    target: str
    rules: Rules


@event
class UnitMoved:
    """A unit carried out its move."""

    unit: str
    rules: Rules


@event
class UnitArrived:
    """An arriving unit has moved and may be chosen as a target again."""

    unit: str
    rules: Rules = ("P20", "E12")


@event
class UnitShot:
    """A unit's shot was resolved."""

    unit: str
    rules: Rules


@event
class MeleeFought:
    """The melee of a Charge was fought."""

    VERSION = 2
    unit: str
    rules: Rules
    target: str | None = None
    """The unit that was fought, where it is another than the command's target (E18)."""


@event
class PartFailed:
    """A declared part is done with, but was not carried out."""

    unit: str
    step: str
    """`move`, `shoot` or `melee`."""
    because: str
    """`reaction`: the reaction made it impossible; `own`: anything else."""
    rules: Rules


@event
class TargetNamed:
    """The command under way has this target from now on."""

    unit: str
    """The acting unit."""
    target: str
    rules: Rules


@event
class UnitDestroyed:
    """A unit was reported destroyed; it no longer exists for later steps."""

    unit: str
    reported_by: str
    rules: Rules = ("G1",)


@event
class OwedStepsFell:
    """Steps that a destroyed unit, or a melee with one, still owed left the queue."""

    steps: tuple[tuple[str, str], ...]
    """Unit and step, in the order of the queue."""
    rules: Rules = ("E8",)


@event
class RestrictionArrived:
    """A command has been resolved and its restriction arrives."""

    unit: str
    restriction: str
    command: str
    """The command or reaction that applies it."""
    declared: int
    """The entry at which it was declared."""
    rules: Rules
    reaction: bool = False


@event
class RestrictionRemoved:
    """A special rule took a restriction off a unit."""

    VERSION = 2

    unit: str
    restriction: str
    by: str
    rule: str
    """The special rule; empty where an old row does not say which one a judge let through."""
    rules: Rules
    binds: bool = True
    """The player must now activate this unit, and may remove nothing more before (E15)."""


@event
class CommandClosed:
    """Everything declared has been done with; no command is under way."""

    unit: str
    by: str
    reacted: bool = False
    rules: Rules = ("P2",)


@event
class UnableDeclared:
    """A player who can activate no unit gave up the go."""

    player: str
    rules: Rules


@event
class GoPassed:
    """The next go is this player's."""

    player: str
    rules: Rules


@event
class RoundEnded:
    """No player has a command point; all restrictions end."""

    round: int
    rules: Rules = ("S4",)


@event
class RoundBegan:
    """A new round, with everybody's points."""

    round: int
    points: Mapping[str, int]
    rules: Rules = ("E7",)


@event
class ObjectiveControlReported:
    """A player was reported to control an objective, or not to."""

    player: str
    value: bool
    reported_by: str
    rules: Rules = ("P14",)


@event
class ObjectiveNearnessReported:
    """A unit was reported to be near an objective, or not to be."""

    unit: str
    value: bool
    reported_by: str
    rules: Rules = ("P15",)


@event
class ArrivalReported:
    """A unit was reported to be arriving, or not to be."""

    unit: str
    value: bool
    reported_by: str
    rules: Rules = ("P20", "E12")


@event
class PlayerConceded:
    """A player gave the game up."""

    player: str
    rules: Rules = ("P10",)


@event
class GameEnded:
    """The game is over; a command under way is cut short."""

    winner: str | None
    """Null when nobody has won."""
    rules: Rules
