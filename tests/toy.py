"""A game as small as can be: in turn each player says a number, and no number twice.

It shows what a ruleset has to bring, and serves tests that are about the store and not about rules.
"""

from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Law, Question, Rule, edition
from domain.kernel.ruleset import Candidate, Happening, Procedure, Ruleset
from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, Value, changed, cites, stored_as, with_item

EDITION = edition(
    "1",
    "toy",
    "Toy",
    "2025-01-01",
    (
        Rule("N1", "In turn", "The players say a number in turn.", "toy"),
        Rule("N2", "No number twice", "A number that was said is not said again.", "toy"),
    ),
    (Question("Q1", "Zero", "Is zero a number?", {"no": "It is not.", "yes": "It is."}),),
)


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


@stored_as("toy/turn_passed/v1")
class TurnPassed(Event):
    """It is the next player's turn."""

    to: str
    rules: tuple[str, ...] = cites("N1")


@stored_as("toy/player_conceded/v1")
class PlayerConceded(Event):
    """A player gave up."""

    by: str
    rules: tuple[str, ...] = cites("G3")


class Table(Value):
    law: Law
    players: tuple[str, ...]
    turn: str
    said: Mapping[int, int] = {}
    """Number → the entry in which it was said."""
    out: tuple[str, ...] = ()


class Say(Step):
    number: int
    note: str | None = None


class Concede(Step):
    """Give up."""


class Report(Step):
    fact: str


@requires("N1")
def it_is_their_turn(table: Table, step: Say) -> Refusal | None:
    return None if table.turn == step.by else illegal(f"it is {table.turn}'s turn")


@requires("Q1")
def it_is_a_number(table: Table, step: Say) -> Refusal | None:
    if step.number == 0 and table.law["Q1"] == "no":
        return illegal("zero is no number")
    return None


@requires("N2")
def nobody_has_said_it(table: Table, step: Say) -> Refusal | None:
    if step.number in table.said:
        since = (table.said[step.number],)
        return illegal(f"{step.number} was said already", since=since, number=step.number)
    return None


def say(table: Table, step: Say) -> Happening:
    table = yield NumberSaid(step.by, step.number, step.note)
    at = table.players.index(step.by)
    table = yield TurnPassed(table.players[(at + 1) % len(table.players)])
    return table


def concede(table: Table, step: Concede) -> Happening:
    table = yield PlayerConceded(step.by)
    return table


def report(table: Table, _step: Report) -> Happening:
    yield from ()
    return table


def opens(law: Law, players: tuple[str, ...], _setup: Mapping[str, Any]) -> Table:
    return Table(law, players, players[0])


def to_act(table: Table) -> tuple[str, ...]:
    return () if table.out else (table.turn,)


def view(table: Table, _viewer: str) -> dict[str, Any]:
    over = bool(table.out)
    return {
        "over": over,
        "to_act": [*to_act(table)],
        "turn": table.turn,
        "said": sorted(table.said),
    }


def candidates(table: Table, player: str) -> list[Candidate]:
    return [
        Candidate({"by": player, "do": "say", "number": number})
        for number in (max(table.said, default=0) + 1, 1)
    ]


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
        "concede": Procedure(Concede, concede),
        "report": Procedure(Report, report),
    },
    {
        NumberSaid: lambda t, e, n: changed(t, said=with_item(t.said, e.number, n)),
        TurnPassed: lambda t, e, _n: changed(t, turn=e.to),
        PlayerConceded: lambda t, e, _n: changed(t, out=(*t.out, e.by)),
    },
    view,
    candidates,
    in_game=lambda t: tuple(p for p in t.players if p not in t.out),
    over=lambda t: bool(t.out),
    to_act=to_act,
)
