"""What each player came to know, and from which entry (J5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from application.account import seen
from application.lineage import step_in_words
from application.policy import Policy
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import JUDGE

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
    cards = _cards_seen(game, policy, player, point)
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


def _cards_seen(game: Game, policy: Policy, player: str, point: int) -> dict[int, list[str]]:
    """Entry → the names that this player saw then for the first time, and could not see before."""
    if game.ruleset.entry_seen is None or not policy.hidden_things:
        return {}

    def things(n: int, viewer: Viewer) -> set[str]:
        return set(game.view(n, viewer).get(policy.hidden_things, ()))

    found = {}
    known = things(point, player)
    hidden = things(point, JUDGE) - known
    for entry in game.log[point:]:
        now = things(entry.n, player)
        if hidden & now:
            found[entry.n] = sorted(hidden & now)
        known |= now
        hidden = things(entry.n, JUDGE) - known
    return found
