"""`umpire rules`: the rulebooks as the program knows them."""

from typing import TYPE_CHECKING

import click

from adapters.cli.options import edition_named, find_ruleset_name, json_option
from adapters.cli.output import print_json, print_lines

if TYPE_CHECKING:
    from domain.kernel.rulebook import Edition
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
@click.option("--never", "of_never", is_flag=True, help="What is never ruled on, and why.")
@json_option
def rules(
    ruleset: str | None,
    id: str | None,
    edition: str | None,
    words: str | None,
    of_setup: bool,
    of_steps: bool,
    of_never: bool,
    as_json: bool,
) -> None:
    """Print the rulesets, one rulebook, or one rule with its source.

    Names and ids are found in any case.
    """
    from application.law import lawbook
    from application.rulesets import FOLDERS, rulesets
    from application.rulesets import ruleset as ruleset_called

    asked = (words is not None) + of_setup + of_steps + of_never + (id is not None)
    if asked > 1:
        raise click.UsageError("give one of ID, --search, --setup, --steps and --never")
    if ruleset is None and (of_setup or of_steps or of_never):
        raise click.UsageError(f"say of which ruleset, one of {', '.join(FOLDERS)}")
    if words is not None:
        _search(words, ruleset, edition, as_json)
        return
    if ruleset is None:
        if as_json:
            print_json(lawbook.told_shelf(rulesets()))
        else:
            print_lines(lawbook.shelf_lines(rulesets()))
        return
    known = ruleset_called(find_ruleset_name(ruleset))
    if of_setup or of_steps:
        _forms(known, as_json, of_steps=of_steps)
    elif of_never:
        _never(edition_named(known, edition), as_json)
    else:
        _rulebook(known, edition_named(known, edition), id, as_json)


def _rulebook(ruleset: "Ruleset", edition: "Edition", id: str | None, as_json: bool) -> None:
    """Prints an edition whole, or the rule or question of this id."""
    from application.law import lawbook
    from application.law.search import meant_rule

    if id is None:
        if as_json:
            print_json(lawbook.told_rulebook(ruleset, edition))
        else:
            print_lines(lawbook.rulebook_lines(ruleset, edition))
        return
    try:
        known = meant_rule(edition, id)
    except lawbook.NoSuchRule as why:
        raise click.BadParameter(str(why)) from None
    if as_json:
        print_json(lawbook.told_one(edition, known))
    else:
        print_lines(lawbook.one_lines(ruleset, edition, known))


def _never(edition: "Edition", as_json: bool) -> None:
    """Prints what is left to the table."""
    from application.law.lawbook import NeverRuled, never_lines

    if as_json:
        print_json(NeverRuled(edition.never))
    else:
        print_lines(never_lines(edition))


def _forms(ruleset: "Ruleset", as_json: bool, *, of_steps: bool) -> None:
    """Prints the fields that steps, or set-ups, of this ruleset may have."""
    from application.law.setup_account import setup_lines
    from application.law.setup_schema import setup_schema
    from application.law.step_account import step_forms, step_lines

    if as_json:
        print_json(step_forms(ruleset) if of_steps else setup_schema(ruleset))
    else:
        print_lines(step_lines(ruleset) if of_steps else setup_lines(ruleset))


def _search(words: str, ruleset: str | None, edition: str | None, in_json: bool) -> None:
    """Prints the rules with these words, rulebook by rulebook; says so if there are none."""
    from application.game.transcript import Line
    from application.law.search import found_lines, rules_found
    from application.rulesets import ruleset as ruleset_called
    from application.rulesets import rulesets

    if not any(letter.isalnum() for letter in words):
        raise click.BadParameter("say the words to look for, such as --search “snap fire”")
    those = rulesets() if ruleset is None else (ruleset_called(find_ruleset_name(ruleset)),)
    laws = [edition_named(rules, edition) for rules in those]
    if in_json:
        print_json(rules_found(laws, words))
        return
    nothing = True
    for law in laws:
        lines = list(found_lines(law, words))
        if lines:
            nothing = False
            print_lines([Line(law.title, tone="title"), *lines])
    if nothing:
        click.echo(f"No rule has all of these words: {words}.", err=True)
