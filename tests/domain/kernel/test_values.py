"""Values made of others' fields."""

from domain.kernel.values import Event, Value, made_of, named_fields


class Ended(Event):
    player: str
    turn: int


class Loss(Value):
    player: str
    since: int
    turn: int = 0


def test_a_value_made_of_an_event_has_its_fields_of_the_same_names() -> None:
    loss = made_of(Loss, Ended("ana", 4), since=7)
    assert loss == Loss("ana", 7, 4)
    assert made_of(Loss, Ended("ana", 4), since=7, player="ben") == Loss("ben", 7, 4)
    assert list(named_fields(loss, "turn", "player").items()) == [("turn", 4), ("player", "ana")]
