"""The help: by rooms, with whole lines, and an example of each command that can be typed."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from adapters.cli import COMMANDS, MOST_USED, cli
from adapters.cli.examples import EXAMPLES
from tests.adapters.commands import umpire


def commands(group: click.Group, ctx: click.Context, path: str = "") -> Iterator[str]:
    """The names of all commands in the group and in those within it."""
    for name in group.list_commands(ctx):
        one = group.get_command(ctx, name)
        if isinstance(one, click.Group):
            yield from commands(one, click.Context(one, parent=ctx), f"{path}{name} ")
        else:
            yield f"{path}{name}"


EVERY = [*commands(cli, click.Context(cli))]


def test_the_help_has_every_command_with_its_whole_line_the_most_used_first() -> None:
    told = umpire("--help").stdout
    words = " ".join(told.split())
    for name in COMMANDS:
        one = cli.get_command(click.Context(cli), name)
        assert one is not None and f" {name} {one.get_short_help_str(200)}" in words
    assert words.index(f"Most used: {MOST_USED[0]} ") < words.index(" Game: ")
    assert "..." not in words.partition("Most used:")[2]


@pytest.mark.parametrize("words", [(), ("event",), ("event", "pair"), ("options",)], ids=str)
def test_on_a_narrow_terminal_the_help_is_as_narrow(words: tuple[str, ...], tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "adapters.cli", *words, "--help"],
        env={**os.environ, "COLUMNS": "40", "UMPIRE_DB": str(tmp_path / "games.umpire")},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    )
    folded = told.stdout.partition("  For example: ")[0]
    assert max(map(len, folded.splitlines())) <= 40


def test_the_help_of_events_has_whole_lines() -> None:
    assert "..." not in umpire("event", "--help").stdout.partition("Commands:")[2]


@pytest.mark.parametrize("name", EVERY)
def test_a_command_s_help_has_an_example_that_can_be_typed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    told = umpire(*name.split(), "--help").stdout
    assert told.rstrip().endswith(f"For example: umpire {EXAMPLES[name]}")
    ctx, line = click.Context(cli), shlex.split(EXAMPLES[name])
    command: click.Command | None = cli
    while isinstance(command, click.Group):
        _, command, line = command.resolve_command(ctx, line)
        assert command is not None
        if isinstance(command, click.Group):
            ctx = click.Context(command, parent=ctx)
    assert command is not None
    command.make_context(name, line, parent=ctx)


def test_every_example_is_of_a_command() -> None:
    assert {*EXAMPLES} == {*EVERY}
