"""`umpire event log` and `calls`: what happened, in order; what waits."""

from typing import TYPE_CHECKING, Any

import click

from adapters.cli.event.options import event_argument, office_at
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, json_option, utc_time
from adapters.cli.output import print_json, print_text

if TYPE_CHECKING:
    from application.event.state_floor import Call


@click.command()
@event_argument
@json_option
@db_option
def log(event: str, as_json: bool, db: str | None) -> None:
    """Tell everything that happened at an event, oldest first."""
    from application.event.floor.departures import note_overrulings_of
    from application.event.kinds.account import Account
    from application.event.kinds.stored import fact_as_json
    from application.game.umpire import Umpire

    office = office_at(db)
    note_overrulings_of(office, Umpire(office.ledger), event)
    happened = office.log(event)
    if as_json:
        rows = [
            {"row": one.row, "when": utc_time(one.at), **fact_as_json(one.fact)} for one in happened
        ]
        print_json({"event": event, "log": rows})
        return
    account = Account(office.event(event), office.keyring(event))
    for one in happened:
        print_text(f"{one.row:>5}  {utc_time(one.at)[:19]}  {account.tell(one.fact)}")


def _as_json(call: "Call") -> dict[str, Any]:
    """A call with its statements, ruling and appeal."""
    from application.event.kinds.stored import fact_as_json

    made = call.made
    facts = [made, *call.statements.values(), call.ruled, call.appeal, call.decided]
    return {
        "call": made.call,
        "round": made.round,
        "table": made.table,
        "open": call.open,
        "when": utc_time(call.at),
        "taken_by": call.taken_by or None,
        "facts": [fact_as_json(one) for one in facts if one is not None],
    }


@click.command()
@event_argument
@click.argument("number", type=click.IntRange(min=1), metavar="CALL", required=False)
@db_option
def calls(event: str, number: int | None, db: str | None) -> None:
    """Tell a call with all that became of it, or list those that are open."""
    from application.event.clocks.owed import SECOND
    from application.event.floor.calls import alike
    from application.event.kinds.account import Account

    office = office_at(db)
    found = office.event(event)
    account = Account(found, office.keyring(event))
    asked = found.calls.values() if number is None else [found.call(number)]
    add_to_json(calls=[_as_json(one) for one in asked if one.open or number is not None])
    if number is None:
        for one in found.calls.values():
            if one.open:
                waits = (office.clock() - one.at) // SECOND
                print_text(f"{account.tell(one.made)} It waits {waits // 60}:{waits % 60:02}.")
        return
    call = found.call(number)
    for happened in office.log(event):
        fact = happened.fact
        if getattr(fact, "call", None) == number:
            print_text(f"{utc_time(happened.at)[11:19]}  {account.tell(fact)}")
    if call.ruled is not None:
        for other in alike(found, call.ruled.cites, found.tables[call.key].ruleset):
            if other is not call and other.ruled is not None:
                print_text(f"Alike: {account.tell(other.ruled)}")
