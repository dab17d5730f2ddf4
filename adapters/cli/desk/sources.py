"""What the commands of the judge's desk share: a game of the store or of a record, its policy."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.asking import umpire_at

if TYPE_CHECKING:
    from application.desk.policy import Policy
    from domain.kernel.history import Entry, Game

policy_option = click.option(
    "--policy", metavar="FILE", help="A policy of your own, laid over the ruleset's."
)


class Unusable(click.ClickException):
    """What was given cannot be used; one sentence."""

    exit_code = 2


def game_or_record(name: str, db: str | None) -> "Game":
    """The game of this record if there is such a file, else the game of the store."""
    if not is_file(name):
        return umpire_at(db).game(name).game
    from application.records.records import read_record
    from application.records.replay import replay

    return replay(read_record(name)).game


def log_or_record(name: str, db: str | None) -> "tuple[Game, Sequence[Entry]]":
    """The same game as it was opened, and its log."""
    if is_file(name):
        game = game_or_record(name, db)
        return game.at(0), game.log
    from application.rulesets import ruleset
    from domain.kernel.history import open_game

    stored = umpire_at(db).store.load(name)
    begun = open_game(ruleset(stored.opening.ruleset), stored.opening)
    return begun, stored.written.log


def is_file(name: str) -> bool:
    """Whether a file is meant: it is there, or it is written like one."""
    path = Path(name)
    return name == "-" or path.suffix in (".yaml", ".yml", ".json") or path.is_file()


def policy_of(game: "Game", path: str | None) -> "Policy":
    """The policy in force for this game."""
    from application.desk.policy import BadPolicy, policy_for

    try:
        return policy_for(game.ruleset.name, path)
    except BadPolicy as why:
        raise Unusable(str(why)) from None


def titles(game: "Game") -> dict[str, str]:
    """Rule → its title, in the game's edition."""
    edition = game.law.edition
    return {id: edition.title_of(id) for id in (*edition.rules, *edition.questions)}
