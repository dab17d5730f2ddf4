"""`umpire coverage`: which parts of a rulebook a set of games has met."""

from pathlib import Path

import click

from adapters.cli.desk.sources import Unusable
from adapters.cli.options import json_option
from adapters.cli.output import print_json, print_lines
from domain.kernel.wording import list_in_words


@click.command()
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER|FILE...",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the rulebook as a page, coloured by what was met.",
)
@json_option
@click.pass_context
def coverage(ctx: click.Context, paths: tuple[Path, ...], html: Path | None, as_json: bool) -> None:
    """Say which rules, readings, rows, events and steps the records have met, and which not.

    The exit code is 0 when all that can be met was, 1 when something was not.
    """
    from application.lab.coverage import coverage_lines, coverage_of, told_coverage

    met = coverage_of(paths)
    if not met.rulesets:
        where = list_in_words(str(path) for path in paths)
        raise Unusable(met.unread[0] if met.unread else f"there is no record in {where}.")
    if as_json:
        print_json(told_coverage(met))
    else:
        print_lines(coverage_lines(met))
    if html is not None:
        from adapters.coverage_page import page

        html.write_text(page(met), encoding="utf-8")
    ctx.exit(0 if all(ruleset.complete for ruleset in met.rulesets.values()) else 1)
