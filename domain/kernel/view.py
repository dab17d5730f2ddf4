"""The table for programs and the board for eyes as the state has them, where a ruleset says no more."""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from domain.kernel.board import Group
from domain.kernel.faults import RulesetFault
from domain.kernel.hiding import HIDDEN, Hiding
from domain.kernel.rulebook import Law
from domain.kernel.steps import JUDGE
from domain.kernel.values import ENTRY_FIELDS, SINCE, Value, fields_of

State = Any


class PlainView(Value):
    """The view of a ruleset that gives none."""

    to_act: Callable[[State], Iterable[str]] = lambda _state: ()
    over: Callable[[State], bool] = lambda _state: False
    hiding: Hiding | None = None
    entry_fields: frozenset[str] = frozenset()
    """Fields that hold entries' numbers: they are for explanations, and are left out."""

    def __call__(self, state: State, viewer: str) -> dict[str, Any]:
        said = {"over": self.over(state), "to_act": [*self.to_act(state)]}
        hidden = self._hidden(state, viewer)
        return {**in_view(state, viewer, *self.entry_fields, hidden=hidden), **said}

    def _hidden(self, state: State, viewer: str) -> frozenset[str]:
        hiding = self.hiding
        if hiding is None or viewer == JUDGE:
            return frozenset()
        return frozenset(
            name for name in hiding.names(state) if not hiding.sees(state, viewer, name)
        )


def says_since(field: str) -> bool:
    """Whether a field of this name holds the number of the entry that made something so."""
    return field in ENTRY_FIELDS or field.endswith(SINCE)


def in_view(
    value: Value, viewer: str, *without: str, hidden: AbstractSet[str] = frozenset()
) -> dict[str, Any]:
    """The fields of a value as JSON, but for the law and those left out, as this viewer may see them.

    Fields that say since which entry something is so are left out too: they are for explanations.

    What has an `in_view` of its own, as zones and secrets do, says what is seen of it. In the place of a
    hidden name stands HIDDEN, and what a mapping has under one is left out; sets are sorted lists.
    Raises RulesetFault for a field that holds anything else, and says which.
    """
    fields = {}
    for name, field in fields_of(value).items():
        if name not in without and not says_since(name) and not isinstance(field, Law):
            try:
                fields[name] = _json(field, viewer, hidden)
            except RulesetFault as why:
                raise RulesetFault(f"{type(value).__name__}.{name}: {why}") from None
    return fields


def _json(value: Any, viewer: str, hidden: AbstractSet[str]) -> Any:
    if isinstance(value, str):
        return HIDDEN if value in hidden else value
    if value is None or isinstance(value, bool | int | float):
        return value
    own = getattr(value, "in_view", None)
    if own is not None:
        return own(viewer)
    if isinstance(value, Value):
        return in_view(value, viewer, hidden=hidden)
    if isinstance(value, Mapping):
        items = value.items()
        return {str(key): _json(part, viewer, hidden) for key, part in items if key not in hidden}
    if isinstance(value, AbstractSet):
        return sorted((_json(item, viewer, hidden) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [_json(item, viewer, hidden) for item in value]
    raise RulesetFault(f"{type(value).__name__} cannot stand in a view: give `view` a function")


def plain_board(state: State, viewer: str) -> tuple[Group, ...]:
    """What the fields of the state that lie on the table, such as zones, show of themselves."""
    if not isinstance(state, Value):
        return ()
    of = fields_of(state)
    lying = (zones for zones in of.values() if hasattr(zones, "groups"))
    return tuple(group for zones in lying for group in zones.groups(viewer, of["players"]))
