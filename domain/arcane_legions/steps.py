"""What may be attempted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.kernel.steps import Read, Step, Unreadable, shown

Side = Literal["front", "back", "left", "right"]
OrderType = Literal["close", "ranged", "move", "regroup", "special"]


def _counted(name: str, least: int = 0) -> dict[str, Any]:
    def read(value: Any) -> int:
        if type(value) is int and value >= least:
            return value
        raise Unreadable(f"“{name}” is a whole number from {least}, not {shown(value)}")

    return {"read": read}


def _two_numbers(name: str, *parts: str) -> Read:
    def read(value: Any) -> Mapping[str, int]:
        if not isinstance(value, Mapping):
            raise Unreadable(f"“{name}” is a mapping of {' and '.join(parts)}, not {shown(value)}")
        for part, number in value.items():
            if part not in parts:
                raise Unreadable(f"“{name}” takes {' and '.join(parts)}, not {shown(part)}")
            if type(number) is not int:
                raise Unreadable(f"“{name}.{part}” is a whole number, not {shown(number)}")
        return dict(value)

    return read


@dataclass(frozen=True, slots=True)
class Raised:
    """A trigger said with the step that causes it."""

    id: str
    owner: str
    source: str
    at: str | None = None
    """The later row at which it arises, where that is not the one the step has."""


def _raised(value: Any) -> tuple[Raised, ...]:
    if not isinstance(value, list | tuple):
        raise Unreadable(f"“raises” is a list of triggers, not {shown(value)}")
    return tuple(_one_raised(item) for item in value)


def _one_raised(item: Any) -> Raised:
    if not isinstance(item, Mapping):
        raise Unreadable(f"a trigger in “raises” has id, owner and source, not {shown(item)}")
    for name, word in item.items():
        if name not in ("id", "owner", "source", "at"):
            raise Unreadable(
                f"a trigger in “raises” takes id, owner, source, at, not {shown(name)}"
            )
        if type(word) is not str:
            raise Unreadable(f"“{name}” of a trigger in “raises” is a word, not {shown(word)}")
    for name in ("id", "owner", "source"):
        if name not in item:
            raise Unreadable(f"a trigger in “raises” needs “{name}”")
    return Raised(**item)


def _raises() -> Any:
    return field(default=(), metadata={"read": _raised})


def _change(*parts: str) -> Any:
    return field(default_factory=dict, metadata={"read": _two_numbers("change", *parts)})


@dataclass(frozen=True, slots=True)
class Order(Step):
    """Pick a unit and an order for it."""

    unit: str
    order: OrderType
    special: str | None = None


@dataclass(frozen=True, slots=True)
class EndOrders(Step):
    """Give no more orders in this turn."""

    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Target(Step):
    """Choose what the order is against; each row takes its own fields."""

    unit: str | None = None
    side: Side | None = None
    own_side: Side | None = field(default=None, metadata={"said": "from"})
    units_between: int | None = field(default=None, metadata=_counted("units_between"))
    hindering: int | None = field(default=None, metadata=_counted("hindering"))
    blocking: bool | None = None
    melee: bool | None = None
    units: tuple[str, ...] | None = None
    what: str | None = None


@dataclass(frozen=True, slots=True)
class NoTarget(Step):
    """Choose no target: the order ends."""


@dataclass(frozen=True, slots=True)
class Pay(Step):
    """Pay the cost of the order, with a figure where it needs a push."""

    points: int = field(metadata=_counted("points"))
    figure: str | None = None
    change: int = 0
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class NoPay(Step):
    """Pay nothing: the order ends."""


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """The dice as they were rolled."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    change: Mapping[str, int] = _change("attack", "defence")
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Adjust(Step):
    """The dice as they lie after a reroll or an adjustment."""

    attack: tuple[int, ...] | None = None
    defence: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Hits(Step):
    """The hits scored by each unit, and declared changes of the damage that comes of them."""

    attacker: int = field(metadata=_counted("attacker"))
    defender: int = field(metadata=_counted("defender"))
    change: Mapping[str, int] = _change("attacker", "defender")
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Damage(Step):
    """Place outstanding damage: one figure for each point."""

    unit: str
    figures: tuple[str, ...]
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Breakaway(Step):
    """Attack the unit that is about to move away."""

    unit: str
    side: Side | None = None
    own_side: Side | None = field(default=None, metadata={"said": "from"})


@dataclass(frozen=True, slots=True)
class Decline(Step):
    """Make no more breakaway attacks in this window."""


@dataclass(frozen=True, slots=True)
class TakeStep(Step):
    """Pay for one step."""

    cost: int = field(metadata=_counted("cost", 1))
    side: Side | None = None
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """Pay for one turn."""

    cost: int = field(metadata=_counted("cost", 1))
    side: Side | None = None
    onto: Side | None = None
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Stop(Step):
    """Move no further."""

    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Reposition(Step):
    """Put figures on other slots."""

    moves: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Face(Step):
    """Change the unit's facing."""

    degrees: int
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Done(Step):
    """Regroup no further."""

    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Effect(Step):
    """What comes of the special order."""

    damage: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    returns: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata={"said": "return"}
    )
    victory_points: Mapping[str, int] = field(default_factory=dict)
    order_points: Mapping[str, int] = field(default_factory=dict)
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class Resolve(Step):
    """Resolve a trigger, to whatever comes of it."""

    trigger: str
    damage: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    returns: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata={"said": "return"}
    )
    victory_points: Mapping[str, int] = field(default_factory=dict)
    order_points: Mapping[str, int] = field(default_factory=dict)
    raises: tuple[Raised, ...] = _raises()


@dataclass(frozen=True, slots=True)
class RaiseTrigger(Step):
    """Put a trigger into its owner's hand."""

    id: str
    owner: str
    source: str


@dataclass(frozen=True, slots=True)
class Adjacent(Step):
    """Two units have come to stand side by side."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Apart(Step):
    """Two units stand side by side no longer."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InRange(Step):
    """A unit has another one in range."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class OutOfRange(Step):
    """A unit has another one in range no longer."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Destroyed(Step):
    """A unit has left the battlefield."""

    unit: str
    credit: str | None = None


@dataclass(frozen=True, slots=True)
class Controls(Step):
    """A control terrain is held by a player, or by nobody."""

    terrain: str
    player: str | None = None


FACTS: dict[str, type[Step]] = {
    "adjacent": Adjacent,
    "apart": Apart,
    "in_range": InRange,
    "out_of_range": OutOfRange,
    "destroyed": Destroyed,
    "controls": Controls,
}


@dataclass(frozen=True, slots=True)
class Concede(Step):
    """Give the game up."""
