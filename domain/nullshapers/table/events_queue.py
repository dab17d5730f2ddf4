"""What may be ruled to have happened to the queue and the chance."""

from collections.abc import Mapping

from domain.kernel.events import event
from domain.kernel.rulebook import RuleId


@event
class ActionDeclared:
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
    rules: tuple[RuleId, ...] = ("D1",)


@event
class EnergyPaid:
    """A cost is paid."""

    player: str
    paid: Mapping[str, int]
    """Kind of energy and number."""
    entry: str
    """For which action."""
    rules: tuple[RuleId, ...] = ("D7",)


@event
class Passed:
    """A player declines."""

    player: str
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = ("N3",)


@event
class CardConverted:
    """A card in hand turns into an anomaly."""

    player: str
    card: str
    rules: tuple[RuleId, ...] = ("A2", "A5")


@event
class AnomalyPlayed:
    """An anomaly goes from the hand to staging."""

    player: str
    card: str
    rules: tuple[RuleId, ...] = ("A2", "A5")


@event
class EnergyMade:
    """A player gets energy."""

    player: str
    made: Mapping[str, int]
    """Kind of energy and number."""
    card: str | None = None
    """The anomaly; null when it is reported."""
    rules: tuple[RuleId, ...] = ("A6",)


@event
class EnergyLost:
    """Left-over energy of a player is gone."""

    player: str
    lost: Mapping[str, int]
    """Kind of energy and number."""
    rules: tuple[RuleId, ...] = ("A7",)


@event
class ActionExecuted:
    """The top of the queue is carried out."""

    entry: str
    by: str
    rules: tuple[RuleId, ...] = ("E1", "E2")


@event
class TargetDropped:
    """A target has become invalid and is not affected."""

    entry: str
    """The action that named it."""
    target: str
    because: str
    """Why it is invalid."""
    rules: tuple[RuleId, ...] = ("E7",)


@event
class ActionCancelled:
    """An action leaves the queue without effect."""

    entry: str
    by: str
    rules: tuple[RuleId, ...] = ("E8",)


@event
class ActionMarked:
    """An action is cancelled by an effect and keeps its place until it would execute."""

    entry: str
    rules: tuple[RuleId, ...] = ("E17",)


@event
class CostGivenBack:
    """What was paid for a cancelled action goes back."""

    player: str
    energy: Mapping[str, int]
    """Kind of energy and number."""
    unlocked: str | None = None
    """The card that was locked for the cost and unlocks."""
    rules: tuple[RuleId, ...] = ("M12",)


@event
class TextReported:
    """A card's text is said to the table."""

    entry: str
    """The action it is part of."""
    text: str
    rules: tuple[RuleId, ...] = ("E6",)


@event
class SkillEntered:
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
    rules: tuple[RuleId, ...] = ("A3", "E13")


@event
class SkillStayedOut:
    """A reactive skill finds too few legal targets and does not enter."""

    card: str
    skill: str
    rules: tuple[RuleId, ...] = ("M19",)


@event
class ChoiceAsked:
    """One player must choose before anything else happens."""

    player: str
    kind: str
    """`targets`, `biome` or `discard`."""
    number: int
    """How many."""
    choices: tuple[str, ...]
    """From what."""
    card: str | None = None
    """Whose skill the targets are for."""
    skill: str | None = None
    rules: tuple[RuleId, ...] = ("A3",)


@event
class ChoiceMade:
    """What was waited for is chosen."""

    player: str
    kind: str
    """`targets`, `biome` or `discard`."""
    chosen: tuple[str, ...]
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = ("A3",)


@event
class ChanceGiven:
    """A window opens: a player holds the chance."""

    player: str
    kind: str
    """`open`: the queue is empty; `executed`: after an execution; `entered`: skills have entered."""
    rules: tuple[RuleId, ...] = ("E3", "E4")


@event
class FactReported:
    """Something that happened on the table is taken on somebody's word."""

    by: str
    fact: str
    text: str = ""
    ruled: bool = False
    """A judge made it legal: what is open is decided with it."""
    rules: tuple[RuleId, ...] = ()
