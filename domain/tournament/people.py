"""Who is at an event, and under which law it is played: judges, players, the book."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from domain.kernel.look_alikes import look_the_same
from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.values import Value, changed, field, stored_as
from domain.tournament.command import Command, Fits, Refused, TournamentEvent
from domain.tournament.context import Cipher, Context

ORGANISER = "organiser"
"""The name under which somebody with the store, or with the operator's key, acts."""


OF_A_JUDGE, OF_A_PLAYER = "j", "p"
"""What the number of a judge and that of a player begin with."""


class Played(Value, omit_defaults=True):
    """A ruleset that is played at an event, and under which law."""

    ruleset: str
    """The ruleset's name."""
    edition: str
    """The edition every table is pinned to."""
    readings: dict[str, str] = field(default_factory=dict)
    """The readings in force at all tables; the others are the edition's."""
    edition_page: dict[str, Any] = field(default_factory=dict)
    """An organiser's own edition, as its page has it; empty where it is a published one."""


class Judge(Value):
    """Somebody who judges, or did."""

    id: str
    name: Cipher
    head: bool
    key: str
    relieved: bool = False


class People(Value):
    """An event, as far as its law and its people."""

    id: str
    name: str = ""
    played: tuple[Played, ...] = ()
    book: Mapping[str, Any] = {}
    key: str = ""
    """The public key of its log, as a verifier writes it; empty while it has none."""
    judges: Mapping[str, Judge] = {}
    people: Mapping[str, Cipher] = {}
    """Player → name, under their key."""
    former: tuple[tuple[str, Cipher], ...] = ()
    """(number, name) of names that were corrected since, oldest first."""
    dropped: frozenset[str] = frozenset()
    """The players who have left the event, and are not paired any more."""
    forgotten: frozenset[str] = frozenset()
    """The people whose names and words can no longer be read."""

    @property
    def head_judge(self) -> str:
        """The head judge's number; empty while there is none."""
        return next(
            (judge.id for judge in self.judges.values() if judge.head and not judge.relieved), ""
        )

    @property
    def on_duty(self) -> Iterator[Judge]:
        """The judges who judge now."""
        return (judge for judge in self.judges.values() if not judge.relieved)

    @property
    def everybody(self) -> Mapping[str, Cipher]:
        """Number → name, of all whose names stand in the log: players, then judges."""
        return {**self.people, **{judge.id: judge.name for judge in self.judges.values()}}

    @property
    def all_forgotten(self) -> bool:
        """Whether nobody's name can be read any more."""
        return set(self.everybody) <= self.forgotten

    def judge(self, id: str) -> Judge:
        """The judge on duty with this number. Raises Refused where there is none."""
        judge = self.judges.get(id)
        if judge is None or judge.relieved:
            raise Refused(f"“{id}” does not judge at this event", "P2")
        return judge

    def plays(self, ruleset: str) -> Played:
        """The law under which a ruleset is played here. Raises Refused where it is not played."""
        for played in self.played:
            if played.ruleset == ruleset:
                return played
        names = ", ".join(one.ruleset for one in self.played)
        if not ruleset:
            raise Refused(f"no ruleset is named; expected “ruleset:” with one of {names}")
        raise Refused(f"“{ruleset}” is not played at this event; expected {names}")


def who_is_called(names: Mapping[str, str], asked: str) -> list[str]:
    """Who is meant by a typed name, of these (number → name): exactly so, else whatever its capitals."""
    exactly = [person for person, name in names.items() if name == asked]
    return exactly or [person for person, name in names.items() if look_the_same(name, asked)]


def player_here(event: People, id: str) -> Cipher:
    """The name of the player with this number. Raises Refused where there is none."""
    if id not in event.people:
        raise Refused(f"“{id}” does not play at this event", "P1")
    return event.people[id]


def somebody_here(event: People, id: str) -> Cipher:
    """The name of the player or judge with this number. Raises Refused where there is none."""
    if id not in event.everybody:
        raise Refused(f"“{id}” is nobody at this event", "P1")
    return event.everybody[id]


def check_acts(event: People, id: str) -> None:
    """Checks that this is the organiser, or a judge on duty. Raises Refused."""
    if id != ORGANISER:
        event.judge(id)


a_player = Fits("a player: number or name", player_here, is_person=True)
a_judge = Fits("a judge: number or name", People.judge, is_person=True)
who_runs_it = Fits("a judge, or “organiser”", check_acts, is_person=True)


@requires("P3")
def the_head_judge_decides(event: People, command: Command) -> Refusal | None:
    if event.judge(command.by).head:
        return None
    return illegal(f"that is the head judge's to decide: {event.head_judge or 'there is none'}")


@stored_as("event/opened/v1")
class EventOpened(TournamentEvent):
    """An event was opened: what is played, and under which book of infractions."""

    name: str
    """What the event is called."""
    played: tuple[Played, ...]
    """The rulesets that are played."""
    book: dict[str, Any]
    """The book of infractions, as it stood on that day."""

    def after(self, event: People, _at: int) -> People:
        return changed(event, name=self.name, played=self.played, book=self.book)


@stored_as("event/judge_appointed/v1")
class JudgeAppointed(TournamentEvent):
    """Somebody judges at this event."""

    judge: str
    """The judge's number."""
    name: Cipher
    """The judge's name, under their key."""
    head: bool = False
    """They are the head judge from now on; there is one."""
    key: str = ""
    """The public key with which they sign; empty where they have none."""

    def after(self, event: People, _at: int) -> People:
        judges = {
            id: changed(judge, head=judge.head and not self.head)
            for id, judge in event.judges.items()
        }
        judges[self.judge] = Judge(self.judge, self.name, self.head, self.key)
        return changed(event, judges=judges)


class Appoint(Command, tag="judge"):
    """Somebody judges from now on, or is the head judge; whoever was it judges on."""

    name: str
    head: bool = False
    key: str = ""
    """The public key with which they sign; empty where they have none."""

    def happens(self, event: People, context: Context) -> Iterator[TournamentEvent]:
        names = {judge.id: context.words.reveal(judge.id, judge.name) for judge in event.on_duty}
        for id in who_is_called(names, self.name)[:1]:
            judge = event.judges[id]
            # Whoever is head judge stays so until another is named.
            head = self.head or judge.head
            if judge.head == head and self.key in ("", judge.key):
                raise Refused(f"{names[id]} judges already, as {id}", "P2")
            yield JudgeAppointed(id, judge.name, head, self.key or judge.key)
            return
        number = f"{OF_A_JUDGE}{len(event.judges) + 1}"
        yield JudgeAppointed(
            number, context.words.hide_name(number, self.name), self.head, self.key
        )


@stored_as("event/judge_relieved/v1")
class JudgeRelieved(TournamentEvent):
    """Somebody no longer judges."""

    judge: str
    """The judge's number."""

    def after(self, event: People, _at: int) -> People:
        judge = changed(event.judges[self.judge], relieved=True)
        return changed(event, judges={**event.judges, judge.id: judge})


@requires("P3")
def it_is_not_the_head_judge(event: People, command: "Relieve") -> Refusal | None:
    if not event.judge(command.judge).head:
        return None
    return illegal(f"{command.judge} is the head judge: appoint another one first (--head)")


class Relieve(Command, tag="relieve"):
    """A judge is let go; the head judge is not, before there is another."""

    CHECKS = (it_is_not_the_head_judge,)

    judge: Annotated[str, a_judge]

    def happens(self, _event: People, _context: Context) -> Iterator[TournamentEvent]:
        yield JudgeRelieved(self.judge)


class Person(Value):
    """Somebody who plays."""

    id: str
    """The player's number."""
    name: Cipher
    """The player's name, under their key."""


@stored_as("event/players_entered/v1")
class PlayersEntered(TournamentEvent):
    """Players have come to the event."""

    players: tuple[Person, ...]
    """Who has come."""

    def after(self, event: People, _at: int) -> People:
        return changed(
            event, people={**event.people, **{person.id: person.name for person in self.players}}
        )


@stored_as("event/people_forgotten/v1")
class PeopleForgotten(TournamentEvent):
    """The keys of people were destroyed: nobody can read their names and words again."""

    people: tuple[str, ...]
    """Their numbers."""

    AFTER_CLOSING: ClassVar[bool] = True

    def after(self, event: People, _at: int) -> People:
        return changed(event, forgotten=event.forgotten | set(self.people))


@stored_as("event/name_corrected/v1")
class NameCorrected(TournamentEvent):
    """Somebody's name was entered wrongly, and is this."""

    person: str
    """Their number."""
    name: Cipher
    """The name as it is right, under their key."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: People, _at: int) -> People:
        # People go on writing the old name: it is found in words, and forgotten, like the new one.
        former = (*event.former, (self.person, event.everybody[self.person]))
        if self.person in event.people:
            return changed(event, former=former, people={**event.people, self.person: self.name})
        judge = changed(event.judges[self.person], name=self.name)
        return changed(event, former=former, judges={**event.judges, self.person: judge})


class Rename(Command, tag="rename"):
    """A name that was entered wrongly is corrected; whoever bears it stays who they are."""

    WHO = a_judge

    person: Annotated[str, Fits("a player or judge: number or name", somebody_here, is_person=True)]
    name: str
    """The name as it is right."""
    because: str

    def happens(self, event: People, context: Context) -> Iterator[TournamentEvent]:
        kept = context.words.hide_name(self.person, self.name)
        name = context.words.reveal(self.person, kept)
        for id, other in event.everybody.items():
            known = context.words.reveal(id, other)
            if id == self.person and known == name:
                return
            if id != self.person and look_the_same(known, name):
                raise Refused(f"“{name}” is {id}: two people would have one name", "P1")
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield NameCorrected(self.person, kept, self.by, hidden)


@stored_as("event/player_dropped/v1")
class PlayerDropped(TournamentEvent):
    """A player leaves the event, and is not paired any more."""

    player: str
    """The player's number."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: People, _at: int) -> People:
        return changed(event, dropped=event.dropped | {self.player})


class Drop(Command, tag="drop"):
    """A player leaves the event; a table at which they sit plays on until it has a result."""

    WHO = a_judge

    player: Annotated[str, a_player]
    because: str

    def happens(self, event: People, context: Context) -> Iterator[TournamentEvent]:
        if self.player not in event.dropped:
            hidden = context.words.hide(self.by, self.because, "the reason")
            yield PlayerDropped(self.player, self.by, hidden)


@stored_as("event/player_taken_back/v1")
class PlayerTakenBack(TournamentEvent):
    """A player who had left, or was put out, plays on."""

    player: str
    """The player's number."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: Any, _at: int) -> Any:
        cleared = {
            offence.given.offence: changed(offence, cleared=True)
            for offence in event.history(self.player)
        }
        return changed(
            event,
            dropped=event.dropped - {self.player},
            offences={**event.offences, **cleared},
        )
