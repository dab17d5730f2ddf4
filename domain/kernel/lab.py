"""What the lab has to be told of a ruleset: small tables, what always holds, which tables are alike."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.steps import Said
from domain.kernel.values import Value, field

View = Mapping[str, Any]
"""The table as the rulebook page's State section has it."""
Shape = Any
"""What a value of the view looks like: a type, None, `[shape]` for a list of such values,
`{str: shape}` for a mapping by names, `{"key": shape}` for one of just these keys, and a tuple of
shapes of which it has one."""


class SmallTable(Value):
    """A table so small that all that can happen on it can be tried."""

    name: str
    words: str
    """What it has, as people say it: “a unit each, one point, one round”."""
    setup: Mapping[str, Any]
    players: tuple[str, ...] = ("ana", "ben")
    answers: Mapping[str, tuple[Any, ...]] = {}
    """Field that a candidate asks for → what is answered; nothing is answered for any other."""
    also: tuple[Said, ...] = ()
    """Steps, without `by`, that every player thinks of besides the candidates."""
    without: tuple[Said, ...] = ()
    """Steps that nobody thinks of: all that say at least this."""
    quick: bool = False
    """It is explored to the end in a few seconds, and with every test."""


class Invariant(Value):
    """What holds of the table whatever is done, in words and as a question to the view."""

    words: str
    holds: Callable[[View], bool]


class Lab(Value):
    """What is asked of a rulebook as a whole."""

    tables: tuple[SmallTable, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    view: Shape = field(default_factory=dict)
    """What the view looks like, key by key; keys that are not named may be anything."""
    window: Callable[[View], bool] = lambda _view: False
    """Whether somebody is asked for an answer, and nothing goes on before it is given."""
    any_time: frozenset[str] = frozenset({"report", "concede"})
    """Steps that anybody may take whoever is to act."""
    since: frozenset[str] = frozenset()
    """Fields of the state that hold numbers of entries: two tables are alike whichever they are."""
    order: frozenset[str] = frozenset()
    """Fields of the state that hold places in a row: only which comes first counts."""
    aside: frozenset[str] = frozenset()
    """Fields of the state on which no ruling depends: words for people, what never changes. Those
    that end in `_since` are left out without being named."""
    entry_names: str = ""
    """A pattern of the names that are made of an entry's number, which is its first group."""
    not_here: Mapping[RuleId, str] = {}
    """Rules that no small table can meet, each with the reason."""
