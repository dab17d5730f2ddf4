"""The help of a command: its whole line in a list, and an example under it."""

import shutil
from collections.abc import Iterable

import click

from adapters.cli.examples import EXAMPLES

WHOLE = 200
"""More letters than the sentence of any command has."""
NARROWEST, CLICKS_NARROWEST = 32, 52
"""The least columns that help is written for, here and by click."""


def narrow_width() -> int | None:
    """The width of help on a terminal that is too narrow for click; None where click's own will do."""
    columns = shutil.get_terminal_size().columns
    return max(NARROWEST, columns) - 2 if columns < CLICKS_NARROWEST else None


def with_example(command: click.Command, name: str) -> click.Command:
    """The command with its example under its help; for a group, each of its commands with theirs."""
    if isinstance(command, click.Group):
        for inner, within in command.commands.items():
            with_example(within, f"{name} {inner}")
    if name in EXAMPLES:
        command.epilog = f"\b\nFor example: umpire {EXAMPLES[name]}"
    return command


def write_commands(
    ctx: click.Context, formatter: click.HelpFormatter, title: str, names: Iterable[str]
) -> None:
    """Writes a section of commands of the group, each with what it does, however long that is."""
    assert isinstance(ctx.command, click.Group)
    commands = ((name, ctx.command.get_command(ctx, name)) for name in names)
    with formatter.section(title):
        formatter.write_dl(
            [(name, command.get_short_help_str(WHOLE)) for name, command in commands if command]
        )
