"""A game as small as can be: in turn each player says a number, and no number twice.

It shows what a ruleset has to bring, and serves tests that are about the store and not about rules.
Where sticks are set up, a player may take one to three of them instead; the last one ends the game.
That is for tests of what every ruleset shares: undetermined steps, reports, what follows by itself.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from domain.kernel.assembly import events_in
from domain.kernel.blocks.seats import next_seat
from domain.kernel.fields import WORDS, one_of
from domain.kernel.offers import Hint
from domain.kernel.rulebook import Law, Question, Rule, edition
from domain.kernel.ruleset import Happening, Procedure, Ruleset, SetupError
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.kernel.steps import Step, reader_by
from domain.kernel.values import Event, Value, changed, cites, stored_as

EDITION = edition(
    "1",
    "toy",
    "Toy",
    "2025-01-01",
    (
        Rule("N1", "In turn", "The players say a number in turn, or take sticks.", "toy"),
        Rule("N2", "No number twice", "A number that was said is not said again.", "toy"),
        Rule("N3", "One to three", "One to three sticks are taken.", "toy"),
        Rule("N4", "Fallen", "A fallen stick counts.", "nobody", inferred=True),
        Rule("N5", "Thirteen", "Thirteen sticks are one too many.", "toy"),
    ),
    (
        Question(
            "Q1",
            "Zero",
            "Is zero a number?",
            {"no": "It is not.", "yes": "It is.", "open": "Nobody knows."},
        ),
        Question(
            "Q2", "Seven", "May seven be left?", {"may": "They may.", "open": "Nobody knows."}
        ),
        Question("Q3", "Aloud", "What does it mean to take them aloud?"),
    ),
)


class Table(Value):
    law: Law
    players: tuple[str, ...]
    turn: str
    said: Mapping[int, int] = {}
    """Number → the entry in which it was said."""
    out: tuple[str, ...] = ()
    sticks: int | None = None
    """None where the game is about numbers alone."""
    since: Mapping[str, int] = {}
    """Who took sticks last, and at which entry."""


@stored_as("toy/number_said/v1")
class NumberSaid(Event):
    """A player said a number that nobody had said before."""

    by: str
    """Who said it."""
    number: int
    """The number."""
    note: str | None = None
    """What they said besides."""
    rules: tuple[str, ...] = cites("N1")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, said={**table.said, self.number: entry})


@stored_as("toy/turn_passed/v1")
class TurnPassed(Event):
    """It is the next player's turn."""

    to: str
    rules: tuple[str, ...] = cites("N1")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, turn=self.to)


@stored_as("toy/sticks_taken/v1")
class SticksTaken(Event):
    """There are fewer sticks."""

    by: str
    """Who took them; `nobody` where they fell."""
    number: int
    """How many."""
    rules: tuple[str, ...] = cites("N3")

    def after(self, table: Table, entry: int) -> Table:
        left = max(0, (table.sticks or 0) - self.number)
        return changed(table, sticks=left, since={self.by: entry})


@stored_as("toy/player_conceded/v1")
class PlayerConceded(Event):
    """A player gave up."""

    by: str
    rules: tuple[str, ...] = cites("G3")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, out=(*table.out, self.by))


@one_of("a number", WORDS)
def next_number(table: Table) -> Iterable[int]:
    return (max(table.said, default=0) + 1, 1)


@one_of("one to three", WORDS)
def few_sticks() -> Iterable[int]:
    return range(1, 5)


class Say(Step):
    number: Annotated[int, next_number]
    note: str | None = None


class Concede(Step):
    """Give up."""


class Take(Step):
    number: Annotated[int, few_sticks]
    aloud: bool = False


class ReportFallen(Step):
    number: int


class ReportSpoken(Step):
    words: tuple[str, ...]


@requires("N1")
def it_is_their_turn(table: Table, step: Say | Take) -> Refusal | None:
    if table.turn == step.by:
        return None
    return illegal(f"it is {table.turn}'s turn", since=tuple(table.since.values()))


@requires("Q1")
def it_is_a_number(table: Table, step: Say | Take) -> Refusal | None:
    if step.number or table.law["Q1"] == "yes":
        return None
    if table.law["Q1"] == "open":
        return undetermined("whether zero is a number is not settled")
    return illegal("zero is no number")


@requires("N2")
def nobody_has_said_it(table: Table, step: Say) -> Refusal | None:
    if step.number in table.said:
        since = (table.said[step.number],)
        return illegal(f"{step.number} was said already", since=since, number=step.number)
    return None


@requires("N3", "Q3")
def one_to_three(_table: Table, step: Take) -> Refusal | None:
    if step.aloud:
        return undetermined("what it means to take them aloud is not settled", "Q3")
    if 0 <= step.number <= 3:
        return None
    return illegal(f"one to three sticks, not {step.number}", "N3", number=step.number)


@requires("G1")
def so_many_are_there(table: Table, step: Take) -> Refusal | None:
    return illegal("not so many are left") if step.number > (table.sticks or 0) else None


def say(table: Table, step: Say) -> Happening:
    table = yield NumberSaid(step.by, step.number, step.note)
    return (yield TurnPassed(next_seat(table.players, step.by, in_game(table))))


def take(table: Table, step: Take) -> Happening:
    table = yield SticksTaken(step.by, step.number)
    yield grounds(f"{step.by} takes {step.number}", "N3", *(("Q1",) if step.number == 0 else ()))
    return (yield TurnPassed(next_seat(table.players, step.by, in_game(table))))


def concede(table: Table, step: Concede) -> Happening:
    yield grounds(f"{step.by} concedes", "G3")
    return (yield PlayerConceded(step.by))


def report(table: Table, step: ReportFallen | ReportSpoken) -> Happening:
    if isinstance(step, ReportFallen):
        table = yield SticksTaken("nobody", step.number, ("N4",))
    return table


def follow(table: Table, _entry: int) -> Happening:
    if table.sticks == 13:
        table = yield SticksTaken("nobody", 1, ("N5",))
        yield grounds("a thirteenth stick falls", "N5")
    if table.sticks == 7 and table.law["Q2"] == "open":
        yield undetermined("whether seven may be left is not settled", "Q2")
    return table


def opens(law: Law, players: tuple[str, ...], setup: Mapping[str, Any]) -> Table:
    sticks = setup.get("sticks")
    if not isinstance(sticks, int | None):
        raise SetupError("setup.sticks: expected a whole number")
    return Table(law, players, players[0], sticks=sticks)


def in_game(table: Table) -> tuple[str, ...]:
    return tuple(player for player in table.players if player not in table.out)


def over(table: Table) -> bool:
    return table.sticks == 0 or len(in_game(table)) <= 1


def to_act(table: Table) -> tuple[str, ...]:
    return () if over(table) else (table.turn,)


def view(table: Table, _viewer: str) -> dict[str, Any]:
    return {
        "over": over(table),
        "to_act": [*to_act(table)],
        "turn": table.turn,
        "said": sorted(table.said),
        **({} if table.sticks is None else {"sticks": table.sticks}),
    }


HINTS = {
    "take": Hint("Take {number}", lambda table: table.sticks is not None),
    "say": Hint("Say {number}", lambda table: table.sticks is None),
    "report fallen": Hint("Sticks fell", lambda: False),
    "report spoken": Hint("Words were spoken", lambda: False),
}


RULESET = Ruleset(
    "toy",
    "Toy",
    (EDITION,),
    opens,
    {
        "say": Procedure(
            Say,
            say,
            (it_is_their_turn, it_is_a_number, nobody_has_said_it),
            acts_on=nobody_has_said_it,
        ),
        "take": Procedure(
            Take, take, (it_is_their_turn, it_is_a_number, one_to_three), so_many_are_there
        ),
        "concede": Procedure(Concede, concede),
        "report": Procedure(
            Step, report, reads=reader_by("fact", {"fallen": ReportFallen, "spoken": ReportSpoken})
        ),
    },
    events_in(__name__),
    seats=(1, 5),
    view=view,
    hints=HINTS,
    in_game=in_game,
    over=over,
    to_act=to_act,
    follow=follow,
)
