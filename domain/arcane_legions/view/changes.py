"""What people are told when a place of the view has changed."""

from collections.abc import Iterable, Mapping

from domain.arcane_legions.outline import row_in_words
from domain.kernel.wording import ChangeTemplate, list_in_words


def _position(_before: Iterable[str], after: Iterable[str]) -> str:
    return f"the sequence is at “{' › '.join(map(row_in_words, after))}”"


def _announcements(before: Iterable[list[str]], after: Iterable[list[str]]) -> str:
    """What is still to arise now and was not before, and the other way round."""
    now = _arising([effect for effect in after or () if effect not in (before or ())])
    no_more = _arising([effect for effect in before or () if effect not in (after or ())])
    said = (("still to arise: ", now), ("no longer to arise: ", no_more))
    return "; ".join(words + them for words, them in said if them)


def _arising(announced: Iterable[list[str]]) -> str:
    return list_in_words(f"{id} at “{row_in_words(row)}”" for id, row in announced)


CHANGES: Mapping[str, ChangeTemplate] = {
    "turn": "turn: {before} → {after}",
    "active": "{after} is to play",
    "position": _position,
    "order_points.*": "order points of {0}: {before} → {after}",
    "victory_points.*": "victory points of {0}: {before} → {after}",
    "movement_points": "movement points left: {before} → {after}",
    "triggers.*": ("{0} holds {added}", "{0} no longer holds {removed}"),
    "announced": _announcements,
    "adjacent": ("next to each other: {added}", "no longer next to each other: {removed}"),
    "in_range": ("in range: {added}", "no longer in range: {removed}"),
    "moved_since.adjacent": ("moved since they stood next to each other: {after}", ""),
    "moved_since.in_range": ("moved since they were in range: {after}", ""),
    "outstanding.*": ("damage to place on {0}: {after}", "no damage is to be placed on {0}"),
    "terrain.*": ("{0} is held by {after}", "{0} is held by nobody"),
    "units.*.figures": "figures of {0}: {before} → {after}",
    "units.*.orders_given.*": "{1} orders given to {0}: {before} → {after}",
    "units.*.pushed": ("{0} is pushed", "{0} is not pushed"),
    "units.*.destroyed": ("{0} is destroyed", "{0} stands"),
    "units.*.ready.*": "ready {1} icons of {0}: {before} → {after}",
    "units.*.standing.*": ("{1} of {0} stands", "{1} of {0} has fallen"),
    "units.*.damage.*": ("damage on {1} of {0}: {after}", "no damage on {1} of {0}"),
}
