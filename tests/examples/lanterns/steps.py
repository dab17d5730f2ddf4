"""What may be attempted in Lanterns."""

from domain.kernel.steps import Step


class Bid(Step):
    amount: int


class Lay(Step):
    card: str
    target: str | None = None


class Pass(Step):
    """Leave the chance to the next seat."""


class Roll(Step):
    dice: tuple[int, ...]


class Again(Step):
    die: int
    """Which of them, from 1 on."""
    face: int


class Keep(Step):
    """Leave the dice as they lie."""


class ReportLights(Step):
    player: str
    change: int


class Concede(Step):
    """Give up."""
