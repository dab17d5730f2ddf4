"""`umpire audit`: the first entry that is not as the rules have it, and all that came after."""

import click

from adapters.cli.asking import db_option, json_option
from adapters.cli.desk.sources import Unusable, log_of, policy_of, policy_option, titles
from adapters.cli.output import say_json, say_text


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME|FILE...")
@click.option("--entry", type=int, metavar="N", help="Take entry N for the point of error.")
@policy_option
@json_option
@db_option
def audit(
    games: tuple[str, ...], entry: int | None, policy: str | None, as_json: bool, db: str | None
) -> None:
    """Find the point of error, what came since, and what each player learned.

    A later entry that a judge left as it is (`backup --leave`) is where the audit begins.
    """
    from application.desk.audit import audit_as_json, audit_in_words, audit_log

    found = []
    for name in games:
        game, log = log_of(name, db)
        try:
            one = audit_log(game, log, policy_of(game, policy), entry)
        except IndexError as why:
            raise Unusable(f"{name}: {why}") from None
        found.append({"game": name, **audit_as_json(one)})
        if not as_json:
            lines = audit_in_words(one, titles(game))
            say_text("\n".join([name, *lines] if len(games) > 1 else lines))
    if as_json:
        say_json(found[0] if len(found) == 1 else {"games": found})
