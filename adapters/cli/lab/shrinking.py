"""`umpire shrink`: the smallest dispute."""

import click

from adapters.cli.desk.sources import game_of
from adapters.cli.game_argument import GameCommand
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, game_argument


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int, required=False, metavar="[N]")
@click.option("--facts", is_flag=True, help="Keep the reason and its facts, too.")
@db_option
def shrink(game: str, entry: int | None, facts: bool, db: str | None) -> None:
    """Print the shortest record that gets the same ruling as entry N, the newest without one.

    The ruling is the same when it gives the same verdict and cites the same rules. The set-up
    becomes as small as it can be; names stay as they are. How much is left goes to standard error.
    """
    from application.lab.dispute import minimal_case_of
    from application.records.notation import values
    from application.records.odd_keys import with_plain_keys
    from domain.kernel.wording import no_entry

    played = game_of(game, db)
    n = played.length if entry is None else entry
    if why := no_entry(n, played.length, 1):
        raise click.BadParameter(why)
    minimal = minimal_case_of(played, n, facts=facts)
    add_to_json(
        game=game, entry=n, record=with_plain_keys(values(minimal.record)), left=minimal.in_words
    )
    click.echo(minimal.record, nl=False)
    click.echo(minimal.in_words, err=True)
