"""`umpire standing-answer`: has “decline” or “pass” said for a seat while others take their steps."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import db_option, game_argument, json_option, store_asked, umpire_at
from adapters.cli.output import plain, print_json, print_text

if TYPE_CHECKING:
    from application.game.live_game import LiveGame
    from application.game.standing_answers.standing_answers import StandingAnswers
    from application.game.transcript import Line
    from application.game.umpire import Umpire
    from application.ledger.store import Recorded

ENDED = {
    "span": "its {what} was over",
    "aimed": "something was aimed at {what}",
    "undone": "something was taken back",
    "corrected": "the table was put right",
    "judge": "a judge ruled",
    "over": "the game was over",
    "out": "{player} was out of the game",
    "seat": "the link it was set with holds no longer",
    "full": "the game holds as much as is kept of one",
}
"""Why it ended."""


@click.command("standing-answer", cls=GameCommand)
@game_argument
@click.option("--by", metavar="PLAYER", help="Whose it is, where that is not clear.")
@click.option("--until", metavar="WHAT", help="Set it until this ends: command, round, turn …")
@click.option("--unless", metavar="NAME", multiple=True, help="It ends once this is aimed at.")
@click.option("--whatever", is_flag=True, help="It goes on whatever is aimed at.")
@click.option("--end", is_flag=True, help="End it at once.")
@json_option
@db_option
def standing_answer(
    game: str,
    by: str | None,
    until: str | None,
    unless: tuple[str, ...],
    whatever: bool,
    end: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Have “decline” or “pass” said for a player until something ends; alone, show how it stands.

    It answers what is asked from then on, never pays, chooses or reports, and ends as soon as
    something of theirs is aimed at: --unless says what alone ends it, --whatever that nothing does.
    """
    from application.game.standing_answers.offering import (
        NotOffered,
        new_standing_answer,
        own_answer,
    )

    if bool(end) + bool(until) > 1 or ((unless or whatever) and not until) or (unless and whatever):
        raise Unusable("say --until, with --unless or --whatever if need be, or --end alone.")
    umpire = umpire_at(db)
    live = umpire.game(game)
    player = _player(live, by)
    with kept_answers() as kept:
        if end:
            kept.take_away(game, player)
        elif until:
            named = [] if whatever else list(unless) or None
            try:
                kept.give(
                    new_standing_answer(live.game, game, player, until, named, umpire.clock())
                )
            except NotOffered as why:
                expected = f"; expected {why.expected}" if why.expected else ""
                raise Unusable(f"--{why.field}: {why}{expected}.") from None
        if as_json:
            print_json(own_answer(live, player, kept), player=player)
        else:
            print_text(_sentence(live, player, kept))


def _player(live: "LiveGame", by: str | None) -> str:
    from application.game.standing_answers.answer import step_due

    players = live.game.players
    if by is None:
        by = next((player for player in players if step_due(live.game, player) is not None), None)
    if by not in players:
        raise Unusable(f"say with --by whose answer it is: {' or '.join(players)}.")
    return by


def _sentence(live: "LiveGame", player: str, kept: "StandingAnswers") -> str:
    from application.game.standing_answers.answer import ending
    from application.game.standing_answers.offering import offer_of
    from domain.kernel.wording import list_in_words

    answer, offer, declining = kept.of(live.id, player), offer_of(live.game, player), None
    declining = live.game.ruleset.declining
    if answer is None or declining is None:
        if offer is None:
            return f"Nothing is said for {player} in this game now."
        ways = list_in_words(offer.until, "or")
        return f"Nothing is said for {player}; --until {ways} has “{offer.do}” said."
    ended = ending(live.game, answer)
    if ended is not None:
        why = ENDED[ended.why].format(what=ended.what, player=player)
        return f"It has ended{'' if ended.entry is None else f' with entry {ended.entry}'}: {why}."
    aimed = "anything of theirs" if answer.unless is None else list_in_words(answer.unless, "or")
    goes = (
        f"It ends as soon as {aimed} is aimed at." if aimed else "It goes on whatever is aimed at."
    )
    return (
        f"“{declining.step}” is said for {player} since entry {answer.entry}, "
        f"until this {answer.until} ends. {goes}"
    )


@contextmanager
def kept_answers() -> "Iterator[StandingAnswers]":
    """The standing answers of the store that the options name. Raises StoreProblem."""
    from adapters.stores.answer_table import AnswerTable
    from adapters.wiring import tables_on
    from application.game.standing_answers.standing_answers import StandingAnswers

    tables = tables_on(store_asked(click.get_current_context().params.get("db")))
    try:
        yield StandingAnswers(AnswerTable(tables))
    finally:
        tables.close()


def told_below() -> "Line":
    """The line below an entry that a standing answer made."""
    from application.game.transcript import STEP_IN, Line

    return Line("A standing answer: it was said as its player had asked.", indent=STEP_IN)


def answers_after(umpire: "Umpire", game: str) -> "Iterator[Recorded]":
    """What is said, after a step was kept, by answers that were set at the command line.

    Where they cannot be looked at, that is said; the step stands.
    """
    from adapters.stores.answer_table import may_have_answers
    from application.game.standing_answers.saying import say_due
    from application.ledger.store import StoreProblem

    try:
        if not may_have_answers(umpire.store, game):
            return
        with kept_answers() as kept:
            yield from say_due(umpire, kept, game)
    except StoreProblem as why:
        click.echo(f"umpire: standing answers could not be looked at: {plain(str(why))}", err=True)
