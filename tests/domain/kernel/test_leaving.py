"""Who is out, and who has won: a game in which a player falls, with what they had on the table."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.blocks.leaving import Concede, Leaving, Out, Seated, Won
from domain.kernel.ruling import Grounds
from domain.kernel.values import Event, changed


class Table(Seated):
    stones: tuple[str, ...] = ("ana", "ben")


class StoneFell(Event):
    by: str

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, stones=tuple(one for one in table.stones if one != self.by))


def stones_fall(table: Table, player: str) -> Any:
    return (yield StoneFell(player)) if player in table.stones else table


LEAVING = Leaving(Out, Won, leaves="W1", wins="W2", first=stones_fall)
THREE = Table(players=("ana", "ben", "cem"))


def run(happening: Any, table: Table) -> tuple[Table, list[Any]]:
    """What becomes of the table, and what was yielded."""
    found: list[Any] = []
    sent = None
    while True:
        try:
            one = happening.send(sent)
        except StopIteration:
            return table, found
        found.append(one)
        if isinstance(one, Event):
            table = one.after(table, 1)
        sent = table


def grounds_of(found: list[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    return ((one.reason, one.cites) for one in found if isinstance(one, Grounds))


def test_what_goes_with_a_player_goes_before_they_are_out() -> None:
    after, found = run(LEAVING.leave(THREE, "ben"), THREE)
    assert [type(one) for one in found] == [StoneFell, Out]
    assert (after.out, after.in_game, after.stones) == (("ben",), ("ana", "cem"), ("ana",))


def test_the_last_one_wins_by_the_rule_that_is_named() -> None:
    after, found = run(LEAVING.last_one_wins(THREE), THREE)
    assert found == []
    two_out = changed(THREE, out=("ben", "ana"))
    after, found = run(LEAVING.last_one_wins(two_out), two_out)
    assert (after.over, after.winner) == (True, "cem")
    assert [*grounds_of(found)] == [("cem has won", ("W2",))]
    assert run(LEAVING.last_one_wins(after), after)[1] == []


def test_nobody_has_won_where_all_have_left() -> None:
    none = changed(THREE, out=("ben", "ana", "cem"))
    after, found = run(LEAVING.last_one_wins(none), none)
    assert (after.over, after.winner) == (True, None)
    assert [*grounds_of(found)] == [("nobody has won", ("W2",))]


def test_who_gives_up_is_out_and_gives_up_once() -> None:
    procedure = LEAVING.concede
    step = Concede(by="ana")
    (check,) = procedure.checks
    assert (check.rules, check(THREE, step)) == (("W1",), None)
    assert procedure.acts_on == check, "so that a judge may make one legal that was refused"
    after, found = run(procedure.happens(THREE, step), THREE)
    assert [*grounds_of(found)] == [("ana gives up", ("W1",))]
    refusal = check(after, step)
    assert refusal is not None
    assert refusal.reason == "ana is out already"
