"""What events do to a table, declared in one line, and the values made for it."""

import pytest

from domain.kernel.evolves import Evolves
from domain.kernel.values import Event, Value, made_of, named_fields


class Table(Value):
    turn: int = 1
    over: bool = False


class Ended(Event):
    player: str
    turn: int


class Remarked(Event):
    text: str


class Loss(Value):
    player: str
    since: int
    turn: int = 0


def test_an_event_that_always_does_the_same_sets_its_fields_and_no_other() -> None:
    evolves = Evolves()
    evolves.sets(Ended, over=True)
    evolves.sets(Remarked)
    assert evolves[Ended](Table(turn=4), Ended("ana", 4), 7) == Table(turn=4, over=True)
    assert evolves[Remarked](Table(turn=4), Remarked("so be it"), 7) == Table(turn=4)


def test_an_event_with_two_declarations_is_a_fault_of_the_ruleset() -> None:
    evolves = Evolves()
    evolves.sets(Ended, over=True)
    with pytest.raises(TypeError, match="Ended has two functions"):
        evolves.sets(Ended, over=False)


def test_a_value_made_of_an_event_has_its_fields_of_the_same_names() -> None:
    loss = made_of(Loss, Ended("ana", 4), since=7)
    assert loss == Loss("ana", 7, 4)
    assert made_of(Loss, Ended("ana", 4), since=7, player="ben") == Loss("ben", 7, 4)
    assert list(named_fields(loss, "turn", "player").items()) == [("turn", 4), ("player", "ana")]
