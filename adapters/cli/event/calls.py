"""`umpire event call`, `say`, `waive`, `take`, `rule`, `seen`, `withdraw`, `appeal`, `decide`."""

from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    Desk,
    as_one,
    because_option,
    desk_at,
    event_argument,
    judge_option,
    table_arguments,
)
from adapters.cli.options import db_option
from adapters.cli.output import print_text

if TYPE_CHECKING:
    from domain.tournament.calls import Finding, On
    from domain.tournament.context import EarlierRuling

call_argument = click.argument("number", type=click.IntRange(min=1), metavar="CALL")
call_arguments = as_one(event_argument, call_argument)
words_argument = click.argument("words")
by_option = click.option("--by", required=True, metavar="PLAYER", help="Who: number or name.")
verdict_option = click.option(
    "--verdict",
    type=click.Choice(["legal", "illegal", "neither"]),
    default="neither",
    help="What is ruled on what was disputed; left out where that is not the question.",
)


@click.command()
@table_arguments
@by_option
@click.option(
    "--about", type=int, metavar="N", help="The entry it is about; else the newest refused."
)
@click.option("--words", default="", help="What happened, in their own words.")
@click.option("--kind", default="", help="What for, as the book names it: rules, slow_play ….")
@db_option
def call(
    event: str,
    round: int,
    table: int,
    by: str,
    about: int | None,
    words: str,
    kind: str,
    db: str | None,
) -> None:
    """Call a judge to a table; from now on the table is owed the time."""
    from domain.tournament.calls import MakeCall

    desk_at(db, event).give(MakeCall(round, table, words, about, kind, by=by))


@click.command()
@call_arguments
@words_argument
@by_option
@db_option
def say(event: str, number: int, words: str, by: str, db: str | None) -> None:
    """Record what one side says happened; both are heard before a ruling."""
    from domain.tournament.calls import Say

    desk_at(db, event).give(Say(number, words, by=by))


@click.command()
@call_arguments
@click.argument("player")
@judge_option
@because_option
@db_option
def waive(event: str, number: int, player: str, by: str, because: str, db: str | None) -> None:
    """Note that one side says nothing."""
    from domain.tournament.calls import Waive

    desk_at(db, event).give(Waive(number, player, because, by=by))


@click.command()
@call_arguments
@judge_option
@click.option("--instead-of", metavar="JUDGE", help="Who has taken it, and does not go.")
@db_option
def take(event: str, number: int, by: str, instead_of: str | None, db: str | None) -> None:
    """Take a call: this judge is on the way."""
    from domain.tournament.calls import Take

    desk_at(db, event).give(Take(number, instead_of, by=by))


@click.command()
@call_arguments
@by_option
@db_option
def withdraw(event: str, number: int, by: str, db: str | None) -> None:
    """Take a call back: no judge is needed any more."""
    from domain.tournament.calls import Withdraw

    desk_at(db, event).give(Withdraw(number, by=by))


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
    number: int,
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
    elsewhere = ruled_otherwise(desk, number, rules, verdict, db)
    desk.give(Rule(number, words, verdict, rules, because, by=by), elsewhere=elsewhere)


def ruled_otherwise(
    desk: Desk, number: int, rules: tuple[str, ...], verdict: "Finding", db: str | None
) -> "tuple[EarlierRuling, ...]":
    """The rulings of other events and of the store that this one would depart from."""
    from adapters.wiring import precedent_index_on
    from application.event.rulings_elsewhere import ruled_otherwise_elsewhere

    index = precedent_index_on(db or click.get_current_context().find_root().obj)
    try:
        return ruled_otherwise_elsewhere(desk.repository, index, desk.id, number, rules, verdict)
    finally:
        index.close()


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
@call_arguments
@words_argument
@by_option
@click.option(
    "--on", type=click.Choice(["fact", "law"]), required=True, help="What happened, or the rule."
)
@click.option(
    "--packet", default="", metavar="DIGEST", help="The packet that shows how all stood: p5:…."
)
@db_option
def appeal(
    event: str, number: int, words: str, by: str, on: "On", packet: str, db: str | None
) -> None:
    """Take a ruling to the head judge."""
    from domain.tournament.calls import Appeal

    desk_at(db, event).give(Appeal(number, on, words, packet, by=by))


@click.command()
@call_arguments
@words_argument
@judge_option
@verdict_option
@db_option
def decide(
    event: str, number: int, words: str, by: str, verdict: "Finding", db: str | None
) -> None:
    """Head judge: rule on an appeal, finally."""
    from domain.tournament.calls import Decide

    desk_at(db, event).give(Decide(number, words, verdict, by=by))
