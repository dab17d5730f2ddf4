"""`umpire explore`: every table that can be reached from a small one."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import unusable
from adapters.cli.options import edition_named, json_option, readings_of
from adapters.cli.output import draws_progress, print_json, print_lines
from domain.kernel.wording import count

if TYPE_CHECKING:
    from application.lab.exploration.exploration import ExplorationResult, Progress
    from domain.kernel.lab import SmallTable
    from domain.kernel.ruleset import Ruleset

jobs_option = click.option(
    "--jobs", type=click.IntRange(1), help="Processes; one for each core if left out."
)


@click.command()
@click.argument("ruleset")
@click.option("--table", metavar="NAME", help="Which small table; the first if left out.")
@click.option("--reading", "readings", multiple=True, metavar="ID=VALUE", help="As C1=snap_fire.")
@click.option("--edition", metavar="ID", help="An older edition than the newest.")
@click.option(
    "--sound", is_flag=True, help="Look at every way to a table, to see that like is like."
)
@click.option("--most", type=click.IntRange(1), help="Stop after so many tables.")
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help="Stop after so long; after ten minutes where --most is not said either.",
)
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Keep what is known here; the same command goes on from it.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write each counterexample here as a record.",
)
@jobs_option
@json_option
@click.pass_context
def explore(
    ctx: click.Context,
    ruleset: str,
    table: str | None,
    readings: tuple[str, ...],
    edition: str | None,
    sound: bool,
    most: int | None,
    minutes: float | None,
    file: Path | None,
    records: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Look at every table that can be reached from a small one of RULESET.

    It says how far it is, then what holds at each of them, what was undetermined, and which rules were
    met; it stops by itself at --most or --minutes, and with --file goes on from there. The exit
    code is 0 when all that must hold does, 1 when something does not: each such thing is printed as
    a record, the shortest there is.
    """
    from adapters.stores.exploration_file import ExplorationFile
    from application.lab.exploration.account import exploration_account, exploration_lines
    from application.lab.exploration.exploration import Exploration
    from application.lab.exploration.explore import explore as explore_table
    from application.lab.exploration.states import NotThisExploration
    from application.lab.processes import cores

    known = ruleset_named(ruleset)
    edition_named(known, edition)
    exploration = Exploration(
        known.name, table_named(known, table), readings_of(readings), edition, sound
    )
    if minutes is None and most is None:
        minutes = MINUTES
    watch = Watch(most, minutes)
    with unusable(NotThisExploration):
        result = explore_table(
            exploration,
            ExplorationFile,
            file=file,
            most=most,
            jobs=jobs or cores(),
            tick=watch.tick,
            enough=watch.enough,
        )
    watch.end(finished=result.finished, kept=file is not None)
    if as_json:
        print_json(exploration_account(result, known))
    else:
        print_lines(exploration_lines(result, known))
    if records is not None:
        _keep(result, records)
    ctx.exit(1 if result.counterexamples else 0)


def ruleset_named(name: str) -> "Ruleset":
    """The ruleset of this name."""
    from application.rulesets import NoRuleset
    from application.rulesets import ruleset as ruleset_called

    try:
        return ruleset_called(name)
    except NoRuleset as why:
        raise click.BadParameter(str(why)) from None


def table_named(ruleset: "Ruleset", name: str | None) -> "SmallTable":
    """The small table of this name, the first without one."""
    tables = {table.name: table for table in ruleset.lab.tables}
    if not tables:
        raise click.BadParameter(f"{ruleset.name} has no small table yet")
    if name is None:
        return next(iter(tables.values()))
    if name not in tables:
        raise click.BadParameter(f"no table “{name}”; expected one of {', '.join(tables)}")
    return tables[name]


MINUTES = 10.0
"""For how long is explored where nobody says it."""
OFTEN, SELDOM = 0.2, 10.0
"""Seconds between two words on how far it is: on a terminal, and as lines of their own elsewhere."""


class Watch:
    """Tells on standard error for how long is explored, and how far it is; stops it when the time is up."""

    def __init__(self, most: int | None, minutes: float | None) -> None:
        self.most, self.minutes = most, minutes
        self.began = self.told = monotonic()
        self.on_terminal = draws_progress()
        self.begun = False

    def tick(self, at: "Progress") -> None:
        """Says how far it is, now and then."""
        if not self.begun:
            self.begun = True
            click.echo(f"It stops by itself {self._bounds()}.", err=True)
        now = monotonic()
        if now - self.told >= (OFTEN if self.on_terminal else SELDOM):
            self.told = now
            text = (
                f"{at.expanded:,} of {at.reached:,} tables, {at.adjudications:,} adjudications, "
                f"depth {at.depth}, {now - self.began:.0f} s"
            )
            click.echo(
                f"\r\x1b[K{text}" if self.on_terminal else text, err=True, nl=not self.on_terminal
            )

    def enough(self) -> bool:
        """Whether the time is up."""
        return self.minutes is not None and monotonic() - self.began >= 60 * self.minutes

    def end(self, *, finished: bool, kept: bool) -> None:
        """Clears the line; where it was stopped, says how to go on. `kept`: there is a file."""
        if self.on_terminal:
            click.echo("\r\x1b[K", nl=False, err=True)
        if not finished:
            further = (
                "the same command goes on" if kept else "with --file PATH it can go on from there"
            )
            click.echo(f"It stopped {self._bounds()}; {further}.", err=True)

    def _bounds(self) -> str:
        bounds = []
        if self.most is not None:
            bounds.append(f"at {count(self.most, 'table')}")
        if self.minutes is not None:
            bounds.append(f"after {self.minutes:g} minute{'' if self.minutes == 1 else 's'}")
        return " or ".join(bounds)


def ticker() -> "Callable[[Progress], None]":
    """Shows on a terminal how far an exploration is; does nothing elsewhere."""
    told = 0.0

    def tick(at: "Progress") -> None:
        nonlocal told
        if monotonic() - told < OFTEN:
            return
        told = monotonic()
        click.echo(
            f"\r{at.expanded:,} of {at.reached:,} tables, {at.adjudications:,} adjudications, "
            f"depth {at.depth}",
            nl=False,
            err=True,
        )

    return tick if draws_progress() else lambda _: None


def _keep(result: "ExplorationResult", folder: Path) -> None:
    from application.lab.exploration.account import counterexample_as_record

    folder.mkdir(parents=True, exist_ok=True)
    for n, counterexample in enumerate(result.counterexamples, 1):
        name = f"{n:02}-{counterexample.kind.replace(' ', '-')}.yaml"
        text = f"# {counterexample.kind}: {counterexample.words}.\n{counterexample_as_record(counterexample)}"
        (folder / name).write_text(text, encoding="utf-8")
