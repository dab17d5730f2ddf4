"""What is still to be settled before anybody acts: what is owed, skills that enter, choices."""

from domain.kernel.values import Value


class Owed(Value):
    """A biome that a player has to lose (W3), or cards that they have to discard (E19)."""

    player: str
    kind: str
    """`biome` or `discard`."""
    number: int
    """How many cards; 1 for a biome."""
    since: int
    """The entry with which it came about."""


class Trigger(Value):
    """A reactive skill that has reacted and has to enter the queue, with what it has been given."""

    card: str
    skill: str
    by: str
    """Who controlled the card as it reacted."""
    departed: int
    """How often the card had left the planet by then (M14)."""
    since: int
    """The entry to which it reacted."""
    placed: bool = False
    """Whether its controller has said in which order it enters (M47)."""
    option: str | None = None
    given: int = 0
    """For how many of its groups of targets that has been done."""
    targets: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.card}/{self.skill}"


def place_of(triggers: tuple[Trigger, ...], card: str | None, skill: str | None) -> int:
    """The place, from 0, of the first trigger of this skill."""
    return next(n for n, one in enumerate(triggers) if (one.card, one.skill) == (card, skill))


class Choice(Value):
    """What one player must choose before anything else happens."""

    by: str
    kind: str
    """`targets`, `option`, `order`, `biome` or `discard`."""
    number: int
    choices: tuple[str, ...]
    since: int
    card: str | None = None
    skill: str | None = None
    least: int | None = None
    """How many must be named at least; None if exactly `number`."""
    option: str | None = None
    """The option that the skill has been given."""
    group: int = 0
    """The number of the group of targets that is chosen from, from 1."""
    named: tuple[str, ...] = ()
    """The targets that the skill has been given before."""

    @property
    def fewest(self) -> int:
        """How many must be named."""
        return self.number if self.least is None else self.least

    def is_of(self, trigger: Trigger) -> bool:
        """Whether it is about this skill, alone or among others."""
        if self.kind == "order":
            return trigger.name in self.choices
        return (self.card, self.skill) == (trigger.card, trigger.skill)
