"""`umpire replay`: a record played, without a store."""

import click

from adapters.cli.asking import at_option, json_option, readings_of
from adapters.cli.output import say, say_json


@click.command()
@click.argument("file")
@json_option
@at_option
@click.option("--strict", is_flag=True, help="Stop at the first step that is not legal.")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="ID=VALUE",
    help="Read a disputed rule this way in this run; may be given again.",
)
@click.pass_context
def replay(
    ctx: click.Context,
    file: str,
    as_json: bool,
    at: int | None,
    strict: bool,
    readings: tuple[str, ...],
) -> None:
    """Rule on every step of a game record.

    FILE is YAML or JSON; - reads standard input. The exit code is 0 when every verdict and the state
    are as the record notes them, 1 when something differs, 2 when FILE is no record.
    """
    from application.desk.batch.sources import record_in
    from application.records.replay import replay as played
    from application.records.replay_account import replay_as_json, replay_lines

    found = played(record_in(file), readings_of(readings), strict=strict, at=at)
    if as_json:
        say_json(replay_as_json(found))
    else:
        say(replay_lines(found))
    ctx.exit(1 if found.mismatches else 0)
