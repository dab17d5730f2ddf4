"""`umpire explore`: every table that can be reached from a small one."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable
from adapters.cli.options import edition_named, json_option, readings_of
from adapters.cli.output import print_json, print_lines

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
    file: Path | None,
    records: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Look at every table that can be reached from a small one of RULESET.

    It says what holds at each of them, what was undetermined, and which rules were met. The exit
    code is 0 when all that must hold does, 1 when something does not: each such thing is printed as
    a record, the shortest there is.
    """
    from application.lab.exploration.account import exploration_as_json, exploration_lines
    from application.lab.exploration.exploration import Exploration
    from application.lab.exploration.exploration_file import NotThisExploration
    from application.lab.exploration.explore import explore as explore_table
    from application.lab.processes import cores

    known = ruleset_named(ruleset)
    edition_named(known, edition)
    exploration = Exploration(
        known.name, table_named(known, table), readings_of(readings), edition, sound
    )
    try:
        found = explore_table(
            exploration, file=file, most=most, jobs=jobs or cores(), tick=ticker()
        )
    except NotThisExploration as why:
        raise Unusable(str(why)) from None
    if as_json:
        print_json(exploration_as_json(found, known))
    else:
        print_lines(exploration_lines(found, known))
    if records is not None:
        _keep(found, records)
    ctx.exit(1 if found.counterexamples else 0)


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


def ticker() -> "Callable[[Progress], None]":
    """Shows on a terminal how far an exploration is; does nothing elsewhere."""

    def tick(at: "Progress") -> None:
        click.echo(
            f"\r{at.expanded:,} of {at.reached:,} tables, {at.adjudications:,} adjudications, "
            f"depth {at.depth}",
            nl=False,
            err=True,
        )

    return tick if sys.stderr.isatty() else lambda _: None


def _keep(found: "ExplorationResult", folder: Path) -> None:
    from application.lab.exploration.account import counterexample_as_record

    folder.mkdir(parents=True, exist_ok=True)
    for n, one in enumerate(found.counterexamples, 1):
        name = f"{n:02}-{one.kind.replace(' ', '-')}.yaml"
        text = f"# {one.kind}: {one.words}.\n{counterexample_as_record(one)}"
        (folder / name).write_text(text, encoding="utf-8")
