"""`umpire event links`: a sheet for every table, with a QR code for each seat."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import name_of, repository_at, round_arguments
from adapters.cli.json_output import add_to_json
from domain.kernel.wording import count

if TYPE_CHECKING:
    from domain.tournament.rounds import Table
from adapters.cli.options import db_option
from adapters.cli.output import print_text


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

    Each time new tokens are made; earlier ones still work.
    """
    from adapters.event_sheet import Seat, sheet_of
    from adapters.wiring import seats_on
    from application.new_file import write_new

    if not url.startswith(("http://", "https://")):
        raise click.BadParameter(f"“{url}” is no address; expected http://… or https://…")
    repository = repository_at(db)
    found, keyring = repository.event(event), repository.keyring(event)
    found.round(round)
    seats = seats_on(db or click.get_current_context().find_root().obj)

    def seat_links(table: "Table") -> list[Seat]:
        tokens = seats.issue(table.game, [one.seat for one in table.places])
        enter = f"{url.rstrip('/')}/enter/{table.game}#"
        return [
            Seat(name_of(found, keyring, one.player), one.seat, enter + tokens[one.seat])
            for one in table.places
        ]

    tables = [(table, seat_links(table)) for table in found.of_round(round) if table.game]
    seats.close()
    write_new(Path(output), sheet_of(found.name, round, tables).encode(), 0o600, over=True)
    add_to_json(file=output, tables=len(tables))
    these = count(len(tables), "table")
    print_text(f"The links of {these} are in {output}: whoever has a link has the seat.")
