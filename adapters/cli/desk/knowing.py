"""`umpire knowledge`: who came to see what of all that was hidden, and when."""

import click

from adapters.cli.desk.sources import game_of
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import (
    as_option,
    at_option,
    checked_viewer,
    db_option,
    entry_at,
    game_argument,
    json_option,
)
from adapters.cli.output import print_json, print_text


@click.command(cls=GameCommand)
@game_argument
@click.option("--of", "player", metavar="PLAYER", help="Only what this player came to see.")
@at_option
@as_option
@json_option
@db_option
def knowledge(
    game: str, player: str | None, at: int | None, viewer: str, as_json: bool, db: str | None
) -> None:
    """Say who came to see what of all that was hidden, with the entry by which they did.

    What an entry showed stays known when it is taken back. --as PLAYER tells only their own.
    """
    from application.desk.knowledge import knowledge, knowledge_of
    from application.game.redaction import no_player

    played = game_of(game, db)
    checked_viewer(played, viewer)
    if player is not None and (why := no_player(played, player)):
        raise click.BadParameter(why)
    players = knowledge_of(played, viewer, player)
    if player is not None and not players:
        raise click.BadParameter(f"what {player} came to see is not {viewer}'s to know")
    answer = knowledge(played, players, entry_at(played, at))
    if as_json:
        print_json(answer, game=game)
    else:
        print_text("\n".join(answer.lines()))
