"""The arguments and options that commands of an event share, and the event they act on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adapters.cli.json_output import add_to_json, collects_json
from adapters.cli.options import AT_A_TABLE, db_option, open_at, store_asked
from adapters.cli.output import print_text

if TYPE_CHECKING:
    from application.event.keyring import Keyring
    from application.event.repository import Kept, Repository
    from application.game.umpire import Umpire
    from domain.tournament import Tournament
    from domain.tournament.command import Command, TournamentEvent
    from domain.tournament.context import EarlierRuling


F = TypeVar("F", bound=Callable[..., Any])
Asks = Callable[[Callable[..., None]], Callable[..., None]]
"""An argument or option, or several of them as one."""
event_argument = click.argument("event")
round_argument = click.argument("round", type=click.IntRange(min=1))
table_argument = click.argument("table", type=click.IntRange(min=1))
player_argument = click.argument("player")
words_argument = click.argument("words")
judge_option = click.option(
    "--by", required=True, metavar="JUDGE", help="The judge: number or name."
)
because_option = click.option("--because", required=True, help="The reason, kept in the log.")
output_option = click.option("-o", "--output", metavar="FILE", help="Write it to a file.")


def _new_file(_context: click.Context, _option: click.Parameter, path: str | None) -> str | None:
    """The path of a file that is not there yet. Raises ExistsAlready."""
    from application.new_file import check_free

    if path is not None:
        check_free(Path(path))
    return path


def new_file_option(help: str = "Write it to a new file.", **settings: Any) -> Callable[[F], F]:
    """The output of what is not made a second time, as tokens and signatures: refused before any is made."""
    return click.option("-o", "--output", metavar="FILE", callback=_new_file, help=help, **settings)


def as_one(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Combines arguments and options into one decorator; arguments come in the order given."""

    def apply(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


round_arguments = as_one(event_argument, round_argument)
table_arguments = as_one(event_argument, round_argument, table_argument)


def bytes_of_list(file: str) -> tuple[bytes, str]:
    """What stands in a list, or on standard input for “-”, and what it is called. Raises CannotRead."""
    from application.event.list_cells import MOST_BYTES
    from application.named_file import bytes_of, spoken_path

    return bytes_of(file, MOST_BYTES), spoken_path(Path(file).name)


def write_out(text: str, output: str | None, what: str, *, new: bool = False) -> None:
    """Writes the text to the file, and says that `what` in it: “The slip is”; without one, prints it.

    `new`: the file is none yet, as `new_file_option` says.
    """
    from application.new_file import write_new

    if output is None:
        click.echo(text, nl=False)
        return
    write_new(Path(output), text.encode(), over=not new, into_streams=new)
    print_text(f"{what} in {output}.")


def repository_at(db: str | None, *, begins: bool = False) -> "Repository":
    """The events of the store that the options name; it is closed after the command."""
    from adapters.wiring import repository_on, require_store

    if not begins:
        require_store(store_asked(db))
    event = click.get_current_context().params.get("event")
    on_kept = _adding_to_json(event) if collects_json() else None
    return open_at(repository_on, db, AT_A_TABLE, on_kept)


def _adding_to_json(event: str | None) -> "Kept":
    """Adds everything that this command stores to its JSON."""
    from application.event.registry import event_as_json

    kept: list[Any] = []
    add_to_json(**({"event": event} if event else {}), facts=kept)
    return lambda events: kept.extend(map(event_as_json, events))


def name_of(event: "Tournament", keyring: "Keyring", person: str) -> str:
    """The name of a person by their number; `organiser` and `game` unchanged."""
    if person in event.people:
        return keyring.reveal(person, event.people[person])
    if person in event.judges:
        return keyring.reveal(person, event.judges[person].name)
    return person


@dataclass
class Desk:
    """An event and its repository, on which commands act."""

    repository: "Repository"
    id: str

    @property
    def event(self) -> "Tournament":
        return self.repository.event(self.id)

    @property
    def umpire(self) -> "Umpire":
        from application.game.umpire import Umpire

        return Umpire(self.repository.ledger)

    def person(self, asked: str) -> str:
        """The number of somebody given by number or name. Raises Refused."""
        from application.event.commands import find_person

        return find_person(self.event, self.repository.keyring(self.id), asked)

    def give(
        self,
        command: "Command",
        told: str | None = None,
        elsewhere: "tuple[EarlierRuling, ...]" = (),
    ) -> "Sequence[TournamentEvent]":
        """Carries out a command; tells, and gives, what came of it. Raises Refused.

        `told` is said in place of a sentence for each event; empty, nothing is.
        """
        from application.event.account import Account
        from application.event.commands import Commands

        commands = Commands(self.repository, self.umpire)
        self._end_links(commands.seats_to_leave(self.id, command))
        given = commands.give(self.id, command, elsewhere)
        self._end_links(given.seats_left)
        account = Account(given.event, self.repository.keyring(self.id))
        lines = [account.tell(event) for event in given.events] or ["It is so already."]
        if told is not None:
            lines = [told] if told else []
        for line in lines:
            print_text(line)
        return given.events

    def check(self, command: "Command") -> None:
        """Raises Refused where the command would be refused now."""
        from application.event.commands import Commands

        Commands(self.repository, self.umpire).try_out(self.id, command)

    def _end_links(self, left: list[tuple[str, str]]) -> None:
        """Ends the links of seats at which somebody else sits now."""
        if left:
            from adapters.wiring import seats_on

            seats = open_at(seats_on, click.get_current_context().params.get("db"))
            for game, seat in left:
                seats.revoke(game, seat)


def desk_at(db: str | None, event: str) -> Desk:
    """The event of the store that the options name."""
    return Desk(repository_at(db), event)


def act_command(
    kind: str, says: str, *asks: Asks, told: str | None = None, below_zero: bool = False
) -> click.Command:
    """The command that gives an event one of its own: what it asks for is called as that one's fields.

    `kind`: `module:class` in domain.tournament; `told`: said in place of what happened, with {event}
    and the fields; `below_zero`: an argument may begin with a minus.
    """
    module, _, name = kind.partition(":")

    def give(event: str, db: str | None, **fields: Any) -> None:
        # Looked up when it is given: help needs nothing of the domain.
        command = getattr(import_module(f"domain.tournament.{module}"), name)(**fields)
        desk_at(db, event).give(command, told and told.format(event=event, **fields))

    settings = {"ignore_unknown_options": below_zero}
    asking = as_one(*asks, db_option)(give)
    return click.command(name.lower(), help=says, context_settings=settings)(asking)
