"""`umpire why`, `diff`, `fork`: a disputed turn is explained, compared, tried again."""

import click

from adapters.cli.asking import (
    as_option,
    at_option,
    db_option,
    game_argument,
    json_option,
    umpire_at,
)
from adapters.cli.desk.sources import Unusable, game_of, live_of
from adapters.cli.output import say_json, say_text


@click.command()
@game_argument
@click.option("--entry", type=int, metavar="N", help="Why entry N was ruled as it was.")
@click.option("--if", "step", metavar="STEP", help="Why this step is legal or not: 'by=ana do=…'.")
@at_option
@as_option
@click.option("--aloud", is_flag=True, help="In whole sentences, to be read out at the table.")
@json_option
@db_option
def why(
    game: str,
    entry: int | None,
    step: str | None,
    at: int | None,
    viewer: str,
    aloud: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Say why: the rules in full, the facts, the entries behind it, and when it becomes legal."""
    from application.desk.aloud import explanation_aloud
    from application.desk.explain import CannotExplain, why, why_not
    from application.game.checked_step import checked_step
    from application.records.typed import step_from

    if (entry is None) == (step is None):
        raise click.UsageError("give either --entry N or --if 'STEP'")
    found = game_of(game, db)
    try:
        if entry is not None:
            answer = why(found, entry, viewer)
        else:
            said = checked_step(step_from(str(step)), found.players)
            answer = why_not(found, said, at, viewer)
    except CannotExplain as problem:
        raise Unusable(str(problem)) from None
    if as_json:
        say_json({"game": game, **answer.as_json()})
    else:
        say_text("\n".join(explanation_aloud(answer) if aloud else answer.lines()))


@click.command()
@game_argument
@click.argument("n", type=int)
@click.argument("m", type=int)
@as_option
@json_option
@db_option
def diff(game: str, n: int, m: int, viewer: str, as_json: bool, db: str | None) -> None:
    """Say what changed on the table between the entries N and M."""
    from application.game.diff import NoSuchEntry, difference

    found = game_of(game, db)
    try:
        answer = difference(found, n, m, viewer)
    except NoSuchEntry as problem:
        raise Unusable(str(problem)) from None
    if as_json:
        say_json({"game": game, **answer.as_json()})
    else:
        say_text("\n".join(answer.lines()))


@click.command()
@game_argument
@click.argument("steps", nargs=-1, metavar="[STEP]...")
@at_option
@as_option
@click.option("--dry", is_flag=True, help="In memory only: try the steps and keep nothing.")
@json_option
@db_option
def fork(
    game: str,
    steps: tuple[str, ...],
    at: int | None,
    viewer: str,
    dry: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Take a game up again from an entry, as a game of its own; its id is the last line.

    The steps given are taken in it, each one word: 'by=ana do=pass'.
    """
    from application.desk.fork import CannotFork, fork_of, what_if
    from application.game.checked_step import checked_step
    from application.records.typed import step_from

    live = live_of(game, db)
    said = [checked_step(step_from(step), live.game.players) for step in steps]
    try:
        if dry:
            tried = what_if(live.game, said, at, viewer)
            answer, lines = tried.as_json(), tried.lines()
        else:
            umpire = umpire_at(db, begins=True)
            made = fork_of(umpire, live, at, viewer)
            ruled = [umpire.step(made.id, one).entry for one in said]
            answer, lines = made.as_json(), made.lines_with(ruled)
    except CannotFork as problem:
        raise Unusable(str(problem)) from None
    if as_json:
        say_json(answer)
    else:
        say_text("\n".join(lines))
