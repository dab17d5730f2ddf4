"""`umpire event call`, `say`, `waive`, `take`, `rule`, `seen`, `withdraw`, `appeal`, `decide`, `calls`."""

from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    Desk,
    act_command,
    as_one,
    because_option,
    desk_at,
    event_argument,
    judge_option,
    player_argument,
    repository_at,
    table_arguments,
    words_argument,
)
from adapters.cli.json_output import add_to_json, collects_json
from adapters.cli.options import db_option, open_at, utc_time
from adapters.cli.output import print_text

if TYPE_CHECKING:
    from domain.tournament.calls import Finding
    from domain.tournament.context import EarlierRuling

call_argument = click.argument("call", type=click.IntRange(min=1), metavar="CALL")
call_arguments = as_one(event_argument, call_argument)
by_option = click.option("--by", required=True, metavar="PLAYER", help="Who: number or name.")
verdict_option = click.option(
    "--verdict",
    type=click.Choice(["legal", "illegal", "neither"]),
    default="neither",
    help="What is ruled on what was disputed; left out where that is not the question.",
)


call = act_command(
    "calls:MakeCall",
    "Call a judge to a table; from now on the table is owed the time.",
    table_arguments,
    by_option,
    click.option(
        "--about", type=int, metavar="N", help="The entry it is about; else the newest refused."
    ),
    click.option("--words", default="", help="What happened, in their own words."),
    click.option("--kind", default="", help="What for, as the book names it: rules, slow_play …."),
)
say = act_command(
    "calls:Say",
    "Record what one side says happened; both are heard before a ruling.",
    call_arguments,
    words_argument,
    by_option,
)
waive = act_command(
    "calls:Waive",
    "Note that one side says nothing.",
    call_arguments,
    player_argument,
    judge_option,
    because_option,
)
take = act_command(
    "calls:Take",
    "Take a call: this judge is on the way.",
    call_arguments,
    judge_option,
    click.option("--instead-of", metavar="JUDGE", help="Who has taken it, and does not go."),
)
withdraw = act_command(
    "calls:Withdraw", "Take a call back: no judge is needed any more.", call_arguments, by_option
)
appeal = act_command(
    "calls:Appeal",
    "Take a ruling to the head judge.",
    call_arguments,
    words_argument,
    by_option,
    click.option(
        "--on",
        type=click.Choice(["fact", "law"]),
        required=True,
        help="What happened, or the rule.",
    ),
    click.option(
        "--packet", default="", metavar="DIGEST", help="The packet that shows how all stood: p5:…."
    ),
)
decide = act_command(
    "calls:Decide",
    "Head judge: rule on an appeal, finally.",
    call_arguments,
    words_argument,
    judge_option,
    verdict_option,
)


@click.command()
@call_arguments
@words_argument
@judge_option
@verdict_option
@click.option("--cites", default="", metavar="T4,T7", help="The rules it rests on.")
@click.option(
    "--because", default="", help="Why it departs from an earlier ruling, here or elsewhere."
)
@db_option
def rule(
    event: str,
    call: int,
    words: str,
    by: str,
    verdict: "Finding",
    cites: str,
    because: str,
    db: str | None,
) -> None:
    """Rule on a call; what changes in the game is done with “umpire overrule” or “rewind”."""
    from domain.tournament.calls import Rule

    desk, rules = desk_at(db, event), tuple(cites.replace(",", " ").split())
    elsewhere = ruled_otherwise(desk, call, rules, verdict, db)
    desk.give(Rule(call, words, verdict, rules, because, by=by), elsewhere=elsewhere)


def ruled_otherwise(
    desk: Desk, number: int, rules: tuple[str, ...], verdict: "Finding", db: str | None
) -> "tuple[EarlierRuling, ...]":
    """The rulings of other events and of the store that this one would depart from."""
    from adapters.wiring import precedent_index_on
    from application.event.rulings_elsewhere import ruled_otherwise_elsewhere

    index = open_at(precedent_index_on, db)
    return ruled_otherwise_elsewhere(desk.repository, index, desk.id, number, rules, verdict)


@click.command("seen")
@event_argument
@click.argument("number", type=click.IntRange(min=1), metavar="CALL", required=False)
@judge_option
@click.option("--departure", type=int, metavar="N", help="One from a ruling elsewhere instead.")
@db_option
def note_seen(
    event: str, number: int | None, by: str, departure: int | None, db: str | None
) -> None:
    """Head judge: note that you have seen why a ruling departs from others; alone, list them."""
    from domain.tournament.calls import NoteDeparture
    from domain.tournament.departures import NoteElsewhere

    desk = desk_at(db, event)
    if departure is not None:
        desk.give(NoteElsewhere(departure, by=by))
    elif number is not None:
        desk.give(NoteDeparture(number, by=by))
    else:
        desk.person(by)
        _list_unseen(desk)


def _list_unseen(desk: Desk) -> None:
    from application.event.account import Account
    from domain.tournament.calls import unseen_departures
    from domain.tournament.departures import unseen_elsewhere

    event = desk.event
    account = Account(event, desk.repository.keyring(desk.id))
    told = [
        account.tell(departure.ruled) for departure in unseen_departures(event) if departure.ruled
    ]
    told += [
        f"Departure {departure.departure}: {account.tell(departure)}"
        for departure in unseen_elsewhere(event)
    ]
    for line in told:
        print_text(line)
    if not told:
        click.echo("No ruling departs from others that you have not seen.", err=True)


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
