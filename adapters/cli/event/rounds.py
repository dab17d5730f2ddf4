"""`umpire event start`, `pause`, `resume`, `end`, `result`, `results`."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.event.options import (
    because_option,
    event_argument,
    find_person,
    judge_option,
    office_at,
    round_arguments,
    table_arguments,
)
from adapters.cli.event.tables import table_as_json
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text
from adapters.digits import number_in

if TYPE_CHECKING:
    from application.event.office import Office
    from application.event.state import Table


@click.command()
@round_arguments
@click.option("--minutes", type=int, default=60, show_default=True, help="How long it lasts.")
@db_option
def start(event: str, round: int, minutes: int, db: str | None) -> None:
    """Let the clock of a round run."""
    from application.event.tables import rounds

    office_at(db).keep(event, lambda found, _at: rounds.start(found, round, minutes))
    print_text(f"Round {round} runs: {'1 minute' if minutes == 1 else f'{minutes} minutes'}.")


@click.command()
@round_arguments
@judge_option
@because_option
@db_option
def pause(event: str, round: int, by: str, because: str, db: str | None) -> None:
    """Stop the clock of a round; the time is given back to every table."""
    from application.event.tables import rounds

    office = office_at(db)
    keyring = office.keyring(event)
    judge = find_person(office.event(event), keyring, by)
    office.keep(event, lambda found, _at: rounds.pause(found, keyring, round, judge, because))
    print_text(f"The clock of round {round} is stopped.")


@click.command()
@round_arguments
@judge_option
@db_option
def resume(event: str, round: int, by: str, db: str | None) -> None:
    """Let the clock of a round run again."""
    from application.event.tables import rounds

    office = office_at(db)
    judge = find_person(office.event(event), office.keyring(event), by)
    office.keep(event, lambda found, _at: rounds.resume(found, round, judge))
    print_text(f"The clock of round {round} runs.")


@click.command()
@round_arguments
@db_option
def end(event: str, round: int, db: str | None) -> None:
    """End a round: where every game of it stands is written into the log."""
    from application.event.tables import rounds
    from application.ledger.public_heads import public_head

    office = office_at(db)
    head_of = partial(public_head, office.ledger)
    office.keep(event, lambda found, _at: rounds.end(found, round, head_of))
    print_text(f"Round {round} is over.")


@click.command()
@table_arguments
@click.option("--winner", metavar="PLAYER", help="Number or name; nobody where it was a draw.")
@click.option("--draw", is_flag=True, help="Nobody won.")
@click.option(
    "--points", multiple=True, metavar="PLAYER=N", help="A player's points, as often as needed."
)
@click.option("--by", default="organiser", metavar="JUDGE", help="Who says so.")
@db_option
def result(
    event: str,
    round: int,
    table: int,
    winner: str | None,
    draw: bool,
    points: tuple[str, ...],
    by: str,
    db: str | None,
) -> None:
    """Enter how a table ended; without a winner and without --draw, as its game says."""
    from application.event.tables import rounds
    from application.ledger.public_heads import public_head

    if winner and draw:
        raise click.UsageError("expected --winner or --draw, not both")
    office = office_at(db)
    found, keyring = office.event(event), office.keyring(event)
    head_of = partial(public_head, office.ledger)
    one = found.table(round, table)
    if winner is None and not draw:
        state = _final_state(office, one)
        office.keep(event, lambda now, _at: rounds.result_of_game(now, one, state, head_of))
    else:
        won = find_person(found, keyring, winner) if winner else None
        given = dict(_points(text) for text in points)
        scores = {find_person(found, keyring, name): n for name, n in given.items()}
        judge = by if by == "organiser" else find_person(found, keyring, by)
        office.keep(
            event,
            lambda now, _at: rounds.result(now, round, table, judge, scores, won, head_of),
        )
    print_text(f"The result of table {table} in round {round} is entered.")


def _final_state(office: "Office", table: "Table") -> dict[str, Any]:
    """The state of a table's game, as programs see it. Raises Refused if the game is not over."""
    from application.event.state import Refused
    from application.game.stored_game import viewable_game
    from application.game.umpire import Umpire

    seen = viewable_game(Umpire(office.ledger), table.game) if table.game else None
    if seen is None or not seen.ruleset.over(seen.now.state):
        raise Refused(f"table {table.number} is not finished: say who won, or --draw")
    return seen.view()


def _points(text: str) -> tuple[str, int]:
    name, equals, signed = text.rpartition("=")
    points = number_in(signed.removeprefix("-"))
    if not equals or points is None:
        raise click.BadParameter(f"“{text}” should be PLAYER=N, as p12=3")
    return name, -points if signed.startswith("-") else points


@click.command()
@event_argument
@click.option("--round", type=click.IntRange(min=1), help="Of this round alone.")
@click.option("-o", "--output", metavar="FILE", help="Write them to a file.")
@db_option
def results(event: str, round: int | None, output: str | None, db: str | None) -> None:
    """Print the results as CSV, in the columns of a pairing list."""
    from application.event.tables.result_list import results as result_list
    from application.new_file import write_new

    office = office_at(db)
    found, keyring = office.event(event), office.keyring(event)
    text = result_list(found, keyring, round)
    listed = (one for number in sorted(found.rounds) for one in found.of_round(number))
    wanted = [one for one in listed if round in (None, one.round)]
    add_to_json(file=output, results=[table_as_json(one, found, keyring) for one in wanted])
    if output is None:
        click.echo(text, nl=False)
        return
    write_new(Path(output), text.encode(), over=True)
    print_text(f"The results are in {output}.")
