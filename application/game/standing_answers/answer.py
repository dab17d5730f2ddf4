"""A standing answer: when it answers, with which step, and what ends it.

All of this follows from the entries after it was set: what players had seen before neither ends it nor
is answered by it.
"""

import re
import secrets
from typing import Any

from domain.kernel.events import EntryUndone, TableCorrected
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import STEPS, adjudicate_once, trial
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import Value

NO_PLAY = frozenset({*STEPS, "report", "concede"})
"""Steps that are no play: after one, a player who was asked is still asked the same."""
KEY = re.compile(r"/standing/[0-9a-f]{16}/[0-9]{1,9}")
"""Matches the idempotency keys of entries made by standing answers, and no sender's own key."""


class Ending(Value):
    """Why a standing answer has ended."""

    why: str
    """`span`, `aimed`, `undone`, `corrected`, `judge`, `over`, `out`; `seat`, `full`: no entry ended it."""
    entry: int | None = None
    what: str = ""
    """The word of the span, or the name that was aimed at."""


class StandingAnswer(Value):
    """What a player has said beforehand that the server is to answer for them."""

    id: str
    game: str
    player: str
    until: str
    """The word of the span with which it ends."""
    unless: tuple[str, ...] | None
    """It ends when one of these is aimed at; None: when anything of theirs is; empty: never for an aim."""
    entry: int
    """The newest entry when it was set."""
    token: str = ""
    """Digest of the token that set it; empty where it was set at the command line."""
    at: int = 0
    """When it was set; microseconds since 1970, UTC."""
    ended: Ending | None = None
    """Why it has ended, once that is noted."""

    @property
    def at_command_line(self) -> bool:
        """Whether it was set at the command line, without a seat's token."""
        return not self.token

    def stops_at(self, name: str) -> bool:
        """Whether it ends when this is aimed at."""
        return self.unless is None or name in self.unless

    def key(self, entry: int) -> str:
        """The idempotency key for its answer to the position after this entry, so that it answers once."""
        return f"/standing/{self.id}/{entry}"


def fresh_answer_id() -> str:
    return secrets.token_hex(8)


def is_by_standing_answer(key: str) -> bool:
    """Whether the entry that has this key was said by a standing answer."""
    return KEY.fullmatch(key) is not None


def step_due(game: Game, player: str) -> Said | None:
    """The step by which this player would decline now; None where the game does not wait for that."""
    ruleset, now = game.ruleset, game.now
    if ruleset.declining is None or now.request is not None or ruleset.over(now.state):
        return None
    said = ruleset.plainest_step(now.state)
    if said != {"by": player, "do": ruleset.declining.step}:
        return None
    tried = trial(game, said, player, adjudicate_once)
    return said if tried.ruling.verdict == LEGAL else None


def step_of(game: Game, answer: StandingAnswer) -> Said | None:
    """The step that the standing answer takes now; None where nothing new is asked, or it has ended."""
    played_on = any(
        entry.happened and entry.said["do"] not in NO_PLAY for entry in game.log[answer.entry :]
    )
    if not played_on or ending(game, answer) is not None:
        return None
    return step_due(game, answer.player)


def ending(game: Game, answer: StandingAnswer) -> Ending | None:
    """The first thing since it was set that has ended it; None while it holds."""
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
        if any(isinstance(event, TableCorrected) for event in entry.events):
            return Ending("corrected", entry.n)
        if later.now.state is not before:
            ended = _ended_by(game.ruleset, answer, before, later.now.state)
            if ended is not None:
                return Ending(ended[0], entry.n, ended[1])
    return None


def _ended_by(
    ruleset: Ruleset, answer: StandingAnswer, before: Any, after: Any
) -> tuple[str, str] | None:
    """(why, what) of the `Ending` that this change of the state brings; None where it brings none."""
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
