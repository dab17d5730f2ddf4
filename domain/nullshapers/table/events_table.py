"""What may be ruled to have happened to cards, sectors, the turn and the match."""

from collections.abc import Mapping

from domain.kernel.events import event
from domain.kernel.rulebook import RuleId


@event
class CardMoved:
    """A card goes from one place to another."""

    card: str
    to: str
    """The zone."""
    player: str
    """Whose area it is."""
    fresh: bool = False
    """It has arrived on the planet."""
    executed: bool = False
    """It has arrived by executing."""
    rules: tuple[RuleId, ...] = ("E11",)


@event
class CardAttached:
    """A card is attached to another one, or to none."""

    card: str
    to: str | None
    rules: tuple[RuleId, ...] = ("E11",)


@event
class CardDamaged:
    """A card takes damage, or its damage wears off."""

    card: str
    amount: int
    damage: int
    """What it has now."""
    rules: tuple[RuleId, ...] = ("E6",)


@event
class CardTerminated:
    """A card is terminated and goes to a cache."""

    card: str
    player: str
    """Whose cache."""
    rules: tuple[RuleId, ...] = ("E18",)


@event
class CardLocked:
    """A card locks."""

    card: str
    cost_of: str | None = None
    """The action it locks for as a cost."""
    rules: tuple[RuleId, ...] = ("E6",)


@event
class CardUnlocked:
    """A card unlocks."""

    card: str
    rules: tuple[RuleId, ...] = ("E6",)


@event
class SpeedChanged:
    """The present speed of a card changes."""

    card: str
    speed: int | None
    rules: tuple[RuleId, ...] = ("P11",)


@event
class DurabilityChanged:
    """The durability of a sector changes."""

    sector: str
    amount: int
    durability: int
    """What it is now."""
    rules: tuple[RuleId, ...] = ("W1",)


@event
class BiomeLost:
    """A player loses a biome."""

    player: str
    biome: str
    collapse: bool = False
    """Because he could not draw (W3)."""
    rules: tuple[RuleId, ...] = ("W1",)


@event
class CardsDrawn:
    """A player draws."""

    player: str
    number: int
    """How many he draws."""
    cards: tuple[str, ...] = ()
    """Those the record knows."""
    short: bool = False
    """He could not draw them all."""
    rules: tuple[RuleId, ...] = ("P3",)


@event
class AgentsAdvanced:
    """Agents go from staging to sectors."""

    entry: str
    to: Mapping[str, str]
    """The biome of each."""
    rules: tuple[RuleId, ...] = ("P6",)


@event
class AttackersChosen:
    """Agents become attackers."""

    entry: str
    agents: tuple[str, ...]
    rules: tuple[RuleId, ...] = ("P7",)


@event
class DefendersChosen:
    """Agents become defenders."""

    entry: str
    agents: tuple[str, ...]
    to: Mapping[str, str] | None = None
    """The sectors that agents go to from staging."""
    rules: tuple[RuleId, ...] = ("P8",)


@event
class StepEnded:
    """A step of the turn ends."""

    step: str
    rules: tuple[RuleId, ...] = ("E5",)


@event
class StepBegan:
    """A step of the turn begins."""

    step: str
    phase: str
    rules: tuple[RuleId, ...] = ("P1",)


@event
class TurnBegan:
    """The next turn begins."""

    turn: int
    player: str
    rules: tuple[RuleId, ...] = ("P1",)


@event
class Conceded:
    """A player gives the match up."""

    player: str
    rules: tuple[RuleId, ...] = ("A10", "W4")


@event
class MatchWon:
    """A player has won."""

    winner: str
    rules: tuple[RuleId, ...] = ("W2", "E15")


@event
class MatchDrawn:
    """The match is over without a winner."""

    rules: tuple[RuleId, ...] = ("W2", "M23")
