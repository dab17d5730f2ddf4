"""`umpire event close`, `forget`, `cases`: what is left when an event is over."""

import sys
from pathlib import Path

import click

from adapters.cli.event.options import act_command, event_argument, repository_at
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text

close = act_command(
    "tournament:Close",
    "Close an event: nothing more is entered.",
    event_argument,
    click.option("--unplayed", is_flag=True, help="Even though a paired round never began."),
    told="{event} is closed.",
)


@click.command()
@event_argument
@click.argument("people", nargs=-1, metavar="[PERSON…]")
@click.option("--before-the-term", is_flag=True, help="Before the book's days have passed.")
@click.option("--even-so", is_flag=True, help="Even where they would still be named somewhere.")
@click.option("--yes", is_flag=True, help="Do not ask: it cannot be taken back.")
@db_option
def forget(
    event: str,
    people: tuple[str, ...],
    before_the_term: bool,
    even_so: bool,
    yes: bool,
    db: str | None,
) -> None:
    """Forget the names and words of these people, or of everybody, for good.

    Their keys are destroyed; the log and every proof hold as before. What others wrote about them
    goes too; if a name would be left, nothing is done and the places are listed. A copy of the store
    forgets when it is copied to again, or by the same command with --db.
    """
    from application.event.commands import find_person
    from application.event.forgetting import forget as forgot

    repository = repository_at(db)
    keyring = repository.keyring(event)
    chosen = [find_person(repository.event(event), keyring, person) for person in people]
    if not yes:
        _confirm()
    gone = forgot(repository, event, chosen, before_the_term=before_the_term, even_so=even_so)
    add_to_json(forgotten=gone)
    if not gone:
        print_text("No key of theirs is left: their names and words are forgotten.")
        return
    who = "1 person" if gone == 1 else f"{gone} people"
    print_text(f"The names and words of {who} are forgotten.")


def _confirm() -> None:
    """Asks before names are gone. Raises click.Abort; UsageError where nobody is there to ask."""
    at_terminal = sys.stdin.isatty()
    question = "Their names and words will be gone for good. Go on?" if at_terminal else ""
    try:
        wanted = click.confirm(
            question,
            err=True,
            show_default=at_terminal,
            prompt_suffix=": " if at_terminal else "",
        )
    except click.Abort:
        if at_terminal:
            raise
        nobody = "nobody is at a terminal to be asked, and it cannot be taken back; --yes goes on"
        raise click.UsageError(nobody) from None
    if not wanted:
        raise click.Abort


@click.command()
@event_argument
@click.option("-o", "--output", required=True, metavar="FOLDER", help="A new folder.")
@db_option
def cases(event: str, output: str, db: str | None) -> None:
    """Write the case book: final rulings without names, each with its smallest record.

    index.html leads from every rule to its cases. Read it before you publish it: a name that is
    written otherwise than in the pairing list is not known as one.
    """
    from application.event.case_book import cases as cases_of
    from application.event.case_book import page_of
    from application.game.umpire import Umpire
    from application.new_file import write_new
    from domain.tournament.command import Refused

    repository = repository_at(db)
    now = repository.event(event)
    listed = list(cases_of(Umpire(repository.ledger), now, repository.keyring(event)))
    if not listed:
        raise Refused("no call about an entry was ruled on: there are no cases yet")
    folder = Path(output)
    try:
        folder.mkdir()
    except FileExistsError:
        raise Refused(f"{output} exists already; expected a new folder") from None
    for case in listed:
        write_new(folder / case.file, case.record.encode())
    write_new(folder / "index.html", page_of(now.name, listed).encode())
    add_to_json(folder=output, cases=len(listed))
    many = "1 case is" if len(listed) == 1 else f"{len(listed)} cases are"
    print_text(f"{many} in {output}.")
