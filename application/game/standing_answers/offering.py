"""Which standing answers a seat may set, and setting one."""

from typing import Annotated, Any

from application.answer import UNSET, Answer, Meta, UnsetType
from application.game.live_game import LiveGame
from application.game.log import RuledEntry
from application.game.standing_answers.answer import (
    Ending,
    StandingAnswer,
    ending,
    fresh_answer_id,
    step_due,
)
from application.game.standing_answers.standing_answers import StandingAnswers
from domain.kernel.history import Game


class NotOffered(Exception):
    """No such standing answer can be set; the message is a clause about `field`."""

    def __init__(self, field: str, why: str, expected: str = "") -> None:
        super().__init__(why)
        self.field = field
        self.expected = expected


class AnswerOffered(Answer):
    """The standing answers that a seat may set now."""

    do: str
    until: Annotated[tuple[str, ...], Meta(description="What is under way, the shortest first.")]
    unless: Annotated[tuple[str, ...], Meta(description="What of theirs can be aimed at.")]
    due: Annotated[bool, Meta(description="Whether it is asked for just now.")]


class AnswerGiven(Answer):
    """What a seat has said for itself beforehand."""

    do: Annotated[str, Meta(description="What is said in its name; never more than that.")]
    until: str
    unless: Annotated[
        tuple[str, ...] | None,
        Meta(description="It ends when one of these is aimed at; null: anything of theirs."),
    ]
    since: Annotated[int, Meta(description="It answers what is asked after this entry.")]
    ended: Ending | None


class OwnAnswer(Answer):
    """A seat's standing answer, and what it may set."""

    game: str
    entry: int
    answer: AnswerGiven | None
    offer: Annotated[
        AnswerOffered | None,
        Meta(description="Null where nothing is let go by in this game, or it is over."),
    ]
    ruling: Annotated[
        RuledEntry | UnsetType, Meta(description="On the step that was taken with `now`.")
    ] = UNSET


def offer_of(game: Game, player: str) -> AnswerOffered | None:
    """What this player may set; None where there is nothing."""
    declining, state = game.ruleset.declining, game.now.state
    playing = player in game.players and player in game.ruleset.in_game(state)
    if declining is None or not playing or game.ruleset.over(state):
        return None
    return AnswerOffered(
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


def _check_offered(offer: AnswerOffered | None, until: Any, unless: Any) -> None:
    """Checks that an answer that ends and holds off so may be set now. Raises NotOffered."""
    if offer is None:
        raise NotOffered("until", "nothing is said for you in this game now")
    if until not in offer.until:
        raise NotOffered("until", "it is nothing that is under way", ", ".join(offer.until))
    if unless is None:
        return
    if not isinstance(unless, list) or any(one not in offer.unless for one in unless):
        what = "it names what is not yours to be aimed at"
        raise NotOffered("unless", what, ", ".join(offer.unless))


def own_answer(
    live: LiveGame, player: str, kept: StandingAnswers, ruling: RuledEntry | UnsetType = UNSET
) -> OwnAnswer:
    """The seat's standing answer and what it may set. Raises StoreProblem."""
    game = live.game
    answer = kept.of(live.id, player)
    given = None if answer is None else _answer_given(game, answer)
    return OwnAnswer(live.id, game.length, given, offer_of(game, player), ruling)


def _answer_given(game: Game, answer: StandingAnswer) -> AnswerGiven:
    declining = game.ruleset.declining
    return AnswerGiven(
        "" if declining is None else declining.step,
        answer.until,
        answer.unless,
        answer.entry,
        ending(game, answer),
    )
