"""What each player came to know, and from which entry (J5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from application.account import seen
from application.lineage import step_in_words
from application.policy import Policy
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL

Source = Literal["decision", "dice", "card", "report"]


@dataclass(frozen=True, slots=True)
class Learned:
    """Something a player came to know; a rewind does not take it back."""

    entry: int
    source: Source
    what: str


def learned_since(game: Game, policy: Policy, point: int) -> dict[str, tuple[Learned, ...]]:
    """What each player came to know by the entries after this one, oldest first."""
    return {player: tuple(_learned(game, policy, player, point)) for player in game.players}


def _learned(game: Game, policy: Policy, player: str, point: int) -> Iterator[Learned]:
    cards = _cards_seen(game, player, point)
    for entry in game.log[point:]:
        yield from _said(game, policy, entry, player)
        names = cards.get(entry.n)
        if names:
            yield Learned(entry.n, "card", f"saw {', '.join(names)}")


def _said(game: Game, policy: Policy, entry: Entry, player: str) -> Iterator[Learned]:
    by = entry.said["by"]
    weight = policy.step(str(entry.said["do"]))
    if by == player or (weight.kind not in ("decision", "report") and not weight.dice):
        return
    shown = seen(game, entry.n, player)
    source: Source = "dice" if weight.dice else "report" if weight.kind == "report" else "decision"
    tried = "" if entry.ruling.verdict == LEGAL else "tried to "
    yield Learned(entry.n, source, f"{by} {tried}{step_in_words(shown.said)}")


def _cards_seen(game: Game, player: str, point: int) -> dict[int, list[str]]:
    """Entry → the names that this player saw then for the first time, and could not see before."""
    if game.ruleset.entry_seen is None:
        return {}
    found = {}
    known = names_in(game.view(point, player))
    hidden = names_in(game.view(point)) - known
    for entry in game.log[point:]:
        now = names_in(game.view(entry.n, player))
        new = sorted(hidden & now)
        if new:
            found[entry.n] = new
        known |= now
        hidden = names_in(game.view(entry.n)) - known
    return found


def names_in(value: Any) -> set[str]:
    """Every word in a state, keys and values."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return {key for key in value if isinstance(key, str)}.union(
            *(names_in(one) for one in value.values())
        )
    if isinstance(value, list | tuple):
        return set().union(*(names_in(one) for one in value))
    return set()
