"""Cards as they are printed: types, texts, skills, keywords, and the vocabulary of effects."""

from collections.abc import Mapping
from typing import Literal, get_args

from domain.kernel.values import Value

Kind = Literal["light", "storm", "dark", "chaos", "growth", "void"]


KINDS: tuple[Kind, ...] = get_args(Kind)
"""Energy, in the order of the state."""


TYPED = KINDS[:5]


TAKEN_FIRST = ("void", "light", "storm", "dark", "chaos", "growth")
"""The order in which an unnamed payment is taken."""


Type = Literal["agent", "event", "software", "hardware", "anomaly"]


CONSTANTS = frozenset({"agent", "software", "hardware"})


AMPLIFIERS = frozenset({"event", "software", "hardware"})


CARD_TARGETS = frozenset({"agent", "software", "hardware", "anomaly", "constant"})


TARGETS = (*sorted(CARD_TARGETS), "biome", "sector", "player", "action")


CACHE_TARGETS = CARD_TARGETS | {"event", "card"}
"""What a text may want of a cache."""


Biome = Literal["b1", "b2", "b3"]


BIOMES: tuple[Biome, ...] = get_args(Biome)


PLANET = frozenset({"staging", *BIOMES})


Zone = Literal["hand", "deck", "staging", "b1", "b2", "b3", "cache", "archive"]


ZONES: tuple[Zone, ...] = get_args(Zone)


def spoken_zone(zone: str) -> str:
    """An area, or the queue, as a sentence names it."""
    return zone if zone in PLANET else f"the {zone}"


def spoken_cards(number: int) -> str:
    """So many cards, as a sentence says it."""
    return f"{number} card{'' if number == 1 else 's'}"


Do = Literal[
    "damage",
    "lock",
    "unlock",
    "terminate",
    "to_hand",
    "to_biome",
    "durability",
    "lose_biome",
    "cancel",
    "draw",
    "discard",
    "gain_energy",
    "report",
]
"""What an effect does."""


When = Literal[
    "deploy", "despawn", "amplify", "initiate", "start_of_turn", "start_of_attack", "reported"
]
"""What a skill reacts to."""


class Target(Value):
    """A group of targets that a text wants to be named: how many of what, and what each must be."""

    what: str
    least: int = 1
    most: int | None = 1
    """None where there is no limit."""
    whose: str | None = None
    zone: str | None = None
    """`staging`, `sector`, or `cache` for cards that lie in one."""
    locked: bool | None = None
    biome: str | None = None

    @property
    def in_a_cache(self) -> bool:
        return self.zone == "cache"

    def at_most(self, number: int) -> int:
        """How many may be named where there are so many."""
        return number if self.most is None else min(self.most, number)


OF_A_PLAYER = ("draw", "discard", "gain_energy")
"""The effects that fall on the player they say; on a target only where they say `target`."""


class Effect(Value):
    """One thing a text does."""

    do: str
    amount: int | str = 0
    """A number, `x` or `-x`."""
    biome: str | None = None
    who: str = "self"
    text: str = ""
    group: int = 1
    """On whose targets it acts: those of the first group, the second, and so on."""
    kind: str = ""
    """Of energy."""

    @property
    def needs_target(self) -> bool:
        return self.do != "report" and (self.do not in OF_A_PLAYER or self.who == "target")

    def comes_to(self, x: int | None) -> int:
        """The amount, with X as it was picked."""
        if isinstance(self.amount, int):
            return self.amount
        return -(x or 0) if self.amount == "-x" else (x or 0)


class Part(Value):
    """What a text names and does: its own, or that of the option picked."""

    groups: tuple[Target, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def least(self) -> int:
        """How many targets must be named."""
        return sum(group.least for group in self.groups)

    @property
    def most(self) -> int | None:
        """How many targets may be named, None where there is no limit: only the last group leaves it open."""
        if not self.groups:
            return 0
        last = self.groups[-1].most
        return None if last is None else last + sum(target.least for target in self.groups[:-1])

    def group_at(self, at: int) -> int:
        """To which group the name belongs that stands there, from 0; the last takes all the rest."""
        last = len(self.groups) - 1
        for group in range(last):
            at -= self.groups[group].least
            if at < 0:
                return group
        return max(0, last)

    def target_at(self, at: int) -> Target | None:
        """What the name that stands there must be; None in a text that names nothing."""
        return self.groups[self.group_at(at)] if self.groups else None


class Text(Value):
    """The text of a card or of a skill."""

    kind: str = "card"
    """`card`, `activated` or `reactive`."""
    speed: int | None = None
    cost: Mapping[str, int] = {}
    x: bool = False
    """Whether X is part of the cost."""
    lock: bool = False
    when: str = ""
    own: Part = Part()
    options: Mapping[str, Part] = {}

    def part(self, option: str | None) -> Part:
        """What is named and done with this option picked."""
        return self.own if option is None else self.options.get(option, self.own)


class Printed(Value):
    """A card as it is printed, with its owner."""

    id: str
    name: str
    type: str
    owner: str
    text: Text
    subtype: str = ""
    attack: int = 0
    defense: int = 1
    range: str = "melee"
    skills: Mapping[str, Text] = {}
    makes: Mapping[str, int] = {}
    ready: bool = False
    secure: bool = False
    lightspeed: bool = False
    unanswerable: bool = False
    encrypt: str = ""
    """`locked`, `unlocked`, `always`, or empty."""
    firewall: Mapping[str, int] = {}
    changes_battles: bool = False
    """Whether only the table sees what it does to a battle (P13)."""

    @property
    def is_modification(self) -> bool:
        return self.subtype == "modification"
