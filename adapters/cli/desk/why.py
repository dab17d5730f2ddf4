"""`umpire why`, `diff`: a disputed turn is explained, two of its moments compared."""

from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable, game_of, unusable
from adapters.cli.game_argument import GameCommand, StepsOrFileCommand
from adapters.cli.options import (
    as_option,
    at_option,
    checked_viewer,
    db_option,
    entry_at,
    game_argument,
    json_option,
)
from adapters.cli.output import print_json, print_text

if TYPE_CHECKING:
    from application.desk.explain import Explanation
    from domain.kernel.history import Game


@click.command(cls=StepsOrFileCommand, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[GAME] [N|STEP…]")
@click.option("--entry", type=int, metavar="N", help="Why entry N was ruled as it was.")
@click.option("--if", "step", metavar="STEP", help="Why this step is legal or not: 'ana a1 run'.")
@at_option
@as_option
@click.option("--aloud", is_flag=True, help="In whole sentences, to be read out at the table.")
@json_option
@db_option
def why(
    game: str,
    words: tuple[str, ...],
    entry: int | None,
    step: str | None,
    at: int | None,
    viewer: str,
    aloud: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Explain a ruling: the rules in full, the facts, the entries behind it, and when it becomes legal.

    umpire why 5 is about entry 5, umpire why alone about the newest one; umpire why ana a1 run is
    about a step that nobody has taken.
    """
    from application.desk.aloud import explanation_aloud

    played = game_of(game, db)
    if len(words) == 1 and words[0].isdecimal():
        entry, words = int(words[0]), ()
    elif not words and entry is None and step is None:
        entry = played.length
        if not entry:
            raise Unusable("nobody has taken a step in this game yet")
    if (entry is not None) + (step is not None) + bool(words) != 1:
        raise click.UsageError("give either an entry or a step, not both")
    if entry is not None and at is not None:
        raise click.UsageError(f"--at goes with a step; entry {entry} is explained where it stands")
    answer = _explanation(played, entry, words if step is None else (step,), at, viewer)
    if as_json:
        print_json(answer, game=game)
    else:
        told = explanation_aloud if aloud else type(answer).lines
        print_text("\n".join(told(answer, played.ruleset)))


def _explanation(
    game: "Game", entry: int | None, words: tuple[str, ...], at: int | None, viewer: str
) -> "Explanation":
    """Why this entry was ruled so; without one, what the step in these words would get, and why."""
    from application.desk.explain import CannotExplain, why, why_not
    from application.game.checked_step import checked_step
    from application.game.redaction import effective_viewer
    from application.records.short_steps import short_step

    with unusable(CannotExplain):
        if entry is not None:
            return why(game, entry, viewer)
        tried_on = game if at is None else game.at(entry_at(game, at))
        seen_as = effective_viewer(game, checked_viewer(game, viewer))
        said = short_step(tried_on, words, seen_as)
        return why_not(game, checked_step(said, game.players), at, viewer)


@click.command(cls=GameCommand)
@game_argument
@click.argument("n", type=int)
@click.argument("m", type=int)
@as_option
@json_option
@db_option
def diff(game: str, n: int, m: int, viewer: str, as_json: bool, db: str | None) -> None:
    """Say what changed on the table between the entries N and M."""
    from application.game.difference import NoSuchEntry, difference

    played = game_of(game, db)
    with unusable(NoSuchEntry):
        answer = difference(played, n, m, viewer)
    if as_json:
        print_json(answer, game=game)
    else:
        print_text("\n".join(answer.lines()))
