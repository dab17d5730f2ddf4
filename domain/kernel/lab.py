"""What a ruleset declares for the lab: its small tables, its invariants, and which states are equivalent."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.steps import Said
from domain.kernel.values import ENTRY_FIELDS, Value, field

View = Mapping[str, Any]
"""The table for programs, with the keys that the State section of the rulebook's page lists."""
Shape = Any
"""The shape of a value of the view: a type, None, a fixed text, `[shape]` for a list, `{str: shape}` for
a mapping by names, `{"key": shape}` for a mapping with at least these keys, a tuple of alternatives."""
WORD: Shape = (str, None)
"""A name, or null where there is none."""
OF_EVERY_VIEW: Mapping[str, Shape] = {"over": bool, "winner": WORD, "to_act": [str]}


def nobody_acts_once_over(view: View) -> bool:
    return not view["over"] or not view["to_act"]


class SmallTable(Value):
    """A set-up so small that everything that can happen on it can be tried."""

    name: str
    words: str
    """What is on it, in people's words: “a unit each, one point, one round”."""
    setup: Mapping[str, Any]
    players: tuple[str, ...] = ("ana", "ben")
    answers: Mapping[str, tuple[Any, ...]] = {}
    """Field that a candidate asks for → the values tried for it not the usual ones; of dice the faces."""
    also_tried: tuple[Said, ...] = ()
    """Steps, without `by`, that are tried for every player besides the candidates."""
    never_tried: tuple[Said, ...] = ()
    """Parts of steps: a candidate that contains all of one is not tried."""
    quick: bool = False
    """Whether it is explored to the end within seconds, and so with every run of the tests."""


class Invariant(Value):
    """Something that holds of the table after every step."""

    words: str
    """It as a clause: “a destroyed unit holds no restriction”."""
    holds: Callable[[View], bool]


class Lab(Value):
    """All that a ruleset declares for the lab.

    Two states are equivalent when they are equal but for the fields named here. A field is named
    alone, or with its class where only that one is meant: `since`, `Held.since`.
    """

    tables: tuple[SmallTable, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    view_shape: Shape = field(default_factory=dict)
    """The shape of the view, key by key; keys that are not named may hold anything."""
    window_open: Callable[[View], bool] = lambda _view: False
    """Whether the game waits for an answer, and cannot go on before it is given."""
    any_time_steps: frozenset[str] = frozenset({"report", "concede"})
    """Names of steps that anybody may take, whoever is to act."""
    entry_fields: frozenset[str] = ENTRY_FIELDS
    """Fields that hold entries' numbers: which entry does not matter, only whether there is one."""
    rank_fields: frozenset[str] = frozenset()
    """Fields that hold positions in an order: only their order matters, not how far they are apart."""
    ignored_fields: frozenset[str] = frozenset()
    """Fields on which no ruling depends: words for people, and what never changes in a game. Those
    whose name ends in `_since` are ignored without being named."""
    entry_names: str = ""
    """A regular expression for names that are made from an entry's number, its first group."""
