"""`umpire rules`: the rulebooks as the program knows them."""

import click

from adapters.cli.asking import json_option
from adapters.cli.output import say, say_json


@click.command()
@click.argument("ruleset", required=False)
@click.argument("id", required=False)
@click.option("--edition", help="An older edition than the newest.")
@json_option
def rules(ruleset: str | None, id: str | None, edition: str | None, as_json: bool) -> None:
    """Print the rulesets, one rulebook, or one rule with its source."""
    from application.law import lawbook
    from application.rulesets import FOLDERS, rulesets
    from application.rulesets import ruleset as named

    if ruleset is None:
        if as_json:
            say_json(lawbook.shelf_as_json(rulesets()))
        else:
            say(lawbook.shelf_lines(rulesets()))
        return
    if ruleset not in FOLDERS:
        raise click.BadParameter(f"no ruleset “{ruleset}”; expected one of {', '.join(FOLDERS)}")
    found = named(ruleset)
    try:
        law = found.edition(edition)
    except KeyError:
        known = ", ".join(one.id for one in found.editions)
        raise click.BadParameter(f"no edition “{edition}”; expected one of {known}") from None
    try:
        if id is None and as_json:
            say_json(lawbook.rulebook_as_json(found, law))
        elif id is None:
            say(lawbook.rulebook_lines(found, law))
        elif as_json:
            say_json(lawbook.one_as_json(law, id))
        else:
            say(lawbook.one_lines(law, id))
    except lawbook.NoSuchRule as why:
        raise click.BadParameter(str(why)) from None
