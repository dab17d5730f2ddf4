"""`umpire demo`: a turn of a ruleset, told to a judge who has never seen the program."""

import click

from adapters.cli.json_output import add_to_json
from adapters.cli.options import find_ruleset_name
from adapters.cli.output import print_lines

EVERY_ENTRY = """\
Every entry below begins with its verdict: legal, illegal, or undetermined where the rulebook is \
silent; a remark is a note. Then come the reason and the rules it rests on. Nothing is ever \
deleted: what was refused and what was taken back stays in the log."""


@click.command()
@click.argument("ruleset", required=False, metavar="[RULESET]")
def demo(ruleset: str | None) -> None:
    """Walk through a turn of a ruleset; for VoidSiege a disputed one, up to the judge's ruling."""
    from application.game.transcript import BLANK, Line
    from application.records.demo import NoDemo, demo_of
    from application.records.replay import replay
    from application.records.replay_account import account_of, replay_lines
    from application.rulesets import OURS

    try:
        shown = demo_of(find_ruleset_name(ruleset) if ruleset else OURS[0])
    except NoDemo as why:
        raise click.BadParameter(str(why)) from None
    for paragraph in (*shown.before, EVERY_ENTRY):
        print_lines((Line(paragraph), BLANK))
    played = replay(shown.record)
    add_to_json(ruleset=shown.record.opening.ruleset, replay=account_of(played))
    print_lines(replay_lines(played))
    for paragraph in shown.after:
        print_lines((BLANK, Line(paragraph)))
