"""What a text of the set-up may hold: its cost, what it names, what it does."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.setup import UNSET, FromOne, FromZero, Shape, UnsetType
from domain.nullshapers.law.cards import Biome, Do, Kind, When


class Cost(Shape):
    """Energy of each kind; `x: true` if it has an X."""

    light: FromZero | UnsetType = UNSET
    storm: FromZero | UnsetType = UNSET
    dark: FromZero | UnsetType = UNSET
    chaos: FromZero | UnsetType = UNSET
    growth: FromZero | UnsetType = UNSET
    void: FromZero | UnsetType = UNSET
    x: bool = False


class TargetSetup(Shape):
    """A group of targets."""

    what: Literal[
        "agent",
        "anomaly",
        "constant",
        "hardware",
        "software",
        "biome",
        "sector",
        "player",
        "action",
        "event",
        "card",
    ]
    """`event` and `card` only in a cache."""
    count: FromOne | UnsetType = UNSET
    number: FromOne | UnsetType = UNSET
    """The same as `count`."""
    min: FromZero | UnsetType = UNSET
    max: FromZero | UnsetType = UNSET
    whose: Literal["own", "enemy"] | UnsetType = UNSET
    zone: Literal["staging", "sector", "cache"] | UnsetType = UNSET
    locked: bool | UnsetType = UNSET
    biome: Biome | UnsetType = UNSET


class EffectSetup(Shape):
    """One thing a text does; which fields it takes depends on `do`."""

    do: Do
    amount: int | Literal["x", "-x"] | UnsetType = UNSET
    biome: Biome | UnsetType = UNSET
    who: Literal["self", "opponent", "target"] | UnsetType = UNSET
    text: str | UnsetType = UNSET
    group: FromOne | UnsetType = UNSET
    """On whose targets it acts; those of the first group if left out."""
    kind: Kind | UnsetType = UNSET


class PartSetup(Shape):
    """What is named, and what happens."""

    target: TargetSetup | UnsetType = UNSET
    """Short for one group of `targets`."""
    targets: tuple[TargetSetup, ...] | UnsetType = UNSET
    effects: tuple[EffectSetup, ...] | UnsetType = UNSET


class TextSetup(PartSetup):
    """The text of a card."""

    speed: Literal[1, 2, 3] | UnsetType = UNSET
    cost: Cost | UnsetType = UNSET
    options: Mapping[str, PartSetup] | UnsetType = UNSET
    """Name → what is named and happens when it is picked; then the text has none itself."""


class SkillSetup(TextSetup, kw_only=True):
    """A skill; a reactive one has `when`, and neither speed, cost nor lock."""

    kind: Literal["activated", "reactive"]
    lock: bool | UnsetType = UNSET
    """Whether it costs a lock."""
    when: When | UnsetType = UNSET
