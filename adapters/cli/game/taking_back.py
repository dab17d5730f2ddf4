"""`umpire undo`, `redo`, `consent`, `object`, `withdraw`, `rewind`: commands that take steps back or again."""

from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable, unusable
from adapters.cli.game.stepping import keep_step, rule, say_ruling, taken_step
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import because_option, db_option, game_argument, json_option, umpire_at
from adapters.cli.output import print_json

if TYPE_CHECKING:
    from domain.kernel.history import Game

by_option = click.option("--by", metavar="PLAYER", help="Who says so, where that is not clear.")


@click.command(cls=GameCommand)
@game_argument
@by_option
@json_option
@db_option
def undo(game: str, by: str | None, as_json: bool, db: str | None) -> None:
    """Take back this player's own newest entry, or ask the others whether they may.

    Without --by it is the player whose entry is the newest that stands.
    """
    umpire = umpire_at(db)
    said = {"by": by or _newest_player(umpire.game(game).game), "do": "undo"}
    rule(umpire, game, said, as_json)


def _newest_player(game: "Game") -> str:
    newest = next(game.now.stands(), None)
    if newest is None:
        raise Unusable("no entry stands that could be taken back.")
    return newest.by


@click.command(cls=GameCommand)
@game_argument
@by_option
@json_option
@db_option
def consent(game: str, by: str | None, as_json: bool, db: str | None) -> None:
    """Agree that something is taken back, or put right."""
    umpire = umpire_at(db)
    asked = by or _who_is_asked(umpire.game(game).game)
    rule(umpire, game, {"by": asked, "do": "consent"}, as_json)


@click.command("object", cls=GameCommand)
@game_argument
@by_option
@json_option
@db_option
def object_(game: str, by: str | None, as_json: bool, db: str | None) -> None:
    """Refuse to let something be taken back, or put right: the game stays as it is."""
    umpire = umpire_at(db)
    asked = by or _who_is_asked(umpire.game(game).game)
    rule(umpire, game, {"by": asked, "do": "object"}, as_json)


@click.command(cls=GameCommand)
@game_argument
@json_option
@db_option
def withdraw(game: str, as_json: bool, db: str | None) -> None:
    """Withdraw your request to take something back, or put it right: the game goes on as it is."""
    umpire = umpire_at(db)
    request = umpire.game(game).game.now.request
    if request is None:
        raise Unusable("nobody asks to take anything back now.")
    rule(umpire, game, {"by": request.by, "do": "withdraw"}, as_json)


def _who_is_asked(game: "Game") -> str:
    request = game.now.request
    if request is None:
        raise Unusable("nobody asks to take anything back now.")
    if len(request.waiting) > 1:
        raise Unusable(f"say with --by who answers: {' or '.join(request.waiting)}.")
    return request.waiting[0]


@click.command(cls=GameCommand)
@game_argument
@json_option
@db_option
def redo(game: str, as_json: bool, db: str | None) -> None:
    """Take again the steps that were taken back last, each as a new entry, as long as they are legal."""
    from application.game.redo import NothingToRedo, steps_taken_back
    from application.seal.receipt import Redone

    umpire = umpire_at(db)
    with unusable(NothingToRedo):
        steps = steps_taken_back(umpire.game(game).game)
    taken = []
    for said in steps:
        recorded = keep_step(umpire, game, said)
        taken.append(taken_step(umpire, game, recorded))
        if not as_json:
            say_ruling(umpire, game, recorded)
        if recorded.entry.ruling.verdict != "legal":
            break
    if as_json:
        print_json(Redone(game, tuple(taken)))


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int, metavar="N")
@because_option
@json_option
@db_option
def rewind(game: str, entry: int, because: str, as_json: bool, db: str | None) -> None:
    """Judge: put the game back to where it stood after entry N."""
    said = {"by": "judge", "do": "rewind", "to": entry, "because": because}
    rule(umpire_at(db), game, said, as_json)
