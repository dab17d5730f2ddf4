"""The arguments and options that commands of an event share, and the event they act on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adapters.cli.json_output import add_to_json, collects_json
from adapters.cli.options import AT_A_TABLE
from adapters.cli.output import print_text

if TYPE_CHECKING:
    from application.event.facts import Fact
    from application.event.office import Decide, Office
    from application.event.people import Keyring
    from application.event.state import Event

F = TypeVar("F", bound=Callable[..., Any])
event_argument = click.argument("event")
round_argument = click.argument("round", type=click.IntRange(min=1))
table_argument = click.argument("table", type=click.IntRange(min=1))
judge_option = click.option(
    "--by", required=True, metavar="JUDGE", help="The judge: number or name."
)


because_option = click.option("--because", required=True, help="The reason, kept in the log.")


def as_one(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Combines arguments and options into one decorator; arguments come in the order given."""

    def apply(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


round_arguments = as_one(event_argument, round_argument)
table_arguments = as_one(event_argument, round_argument, table_argument)


def office_at(db: str | None, *, begins: bool = False) -> "Office":
    """The events of the store that the options name; it is closed after the command."""
    from adapters.wiring import office_on, require_store

    context = click.get_current_context()
    chosen = db or context.find_root().obj
    if not begins:
        require_store(chosen)
    office = office_on(chosen, AT_A_TABLE)
    context.call_on_close(office.close)
    if collects_json():
        _add_facts_to_json(office, context.params.get("event"))
    return office


def _add_facts_to_json(office: "Office", event: str | None) -> None:
    """Adds every fact that this command stores to its JSON."""
    from application.event.kinds.stored import fact_as_json

    keep = office.keep
    facts: list[Any] = []
    add_to_json(**({"event": event} if event else {}), facts=facts)

    def keep_and_add(id: str, decide: "Decide") -> "Event":
        happened: list[Fact] = []

        def decide_and_note(event: "Event", at: int) -> "list[Fact]":
            happened[:] = decide(event, at)
            return happened

        now = keep(id, decide_and_note)
        facts.extend(map(fact_as_json, happened))
        return now

    office.keep = keep_and_add  # type: ignore[method-assign]


def find_person(event: "Event", keyring: "Keyring", asked: str) -> str:
    """The number of somebody given by number or name. Raises Refused."""
    from application.event.people import tidy_name
    from application.event.state import Refused

    named = {**event.people, **{one.id: one.name for one in event.judges.values()}}
    if asked in named:
        return asked
    wanted = tidy_name(asked)
    found = [id for id, name in named.items() if keyring.reveal(id, name) == wanted]
    if len(found) != 1:
        why = "nobody" if not found else "more than one"
        raise Refused(f"{why} at this event is called “{asked}”; expected a number or a name")
    return found[0]


def name_of(event: "Event", keyring: "Keyring", person: str) -> str:
    """The name of a person by their number; `organiser` and `game` unchanged."""
    if person in event.people:
        return keyring.reveal(person, event.people[person])
    if person in event.judges:
        return keyring.reveal(person, event.judges[person].name)
    return person


@dataclass
class Desk:
    """An event and its office, on which commands act."""

    office: "Office"
    id: str

    @property
    def event(self) -> "Event":
        return self.office.event(self.id)

    def person(self, asked: str) -> str:
        """The number of somebody given by number or name. Raises Refused."""
        return find_person(self.event, self.office.keyring(self.id), asked)

    def newest_entry(self, round: int, table: int) -> int:
        """The newest entry of the table's game; 0 without a game. Raises Refused."""
        from application.game.stored_game import viewable_game
        from application.game.umpire import Umpire

        game = self.event.table(round, table).game
        return viewable_game(Umpire(self.office.ledger), game).length if game else 0

    def keep(self, decide: "Callable[[Event, Keyring, int], Iterable[Fact]]") -> None:
        """Stores the facts that `decide` gives, and prints them. Raises Refused."""
        from application.event.kinds.account import Account
        from application.event.state import Refused

        keyring = self.office.keyring(self.id)
        happened: list[Fact] = []

        def decide_and_note(event: "Event", at: int) -> "list[Fact]":
            happened[:] = decide(event, keyring, at)
            return happened

        try:
            account = Account(self.office.keep(self.id, decide_and_note), keyring)
        except Refused as why:
            raise Refused(Account(self.event, keyring).name_people(str(why))) from None
        for fact in happened:
            print_text(account.tell(fact))
        if not happened:
            print_text("It is so already.")


def desk_at(db: str | None, event: str) -> Desk:
    """The event of the store that the options name."""
    return Desk(office_at(db), event)
