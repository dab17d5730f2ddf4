"""A standing answer: when it speaks, what it says, and what ends it.

All of it follows from the game's log after the entry with which it was set, and from nothing before:
what the players saw already neither ends it nor is answered by it.
"""

import re
import secrets
from typing import Any

from domain.kernel.events import EntryUndone
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import STEPS, trial
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import Value

NO_PLAY = frozenset({*STEPS, "report", "concede"})
"""Steps after which whoever was asked is asked the same thing still."""
KEY = re.compile(r"/standing/[0-9a-f]{16}/[0-9]{1,9}")
"""How the key of an entry looks that a standing answer has made; no sender's own key looks so."""


class Ending(Value):
    """Why a standing answer speaks no longer."""

    why: str
    """`span`, `aimed`, `undone`, `judge`, `over`, `out`; `seat`, `full`, where no entry ended it."""
    entry: int | None = None
    what: str = ""
    """The word of the span; the name that was aimed at."""


class StandingAnswer(Value):
    """What a player has said for themselves beforehand."""

    id: str
    game: str
    player: str
    until: str
    """The word of the span with which it ends."""
    unless: tuple[str, ...] | None
    """What of theirs must not be aimed at; null: nothing of theirs, empty: whatever is."""
    entry: int
    """The newest entry as it was set."""
    token: str = ""
    """Digest of the token that set it; empty where it was set at the command line."""
    at: int = 0
    """When; microseconds since 1970, UTC."""
    ended: Ending | None = None
    """As far as that was noted."""

    @property
    def at_command_line(self) -> bool:
        """Whether whoever holds the store has set it, and not a seat's token."""
        return not self.token

    def stops_at(self, name: str) -> bool:
        """Whether it ends when this is aimed at."""
        return self.unless is None or name in self.unless

    def key(self, entry: int) -> str:
        """The key of the entry with which it answers what stood after this one: it answers once."""
        return f"/standing/{self.id}/{entry}"


def fresh_answer_id() -> str:
    return secrets.token_hex(8)


def is_by_standing_answer(key: str) -> bool:
    """Whether the entry that has this key was said by a standing answer."""
    return KEY.fullmatch(key) is not None


def step_due(game: Game, player: str) -> Said | None:
    """The step by which this player would let go by what is waited for now; none where it is not that."""
    ruleset, now = game.ruleset, game.now
    if ruleset.declining is None or now.request is not None or ruleset.over(now.state):
        return None
    said = ruleset.going_on(now.state)
    if said != {"by": player, "do": ruleset.declining.step}:
        return None
    return said if trial(game, said, player).ruling.verdict == LEGAL else None


def step_of(game: Game, answer: StandingAnswer) -> Said | None:
    """What the standing answer says now; none where nothing new is asked, or it has ended."""
    played_on = any(
        entry.happened and entry.said["do"] not in NO_PLAY for entry in game.log[answer.entry :]
    )
    if not played_on or ending(game, answer) is not None:
        return None
    return step_due(game, answer.player)


def ending(game: Game, answer: StandingAnswer) -> Ending | None:
    """What has ended it first, of all that came after it was set."""
    if answer.ended is not None:
        return answer.ended
    later = game.at(answer.entry)
    for entry in game.log[answer.entry :]:
        before = later.now.state
        later.take(entry)
        if entry.happened and entry.said["by"] == JUDGE and entry.said["do"] != "note":
            return Ending("judge", entry.n)
        if any(isinstance(event, EntryUndone) for event in entry.events):
            return Ending("undone", entry.n)
        if later.now.state is not before:
            found = _ended_by(game.ruleset, answer, before, later.now.state)
            if found is not None:
                return Ending(found[0], entry.n, found[1])
    return None


def _ended_by(
    ruleset: Ruleset, answer: StandingAnswer, before: Any, after: Any
) -> tuple[str, str] | None:
    """What about this change of the table ends it: the reason's word, and what it is about."""
    declining, player = ruleset.declining, answer.player
    if ruleset.over(after):
        return "over", ""
    if player not in ruleset.in_game(after):
        return "out", ""
    if declining is None:
        return None
    span = answer.until
    if declining.spans(after).get(span) != declining.spans(before).get(span):
        return "span", span
    aimed = declining.aimed_at(after, player) - declining.aimed_at(before, player)
    name = min((name for name, _ in aimed if answer.stops_at(name)), default=None)
    return None if name is None else ("aimed", name)
