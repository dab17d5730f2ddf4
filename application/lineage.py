"""What a situation rests on: the entries behind it, past undos and rewinds; and steps in words."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.events import EntryOverruled, EntryUndone, GameRewound
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE

ACCEPTED = "accepted state:"
"""How a judge's note begins that leaves the game as it is; later audits begin after it."""


def leads_back_to(game: Game, n: int) -> int:
    """The entry whose situation entry n builds on: n - 1, or where it leads back to."""
    events = game.entry(n).events
    if not events:
        return n - 1
    first, last = events[0], events[-1]
    if isinstance(last, EntryUndone):
        return last.back_to
    if isinstance(first, GameRewound):
        return first.to
    if isinstance(first, EntryOverruled) and first.back_to is not None:
        return first.back_to
    return n - 1


def lineage(game: Game, n: int) -> list[int]:
    """The entries that the situation after entry n rests on, newest first; entry 0 is left out."""
    found = []
    while n > 0:
        found.append(n)
        n = leads_back_to(game, n)
    return found


def took_back(game: Game, n: int) -> int | None:
    """The first entry after n after which the game no longer rests on n; None while it does."""
    if n in lineage(game, game.length):
        return None
    return next((m for m in range(n + 1, game.length + 1) if n not in lineage(game, m)), None)


def accepted(game: Game) -> int:
    """The newest entry at which a judge left the game as it is; 0 without one."""
    return next((entry.n for entry in reversed(game.log) if is_acceptance(entry)), 0)


def is_acceptance(entry: Entry) -> bool:
    """Whether a judge left the game as it is with this note (J23)."""
    said = entry.said
    if said["by"] != JUDGE or said["do"] != "note" or entry.ruling.verdict != LEGAL:
        return False
    return str(said["text"]).startswith(ACCEPTED)


def step_in_words(said: Mapping[str, Any]) -> str:
    """`declare, unit a1, command assault`: what was said, without who said it."""
    fields = (
        f"{name} {value_in_words(value)}"
        for name, value in said.items()
        if name not in ("by", "do")
    )
    return ", ".join((str(said["do"]), *fields))


def value_in_words(value: Any) -> str:
    """A JSON value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(value_in_words, value)) or "none"
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {value_in_words(one)}" for key, one in value.items()) or "none"
    return "none" if value is None else str(value)
