"""What may be said for a seat, how that is asked for, and how programs are told of it."""

from dataclasses import dataclass
from typing import Any

from application.game.live_game import Live
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
    """What is asked for cannot be said for this seat; the message is a sentence's end."""

    def __init__(self, field: str, why: str, expected: str = "") -> None:
        super().__init__(why)
        self.field = field
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may have said for it now."""

    do: str
    until: tuple[str, ...]
    """Words of what is under way, the shortest first."""
    unless: tuple[str, ...]
    """What of theirs can be aimed at."""
    due: bool
    """Whether it is asked for just now."""


def offer_of(game: Game, player: str) -> Offer | None:
    """What this player may have said for them; none where nothing can be said so."""
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
    """What this player wants said for them from now on, in the game of this id. Raises NotOffered.

    `token`: the digest of the token it is set with; none at the command line.
    """
    offer = offer_of(game, player)
    if offer is None:
        raise NotOffered("until", "nothing is said for you in this game now")
    if until not in offer.until:
        raise NotOffered("until", "it is nothing that is under way", ", ".join(offer.until))
    if unless is not None and not (
        isinstance(unless, list) and all(one in offer.unless for one in unless)
    ):
        what = "it names what is not yours to be aimed at"
        raise NotOffered("unless", what, ", ".join(offer.unless))
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


def as_json(live: Live, player: str, kept: StandingAnswers) -> dict[str, Any]:
    """The same for programs. Raises StoreProblem."""
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
