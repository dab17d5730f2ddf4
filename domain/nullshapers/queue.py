"""What waits: actions in the queue with all that was declared of them, debts, skills to enter, choices."""

from collections.abc import Mapping

from domain.kernel.values import Value

NOTHING: Mapping[str, int] = {}


class Item(Value):
    """An action in the queue, with all that was declared of it."""

    name: str
    """“q” and the number of its entry; of a reactive skill a letter behind it."""
    since: int
    """The entry that put it there."""
    by: str
    """Who declared it, or controls the skill that entered."""
    speed: int
    """As which speed it is answered (N6)."""
    card: str | None = None
    """The card played, or whose skill it is."""
    skill: str | None = None
    action: str | None = None
    """The kind of battle action: `advance`, `attack` or `defend`."""
    reactive: bool = False
    """Whether it is a skill that entered by itself (A3)."""
    targets: tuple[str, ...] = ()
    departures: tuple[int, ...] = ()
    """Of each target how often it had left the planet or a cache when it was named; 0 if it is no card."""
    stood: tuple[str, ...] = ()
    """Where each agent of a battle action stood when it was declared."""
    option: str | None = None
    x: int | None = None
    biome: str | None = None
    """The biome named for a card that is played (P7)."""
    to: Mapping[str, str] | None = None
    """Of a battle action: agent → the biome named for it."""
    against: Mapping[str, tuple[str, ...]] | None = None
    """Of a defence: attacker → those that are to defend against it, as it was said (P15)."""
    departed: int = 0
    """How often the card whose skill it is had left the planet (M14)."""
    paid: Mapping[str, int] = NOTHING
    """Type → energy that was paid for it."""
    locked_for_it: bool = False
    """Whether its card locked for it (D9)."""
    ruled: bool = False
    """Whether a judge let it happen."""
    marked: int | None = None
    """The entry that cancelled it, if it keeps its place all the same (E17)."""

    @property
    def is_card(self) -> bool:
        return self.card is not None and self.skill is None


class Spent(Value):
    """Energy that a player no longer has."""

    since: int
    """The entry that spent or lost it."""
    amounts: Mapping[str, int]
    """Type → energy."""
    rules: tuple[str, ...] = ()
    """By which it was lost as left over: A7, and M38 if the phase had not ended; none if it was spent."""


class Declared(Value):
    """A battle action that was declared in this step (M45)."""

    name: str
    since: int
    cancelled: bool = False


def name_of(item: Item) -> str:
    """An action in a sentence: “the attack q7”, or its card and name."""
    if item.action is not None:
        return f"the {'defence' if item.action == 'defend' else item.action} {item.name}"
    what = f"“{item.card}/{item.skill}”" if item.skill else f"“{item.card}”"
    return f"{what} ({item.name})"


def with_capital(item: Item) -> str:
    """The same at the beginning of a sentence."""
    name = name_of(item)
    return name if item.action is None else f"T{name[1:]}"


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
    return next(
        n for n, trigger in enumerate(triggers) if (trigger.card, trigger.skill) == (card, skill)
    )


class Choice(Value):
    """What one player must choose before anything else happens."""

    by: str
    kind: str
    """`targets`, `option`, `order`, `defenders`, `biome` or `discard`."""
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
