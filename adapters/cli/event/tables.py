"""`umpire event pair` and `tables`: a pairing list becomes tables with open games."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    act_command,
    because_option,
    bytes_of_list,
    event_argument,
    judge_option,
    name_of,
    player_argument,
    repository_at,
    round_arguments,
)
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, json_option
from adapters.cli.output import print_json, print_text

if TYPE_CHECKING:
    from application.event.keyring import Keyring
    from domain.tournament import Tournament
    from domain.tournament.rounds import Table


@click.command()
@event_argument
@click.argument("file")
@click.option("--round", type=click.IntRange(1, 9999), help="The round, where no column says it.")
@click.option("--setup", default="", metavar="FILE", help="For tables whose row names none.")
@click.option(
    "--new", "new", multiple=True, metavar="NAME", help="Is new, though nearly somebody's name."
)
@db_option
def pair(
    event: str,
    file: str,
    round: int | None,
    setup: str,
    new: tuple[str, ...],
    db: str | None,
) -> None:
    """Open the games of a pairing list (CSV): round, table, player 1, player 2, setup, army 1 ….

    Set-ups and armies are files beside the list. Either all of it is done or nothing.
    """
    from application.event.list_cells import check_round
    from application.event.pairing import pair as pair_tables
    from application.event.pairing_list import read_pairings
    from application.game.umpire import Umpire
    from application.named_file import text_of

    rows = read_pairings(*bytes_of_list(file), round)
    check_round(round, ((row.round, row.first) for row in rows))
    repository = repository_at(db)
    beside = Path() if file == "-" else Path(file).parent

    def read_file(name: str) -> str:
        return text_of(beside / name, "a set-up is YAML or JSON in UTF-8")

    laid = pair_tables(repository, Umpire(repository.ledger), event, rows, read_file, setup, new)
    games = sum(opening.opening is not None for opening in laid)
    byes = len(laid) - games
    add_to_json(tables=len(laid), games=games, byes=byes)
    tables = "1 table is paired" if len(laid) == 1 else f"{len(laid)} tables are paired"
    opened = "1 game is open" if games == 1 else f"{games} games are open"
    bye = f", {byes} {'bye' if byes == 1 else 'byes'}" if byes else ""
    print_text(f"{tables}, {opened}{bye}.")


unpair = act_command(
    "pairing:Unpair",
    "Take the pairing of a round back, before anybody has played; then pair it anew.",
    round_arguments,
    judge_option,
    because_option,
)
exchange = act_command(
    "pairing:Exchange",
    "Let two players of a round change places before either plays; their links end with it.",
    round_arguments,
    click.argument("first"),
    click.argument("second"),
    judge_option,
    because_option,
)
drop = act_command(
    "people:Drop",
    "Enter that a player has left: they are not paired any more.",
    event_argument,
    player_argument,
    judge_option,
    because_option,
)
take_back = act_command(
    "pairing:TakeBack",
    "Let a player who had left play on; whom a penalty put out, only the head judge takes back.",
    event_argument,
    player_argument,
    judge_option,
    because_option,
)
rename = act_command(
    "people:Rename",
    "Correct a name that was entered wrongly; whoever bears it stays who they are.",
    event_argument,
    click.argument("person"),
    click.argument("name"),
    judge_option,
    because_option,
)


@click.command()
@event_argument
@click.option("--round", type=click.IntRange(min=1), help="Of this round alone.")
@json_option
@db_option
def tables(event: str, round: int | None, as_json: bool, db: str | None) -> None:
    """List the tables: who plays where, in which game, with what result."""
    from application.event.told import ToldTables, told_table

    repository = repository_at(db)
    running, keyring = repository.event(event), repository.keyring(event)
    numbers = sorted(running.rounds) if round is None else [running.round(round).number]
    listed = [table for number in numbers for table in running.of_round(number)]
    if as_json:
        print_json(ToldTables(event, [told_table(table, running, keyring) for table in listed]))
        return
    for table in listed:
        print_text(_line(table, running, keyring))
    if not listed:
        click.echo("No table yet; “umpire event pair” opens them.", err=True)


def _line(table: "Table", event: "Tournament", keyring: "Keyring") -> str:
    from application.event.result_list import winner

    sit = ", ".join(
        f"{name_of(event, keyring, place.player)} ({place.seat})" for place in table.places
    )
    won = winner(table, event, keyring)
    result = (
        ""
        if not won
        else " — bye"
        if not table.game
        else " — draw"
        if won == "draw"
        else f" — {won} won"
    )
    where = f"round {table.round}, table {table.number}: "
    return f"{where}{sit}{f'  {table.game}' if table.game else ''}{result}"
