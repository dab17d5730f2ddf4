"""What may be ruled to have happened at a table of VoidSiege."""

from collections.abc import Mapping

from domain.kernel.values import Event, cites, stored_as

Rules = tuple[str, ...]


@stored_as("voidsiege/command_declared/v1")
class CommandDeclared(Event):
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


@stored_as("voidsiege/point_spent/v1")
class PointSpent(Event):
    """A player paid, or discarded, a command point."""

    player: str
    left: int
    """The points the player has now."""
    rules: Rules = cites("P1")


@stored_as("voidsiege/window_opened/v1")
class WindowOpened(Event):
    """The opponent is asked for a reaction; nothing else goes on until the answer."""

    player: str
    """Who is asked."""
    window: str
    """Which of the edition's windows it is: what may answer depends on it."""
    rules: Rules


@stored_as("voidsiege/window_declined/v1")
class WindowDeclined(Event):
    """The player who was asked does not react."""

    player: str
    rules: Rules


@stored_as("voidsiege/window_closed/v1")
class WindowClosed(Event):
    """A window closed without an answer."""

    player: str
    rules: Rules


@stored_as("voidsiege/reacted/v1")
class Reacted(Event):
    """A unit answered the command; its steps enter the queue."""

    unit: str
    by: str
    command: str
    target: str
    rules: Rules


@stored_as("voidsiege/unit_moved/v1")
class UnitMoved(Event):
    """A unit carried out its move."""

    unit: str
    rules: Rules


@stored_as("voidsiege/unit_arrived/v1")
class UnitArrived(Event):
    """An arriving unit has moved and may be chosen as a target again."""

    unit: str
    rules: Rules = cites("P20", "E12")


@stored_as("voidsiege/unit_shot/v1")
class UnitShot(Event):
    """A unit's shot was resolved."""

    unit: str
    rules: Rules


@stored_as("voidsiege/melee_fought/v2")
class MeleeFought(Event):
    """The melee of a Charge was fought."""

    unit: str
    rules: Rules
    target: str | None = None
    """The unit that was fought, where it is another than the command's target (E18)."""


@stored_as("voidsiege/part_failed/v1")
class PartFailed(Event):
    """A declared part is done with, but was not carried out."""

    unit: str
    step: str
    """`move`, `shoot` or `melee`."""
    because: str
    """`reaction`: the reaction made it impossible; `own`: anything else."""
    rules: Rules


@stored_as("voidsiege/target_named/v1")
class TargetNamed(Event):
    """The command under way has this target from now on."""

    unit: str
    """The acting unit."""
    target: str
    rules: Rules


@stored_as("voidsiege/unit_destroyed/v1")
class UnitDestroyed(Event):
    """A unit was reported destroyed; it no longer exists for later steps."""

    unit: str
    reported_by: str
    rules: Rules = cites("G1")


@stored_as("voidsiege/owed_steps_fell/v1")
class OwedStepsFell(Event):
    """Steps that a destroyed unit, or a melee with one, still owed left the queue."""

    steps: tuple[tuple[str, str], ...]
    """Unit and step, in the order of the queue."""
    rules: Rules = cites("E8")


@stored_as("voidsiege/restriction_arrived/v1")
class RestrictionArrived(Event):
    """A command has been resolved and its restriction arrives."""

    unit: str
    restriction: str
    command: str
    """The command or reaction that applies it."""
    declared: int
    """The entry at which it was declared."""
    rules: Rules
    reaction: bool = False


@stored_as("voidsiege/restriction_removed/v2")
class RestrictionRemoved(Event):
    """A special rule took a restriction off a unit."""

    unit: str
    restriction: str
    by: str
    rule: str
    """The special rule; empty where an old row does not say which one a judge let through."""
    rules: Rules
    binds: bool = True
    """The player must now activate this unit, and may remove nothing more before (E15)."""


@stored_as("voidsiege/command_closed/v1")
class CommandClosed(Event):
    """Everything declared has been done with; no command is under way."""

    unit: str
    by: str
    reacted: bool = False
    rules: Rules = cites("P2")


@stored_as("voidsiege/unable_declared/v1")
class UnableDeclared(Event):
    """A player who can activate no unit gave up the go."""

    player: str
    rules: Rules


@stored_as("voidsiege/go_passed/v1")
class GoPassed(Event):
    """The next go is this player's."""

    player: str
    rules: Rules


@stored_as("voidsiege/round_ended/v1")
class RoundEnded(Event):
    """No player has a command point; all restrictions end."""

    round: int
    rules: Rules = cites("S4")


@stored_as("voidsiege/round_began/v1")
class RoundBegan(Event):
    """A new round, with everybody's points."""

    round: int
    points: Mapping[str, int]
    rules: Rules = cites("E7")


@stored_as("voidsiege/objective_control_reported/v1")
class ObjectiveControlReported(Event):
    """A player was reported to control an objective, or not to."""

    player: str
    value: bool
    reported_by: str
    rules: Rules = cites("P14")


@stored_as("voidsiege/objective_nearness_reported/v1")
class ObjectiveNearnessReported(Event):
    """A unit was reported to be near an objective, or not to be."""

    unit: str
    value: bool
    reported_by: str
    rules: Rules = cites("P15")


@stored_as("voidsiege/arrival_reported/v1")
class ArrivalReported(Event):
    """A unit was reported to be arriving, or not to be."""

    unit: str
    value: bool
    reported_by: str
    rules: Rules = cites("P20", "E12")


@stored_as("voidsiege/player_conceded/v1")
class PlayerConceded(Event):
    """A player gave the game up."""

    player: str
    rules: Rules = cites("P10")


@stored_as("voidsiege/game_ended/v1")
class GameEnded(Event):
    """The game is over; a command under way is cut short."""

    winner: str | None
    """Null when nobody has won."""
    rules: Rules
