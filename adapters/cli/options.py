"""The arguments and options that several commands share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

if TYPE_CHECKING:
    from datetime import datetime

    from application.game.stored_game import ViewableGame
    from application.game.umpire import Umpire
    from application.ledger.ledger import Ledger
    from domain.kernel.rulebook import Edition
    from domain.kernel.ruleset import Ruleset


class Closes(Protocol):
    """What is closed when it is done with."""

    def close(self) -> None:
        """Nothing more is asked of it."""


F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=Closes)

game_argument = click.argument("game", required=False, metavar="[GAME]")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
because_option = click.option("--because", required=True, help="The reason, kept with the ruling.")
HOW_MANY = click.IntRange(1, 1_000_000)
"""A number of things that are shown: a larger one is none that can be counted with."""
at_option = click.option("--at", type=int, metavar="N", help="After entry N instead of the newest.")
as_option = click.option(
    "--as",
    "viewer",
    default="judge",
    metavar="PLAYER|spectator",
    help="Only what this one may know; a judge sees everything.",
)


def db_option(command: F) -> F:
    """Adds `--db`; without it the one before the command counts, then UMPIRE_DB, then the default."""
    return click.option(
        "--db", metavar="PATH", help="The file or address of the games (else UMPIRE_DB)."
    )(command)


AT_A_TABLE = 0.25
"""Seconds to wait for a locked store: at a terminal the error should come soon."""


def store_asked(db: str | None) -> str | None:
    """The store that this command names, else the one named before the command; None for neither."""
    return click.get_current_context().obj if db is None else db


def open_at(opens: Callable[..., C], db: str | None, *how: object) -> C:
    """What is opened on the store that the options name; it is closed after the command."""
    opened = opens(store_asked(db), *how)
    click.get_current_context().call_on_close(opened.close)
    return opened


def umpire_at(db: str | None, *, begins: bool = False) -> "Umpire":
    """The umpire on the store that the options name; the store is closed after the command.

    A store that was named but does not exist is created only by commands that begin a game.
    """
    from adapters.wiring import require_store, umpire_on

    context = click.get_current_context()
    opened: Umpire | None = context.meta.get(OPENED)
    if opened is None:
        if not begins:
            require_store(store_asked(db))
        opened = context.meta[OPENED] = umpire_on(store_asked(db), AT_A_TABLE)
        context.call_on_close(opened.store.close)
    return opened


OPENED = "umpire.opened"
"""The key under which click's context keeps the command's umpire."""


def ledger_at(db: str | None) -> "Ledger":
    """The ledger that the options name; it is closed after the command."""
    from adapters.wiring import ledger_on, require_store

    require_store(store_asked(db))
    return open_at(ledger_on, db, AT_A_TABLE)


def entry_at(game: "ViewableGame", at: int | None) -> int:
    """The entry that `--at` asks for, the newest without it. Raises BadParameter where there is none."""
    from domain.kernel.wording import no_entry

    if at is None:
        return game.length
    if why := no_entry(at, game.length):
        raise click.BadParameter(why)
    return at


def checked_viewer(game: "ViewableGame", viewer: str) -> str:
    """The viewer, if they are a player of this game, its judge or a spectator. Raises BadParameter."""
    from application.game.redaction import no_viewer

    if why := no_viewer(game, viewer):
        raise click.BadParameter(why)
    return viewer


def find_ruleset_name(word: str) -> str:
    """The name of the ruleset that is meant, in any case, or by its beginning. Raises SetupError."""
    from application.game.words.near_words import did_you_mean, plain_word
    from application.rulesets import FOLDERS, OURS
    from domain.kernel.ruleset import SetupError

    if word in OURS:
        return word
    plain = plain_word(word)
    for fitting in (
        [name for name in FOLDERS if plain_word(name) == plain],
        [name for name in FOLDERS if plain and plain_word(name).startswith(plain)],
    ):
        if len(fitting) == 1:
            return fitting[0]
    near = did_you_mean(word, FOLDERS)
    raise SetupError(f"no ruleset “{word}”; expected one of {', '.join(FOLDERS)}{near}")


def edition_named(ruleset: "Ruleset", id: str | None) -> "Edition":
    """The edition of this id, the newest without one. Raises BadParameter where there is none."""
    try:
        return ruleset.edition(id)
    except KeyError:
        known = ", ".join(edition.id for edition in ruleset.editions)
        raise click.BadParameter(f"no edition “{id}”; expected one of {known}") from None


def readings_of(given: tuple[str, ...]) -> dict[str, str]:
    """Question → reading, as given in words such as `C1=snap_fire`. Raises BadParameter."""
    readings = {}
    for said in given:
        question, equals, value = said.partition("=")
        if not (question and equals and value):
            raise click.BadParameter(f"“{said}” is no reading; expected ID=VALUE, as C1=snap_fire")
        readings[question] = value
    return readings


def utc_time(at: int) -> str:
    """Microseconds since 1970 as people and programs write them: 2025-06-01T18:04:09.125Z."""
    from application.game.moments import iso_time

    return iso_time(at)


def local_time(at: int) -> "datetime":
    """Microseconds since 1970 in this machine's zone."""
    from datetime import datetime

    return datetime.fromtimestamp(at / 1_000_000).astimezone()


def parse_time(text: str) -> int:
    """Microseconds since 1970 of a local time: 18:30 (today) or 2025-06-01T18:30. Raises BadParameter."""
    from datetime import datetime

    now = datetime.now().astimezone()
    try:
        whole = text if "-" in text else f"{now.date().isoformat()}T{text.zfill(5)}"
        moment = datetime.fromisoformat(whole)
        seconds = (moment if moment.tzinfo else moment.astimezone()).timestamp()
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"“{text}” is neither an entry nor a time; expected 12, 18:30 or 2025-06-01T18:30"
        ) from None
    return int(seconds * 1_000_000)
