"""A command line that begins with no command: it may be a step, as at `umpire table`."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from application.game.words.near_words import did_you_mean, plain_word

if TYPE_CHECKING:
    from application.records.known_words import KnownWords


def is_step(
    ctx: click.Context, step: click.Command, line: Sequence[str], commands: Collection[str]
) -> bool:
    """Whether the line is a step: its first word, or the one behind a game, means something there.

    Or another one does, and the first is like no command.
    """
    said = step.make_context("step", list(line), parent=ctx, resilient_parsing=True).params
    words, db, ctx.obj = said["words"], said["db"], ctx.params.get("db")
    if ctx.resilient_parsing:
        # A shell asks: the store that is open while its words are sorted out is closed behind them.
        with click.Context(ctx.command, obj=ctx.obj):
            return _begins_a_step(words, db, commands)
    return _begins_a_step(words, db, commands)


def _begins_a_step(words: Sequence[str], db: str | None, commands: Collection[str]) -> bool:
    from adapters.cli.game_argument import game_and_words
    from application.game.words.which_game import WHOLE_ID
    from application.ledger.store import StoreProblem

    try:
        game, rest = game_and_words(tuple(words), db, files=False)
        if not rest:
            return False
        known = _words_known(game, db)
        return _means_something(known, rest[0]) or (
            any(_means_something(known, word) for word in rest[1:])
            and not did_you_mean(rest[0], commands)
        )
    except StoreProblem:
        return bool(words[1:]) and WHOLE_ID.fullmatch(words[0]) is not None


def _means_something(known: "KnownWords", word: str) -> bool:
    name, equals, _ = word.partition("=")
    if equals and name in ("by", "do"):
        return True
    return plain_word(name) in known.seats or known.means_something(name)


def _words_known(game: str, db: str | None) -> "KnownWords":
    from adapters.cli.options import umpire_at
    from application.records.known_words import known_words

    return known_words(umpire_at(db).game(game, fresh=False).game)


def step_words_begun(ctx: click.Context, incomplete: str) -> list[str]:
    """The words with which a step may begin and that complete what is typed; empty before the first letter."""
    from adapters.cli.completion import step_words

    if not incomplete:
        return []
    try:
        with ctx.scope():
            ctx.params["words"] = ()
            return [word for word in step_words(ctx) if word.startswith(incomplete)]
    except Exception:  # whatever goes wrong, nothing is completed
        return []


def no_such_command(ctx: click.Context, word: str, commands: Iterable[str]) -> str:
    """The sentence for a first word that is neither a command nor anything in the game."""
    from adapters.cli.game_argument import find_game
    from adapters.cli.options import umpire_at
    from application.game.words.which_game import WHOLE_ID
    from application.ledger.store import StoreProblem

    db = ctx.params.get("db")
    if WHOLE_ID.fullmatch(word):
        return f"“{word}” is no command: a game is said behind it, as in umpire show {word}"
    try:
        seats = _words_known(find_game(umpire_at(db)), db).seats.values()
    except StoreProblem as why:
        near = did_you_mean(word, commands)
        return f"“{word}” is no command{near or f', and no step can be taken: {why}'}"
    near = did_you_mean(word, (*commands, *seats))
    return f"“{word}” is no command, and nothing that a step begins with{near}"
