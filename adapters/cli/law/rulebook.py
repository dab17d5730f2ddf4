"""`umpire rules`: the rulebooks as the program knows them."""

from typing import TYPE_CHECKING

import click

from adapters.cli.asking import edition_named, json_option, meant_ruleset
from adapters.cli.output import say, say_json

if TYPE_CHECKING:
    from domain.kernel.ruleset import Ruleset


@click.command()
@click.argument("ruleset", required=False)
@click.argument("id", required=False)
@click.option("--edition", help="An older edition than the newest.")
@click.option(
    "--search", "words", metavar="WORDS", help="The rules in which all these words stand."
)
@click.option("--setup", "of_setup", is_flag=True, help="What a set-up may hold, field by field.")
@click.option(
    "--steps", "of_steps", is_flag=True, help="Every step with its fields and an example."
)
@json_option
def rules(
    ruleset: str | None,
    id: str | None,
    edition: str | None,
    words: str | None,
    of_setup: bool,
    of_steps: bool,
    as_json: bool,
) -> None:
    """Print the rulesets, one rulebook, or one rule with its source.

    Names and ids are found in any case.
    """
    from application.law import lawbook
    from application.law.search import meant_rule
    from application.rulesets import FOLDERS, rulesets
    from application.rulesets import ruleset as ruleset_called

    asked = (words is not None) + of_setup + of_steps + (id is not None)
    if asked > 1:
        raise click.UsageError("give one of ID, --search, --setup and --steps")
    if ruleset is None and (of_setup or of_steps):
        raise click.UsageError(f"say of which ruleset, one of {', '.join(FOLDERS)}")
    if words is not None:
        _search(words, ruleset, edition, as_json)
        return
    if ruleset is None:
        if as_json:
            say_json(lawbook.shelf_as_json(rulesets()))
        else:
            say(lawbook.shelf_lines(rulesets()))
        return
    found = ruleset_called(meant_ruleset(ruleset))
    if of_setup or of_steps:
        _forms(found, as_json, of_steps=of_steps)
        return
    law = edition_named(found, edition)
    try:
        id = None if id is None else meant_rule(law, id)
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


def _forms(ruleset: "Ruleset", as_json: bool, *, of_steps: bool) -> None:
    """What a step, or a set-up, of this ruleset may hold."""
    from application.law.setup_account import setup_lines
    from application.law.setup_schema import setup_schema
    from application.law.step_account import step_lines, steps_as_json

    if as_json:
        say_json({"steps": steps_as_json(ruleset)} if of_steps else setup_schema(ruleset))
    else:
        say(step_lines(ruleset) if of_steps else setup_lines(ruleset))


def _search(words: str, ruleset: str | None, edition: str | None, as_json: bool) -> None:
    """Prints what is found, rulebook by rulebook. Where nothing is, says so."""
    from application.game.transcript import Line
    from application.law.lawbook import one_as_json
    from application.law.search import found_lines, rules_with
    from application.rulesets import ruleset as ruleset_called
    from application.rulesets import rulesets

    if not any(letter.isalnum() for letter in words):
        raise click.BadParameter("say the words to look for, such as --search “snap fire”")
    those = rulesets() if ruleset is None else (ruleset_called(meant_ruleset(ruleset)),)
    laws = [edition_named(one, edition) for one in those]
    if as_json:
        found = [
            {"ruleset": law.ruleset, **one_as_json(law, one.id)}
            for law in laws
            for one in rules_with(law, words)
        ]
        say_json({"rules": found})
        return
    nothing = True
    for law in laws:
        lines = list(found_lines(law, words))
        if lines:
            nothing = False
            say([Line(law.title, tone="title"), *lines])
    if nothing:
        click.echo(f"No rule has all of these words: {words}.", err=True)
