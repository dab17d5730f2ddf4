"""`umpire event log`, `calls` and `standings`: what happened, in order; what waits; who leads."""

import click

from adapters.cli.event.options import event_argument, output_option, repository_at, write_out
from adapters.cli.json_output import add_to_json, collects_json
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
@click.argument("number", type=click.IntRange(min=1), metavar="CALL", required=False)
@db_option
def calls(event: str, number: int | None, db: str | None) -> None:
    """Tell a call with all that became of it, or list those that are open."""
    from application.event.account import Account
    from application.event.told import told_call
    from domain.tournament.calls import alike
    from domain.tournament.clocks import SECOND

    repository = repository_at(db)
    at_event = repository.event(event)
    account = Account(at_event, repository.keyring(event))
    open_calls = [call_made for call_made in at_event.calls.values() if call_made.open]
    asked = open_calls if number is None else [at_event.call(number)]
    add_to_json(calls=[told_call(call_made) for call_made in asked])
    if number is None:
        for call_made in open_calls:
            waits = (repository.clock() - call_made.at) // SECOND
            taken = f" {account.name(call_made.taken_by)} took it." if call_made.taken_by else ""
            print_text(
                f"{account.tell(call_made.made)} It waits {waits // 60}:{waits % 60:02}.{taken}"
            )
        if not (open_calls or collects_json()):
            click.echo("No call is open.", err=True)
        return
    call = at_event.call(number)
    for happened in repository.log(event):
        told = happened.event
        if getattr(told, "call", None) == number:
            print_text(f"{utc_time(happened.at)[11:19]}  {account.tell(told)}")
    if call.ruled is not None:
        for other in alike(at_event, call.ruled.cites, at_event.tables[call.key].ruleset):
            if other is not call and other.ruled is not None:
                print_text(f"Alike: {account.tell(other.ruled)}")


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
