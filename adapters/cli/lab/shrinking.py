"""`umpire shrink`: the smallest dispute."""

import click

from adapters.cli.asking import db_option
from adapters.cli.desk.sources import game_of


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.argument("entry", type=int, required=False, metavar="[N]")
@click.option("--facts", is_flag=True, help="Keep the reason and its facts, too.")
@db_option
def shrink(game: str, entry: int | None, facts: bool, db: str | None) -> None:
    """Print the shortest record that gets the same ruling as entry N, the newest without one.

    The ruling is the same when it gives the same verdict and cites the same rules. The set-up
    becomes as small as it can be; names stay as they are. How much is left goes to standard error.
    """
    from application.lab.dispute import dispute_at
    from application.lab.record import record_of_dispute
    from application.lab.shrink import smallest
    from domain.kernel import wording

    found = game_of(game, db)
    n = found.length if entry is None else entry
    if not 1 <= n <= found.length:
        newest = f"the newest is {found.length}" if found.length else "it has none yet"
        raise click.BadParameter(f"there is no entry {n}; {newest}")
    whole = dispute_at(found, n)
    small = smallest(whole, facts=facts)
    click.echo(record_of_dispute(small), nl=False)
    steps, values = small.size
    was, had = whole.size
    left = f"{wording.count(steps, 'step')} of {was} left"
    setup = f"{wording.count(values, 'value')} of {had} in the set-up"
    click.echo(f"{left}, {setup}.", err=True)
