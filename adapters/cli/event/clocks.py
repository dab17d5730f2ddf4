"""`umpire event clocks`, `clock`, `adjust`, `flag`, `time`: time, and what judges do about it."""

from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    Desk,
    act_command,
    because_option,
    desk_at,
    judge_option,
    player_argument,
    round_arguments,
    table_arguments,
)
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text
from domain.kernel.wording import no_entry

if TYPE_CHECKING:
    from domain.tournament import Tournament
    from domain.tournament.context import Moment
    from domain.tournament.rounds import Table

seconds_argument = click.argument("seconds", type=int)


clocks = act_command(
    "clocks:SetClocks",
    "Give every player of a round a clock, before it begins.",
    round_arguments,
    click.option(
        "--main", type=int, required=True, metavar="SECONDS", help="What everybody begins with."
    ),
    click.option(
        "--increment", type=int, default=0, help="Seconds more whenever somebody has acted."
    ),
    click.option("--delay", type=int, default=0, help="Seconds of each go that do not count."),
    click.option("--most", type=int, default=0, help="Seconds beyond which no clock is filled."),
)
adjust = act_command(
    "clocks:Adjust",
    "Set a player's clock forward, or below zero back.",
    table_arguments,
    player_argument,
    seconds_argument,
    judge_option,
    because_option,
    below_zero=True,
)
flag = act_command(
    "clocks:RuleOnFlag",
    "Rule on a clock that ran out; nothing in the game follows by itself.",
    table_arguments,
    player_argument,
    judge_option,
    click.option("--because", required=True, help="What it means, kept in the log."),
)
time = act_command(
    "clocks:GiveTime",
    "Give a table time besides what its calls took; a number below zero takes it back.",
    table_arguments,
    seconds_argument,
    judge_option,
    because_option,
    below_zero=True,
)


@click.command()
@round_arguments
@click.argument("table", type=click.IntRange(min=1), required=False)
@click.option("--since", type=int, metavar="N", help="What each used since entry N.")
@db_option
def clock(event: str, round: int, table: int | None, since: int | None, db: str | None) -> None:
    """Show how much time is left in a round, or at a table and to each of its players."""
    from domain.tournament import clocks as round_clock
    from domain.tournament.clocks import SECOND

    desk = desk_at(db, event)
    now = desk.repository.clock()
    running = desk.event
    begun = running.round(round).started is not None
    whole = round_clock.figures(round_clock.time_left(running.round(round), now))
    print_text(f"Round {round}: {whole} left." if begun else f"Round {round} has not begun.")
    left = round_clock.time_left(running.round(round), now) / SECOND if begun else None
    add_to_json(round=round, seconds=left, clocks=[])
    if table is not None:
        _table_clock(desk, running, round, table, since)


def _table_clock(
    desk: Desk, event: "Tournament", round: int, table: int, since: int | None
) -> None:
    """Shows the time of a table and of its players, and what each has used since an entry."""
    from application.event.told import told_clock
    from domain.tournament import clocks as round_clock
    from domain.tournament.clocks import time_owed, used_since
    from domain.tournament.command import Refused

    seated, now = event.table(round, table), desk.repository.clock()
    extra = round_clock.figures(time_owed(event, seated, now))
    at_table = round_clock.figures(round_clock.left_at(event, seated, now))
    if event.round(round).started is not None:
        print_text(f"Table {table}: {at_table} left, {extra} of it owed.")
    happened = _moments(desk, seated)
    readings = round_clock.clocks_of(event, seated, happened, now)
    for seat, reading in readings.items():
        how = ", ran out" if reading.fell is not None else ", runs" if reading.runs else ""
        print_text(f"{seat}: {round_clock.figures(reading.left)}{how}")
    used: dict[str, int] = {}
    if since is not None:
        if why := no_entry(since, len(happened) - 1):
            raise Refused(why)
        used = dict(used_since(event, seated, happened, since, now))
        for seat, microseconds in used.items():
            print_text(f"{seat} used {round_clock.figures(microseconds)} since entry {since}.")
    add_to_json(
        clocks=[
            told_clock(seat, clock_reading, used.get(seat))
            for seat, clock_reading in readings.items()
        ]
    )


def _moments(desk: Desk, table: "Table") -> "list[Moment]":
    from application.event.moments import moments

    return list(moments(desk.umpire.game(table.game))) if table.game else []
