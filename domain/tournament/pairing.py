"""Tables are paired: who plays where."""

from collections.abc import Iterator, Mapping, Sequence

from domain.kernel.values import Value, changed, stored_as
from domain.tournament.command import Command, Refused, TournamentEvent
from domain.tournament.context import Context
from domain.tournament.people import Person, PlayersEntered, who_runs_it
from domain.tournament.rounds import Place, Round, Rounds, Table

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""What seats are called where no set-up names them."""


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
            Table(self.round, one.table, one.places, one.game, one.ruleset) for one in self.tables
        ]
        rounds = {self.round: Round(self.round), **event.rounds}
        return changed(
            event, rounds=rounds, tables={**event.tables, **{one.key: one for one in tables}}
        )


class Listed(Value):
    """What stands in a list, and where: a refusal begins with it."""

    text: str
    where: str = ""

    def refusal(self, what: str, *cites: str) -> Refused:
        return Refused(f"{self.where}: {what}" if self.where else what, *cites)


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
    seats: tuple[str, ...] = SEATS[:1]


class Pair(Command, tag="pair"):
    """Players who are new are entered, and all are seated."""

    WHO = who_runs_it

    tables: tuple[TableListed, ...]

    def happens(self, event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        known = {context.words.reveal(id, name): id for id, name in event.people.items()}
        check_free(event, known, self.tables)
        names = dict.fromkeys(one.text for table in self.tables for one in table.players)
        new = [one for one in names if one not in known]
        people = [Person(f"p{n}", name) for n, name in enumerate(new, len(event.people) + 1)]
        if people:
            hide = context.words.hide_name
            yield PlayersEntered(tuple(Person(one.id, hide(one.id, one.name)) for one in people))
        known |= {one.name: one.id for one in people}
        for number in sorted({one.round for one in self.tables}):
            tables = (_pairing(one, known) for one in self.tables if one.round == number)
            yield TablesPaired(number, tuple(tables))


def _pairing(one: TableListed, known: Mapping[str, str]) -> Pairing:
    seated = zip(one.seats, one.players, strict=True)
    places = tuple(Place(seat, known[player.text]) for seat, player in seated)
    return Pairing(one.number, places, one.game, one.ruleset)


def check_free(event: Rounds, known: Mapping[str, str], tables: Sequence[TableListed]) -> None:
    """No table of a list was paired before, nobody of it sits already. Raises Refused.

    `known`: name → player.
    """
    folded = {name.casefold(): name for name in known}
    sits = {
        (one.round, player): one.number for one in event.tables.values() for player in one.players
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
            at = sits.get((table.round, known.get(name, "")))
            if at is not None:
                raise player.refusal(f"“{name}” sits at table {at} of round {table.round}", "R4")
