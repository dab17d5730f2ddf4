"""Cards as they are printed: types, texts, skills, keywords, and the vocabulary of effects."""

from collections.abc import Mapping

from domain.kernel.values import Value

KINDS = ("light", "storm", "dark", "chaos", "growth", "void")
"""Energy, in the order of the state."""
TYPED = KINDS[:5]
TAKEN_FIRST = ("void", "light", "storm", "dark", "chaos", "growth")
"""The order in which an unnamed payment is taken."""

TYPES = ("agent", "event", "software", "hardware", "anomaly")
CONSTANTS = frozenset({"agent", "software", "hardware"})
AMPLIFIERS = frozenset({"event", "software", "hardware"})
CARD_TARGETS = frozenset({"agent", "software", "hardware", "anomaly", "constant"})
TARGETS = (*sorted(CARD_TARGETS), "biome", "sector", "player", "action")

BIOMES = ("b1", "b2", "b3")
PLANET = frozenset({"staging", *BIOMES})
ZONES = ("hand", "deck", "staging", *BIOMES, "cache", "archive")


def spoken_zone(zone: str) -> str:
    """An area, or the queue, as a sentence names it."""
    return zone if zone in PLANET else f"the {zone}"


EFFECTS_IN_WORDS = {
    "damage": "that much damage to each target card",
    "lock": "lock each target card",
    "unlock": "unlock each target card",
    "to_hand": "each target card goes to its owner's hand",
    "to_biome": "each target agent goes to its controller's sector of a biome, if that still stands",
    "durability": "changes each target sector, or each standing sector of each target biome",
    "lose_biome": "the opponent, or oneself, loses each target biome that is still his",
    "cancel": "cancel each target action",
    "draw": "oneself, the opponent or the target player draws",
    "report": "is said to the table; nothing moves",
}

WHEN_IN_WORDS = {
    "deploy": "this card arrives on the planet by executing",
    "despawn": "this card goes from the planet to a cache",
    "amplify": "its controller plays an event, software or hardware card",
    "initiate": "this agent is declared as an attacker",
    "start_of_turn": "the maintenance step begins, in either player's turn",
    "start_of_attack": "the attack step begins, in either player's turn",
}


class Target(Value):
    """What a text wants to be named: how many of what, and what each must be."""

    what: str
    number: int = 1
    whose: str | None = None
    zone: str | None = None
    locked: bool | None = None
    biome: str | None = None


class Effect(Value):
    """One thing a text does."""

    do: str
    amount: int | str = 0
    """A number, `x` or `-x`."""
    biome: str | None = None
    who: str = "self"
    text: str = ""

    @property
    def needs_target(self) -> bool:
        return self.do != "report" and (self.do != "draw" or self.who == "target")

    def comes_to(self, x: int | None) -> int:
        """The amount, with X as it was picked."""
        if isinstance(self.amount, int):
            return self.amount
        return -(x or 0) if self.amount == "-x" else (x or 0)


class Part(Value):
    """What a text names and does: its own, or that of the option picked."""

    target: Target | None = None
    effects: tuple[Effect, ...] = ()

    @property
    def has_effects_without_target(self) -> bool:
        return any(not effect.needs_target for effect in self.effects)


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

    @property
    def is_modification(self) -> bool:
        return self.subtype == "modification"
