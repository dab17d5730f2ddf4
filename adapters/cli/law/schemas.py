"""`umpire schema`: what `--json` prints, as JSON Schemas."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import click

TOLD = "told"
NAME = re.compile(r"([\w-]+)\.v(\d+)\.json")


@click.command()
@click.argument("command", nargs=-1)
def schema(command: tuple[str, ...]) -> None:
    """Print the JSON Schema of what a command prints with --json, or list all of them.

    Each says its version: a shape may gain fields, and gets another version where a field goes or comes
    to mean something else. “error” is what stands on standard error where a command ends with 2.
    """
    known = _newest()
    if not command:
        for name, version in known.items():
            click.echo(f"{name} {version}")
        return
    name = "-".join(command)
    if name not in known and not _is_a_command(command):
        said = " ".join(command)
        raise click.BadParameter(f"there is no command “{said}”; “umpire schema” lists the shapes")
    if name not in known:
        name = TOLD
    text = _folder().joinpath(f"{name}.v{known[name]}.json").read_text(encoding="utf-8")
    click.echo(text, nl=False)


def _folder() -> Traversable:
    return files("adapters.cli") / "schemas"


def _newest() -> dict[str, int]:
    """Shape → its newest version."""
    newest: dict[str, int] = {}
    for file in _folder().iterdir():
        match = NAME.fullmatch(file.name)
        if match:
            newest[match[1]] = max(int(match[2]), newest.get(match[1], 0))
    return dict(sorted(newest.items()))


def _is_a_command(words: tuple[str, ...]) -> bool:
    from adapters.cli import cli

    here: click.Command | None = cli
    for word in words:
        context = click.Context(here, info_name=word) if here else None
        here = here.get_command(context, word) if isinstance(here, click.Group) else None  # type: ignore[arg-type]
    return here is not None
