"""`umpire sheet`, `packet`, `appeal`: a ruling on one page or with all about it, and what is attached to it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable, live_of, unusable
from adapters.cli.game_argument import GameCommand
from adapters.cli.json_output import add_to_json
from adapters.cli.options import as_option, checked_viewer, db_option, game_argument, umpire_at
from adapters.cli.output import print_json, print_text
from domain.kernel.steps import JUDGE

if TYPE_CHECKING:
    from application.desk.packet import AsOf
    from application.desk.ruling_sheet import SaidAtTable
    from application.game.live_game import LiveGame


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int)
@click.option("-o", "--output", metavar="FILE", help="The HTML page to write; `-` prints it.")
@click.option("--text", is_flag=True, help="Print it as text instead.")
@click.option("--judge", default="", metavar="NAME", help="The judge's name on the sheet.")
@as_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a page.")
@db_option
def sheet(
    game: str,
    entry: int,
    output: str | None,
    text: bool,
    judge: str,
    viewer: str,
    as_json: bool,
    db: str | None,
) -> None:
    """Write a ruling sheet: one page to print, sign and hand over."""
    from adapters.sheet_page import page, text_lines
    from application.desk.batch.sources import is_file
    from application.desk.explain import CannotExplain
    from application.desk.ruling_sheet import sheet
    from application.new_file import write_new

    if output is None and not (as_json or text):
        raise click.UsageError("name the page to write with -o FILE, or ask for --text or --json")
    live = live_of(game, db)
    checked_viewer(live.game, viewer)
    told = _said_at_table(live, db) if viewer == JUDGE and not is_file(game) else []
    with unusable(CannotExplain):
        made = sheet(live, entry, viewer, judge, tuple(told))
    if as_json:
        print_json(made)
    elif text:
        print_text("\n".join(text_lines(made)))
    if output == "-":
        click.echo(page(made), nl=False)
    elif output is not None:
        write_new(Path(output), page(made).encode(), over=True)
        if not as_json:
            print_text(f"The sheet of entry {entry} is in {output}.")


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int, required=False)
@click.option("-o", "--output", metavar="FILE", help="The HTML page to write; `-` prints it.")
@click.option(
    "--at", type=int, metavar="N", help="As it stood after entry N; the newest if left out."
)
@click.option(
    "--event-row",
    type=click.IntRange(min=1),
    metavar="ROW",
    help="With what its event's log had by that row; with --at alone, when entry N was written.",
)
@click.option("--judge", default="", metavar="NAME", help="The judge's name on this copy.")
@as_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a page.")
@db_option
def packet(
    game: str,
    entry: int | None,
    output: str | None,
    at: int | None,
    event_row: int | None,
    judge: str,
    viewer: str,
    as_json: bool,
    db: str | None,
) -> None:
    """Freeze all about the ruling on ENTRY, the newest without one, for an arbiter who was not there.

    The sheet, the entries around it, the table as each player sees it, who came to see what, and a digest by
    which two people know that they read the same. Taken again with --at it has the same digest, and what has
    come since stands beside it.
    """
    from adapters.sheet_page import packet_page
    from application.desk.explain import CannotExplain
    from application.desk.packet import packet
    from application.new_file import write_new

    if output is None and not as_json:
        raise click.UsageError("name the page to write with -o FILE, or ask for --json")
    live = live_of(game, db)
    checked_viewer(live.game, viewer)
    if at is not None and not 1 <= at <= live.game.length:
        raise Unusable(f"--at: there is no entry {at}; expected 1 to {live.game.length}")
    with unusable(CannotExplain):
        then = _as_of(game, live, at, event_row, db)
        n = then.live.game.length if entry is None else entry
        made = packet(live, n, viewer, judge, then)
    if as_json:
        print_json(made)
    if output == "-":
        click.echo(packet_page(made), nl=False)
    elif output is not None:
        write_new(Path(output), packet_page(made).encode(), over=True)
        if not as_json:
            row = f" --event-row {then.row}" if then.row else ""
            print_text(
                f"The packet on entry {n} is in {output}, with the digest {made.short_digest}; "
                f"--at {made.frozen.at}{row} gives it again."
            )


def _said_at_table(live: "LiveGame", db: str | None) -> "list[SaidAtTable]":
    """Calls, offences and time at the game's table of an event, as sentences; empty if it is at none."""
    if "." not in live.id:
        return []
    from adapters.cli.event.options import repository_at
    from application.event.on_sheet import said_at_table

    return list(said_at_table(repository_at(db), live))


def _as_of(name: str, live: "LiveGame", at: int | None, row: int | None, db: str | None) -> "AsOf":
    """The game as it stood then, with its table of an event, where it is at one. Raises CannotExplain."""
    from adapters.cli.event.options import repository_at
    from application.desk.batch.sources import is_file
    from application.desk.packet import as_of_entry
    from application.event.on_sheet import as_of

    if row is None and (is_file(name) or "." not in live.id):
        return as_of_entry(live, at)
    return as_of(repository_at(db), live, at, row)


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int)
@click.argument("text")
@click.option("--by", required=True, metavar="PLAYER|judge", help="Who says so.")
@click.option(
    "--on", type=click.Choice(["fact", "law"]), help="What happened, or how the rule reads."
)
@click.option("--statement", is_flag=True, help="Only a statement, for the sheet.")
@click.option("--name", default="", help="The name of who says so, for the sheet.")
@db_option
def appeal(
    game: str,
    entry: int,
    text: str,
    by: str,
    on: str | None,
    statement: bool,
    name: str,
    db: str | None,
) -> None:
    """Attach an appeal to a ruling; from the judge it is the final ruling.

    It becomes an entry of the log. A verdict is changed by “umpire overrule” alone.
    """
    from application.desk.statements import CannotAttach, attaching

    if on is None and not statement:
        raise click.UsageError("say with --on whether fact or law is in question")
    umpire = umpire_at(db)
    kind = "statement" if statement else "final ruling" if by == "judge" else "appeal"
    with unusable(CannotAttach):
        said = attaching(umpire.game(game).game, entry, by, kind, text, on, name)  # type: ignore[arg-type]
    made = umpire.step(game, said).entry
    add_to_json(game=game, entry=made.n, about=entry)
    print_text(f"Entry {made.n}: {made.said['text']}")
