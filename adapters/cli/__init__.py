"""The command `umpire`: a table of commands, each imported when it is called."""

import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters import INTERRUPTED
from adapters.cli.command_help import narrow_width, with_example, write_commands
from adapters.cli.json_output import with_json_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click.shell_completion import CompletionItem

COMMANDS = {
    "demo": "adapters.cli.game.demonstrating:demo",
    "replay": "adapters.cli.game.replaying:replay",
    "new": "adapters.cli.game.opening:new",
    "import": "adapters.cli.store.importing:import_",
    "games": "adapters.cli.game.listing:games",
    "step": "adapters.cli.game.stepping:step",
    "table": "adapters.cli.game.table:table",
    "undo": "adapters.cli.game.taking_back:undo",
    "redo": "adapters.cli.game.taking_back:redo",
    "consent": "adapters.cli.game.taking_back:consent",
    "object": "adapters.cli.game.taking_back:object_",
    "withdraw": "adapters.cli.game.taking_back:withdraw",
    "standing-answer": "adapters.cli.game.standing_answers:standing_answer",
    "rewind": "adapters.cli.game.taking_back:rewind",
    "overrule": "adapters.cli.game.stepping:overrule",
    "played": "adapters.cli.game.stepping:say_played",
    "correct": "adapters.cli.game.correcting:correct",
    "chance": "adapters.cli.game.chance:chance",
    "options": "adapters.cli.game.looking:options",
    "show": "adapters.cli.game.looking:show",
    "log": "adapters.cli.game.looking:log",
    "verify": "adapters.cli.store.keeping:verify",
    "export": "adapters.cli.store.keeping:export",
    "rules": "adapters.cli.law.rulebook:rules",
    "schema": "adapters.cli.law.schemas:schema",
    "new-ruleset": "adapters.cli.law.new_ruleset:new_ruleset",
    "why": "adapters.cli.desk.why:why",
    "diff": "adapters.cli.desk.why:diff",
    "fork": "adapters.cli.desk.forking:fork",
    "knowledge": "adapters.cli.desk.knowing:knowledge",
    "precedents": "adapters.cli.desk.precedents:precedents",
    "sheet": "adapters.cli.desk.ruling_sheet:sheet",
    "packet": "adapters.cli.desk.ruling_sheet:packet",
    "appeal": "adapters.cli.desk.ruling_sheet:appeal",
    "wrong": "adapters.cli.desk.defects:wrong",
    "defects": "adapters.cli.desk.defects:defects",
    "audit": "adapters.cli.desk.auditing:audit",
    "backup": "adapters.cli.desk.backing_up:backup",
    "compare": "adapters.cli.desk.comparing:compare",
    "shrink": "adapters.cli.lab.shrinking:shrink",
    "differ": "adapters.cli.lab.differing:differ",
    "coverage": "adapters.cli.lab.covering:coverage",
    "explore": "adapters.cli.lab.exploring:explore",
    "prove": "adapters.cli.lab.proving:prove",
    "seal": "adapters.cli.store.sealing:seal",
    "checkpoint": "adapters.cli.event.proofs:store_checkpoint",
    "event": "adapters.cli.event.commands:event",
    "serve": "adapters.cli.store.serve:serve",
    "mcp": "adapters.cli.store.assistant:mcp",
    "db": "adapters.cli.store.db:db",
    "backup-db": "adapters.cli.store.db:backup",
}
"""Name → module:function."""

MOST_USED = ("step", "options", "why")
STEP = "step"
CLOSED_PIPE = 141
"""As a shell says of a program that a pipe which nobody reads ended."""
COMPLETE = "_UMPIRE_COMPLETE"
"""The variable by which a shell asks how a word may end."""
COLLECT_AFTER = (50_000, 20, 100)
"""The garbage collector's thresholds. With Python's own a command takes 1.05 to 1.08 times as long,
and no less memory: hardly anything here refers to itself."""


class Commands(click.Group):
    """The commands of the table. Whatever goes wrong ends in one sentence and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), function)
        if COMPLETE in os.environ:
            from adapters.cli.completion import with_completion

            with_completion(command)
        return with_json_option(with_example(command, cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The three that are used most, then the others by their rooms, each with its whole line."""
        write_commands(ctx, formatter, "Most used", MOST_USED)
        rooms: dict[str, list[str]] = {}
        for name, place in COMMANDS.items():
            if name not in MOST_USED:
                rooms.setdefault(place.split(".")[2], []).append(name)
        for room, names in rooms.items():
            write_commands(ctx, formatter, room.capitalize(), names)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A line that begins with no command is a step, where it is one."""
        if args[0] in COMMANDS or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        from adapters.cli.implied_step import is_step, no_such_command

        step = self.get_command(ctx, STEP)
        assert step is not None
        if is_step(ctx, step, args, COMMANDS):
            return STEP, step, args
        if ctx.resilient_parsing:
            return None, None, args
        raise click.UsageError(no_such_command(ctx, args[0], COMMANDS), ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        from adapters.cli.implied_step import step_words_begun

        words = step_words_begun(ctx, incomplete)
        return [*super().shell_complete(ctx, incomplete), *map(CompletionItem, words)]

    def main(self, *args: Any, **kwargs: Any) -> Any:
        kwargs["standalone_mode"] = False
        words = kwargs.get("args") or (args[0] if args else None) or sys.argv[1:]
        try:
            code = super().main(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError as why:
            from adapters.cli.errors import say_why

            say_why(why.format_message())
            sys.exit(why.exit_code)
        except click.Abort:
            sys.exit(INTERRUPTED)
        except SystemExit as why:
            # Click ends so at a closed pipe: with 1, as where a replay differs; and after completing.
            at_closed_pipe = why.code == 1 and COMPLETE not in os.environ
            sys.exit(CLOSED_PIPE if at_closed_pipe else why.code)
        except Exception as why:  # nobody at a terminal sees a traceback
            from adapters.cli.errors import end

            end(why, as_json="--json" in words)
        sys.exit(code if isinstance(code, int) else 0)


HELP = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 100,
    "terminal_width": narrow_width(),
}


@click.group("umpire", cls=Commands, context_settings=HELP)
@click.version_option(package_name="umpire", message="umpire %(version)s")
@click.option("--db", metavar="PATH", help="The file or address of the games, for any command.")
@click.pass_context
def cli(ctx: click.Context, db: str | None) -> None:
    """Rules on games with reactions, restrictions and queues; every verdict names its rule.

    A line that begins with no command is a step: umpire ana a1 move.
    """
    ctx.obj = db


NOT_TEXT = "what was typed is not UTF-8 text."


def is_text(words: "Iterable[str]") -> bool:
    """Whether all bytes of these words, as they were typed, are text."""
    return not any("\udc80" <= letter <= "\udcff" for word in words for letter in word)


def open_closed_streams() -> None:
    """Where standard input, output or errors were closed, `os.devnull` takes their place, and their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 (until the end)


def let_go_of_output() -> None:
    """Python would try again to write what could not be written, and exit with a code of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def main() -> None:
    """The console script."""
    gc.set_threshold(*COLLECT_AFTER)
    open_closed_streams()
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        getattr(stream, "reconfigure", lambda **_: None)(errors=errors)
    try:
        if not is_text(sys.argv):
            from adapters.cli.errors import end

            end(click.ClickException(NOT_TEXT), as_json=False)
        cli.main(prog_name="umpire")
    finally:
        let_go_of_output()
