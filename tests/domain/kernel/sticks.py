"""A ruleset small enough to see through: players take one to three sticks in turn; last one loses."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.rulebook import Law, Question, Rule, edition
from domain.kernel.ruleset import Candidate, Happening, Procedure, Ruleset, SetupError
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.kernel.steps import Step, reader_by
from domain.kernel.values import Event, Value, changed, cites, stored_as, with_item


class Table(Value):
    law: Law
    players: tuple[str, ...]
    sticks: int
    turn: str
    out: tuple[str, ...] = ()
    since: Mapping[str, int] = {}
    """Who took last, and at which entry."""


class Take(Step):
    number: int
    aloud: bool = False


class Concede(Step):
    pass


class ReportFallen(Step):
    number: int


class ReportSpoken(Step):
    words: tuple[str, ...]


@stored_as("sticks/sticks_taken/v1")
class SticksTaken(Event):
    """A player takes sticks off the table."""

    by: str
    number: int
    rules: tuple[str, ...] = cites("K2")


@stored_as("sticks/turn_passed/v1")
class TurnPassed(Event):
    """The next player is to take."""

    to: str
    rules: tuple[str, ...] = cites("K1")


@stored_as("sticks/player_left/v1")
class PlayerLeft(Event):
    """A player is out of the game."""

    by: str
    rules: tuple[str, ...] = cites("K4")


@requires("K1")
def it_is_your_turn(table: Table, step: Take) -> Refusal | None:
    if step.by != table.turn:
        return illegal(f"it is {table.turn}'s turn", since=tuple(table.since.values()))
    return None


@requires("K2", "Q1")
def one_to_three(table: Table, step: Take) -> Refusal | None:
    if step.number == 0 and table.law["Q1"] == "open":
        return undetermined("whether nothing may be taken is not settled", "Q1")
    if 1 <= step.number <= 3 or (step.number == 0 and table.law["Q1"] == "yes"):
        return None
    return illegal(f"one to three sticks, not {step.number}", "K2", number=step.number)


@requires("G1")
def so_many_are_there(table: Table, step: Take) -> Refusal | None:
    return illegal("not so many are left") if step.number > table.sticks else None


def take(table: Table, step: Take) -> Happening:
    table = yield SticksTaken(step.by, step.number)
    yield grounds(f"{step.by} takes {step.number}", "K2", *(("Q1",) if step.number == 0 else ()))
    left = tuple(p for p in table.players if p == step.by or p not in table.out)
    table = yield TurnPassed(left[(left.index(step.by) + 1) % len(left)])
    return table


def concede(table: Table, step: Concede) -> Happening:
    table = yield PlayerLeft(step.by)
    yield grounds(f"{step.by} concedes", "K4")
    return table


def report(table: Table, step: ReportFallen | ReportSpoken) -> Happening:
    if isinstance(step, ReportFallen):
        table = yield SticksTaken(step.by, step.number, ("K3",))
    return table


def lays_out(law: Law, players: tuple[str, ...], setup: Mapping[str, Any]) -> Table:
    if set(setup) != {"sticks"}:
        raise SetupError("setup: expected sticks")
    return Table(law, players, setup["sticks"], players[0])


def follow(table: Table, entry: int) -> Happening:
    if table.sticks == 13:
        table = yield SticksTaken("nobody", 1, ("K5",))
        yield grounds("a thirteenth stick falls", "K5")
    if table.sticks == 7 and table.law["Q2"] == "open":
        yield undetermined("whether seven may be left is not settled", "Q2")
    return table


def candidates(table: Table, player: str) -> Iterator[Candidate]:
    for number in range(1, 5):
        yield Candidate({"by": player, "do": "take", "number": number})


def after_sticks_taken(table: Table, event: SticksTaken, entry: int) -> Table:
    return changed(table, sticks=table.sticks - event.number, since=with_item({}, event.by, entry))


def over(table: Table) -> bool:
    return table.sticks == 0 or len(table.out) >= len(table.players) - 1


STICKS = Ruleset(
    name="sticks",
    title="Sticks",
    editions=(
        edition(
            "1",
            "sticks",
            "Sticks, first edition",
            "2026-01-01",
            (
                Rule("K1", "In turn", "The players take in turn.", "the box"),
                Rule("K2", "One to three", "One to three sticks.", "the box"),
                Rule("K3", "Fallen", "A fallen stick counts.", "nobody", inferred=True),
                Rule("K4", "Leaving", "Who leaves is out.", "the box"),
                Rule("K5", "Thirteen", "Thirteen is one too many.", "the box"),
            ),
            (
                Question("Q1", "None?", "May nothing be taken?", {"no": "", "yes": "", "open": ""}),
                Question("Q2", "Seven?", "May seven be left?", {"may": "", "open": ""}),
                Question("Q3", "Shouting", "What does shouting do?"),
            ),
        ),
    ),
    opens=lays_out,
    procedures={
        "take": Procedure(Take, take, (it_is_your_turn, one_to_three), so_many_are_there),
        "concede": Procedure(Concede, concede),
        "report": Procedure(
            Step, report, reads=reader_by("fact", {"fallen": ReportFallen, "spoken": ReportSpoken})
        ),
    },
    evolve={
        SticksTaken: after_sticks_taken,
        TurnPassed: lambda table, event, _: changed(table, turn=event.to),
        PlayerLeft: lambda table, event, _: changed(table, out=(*table.out, event.by)),
    },
    view=lambda table, _viewer: {
        "over": over(table),
        "winner": None,
        "to_act": [] if over(table) else [table.turn],
        "sticks": table.sticks,
        "turn": table.turn,
    },
    candidates=candidates,
    in_game=lambda table: tuple(p for p in table.players if p not in table.out),
    over=over,
    to_act=lambda table: () if over(table) else (table.turn,),
    follow=follow,
)
