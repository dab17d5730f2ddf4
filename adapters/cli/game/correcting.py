"""`umpire correct`: how the table really lies."""

import click

from adapters.cli.desk.sources import Unusable
from adapters.cli.game.stepping import rule
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import db_option, game_argument, json_option, umpire_at
from adapters.cli.output import print_json, print_lines


@click.command(cls=GameCommand)
@game_argument
@click.argument("parts", nargs=-1, metavar="[PATH=VALUE | FILE | MAPPING]...")
@click.option("--because", metavar="REASON", help="Why; needed where parts are said.")
@click.option(
    "--by", default="judge", metavar="PLAYER", help="A player, whom the others have to believe."
)
@json_option
@db_option
def correct(
    game: str, parts: tuple[str, ...], because: str | None, by: str, as_json: bool, db: str | None
) -> None:
    """Judge, or a player by consent: put right what lies on the table otherwise than the log has it.

    Parts are said in the words of the set-up, such as units.a1.restrictions=run. Without any, all that
    can be put right is listed as it lies by the log.
    """
    from application.game.table_parts import parts_lines, table_parts
    from application.records.parts_said import parts_said

    umpire = umpire_at(db)
    known = table_parts(umpire.game(game).game, game, by)
    if not parts:
        if because is not None:
            raise Unusable("say which parts lie otherwise, such as units.a1.restrictions=run.")
        if as_json:
            print_json(known)
        else:
            print_lines(parts_lines(known))
        return
    if because is None:
        raise Unusable("say with --because why it has to be put right.")
    said = {"by": by, "do": "correct", "parts": parts_said(parts, known), "because": because}
    rule(umpire, game, said, as_json)
