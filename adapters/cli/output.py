"""How a command prints: lines with their tones on a terminal, plain text in a pipe, JSON."""

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from application.game.transcript import Line

STYLES: dict[str, dict[str, Any]] = {
    "legal": {"fg": "green", "bold": True},
    "illegal": {"fg": "red", "bold": True},
    "undetermined": {"fg": "yellow", "bold": True},
    "differs": {"fg": "magenta", "bold": True},
    "title": {"bold": True},
    "quiet": {"dim": True},
}
NARROWEST, WIDEST = 32, 100

UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """The text without control characters that a terminal would obey."""
    return UNPRINTABLE.sub("�", text)


def on_terminal() -> bool:
    return sys.stdout.isatty()


def draws_progress() -> bool:
    """Whether standard error is a terminal on which a line can be written over."""
    return sys.stderr.isatty() and not is_dumb()


def is_dumb() -> bool:
    """Whether the terminal says that it obeys no codes."""
    return os.environ.get("TERM") == "dumb"


def width() -> int:
    """How many characters a line may have: as the terminal has, from 32 to 100; elsewhere 100."""
    if not on_terminal():
        return WIDEST
    return min(WIDEST, max(NARROWEST, shutil.get_terminal_size().columns))


def print_lines(lines: Iterable["Line"]) -> None:
    """Prints lines in the colours of their tones, folded to the width of the terminal."""
    for line in lines:
        click.echo(_rows_of(line), color=colour())


def print_lines_paged(lines: Iterable["Line"]) -> None:
    """Prints lines; in a pager if they do not fit on the terminal."""
    print_paged(map(_rows_of, lines))


def print_paged(rows: Iterable[str]) -> None:
    """Prints rows of text; in the pager of the environment if they do not fit on the terminal."""
    text = "\n".join(rows)
    high = shutil.get_terminal_size().lines
    if on_terminal() and not is_dumb() and sys.stdin.isatty() and text.count("\n") >= high:
        os.environ.setdefault("LESS", "-FRX")
        click.echo_via_pager(text + "\n", color=colour())
    elif text:
        click.echo(text, color=colour())


def colour() -> bool | None:
    """False if NO_COLOR or TERM=dumb is set; None leaves colours to click, which checks for a terminal."""
    return False if os.environ.get("NO_COLOR") or is_dumb() else None


def _rows_of(line: "Line") -> str:
    if line.tone == "table":
        return _fold(plain(line.text), line.indent)
    text = plain(f"{line.lead} {line.text}" if line.lead else line.text).replace("\n", " ")
    indent = " " * line.indent
    hanging = indent + ("   " if line.lead else "")
    rows = textwrap.wrap(
        text, width(), initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False
    )
    style = STYLES.get(line.tone)
    if not rows or style is None:
        return "\n".join(rows)
    if not line.lead:
        return "\n".join(click.style(row, **style) for row in rows)
    end = line.indent + len(line.lead)
    rows[0] = click.style(rows[0][:end], **style) + rows[0][end:]
    return "\n".join(rows)


def print_json(answer: Any, *, indent: int | None = 1, **before: str) -> None:
    """Prints an answer as JSON, with these fields before its own.

    `indent`: spaces for each level; None writes it on one line.
    """
    from application.answer import as_json

    value = {**before, **as_json(answer)} if before else as_json(answer)
    click.echo(json.dumps(value, ensure_ascii=False, indent=indent))


def print_text(text: str) -> None:
    """Prints text, without control characters and folded to the width of the terminal."""
    shown = plain(text)
    click.echo("\n".join(map(_fold, shown.split("\n"))))


def _fold(line: str, further: int | None = None) -> str:
    """The line as it fits on the terminal; its further rows begin at this column, or below its indent."""
    if not on_terminal() or len(line) <= width():
        return line
    indent = len(line) - len(line.lstrip())
    rows = textwrap.wrap(
        line.lstrip(),
        width(),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 2 if further is None else further),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(rows)
