"""What each may see of an entry: no other player's hand, nobody's deck."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.history import Entry
from domain.kernel.rulebook import RULE
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL, Ruling
from domain.kernel.values import changed, fields
from domain.nullshapers.table.state import Table
from domain.nullshapers.views.view import may_see

HIDDEN = "hidden"
"""Stands where a card's name would tell what is hidden."""


def entry_seen(entry: Entry, viewer: Viewer, before: Table, after: Table) -> Entry:
    """The entry without the cards this viewer may see neither before nor after it."""
    hidden = frozenset(
        card
        for card in before.cards
        if not may_see(before, viewer, card) and not may_see(after, viewer, card)
    )
    if not hidden:
        return entry
    named = hidden.intersection(_words(entry.said))
    if entry.ruling.verdict != LEGAL:
        own = entry.said["by"] == viewer
        if own:
            return _unheard(entry, viewer, before)
        return _refused(entry) if named else entry
    events = tuple(_event_seen(event, hidden) for event in entry.events)
    said, ruling = _said_seen(entry.said, hidden), _overruling_seen(entry, hidden)
    return changed(entry, said=said, ruling=ruling, events=events)


def _overruling_seen(entry: Entry, hidden: frozenset[str]) -> Ruling:
    """What is made legal keeps to itself what it was aimed at, where that is hidden."""
    ruling = entry.ruling
    if entry.said["do"] != "overrule" or not any(card in ruling.reason for card in hidden):
        return ruling
    return changed(ruling, reason=f"entry {entry.said['entry']} is legal and happens now.")


def _words(value: Any) -> Iterator[str]:
    """Every word that stands anywhere in what was said."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _words(key)
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)


def _refused(entry: Entry) -> Entry:
    """A refused step of another player: that there was one of this kind, and no more."""
    said = {"by": entry.said["by"], "do": entry.said["do"]}
    reason = "A step that names a hidden card was refused."
    return changed(entry, said=said, ruling=Ruling(entry.ruling.verdict, RULE, (), reason))


def _unheard(entry: Entry, viewer: Viewer, before: Table) -> Entry:
    """His own refused step: a card he may not see is for him as one that does not exist.

    Both get the same words and the rules of both, so that neither tells itself from the other.
    Whose choice it is, that the game is over or a request open is said before any card is looked at.
    """
    if entry.said["do"] == "choose" or not {"G3", "G6"}.isdisjoint(entry.ruling.cites):
        return entry
    named = _cards(entry.said)
    cards = [name for name in named if not _known(before, viewer, name)]
    aimed = _words(entry.said.get("targets"))
    targets = [name for name in aimed if not _known(before, viewer, name)]
    if not cards and not targets:
        return entry
    gone = [f"there is no card “{name}” in this game" for name in sorted(cards)]
    gone += [f"there is nothing named “{name}” in this game" for name in sorted(targets)]
    whose = ("G2", WHOSE[entry.said["do"]]) if cards and entry.said["do"] in WHOSE else ()
    cites = ("G1", *whose, *(("D2",) if targets else ()))
    ruling = Ruling(entry.ruling.verdict, RULE, cites, f"{'; '.join(gone)}.")
    return changed(entry, ruling=ruling)


WHOSE = {
    "play": "D8",
    "activate": "D8",
    "anomaly": "D8",
    "convert": "A8",
    "energy": "A6",
}
"""What a step with another's card offends besides G2."""


def _known(before: Table, viewer: Viewer, name: str) -> bool:
    """Whether this viewer may know that this exists."""
    return may_see(before, viewer, name) if name in before.cards else before.knows(name)


def _cards(said: Mapping[str, Any]) -> frozenset[str]:
    """What is named as a card, and not as a target."""
    agents = said.get("agents")
    return frozenset(
        _words([said.get("card"), list(agents) if isinstance(agents, Mapping) else []])
    )


def _said_seen(value: Any, hidden: frozenset[str]) -> Any:
    if isinstance(value, str):
        return HIDDEN if value in hidden else value
    if isinstance(value, Mapping):
        return {_said_seen(key, hidden): _said_seen(one, hidden) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_said_seen(one, hidden) for one in value]
    return value


def _event_seen(event: Any, hidden: frozenset[str]) -> Any:
    """The event with every hidden card's name replaced."""
    hides: dict[str, Any] = {}
    for one in fields(event):
        value = getattr(event, one.name)
        if isinstance(value, str) and value in hidden:
            hides[one.name] = HIDDEN
        elif isinstance(value, tuple) and hidden.intersection(value):
            hides[one.name] = tuple(HIDDEN if name in hidden else name for name in value)
    return changed(event, **hides) if hides else event
