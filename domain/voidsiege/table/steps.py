"""What a player may attempt; the fields of each step are those of its record."""

from typing import Annotated, Literal

from domain.kernel.steps import NAMED, Step

CommandWord = Literal[
    "move",
    "run",
    "shoot",
    "defend",
    "advance",
    "assault",
    "ditch",
    "rally",
    "intervene",
    "snap_fire",
    "overrun",
    "covering_fire",
    "charge",
]
"""`charge` is understood, so that T3 can say that it is no command."""


class Declare(Step):
    """Give a unit a command, declared whole."""

    unit: str
    command: CommandWord | None = None
    charge: bool = False
    target: str | None = None


class React(Step):
    """Answer the command under way with a unit."""

    unit: str
    command: CommandWord
    target: str | None = None


class Decline(Step):
    """Let the command go unanswered."""


class CarriedOut(Step):
    """A step of the queue: carried out, or not, with the reason."""

    unit: str
    completed: bool = True
    because: Literal["reaction", "own"] | None = None


class Move(CarriedOut):
    """Carry out the move that is due, or say that it could not be done."""


class Shoot(CarriedOut):
    """Resolve the shot that is due, with those who fell to it, or give it up."""

    destroyed: Annotated[tuple[str, ...] | None, NAMED] = None


class Melee(CarriedOut):
    """Fight the melee of a Charge, with those who fell in it, or say that it did not come to it."""

    destroyed: Annotated[tuple[str, ...] | None, NAMED] = None
    target: str | None = None
    """Whom it fights; the command's target where nobody is named."""


class Target(Step):
    """Name the target of the command under way."""

    target: str


class Unable(Step):
    """Give up the go and discard a point."""


class RemoveRestriction(Step):
    """Take a restriction off a unit by a special rule."""

    unit: str
    restriction: Literal["run", "shoot", "defend"]
    rule: str


class ReportDestroyed(Step):
    """A unit was destroyed on the table."""

    unit: str


class ReportObjectiveControl(Step):
    """A player controls an objective, or does no longer."""

    player: str
    value: bool


class ReportNearObjective(Step):
    """A unit is near an objective, or is no longer."""

    unit: str
    value: bool


class ReportArriving(Step):
    """A unit has just been placed by its first model, or has arrived whole."""

    unit: str
    value: bool


class Concede(Step):
    """Give the game to the other player."""


Aimed = Declare | React

STEP_OF: dict[type, str] = {Move: "move", Shoot: "shoot", Melee: "melee"}
