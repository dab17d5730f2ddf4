"""`umpire new-ruleset`: a ruleset to begin with, which plays at once."""

from pathlib import Path

import click

from adapters.cli.json_output import add_to_json
from adapters.cli.output import plain


@click.command("new-ruleset")
@click.argument("name")
@click.option("--into", default=".", metavar="DIR", help="Where its folder is put; here without.")
def new_ruleset(name: str, into: str) -> None:
    """Write the beginnings of a ruleset of your own: rules, table, chapters, views, policy, tests."""
    from application.law.scaffold import CannotWrite, write_ruleset
    from application.rulesets import FOLDERS

    try:
        written = write_ruleset(name, Path(into), frozenset(FOLDERS))
    except CannotWrite as why:
        raise click.BadParameter(str(why)) from None
    top = Path(into) / name
    add_to_json(ruleset=name, files=[str(path) for path in written])
    for path in written:
        click.echo(plain(str(path)))
    click.echo(plain(f"It plays at once: pip install -e {top}, then umpire new {name}."))
