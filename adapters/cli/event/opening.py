"""`umpire event new`, `list`, `judge`, `relieve`: an event begins, and who judges at it."""

from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import desk_at, event_argument, repository_at
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, json_option, open_at, readings_of
from adapters.cli.output import print_json, print_text
from domain.kernel.steps import JUDGE

if TYPE_CHECKING:
    from application.game.seats import Seats
    from domain.tournament.people import Played
    from domain.tournament.tournament import Tournament


@click.command()
@click.argument("name")
@click.option(
    "--ruleset", "rulesets", multiple=True, required=True, metavar="NAME", help="What is played."
)
@click.option(
    "--edition",
    "editions",
    multiple=True,
    metavar="ID|FILE",
    help="An older edition, or a page of your own; of several rulesets as NAME:ID.",
)
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="ID=VALUE",
    help="In force at all tables; of several rulesets as NAME:ID=VALUE.",
)
@click.option("--book", metavar="FILE", help="A book of infractions of your own.")
@click.option(
    "--id", default="", metavar="ID", help="What commands call it; else made of its name."
)
@db_option
def new(
    name: str,
    rulesets: tuple[str, ...],
    editions: tuple[str, ...],
    readings: tuple[str, ...],
    book: str | None,
    id: str,
    db: str | None,
) -> None:
    """Open an event; its id stands alone on the last line."""
    from application.event.book_page import read_book
    from application.event.opening import open_event

    chosen, read = _by_ruleset(rulesets, editions), _by_ruleset(rulesets, readings)
    played = [_law_of(ruleset, chosen[ruleset], read[ruleset]) for ruleset in rulesets]
    page = read_book(book)
    opened = open_event(repository_at(db, begins=True), name, played, page, id)
    add_to_json(event=opened.id, name=name)
    click.echo(opened.id)


def _by_ruleset(rulesets: tuple[str, ...], said: tuple[str, ...]) -> dict[str, list[str]]:
    """Ruleset → the texts given for it as NAME:TEXT; a bare TEXT is for the only ruleset. Raises Refused."""
    from domain.tournament.command import Refused

    by_ruleset: dict[str, list[str]] = {ruleset: [] for ruleset in rulesets}
    for text in said:
        name, colon, rest = text.partition(":")
        if colon and name in by_ruleset:
            by_ruleset[name].append(rest)
        elif len(by_ruleset) == 1:
            by_ruleset[rulesets[0]].append(text)
        else:
            raise Refused(f"“{text}”: of which ruleset? Say it as {rulesets[0]}:{text}")
    return by_ruleset


def _law_of(ruleset: str, editions: list[str], readings: list[str]) -> "Played":
    """The ruleset with the edition and readings said for it. Raises Refused where editions are two."""
    from application.desk.batch.sources import is_file
    from application.law.edition_file import read_page
    from domain.tournament.command import Refused
    from domain.tournament.people import Played

    if len(editions) > 1:
        raise Refused(f"an event uses one edition of {ruleset}; {len(editions)} are named")
    edition = "".join(editions)
    own = read_page(edition) if edition and is_file(edition) else {}
    return Played(ruleset, "" if own else edition, readings_of(tuple(readings)), own)


@click.command()
@event_argument
@click.argument("file")
@click.option("--ruleset", "rulesets", multiple=True, metavar="NAME", help="For its tables alone.")
@db_option
def policy(event: str, file: str, rulesets: tuple[str, ...], db: str | None) -> None:
    """Use a policy of your own for going back, at all tables; set it before the first round.

    A page like application/desk/policies/default.yaml; it holds only what differs.
    """
    from pathlib import Path

    from application.desk.policy import A_POLICY
    from application.event.policy import setting_policy
    from application.named_file import text_of

    page = text_of(file, A_POLICY)
    name = Path(file).name
    desk = desk_at(db, event)
    told = f"Going back is weighed by {name} at the tables of {event}."
    desk.give(setting_policy(desk.event, page, name, rulesets), told)


@click.command("list")
@json_option
@db_option
def listing(as_json: bool, db: str | None) -> None:
    """List the events of the store, the newest first."""
    from application.event.told import EventsListed, ListedEvent

    repository = repository_at(db)
    events = [repository.event(id) for id in repository.events()]
    if as_json:
        listed = [
            ListedEvent(event.id, event.name, len(event.rounds), len(event.tables))
            for event in events
        ]
        print_json(EventsListed(listed))
        return
    for event in events:
        rounds = "1 round" if len(event.rounds) == 1 else f"{len(event.rounds)} rounds"
        print_text(f"{event.id:<24} {event.name}, {rounds}")
    if not events:
        click.echo("No event yet; “umpire event new” opens one.", err=True)


@click.command()
@event_argument
@click.argument("name")
@click.option("--head", is_flag=True, help="As the head judge; whoever was it is a judge then.")
@click.option("--token", is_flag=True, help="Print a token too, with which they use the pages.")
@click.option("--key", default="", metavar="KEY", help="Their own to cosign with: name+id+key.")
@db_option
def judge(event: str, name: str, head: bool, token: bool, key: str, db: str | None) -> None:
    """Appoint a judge; their number stands on the last line, after their token.

    With a key (“umpire event cosign” shows it) their cosignatures are shown as theirs.
    """
    from application.event.opening import appointing
    from domain.tournament.people import JudgeAppointed

    command = appointing(name, head=head, key=key)
    (made,) = desk_at(db, event).give(command, "")
    assert isinstance(made, JudgeAppointed)
    number = made.judge
    seat = _token(db, event, number) if token else None
    add_to_json(judge=number, token=seat)
    if seat:
        click.echo(seat)
    click.echo(number)


def _token(db: str | None, event: str, judge: str) -> str:
    from adapters.wiring import seats_on
    from application.ledger.streams import EVENT

    return open_at(seats_on, db).issue(EVENT + event, [judge])[judge]


@click.command()
@event_argument
@click.argument("judge")
@db_option
def relieve(event: str, judge: str, db: str | None) -> None:
    """Let a judge go: from now on they rule on nothing, and their tokens end."""
    from adapters.wiring import seats_on
    from application.ledger.streams import EVENT
    from domain.tournament.people import Relieve

    desk = desk_at(db, event)
    running, number = desk.event, desk.person(judge)
    desk.check(Relieve(number))
    seats = open_at(seats_on, db)
    # Before, as whoever is cut off in between cannot say it again; after, for desks taken meanwhile.
    seats.revoke(EVENT + event, number)
    _end_desks(seats, running, number)
    desk.give(Relieve(number), "")
    _end_desks(seats, desk.event, number)
    add_to_json(judge=number)
    print_text(f"{number} no longer judges.")


def _end_desks(seats: "Seats", event: "Tournament", judge: str) -> None:
    """Revokes the judge's seats at the event's games; other judges get theirs again with a tap."""
    for table in event.tables.values():
        if table.game:
            seats.revoke_taken(table.game, JUDGE, f"{JUDGE} {judge}")
