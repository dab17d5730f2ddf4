"""The game that a command is about: by its id, by a part of it, or left out."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.options import umpire_at
from application.game.words.near_words import plain_word

if TYPE_CHECKING:
    from application.game.umpire import Umpire
    from domain.kernel.history import Game

VARIABLE = "UMPIRE_GAME"
LEFT_OUT = ""
PART_OF_AN_ID = re.compile(r"[\w.-]*[^\W\d][\w.-]*")
"""Part of a game's id: not a number alone, without spaces or equals signs."""


class GameCommand(click.Command):
    """A command whose first argument is a game; where it is left out, the newest one is meant.

    `UMPIRE_GAME` names another default. Unless the whole id was given, standard error names the game.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = list(args)
        try:
            rest = super().parse_args(ctx, args)
            left_out = self.is_no_game(ctx.params["game"] or "")
            return super().parse_args(ctx, [LEFT_OUT, *given]) if left_out else rest
        except click.BadParameter as why:
            if not isinstance(why.param, click.Argument):
                raise
            try:
                return super().parse_args(ctx, [LEFT_OUT, *given])
            except click.BadParameter as again:
                if self._first_was_a_game(again):
                    raise why from None
                raise

    def is_no_game(self, said: str) -> bool:
        """Whether the first word is what comes behind a game: no id is a number alone, or holds “=”."""
        return said.isdecimal() or "=" in said or ": " in said or said[:1] == "{"

    def _first_was_a_game(self, why: click.BadParameter) -> bool:
        """Whether the first word cannot be what stands behind a game, so that it names the game."""
        behind = [param for param in self.params if isinstance(param, click.Argument)][1:]
        return [why.param] == behind[:1] and not isinstance(why, click.MissingParameter)

    def invoke(self, ctx: click.Context) -> Any:
        said = ctx.params["game"] or LEFT_OUT
        meant = ctx.params["game"] = resolve_game(said, ctx.params.get("db"))
        answer = super().invoke(ctx)
        print_game(meant, said)
        return answer


class GamesCommand(click.Command):
    """A command about any number of games, files and folders; without any, about the newest game."""

    in_place_of_games = ("every", "new_key", "receipt", "page")
    """Options that may be given in place of a game."""

    def invoke(self, ctx: click.Context) -> Any:
        said = ctx.params["games"]
        db = ctx.params.get("db")
        if said or any(ctx.params.get(game) for game in self.in_place_of_games):
            ctx.params["games"] = tuple(game_or_name(word, db) for word in said)
            return super().invoke(ctx)
        meant = resolve_game(LEFT_OUT, db)
        ctx.params["games"] = (meant,)
        try:
            answer = super().invoke(ctx)
        except click.exceptions.Exit:
            print_game(meant, LEFT_OUT)
            raise
        print_game(meant, LEFT_OUT)
        return answer


def game_or_name(name: str, db: str | None) -> str:
    """The id of the game, or the name of the file or folder; the name itself if it is neither."""
    from application.ledger.store import StoreProblem

    try:
        return name if Path(name).exists() else resolve_game(name, db)
    except StoreProblem:
        return name


class StepsCommand(click.Command):
    """A command whose words begin with a game, or with a step of the newest one."""

    def invoke(self, ctx: click.Context) -> Any:
        words = ctx.params["words"]
        meant, rest = game_and_words(words, ctx.params.get("db"), files=self.files)
        ctx.params["game"], ctx.params["words"] = meant, rest
        answer = super().invoke(ctx)
        print_game(meant, words[0] if rest != words else LEFT_OUT)
        return answer

    files = False
    """Whether a record may stand in for the game."""


class StepsOrFileCommand(StepsCommand):
    files = True


def game_and_words(
    words: tuple[str, ...], db: str | None, *, files: bool
) -> tuple[str, tuple[str, ...]]:
    """The game that is meant, and the words behind it. Raises NoSuchGame."""
    meta = click.get_current_context().meta
    asked = words, db, files
    if meta.get(READ, (None,))[0] != asked:
        meta[READ] = asked, _read_words(words, db, files=files)
    read: tuple[str, tuple[str, ...]] = meta[READ][1]
    return read


READ = "umpire.words_read"
"""The key under which click's context keeps the words that were last read, and what they mean."""


def _read_words(
    words: tuple[str, ...], db: str | None, *, files: bool
) -> tuple[str, tuple[str, ...]]:
    from application.desk.batch.sources import is_file
    from application.game.words.which_game import WHOLE_ID
    from application.ledger.store import NoSuchGame, SeveralGames
    from application.records.known_words import known_words

    first, rest = (words[0], words[1:]) if words else (LEFT_OUT, words)
    # A card's skill is named so, too: alpha/pounce.
    skill = "/" in first and not (Path(first).suffix or Path(first).exists())
    if (files and first and is_file(first) and not skill) or WHOLE_ID.fullmatch(first):
        return first, rest
    umpire = umpire_at(db)
    newest = find_game(umpire)
    if not first or not PART_OF_AN_ID.fullmatch(first):
        return newest, words
    played = umpire.game(newest, fresh=False).game
    known = known_words(played, viewer_asking(played))
    if plain_word(first) in known.seats or known.means_something(first):
        return newest, words
    try:
        return find_game(umpire, first), rest
    except NoSuchGame as why:
        # Before who takes the step stands nothing but a game.
        if isinstance(why, SeveralGames) and rest and plain_word(rest[0]) in known.seats:
            raise
        if rest and not all("=" in word or " " in word for word in rest):
            return newest, words
        raise


def viewer_asking(game: "Game") -> str:
    """As whom the command at hand looks at the game: as `--as` says, else as a judge."""
    from application.game.redaction import effective_viewer
    from domain.kernel.steps import JUDGE

    return effective_viewer(game, click.get_current_context().params.get("viewer") or JUDGE)


def resolve_game(said: str, db: str | None) -> str:
    """The id of the game that an argument means, or the name of a file unchanged. Raises NoSuchGame."""
    from application.desk.batch.sources import is_file
    from application.game.words.which_game import WHOLE_ID
    from application.ledger.store import NoSuchGame

    if said and (is_file(said) or WHOLE_ID.fullmatch(said)):
        return said
    try:
        return find_game(umpire_at(db), said)
    except NoSuchGame:
        if said and Path(said).is_dir():
            folder = f"{said} is a folder; expected a game, a record or a sealed file"
            raise NoSuchGame(folder) from None
        raise


def find_game(umpire: "Umpire", said: str = LEFT_OUT) -> str:
    """The id of the game of this store that an argument means. Raises NoSuchGame."""
    from application.game.words.which_game import which_game

    return which_game(umpire.store.ids(), said or os.environ.get(VARIABLE, LEFT_OUT))


def print_game(meant: str, said: str) -> None:
    """Names the game on standard error, unless the argument was its whole id."""
    if meant != said:
        click.echo(f"Game {meant}.", err=True)
