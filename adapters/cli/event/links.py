"""`umpire event links`: a sheet for every table, with a QR code for each seat."""

from pathlib import Path

import click

from adapters.cli.asking import db_option
from adapters.cli.event.asking import name_of, office_at, round_arguments
from adapters.cli.output import say_text
from adapters.cli.told_as_json import tell


@click.command()
@round_arguments
@click.option(
    "--url",
    required=True,
    metavar="URL",
    help="Where players reach the server, as http://10.0.0.5:8000.",
)
@click.option("-o", "--output", required=True, metavar="FILE", help="The HTML page to write.")
@db_option
def links(event: str, round: int, url: str, output: str, db: str | None) -> None:
    """Write a page to print: for every table of a round, a QR code for each seat.

    Each time new tokens are made; those that were made before stay good.
    """
    from adapters.event_sheet import Seat, sheet_of
    from adapters.wiring import seats_on
    from application.new_file import write_new

    if not url.startswith(("http://", "https://")):
        raise click.BadParameter(f"“{url}” is no address; expected http://… or https://…")
    office = office_at(db)
    found, keyring = office.event(event), office.keyring(event)
    found.round(round)
    seats = seats_on(db or click.get_current_context().find_root().obj)
    tables = []
    for table in found.of_round(round):
        if table.game:
            tokens = seats.issue(table.game, [one.seat for one in table.places])
            tables.append(
                (
                    table,
                    [
                        Seat(
                            name_of(found, keyring, one.player),
                            one.seat,
                            f"{url.rstrip('/')}/enter/{table.game}#{tokens[one.seat]}",
                        )
                        for one in table.places
                    ],
                )
            )
    seats.close()
    write_new(Path(output), sheet_of(found.name, round, tables).encode(), 0o600, over=True)
    tell(file=output, tables=len(tables))
    say_text(f"The links of {len(tables)} tables are in {output}: whoever has a link has the seat.")
