"""`umpire event codes`, `links`: sheets with a QR code for each player, or for each seat of a round."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    desk_at,
    event_argument,
    name_of,
    new_file_option,
    repository_at,
    round_arguments,
)
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, open_at
from adapters.cli.output import print_text
from domain.kernel.wording import count

if TYPE_CHECKING:
    from domain.tournament.rounds import Table


url_option = click.option(
    "--url",
    required=True,
    metavar="URL",
    callback=lambda _context, _option, url: _public_url(url),
    help="Where players reach the server, as http://10.0.0.5:8000.",
)
output_option = new_file_option("The HTML page to write, a new file.", required=True)


ADDRESS = re.compile(r"https?://[^\s/?#]*[\w\]][^\s?#]*")
MOST_LETTERS = 500
"""Of the address before a code: what a QR code of a page can hold."""


def _public_url(url: str) -> str:
    if not ADDRESS.fullmatch(url):
        raise click.BadParameter(f"“{url}” is no address; expected http://… or https://…")
    if len(url) > MOST_LETTERS:
        raise click.BadParameter(
            f"the address has {len(url)} characters; expected at most {MOST_LETTERS}"
        )
    return url.rstrip("/")


@click.command()
@event_argument
@url_option
@output_option
@click.option(
    "--player", "only", multiple=True, metavar="PLAYER", help="For these alone: number or name."
)
@click.option("--anew", is_flag=True, help="End the codes that these players had before.")
@db_option
def codes(
    event: str, url: str, output: str, only: tuple[str, ...], anew: bool, db: str | None
) -> None:
    """Write a page to print: one code for each player, good for the whole event.

    It leads to the table of the round that is on, by QR code or typed.

    \b
    umpire event codes spring-open --url http://10.0.0.5:8000 -o codes.html
    umpire event codes spring-open --player "Ana Müller" --anew --url … -o ana.html
    """
    from adapters.event_sheet import PlayerCode, codes_sheet
    from adapters.wiring import seats_on
    from application.game.seats import typed_token
    from application.ledger.streams import EVENT
    from application.new_file import write_new

    desk = desk_at(db, event)
    at_event = desk.event
    people = [desk.person(words) for words in only] or [*at_event.paired]
    if not people:
        raise click.UsageError(f"“{event}” has no players yet: they come with its first pairing")
    if judges := [person for person in people if person not in at_event.people]:
        raise click.BadParameter(
            f"“{judges[0]}” is a judge; expected a player", param_hint="--player"
        )
    seats = open_at(seats_on, db)
    if anew:
        tables = [table for table in at_event.tables.values() if table.game]
        for person in people:
            seats.revoke(EVENT + event, person)
            # Whoever had the code has a seat by it too, until that ends.
            for table in tables:
                if person in table.players:
                    seats.revoke_taken(table.game, table.seat_of(person), person)
    tokens = {person: typed_token() for person in people}
    seats.give(EVENT + event, tokens)
    enter = f"{url}/enter/event/{event}"
    made = [
        PlayerCode(name_of(at_event, desk.repository.keyring(event), person), enter, tokens[person])
        for person in people
    ]
    page = codes_sheet(
        at_event.name, sorted(made, key=lambda player_code: player_code.name.casefold())
    )
    write_new(Path(output), page.encode(), 0o600, into_streams=True)
    add_to_json(file=output, players=len(made))
    these = count(len(made), "player")
    print_text(f"The codes of {these} are in {output}: whoever has a code plays in that name.")


@click.command()
@round_arguments
@url_option
@output_option
@db_option
def links(event: str, round: int, url: str, output: str, db: str | None) -> None:
    """Write a page to print: for every table of a round, a QR code for each seat.

    Each time new tokens are made; earlier ones still work. With “codes” a player has one for all rounds.
    """
    from adapters.event_sheet import Seat, sheet_of
    from adapters.wiring import seats_on
    from application.new_file import write_new

    repository = repository_at(db)
    at_event, keyring = repository.event(event), repository.keyring(event)
    at_event.round(round)
    seats = open_at(seats_on, db)

    def seat_links(table: "Table") -> list[Seat]:
        tokens = seats.issue(table.game, [place.seat for place in table.places])
        enter = f"{url}/enter/{table.game}#"
        return [
            Seat(name_of(at_event, keyring, place.player), place.seat, enter + tokens[place.seat])
            for place in table.places
        ]

    tables = [(table, seat_links(table)) for table in at_event.of_round(round) if table.game]
    write_new(
        Path(output), sheet_of(at_event.name, round, tables).encode(), 0o600, into_streams=True
    )
    add_to_json(file=output, tables=len(tables))
    these = count(len(tables), "table")
    print_text(f"The links of {these} are in {output}: whoever has a link has the seat.")
