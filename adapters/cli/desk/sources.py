"""What the commands of the desk share: a game from the store or a file, and its policy."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from adapters.cli.options import umpire_at

if TYPE_CHECKING:
    from application.desk.policy import Policy
    from application.game.live_game import LiveGame
    from application.game.stored_game import ViewableGame
    from application.records.replay import Mismatch
    from domain.kernel.history import Entry, Game

policy_option = click.option(
    "--policy", metavar="FILE", help="A policy of your own, laid over the ruleset's."
)

whole_option = click.option(
    "--whole", is_flag=True, help="Also, entry by entry, what came to nothing."
)


class Unusable(click.ClickException):
    """An argument cannot be used; the message is one sentence."""

    exit_code = 2


@contextmanager
def unusable(*why: type[Exception]) -> Iterator[None]:
    """What is raised for one of these reasons is an Unusable that says it."""
    try:
        yield
    except why as raised:
        raise Unusable(str(raised)) from None


def live_of(name: str, db: str | None) -> "LiveGame":
    """The game in this file, a record or a sealed file; without such a file, the stored game of this id.

    Raises BadRecord, StoreProblem.
    """
    from application.desk.batch.sources import is_file, live_in

    if is_file(name):
        return live_in(name)
    umpire = umpire_at(db)
    live = umpire.game(name)
    return umpire.tables.codec_of(live).readable(live)


def game_of(name: str, db: str | None) -> "Game":
    """As `live_of`, without the times of its entries."""
    return live_of(name, db).game


def mismatches_of(name: str, live: "LiveGame", db: str | None) -> "list[Mismatch]":
    """Where this game, from a file or imported from one, is not as its record expects."""
    from application.desk.batch.sources import expected_in, is_file
    from application.records.expectations import expectations_in

    in_file = is_file(name)
    expected = expected_in(name) if in_file else expectations_in(umpire_at(db).store).of(name)
    return [] if expected is None else expected.mismatches(live.game)


def load_viewable(name: str, db: str | None) -> "ViewableGame":
    """As `live_of`, read-only: of a stored game only what is needed is read."""
    from application.desk.batch.sources import is_file, live_in
    from application.game.stored_game import viewable_game

    return live_in(name).game if is_file(name) else viewable_game(umpire_at(db), name)


def log_of(name: str, db: str | None) -> "tuple[Game, Sequence[Entry]]":
    """The game before its first entry, and its log."""
    from application.desk.batch.sources import is_file
    from application.editions import rules_of
    from domain.kernel.history import open_game

    if is_file(name):
        game = game_of(name, db)
        return game.at(0), game.log
    stored = umpire_at(db).store.load(name)
    begun = open_game(rules_of(stored.opening), stored.opening)
    return begun, stored.written.log


def policy_of(game: "Game", path: str | None, name: str = "", db: str | None = None) -> "Policy":
    """The policy in force for this game: with the name of a stored one, its event's."""
    from application.desk.batch.sources import is_file
    from application.desk.policy import BadPolicy, policy_for

    if path is None and "." in name and not is_file(name):
        from adapters.cli.event.options import repository_at
        from application.event.policy import policy_at

        return policy_at(repository_at(db), name, game.ruleset.name)
    with unusable(BadPolicy):
        return policy_for(game.ruleset.name, path)


def titles(game: "Game") -> dict[str, str]:
    """Rule → its title, in the game's edition."""
    edition = game.law.edition
    return {id: edition.title_of(id) for id in (*edition.rules, *edition.questions)}
