"""What may be ruled to have happened to the queue and the chance."""

from collections.abc import Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Event, cites, stored_as


@stored_as("nullshapers/action_declared/v1")
class ActionDeclared(Event):
    """An action enters the queue, with everything that was declared of it."""

    entry: str
    """Its name in the queue."""
    by: str
    """Who declared it."""
    card: str | None
    """The card played, or whose skill is activated; null for a battle action."""
    skill: str | None = None
    """The skill activated."""
    action: str | None = None
    """`advance`, `attack` or `defend`."""
    targets: tuple[str, ...] = ()
    """As named; agents by the alphabet."""
    option: str | None = None
    """The option picked (D4)."""
    x: int | None = None
    """X as picked (D5)."""
    biome: str | None = None
    """Where an agent is to arrive (P7)."""
    to: Mapping[str, str] | None = None
    """The biome meant for each agent of a battle action."""
    speed: int = 1
    """As which speed it is answered (N6)."""
    ruled: bool = False
    """A judge made it legal: its targets are only asked for being there."""
    rules: tuple[RuleId, ...] = cites("D1")


@stored_as("nullshapers/energy_paid/v1")
class EnergyPaid(Event):
    """A cost is paid."""

    player: str
    paid: Mapping[str, int]
    """Kind of energy and number."""
    entry: str
    """For which action."""
    rules: tuple[RuleId, ...] = cites("D7")


@stored_as("nullshapers/passed/v1")
class Passed(Event):
    """A player declines."""

    player: str
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = cites("N3")


@stored_as("nullshapers/card_converted/v1")
class CardConverted(Event):
    """A card in hand turns into an anomaly."""

    player: str
    card: str
    rules: tuple[RuleId, ...] = cites("A2", "A5")


@stored_as("nullshapers/anomaly_played/v1")
class AnomalyPlayed(Event):
    """An anomaly goes from the hand to staging."""

    player: str
    card: str
    rules: tuple[RuleId, ...] = cites("A2", "A5")


@stored_as("nullshapers/energy_made/v1")
class EnergyMade(Event):
    """A player gets energy."""

    player: str
    made: Mapping[str, int]
    """Kind of energy and number."""
    card: str | None = None
    """The anomaly; null when it is reported."""
    rules: tuple[RuleId, ...] = cites("A6")


@stored_as("nullshapers/energy_lost/v1")
class EnergyLost(Event):
    """Left-over energy of a player is gone."""

    player: str
    lost: Mapping[str, int]
    """Kind of energy and number."""
    rules: tuple[RuleId, ...] = cites("A7")


@stored_as("nullshapers/action_executed/v1")
class ActionExecuted(Event):
    """The top of the queue is carried out."""

    entry: str
    by: str
    rules: tuple[RuleId, ...] = cites("E1", "E2")


@stored_as("nullshapers/target_dropped/v1")
class TargetDropped(Event):
    """A target has become invalid and is not affected."""

    entry: str
    """The action that named it."""
    target: str
    because: str
    """Why it is invalid."""
    rules: tuple[RuleId, ...] = cites("E7")


@stored_as("nullshapers/action_cancelled/v1")
class ActionCancelled(Event):
    """An action leaves the queue without effect."""

    entry: str
    by: str
    rules: tuple[RuleId, ...] = cites("E8")


@stored_as("nullshapers/action_marked/v1")
class ActionMarked(Event):
    """An action is cancelled by an effect and keeps its place until it would execute."""

    entry: str
    rules: tuple[RuleId, ...] = cites("E17")


@stored_as("nullshapers/cost_given_back/v1")
class CostGivenBack(Event):
    """What was paid for a cancelled action goes back."""

    player: str
    energy: Mapping[str, int]
    """Kind of energy and number."""
    unlocked: str | None = None
    """The card that was locked for the cost and unlocks."""
    rules: tuple[RuleId, ...] = cites("M12")


@stored_as("nullshapers/text_reported/v1")
class TextReported(Event):
    """A card's text is said to the table."""

    entry: str
    """The action it is part of."""
    text: str
    rules: tuple[RuleId, ...] = cites("E6")


@stored_as("nullshapers/skill_entered/v2")
class SkillEntered(Event):
    """A reactive skill enters the queue."""

    entry: str
    """Its name in the queue."""
    by: str
    """Its controller."""
    card: str
    skill: str
    targets: tuple[str, ...] = ()
    speed: int = 3
    """As which speed it is answered (T8)."""
    option: str | None = None
    """The option picked for it (D4)."""
    rules: tuple[RuleId, ...] = cites("A3", "E13")


@stored_as("nullshapers/skill_stayed_out/v1")
class SkillStayedOut(Event):
    """A reactive skill finds too few legal targets and does not enter."""

    card: str
    skill: str
    rules: tuple[RuleId, ...] = cites("M19")


@stored_as("nullshapers/discard_owed/v1")
class DiscardOwed(Event):
    """A player has to discard cards of their hand, once the execution has finished."""

    player: str
    number: int
    """How many."""
    rules: tuple[RuleId, ...] = cites("E19")


@stored_as("nullshapers/choice_asked/v2")
class ChoiceAsked(Event):
    """One player must choose before anything else happens."""

    player: str
    kind: str
    """`targets`, `option`, `order`, `biome` or `discard`."""
    number: int
    """How many."""
    choices: tuple[str, ...]
    """From what."""
    card: str | None = None
    """Whose skill the targets or the option are for."""
    skill: str | None = None
    least: int | None = None
    """How many at least, where fewer than `number` may be named."""
    option: str | None = None
    """The option that the skill has been given."""
    group: int = 1
    """Which group of the skill's targets is asked for."""
    named: tuple[str, ...] = ()
    """The targets that the skill has been given before."""
    rules: tuple[RuleId, ...] = cites("A3")


@stored_as("nullshapers/choice_made/v2")
class ChoiceMade(Event):
    """What was waited for is chosen."""

    player: str
    kind: str
    """`targets`, `option`, `order`, `biome` or `discard`."""
    chosen: tuple[str, ...]
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = cites("A3")


@stored_as("nullshapers/standing_pass_given/v1")
class StandingPassGiven(Event):
    """A player passes by themselves from now on, until the step ends."""

    player: str
    rules: tuple[RuleId, ...] = cites("N7")


@stored_as("nullshapers/standing_passes_ended/v1")
class StandingPassesEnded(Event):
    """Nobody passes by themselves any more."""

    players: tuple[str, ...]
    """Who did."""
    rules: tuple[RuleId, ...] = cites("N7")


@stored_as("nullshapers/chance_given/v1")
class ChanceGiven(Event):
    """A window opens: a player holds the chance."""

    player: str
    kind: str
    """`open`: the queue is empty; `executed`: after an execution; `entered`: skills have entered."""
    rules: tuple[RuleId, ...] = cites("E3", "E4")


@stored_as("nullshapers/fact_reported/v2")
class FactReported(Event):
    """Something that happened on the table is taken on somebody's word."""

    by: str
    fact: str
    text: str = ""
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    card: str | None = None
    """The card whose skill reacts."""
    skill: str | None = None
    """The skill that reacts to what only the table sees."""
    rules: tuple[RuleId, ...] = cites()
