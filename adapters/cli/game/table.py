"""`umpire table`: a session at one game, line by line."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.errors import UNUSABLE
from adapters.cli.game_argument import GameCommand
from adapters.cli.options import db_option, game_argument, umpire_at
from adapters.cli.output import is_dumb, plain, print_lines, print_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.kernel.history import Game

ABOUT_IT = (
    "show",
    "options",
    "log",
    "why",
    "undo",
    "redo",
    "consent",
    "object",
    "withdraw",
    "standing-answer",
    "rewind",
    "overrule",
    "wrong",
    "played",
    "correct",
    "diff",
    "sheet",
)
"""Commands that are said at the table without “umpire” and without the game."""
ENDS = ("quit", "exit")

HELP = """\
Say who does what, in a few words: ana a1 assault charge b1. Or a number of “options”.
Without the game: {commands}.
“help show” says what show takes; “quit” or Ctrl-D leaves. Every step is kept as soon as it is ruled on.\
"""


@click.command(cls=GameCommand)
@game_argument
@db_option
@click.pass_context
def table(ctx: click.Context, game: str, db: str | None) -> None:
    """Sit down at a game: steps, why, undo, options and show, line by line, without its id.

    On a terminal words are completed with Tab, and lines come back with the arrow keys. In a pipe
    each line that is wrong is told with its number; the exit code is then 2.
    """
    umpire = umpire_at(db)

    def now() -> "Game":
        return umpire.game(game).game

    at_terminal = sys.stdin.isatty()
    if at_terminal:
        print_text(f"Game {game}. “help” says what can be said here.")
        say_chance(now())
    all_done = True
    completes = at_terminal and not is_dumb()
    for number, line in enumerate(terminal_lines(now) if completes else sys.stdin, 1):
        words = line.strip()
        if words in ENDS:
            break
        if not words or words.startswith("#"):
            continue
        before = now().length
        all_done &= do_line(ctx, game, words, "" if at_terminal else f"line {number}: ")
        if at_terminal and now().length > before:
            say_chance(now())
    if not (at_terminal or all_done):
        ctx.exit(UNUSABLE)


def say_chance(game: "Game") -> None:
    """Whose chance it is, in one sentence."""
    from application.game.transcript import Line

    sentence = game.ruleset.chance(game.now.state)
    if sentence:
        print_lines([Line(sentence, tone="quiet")])


def do_line(ctx: click.Context, game: str, line: str, place: str = "") -> bool:
    """Runs one line of the session and prints the result; gives whether it could be done.

    What is wrong with it is said in a sentence, behind `place`.
    """
    from adapters.cli.errors import ending_of

    try:
        _do(ctx, game, line)
    except KeyboardInterrupt:
        click.echo("umpire: interrupted; what was ruled on is kept.", err=True)
    except BrokenPipeError:
        raise
    except (click.exceptions.Exit, click.Abort):
        pass
    except Exception as why:  # whatever a line does wrong, the table stays
        click.echo(f"umpire: {place}{plain(ending_of(why).said)}", err=True)
        return False
    return True


def _do(ctx: click.Context, game: str, line: str) -> None:
    from application.records.typed import split_words

    first, *rest = (word.strip("\"'") if word[:1] in "\"'" else word for word in split_words(line))
    if first == "help":
        _help(ctx, rest)
    elif first in ABOUT_IT:
        _run(ctx, first, [game, *rest])
    else:
        _run(ctx, "step", [game, line])


def _help(ctx: click.Context, about: list[str]) -> None:
    if about and about[0] in ABOUT_IT:
        _run(ctx, about[0], ["--help"])
    else:
        print_text(HELP.format(commands=", ".join(ABOUT_IT)))


def _run(ctx: click.Context, name: str, words: list[str]) -> Any:
    """Runs a command of umpire in this session, on the store that is open already."""
    from adapters.cli import cli

    command = cli.get_command(ctx, name)
    assert command is not None
    with command.make_context(name, words, parent=ctx) as inner:
        return command.invoke(inner)


def terminal_lines(now: "Callable[[], Game]") -> Iterator[str]:
    """The lines typed at a terminal, until Ctrl-D; Ctrl-C discards the line begun."""
    from prompt_toolkit import PromptSession

    from adapters.cli.game.completing import AtTheTable

    asked: PromptSession[str] = PromptSession(
        history=_history(), completer=AtTheTable(now, (*ABOUT_IT, "help", *ENDS))
    )
    while True:
        try:
            yield asked.prompt(f"{_who(now())}> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _who(game: "Game") -> str:
    """The prompt, such as `4 ana`: how many entries there are, and who may act."""
    return " ".join((str(game.length), *game.to_act()))


def _history() -> Any:
    """The lines of earlier sessions, in this user's own place; only this session's where that cannot be."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from adapters.wiring import own_place

    path = Path(own_place()).with_name("table-history")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
