"""`umpire precedents`: earlier rulings that a judge may want to follow."""

from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable, unusable
from adapters.cli.game_argument import game_or_name
from adapters.cli.options import (
    HOW_MANY,
    db_option,
    find_ruleset_name,
    json_option,
    open_at,
    store_asked,
)
from adapters.cli.output import print_json, print_text
from adapters.digits import number_in
from application.game.words.near_words import plain_word

if TYPE_CHECKING:
    from application.game.live_game import LiveGame


@click.command()
@click.option("--rule", default="", metavar="ID", help="That cite this rule.")
@click.option("--ruleset", default="", metavar="NAME", help="Of this ruleset.")
@click.option(
    "--verdict", type=click.Choice(["legal", "illegal", "undetermined"]), help="With this verdict."
)
@click.option("--overruled/--not-overruled", default=None, help="That a judge ruled otherwise.")
@click.option("--like", metavar="GAME|FILE:ENTRY", help="Given in a situation like that one.")
@click.option(
    "--most",
    type=HOW_MANY,
    default=20,
    show_default=True,
    metavar="N",
    help="No more than N.",
)
@click.option("--rebuild", is_flag=True, help="Fill the tables anew from the log first.")
@json_option
@db_option
def precedents(
    rule: str,
    ruleset: str,
    verdict: str | None,
    overruled: bool | None,
    like: str | None,
    most: int,
    rebuild: bool,
    as_json: bool,
    db: str | None,
) -> None:
    """Find earlier rulings by rule, verdict, or likeness of the situation."""
    from adapters.wiring import precedent_index_on, require_store
    from application.desk.precedents import (
        NoPrecedent,
        PrecedentQuery,
        Precedents,
        rules_by_plain_id,
    )

    require_store(store_asked(db))
    index = open_at(precedent_index_on, db)
    unreadable = index.rebuild() if rebuild else index.catch_up()
    for sentence in unreadable:
        click.echo(f"umpire: left out: {sentence}", err=True)
    ruleset = find_ruleset_name(ruleset) if ruleset else ""
    ids = rules_by_plain_id(ruleset)
    sought = PrecedentQuery(
        ids.get(plain_word(rule), rule), ruleset, verdict or "", overruled, _like(like, db), most
    )
    with unusable(NoPrecedent):
        earlier = index.precedents(sought)
    if rule and not earlier and plain_word(rule) not in ids:
        raise Unusable(f"{ruleset or 'no ruleset'} has {'no' if ruleset else 'a'} rule “{rule}”.")
    if as_json:
        print_json(Precedents(tuple(earlier)))
    elif not earlier:
        print_text("No earlier ruling in this store matches.")
    else:
        print_text("\n".join(line for precedent in earlier for line in precedent.lines()))


def _like(given: str | None, db: str | None) -> "tuple[str | LiveGame, int] | None":
    from application.desk.batch.sources import is_file, live_in

    if given is None:
        return None
    game, colon, entry = given.rpartition(":")
    n = number_in(entry)
    if not (game and colon) or n is None:
        raise click.BadParameter(f"“{given}” is no entry of a game; expected GAME:ENTRY")
    return (live_in(game) if is_file(game) else game_or_name(game, db)), n
