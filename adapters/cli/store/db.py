"""`umpire db` and `backup-db`: makes tables, moves and copies stores."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, store_asked
from adapters.cli.output import print_text

if TYPE_CHECKING:
    from application.ledger.ledger import Ledger


@click.group()
def db() -> None:
    """Prepare a database, or move all games to another one."""


@db.command()
@db_option
def init(db: str | None) -> None:
    """Make the tables, once, before the first server starts; harmless when they are there."""
    from adapters.stores.defect_table import DefectTable
    from adapters.stores.import_table import ImportTable
    from adapters.stores.ruling_table import RulingTable
    from adapters.wiring import database, ledger_on, tables_on

    chosen = store_asked(db)
    where = database(chosen)
    if where.in_postgres:
        from adapters.stores.ledgers import create_tables

        create_tables(where.place)
    ledger_on(chosen).close()
    tables = tables_on(chosen)
    tables.lay_out()
    for table in (RulingTable(tables), DefectTable(tables), ImportTable(tables)):
        table.lay_out()
    tables.close()
    add_to_json(store="postgresql" if where.in_postgres else str(where.place))
    print_text("The tables are there.")


@db.command()
@click.argument("source")
@click.argument("target")
def copy(source: str, target: str) -> None:
    """Copy all games and seats from one store to another, and compare both at the end.

    SOURCE and TARGET are paths or postgresql:// addresses; it may be repeated. Who has been forgotten
    at SOURCE since is forgotten at TARGET too.
    """
    from adapters.stores.person_keys import KeyTable
    from adapters.stores.table_copying import copy as copy_seats
    from adapters.wiring import ledger_on, tables_on
    from application.event.forgetting import forgotten_people
    from application.event.repository import Repository
    from application.ledger.copying import copy_games
    from domain.kernel.wording import count

    _is_there(source)
    ledger, into = ledger_on(source), ledger_on(target)
    copied = copy_games(ledger, into)
    seats, seats_into = tables_on(source), tables_on(target)
    held = copy_seats(seats, seats_into)
    keys = KeyTable(seats_into)
    destroyed = keys.destroy_keys_left(forgotten_people(Repository(into, keys)))
    for one in (ledger, into, seats, seats_into):
        one.close()
    add_to_json(
        games=copied.games,
        rows=copied.rows,
        there_already=copied.there_already,
        seats=held["umpire_seats"],
    )
    print_text(
        f"{count(copied.games, 'game')} with {count(copied.rows, 'row')} copied, "
        f"{count(copied.there_already, 'game')} there already; {count(held['umpire_seats'], 'seat')}. "
        "Every head is the same in both."
    )
    if destroyed:
        whose = "somebody who is forgotten" if destroyed == 1 else "people who are forgotten"
        print_text(f"Destroyed there: {count(destroyed, 'key')} of {whose}.")


@click.command("backup-db")
@click.argument("target", type=click.Path(path_type=Path))
@db_option
def backup(target: Path, db: str | None) -> None:
    """Write a copy of the store to a new SQLite file, while others go on playing."""
    from adapters.stores.ledgers import back_up
    from adapters.stores.table_copying import copy as copy_seats
    from adapters.wiring import database, ledger_on, require_store, tables_on
    from application.ledger.store import StoreProblem

    chosen = store_asked(db)
    require_store(chosen)
    ledger: Ledger = ledger_on(chosen)
    back_up(ledger, target)
    ledger.close()
    if database(chosen).in_postgres:
        try:
            seats, into = tables_on(chosen), tables_on(str(target))
            copy_seats(seats, into)
        except StoreProblem:
            target.unlink()
            raise
        seats.close()
        into.close()
    add_to_json(file=str(target))
    print_text(f"Backed up to {target}.")


def _is_there(source: str) -> None:
    from adapters.wiring import Database

    if not Database(source).in_postgres and not Path(source).exists():
        raise click.UsageError(f"there is no store {source}")
