"""Which standing answers a seat may set, setting one, and both as JSON."""

from dataclasses import dataclass
from typing import Any

from application.game.live_game import LiveGame
from application.game.standing_answers.answer import (
    StandingAnswer,
    ending,
    fresh_answer_id,
    step_due,
)
from application.game.standing_answers.kept import StandingAnswers
from domain.kernel.history import Game
from domain.kernel.values import fields_of


class NotOffered(Exception):
    """No such standing answer can be set; the message is a clause about `field`."""

    def __init__(self, field: str, why: str, expected: str = "") -> None:
        super().__init__(why)
        self.field = field
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Offer:
    """The standing answers that a seat may set now."""

    do: str
    until: tuple[str, ...]
    """The words of the spans under way, the shortest first."""
    unless: tuple[str, ...]
    """The names of what is theirs and can be aimed at."""
    due: bool
    """Whether the game waits for this answer right now."""


def offer_of(game: Game, player: str) -> Offer | None:
    """What this player may set; None where there is nothing."""
    declining, state = game.ruleset.declining, game.now.state
    playing = player in game.players and player in game.ruleset.in_game(state)
    if declining is None or not playing or game.ruleset.over(state):
        return None
    return Offer(
        declining.step,
        tuple(declining.spans(state)),
        tuple(declining.own(state, player)),
        step_due(game, player) is not None,
    )


def new_standing_answer(
    game: Game,
    id: str,
    player: str,
    until: Any,
    unless: Any,
    at: int,
    token: str = "",
) -> StandingAnswer:
    """The standing answer that this player asks for in the game of this id. Raises NotOffered.

    `until`, `unless`: as they were sent. `at`: microseconds since 1970, UTC. `token`: the digest of the
    token it is set with; empty at the command line.
    """
    _check_offered(offer_of(game, player), until, unless)
    return StandingAnswer(
        fresh_answer_id(),
        id,
        player,
        str(until),
        None if unless is None else tuple(unless),
        game.length,
        token,
        at,
    )


def _check_offered(offer: Offer | None, until: Any, unless: Any) -> None:
    """Raises NotOffered where no answer, or none that ends and holds off so, may be set now."""
    if offer is None:
        raise NotOffered("until", "nothing is said for you in this game now")
    if until not in offer.until:
        raise NotOffered("until", "it is nothing that is under way", ", ".join(offer.until))
    if unless is None:
        return
    if not isinstance(unless, list) or any(one not in offer.unless for one in unless):
        what = "it names what is not yours to be aimed at"
        raise NotOffered("unless", what, ", ".join(offer.unless))


def as_json(live: LiveGame, player: str, kept: StandingAnswers) -> dict[str, Any]:
    """The seat's standing answer and what it may set, for programs. Raises StoreProblem."""
    game = live.game
    offer, answer = offer_of(game, player), kept.of(live.id, player)
    return {
        "game": live.id,
        "entry": game.length,
        "answer": None if answer is None else _answer_as_json(game, answer),
        "offer": None
        if offer is None
        else {
            "do": offer.do,
            "until": offer.until,
            "unless": offer.unless,
            "due": offer.due,
        },
    }


def _answer_as_json(game: Game, answer: StandingAnswer) -> dict[str, Any]:
    declining, ended = game.ruleset.declining, ending(game, answer)
    return {
        "do": "" if declining is None else declining.step,
        "until": answer.until,
        "unless": answer.unless,
        "since": answer.entry,
        "ended": None if ended is None else fields_of(ended),
    }
