"""What each player came to know, and from which entry: of everything since one, or of all that was hidden."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Literal

from application.answer import UNSET, Answer, UnsetType
from application.desk.policy import Policy
from application.game.follows import event_in_words
from application.game.line_of_play import games_from
from application.game.redaction import effective_viewer
from application.game.step_words import step_in_words
from domain.kernel.hiding import Hiding
from domain.kernel.history import Entry, Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words

Source = Literal["decision", "dice", "card", "report"]


class LearnedFact(Answer):
    """Something a player came to know; a rewind does not take it back."""

    entry: int
    source: Source
    what: str


class Sight(Answer):
    """Something hidden that a player came to see; taking an entry back does not take the knowledge back."""

    entry: int
    """The entry by which they did; 0 is the set-up."""
    what: str
    """The hidden name; of what was chosen in secret, a sentence."""
    by: str
    """The step by which they did, as they may see it; empty for the set-up."""
    until: int | UnsetType = UNSET
    """The entry by which it went out of their sight; they have known it since all the same."""


class PlayerKnowledge(Answer):
    """All that was hidden and that a player has seen, oldest first."""

    player: str
    seen: tuple[Sight, ...]

    def lines(self) -> Iterator[str]:
        """A line for each entry by which they came to see something."""
        yield (
            f"What {self.player} came to see:"
            if self.seen
            else f"{self.player} has seen nothing hidden."
        )
        for n, of_entry in groupby(self.seen, lambda sight: sight.entry):
            those = [*of_entry]
            what = list_in_words(
                sight.what
                if sight.until is UNSET
                else f"{sight.what} (out of sight since entry {sight.until})"
                for sight in those
            )
            yield f"  entry {n}, {those[0].by}: {what}" if n else f"  as it was laid out: {what}"


class Knowledge(Answer):
    """Who came to know what of all that was hidden, and when."""

    hides: bool
    """Whether the ruleset hides anything at all."""
    players: tuple[PlayerKnowledge, ...]

    def lines(self) -> Iterator[str]:
        """The ledger for people."""
        if not self.hides:
            yield "Nothing is hidden in this game."
            return
        for player in self.players:
            yield from player.lines()


def knowledge(game: Game, players: Iterable[str], until: int | None = None) -> Knowledge:
    """What these players came to see of what was hidden, up to an entry, the newest without one."""
    hiding = game.ruleset.hiding
    if hiding is None:
        return Knowledge(False, ())
    looks = {player: _Sights(hiding, player) for player in players}
    games = games_from(game if until is None else game.at(until), 0)
    state = next(games).now.state
    for look in looks.values():
        look.take(0, "", state)
    for after in games:
        entry, before, state = after.log[-1], state, after.now.state
        for look in looks.values():
            look.take_entry(game.ruleset, entry, before, state)
    return Knowledge(True, tuple(PlayerKnowledge(who, look.all) for who, look in looks.items()))


def knowledge_of(game: Game, viewer: Viewer, player: str | None = None) -> tuple[str, ...]:
    """The players whose ledger this viewer may read, or of them only this one.

    A judge reads everybody's, as all may once everything is laid open; a player their own.
    """
    asked = game.players if player is None else (player,)
    return tuple(seat for seat in asked if effective_viewer(game, viewer) in (JUDGE, seat))


class _Sights:
    """What one player has seen so far."""

    def __init__(self, hiding: Hiding, player: str) -> None:
        self.hiding = hiding
        self.player = player
        self.open: dict[str, Sight] = {}
        self.ended: list[Sight] = []

    @property
    def all(self) -> tuple[Sight, ...]:
        """The oldest first."""
        return tuple(sorted((*self.ended, *self.open.values()), key=lambda sight: sight.entry))

    def take_entry(self, ruleset: Ruleset, entry: Entry, before: Any, after: Any) -> None:
        """What an entry showed them: by the state after it, or by a choice that it told to all."""
        shown = [event for event in entry.events if type(event) in self.hiding.secrets]
        if after is before and not shown:
            return
        assert ruleset.entry_seen is not None
        by = step_in_words(ruleset, ruleset.entry_seen(entry, self.player, before, after).said)
        self.ended += (Sight(entry.n, event_in_words(one).rstrip("."), by) for one in shown)
        self.take(entry.n, by, after)

    def take(self, n: int, by: str, state: Any) -> None:
        hiding, player = self.hiding, self.player
        seen = {name: None for name in hiding.names(state) if hiding.sees(state, player, name)}
        for name in [name for name in self.open if name not in seen]:
            self.ended.append(changed(self.open.pop(name), until=n))
        for name in seen:
            self.open.setdefault(name, Sight(n, name, by))


def learned_since(game: Game, policy: Policy, point: int) -> dict[str, tuple[LearnedFact, ...]]:
    """What each player learned from the entries after `point`, oldest first."""
    known: dict[str, list[LearnedFact]] = {player: [] for player in game.players}
    if game.ruleset.hiding is None:
        for entry in game.log[point:]:
            for player, learned in known.items():
                if source := _source_of(policy, entry, player):
                    learned.append(_learned_from(game.ruleset, source, entry, entry))
    else:
        _look(game, policy, point, known)
    return {player: tuple(learned) for player, learned in known.items()}


def _look(game: Game, policy: Policy, point: int, known: Mapping[str, list[LearnedFact]]) -> None:
    """Adds to `known` what each player learned in a game with hidden information."""
    redact = game.ruleset.entry_seen
    assert redact is not None
    games = games_from(game, point)
    after = next(games)
    state = after.now.state
    cards = _Cards(after, policy.hidden_things)
    for after in games:
        entry, before, state = after.log[-1], state, after.now.state
        for player, learned in known.items():
            if source := _source_of(policy, entry, player):
                learned.append(
                    _learned_from(game.ruleset, source, entry, redact(entry, player, before, state))
                )
        if state is not before:
            for player, names in cards.first_sights(after):
                known[player].append(LearnedFact(entry.n, "card", f"saw {', '.join(names)}"))


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
