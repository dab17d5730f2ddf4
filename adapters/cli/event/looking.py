"""`umpire event log` and `standings`: what happened, in order; who leads."""

import click

from adapters.cli.event.options import event_argument, output_option, repository_at, write_out
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, json_option, utc_time
from adapters.cli.output import print_json, print_text


@click.command()
@event_argument
@json_option
@db_option
def log(event: str, as_json: bool, db: str | None) -> None:
    """Tell everything that happened at an event, oldest first."""
    from application.event.account import Account
    from application.event.told import told_log

    repository = repository_at(db)
    happened = repository.log(event)
    if as_json:
        print_json(told_log(event, happened))
        return
    account = Account(repository.event(event), repository.keyring(event))
    for stored_event in happened:
        print_text(
            f"{stored_event.row:>5}  {utc_time(stored_event.at)[:19]}  {account.tell(stored_event.event)}"
        )


@click.command()
@event_argument
@output_option
@db_option
def standings(event: str, output: str | None, db: str | None) -> None:
    """Print the standings as CSV: match points, wins, draws, losses, byes, points."""
    from application.event.standings import standings as standings_of
    from application.event.standings import standings_list

    repository = repository_at(db)
    running, keyring = repository.event(event), repository.keyring(event)
    add_to_json(file=output, standings=standings_of(running, keyring))
    write_out(standings_list(running, keyring), output, "The standings are")
