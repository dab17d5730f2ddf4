"""`umpire new -i`: asks for the set-up, and shows it as a file that can be kept."""

import re
import sys
from pathlib import Path
from typing import Any

import click

from adapters.cli.options import find_ruleset_name
from adapters.cli.output import is_dumb

ESCAPE = "\x1b"


def prompt_table(ruleset: str | None, players: str | None) -> tuple[str, str]:
    """The ruleset and the players, asked for if the options do not say them."""
    from application.examples import fewest_players
    from application.rulesets import FOLDERS
    from application.rulesets import ruleset as ruleset_called
    from domain.kernel.ruleset import SetupError

    while ruleset is None:
        said = _answer(f"Ruleset ({', '.join(FOLDERS)})")
        try:
            ruleset = find_ruleset_name(said)
        except SetupError as why:
            _say(f"{why}.")
    usual = ",".join(fewest_players(ruleset_called(ruleset)))
    while True:
        said = players or _answer(f"Players in turn order (Enter: {usual})") or usual
        problem = _wrong_players(ruleset, said)
        if not problem:
            return ruleset, said
        _say(f"{problem}.")
        players = None


def _wrong_players(ruleset: str, players: str) -> str:
    """Why these cannot be who plays; empty where they can: it is said before a set-up is asked for."""
    from application.records.records import BadRecord, record_from
    from application.rulesets import ruleset as ruleset_called
    from domain.kernel.history import check_seats
    from domain.kernel.ruleset import SetupError

    seats = [name.strip() for name in players.split(",")]
    try:
        record_from({"record": 1, "ruleset": ruleset, "players": seats, "setup": {}}, "players")
        check_seats(ruleset_called(ruleset), seats)
    except (BadRecord, SetupError) as why:
        return re.sub(r"^(players(\[\d+\])?: )+", "", str(why)).rstrip(".")
    return ""


def prompt_setup(ruleset: str, players: list[str]) -> dict[str, Any]:
    """The set-up, from the example or question by question; it is shown, and written to a file if wanted."""
    from application.examples import example_for
    from application.law.setup_questions import setup_questions
    from application.records.exports import setup_in_yaml
    from application.rulesets import ruleset as ruleset_called

    rules = ruleset_called(ruleset)
    if (
        rules.example is not None
        and _answer("The small example? (y, Enter: no)").casefold()[:1] == "y"
    ):
        setup = dict(example_for(rules, players))
    else:
        asking = setup_questions(rules, players)
        try:
            question = next(asking)
            while True:
                if question.problem:
                    _say(question.problem)
                choices = f" ({', '.join(question.choices)})" if question.choices else ""
                question = asking.send(_answer(f"{question.words}{choices}"))
        except StopIteration as done:
            setup = done.value
    text = setup_in_yaml(setup)
    click.echo(text, nl=False)
    _keep(text)
    return setup


def _keep(text: str) -> None:
    """Writes the set-up to a new file, where one is named."""
    from application.new_file import ExistsAlready, write_new

    while name := _answer("Keep it in a file, for --setup (its name, Enter: no)"):
        try:
            write_new(Path(name), text.encode())
        except ExistsAlready as why:
            _say(f"{why}.")
        except OSError as why:
            _say(f"{name}: {why.strerror}.")
        else:
            return


def _answer(words: str) -> str:
    """The answer to a question. Raises click.Abort at the end of the input, and for Esc."""
    if sys.stdin.isatty() and not is_dumb():
        return answer_at_terminal(words).strip()
    said: str = click.prompt(words, default="", show_default=False, err=True)
    if ESCAPE in said:
        raise click.Abort
    return said.strip()


def answer_at_terminal(words: str) -> str:
    """The answer typed at a terminal. Raises click.Abort for Esc, Ctrl-C and Ctrl-D."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.output import create_output

    keys = KeyBindings()

    @keys.add("escape", eager=True)
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError())

    output = None if sys.stdout.isatty() else create_output(sys.stderr)
    asked: PromptSession[str] = PromptSession(
        key_bindings=keys, output=output, reserve_space_for_menu=0
    )
    try:
        return asked.prompt(f"{words}: ")
    except (EOFError, KeyboardInterrupt):
        raise click.Abort from None


def _say(sentence: str) -> None:
    click.echo(f"umpire: {sentence}", err=True)
