"""`umpire fork`: a game that goes on otherwise from an earlier entry."""

from secrets import token_hex
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import live_of, unusable
from adapters.cli.game_argument import StepsOrFileCommand
from adapters.cli.options import (
    as_option,
    at_option,
    checked_viewer,
    db_option,
    entry_at,
    json_option,
    umpire_at,
)
from adapters.cli.output import print_json, print_text

if TYPE_CHECKING:
    from application.desk.fork import StoredFork, WhatIf


@click.command(cls=StepsOrFileCommand)
@click.argument("words", nargs=-1, metavar="[GAME] [STEP]...")
@at_option
@as_option
@click.option(
    "--again", is_flag=True, help="Draw what is hidden from NAME otherwise than last time."
)
@click.option("--dry", is_flag=True, help="In memory only: try the steps and keep nothing.")
@json_option
@db_option
def fork(
    game: str,
    words: tuple[str, ...],
    at: int | None,
    viewer: str,
    again: bool,
    dry: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Fork a game after an entry, as a game of its own; its id is the last line.

    The steps given are taken in it, each in quotes: 'ana a1 run' 'ben b1 snap_fire'. With --as ana it goes
    as ana knows it: what is hidden from ana is drawn.
    """
    from application.desk.fork import CannotFork, branch, fork_of, what_if
    from application.game.redaction import effective_viewer
    from application.records.short_steps import steps_on_lines

    live = live_of(game, db)
    at = entry_at(live.game, at)
    seen_by = effective_viewer(live.game, checked_viewer(live.game, viewer))
    otherwise = token_hex(4) if again else ""
    with unusable(CannotFork):
        begins = branch(live.game, at, viewer, otherwise)
        said = steps_on_lines(begins, words, seen_by)
        if dry:
            tried = what_if(live.game, said, at, viewer, otherwise)
            answer: StoredFork | WhatIf = tried
            lines = tried.lines(live.game.ruleset)
        else:
            umpire = umpire_at(db, begins=True)
            answer = made = fork_of(umpire, live, at, viewer, again=otherwise)
            lines = made.lines_with(
                live.game.ruleset, [umpire.step(made.game, one).entry for one in said]
            )
    if as_json:
        print_json(answer)
    else:
        print_text("\n".join(lines))
