"""Tables are paired: who plays where; and what is done about a pairing that was a mistake."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from domain.kernel.look_alikes import as_it_looks
from domain.kernel.values import Value, changed, stored_as, without_item
from domain.tournament.book import book_of
from domain.tournament.calls import Calls
from domain.tournament.clocks import Clocks
from domain.tournament.command import Command, Listed, Refused, TournamentEvent, ask
from domain.tournament.context import Cipher, Context, Games
from domain.tournament.offences import Offences
from domain.tournament.people import (
    OF_A_PLAYER,
    Person,
    PlayersEntered,
    PlayerTakenBack,
    a_judge,
    a_player,
    the_head_judge_decides,
    who_runs_it,
)
from domain.tournament.rounds import (
    Exchanged,
    Place,
    Round,
    Rounds,
    Table,
    a_round,
    the_round_is_not_over,
)

SEATS = (
    *("north", "south", "east", "west", "northeast"),
    *("southwest", "southeast", "northwest", "middle"),
)
"""What seats are called where no set-up names them: by words that no ruling has."""
COUNTED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""What they were called before; so they still are where a set-up speaks of them, or somebody has a bye."""


class Pairing(Value, omit_defaults=True):
    """A table of a round. Somebody alone at it has a bye."""

    table: int
    """The number of the table."""
    places: tuple[Place, ...]
    """Who plays there, in turn order."""
    game: str = ""
    """The table's game; empty for a bye."""
    ruleset: str = ""
    """What is played there; empty for a bye."""


@stored_as("event/tables_paired/v1")
class TablesPaired(TournamentEvent):
    """Tables of a round were paired, and their games opened."""

    round: int
    """The number of the round."""
    tables: tuple[Pairing, ...]
    """The tables, as the list had them."""

    def after(self, event: Rounds, _at: int) -> Rounds:
        tables = [
            Table(self.round, pairing.table, pairing.places, pairing.game, pairing.ruleset)
            for pairing in self.tables
        ]
        rounds = {self.round: Round(self.round), **event.rounds}
        return changed(
            event, rounds=rounds, tables={**event.tables, **{table.key: table for table in tables}}
        )


@stored_as("event/round_unpaired/v1")
class RoundUnpaired(TournamentEvent):
    """The pairing of a round was taken back before anybody played."""

    round: int
    """The number of the round."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: Clocks, _at: int) -> Clocks:
        # A table that is paired anew gets a game of its own: the count stands in its id.
        gone = {
            table.key: event.unpaired.get(table.key, 0) + 1 for table in event.of_round(self.round)
        }
        return changed(
            event,
            rounds=without_item(event.rounds, self.round),
            exchanged=without_item(event.exchanged, self.round),
            tables={key: table for key, table in event.tables.items() if key not in gone},
            given={key: given for key, given in event.given.items() if key not in gone},
            adjusted={key: made for key, made in event.adjusted.items() if key not in gone},
            flags={key: ruled for key, ruled in event.flags.items() if key not in gone},
            unpaired={**event.unpaired, **gone},
        )


@stored_as("event/players_exchanged/v1")
class PlayersExchanged(TournamentEvent):
    """Two players of a round changed places before either had played."""

    round: int
    """The number of the round."""
    first: str
    """The number of one player."""
    second: str
    """The number of the other."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: Rounds, _at: int) -> Rounds:
        other = {self.first: self.second, self.second: self.first}
        tables = {
            table.key: changed(
                table,
                places=tuple(
                    Place(place.seat, other.get(place.player, place.player))
                    for place in table.places
                ),
            )
            for table in event.of_round(self.round)
        }
        newest = Exchanged(frozenset(other), self.by, self.because)
        exchanged = {**event.exchanged, self.round: newest}
        return changed(event, tables={**event.tables, **tables}, exchanged=exchanged)


class TableListed(Value):
    """A table as a list has it, with the game that was laid out for it."""

    round: int
    table: Listed
    number: int
    players: tuple[Listed, ...]
    """Names, in turn order; one alone has a bye."""
    game: str = ""
    """Empty for a bye."""
    ruleset: str = ""
    seats: tuple[str, ...] = COUNTED[:1]


class Pair(Command, tag="pair"):
    """Players who are new are entered, and all are seated."""

    WHO = who_runs_it

    tables: tuple[TableListed, ...]
    new: tuple[str, ...] = ()
    """Names of people who are new although somebody of nearly the same name is known."""

    def happens(self, event: Offences, context: Context) -> Iterator[TournamentEvent]:
        known = players_by_name(event, context.words.reveal)
        check_free(event, context.words.reveal, self.tables, self.new)
        names = dict.fromkeys(player.text for table in self.tables for player in table.players)
        new = [name for name in names if name not in known]
        people = [
            Person(f"{OF_A_PLAYER}{n}", name) for n, name in enumerate(new, len(event.people) + 1)
        ]
        if people:
            hidden = context.words.hide_names({person.id: person.name for person in people})
            yield PlayersEntered(tuple(Person(id, name) for id, name in hidden.items()))
        known |= {person.name: person.id for person in people}
        for number in sorted({table_listed.round for table_listed in self.tables}):
            tables = (
                _pairing(table_listed, known)
                for table_listed in self.tables
                if table_listed.round == number
            )
            yield TablesPaired(number, tuple(tables))


def _pairing(table_listed: TableListed, known: Mapping[str, str]) -> Pairing:
    seated = zip(table_listed.seats, table_listed.players, strict=True)
    places = tuple(Place(seat, known[player.text]) for seat, player in seated)
    return Pairing(table_listed.number, places, table_listed.game, table_listed.ruleset)


def nearly(name: str) -> frozenset[str]:
    """What a name is compared by: its letters as they look, no accents, with and without an umlaut's e."""
    folded = as_it_looks(name).casefold()
    # One program lists Müller as Mueller, another as Muller.
    spelled = folded.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    plain = (unicodedata.normalize("NFKD", form) for form in (folded, spelled))
    return frozenset("".join(filter(str.isalnum, form)) for form in plain)


def is_out(event: Offences, player: str) -> str:
    """Why a player is not paired, in words; empty where they are."""
    if player in event.dropped:
        return "has left the event"
    return "was put out of the event" if was_put_out(event, player) else ""


def was_put_out(event: Offences, player: str) -> bool:
    """Whether a penalty put this player out, and nobody has taken them back since."""
    book = book_of(event.book)
    return any(
        offence.penalty and book.puts_out(offence.penalty) and not offence.cleared
        for offence in event.history(player)
    )


Reveal = Callable[[str, Cipher], str]
"""(number, name under their key) → the name."""


def players_by_name(event: Offences, reveal: Reveal) -> dict[str, str]:
    """Name → player."""
    return {reveal(id, name): id for id, name in event.people.items()}


def check_free(
    event: Offences,
    reveal: Reveal,
    tables: Sequence[TableListed],
    new: Collection[str] = (),
) -> None:
    """No table of a list was paired before, nobody of it sits already or is out. Raises Refused.

    `new`: names that are new although they look like known ones.
    """
    known = players_by_name(event, reveal)
    # The tool that pairs may go on listing a name that was corrected here.
    names = [
        (reveal(id, former), reveal(id, event.people[id]))
        for id, former in event.former
        if id in event.people
    ]
    names += [(name, name) for name in known]
    near = {form: name for written, name in names for form in nearly(written)}
    listed: dict[str, str] = {}
    folded = {name.casefold(): name for name in known}
    sits = {
        (table.round, player): table.number
        for table in event.tables.values()
        for player in table.players
    }
    for table in tables:
        if (table.round, table.number) in event.tables:
            what = f"table {table.number} of round {table.round} was paired already"
            raise table.table.refusal(what, "R4")
        started = event.rounds.get(table.round)
        if started is not None and started.ended is not None:
            raise table.table.refusal(f"round {table.round} is over", "R1")
        for player in table.players:
            name = player.text
            alike = folded.get(name.casefold(), name)
            if alike != name:
                raise player.refusal(
                    f"“{name}” is known as “{alike}”: write everybody one way", "P1"
                )
            other = next((near[form] for form in nearly(name) if form in near), name)
            if name not in known and other != name and not {name, other} & {*new}:
                who = f"who is here as {known[other]}" if other in known else f"of {listed[other]}"
                raise player.refusal(
                    f"is “{name}” the “{other}” {who}? Write everybody one way, or say that they "
                    "are new (--new)",
                    "P1",
                )
            near.update(dict.fromkeys(nearly(name), name))
            listed.setdefault(name, player.line)
            out = is_out(event, known.get(name, ""))
            if out:
                raise player.refusal(f"“{name}” {out}: take them back first", "R5")
            at = sits.get((table.round, known.get(name, "")))
            if at is not None:
                raise player.refusal(f"“{name}” sits at table {at} of round {table.round}", "R4")


def check_nobody_played(event: Calls, tables: Iterable[Table], games: Games) -> None:
    """Checks that no step, no result and no call came of these tables yet. Raises Refused."""
    for table in tables:
        what = (
            "has a result"
            if table.result is not None
            else "has been played at"
            if games.newest_entry(table.game)
            else "has called a judge"
            if any(event.calls_at(table.key))
            else ""
        )
        if what:
            raise Refused(f"table {table.number} of round {table.round} {what} already", "R6")


class Unpair(Command, tag="unpair"):
    """The pairing of a round is taken back before anybody plays."""

    WHO = a_judge
    CHECKS = (the_round_is_not_over,)

    round: Annotated[int, a_round]
    because: str

    def happens(self, event: Offences, context: Context) -> Iterator[TournamentEvent]:
        check_nobody_played(event, event.of_round(self.round), context.games)
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield RoundUnpaired(self.round, self.by, hidden)


class Exchange(Command, tag="exchange"):
    """Two players of a round change places before either plays.

    Said again for the same reason it is no news: whoever lets them change back has another.
    """

    WHO = a_judge
    CHECKS = (the_round_is_not_over,)

    round: Annotated[int, a_round]
    first: Annotated[str, a_player]
    second: Annotated[str, a_player]
    because: str

    def is_repeated(self, event: Offences, context: Context) -> bool:
        before = event.exchanged.get(self.round)
        return (
            before is not None
            and before.players == {self.first, self.second}
            and context.said_before(self.by, self.because, before.by, before.because)
        )

    def happens(self, event: Offences, context: Context) -> Iterator[TournamentEvent]:
        tables = [
            table_of_player(event, self.round, person) for person in (self.first, self.second)
        ]
        if self.first == self.second:
            raise Refused("two players change places; the same one is named twice", "R4")
        check_nobody_played(event, tables, context.games)
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield PlayersExchanged(self.round, self.first, self.second, self.by, hidden)


def table_of_player(event: Rounds, round: int, player: str) -> Table:
    """Where somebody sits in a round. Raises Refused where they sit nowhere."""
    for table in event.of_round(round):
        if player in table.players:
            return table
    raise Refused(f"{player} sits at no table of round {round}", "R4")


class TakeBack(Command, tag="take_back"):
    """A player who has left plays on; one who was put out does so if the head judge says it."""

    WHO = a_judge

    player: Annotated[str, a_player]
    because: str

    def happens(self, event: Offences, context: Context) -> Iterator[TournamentEvent]:
        if not is_out(event, self.player):
            return
        if was_put_out(event, self.player):
            ask(the_head_judge_decides, event, self)
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield PlayerTakenBack(self.player, self.by, hidden)
