"""`umpire event start`, `pause`, `resume`, `end`, `result`, `report`, `results`."""

import click

from adapters.cli.event.options import (
    act_command,
    because_option,
    bytes_of_list,
    desk_at,
    event_argument,
    judge_option,
    output_option,
    repository_at,
    round_arguments,
    table_arguments,
    write_out,
)
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text
from adapters.digits import number_in

LONGEST = 9
"""Most digits of a number of points: how many there may be is the event's to say."""


def _points(given: tuple[str, ...]) -> dict[str, int]:
    points: dict[str, int] = {}
    for text in given:
        name, equals, signed = text.rpartition("=")
        number = number_in(signed.removeprefix("-"), LONGEST)
        if not equals or number is None:
            raise click.BadParameter(f"“{text}” should be PLAYER=N, as p12=3")
        if name in points:
            raise click.BadParameter(f"“{name}” stands there twice; give it once")
        points[name] = -number if signed.startswith("-") else number
    return points


def _won_or_drawn(ctx: click.Context, _param: click.Parameter, draw: bool) -> bool:
    """Checks that one of both is said: a winner who was left out is no draw. Raises UsageError."""
    if draw == bool(ctx.params["winner"]):
        raise click.UsageError(
            "expected --winner or --draw, not both" if draw else "say who won (--winner), or --draw"
        )
    return draw


# Eager, so that it is known when --draw is read.
winner_option = click.option(
    "--winner", metavar="PLAYER", is_eager=True, help="Who won: number or name."
)
draw_option = click.option(
    "--draw", is_flag=True, expose_value=False, callback=_won_or_drawn, help="Nobody won."
)
points_option = click.option(
    "--points",
    multiple=True,
    metavar="PLAYER=N",
    callback=lambda _ctx, _param, given: _points(given),
    help="A player's points, as often as needed.",
)


@click.command()
@round_arguments
@click.option("--minutes", type=int, default=60, show_default=True, help="How long it lasts.")
@db_option
def start(event: str, round: int, minutes: int, db: str | None) -> None:
    """Let the clock of a round run."""
    from domain.tournament.rounds import Start

    told = f"Round {round} runs: {'1 minute' if minutes == 1 else f'{minutes} minutes'}."
    desk_at(db, event).give(Start(round, minutes), told)


pause = act_command(
    "rounds:Pause",
    "Stop the clock of a round; the time is given back to every table.",
    round_arguments,
    judge_option,
    because_option,
    told="The clock of round {round} is stopped.",
)
resume = act_command(
    "rounds:Resume",
    "Let the clock of a round run again.",
    round_arguments,
    judge_option,
    told="The clock of round {round} runs.",
)
end = act_command(
    "rounds:End",
    "End a round: where every game of it stands is written into the log.",
    round_arguments,
    told="Round {round} is over.",
)


@click.command()
@table_arguments
@winner_option
@click.option("--draw", is_flag=True, help="Nobody won.")
@points_option
@click.option("--by", default="organiser", metavar="JUDGE", help="Who says so.")
@db_option
def result(
    event: str,
    round: int,
    table: int,
    winner: str | None,
    draw: bool,
    points: dict[str, int],
    by: str,
    db: str | None,
) -> None:
    """Enter how a table ended; without a winner and without --draw, as its game says."""
    from domain.tournament.rounds import Result, ResultOfGame

    if winner and draw:
        raise click.UsageError("expected --winner or --draw, not both")
    desk = desk_at(db, event)
    if winner is None and not draw:
        desk.give(ResultOfGame(round, table))
        return
    desk.give(Result(round, table, points, winner, by=by))


correct = act_command(
    "rounds:Correct",
    "Head judge: correct a result, also when the round is over.",
    table_arguments,
    winner_option,
    draw_option,
    points_option,
    judge_option,
    because_option,
)
reopen = act_command(
    "rounds:Reopen",
    "Let a table play on that has its result, or whose round is over; until its next result.",
    table_arguments,
    judge_option,
    because_option,
)
report = act_command(
    "results:ReportResult",
    "Say as a player how your table ended; once all players say the same, it is the result.",
    table_arguments,
    winner_option,
    draw_option,
    points_option,
    click.option("--by", required=True, metavar="PLAYER", help="Who says so: number or name."),
)


@click.command()
@event_argument
@click.argument("file", required=False)
@click.option(
    "--round",
    type=click.IntRange(1, 9999),
    help="Of this round; of a list, where no column says it.",
)
@output_option
@click.option(
    "--by", default="organiser", metavar="JUDGE", help="Whose list it is: the head judge."
)
@db_option
def results(
    event: str, file: str | None, round: int | None, output: str | None, by: str, db: str | None
) -> None:
    """Print the results as CSV, in the columns of a pairing list; with FILE or “-”, enter such a list."""
    from application.event.result_list import results as result_list
    from application.event.told import told_table

    if file is not None:
        _enter_list(event, file, round, by, db)
        return
    repository = repository_at(db)
    running, keyring = repository.event(event), repository.keyring(event)
    text = result_list(running, keyring, round)
    listed = (table for number in sorted(running.rounds) for table in running.of_round(number))
    wanted = [table for table in listed if round in (None, table.round)]
    add_to_json(file=output, results=[told_table(table, running, keyring) for table in wanted])
    write_out(text, output, "The results are")


def _enter_list(event: str, file: str, round: int | None, by: str, db: str | None) -> None:
    from application.event.entered_results import enter_results, read_results
    from application.event.list_cells import check_round
    from application.event.told import told_table

    rows = read_results(*bytes_of_list(file), round)
    check_round(round, ((row.round, row.table) for row in rows))
    desk = desk_at(db, event)
    tables = enter_results(desk.repository, desk.umpire, event, rows, by)
    running, keyring = desk.event, desk.repository.keyring(event)
    add_to_json(file=None, results=[told_table(table, running, keyring) for table in tables])
    print_text(f"{len(tables)} {'result stands' if len(tables) == 1 else 'results stand'}.")
