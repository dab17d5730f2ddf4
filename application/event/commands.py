"""A command as it is given: read from JSON or made by an adapter, carried out, and kept."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, get_args

from application.event.account import NUMBER, Account
from application.event.keyring import FORGOTTEN, Keyring, tidy_name
from application.event.moments import TableGames
from application.event.names import hide_checked_words
from application.event.opening import checked_person, edition_played
from application.event.repository import Repository, check_open, outcome_of
from application.game.umpire import Umpire
from application.game.words.near_words import did_you_mean
from domain.kernel.setup import SetupError, among, read, wrong
from domain.kernel.values import changed, fields
from domain.tournament import Tournament
from domain.tournament.book import book_of
from domain.tournament.command import Command, Refused, TournamentEvent, decide, fitting
from domain.tournament.context import Context, EarlierRuling
from domain.tournament.departures import DESK
from domain.tournament.pairing import Exchange, PlayersExchanged
from domain.tournament.people import ORGANISER, Played, who_is_called


def command_of(content: Mapping[str, Any], kinds: Any, by: str) -> Command:
    """The command that this JSON value is, one of `kinds`: JudgeCommand or PlayerCommand. Raises Refused."""
    if "by" in content:
        raise Refused("by: who does it is known from the token; leave it out")
    do, said = content.get("do"), {name: it for name, it in content.items() if name != "do"}
    by_word = {kind.__struct_config__.tag: kind for kind in get_args(kinds)}
    try:
        if not isinstance(do, str) or do not in by_word:
            raise wrong("do", f"one of {', '.join(by_word)}", do)
        kind: type[Command] = by_word[do]
        among([field.encode_name for field in fields(kind) if field.name != "by"], said, "")
        return changed(read(kind, said, ""), by=by)
    except SetupError as why:
        raise Refused(str(why)) from None


def find_person(event: Tournament, keyring: Keyring, asked: str) -> str:
    """The number of somebody given by number or name. Raises Refused."""
    if asked in event.everybody:
        return asked
    names = {id: keyring.reveal(id, name) for id, name in event.everybody.items()}
    # Nobody is called so; whoever is forgotten goes by their number.
    names = {id: name for id, name in names.items() if name != FORGOTTEN}
    fitting = who_is_called(names, tidy_name(asked))
    # Who judged before, and does again under another number, is who they are now.
    gone = {judge.id for judge in event.judges.values() if judge.relieved}
    fitting = [id for id in fitting if id not in gone] or fitting
    if len(fitting) != 1:
        why = "nobody" if not fitting else "more than one"
        raise Refused(f"{why} at this event is called “{asked}”; expected a number or a name", "P1")
    return fitting[0]


def with_numbers(command: Command, event: Tournament, keyring: Keyring) -> Command:
    """The command with numbers where people are called by their names. Raises Refused."""
    people = [name for name, fits in fitting(type(command)).items() if fits.is_person]
    said = {name: getattr(command, name) for name in people if getattr(command, name)}
    kept = {ORGANISER, *event.everybody, *filter(NUMBER.fullmatch, said.values())}
    new: dict[str, Any] = {
        name: find_person(event, keyring, asked)
        for name, asked in said.items()
        if asked not in kept
    }
    points = getattr(command, "points", {})
    if any(point not in kept for point in points):
        numbered = {find_person(event, keyring, person): n for person, n in points.items()}
        if len(numbered) < len(points):
            raise Refused("points: somebody is named twice, by number and by name", "P1")
        new["points"] = numbered
    return changed(command, **new) if new else command


class EventWords:
    """Names and words of an event's people, under the keys of all whom they name.

    Once it is closed nothing more is said: whoever is forgotten has no key any more, and gets none.
    """

    def __init__(self, event: Tournament, keyring: Keyring) -> None:
        self.event = event
        self.keyring = keyring

    def hide_name(self, person: str, name: str) -> str:
        return self.hide_names({person: name})[person]

    def hide_names(self, names: Mapping[str, str]) -> dict[str, str]:
        if self.event.forgotten & names.keys():
            check_open(self.event)
        checked = {person: checked_person(name, "the name") for person, name in names.items()}
        self.keyring.enter(checked)
        return {person: self.keyring.hide(person, name) for person, name in checked.items()}

    def hide(self, by: str, words: str, what: str) -> str:
        check_open(self.event)
        if by == DESK:
            self.keyring.enter([DESK])
        return hide_checked_words(self.event, self.keyring, by, words, what)

    def reveal(self, person: str, cipher: str) -> str:
        return self.keyring.reveal(person, cipher)


def rules_cited(event: Tournament, why: Refused) -> list[str]:
    """What a refusal rests on, as the event's book words it."""
    return [*map(book_of(event.book).rule, why.cites)]


@contextmanager
def by_the_book(event: Tournament) -> Iterator[None]:
    """What is refused within rests on rules as the event's book words them."""
    try:
        yield
    except Refused as why:
        raise Refused(str(why), *rules_cited(event, why)) from None


@dataclass
class Commands:
    """Carries out commands at the events of a store."""

    repository: Repository
    umpire: Umpire

    def deciding(
        self,
        command: Command,
        key: str = "",
        elsewhere: tuple[EarlierRuling, ...] = (),
    ) -> "Deciding":
        """What the repository is handed, to be asked about the event as it stands."""
        return Deciding(self, command, key, elsewhere)

    def give(
        self, id: str, command: Command, elsewhere: tuple[EarlierRuling, ...] = ()
    ) -> "Deciding":
        """Carries a command out; durable on return. Raises Refused."""
        deciding = self.deciding(command, elsewhere=elsewhere)
        try:
            deciding.event = self.repository.keep(id, deciding)
        except Refused as why:
            raise self.with_names(id, why) from None
        return deciding

    def seats_to_leave(self, id: str, command: Command) -> list[tuple[str, str]]:
        """(game, seat) at which somebody else will sit after this command; none for one that is refused.

        Their links end before it is kept, too: whoever is cut off in between could not say it again.
        """
        if not isinstance(command, Exchange):
            return []
        with suppress(Refused):
            return self.try_out(id, command).seats_left
        return []

    def try_out(self, id: str, command: Command) -> "Deciding":
        """What the command would come to now; nothing is kept. Raises Refused, as `give` would."""
        deciding = self.deciding(command)
        deciding.event = self.repository.event(id)
        try:
            outcome_of(deciding.event, self.repository.clock(), deciding)
        except Refused as why:
            raise self.with_names(id, why) from None
        return deciding

    def with_names(self, id: str, why: Refused) -> Refused:
        """The refusal with names in place of people's numbers, its rules as the event's book words them."""
        event = self.repository.event(id)
        account = Account(event, self.repository.keyring_at(event))
        return Refused(account.name_people(str(why)), *rules_cited(event, why))


@dataclass
class Deciding:
    """A command on its way into the log, and what came of it."""

    commands: Commands
    command: Command
    key: str
    elsewhere: tuple[EarlierRuling, ...]
    events: Sequence[TournamentEvent] = ()
    """What happened; nothing where it is so already."""
    event: Tournament = field(default_factory=lambda: Tournament(""))
    """The event after it, once it is kept."""

    @property
    def seats_left(self) -> list[tuple[str, str]]:
        """(game, seat) at which somebody else sits now: whoever had its link has it no longer."""
        return [
            (table.game, table.seat_of(player))
            for event in self.events
            if isinstance(event, PlayersExchanged)
            for table in self.event.of_round(event.round)
            for player in {event.first, event.second} & {*table.players}
            if table.game
        ]

    def __call__(self, event: Tournament, now: int) -> Iterable[TournamentEvent]:
        commands = self.commands
        keyring = commands.repository.keyring_at(event)
        context = Context(
            now,
            EventWords(event, keyring),
            TableGames(commands.umpire, commands.repository.ledger),
            self.key,
            self.elsewhere,
            check_rules,
        )
        command = with_numbers(self.command, event, keyring)
        self.events = tuple(decide(event, command, context))
        return self.events


def check_rules(played: Played, cites: Collection[str]) -> None:
    """Checks that the rules are in the edition played. Raises Refused."""
    edition = edition_played(played)
    known = (*edition.rules, *edition.questions)
    for rule in cites:
        if rule not in known:
            near = did_you_mean(rule, known)
            raise Refused(f"{edition.ruleset} {edition.id} has no rule “{rule}”{near}")
