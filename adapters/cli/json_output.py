"""`--json` for commands that print text: the lines they print, and fields beside them."""

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import click

WITHOUT = frozenset({"serve", "mcp", "table", "schema"})
"""Commands without `--json`: they serve, hold a dialogue, or print JSON anyway."""
ASKED, FIELDS = "umpire.json_asked", "umpire.json_fields"
"""The keys under which click's context keeps whether JSON is printed, and the fields added to it."""


def collects_json() -> bool:
    """Whether this run collects its output for `--json`."""
    return bool(click.get_current_context().meta.get(ASKED))


def add_to_json(**fields: Any) -> None:
    """Adds fields to the JSON value; `published.py` says which."""
    click.get_current_context().meta.setdefault(FIELDS, {}).update(fields)


def with_json_option(command: click.Command) -> click.Command:
    """The command with `--json` added if it has none; for a group, each of its commands."""
    if isinstance(command, click.Group):
        for one in command.commands.values():
            with_json_option(one)
    elif command.name not in WITHOUT and not any(
        "--json" in param.opts for param in command.params
    ):
        _add(command)
    return command


def _add(command: click.Command) -> None:
    invoke = command.invoke

    def invoke_or_print(ctx: click.Context) -> Any:
        return _print_as_json(ctx, invoke) if ctx.meta.get(ASKED) else invoke(ctx)

    command.params.append(
        click.Option(
            ["--json"],
            is_flag=True,
            expose_value=False,
            help="Print JSON for programs.",
            callback=lambda ctx, _option, value: ctx.meta.__setitem__(ASKED, value),
        )
    )
    # click has no place between reading a line and running the command that is named in it.
    command.invoke = invoke_or_print  # type: ignore[method-assign]


def _print_as_json(ctx: click.Context, invoke: Any) -> None:
    """Runs the command and prints its lines and fields as one JSON value; the exit code stays the same."""

    def ends_with() -> int:
        try:
            invoke(ctx)
        except click.exceptions.Exit as end:
            return end.exit_code
        return 0

    ctx.exit(told_as_json(ends_with))


def told_as_json(prints: Callable[[], int]) -> int:
    """Prints the lines that this prints, and the fields added, as one JSON value; gives its exit code."""
    ctx, said = click.get_current_context(), StringIO()
    with redirect_stdout(said):
        code = prints()
    name = ctx.command_path.removeprefix("umpire ")
    print_told(name, said.getvalue().splitlines(), code, **ctx.meta.get(FIELDS, {}))
    return code


def print_told(command: str, said: list[str], code: int = 0, **fields: Any) -> None:
    """Prints what a command says to people as JSON, with these fields beside it."""
    from adapters.cli.output import print_json

    print_json({"command": command, "said": said, "exit": code, **fields})
