"""`umpire event log`: everything that happened, in order."""

import click

from adapters.cli.asking import db_option, json_option, utc_time
from adapters.cli.event.asking import event_argument, office_at
from adapters.cli.output import say_json, say_text


@click.command()
@event_argument
@json_option
@db_option
def log(event: str, as_json: bool, db: str | None) -> None:
    """Tell everything that happened at an event, oldest first."""
    from application.event.account import Account
    from application.event.stored_facts import written

    office = office_at(db)
    happened = office.log(event)
    if as_json:
        import json

        rows = []
        for one in happened:
            name, payload = written(one.fact)
            rows.append(
                {"row": one.row, "at": utc_time(one.at), "fact": name, **json.loads(payload)}
            )
        say_json({"event": event, "log": rows})
        return
    account = Account(office.event(event), office.keyring(event))
    for one in happened:
        say_text(f"{one.row:>5}  {utc_time(one.at)[:19]}  {account.tell(one.fact)}")
