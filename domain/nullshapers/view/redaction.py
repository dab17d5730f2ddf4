"""Entries and events as each viewer may be told them, by what `hidden.py` lets them see."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from domain.kernel.hiding import Hiding, fields_without, words_in
from domain.kernel.ruleset import Viewer
from domain.kernel.values import changed
from domain.nullshapers.cards import ZONES
from domain.nullshapers.chapters.battle import TargetDropped
from domain.nullshapers.chapters.moves import CardsDrawn
from domain.nullshapers.chapters.reports import SpeedChanged
from domain.nullshapers.hidden import exists_for, may_name, may_see, target_seen, targets_seen
from domain.nullshapers.table import Table
from domain.nullshapers.view.known import ON_THE_TABLE

NAMING = ("card", "targets", "agents", "against", "damage")
"""The fields of a step in which a card may be named; so is `to` of what is attached."""


NO_NAMES = frozenset(
    {"by", "do", "option", "x", "pay", "biome", "skill", "until", "fact", "amount", "speed"}
    | {"player", "kind", "sector", "text", "because", "entry", "verdict", "played", "at"}
)
"""The fields in which no card is named; what stands in a field that nobody knows may be one."""


def names_said(said: Mapping[str, Any]) -> Iterator[str]:
    """Every word that may name a card."""
    for field, value in said.items():
        if field in NO_NAMES or _is_zone(said, field):
            continue
        if field not in (*NAMING, "to"):
            yield field
        agents = field == "agents" and isinstance(value, Mapping)
        yield from words_in(list(value) if agents else value)


def _is_zone(said: Mapping[str, Any], field: str) -> bool:
    """Whether this says where a card was moved to; a card may be called as a zone."""
    return field == "to" and said.get("fact") == "move" and said[field] in ZONES


def _exists(table: Table, viewer: Viewer, name: str) -> bool:
    card = name.partition("/")[0]
    return exists_for(table, viewer, name) or may_name(table, viewer, card)


def _still_named(table: Table, viewer: Viewer) -> Iterator[str]:
    """The targets of queued actions as the viewer sees them: one that lay open when named stays named."""
    for item in table.queue:
        yield from targets_seen(table, viewer, item)


def _dropped_seen(
    event: TargetDropped, before: Table, viewer: Viewer, _hidden: frozenset[str]
) -> TargetDropped:
    item = before.item(event.entry)
    if item is None:
        return event
    at = item.targets.index(event.target)
    seen = target_seen(before, viewer, item, at)
    return event if seen == event.target else changed(event, target=seen, because="it is hidden")


def _speed_seen(
    event: SpeedChanged, _before: Table, _viewer: Viewer, hidden: frozenset[str]
) -> SpeedChanged:
    """Without its speed, if the card is hidden: that would tell which one it is."""
    hides = fields_without(HIDING, event, hidden)
    return changed(event, speed=None, **hides) if hides else event


HIDING = Hiding(
    names=attrgetter("cards"),
    sees=may_see,
    exists=_exists,
    step_name_fields=NAMING,
    names_in_step=names_said,
    plain_fields=NO_NAMES,
    event_name_fields=("card", "cards", "choices", "chosen", "targets"),
    event_keyed_fields=("to", "against"),
    event_redactors={TargetDropped: _dropped_seen, SpeedChanged: _speed_seen},
    remembered_names=_still_named,
    setup_place=frozenset({"owner", "zone"}),
    setup_lying=ON_THE_TABLE,
)


def card_was_drawn(event: object, before: Table) -> bool:
    """Whether a card was drawn with this event, also from a deck that nobody has listed."""
    if not isinstance(event, CardsDrawn):
        return False
    return bool(event.cards) or before.decks[event.player] is None
