"""A seat's own standing answer, and what it may set, as its page and programs are told."""

from dataclasses import dataclass
from typing import Any

from application.game.live_game import Live
from application.game.standing_answers.answer import (
    Ending,
    StandingAnswer,
    ending,
    step_due,
    step_of,
)
from application.game.standing_answers.kept import StandingAnswers
from domain.kernel.history import Game
from domain.kernel.values import fields_of

WORDED = frozenset({"decline", "pass"})


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


@dataclass(frozen=True, slots=True)
class Shown:
    """What is to be told of it now."""

    do: str
    """What is said for the seat."""
    offer: Offer | None
    answer: StandingAnswer | None
    ended: Ending | None
    speaks: bool
    """What is asked for now will be answered at once."""

    @property
    def kind(self) -> str:
        """The part of the catalogue that has the words for it."""
        return self.do if self.do in WORDED else "other"


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


def shown_to(live: Live, player: str, kept: StandingAnswers) -> Shown | None:
    """What is told to this player alone; none for whoever is none. Raises StoreProblem."""
    game, declining = live.game, live.game.ruleset.declining
    if declining is None or player not in game.players:
        return None
    offer, answer = offer_of(game, player), kept.of(live.id, player)
    if answer is None:
        return Shown(declining.step, offer, None, None, speaks=False)
    speaks = step_of(game, answer) is not None
    return Shown(declining.step, offer, answer, ending(game, answer), speaks)


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
