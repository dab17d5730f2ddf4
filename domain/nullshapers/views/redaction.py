"""What each may see of an entry: no other player's hand, nobody's deck."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.history import Entry
from domain.kernel.rulebook import RULE
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL, NO_FACTS, Ruling
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed
from domain.nullshapers.law.cards import ZONES
from domain.nullshapers.play.naming import TOLD
from domain.nullshapers.table.events import SpeedChanged, TargetDropped
from domain.nullshapers.table.hidden import (
    HIDDEN,
    exists_for,
    may_name,
    may_see,
    sees_all,
    target_seen,
    targets_seen,
)
from domain.nullshapers.table.state import Table

PLAYED = "A step with a card that is not shown was refused, and played all the same."

NAMING = ("card", "targets", "agents")
"""The fields of a step in which a card may be named; so is `to` of what is attached."""
NO_NAMES = frozenset(
    {
        "by",
        "do",
        "option",
        "x",
        "pay",
        "biome",
        "skill",
        "until",
        "fact",
        "amount",
        "speed",
        "player",
    }
    | {"kind", "sector", "text", "because", "entry", "verdict", "played", "at"}
)
"""The fields in which no card is named; what stands in a field that nobody knows may be one."""
JUDGES_RULINGS = frozenset({"overrule", "played"})


def entry_seen(entry: Entry, viewer: Viewer, before: Table, after: Table) -> Entry:
    """The entry without the cards this viewer may see neither before nor after it.

    Of a step that is only tried `after` is the table before it: so it shows nothing that it uncovers.
    """
    if sees_all(viewer):
        return entry
    if entry.ruling.verdict != LEGAL and not entry.events:
        return _refused_seen(_as_told(entry), viewer, before)
    hidden = frozenset(
        card
        for card in before.cards
        if not may_see(before, viewer, card) and not may_see(after, viewer, card)
    )
    if not hidden:
        return entry
    events = tuple(_event_seen(event, hidden, before, viewer) for event in entry.events)
    said = _said_seen(entry.said, hidden)
    ruling = entry.ruling
    if ruling.verdict != LEGAL and said != entry.said:
        ruling = changed(ruling, reason=PLAYED, facts=NO_FACTS)
    elif "text" not in entry.said:
        named = {name for item in before.queue for name in targets_seen(before, viewer, item)}
        ruling = changed(ruling, reason=_without_names(ruling.reason, hidden - named))
    return changed(entry, said=said, ruling=ruling, events=events)


def _without_names(reason: str, hidden: frozenset[str]) -> str:
    """The reason without these; a target that lay open when it was named stays named."""
    for card in hidden:
        reason = reason.replace(f"“{card}”", "a card")
    return reason


def _as_told(entry: Entry) -> Entry:
    """With the ruling that all but a judge are given: as if what is hidden did not exist."""
    ruling = entry.ruling
    told = ruling.facts.get(TOLD)
    if told is None:
        return entry
    cites, reason = tuple(told["cites"]), told["reason"]
    return changed(
        entry, ruling=Ruling(ruling.verdict, RULE, cites, reason, ruling.because, NO_FACTS)
    )


def _refused_seen(entry: Entry, viewer: Viewer, before: Table) -> Entry:
    """A refused step: its player sees it as said; others not where it names what is nothing for them.

    That is a card they may not see, or no card at all: neither tells itself from the other.
    """
    by = entry.said["by"]
    if by == JUDGE and entry.said["do"] in JUDGES_RULINGS:
        return _without_the_entrys_reason(entry)
    if by == viewer or all(_exists(before, viewer, name) for name in _names(entry.said)):
        return entry
    said = {"by": by, "do": entry.said["do"]}
    reason = "A step was refused that names something not shown here."
    return changed(entry, said=said, ruling=Ruling(entry.ruling.verdict, RULE, (), reason))


def _without_the_entrys_reason(entry: Entry) -> Entry:
    """Why a step cannot be made legal repeats what only a judge is told of it."""
    reason = entry.ruling.reason.partition(": ")[0].removesuffix(".") + "."
    return changed(entry, ruling=changed(entry.ruling, reason=reason, facts=NO_FACTS))


def _exists(before: Table, viewer: Viewer, name: str) -> bool:
    card = name.partition("/")[0]
    return name in ZONES or exists_for(before, viewer, name) or may_name(before, viewer, card)


def _names(said: Mapping[str, Any]) -> Iterator[str]:
    """Every word that may name a card."""
    for field, value in said.items():
        if field in NO_NAMES:
            continue
        if field not in (*NAMING, "to"):
            yield field
        agents = field == "agents" and isinstance(value, Mapping)
        yield from _words(list(value) if agents else value)


def _words(value: Any) -> Iterator[str]:
    """Every word that stands anywhere in this."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _words(key)
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)


def _said_seen(said: Mapping[str, Any], hidden: frozenset[str]) -> dict[str, Any]:
    return {
        field: _without(value, hidden) if field in NAMING else value
        for field, value in said.items()
    }


def _without(value: Any, hidden: frozenset[str]) -> Any:
    if isinstance(value, str):
        return HIDDEN if value in hidden else value
    if isinstance(value, Mapping):
        return {_without(key, hidden): one for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without(one, hidden) for one in value]
    return value


WITH_CARDS = ("card", "cards", "choices", "chosen", "targets")
"""The fields of an event in which a card may stand that is hidden before and after."""


def _event_seen(event: Any, hidden: frozenset[str], before: Table, viewer: Viewer) -> Any:
    """The event with every hidden card's name replaced, and the speed of such a card left out."""
    if isinstance(event, TargetDropped):
        return _dropped_seen(event, before, viewer)
    hides: dict[str, Any] = {}
    for field in WITH_CARDS:
        value = getattr(event, field, None)
        if isinstance(value, str) and value in hidden:
            hides[field] = HIDDEN
        elif isinstance(value, tuple) and hidden.intersection(value):
            hides[field] = tuple(HIDDEN if name in hidden else name for name in value)
    if "targets" in hides and getattr(event, "to", None):
        hides["to"] = _without(event.to, hidden)
    if hides and isinstance(event, SpeedChanged):
        hides["speed"] = None
    return changed(event, **hides) if hides else event


def _dropped_seen(event: TargetDropped, before: Table, viewer: Viewer) -> TargetDropped:
    item = before.item(event.entry)
    if item is None:
        return event
    at = item.targets.index(event.target)
    seen = target_seen(before, viewer, item, at)
    return event if seen == event.target else changed(event, target=seen, because="it is hidden")
