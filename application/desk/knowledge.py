"""What each player came to know, and from which entry."""

from collections.abc import Iterator, Mapping
from typing import Literal

from application.answer import Answer
from application.desk.policy import Policy
from application.game.line_of_play import games_from
from application.game.step_words import step_in_words
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.steps import JUDGE

Source = Literal["decision", "dice", "card", "report"]


class LearnedFact(Answer):
    """Something a player came to know; a rewind does not take it back."""

    entry: int
    source: Source
    what: str


def learned_since(game: Game, policy: Policy, point: int) -> dict[str, tuple[LearnedFact, ...]]:
    """What each player learned from the entries after `point`, oldest first."""
    found: dict[str, list[LearnedFact]] = {player: [] for player in game.players}
    if game.ruleset.hiding is None:
        for entry in game.log[point:]:
            for player, learned in found.items():
                if source := _source_of(policy, entry, player):
                    learned.append(_learned_from(game.ruleset, source, entry, entry))
    else:
        _look(game, policy, point, found)
    return {player: tuple(learned) for player, learned in found.items()}


def _look(game: Game, policy: Policy, point: int, found: Mapping[str, list[LearnedFact]]) -> None:
    """Adds to `found` what each player learned in a game with hidden information."""
    redact = game.ruleset.entry_seen
    assert redact is not None
    games = games_from(game, point)
    after = next(games)
    state = after.now.state
    cards = _Cards(after, policy.hidden_things)
    for after in games:
        entry, before, state = after.log[-1], state, after.now.state
        for player, learned in found.items():
            if source := _source_of(policy, entry, player):
                learned.append(
                    _learned_from(game.ruleset, source, entry, redact(entry, player, before, state))
                )
        if state is not before:
            for player, names in cards.first_sights(after):
                found[player].append(LearnedFact(entry.n, "card", f"saw {', '.join(names)}"))


def _source_of(policy: Policy, entry: Entry, player: str) -> Source | None:
    """How this player comes to know what was said; None where there is nothing to learn."""
    weight = policy.step(str(entry.said["do"]))
    if entry.said["by"] == player:
        return None
    if weight.dice:
        return "dice"
    return weight.kind if weight.kind in ("decision", "report") else None


def _learned_from(ruleset: Ruleset, source: Source, entry: Entry, shown: Entry) -> LearnedFact:
    refused = "" if entry.happened else ", which was refused"
    return LearnedFact(entry.n, source, f"{step_in_words(ruleset, shown.said)}{refused}")


class _Cards:
    """The cards that each player has seen, and those that they could not see before."""

    def __init__(self, game: Game, where: str) -> None:
        self.where = where
        self.known = {player: self._things(game, player) for player in game.players}
        self.all = self._things(game, JUDGE)

    def _things(self, game: Game, viewer: Viewer) -> set[str]:
        return set(game.view(viewer=viewer).get(self.where, ())) if self.where else set()

    def first_sights(self, after: Game) -> Iterator[tuple[str, list[str]]]:
        """Each player with the cards they see for the first time now, of those already in the game."""
        for player, known in self.known.items():
            now = self._things(after, player)
            names = sorted((self.all - known) & now)
            self.known[player] = known | now
            if names:
                yield player, names
        self.all = self._things(after, JUDGE)
