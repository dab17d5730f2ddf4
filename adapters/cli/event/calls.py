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
    from application.event.facts_floor import Finding, On
    from application.event.floor.calls import EarlierRuling

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
@click.option("--about", type=int, metavar="N", help="The entry of the game it is about.")
@click.option("--words", default="", help="What happened, in their own words.")
@db_option
def call(
    event: str, round: int, table: int, by: str, about: int | None, words: str, db: str | None
) -> None:
    """Call a judge to a table; from now on the table is owed the time."""
    from application.event.floor import calls

    desk = desk_at(db, event)
    who, entry = desk.person(by), desk.newest_entry(round, table)
    desk.keep(
        lambda found, ring, _at: calls.make(found, ring, round, table, who, entry, words, about)
    )


@click.command()
@call_arguments
@words_argument
@by_option
@db_option
def say(event: str, number: int, words: str, by: str, db: str | None) -> None:
    """Record what one side says happened; both are heard before a ruling."""
    from application.event.floor import calls

    desk = desk_at(db, event)
    who = desk.person(by)
    desk.keep(lambda found, ring, _at: calls.state(found, ring, number, who, words))


@click.command()
@call_arguments
@click.argument("player")
@judge_option
@because_option
@db_option
def waive(event: str, number: int, player: str, by: str, because: str, db: str | None) -> None:
    """Note that one side says nothing."""
    from application.event.floor import calls

    desk = desk_at(db, event)
    who, judge = desk.person(player), desk.person(by)
    desk.keep(lambda found, ring, _at: calls.waive(found, ring, number, who, judge, because))


@click.command()
@call_arguments
@judge_option
@db_option
def take(event: str, number: int, by: str, db: str | None) -> None:
    """Take a call: this judge is on the way."""
    from application.event.floor import calls

    desk = desk_at(db, event)
    judge = desk.person(by)
    desk.keep(lambda found, _ring, _at: calls.take(found, number, judge))


@click.command()
@call_arguments
@by_option
@db_option
def withdraw(event: str, number: int, by: str, db: str | None) -> None:
    """Take a call back: no judge is needed any more."""
    from application.event.floor import calls

    desk = desk_at(db, event)
    who = desk.person(by)
    desk.keep(lambda found, _ring, _at: calls.withdraw(found, number, who))


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
    from application.event.floor import calls

    desk = desk_at(db, event)
    judge, rules = desk.person(by), tuple(one for one in cites.replace(",", " ").split())
    entry = desk.newest_entry(*desk.event.call(number).key)
    elsewhere = ruled_otherwise(desk, number, rules, verdict, db)
    desk.keep(
        lambda found, ring, _at: calls.rule(
            found, ring, number, judge, words, verdict, entry, rules, because, elsewhere
        )
    )


def ruled_otherwise(
    desk: Desk, number: int, rules: tuple[str, ...], verdict: "Finding", db: str | None
) -> "tuple[EarlierRuling, ...]":
    """The rulings of other events and of the store that this one would depart from."""
    from adapters.wiring import docket_on
    from application.event.floor.departures import ruled_otherwise_elsewhere

    docket = docket_on(db or click.get_current_context().find_root().obj)
    try:
        return ruled_otherwise_elsewhere(desk.office, docket, desk.id, number, rules, verdict)
    finally:
        docket.close()


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
    from application.event.floor import calls, departures
    from application.event.kinds.account import Account
    from application.game.umpire import Umpire

    desk = desk_at(db, event)
    judge = desk.person(by)
    departures.note_overrulings_of(desk.office, Umpire(desk.office.ledger), event)
    if departure is not None:
        desk.keep(lambda found, _ring, _at: departures.note_elsewhere(found, departure, judge))
    elif number is not None:
        desk.keep(lambda found, _ring, _at: calls.note_departure(found, number, judge))
    else:
        account = Account(desk.event, desk.office.keyring(event))
        for one in calls.unseen_departures(desk.event):
            print_text(account.tell(one.ruled) if one.ruled else "")
        for fact in departures.unseen_facts(desk.event):
            print_text(f"Departure {fact.departure}: {account.tell(fact)}")
        if not (
            any(calls.unseen_departures(desk.event)) or any(departures.unseen_facts(desk.event))
        ):
            click.echo("No ruling departs from others that you have not seen.", err=True)


@click.command()
@call_arguments
@words_argument
@by_option
@click.option(
    "--on", type=click.Choice(["fact", "law"]), required=True, help="What happened, or the rule."
)
@db_option
def appeal(event: str, number: int, words: str, by: str, on: "On", db: str | None) -> None:
    """Take a ruling to the head judge."""
    from application.event.floor import calls

    desk = desk_at(db, event)
    who = desk.person(by)
    desk.keep(lambda found, ring, _at: calls.appeal(found, ring, number, who, on, words))


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
    from application.event.floor import calls

    desk = desk_at(db, event)
    judge = desk.person(by)
    entry = desk.newest_entry(*desk.event.call(number).key)
    desk.keep(
        lambda found, ring, _at: calls.decide(found, ring, number, judge, words, verdict, entry)
    )
