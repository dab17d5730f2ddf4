"""What may be ruled to have happened to cards, sectors, the turn and the match."""

from collections.abc import Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Event, cites, stored_as


@stored_as("nullshapers/card_moved/v1")
class CardMoved(Event):
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
    rules: tuple[RuleId, ...] = cites("E11")


@stored_as("nullshapers/card_attached/v1")
class CardAttached(Event):
    """A card is attached to another one, or to none."""

    card: str
    to: str | None
    rules: tuple[RuleId, ...] = cites("E11")


@stored_as("nullshapers/card_damaged/v1")
class CardDamaged(Event):
    """A card takes damage, or its damage wears off."""

    card: str
    amount: int
    damage: int
    """What it has now."""
    rules: tuple[RuleId, ...] = cites("E6")


@stored_as("nullshapers/card_terminated/v1")
class CardTerminated(Event):
    """A card is terminated and goes to a cache."""

    card: str
    player: str
    """Whose cache."""
    rules: tuple[RuleId, ...] = cites("E18")


@stored_as("nullshapers/card_locked/v1")
class CardLocked(Event):
    """A card locks."""

    card: str
    cost_of: str | None = None
    """The action it locks for as a cost."""
    rules: tuple[RuleId, ...] = cites("E6")


@stored_as("nullshapers/card_unlocked/v1")
class CardUnlocked(Event):
    """A card unlocks."""

    card: str
    rules: tuple[RuleId, ...] = cites("E6")


@stored_as("nullshapers/speed_changed/v1")
class SpeedChanged(Event):
    """The present speed of a card changes."""

    card: str
    speed: int | None
    rules: tuple[RuleId, ...] = cites("P11")


@stored_as("nullshapers/durability_changed/v1")
class DurabilityChanged(Event):
    """The durability of a sector changes."""

    sector: str
    amount: int
    durability: int
    """What it is now."""
    rules: tuple[RuleId, ...] = cites("W1")


@stored_as("nullshapers/biome_lost/v1")
class BiomeLost(Event):
    """A player loses a biome."""

    player: str
    biome: str
    collapse: bool = False
    """Because he could not draw (W3)."""
    rules: tuple[RuleId, ...] = cites("W1")


@stored_as("nullshapers/cards_drawn/v1")
class CardsDrawn(Event):
    """A player draws."""

    player: str
    number: int
    """How many he draws."""
    cards: tuple[str, ...] = ()
    """Those the record knows."""
    short: bool = False
    """He could not draw them all."""
    rules: tuple[RuleId, ...] = cites("P3")


@stored_as("nullshapers/agents_advanced/v1")
class AgentsAdvanced(Event):
    """Agents go from staging to sectors."""

    entry: str
    to: Mapping[str, str]
    """The biome of each."""
    rules: tuple[RuleId, ...] = cites("P6")


@stored_as("nullshapers/attackers_chosen/v1")
class AttackersChosen(Event):
    """Agents become attackers."""

    entry: str
    agents: tuple[str, ...]
    rules: tuple[RuleId, ...] = cites("P7")


@stored_as("nullshapers/defenders_chosen/v1")
class DefendersChosen(Event):
    """Agents become defenders."""

    entry: str
    agents: tuple[str, ...]
    to: Mapping[str, str] | None = None
    """The sectors that agents go to from staging."""
    rules: tuple[RuleId, ...] = cites("P8")


@stored_as("nullshapers/step_ended/v1")
class StepEnded(Event):
    """A step of the turn ends."""

    step: str
    rules: tuple[RuleId, ...] = cites("E5")


@stored_as("nullshapers/step_began/v1")
class StepBegan(Event):
    """A step of the turn begins."""

    step: str
    phase: str
    rules: tuple[RuleId, ...] = cites("P1")


@stored_as("nullshapers/turn_began/v1")
class TurnBegan(Event):
    """The next turn begins."""

    turn: int
    player: str
    rules: tuple[RuleId, ...] = cites("P1")


@stored_as("nullshapers/conceded/v1")
class Conceded(Event):
    """A player gives the match up."""

    player: str
    rules: tuple[RuleId, ...] = cites("A10", "W4")


@stored_as("nullshapers/match_won/v1")
class MatchWon(Event):
    """A player has won."""

    winner: str
    rules: tuple[RuleId, ...] = cites("W2", "E15")


@stored_as("nullshapers/match_drawn/v1")
class MatchDrawn(Event):
    """The match is over without a winner."""

    rules: tuple[RuleId, ...] = cites("W2", "M23")
